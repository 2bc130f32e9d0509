"""Watching a path: every record of a span that changed its value."""

from collections.abc import Iterator

from projections import paths
from projections.provenance import Write, held, writes
from replays.game_log import GameLog
from replays.provenance.seen import Evidence


def watch(game: GameLog, path: str, first: int, last: int) -> Iterator[Write]:
    """Return the changes of a path; raises ``DataError`` at once where it never is in the span."""
    return watch_seen(Evidence(game), path, first, last)


def watch_seen(evidence: Evidence, path: str, first: int, last: int) -> Iterator[Write]:
    """Return the changes of a path that a viewer can see."""
    if held(evidence.tables, path, last) is None:
        paths.get(evidence.tables[last], path)
    return writes(evidence.tables, path, first, last)
