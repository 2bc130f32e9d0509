"""The log: an immutable sequence of records, chained by their hashes.

A log is never changed; appending gives a new one. Reading one gives its valid prefix and what stopped it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from events.codec import LONGEST_HEADER, LONGEST_LINE, decode, encode, hash_line, hash_record
from events.errors import DataError, IntegrityError, VersionError
from events.game import GameCreated
from events.identifiers import parse_seat
from events.records import FORMAT, NO_HASH, Draft, Record


class EventLog(Sequence[Record]):
    """Records 0 … n-1 of one game; record 0 is its header."""

    __slots__ = ("_head", "_records")

    def __init__(self, records: tuple[Record, ...] = (), head: str = NO_HASH) -> None:
        """Trust the caller that ``head`` is the hash of the last record: use ``append`` or ``read``."""
        self._records = records
        self._head = head

    @property
    def head(self) -> str:
        """The hash of the last record: whoever knows it knows that nothing before it was changed."""
        return self._head

    @property
    def header(self) -> GameCreated:
        """The first event. Raises ``DataError`` on an empty log."""
        if not self._records:
            raise DataError("log/empty", "the log has no records, not even a header")
        event = self._records[0].event
        assert isinstance(event, GameCreated)
        return event

    @property
    def records(self) -> tuple[Record, ...]:
        """All records, as a tuple."""
        return self._records

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, index: int | slice) -> Record | tuple[Record, ...]:
        return self._records[index]

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EventLog):
            return NotImplemented
        return self._head == other._head and len(self) == len(other)

    def __hash__(self) -> int:
        return hash(self._head)

    def __repr__(self) -> str:
        return f"<EventLog {len(self)} records, head {self._head[:8]}>"

    def append(self, drafts: Iterable[Draft]) -> "EventLog":
        """Return a log with the drafts sealed onto its end."""
        records = seal(drafts, len(self), self._head)
        if not records:
            return self
        if not self._records:
            check_header(records[0])
        return EventLog(self._records + records, hash_record(records[-1]))

    def extend(self, records: Sequence[Record]) -> "EventLog":
        """Return a log with sealed records on its end; raises ``IntegrityError`` if they do not fit."""
        head = self._head
        for number, record in enumerate(records, len(self)):
            check_link(record, number, head)
            head = hash_record(record)
        return EventLog(self._records + tuple(records), head)

    def prefix(self, length: int) -> "EventLog":
        """Return the log of the first ``length`` records."""
        if not 0 <= length <= len(self):
            raise DataError(
                "position/range", f"the log has {len(self)} records, so no first {length}"
            )
        head = self._head if length == len(self) else self._records[length].prev
        return EventLog(self._records[:length], head)

    def lines(self) -> Iterator[bytes]:
        """Yield the canonical line of each record, without line ends."""
        return map(encode, self._records)


class Reading(Struct, frozen=True):
    """What could be read: the valid prefix, and what stopped the reader, if anything did."""

    log: EventLog
    failure: DataError | None = None

    def strict(self) -> EventLog:
        """Return the log, or raise what stopped the reader."""
        if self.failure is not None:
            raise self.failure
        return self.log


def seal(drafts: Iterable[Draft], seq: int, head: str) -> tuple[Record, ...]:
    """Return the drafts as records numbered from ``seq`` and chained onto ``head``."""
    sealed: list[Record] = []
    for number, entry in enumerate(drafts, seq):
        record = Record(
            seq=number,
            by=entry.by,
            event=entry.event,
            prev=head,
            cause=entry.cause,
            rule=entry.rule,
            id=entry.id,
            at=entry.at,
            source=entry.source,
            inferred=entry.inferred,
            reported=entry.reported,
        )
        sealed.append(record)
        head = hash_record(record)
    return tuple(sealed)


def read(lines: Iterable[bytes], *, file: str | None = None) -> Reading:
    """Read a log from its lines, checking bytes, numbers and chain; stop at the first that fails.

    ``lines`` may keep their line ends; a last line without one is a torn write and not accepted.
    """
    records: list[Record] = []
    head = NO_HASH
    failure: DataError | None = None
    for number, raw in enumerate(lines):
        try:
            record, head = read_line(raw, number, head)
        except DataError as error:
            failure = locate(error, file=file, line=number + 1, seq=number)
            break
        records.append(record)
    if not records and failure is None:
        failure = DataError("log/empty", "the log is empty: it has no header", file=file)
    return Reading(EventLog(tuple(records), head), failure)


def read_line(raw: bytes, seq: int, head: str) -> tuple[Record, str]:
    """Return the record of one line and its hash, having checked that it continues ``head``."""
    if not raw.endswith(b"\n"):
        raise IntegrityError(
            "log/torn", "the last line has no end: it was cut off while being written"
        )
    line = raw[:-1]
    record = decode(line, limit=LONGEST_LINE if seq else LONGEST_HEADER)
    check_link(record, seq, head)
    return record, hash_record(record) if record.open else hash_line(line)


def check_link(record: Record, seq: int, head: str) -> None:
    """Raise ``IntegrityError`` unless the record has the next number and names the hash before it."""
    if record.seq != seq:
        raise IntegrityError("log/sequence", f"the record is numbered {record.seq}, not {seq}")
    if record.prev != head:
        raise IntegrityError(
            "log/chain", "prev is not the hash of the record before: that record, or this, changed"
        )
    if seq == 0:
        check_header(record)
    elif isinstance(record.event, GameCreated):
        raise IntegrityError("log/second_header", "a header stands in the middle of the log")


def check_header(record: Record) -> None:
    """Raise unless the record is a header that this program can read."""
    event = record.event
    if not isinstance(event, GameCreated):
        raise DataError(
            "log/no_header", f"the first record is a {type(event).__name__}, not a GameCreated"
        )
    if event.format > FORMAT:
        raise VersionError(
            "log/format",
            f"the log has format {event.format}; this program reads up to {FORMAT}",
        )
    seats = [parse_seat(entry.seat) for entry in event.seats]
    if not seats or len(set(seats)) != len(seats):
        raise DataError("log/seats", "a game needs at least one seat, each with its own name")


def locate(
    error: DataError, *, file: str | None = None, line: int | None = None, seq: int | None = None
) -> DataError:
    """Return the error with the place where it happened."""
    return type(error)(
        error.code, error.reason, file=file, line=line, seq=seq, field=error.field
    )


def with_opening(record: Record, opening: dict[str, str]) -> Record:
    """Return a record with openings of its hidden values; its hash stays what it was."""
    return replace(record, open=opening)


def to_json(value: object) -> bytes:
    """Return any of this package's structs as canonical JSON bytes."""
    return msgspec.json.encode(value, order="sorted")
