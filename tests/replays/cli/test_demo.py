"""The demo: verified, shown around a moment worth a look, and what to try next."""

from pathlib import Path

import pytest

from replays import demo
from replays.cli import demo as command
from replays.game_log import GameLog
from tests.replays.cli.conftest import Run, data
from tests.replays.games import ANN, header, log_of, turn, whole_game

GAME = whole_game()
BYTES = b"".join(line + b"\n" for line in GAME.log.lines())


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a game made here be the one that ships."""
    monkeypatch.setattr(demo, "demo_bytes", lambda: BYTES)
    monkeypatch.setattr(command, "demo_bytes", lambda: BYTES)


def test_the_demo(run: Run) -> None:
    result = run("demo")

    assert result.exit_code == 0
    for expected in ("✓ intact", "audit: nothing found", "> ", "ann (Ann)", "Next"):
        assert expected in result.stdout


def test_the_moment_is_the_division() -> None:
    assert demo.moment(GAME) == GAME.seq("divide:1")


def test_a_game_without_anything_special_is_shown_in_its_middle() -> None:
    game = log_of(*turn(1, ANN), first=header())

    assert demo.moment(GameLog(game)) == len(game) // 2


def test_the_demo_in_json(run: Run) -> None:
    told = data(run("demo", "--json"))

    assert told["moment"] == GAME.seq("divide:1")
    assert told["findings"] == []
    assert told["verification"]["verdicts"]["intact"] == {"ok": True}


def test_the_game_can_be_kept_and_tried(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "demo.apnap.jsonl"

    result = run("demo", "-o", str(path))

    assert path.read_bytes() == BYTES
    assert str(path) in result.stdout
    assert run("verify", str(path)).exit_code == 0
    assert run("demo", "-o", str(path)).exit_code == 6
