"""What commands are given: logs, and positions in them."""

from pathlib import Path

from replays.game_log import GameLog
from replays.output import Screen
from replays.positions import resolve, split
from replays.scan import open_game


def open_at(text: str, *, prefix: bool = False, otherwise: str = "end") -> tuple[GameLog, int]:
    """Return the log of ``LOG[@POSITION]``, and the number of the record it names."""
    path, position = (text, "") if Path(text).exists() else split(text)
    game = open_game(path, prefix=prefix)
    return game, resolve(game, position or otherwise)


def warn_of_break(game: GameLog, screen: Screen) -> None:
    """Say that only the prefix of a broken log is shown."""
    if game.failure is not None:
        screen.note(f"apnap: only the first {len(game)} records: {game.failure.message}")
