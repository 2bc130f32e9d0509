"""Bars on a real terminal: drawn there and nowhere else, and the data stay where they belong."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from replays.files import write_log
from tests.replays.exporters.games import opening

pty = pytest.importorskip("pty", reason="no pseudo-terminals on this system")

AT_ONCE = """
import sys
from replays.output import Progress

class Eager(Progress):
    PATIENCE = 0.0

    def __init__(self, label, total, *, unit="things"):
        super().__init__(label, total, unit=unit)
        self.open()

import replays.output
replays.output.Progress = Eager
from replays.cli import main
main()
"""
"""The command line, whose bars do not wait for a second of work."""


class Ran(NamedTuple):
    code: int
    data: str
    drawn: str


def run(*words: str, terminal: bool = True) -> Ran:
    """Run a command with its data in a pipe and its standard error on a terminal, or in a pipe."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
    environment.pop("NO_COLOR", None)
    child = subprocess.Popen(
        [sys.executable, "-c", AT_ONCE, *words],
        stdout=subprocess.PIPE,
        stderr=theirs if terminal else subprocess.PIPE,
        env=environment,
        cwd=Path(__file__).resolve().parents[3],
    )
    os.close(theirs)
    try:
        drawn = _everything(ours) if terminal else b""
        data, piped = child.communicate(timeout=60)
    finally:
        os.close(ours)
        child.kill()
    return Ran(child.returncode, data.decode(), (drawn or piped or b"").decode())


def _everything(terminal: int) -> bytes:
    """Return what is written to a terminal until nobody has it any more."""
    parts = []
    while True:
        try:
            part = os.read(terminal, 65_536)
        except OSError:  # Linux says so of the end
            break
        if not part:
            break
        parts.append(part)
    return b"".join(parts)


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("logs")
    for number in range(1, 4):
        write_log(opening(number).log, folder / f"{number}.apnap.jsonl")
    return sorted(map(str, folder.iterdir()))


def test_simulate_draws_a_bar_and_takes_it_away() -> None:
    words = ["simulate", "mulligans", "--games", "60", "--engine", "serial", "--plain"]
    ran = run(*words)

    assert ran.code == 0
    assert "games" in ran.drawn
    assert "60/60" in ran.drawn
    assert ran.drawn.endswith("\x1b[2K"), "the line of the bar is empty again"
    assert ran.data.startswith("ann\n")
    piped = run(*words, terminal=False)
    assert piped == Ran(0, ran.data, "")


def test_export_counts_games(logs: list[str], tmp_path: Path) -> None:
    words = ["export", *logs, "--engine", "serial", "--format", "jsonl", "--tables", "games", "-o"]
    ran = run(*words, str(tmp_path / "one"))

    assert ran.code == 0
    assert "3/3" in ran.drawn
    assert "\x1b[2K" not in run(*words, str(tmp_path / "two"), terminal=False).drawn


def test_what_a_command_writes_meanwhile_goes_where_it_belongs(logs: list[str]) -> None:
    """Verdicts are written while the bar of ``verify`` is there: not one goes to the terminal."""
    ran, piped = run("verify", *logs), run("verify", *logs, terminal=False)

    assert "3/3" in ran.drawn
    assert "intact" not in ran.drawn
    assert (ran.code, ran.data) == (piped.code, piped.data)
    assert ran.data.count("intact") == 3


def test_a_bar_speaks_japanese(logs: list[str]) -> None:
    assert "検証中" in run("--lang", "ja", "verify", *logs).drawn


def test_an_exact_sum_knows_no_total() -> None:
    ran = run("simulate", "mulligans", "--exact", "--plain")

    assert ran.code == 0
    assert "adding up" in ran.drawn
    assert "0/?" in ran.drawn


def test_an_import_counts_bytes(tmp_path: Path) -> None:
    record = tmp_path / "nothing.log"
    record.write_text("a record that nobody knows\n" * 200)
    ran = run("import", str(record), "-o", str(tmp_path / "out"))

    assert ran.code != 0
    assert "/5.4 kB" in ran.drawn
