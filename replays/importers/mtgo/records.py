"""The binary form of Magic Online's match logs: read, resumed where it grows, and written again.

A head with the match's id, then records: .NET ticks of the local clock, a zero byte, a sentence.
Text is UTF-8 with its length in front, seven bits a byte. Reading and writing are exact inverses.
"""

from msgspec import Struct

VERSION = 1
KIND = 4
MAGIC = b"\x01\x00\x24"
"""How a file begins: the version, a zero, and the 36 characters of the match's id."""

TICKS = 8
LONGEST_TEXT = 64 * 1024
"""Bytes of one sentence: the longest met have about two thousand."""
MOST_RECORDS = 200_000
"""Records of one match: the longest met have some thousands."""
LONGEST_LENGTH = 3
"""Bytes of a text's length: enough for ``LONGEST_TEXT``."""


class Head(Struct, frozen=True, kw_only=True):
    """What precedes the records."""

    match: str
    """The id of the match."""
    again: str
    """The same id once more."""
    end: int
    """Offset of the first record."""


class LogRecord(Struct, frozen=True, kw_only=True, gc=False):
    """One sentence with its time."""

    offset: int
    ticks: int
    text: str


class Reading(Struct, frozen=True, kw_only=True):
    """What could be read, where to go on once the file has grown, and what stopped the reader."""

    head: Head | None
    records: tuple[LogRecord, ...] = ()
    end: int = 0
    """Offset of what could not be read yet: a record that is still being written, or the end."""
    size: int = 0
    damage: str = ""
    """Why nothing after ``end`` can be read however much the file grows; empty otherwise."""

    @property
    def is_cut(self) -> bool:
        """Whether the last record is not whole."""
        return not self.damage and self.end < self.size


class _CutError(Exception):
    """The bytes end before what is being read does."""


class _DamagedError(Exception):
    """The bytes are not what the form demands."""


def read_match_log(data: bytes, *, since: Reading | None = None) -> Reading:
    """Return the records of a file; ``since`` an earlier reading of it, only what has come since."""
    head = since.head if since is not None else None
    offset = since.end if since is not None else 0
    records: list[LogRecord] = []
    damage = ""
    try:
        if head is None:
            head = _head(data)
            offset = head.end
        while offset < len(data) and len(records) < MOST_RECORDS:
            record, after = _record(data, offset)
            records.append(record)
            offset = after
    except _CutError:
        pass
    except _DamagedError as error:
        damage = str(error)
    if len(records) >= MOST_RECORDS and offset < len(data):
        damage = f"it has more than {MOST_RECORDS:,} records"
    return Reading(head=head, records=tuple(records), end=offset, size=len(data), damage=damage)


def _head(data: bytes) -> Head:
    _expect(data, 0, VERSION, "version")
    match, offset = _text(data, 2)
    _expect(data, offset, KIND, "kind of log")
    again, end = _text(data, offset + 2)
    return Head(match=match, again=again, end=end)


def _expect(data: bytes, offset: int, number: int, what: str) -> None:
    """Check a numbered part: its number and a zero byte."""
    if len(data) < offset + 2:
        raise _CutError
    if data[offset] != number or data[offset + 1]:
        told = f"its {what} is {data[offset]}.{data[offset + 1]}, not {number}.0 (offset {offset})"
        raise _DamagedError(told)


def _record(data: bytes, offset: int) -> tuple[LogRecord, int]:
    start = offset + TICKS
    if len(data) <= start:
        raise _CutError
    if data[start]:
        told = f"the record at offset {offset} has {data[start]} where a zero should be"
        raise _DamagedError(told)
    text, end = _text(data, start + 1)
    ticks = int.from_bytes(data[offset:start], "little", signed=True)
    return LogRecord(offset=offset, ticks=ticks, text=text), end


def _text(data: bytes, offset: int) -> tuple[str, int]:
    length, start = _length(data, offset)
    if length > LONGEST_TEXT:
        raise _DamagedError(f"a text of {length:,} bytes at offset {offset} is too long to be one")
    end = start + length
    if end > len(data):
        raise _CutError
    return data[start:end].decode("utf-8", errors="surrogateescape"), end


def _length(data: bytes, offset: int) -> tuple[int, int]:
    """Return a length, seven bits a byte from the lowest on, and the offset after it."""
    value = 0
    for number in range(LONGEST_LENGTH):
        if offset + number >= len(data):
            raise _CutError
        byte = data[offset + number]
        value |= (byte & 0x7F) << (7 * number)
        if byte < 0x80:  # noqa: PLR2004 - the highest bit says that another byte follows
            if number and not byte:
                raise _DamagedError(f"the length at offset {offset} is not in its shortest form")
            return value, offset + number + 1
    raise _DamagedError(f"the length at offset {offset} is too large")


def write_match_log(head: Head, records: tuple[LogRecord, ...]) -> bytes:
    """Return the bytes of a head and its records."""
    parts = [bytes((VERSION, 0)), _packed(head.match), bytes((KIND, 0)), _packed(head.again)]
    for record in records:
        parts += (record.ticks.to_bytes(TICKS, "little", signed=True), b"\0", _packed(record.text))
    return b"".join(parts)


def _packed(text: str) -> bytes:
    raw = text.encode("utf-8", errors="surrogateescape")
    length, digits = len(raw), bytearray()
    while length >= 0x80:  # noqa: PLR2004 - the highest bit says that another byte follows
        digits.append(length & 0x7F | 0x80)
        length >>= 7
    digits.append(length)
    return bytes(digits) + raw
