"""Canonical bytes: one event or record to its one line, and back only if the line is that line.

Canonical is RFC 8785 restricted to integers and NFC text, absent rather than default.
"""

import hashlib
import unicodedata
from typing import Any

import msgspec

from events.base import LARGEST, Event
from events.errors import DataError, IntegrityError
from events.records import Record
from events.upcasts import upcast

LONGEST_LINE = 64 * 1024
"""Bytes of a record's line, so that a reader's memory is bounded."""

LONGEST_HEADER = 4 * 1024 * 1024
"""Bytes of a header's line: decks and card definitions are in it."""

_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(Record)
_plain = msgspec.json.Decoder()
_LEAF = b"\x00"


def encode(record: Record) -> bytes:
    """Return the record's canonical line, without a line end."""
    return _encoder.encode(record)


def encode_event(event: Event) -> bytes:
    """Return an event's canonical bytes."""
    return _encoder.encode(event)


def hash_line(line: bytes) -> str:
    """Return the hash of a record that has no openings, from its canonical line."""
    return hashlib.sha256(_LEAF + line).hexdigest()


def hash_record(record: Record) -> str:
    """Return the hash the next record names as ``prev``: openings are left out of it."""
    closed = msgspec.structs.replace(record, open=None) if record.open else record
    return hash_line(encode(closed))


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
    return record


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
    if fields is raw["event"] and _encoder.encode(record) != line:
        raise IntegrityError(
            "log/not_canonical", "a field stands there with its default value; it must be absent"
        )
    return record


def _parse(line: bytes) -> Any:  # noqa: ANN401 - any JSON at all
    try:
        return _plain.decode(line)
    except RecursionError:
        raise DataError("data/too_deep", "the JSON is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError("data/no_json", f"this is no JSON ({error})") from error


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
