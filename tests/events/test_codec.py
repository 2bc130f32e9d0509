"""Canonical bytes: the same for everybody, and nothing else is accepted."""

import json
import time
import tracemalloc
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from events.base import LARGEST, Event
from events.catalogue import EVENT_TYPES
from events.codec import (
    LONGEST_HEADER,
    LONGEST_LINE,
    decode,
    decode_lines,
    encode,
    encode_event,
    hash_line,
    hash_read,
    hash_record,
)
from events.coin_flips import FlipCalled
from events.errors import DataError, IntegrityError, VersionError
from events.identifiers import Seat
from events.records import NO_HASH, Record
from events.rulings import NoteAdded
from events.vocabulary import Face
from tests import strategies
from tests.strategies import examples

LINE = encode(
    Record(
        seq=7, by="ann", event=FlipCalled(player=Seat("ann"), flip=1, call=Face.HEADS), prev=NO_HASH
    )
)


def note(text: str) -> bytes:
    return encode(Record(seq=7, by="ann", event=NoteAdded(text=text), prev=NO_HASH))


def refusal(line: bytes, *, limit: int = LONGEST_LINE) -> DataError:
    with pytest.raises(DataError) as caught:
        decode(line, limit=limit)
    return caught.value


@pytest.mark.parametrize("kind", EVENT_TYPES.values(), ids=EVENT_TYPES.keys())
def test_every_event_type_round_trips(kind: type[Event]) -> None:
    @examples(5)
    @given(strategies.structs(kind))
    def round_trips(event: Event) -> None:
        record = Record(seq=1, by="ann", event=event, prev=NO_HASH)
        line = encode(record)
        again = decode(line, limit=LONGEST_HEADER)
        assert again == record
        assert type(again.event) is kind
        assert encode(again) == line

    round_trips()


@examples(100)
@given(strategies.records())
def test_rfc_8785_gives_the_same_bytes(record: Record) -> None:
    line = encode(record)
    assert rfc8785.dumps(json.loads(line)) == line


@examples(100)
@given(strategies.events())
def test_rfc_8785_gives_the_same_bytes_of_an_event(event: Event) -> None:
    assert rfc8785.dumps(msgspec.to_builtins(event)) == encode_event(event)


@examples(100)
@given(strategies.records())
def test_a_hash_is_that_of_the_bytes_without_openings(record: Record) -> None:
    closed = msgspec.structs.replace(record, open=None)
    assert hash_record(record) == hash_line(encode(closed))
    assert hash_read(encode(record), record) == hash_record(record)


def test_an_empty_opening_is_an_opening() -> None:
    record = decode(LINE)
    opened = msgspec.structs.replace(record, open={})
    assert encode(opened) != LINE
    assert hash_record(opened) == hash_read(encode(opened), opened) == hash_line(LINE)


@examples(50)
@given(st.lists(strategies.records(), max_size=5))
def test_many_lines_at_once_are_those_lines_or_nothing(records: list[Record]) -> None:
    lines = [encode(record) for record in records]
    at_once = decode_lines(b"".join(line + b"\n" for line in lines))
    assert at_once in (None, [decode(line, limit=LONGEST_HEADER) for line in lines])


def changed(old: bytes, new: bytes) -> bytes:
    assert LINE.count(old) == 1
    return LINE.replace(old, new)


NOT_CANONICAL = {
    "space": changed(b'"seq":7', b'"seq": 7'),
    "trailing space": LINE + b" ",
    "carriage return": LINE + b"\r",
    "byte-order mark": b"\xef\xbb\xbf" + LINE,
    "keys in another order": changed(b'"call":"heads","flip":1', b'"flip":1,"call":"heads"'),
    "key twice": changed(b'"flip":1', b'"flip":1,"flip":1'),
    "key twice, another value": changed(b'"flip":1', b'"flip":2,"flip":1'),
    "escape nobody needs": changed(b'"heads"', b'"\\u0068eads"'),
    "escaped slash": note("a/b").replace(b"/", b"\\/"),
    "number with an exponent": changed(b'"flip":1', b'"flip":1e0'),
    "number with a fraction": changed(b'"flip":1', b'"flip":1.0'),
    "minus nought": note("x").replace(b'"seq":7', b'"seq":-0'),
    "a default that stands there": changed(b'"seq":7', b'"rule":[],"seq":7'),
    "a null that stands there": changed(b'"event"', b'"cause":null,"event"'),
    "text that is not NFC": note("e\u0301"),
    "key of other characters": encode(
        Record(seq=1, by="x", event=NoteAdded(text=""), prev=NO_HASH, open={"A-b": ""})
    ),
    "key that sorts differently in UTF-16": encode(
        Record(
            seq=1,
            by="x",
            event=NoteAdded(text=""),
            prev=NO_HASH,
            open={"\uffff": "", "\U0001f600": ""},
        )
    ),
}


@pytest.mark.parametrize("line", NOT_CANONICAL.values(), ids=NOT_CANONICAL.keys())
def test_other_bytes_for_the_same_record_are_refused(line: bytes) -> None:
    error = refusal(line)
    assert error.code in {"log/not_canonical", "data/no_json", "data/field"}
    assert decode_lines(line + b"\n") is None


