"""The log: an immutable sequence of records, chained by their hashes.

A log is never changed; appending gives a new one. Reading one gives its valid prefix and what stopped it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, overload

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from events.codec import (
    LONGEST_HEADER,
    LONGEST_LINE,
    decode,
    decode_lines,
    encode,
    hash_line,
    hash_lines,
    hash_read,
    hash_record,
)
from events.errors import DataError, IntegrityError, VersionError
from events.game import GameCreated
from events.identifiers import parse_seat
from events.records import FORMAT, NO_HASH, Draft, Record

if TYPE_CHECKING:
    from events.base import Event

NO_ORIGINALS: Mapping[int, bytes] = MappingProxyType({})


class EventLog(Sequence[Record]):
    """Records 0 … n-1 of one game; record 0 is its header."""

    __slots__ = ("_head", "_originals", "_records")

    def __init__(
        self,
        records: tuple[Record, ...] = (),
        head: str = NO_HASH,
        originals: Mapping[int, bytes] = NO_ORIGINALS,
    ) -> None:
        """Trust the caller that ``head`` is the last record's hash: use ``append`` or ``read``.

        ``originals`` are the lines, by number, whose events were of an old version when read.
        """
        self._records = records
        self._head = head
        self._originals = originals

    @property
    def head(self) -> str:
        """The hash of the last record: whoever knows it knows that nothing before it was changed."""
        return self._head

    @property
    def header(self) -> GameCreated:
        """The first event. Raises ``DataError`` on an empty log."""
        if not self._records:
            raise DataError("log/empty", "the log has no records, not even a header")
        event: Event = self._records[0].event
        assert isinstance(event, GameCreated)  # noqa: S101 - every way in has checked it
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
        batch = seal_batch(drafts, len(self), self._head)
        if not batch.records:
            return self
        if not self._records:
            check_header(batch.records[0])
        return self.grown(batch)

    def grown(self, batch: "Sealed") -> "EventLog":
        """Return the log with a batch that was sealed onto its head; trust the caller for that."""
        return EventLog(self._records + batch.records, batch.head, self._originals)

    def extend(self, records: Sequence[Record]) -> "EventLog":
        """Return a log with sealed records on its end.

        Raises ``IntegrityError`` if they do not fit. Records read in an old version never do,
        because their bytes are not known here: go on with ``read_on`` instead.
        """
        head = self._head
        for number, record in enumerate(records, len(self)):
            check_link(record, number, head)
            head = hash_record(record)
        return EventLog(self._records + tuple(records), head, self._originals)

    def prefix(self, length: int) -> "EventLog":
        """Return the log of the first ``length`` records."""
        if not 0 <= length <= len(self):
            raise DataError(
                "position/range", f"the log has {len(self)} records, so no first {length}"
            )
        head = self._head if length == len(self) else self._records[length].prev
        return EventLog(self._records[:length], head, self._originals)

    @property
    def has_originals(self) -> bool:
        """Whether some lines were written in an old version of their events."""
        return bool(self._originals)

    def lines(self) -> Iterator[bytes]:
        """Yield the canonical line of each record, as it was read, without line ends."""
        if not self._originals:
            return map(encode, self._records)
        return (
            self._originals.get(number) or encode(record)
            for number, record in enumerate(self._records)
        )


class Reading(Struct, frozen=True):
    """What could be read: the valid prefix, and what stopped the reader, if anything did."""

    log: EventLog
    failure: DataError | None = None

    def strict(self) -> EventLog:
        """Return the log, or raise what stopped the reader."""
        if self.failure is not None:
            raise self.failure
        return self.log


class Sealed(Struct, frozen=True):
    """A batch as it will stand in a log: its records, their lines with line ends, and the new head."""

    records: tuple[Record, ...]
    lines: tuple[bytes, ...]
    head: str


def seal_batch(drafts: Iterable[Draft], seq: int, head: str) -> Sealed:
    """Return the drafts numbered from ``seq`` and chained onto ``head``."""
    records: list[Record] = []
    lines: list[bytes] = []
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
        line = encode(record)
        head = hash_line(line)
        records.append(record)
        lines.append(line + b"\n")
    return Sealed(tuple(records), tuple(lines), head)


def seal(drafts: Iterable[Draft], seq: int, head: str) -> tuple[Record, ...]:
    """Return the drafts as records numbered from ``seq`` and chained onto ``head``."""
    return seal_batch(drafts, seq, head).records


def read(lines: Iterable[bytes], *, file: str | None = None) -> Reading:
    """Read a log from its lines, checking bytes, numbers and chain; stop at the first that fails.

    Lines keep their line ends; a last line without one is a torn write and not accepted.
    """
    return read_on(EventLog(), lines, file=file)


def read_on(log: EventLog, lines: Iterable[bytes], *, file: str | None = None) -> Reading:
    """Read the lines that continue a log. A failure of the lines themselves is told as theirs."""
    reader = _Reader(log)
    failure: DataError | None = None
    try:
        for block in _blocks(lines, alone=not log):
            reader.take(block)
    except DataError as error:
        seq = reader.length
        failure = locate(error, file=file, line=seq + 1, seq=seq)
    read_so_far = reader.log()
    if not read_so_far and failure is None:
        failure = DataError("log/empty", "the log is empty: it has no header", file=file)
    return Reading(read_so_far, failure)


BLOCK = 256
"""Lines decoded in one go: enough to be fast, and at most 16 MiB of the longest lines."""


def _blocks(lines: Iterable[bytes], *, alone: bool) -> Iterator[list[bytes]]:
    """Yield the lines in blocks, the header in one ``alone``; all before a failure come first."""
    left = iter(lines)
    size = 1 if alone else BLOCK
    while True:
        block: list[bytes] = []
        try:
            block.extend(islice(left, size))
        except DataError:
            yield block
            raise
        if not block:
            return
        yield block
        size = BLOCK


class _Reader:
    """Records read so far, and what the next one has to continue."""

    def __init__(self, log: EventLog) -> None:
        self._before = log
        self._records: list[Record] = []
        self._originals: dict[int, bytes] = {}
        self._head = log.head

    @property
    def length(self) -> int:
        return len(self._before) + len(self._records)

    def log(self) -> EventLog:
        originals = self._before._originals  # noqa: SLF001 - the same module
        if self._originals:
            originals = {**originals, **self._originals}
        return EventLog(self._before.records + tuple(self._records), self._head, originals)

    def take(self, block: list[bytes]) -> None:
        """Read a block at once if nothing in it is unusual, or else line by line."""
        done = read_block(block, self.length, self._head) if self.length else None
        if done is not None:
            records, self._head = done
            self._records += records
            return
        for raw in block:
            record, head = read_line(raw, self.length, self._head)
            if encode(record) != raw[:-1]:
                self._originals[record.seq] = raw[:-1]
            self._records.append(record)
            self._head = head


def read_block(block: Sequence[bytes], seq: int, head: str) -> tuple[list[Record], str] | None:
    """Return the records of usual lines and the new head, or nothing where one is unusual.

    For speed alone: ``read_line`` has the last word on what is refused, and why.
    """
    text = b"".join(block)
    records = decode_lines(text)
    if not records or len(records) != len(block):
        return None
    if len(text) > LONGEST_LINE and max(map(len, block)) > LONGEST_LINE:
        return None
    hashes = [head, *hash_lines([line[:-1] for line in block])]
    in_order = [record.seq for record in records] == list(range(seq, seq + len(records)))
    in_chain = [record.prev for record in records] == hashes[:-1]
    return (records, hashes[-1]) if in_order and in_chain and not late_causes(records) else None


def read_line(raw: bytes, seq: int, head: str) -> tuple[Record, str]:
    """Return the record of one line and its hash, having checked that it continues ``head``."""
    if not raw.endswith(b"\n"):
        raise IntegrityError(
            "log/torn", "the last line has no end: it was cut off while being written"
        )
    line = raw[:-1]
    record = decode(line, limit=LONGEST_LINE if seq else LONGEST_HEADER)
    check_link(record, seq, head)
    return record, hash_read(line, record)


def late_causes(records: Iterable[Record]) -> list[Record]:
    """Return the records that name as their cause one that does not come before them."""
    return [one for one in records if one.cause is not None and one.cause >= one.seq]


def check_link(record: Record, seq: int, head: str) -> None:
    """Raise ``IntegrityError`` unless the record has the next number and names the hash before it."""
    if record.seq != seq:
        raise IntegrityError("log/sequence", f"the record is numbered {record.seq}, not {seq}")
    if record.prev != head:
        raise IntegrityError(
            "log/chain", "prev is not the hash of the record before: that record, or this, changed"
        )
    if late_causes((record,)):
        raise IntegrityError(
            "log/cause", f"record {record.cause} led to it, as it says, and is not before it"
        )
    if seq == 0:
        check_header(record)
    elif isinstance(record.event, GameCreated):
        raise IntegrityError("log/second_header", "a header stands in the middle of the log")


def check_header(record: Record) -> None:
    """Raise unless the record is a header that this program can read."""
    event: Event = record.event
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
    return type(error)(error.code, error.reason, file=file, line=line, seq=seq, field=error.field)


def with_opening(record: Record, opening: dict[str, str]) -> Record:
    """Return a record with openings of its hidden values; its hash stays what it was."""
    return replace(record, open=opening)


def to_json(value: object) -> bytes:
    """Return any of this package's structs as canonical JSON bytes."""
    return msgspec.json.encode(value, order="sorted")
