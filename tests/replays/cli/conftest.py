"""Running commands in-process, and the files that they are tried on."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from replays.cli import main
from replays.files import write_log
from tests.replays.games import whole_game

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in an English locale without a terminal."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def invoke(*words: str, **environment: str) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], env=dict(environment))

    return invoke


@pytest.fixture
def game(tmp_path: Path) -> str:
    """Return the path of a whole game."""
    path = tmp_path / "game.apnap.jsonl"
    write_log(whole_game().log, path)
    return str(path)


@pytest.fixture
def other(tmp_path: Path) -> str:
    """Return the path of a game that parts from the first one."""
    path = tmp_path / "other.apnap.jsonl"
    write_log(whole_game(life=15).log, path)
    return str(path)


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """Return the path of a game one of whose coins was turned over afterwards."""
    path = tmp_path / "broken.apnap.jsonl"
    text = b"".join(line + b"\n" for line in whole_game().log.lines())
    path.write_bytes(text.replace(b'"face":"tails"', b'"face":"heads"', 1))
    return str(path)


def data(result: Result) -> Any:  # noqa: ANN401 - any JSON
    """Return the JSON that a command wrote, having checked its schema version."""
    value = json.loads(result.stdout)
    assert value["schema_version"] == 1
    return value


def samples() -> Path | None:
    """Return the folder of real records, if this machine has one."""
    named = os.environ.get("APNAP_SAMPLES")
    if named:
        return Path(named)
    here = Path(__file__).resolve()
    found = (folder / "shared" / "samples" for folder in here.parents)
    return next((folder for folder in found if folder.is_dir()), None)