NOT_A_RECORD: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "data/no_json"),
    "no JSON": (b"4 Lightning Bolt", "data/no_json"),
    "NaN": (changed(b'"flip":1', b'"flip":NaN'), "data/no_json"),
    "Infinity": (changed(b'"flip":1', b'"flip":Infinity'), "data/no_json"),
    "minus Infinity": (changed(b'"flip":1', b'"flip":-Infinity'), "data/no_json"),
    "number beyond floats": (changed(b'"flip":1', b'"flip":1e999'), "data/no_json"),
    "invalid UTF-8": (changed(b'"heads"', b'"\xff\xfe"'), "data/no_json"),
    "overlong UTF-8": (changed(b'"heads"', b'"\xc0\xaf"'), "data/no_json"),
    "surrogate in UTF-8": (changed(b'"heads"', b'"\xed\xa0\x80"'), "data/no_json"),
    "lone surrogate escape": (changed(b'"heads"', b'"\\ud800"'), "data/no_json"),
    "two records in a line": (LINE + LINE, "data/no_json"),
    "list": (b"[1]", "data/no_record"),
    "no event": (b'{"by":"ann"}', "data/no_record"),
    "event that is no object": (b'{"event":1}', "data/no_record"),
    "float": (changed(b'"flip":1', b'"flip":1.5'), "data/field"),
    "10**400": (changed(b'"flip":1', b'"flip":1' + b"0" * 400), "data/field"),
    "beyond 2**53": (changed(b'"seq":7', b'"seq":9007199254740992'), "data/field"),
    "beyond 64 bits": (changed(b'"seq":7', b'"seq":18446744073709551617'), "data/field"),
    "field nobody knows": (changed(b'"flip":1', b'"flip":1,"more":2'), "data/field"),
    "truth for a number": (changed(b'"flip":1', b'"flip":true'), "data/field"),
    "word nobody knows": (changed(b'"heads"', b'"edge"'), "data/field"),
    "type nobody knows": (changed(b'"FlipCalled"', b'"FlipCaught"'), "data/event_type"),
    "type that is no word": (changed(b'"FlipCalled"', b"[1]"), "data/event_type"),
    "newer type": (changed(b'"FlipCalled"', b'"FlipCalled.9"'), "data/event_type"),
}


@pytest.mark.parametrize(("line", "code"), NOT_A_RECORD.values(), ids=NOT_A_RECORD.keys())
def test_what_is_no_record_is_refused_with_its_code(line: bytes, code: str) -> None:
    assert refusal(line).code == code
    assert decode_lines(line + b"\n") is None


def test_a_field_is_named_by_its_path() -> None:
    error = refusal(changed(b'"flip":1', b'"flip":0'))
    assert error.field == "event.flip"
    assert "event.flip" in str(error)


def test_a_newer_version_is_told_from_an_unknown_type() -> None:
    error = refusal(changed(b'"FlipCalled"', b'"FlipCalled.9"'))
    assert isinstance(error, VersionError)
    assert "version 9" in error.message


@pytest.mark.parametrize(
    "number", [str(LARGEST + 1), "-" + str(LARGEST + 1), "1" + "0" * 400], ids=len
)
def test_no_number_of_a_header_is_beyond_what_every_reader_keeps(number: str) -> None:
    # One switch is a plain integer: no type bounds it.
    entry = strategies.header()
    line = encode(Record(seq=0, by="apnap", event=entry.event, prev=NO_HASH))
    assert line.count(b'"free_extra":0') == 1
    hostile = line.replace(b'"free_extra":0', b'"free_extra":' + number.encode())
    assert refusal(hostile, limit=LONGEST_HEADER).code in {"log/not_canonical", "data/field"}


def test_digits_in_a_text_are_no_number() -> None:
    entry: Any = strategies.header("9" * 20)
    line = encode(Record(seq=0, by="apnap", event=entry.event, prev=NO_HASH))
    assert decode(line).event == entry.event


HOSTILE = {
    "100,000 lists": b"[" * 100_000,
    "100,000 lists in an event": b'{"event":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "100,000 objects": b'{"a":' * 100_000,
    "4 MiB of digits": b'{"seq":' + b"1" * (LONGEST_HEADER - 10) + b"}",
    "4 MiB of small numbers": b"[" + b"1," * (LONGEST_HEADER // 2 - 2) + b"1]",
    "4 MiB of one text": b'{"by":"' + b"x" * (LONGEST_HEADER - 10) + b'"}',
    "4 MiB of escapes": b'{"by":"' + b"\\n" * (LONGEST_HEADER // 2 - 8) + b'"}',
    "one byte too many": b"1" * (LONGEST_HEADER + 1),
    **{f"{depth} lists": b"[" * depth + b"]" * depth for depth in range(100, 2000, 190)},
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_lines_are_refused_in_bounded_time_and_memory(line: bytes) -> None:
    tracemalloc.start()
    try:
        began = time.process_time()
        error = refusal(line, limit=LONGEST_HEADER)
        spent = time.process_time() - began
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert error.code in {"data/no_json", "data/too_deep", "data/line_too_long", "data/no_record"}
    assert len(str(error)) < 300
    assert peak < 40 * LONGEST_HEADER
    assert spent < 10, "some seconds at most, on any machine"


def test_a_record_may_be_as_long_as_its_limit_and_no_longer() -> None:
    longest = note("x" * (LONGEST_LINE - len(note(""))))
    assert len(longest) == LONGEST_LINE
    assert encode(decode(longest)) == longest
    too_long = refusal(note("x" * (LONGEST_LINE - len(note("")) + 1)))
    assert too_long.code == "data/line_too_long"


def test_bytes_that_are_not_canonical_are_broken_integrity() -> None:
    assert isinstance(refusal(LINE + b"\r"), IntegrityError)
    assert "carriage return" in refusal(LINE + b"\r").message
