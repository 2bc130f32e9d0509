"""Finding the records at which an expression holds: one after the other, since most come and go."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from projections import paths
from projections.table import Table
from replays.game_log import GameLog
from replays.provenance.seen import Evidence
from replays.search.expressions import Expression
from replays.search.values import Place


class Span(Struct, frozen=True):
    """Consecutive records at which an expression holds."""

    first: int
    last: int


def place_at(evidence: Evidence, seq: int, before: Table | None) -> Place:
    """Return what an expression is evaluated on at a record."""
    return Place(seq, evidence.record(seq).by, evidence.event(seq), evidence.tables[seq], before)


def places(evidence: Evidence, first: int, last: int) -> Iterator[Place]:
    """Yield what an expression is evaluated on, record by record."""
    before = evidence.tables[first - 1] if first else None
    for seq in range(first, last + 1):
        place = place_at(evidence, seq, before)
        yield place
        before = place.table


def find_first(
    game: GameLog, text: str, first: int, last: int, *, seat: str = "judge"
) -> int | None:
    """Return the first record of a span at which an expression holds, if there is one.

    Raises ``DataError`` where it names a place that no table of the span has.
    """
    expression, evidence = Expression(text), Evidence(game, seat)
    for place in places(evidence, first, last):
        if expression.holds(place):
            return place.seq
    check_named(expression, evidence.tables, last)
    return None


def find_all(
    game: GameLog, text: str, first: int, last: int, *, seat: str = "judge"
) -> tuple[Span, ...]:
    """Return every run of consecutive records of a span at which an expression holds."""
    expression, evidence = Expression(text), Evidence(game, seat)
    spans: list[Span] = []
    for place in places(evidence, first, last):
        if not expression.holds(place):
            continue
        if spans and spans[-1].last == place.seq - 1:
            spans[-1] = Span(spans[-1].first, place.seq)
        else:
            spans.append(Span(place.seq, place.seq))
    if not spans:
        check_named(expression, evidence.tables, last)
    return tuple(spans)


def check_named(expression: Expression, tables: Sequence[Table], last: int) -> None:
    """Raise with the nearest names where an expression names what was never there."""
    for path in expression.never_there():
        paths.get(tables[last], path)
