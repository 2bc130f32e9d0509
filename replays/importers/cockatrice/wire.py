"""Protocol Buffers as they stand in a file: fields by number, nothing of what they mean.

Only what a replay needs is decoded; everything else is skipped by its length.
"""

from collections.abc import Iterator

from msgspec import Struct

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
_LENGTHS = {FIXED64: 8, FIXED32: 4}
LONGEST_VARINT = 10
"""Bytes of a number of 64 bits."""


class WireError(Exception):
    """The bytes are no message."""

    def __init__(self, why: str, offset: int) -> None:
        """Say what is wrong, and where in the message."""
        super().__init__(f"{why} (offset {offset})")
        self.offset = offset


class Field(Struct, frozen=True, gc=False):
    """One field: its number, and its value as a number or as bytes; where it begins."""

    number: int
    value: int | bytes
    offset: int


def fields(data: bytes) -> Iterator[Field]:
    """Yield the fields of a message; ``WireError`` at the first that is none."""
    offset = 0
    while offset < len(data):
        start = offset
        key, offset = varint(data, offset)
        number, kind = key >> 3, key & 7
        if not number:
            raise WireError("a field has no number", start)
        if kind == VARINT:
            value, offset = varint(data, offset)
            yield Field(number, value, start)
            continue
        if kind == BYTES:
            length, offset = varint(data, offset)
        elif kind in _LENGTHS:
            length = _LENGTHS[kind]
        else:
            raise WireError(f"a field is of kind {kind}, which replays do not have", start)
        if length > len(data) - offset:
            raise WireError("a field goes beyond the end", start)
        yield Field(number, data[offset : offset + length], start)
        offset += length


def varint(data: bytes, offset: int) -> tuple[int, int]:
    """Return a number, seven bits a byte from the lowest on, and the offset after it."""
    value = 0
    for place in range(LONGEST_VARINT):
        if offset + place >= len(data):
            raise WireError("a number is cut off", offset)
        byte = data[offset + place]
        value |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:  # noqa: PLR2004 - the highest bit says that another byte follows
            return value & 0xFFFF_FFFF_FFFF_FFFF, offset + place + 1
    raise WireError("a number is too long", offset)


def zigzag(value: int) -> int:
    """Return a signed number from how ``sint32`` and ``sint64`` are written."""
    return (value >> 1) ^ -(value & 1)


class Message:
    """The fields of one message, by number; what is absent is 0, empty, or no message."""

    def __init__(self, data: bytes) -> None:
        """Decode all fields, or those before the first that is none: the message is ``broken`` then."""
        self._fields: dict[int, list[int | bytes]] = {}
        self.broken = False
        try:
            for field in fields(data):
                self._fields.setdefault(field.number, []).append(field.value)
        except WireError:
            self.broken = True

    def __contains__(self, number: int) -> bool:
        return number in self._fields

    def __iter__(self) -> Iterator[int]:
        return iter(self._fields)

    def number(self, number: int, default: int = 0) -> int:
        """Return an unsigned number or a truth value."""
        value = self._fields.get(number, [default])[-1]
        return value if isinstance(value, int) else default

    def signed(self, number: int, default: int = 0) -> int:
        """Return a signed number."""
        value = self._fields.get(number, [None])[-1]
        return zigzag(value) if isinstance(value, int) else default

    def text(self, number: int) -> str:
        """Return a text."""
        value = self._fields.get(number, [b""])[-1]
        return value.decode("utf-8", errors="replace") if isinstance(value, bytes) else ""

    def message(self, number: int) -> "Message | None":
        """Return a message within this one."""
        value = self._fields.get(number, [None])[-1]
        return Message(value) if isinstance(value, bytes) else None

    def messages(self, number: int) -> "Iterator[Message]":
        """Yield all messages of a repeated field."""
        for value in self._fields.get(number, ()):
            if isinstance(value, bytes):
                yield Message(value)

    def numbers(self, number: int) -> list[int]:
        """Return a repeated field of numbers, packed into one or not."""
        found: list[int] = []
        for value in self._fields.get(number, ()):
            if isinstance(value, int):
                found.append(value)
                continue
            found += _packed(value)
        return found


def _packed(data: bytes) -> Iterator[int]:
    """Yield the numbers that stand one after the other, up to one that is cut off."""
    offset = 0
    while offset < len(data):
        try:
            value, offset = varint(data, offset)
        except WireError:
            return
        yield value
