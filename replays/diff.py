"""Differences: between two logs, the first record where they part; between two tables, each value.

Hashes and times are no difference, nor are ids, nor the order of what happens at once: two records
differ in what happened and who did it.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from events.game import GameCreated
from events.records import Record
from projections.paths import Change, changes
from projections.table import Table
from projections.viewers import JUDGE
from replays.dispute.matching import Matcher, Parting
from replays.dispute.names import renamed
from replays.game_log import GameLog
from replays.provenance.seen import Evidence

_SAME_ANYWAY = ("prev", "at", "id", "source", "open")
"""Fields of a record that do not say what happened."""


class Divergence(Struct, frozen=True, kw_only=True):
    """The first record in which two logs differ; the shorter log may have none there."""

    seq: int
    """Its number in the first log; in the second one, where the first has ended."""
    a: Record | None
    b: Record | None

    @property
    def seqs(self) -> tuple[int | None, int | None]:
        """The record's number in either log: they may number differently."""
        return (
            None if self.a is None else self.a.seq,
            None if self.b is None else self.b.seq,
        )


class HeaderField(Struct, frozen=True, kw_only=True):
    """A field of the header in which two logs differ."""

    field: str
    a: Any
    b: Any


class LogDiff(Struct, frozen=True, kw_only=True):
    """What differs between two logs."""

    a: str
    b: str
    common: int
    """How many records of the first log, the header counted, come before they part."""
    header: tuple[HeaderField, ...] = ()
    first_divergence: Divergence | None = None
    changes: tuple[Change, ...] = ()
    """What differs on the tables after the records that diverge, with the first log's ids."""
    renamed: bool = False
    """The logs use different ids, or another order of what happens at once."""

    @property
    def same(self) -> bool:
        """Whether the logs tell the same game."""
        return not self.header and self.first_divergence is None


def diff(a: GameLog, b: GameLog, *, seat: str = JUDGE) -> LogDiff:
    """Return what differs between two logs, as far as a viewer may know it of each.

    Where the logs part is told to everybody; a seat may see nothing of the records there.
    """
    same = _common(a.log, b.log)
    parting, names = _parting(a, b, same)
    return LogDiff(
        a=a.path,
        b=b.path,
        common=len(a) if parting is None or parting.a is None else parting.a,
        header=_headers(*(Evidence(log, seat).tables[0].header for log in (a, b))),
        first_divergence=None if parting is None else _divergence(a, b, parting),
        changes=() if parting is None else _after(a, b, parting, names, seat),
        renamed=same < max(len(a), len(b)) and (parting is None or parting.a != same),
    )


def _parting(a: GameLog, b: GameLog, same: int) -> tuple[Parting | None, dict[str, str]]:
    """Return where two logs part, and the names of the first log for objects of the second."""
    if same == max(len(a), len(b)):
        return None, {}
    matcher = Matcher(a, b, same)
    return matcher.parting(), matcher.names.to_first


def _common(a: Sequence[Record], b: Sequence[Record]) -> int:
    """Count the records that are the same to the letter; headers count, and are told apart."""
    for seq, (one, other) in enumerate(zip(a, b, strict=False)):
        if seq and told(one) != told(other):
            return seq
    return min(len(a), len(b))


def told(record: Record) -> dict[str, Any]:
    """Return what a record says happened: everything but hashes, times and places in a source."""
    fields = msgspec.structs.asdict(record)
    return {name: value for name, value in fields.items() if name not in _SAME_ANYWAY}


def _divergence(a: GameLog, b: GameLog, parting: Parting) -> Divergence:
    return Divergence(
        seq=(parting.b or 0) if parting.a is None else parting.a,
        a=None if parting.a is None else a.log[parting.a],
        b=None if parting.b is None else b.log[parting.b],
    )


def _headers(a: GameCreated, b: GameCreated) -> tuple[HeaderField, ...]:
    one, other = _flat(msgspec.to_builtins(a)), _flat(msgspec.to_builtins(b))
    return tuple(
        HeaderField(field=name, a=one.get(name), b=other.get(name))
        for name in dict.fromkeys((*one, *other))
        if one.get(name) != other.get(name)
    )


def _flat(fields: dict[str, Any], before: str = "") -> dict[str, Any]:
    """Return nested objects as dotted names: ``rules.mulligan.kind``."""
    flat: dict[str, Any] = {}
    for name, value in fields.items():
        inner = _flat(value, f"{before}{name}.") if isinstance(value, dict) else None
        flat |= inner if inner is not None else {f"{before}{name}": value}
    return flat


def _after(
    a: GameLog, b: GameLog, parting: Parting, names: dict[str, str], seat: str
) -> tuple[Change, ...]:
    one = Evidence(a, seat).tables[len(a) - 1 if parting.a is None else parting.a]
    last = len(b) - 1 if parting.b is None else parting.b
    other = renamed(Evidence(b, seat).tables[last], names)
    return tuple(
        change for change in between(one, other) if change.path.partition(".")[0] not in COUNTED
    )


COUNTED = ("header", "numbers")
"""Parts of a table that are told apart elsewhere, or only number things."""


def between(before: Table, after: Table) -> tuple[Change, ...]:
    """Return every value in which two tables differ."""
    return changes(before, after)


def plain_record(log: GameLog, seq: int | None, seat: str = JUDGE) -> dict[str, Any] | None:
    """Return a record as a JSON object, without its place in the chain, as a viewer sees it.

    Of an event that the viewer may not see there is nothing but the record's number.
    """
    if seq is None:
        return None
    event = Evidence(log, seat).event(seq)
    if event is None:
        return {"seq": seq, "hidden": True}
    return {"seq": seq, "by": log.log[seq].by, "event": msgspec.to_builtins(event)}
