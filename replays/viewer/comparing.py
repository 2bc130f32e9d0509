"""Two logs side by side: where they part, as far as one viewer may know."""

from typing import Any

from msgspec import Struct, to_builtins

from projections.paths import Change
from projections.timeline import LANGUAGES
from replays.diff import COUNTED, between, diff
from replays.game_log import GameLog
from replays.showing.changes import row
from replays.viewer.seen import Seen


class Parting(Struct, frozen=True, kw_only=True):
    """Where two logs part: the first records that differ, and what differs on the tables then."""

    a: int | None
    """Absent where the first log ends there."""
    b: int | None
    changes: tuple[Change, ...] = ()
    header: tuple[dict[str, Any], ...] = ()
    same: bool = False


def compared(a: Seen, b: Seen) -> dict[str, Any]:
    """Return the difference of two logs, for one viewer, as a JSON object."""
    found = _of_all(a.game, b.game) if a.is_judge else _of_what_is_seen(a, b)
    return {
        "same": found.same,
        "a": found.a,
        "b": found.b,
        "changes": [list(row(one)) for one in found.changes],
        "header": list(found.header),
    }


def _of_all(a: GameLog, b: GameLog) -> Parting:
    """Return what ``apnap diff`` tells."""
    found = diff(a, b)
    one, other = (None, None) if found.first_divergence is None else found.first_divergence.seqs
    return Parting(
        a=one,
        b=other,
        changes=found.changes,
        header=tuple(to_builtins(one) for one in found.header),
        same=found.same,
    )


def _of_what_is_seen(a: Seen, b: Seen) -> Parting:
    """Return where two logs look different to a seat: from its own lines and tables alone."""
    place = 0
    ours, others = a.records, b.records
    shared = min(len(ours), len(others))
    while place < shared and _line(a, place) == _line(b, place):
        place += 1
    one = ours[place].seq if place < len(ours) else None
    other = others[place].seq if place < len(others) else None
    if one is None and other is None:
        return Parting(a=None, b=None, same=True)
    before, after = (
        seen.tables[-1 if seq is None else seq] for seen, seq in ((a, one), (b, other))
    )
    found = (
        change
        for change in between(before, after)
        if change.path.partition(".")[0] not in (*COUNTED, "cards")
    )
    return Parting(a=one, b=other, changes=tuple(found))


def _line(seen: Seen, place: int) -> tuple[str, ...]:
    record = seen.records[place]
    return (record.by, *(seen.told(record)[lang] for lang in LANGUAGES))
