"""A log: what is appended comes back, and no change of a byte, a line or an order goes unseen."""

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.codec import LONGEST_LINE
from events.errors import DataError, IntegrityError, VersionError
from events.game import GameCreated, SeatEntry
from events.identifiers import Seat
from events.log import BLOCK, EventLog, read, read_on, with_opening
from events.records import NO_HASH, Draft, draft
from events.rulings import NoteAdded
from tests import strategies
from tests.strategies import examples, header, lines_of, logs


def notes(*texts: str) -> list[Draft]:
    return [Draft(event=NoteAdded(text=text), by="judge") for text in texts]


def small(length: int = 4) -> EventLog:
    return EventLog().append([header(), *notes(*(f"note {n}" for n in range(1, length)))])


@examples(60)
@given(logs())
def test_a_log_comes_back_byte_by_byte(log: EventLog) -> None:
    again = read(lines_of(log)).strict()
    assert again == log
    assert again.records == log.records
    assert lines_of(again) == lines_of(log)


@examples(15)
@given(strategies.headers(), st.lists(strategies.drafts(), max_size=2))
def test_a_log_with_any_header_comes_back(first: Draft, others: list[Draft]) -> None:
    log = EventLog().append([first, *others])
    assert read(lines_of(log)).strict().records == log.records


@examples(40)
@given(logs(most=5), st.data())
def test_appending_at_once_in_parts_or_sealed_is_the_same(
    log: EventLog, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(1, len(log)))
    begun = log.prefix(cut)
    assert begun.extend(log[cut:]) == log
    assert read_on(begun, lines_of(log)[cut:]).strict() == log
    assert log.prefix(len(log)) == log


def test_a_long_log_is_read_in_blocks() -> None:
    log = small(3 * BLOCK + 1)
    assert read(lines_of(log)).strict().records == log.records
    for at in (1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK):
        lines = lines_of(log)
        lines[at] = lines[at].replace(b"note", b"nota")
        reading = read(lines, file="x")
        assert len(reading.log) == at + 1
        assert reading.log.records[:at] == log.records[:at]


CHANGES = ("change", "remove", "swap", "repeat", "insert")


@examples(100)
@given(logs(least=2, most=5), st.sampled_from(CHANGES), st.data())
def test_a_changed_removed_swapped_repeated_or_new_line_is_found_where_it_is(
    log: EventLog, change: str, data: st.DataObject
) -> None:
    lines = lines_of(log)
    at = data.draw(st.integers(0, len(lines) - 2))
    match change:
        case "change":
            lines[at] = data.draw(_other_line(lines[at]))
        case "remove":
            del lines[at]
        case "swap":
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        case "repeat":
            lines.insert(at, lines[at])
        case _:
            lines.insert(at, data.draw(st.binary(max_size=5)) + b"\n")
    reading = read(lines, file="game.apnap.jsonl")
    assert reading.failure is not None
    assert reading.failure.file == "game.apnap.jsonl"
    # The line itself, or the next, whose ``prev`` it no longer answers to.
    assert reading.failure.line in {at + 1, at + 2}
    assert reading.failure.line == len(reading.log) + 1
    assert reading.log.records[:at] == log.records[:at]


def _other_line(line: bytes) -> st.SearchStrategy[bytes]:
    def changed(at: int, byte: int) -> bytes:
        return line[:at] + bytes([byte]) + line[at + 1 :]

    other = st.builds(changed, st.integers(0, len(line) - 2), st.integers(0, 255))
    return other.filter(lambda new: new != line and new.count(b"\n") == 1)


def test_every_single_bit_flip_is_found() -> None:
    log = small(3)
    data = b"".join(lines_of(log))
    for at in range(len(data)):
        for bit in range(8):
            flipped = bytearray(data)
            flipped[at] ^= 1 << bit
            reading = read(bytes(flipped).splitlines(keepends=True))
            # Only the last record's own content has no ``prev`` behind it: its hash is the head.
            assert reading.failure is not None or reading.log.head != log.head


@examples(100)
@given(st.data())
def test_a_cut_file_is_its_valid_prefix(data: st.DataObject) -> None:
    log = small(4)
    whole = b"".join(lines_of(log))
    cut = data.draw(st.integers(0, len(whole) - 1))
    reading = read(whole[:cut].splitlines(keepends=True), file="cut")
    complete = whole[:cut].count(b"\n")
    assert reading.log == log.prefix(complete)
    at_an_end = whole[:cut].endswith(b"\n")
    code = None if at_an_end else "log/torn" if cut else "log/empty"
    assert (reading.failure and reading.failure.code) == code


