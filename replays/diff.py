"""Differences: between two logs, the first record where they part; between two tables, each value.

Hashes and times are no difference: two records differ in what happened and who did it.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from events.base import Event
from events.game import GameCreated
from events.records import Record
from projections.paths import Change, changes
from projections.table import Table
from replays.game_log import GameLog

_SAME_ANYWAY = ("prev", "at", "id", "source", "open")
"""Fields of a record that do not say what happened."""


class Divergence(Struct, frozen=True, kw_only=True):
    """The first record in which two logs differ; the shorter log may have none there."""

    seq: int
    a: Record | None
    b: Record | None


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
    """How many records, the header counted, the two have in common from the start."""
    header: tuple[HeaderField, ...] = ()
    first_divergence: Divergence | None = None
    changes: tuple[Change, ...] = ()
    """What differs on the tables after the records that diverge."""

    @property
    def same(self) -> bool:
        """Whether the logs tell the same game."""
        return not self.header and self.first_divergence is None


def diff(a: GameLog, b: GameLog) -> LogDiff:
    """Return what differs between two logs."""
    common = _common(a.log, b.log)
    parted = common < max(len(a), len(b))
    return LogDiff(
        a=a.path,
        b=b.path,
        common=common,
        header=_headers(a.header, b.header),
        first_divergence=_divergence(a, b, common) if parted else None,
        changes=_after(a, b, common) if parted else (),
    )


def _common(a: Sequence[Record], b: Sequence[Record]) -> int:
    """Count the records that tell the same; headers count as the same, and are told apart."""
    for seq, (one, other) in enumerate(zip(a, b, strict=False)):
        if seq and told(one) != told(other):
            return seq
    return min(len(a), len(b))


def told(record: Record) -> dict[str, Any]:
    """Return what a record says happened: everything but hashes, times and places in a source."""
    fields = msgspec.structs.asdict(record)
    return {name: value for name, value in fields.items() if name not in _SAME_ANYWAY}


def _divergence(a: GameLog, b: GameLog, seq: int) -> Divergence:
    return Divergence(
        seq=seq,
        a=a.log[seq] if seq < len(a) else None,
        b=b.log[seq] if seq < len(b) else None,
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


def _after(a: GameLog, b: GameLog, seq: int) -> tuple[Change, ...]:
    return between(a.tables[min(seq, len(a) - 1)], b.tables[min(seq, len(b) - 1)])


def between(before: Table, after: Table) -> tuple[Change, ...]:
    """Return every value in which two tables differ."""
    return changes(before, after)


def plain_record(record: Record | None) -> dict[str, Any] | None:
    """Return a record as a JSON object, without its place in the chain."""
    if record is None:
        return None
    event: Event = record.event
    plain: dict[str, Any] = {
        "seq": record.seq,
        "by": record.by,
        "event": msgspec.to_builtins(event),
    }
    return plain
