"""The game that ships with apnap, and the moment of it that is worth a look."""

from collections.abc import Callable
from importlib import resources

from events.base import Event
from events.coin_flips import FlipIgnored, FlipLost, FlipWon
from events.contraptions import ContraptionCranked
from events.division import DamageDivided
from events.errors import DataError
from events.log import read
from events.mulligans import MulliganTaken
from replays.game_log import GameLog

NAME = "demo.apnap.jsonl"
"""The file, and what the demo calls it."""

WORTH: tuple[tuple[type[Event], ...], ...] = (
    (DamageDivided,),
    (FlipIgnored,),
    (FlipWon, FlipLost),
    (ContraptionCranked,),
    (MulliganTaken,),
)
"""Kinds of events worth a look, the most telling first."""


def demo_bytes() -> bytes:
    """Return the file of the demo game."""
    try:
        return resources.files("replays").joinpath(f"data/{NAME}").read_bytes()
    except FileNotFoundError:
        raise DataError("file/missing", "this installation has no demo game", file=NAME) from None


def demo_game() -> GameLog:
    """Return the demo game, checked as any other file."""
    reading = read(demo_bytes().splitlines(keepends=True), file=NAME)
    return GameLog(reading.strict(), path=NAME)


def moment(game: GameLog) -> int:
    """Return the record worth a look: the first of the most telling kind, or the middle."""
    for kinds in WORTH:
        found = _first(game, lambda event, kinds=kinds: isinstance(event, kinds))  # type: ignore[misc]
        if found is not None:
            return found
    return len(game) // 2


def _first(game: GameLog, fits: Callable[[Event], bool]) -> int | None:
    return next((record.seq for record in game.log if fits(record.event)), None)