def test_a_torn_last_line_is_told_with_its_place() -> None:
    lines = lines_of(small(3))
    lines[2] = lines[2][:-1]
    reading = read(lines, file="torn")
    assert reading.failure is not None
    assert (reading.failure.code, reading.failure.line, reading.failure.seq) == ("log/torn", 3, 2)
    assert len(reading.log) == 2
    with pytest.raises(IntegrityError, match="torn, line 3, seq 2: "):
        reading.strict()


def test_a_failure_of_the_lines_themselves_comes_after_what_was_read() -> None:
    def lines() -> Iterator[bytes]:
        yield from lines_of(small(3))
        raise DataError("file/truncated", "it breaks off")

    reading = read(lines(), file="x.gz")
    assert len(reading.log) == 3
    assert reading.failure is not None
    assert str(reading.failure) == "x.gz, line 4, seq 3: it breaks off"


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (notes("no header")[0], "log/no_header"),
        (Draft(event=msgspec.structs.replace(header().event, format=2), by="apnap"), "log/format"),
        (Draft(event=msgspec.structs.replace(header().event, seats=()), by="apnap"), "log/seats"),
        (header(seats=("ann", "ann")), "log/seats"),
        (header(seats=("c1",)), "data/seat"),
        (header(seats=("judge",)), "data/seat"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_log_begins_with_what_is_no_header(first: Draft, code: str) -> None:
    with pytest.raises(DataError) as caught:
        EventLog().append([first])
    assert caught.value.code == code


def test_a_newer_format_is_a_matter_of_versions() -> None:
    event = header().event
    assert isinstance(event, GameCreated)
    newer = msgspec.structs.replace(event, format=2, seats=(SeatEntry(seat=Seat("ann")),))
    with pytest.raises(VersionError):
        EventLog().append([Draft(event=newer, by="apnap")])


def test_a_second_header_is_refused() -> None:
    log = small(2)
    lines = lines_of(log.append([header()]))
    failure = read(lines).failure
    assert failure is not None
    assert (failure.code, failure.seq) == ("log/second_header", 2)


@pytest.mark.parametrize("length", [4, 2 * BLOCK])
@pytest.mark.parametrize("later", [0, 1, 2**53 - 1])
def test_nothing_is_led_to_by_what_does_not_come_before_it(length: int, later: int) -> None:
    at = length - 1
    wrong = Draft(event=NoteAdded(text="why"), by="judge", cause=min(at + later, 2**53 - 1))
    failure = read(lines_of(small(at).append([wrong]))).failure

    assert failure is not None
    assert (type(failure), failure.code, failure.seq) == (IntegrityError, "log/cause", at)


def test_openings_are_outside_the_hash() -> None:
    log = small(3)
    opened = EventLog((log[0], with_opening(log[1], {"salt": "x"}), log[2]), log.head)
    reading = read(lines_of(opened))
    assert reading.strict().head == log.head
    assert reading.log[1].open == {"salt": "x"}
    assert log.prefix(1).extend(opened[1:]) == log


def test_a_line_beyond_the_limit_stops_the_reader() -> None:
    log = small(2).append(notes("x" * LONGEST_LINE))
    reading = read(lines_of(log))
    assert reading.failure is not None
    assert reading.failure.code == "data/line_too_long"
    assert len(reading.log) == 2


def test_nothing_at_all_is_no_log() -> None:
    assert read([]).failure is not None
    with pytest.raises(DataError) as caught:
        _ = EventLog().header
    assert caught.value.code == "log/empty"


def test_appending_nothing_gives_the_same_log() -> None:
    log = small()
    assert log.append([]) is log


@pytest.mark.parametrize("length", [-1, 5])
def test_a_prefix_is_within_the_log(length: int) -> None:
    with pytest.raises(DataError) as caught:
        small(4).prefix(length)
    assert caught.value.code == "position/range"


def test_records_that_do_not_continue_a_log_are_refused() -> None:
    log = small(4)
    with pytest.raises(IntegrityError, match="numbered 2, not 1"):
        log.prefix(1).extend(log[2:])
    with pytest.raises(IntegrityError, match="prev is not"):
        log.prefix(2).append(notes("another")).extend(log[3:])


def test_a_log_is_a_sequence_of_records() -> None:
    log = small(3)
    assert len(log) == 3
    assert [record.seq for record in log] == [0, 1, 2]
    assert log[-1].event == NoteAdded(text="note 2")
    assert log[0].prev == NO_HASH
    assert log.header.game == "game"
    assert repr(log) == f"<EventLog 3 records, head {log.head[:8]}>"
    assert log != small(4)
    assert log != "log"
    assert len({log, small(3)}) == 1


def test_a_native_event_has_its_own_author() -> None:
    assert draft(NoteAdded(text="")).by == "rules"
