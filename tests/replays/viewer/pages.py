"""Pages of games, each made once for all tests that look into it or open it."""

from functools import cache
from typing import Any

from replays.demo import demo_game
from replays.game_log import GameLog
from replays.viewer import Options, page_of
from replays.viewer.page import Page

_made: dict[tuple[object, ...], Page] = {}


def page(game: GameLog, compare: GameLog | None = None, **options: Any) -> Page:  # noqa: ANN401 - fields of Options
    """Return the page of a game."""
    wanted = Options(**options)
    key = (game.head, game.path, compare and compare.head, wanted)
    if key not in _made:
        _made[key] = page_of(game, wanted, compare=compare)
    return _made[key]


@cache
def demo() -> GameLog:
    """Return the game that ships with apnap."""
    return demo_game()
