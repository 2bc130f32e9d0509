"""Other interpreters derive the same as this one, in another hash order and over more workers.

APNAP_PYTHONS names them. They have what apnap needs; apnap itself, and these tests, are lent to them.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import apnap
import events
import machine
import projections
import replays

OTHERS = [one for one in os.environ.get("APNAP_PYTHONS", "").split(os.pathsep) if one]
WHY = 'no other interpreter is named: make pythons PYTHONS="python3.12 python3.13"'
TESTS = Path(__file__).resolve().parents[1]
PACKAGES = (events, machine, projections, replays)
LOGS = sorted((TESTS / "golden").rglob("*.apnap.jsonl"))
SCENARIOS = sorted((TESTS / "scenarios").glob("*.yaml"))

PLAY = """
from tests.machine.random_games import EDITIONS, SEATINGS, middle_game, new_game, played
for number, edition in enumerate(EDITIONS):
    for make in (new_game, middle_game):
        game = make(edition, tuple(SEATINGS)[number % len(SEATINGS)], 11, un_cards=True)
        for _ in played(game, 11, decisions=30):
            pass
        print(make.__name__, edition, len(game.events), game.events.head)
"""
"""Two games for each edition, with every way of seating players, by the heads of their logs."""

COMMAND = "from replays.cli import main; main()"
SIMULATIONS = {
    "games": ("games", "--games", "5"),
    "mulligans": ("mulligans", "--games", "6000", "--kept", "40"),
    "flips": ("flips", "--games", "6000", "--kept", "40", "--until", "wins:3"),
}
"""Each of several jobs, so that two workers have something to do."""

pytestmark = [
    pytest.mark.skipif(not OTHERS, reason=WHY),
    pytest.mark.parametrize("python", OTHERS or [sys.executable]),
]


@pytest.fixture(scope="module")
def lent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with apnap and its tests, and nothing else that is installed here."""
    folder = tmp_path_factory.mktemp("lent")
    for package in PACKAGES:
        found = Path(str(package.__file__)).parent
        (folder / found.name).symlink_to(found)
    (folder / "apnap.py").symlink_to(str(apnap.__file__))
    (folder / "tests").symlink_to(TESTS)
    return folder


def told(python: str, lent: Path, code: str, *words: str | Path, exit_code: int = 0) -> bytes:
    """Return what a program prints; each interpreter has a hash order of its own."""
    order = "0" if python == sys.executable else "4242"
    done = subprocess.run(
        [python, "-c", code, *words],
        env={**os.environ, "PYTHONPATH": str(lent), "PYTHONHASHSEED": order},
        cwd=lent,
        capture_output=True,
        check=False,
    )
    assert done.returncode == exit_code, done.stderr.decode()
    return done.stdout


def test_it_is_another_interpreter(python: str, lent: Path) -> None:
    version = "import sys, events; print(sys.version)"

    assert told(python, lent, version) != told(sys.executable, lent, version)


def test_random_games_have_the_same_heads(python: str, lent: Path) -> None:
    heads = told(sys.executable, lent, PLAY)

    assert told(python, lent, PLAY).splitlines() == heads.splitlines()
    assert len(set(heads.splitlines())) == heads.count(b"\n") > 20


def test_games_written_here_are_derived_there(python: str, lent: Path, tmp_path: Path) -> None:
    options = ("--games", "3", "--keep-logs", tmp_path, "--json")
    told(sys.executable, lent, COMMAND, "simulate", "games", *options)
    logs = [*LOGS, *sorted(tmp_path.iterdir())]
    here, there = (
        told(one, lent, COMMAND, "verify", "--json", *logs, exit_code=1)
        for one in (sys.executable, python)
    )
    derived = [json.loads(line)["verdicts"]["derived"]["ok"] for line in there.splitlines()]

    assert there == here
    assert derived == [True] * (len(LOGS) + 3)


def test_scenarios_end_the_same(python: str, lent: Path) -> None:
    here, there = (
        told(one, lent, COMMAND, "scenario", "--json", *SCENARIOS)
        for one in (sys.executable, python)
    )

    assert there == here


@pytest.mark.parametrize("what", SIMULATIONS)
def test_simulations_find_the_same(python: str, lent: Path, tmp_path: Path, what: str) -> None:
    found: list[tuple[bytes, list[bytes]]] = []
    for interpreter, workers in ((sys.executable, "1"), (python, "1"), (python, "2")):
        logs = tmp_path / str(len(found))
        options = ("--workers", workers, "--keep-logs", logs, "--json")
        told_there = told(interpreter, lent, COMMAND, "simulate", *SIMULATIONS[what], *options)
        found.append((told_there, [file.read_bytes() for file in sorted(logs.iterdir())]))

    assert found[0] == found[1] == found[2]
    assert found[0][1]
