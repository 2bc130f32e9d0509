"""Redacting: a log fit to be shown to others, without names, and without what a seat may not know.

Implements CR 400.2 through ``projections.views``. The result is a log of its own, with its own chain:
of everything it verifies like any other; of one seat's knowledge it reads like an imported record.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from events.base import Event
from events.errors import DataError
from events.game import GameCreated, ImportEntry
from events.log import EventLog
from events.records import Draft, Record
from events.rulings import NoteAdded, Rewound, RulingMade, TakeBackAgreed
from replays.analysis.reading import Reading, View, has_seat
from replays.game_log import GameLog
from replays.output import JUDGE

CLIENT = "apnap"
"""Whose record a log of one seat's knowledge is."""

NUMBERS: dict[type[Event], str] = {
    NoteAdded: "about",
    Rewound: "to",
    RulingMade: "about",
    TakeBackAgreed: "to",
}
"""Events that name a record by its number: the field that does."""


def redacted(
    game: GameLog, *, seat: str = JUDGE, names: bool = False, times: bool = False, salt: str
) -> EventLog:
    """Return a log for others to read.

    Without ``names`` seats are numbered, players and the game get digests made with ``salt``, and
    free text is emptied; without ``times`` nobody learns when. For a ``seat``, or ``public``, what it
    may not know is absent: nothing in such a log can be re-derived. Raises ``usage/seat`` where the
    game has no such seat.
    """
    if not has_seat(game.log, seat):
        seats = ", ".join(entry.seat for entry in game.header.seats)
        raise DataError("usage/seat", f"nobody sits at {seat!r}; there are {seats} and public")
    reading = Reading(game, View(seat=seat, names=names, salt=salt))
    kept = [record.seq for record in reading.seen]
    drafts = [_draft(record, kept, times=times) for record in reading.seen]
    header = _header(reading, kept)
    return EventLog().append([replace(drafts[0], event=header), *drafts[1:]])


def _header(reading: Reading, kept: Sequence[int]) -> GameCreated:
    """Return the header; of one seat's knowledge it says whose it is, so that nobody re-derives it."""
    header = replace(reading.header, branch_of="")
    if reading.is_judge:
        return header
    given = max(0, _number(kept, reading.records[0].event.given))
    return replace(header, given=given, imported=ImportEntry(client=CLIENT, recorder=reading.eyes))


def _draft(record: Record, kept: Sequence[int], *, times: bool) -> Draft:
    fields: dict[str, Any] = {name: getattr(record, name) for name in Draft.__struct_fields__}
    event: Event = record.event
    field = NUMBERS.get(type(event))
    if field is not None:
        event = replace(event, **{field: _number(kept, getattr(event, field))})
    cause = None if record.cause is None else _number(kept, record.cause)
    at = record.at if times else ""
    return Draft(**(fields | {"event": event, "cause": cause, "at": at}))


def _number(kept: Sequence[int], seq: int) -> int:
    """Return the new number of a record, or of the last one before it that is told."""
    return bisect_right(kept, seq) - 1
