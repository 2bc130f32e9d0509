"""Watching a path: every record of a span that changed its value."""

from collections.abc import Iterator

from projections import paths
from projections.provenance import Write, held, writes
from replays.game_log import GameLog


def watch(game: GameLog, path: str, first: int, last: int) -> Iterator[Write]:
    """Return the changes of a path; raises ``DataError`` at once where it never is in the span."""
    if held(game.tables, path, last) is None:
        paths.get(game.tables[last], path)
    return writes(game.tables, path, first, last)
