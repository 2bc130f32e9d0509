"""An imported log is cut to the records that made a value, and those without which it comes out otherwise."""

from collections.abc import Sequence

from msgspec.structs import replace

from events.log import EventLog
from events.records import Draft, Record
from projections.fold import final
from projections.provenance import steps_of, value_at
from replays.cutting.minimising import Limits, minimised
from replays.cutting.result import Cut
from replays.game_log import GameLog
from replays.provenance.tree import DEEPEST, Node, why


def cut_import(game: GameLog, path: str, seq: int, limits: Limits) -> Cut:
    """Keep what made the value; add what else the fold needs to come to the same value."""
    made = told_in(why(game, path, seq, depth=DEEPEST).root)
    steps = steps_of(game.tables[seq], path)
    value = value_at(game.tables[seq], steps)
    records = game.log[1 : seq + 1]
    best = chained(game, records)

    def fits(others: Sequence[int]) -> bool:
        nonlocal best
        limits.tries += 1
        kept = made.union(others)
        log = chained(game, [record for record in records if record.seq in kept])
        if value_at(final(log), steps) != value:
            return False
        best = log
        return True

    others = [record.seq for record in records if record.seq not in made]
    is_done = fits(()) or minimised(others, fits, limits)
    return Cut(
        log=best, path=path, value=value, original=seq + 1, tries=limits.tries, is_done=is_done
    )


def told_in(root: Node | None) -> frozenset[int]:
    """Return the records that a tree of reasons names."""
    if root is None:
        return frozenset()
    return frozenset((root.seq,)).union(*map(told_in, root.sources))


def chained(game: GameLog, records: Sequence[Record]) -> EventLog:
    """Return a log of some records, numbered and chained anew."""
    header = replace(game.header, game=f"{game.header.game}.cut")
    places = {record.seq: number for number, record in enumerate(records, start=1)}
    drafts = [
        Draft(
            event=record.event,
            by=record.by,
            cause=None if record.cause is None else places.get(record.cause),
            rule=record.rule,
            source=record.source,
            inferred=record.inferred,
            reported=record.reported,
        )
        for record in records
    ]
    return EventLog().append([Draft(event=header, by="apnap"), *drafts])
