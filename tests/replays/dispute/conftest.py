"""The fixtures of the command line's tests, and files of this folder's logs."""

from pathlib import Path

import pytest

from replays.files import write_log
from tests.replays.cli.conftest import game, other, run
from tests.replays.dispute import logs

__all__ = ["demo_file", "game", "other", "run"]


@pytest.fixture
def demo_file(tmp_path: Path) -> str:
    """Return the path of the demo game."""
    path = tmp_path / "demo.apnap.jsonl"
    write_log(logs.demo().log, path)
    return str(path)
