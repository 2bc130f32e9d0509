"""Audit of the records themselves: who wrote them, when, about what, and under which keys.

What a log's format says of its fields and no verdict asks: for native and imported logs alike.
"""

import re
from collections.abc import Iterator, Sequence

from events.base import Event
from events.errors import IllegalAction
from events.log import EventLog
from events.records import Record
from events.rulings import NoteAdded, Rewound, RulingMade, TakeBackAgreed
from events.vocabulary import RESERVED_AUTHORS
from projections.table import Table
from projections.viewers import PUBLIC
from replays.audit.framework import Finding, audits
from replays.outside import check_author, is_outside

TIME = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}Z"
)
"""RFC 3339, UTC, with milliseconds."""

NOTES = "MTR.notes"


@audits("records")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Look at the fields around each event."""
    del tables
    seats = {str(entry.seat) for entry in log.header.seats}
    keys: dict[str, int] = {}
    for record in log:
        yield from _author(record, seats, is_native=log.header.imported is None)
        yield from _fields(record)
        if record.id and keys.setdefault(record.id, record.seq) != record.seq:
            message = f"the key {record.id!r} was used before, at record {keys[record.id]}"
            yield Finding(seq=record.seq, code="record/key", rule=NOTES, message=message)


def _author(record: Record, seats: set[str], *, is_native: bool) -> Iterator[Finding]:
    if record.by not in seats | RESERVED_AUTHORS - {PUBLIC}:
        message = f"{record.by!r} is nobody who writes in a log"
        yield Finding(seq=record.seq, code="record/author", rule="MTR.judge", message=message)
    elif is_native and (record.reported or is_outside(record)):
        try:
            check_author(record, seats)
        except IllegalAction as refusal:
            yield Finding(
                seq=record.seq, code=refusal.code, rule=refusal.rule, message=refusal.message
            )


def _fields(record: Record) -> Iterator[Finding]:
    seq = record.seq
    if record.at and TIME.fullmatch(record.at) is None:
        message = f"{record.at!r} is no time such as 2026-11-30T12:00:00.000Z"
        yield Finding(seq=seq, code="record/time", rule=NOTES, message=message)
    about = _about(record.event)
    if about > max(0, seq - 1):
        message = f"it is about record {about}, which is not before it"
        yield Finding(seq=seq, code="record/about", rule=NOTES, message=message)


def _about(event: Event) -> int:
    match event:
        case NoteAdded() | RulingMade():
            return event.about
        case Rewound() | TakeBackAgreed():
            return event.to
        case _:
            return 0
