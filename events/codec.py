"""Canonical bytes: one event or record to its one line, and back only if the line is that line.

Canonical is RFC 8785 restricted to integers and NFC text, absent rather than default.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Any, get_origin

import msgspec

from events.base import LARGEST, Event
from events.catalogue import EVENT_TYPES
from events.errors import DataError, IntegrityError
from events.game import GameCreated
from events.records import Record
from events.upcasts import upcast

LONGEST_LINE = 64 * 1024
"""Bytes of a record's line, so that a reader's memory is bounded."""

LONGEST_HEADER = 4 * 1024 * 1024
"""Bytes of a header's line: decks and card definitions are in it."""


def _has_dictionary(hints: Iterable[object]) -> bool:
    return any(get_origin(hint) is dict for hint in hints)


_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(Record)
_plain = msgspec.json.Decoder()
_LEAF = hashlib.sha256(b"\x00")
_BAD_KEY = re.compile(rb'[{,]"(?![a-z0-9_]+":)(?:[^"\\]|\\.)*":')
_LONG_NUMBER = re.compile(rb"[0-9]{16,}")
_WORDED = frozenset(
    kind for kind in EVENT_TYPES.values() if _has_dictionary(kind.__annotations__.values())
)
"""Events with keys of the players' making, or numbers without a bound in their type."""


def encode(record: Record) -> bytes:
    """Return the record's canonical line, without a line end."""
    return _encoder.encode(record)


def encode_event(event: Event) -> bytes:
    """Return an event's canonical bytes."""
    return _encoder.encode(event)


def hash_line(line: bytes) -> str:
    """Return the hash of a record that has no openings, from its canonical line."""
    leaf = _LEAF.copy()
    leaf.update(line)
    return leaf.hexdigest()


def hash_lines(lines: Iterable[bytes]) -> list[str]:
    """Return the hash of each of many lines: ``hash_line``, without a call for each."""
    hashes = []
    copy = _LEAF.copy
    for line in lines:
        leaf = copy()
        leaf.update(line)
        hashes.append(leaf.hexdigest())
    return hashes


def hash_record(record: Record) -> str:
    """Return the hash the next record names as ``prev``: openings are left out of it."""
    closed = record if record.open is None else msgspec.structs.replace(record, open=None)
    return hash_line(encode(closed))


def hash_read(line: bytes, record: Record) -> str:
    """Return the hash of a record from the line it was read from, whatever its event's version."""
    if record.open is None:
        return hash_line(line)
    fields = _plain.decode(line)
    return hash_line(_encoder.encode({key: fields[key] for key in fields if key != "open"}))


def decode(line: bytes, *, limit: int = LONGEST_LINE) -> Record:
    """Return the record of a canonical line of at most ``limit`` bytes.

    Raises ``IntegrityError`` where the bytes are not the canonical ones, ``DataError`` where they
    are no record, ``VersionError`` where they are a newer one.
    """
    if len(line) > limit:
        raise DataError("data/line_too_long", f"{len(line):,} bytes are too many for one record")
    try:
        record = _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _decode_slowly(line)
    if _encoder.encode(record) != line:
        return _decode_slowly(line)
    if not line.isascii():
        _check_normal(line)
    _check_words(record, line)
    return record


def decode_lines(text: bytes) -> list[Record] | None:
    """Return the records of many lines at once, or nothing if any of them is unusual.

    For speed alone: what this refuses, ``decode`` may accept, and it says why not. A header and
    records with openings are always unusual.
    """
    try:
        records = _decoder.decode_lines(text)
        if _encoder.encode_lines(records) != text:
            return None
        if not text.isascii():
            _check_normal(text)
        special = [each for each in records if type(each.event) in _WORDED or each.open is not None]
        for record in special:
            if record.open is not None or isinstance(record.event, GameCreated):
                return None
            _check_words(record, _encoder.encode(record))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, DataError):
        return None
    return records


def _decode_slowly(line: bytes) -> Record:
    """Say what is wrong with a line, or bring an old version of an event up to today's."""
    raw = _parse(line)
    if _encoder.encode(raw) != line:
        raise IntegrityError("log/not_canonical", _why_not_canonical(line))
    _check_normal(line)
    if not isinstance(raw, dict) or not isinstance(raw.get("event"), dict):
        raise DataError("data/no_record", "this is JSON, but no record: it has no event")
    fields = upcast(raw["event"])
    try:
        record = msgspec.convert(raw | {"event": fields}, Record)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `")
        field = place.rstrip("`").removeprefix("$.") or None
        raise DataError("data/field", reason, field=field) from error
    said = _plain.decode(_encoder.encode(record))
    if fields is not raw["event"]:
        said["event"] = raw["event"]
    if _encoder.encode(said) != line:
        raise IntegrityError(
            "log/not_canonical",
            "a field stands there with its default value, or one that must stand there is missing",
        )
    _check_words(record, line)
    return record


def _parse(line: bytes) -> Any:  # noqa: ANN401 - any JSON at all
    try:
        return _plain.decode(line)
    except RecursionError:
        raise DataError("data/too_deep", "the JSON is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError("data/no_json", f"this is no JSON ({error})") from error


def _check_words(record: Record, line: bytes) -> None:
    """Refuse keys that are no plain words, and numbers that some JSON reader would round.

    Both are only possible where the types leave them open: dictionaries, and the header.
    """
    if type(record.event) not in _WORDED and record.open is None:
        return
    if _BAD_KEY.search(line):
        raise IntegrityError("log/not_canonical", "a key has other characters than a-z, 0-9 and _")
    if _LONG_NUMBER.search(line) and not _is_exact(_plain.decode(line)):
        raise IntegrityError("log/not_canonical", f"a number is beyond {LARGEST}")


def _is_exact(value: Any) -> bool:  # noqa: ANN401 - any JSON at all
    match value:
        case dict():
            return all(map(_is_exact, value.values()))
        case list():
            return all(map(_is_exact, value))
        case int():
            return abs(value) <= LARGEST
        case _:
            return True


def _check_normal(line: bytes) -> None:
    if not unicodedata.is_normalized("NFC", line.decode("utf-8")):
        raise IntegrityError("log/not_canonical", "the text is not in Unicode's form NFC")


def _why_not_canonical(line: bytes) -> str:
    if line.endswith(b"\r"):
        return "the line ends in a carriage return"
    if line.startswith(b"\xef\xbb\xbf"):
        return "the line starts with a byte-order mark"
    return (
        "the JSON is not the canonical one: keys sorted and unique, no spaces, "
        f"integers up to {LARGEST}, shortest escapes"
    )
