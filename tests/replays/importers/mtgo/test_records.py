"""The binary form: read and written byte for byte, resumed anywhere, cut off, damaged."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replays.importers.mtgo.records import (
    Head,
    LogRecord,
    Reading,
    read_match_log,
    write_match_log,
)
from tests.replays.importers.made import each_sample
from tests.replays.importers.mtgo.made import match_log, opening

FILES = each_sample("mtgo-gamelog", "*.dat")


@pytest.mark.parametrize("path", FILES)
def test_real_files_are_written_again_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    reading = read_match_log(data)
    assert reading.head is not None
    assert (reading.damage, reading.is_cut) == ("", False)
    assert write_match_log(reading.head, reading.records) == data


@pytest.mark.parametrize("path", FILES)
def test_real_files_say_what_their_text_twins_say(path: Path) -> None:
    twin = path.with_suffix(".txt").read_text(encoding="utf-8")
    texts = [line.partition("\t")[2] for line in twin.splitlines()]
    assert [record.text for record in read_match_log(path.read_bytes()).records] == texts


def test_a_growing_file_is_resumed_at_every_byte() -> None:
    data = match_log(opening())
    whole = read_match_log(data).records
    for end in range(len(data) + 1):
        before = read_match_log(data[:end])
        assert before.damage == ""
        after = read_match_log(data, since=before)
        assert before.records + after.records == whole
        assert not after.is_cut


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.text(max_size=60),
    st.lists(st.tuples(st.integers(-(2**63), 2**63 - 1), st.text(max_size=300)), max_size=8),
)
def test_any_records_survive(match: str, rows: list[tuple[int, str]]) -> None:
    match = match.encode("utf-8", "ignore").decode()
    records = tuple(
        LogRecord(offset=0, ticks=ticks, text=text.encode("utf-8", "ignore").decode())
        for ticks, text in rows
    )
    head = Head(match=match, again=match, end=0)
    reading = read_match_log(write_match_log(head, records))
    assert [(one.ticks, one.text) for one in reading.records] == [
        (one.ticks, one.text) for one in records
    ]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.binary(max_size=400))
def test_any_bytes_can_be_read_and_what_was_read_is_written_again(data: bytes) -> None:
    for raw in (data, b"\x01\x00\x01x\x04\x00\x01x" + data):
        reading: Reading = read_match_log(raw)
        if reading.head is not None:
            assert raw.startswith(write_match_log(reading.head, reading.records)[: reading.end])


@pytest.mark.parametrize(
    ("at", "byte", "why"),
    [(0, 9, "version"), (39, 9, "kind of log"), (1, 1, "version")],
)
def test_a_head_of_another_kind_is_told(at: int, byte: int, why: str) -> None:
    data = bytearray(match_log(opening()))
    data[at] = byte
    reading = read_match_log(bytes(data))
    assert why in reading.damage
    assert f"offset {at - at % 39}" in reading.damage


def test_a_length_not_in_its_shortest_form_is_damage() -> None:
    head = write_match_log(Head(match="m", again="m", end=0), ())
    reading = read_match_log(head + b"\0" * 9 + b"\x81\x00x")
    assert "shortest form" in reading.damage
    assert reading.end == len(head)
