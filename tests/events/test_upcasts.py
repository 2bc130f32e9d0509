"""Old versions of events are read as today's, step by step, and never rewritten."""

from typing import Any

import pytest

from events import upcasts
from events.codec import decode, encode, hash_line
from events.coin_flips import CoinFlipped
from events.errors import DataError, IntegrityError, VersionError
from events.log import EventLog, read, read_on
from events.records import NO_HASH, Record
from events.upcasts import UPCASTS, Fields, upcast
from events.vocabulary import Face
from tests import strategies

# A made-up past: version 1 said ``side: 0 | 1``, version 2 named the face, then it was renamed.
TODAY = CoinFlipped(flip=3, coin=1, face=Face.TAILS)
VERSION_1: Fields = {"flip": 3, "side": 1, "type": "CoinTossed"}
VERSION_2: Fields = {"flip": 3, "face": "tails", "type": "CoinTossed.2"}


def _to_2(fields: Fields) -> Fields:
    fields["face"] = ("heads", "tails")[fields.pop("side")]
    return fields | {"type": "CoinTossed.2"}


def _to_today(fields: Fields) -> Fields:
    return fields | {"coin": 1, "type": "CoinFlipped"}


PAST = {"CoinTossed": _to_2, "CoinTossed.2": _to_today}


@pytest.fixture
def past(monkeypatch: pytest.MonkeyPatch) -> None:
    for tag, step in PAST.items():
        monkeypatch.setitem(UPCASTS, tag, step)


def old_line(event: Fields, prev: str = NO_HASH, seq: int = 1, **more: Any) -> bytes:  # noqa: ANN401 - any JSON
    line: bytes = strategies.canonical(
        {"by": "chance", "event": event, "prev": prev, "seq": seq, **more}
    )
    return line


@pytest.mark.parametrize("fields", [VERSION_1, VERSION_2])
def test_every_old_version_becomes_todays(fields: Fields) -> None:
    today = {"flip": 3, "coin": 1, "face": "tails", "type": "CoinFlipped"}
    assert upcast(fields, PAST) == today


def test_todays_version_is_handed_back_itself() -> None:
    fields = {"type": "CoinFlipped"}
    assert upcast(fields, PAST) is fields


def test_what_was_read_is_not_changed() -> None:
    before = dict(VERSION_1)
    upcast(VERSION_1, PAST)
    assert before == VERSION_1


@pytest.mark.parametrize("tag", ["CoinTossed.3", "Nonsense", None, 3, ["CoinFlipped"], {}])
def test_a_type_that_nobody_knows_is_refused(tag: object) -> None:
    with pytest.raises(VersionError) as caught:
        upcast({"type": tag}, PAST)
    assert caught.value.code == "data/event_type"


def test_a_chain_without_end_is_refused() -> None:
    circle = {
        "A": lambda fields: fields | {"type": "B"},
        "B": lambda fields: fields | {"type": "A"},
    }
    with pytest.raises(VersionError) as caught:
        upcast({"type": "A"}, circle)
    assert caught.value.code == "data/upcast_chain"


@pytest.mark.parametrize("side", [2, "x", None])
def test_an_old_event_with_broken_fields_is_bad_data(side: object) -> None:
    with pytest.raises(DataError) as caught:
        upcast({"flip": 3, "side": side, "type": "CoinTossed"}, PAST)
    assert caught.value.code == "data/field"


@pytest.mark.parametrize("fields", [VERSION_1, VERSION_2])
@pytest.mark.usefixtures("past")
def test_a_line_with_an_old_event_is_decoded(fields: Fields) -> None:
    assert decode(old_line(fields)) == Record(seq=1, by="chance", event=TODAY, prev=NO_HASH)


@pytest.mark.usefixtures("past")
def test_a_line_with_an_old_event_is_canonical_too() -> None:
    with pytest.raises(IntegrityError):
        decode(old_line(VERSION_1, inferred=False))
    with pytest.raises(IntegrityError):
        decode(old_line(VERSION_1).replace(b":", b": "))


@pytest.mark.parametrize("opened", [{}, {"a": "b"}, None])
@pytest.mark.usefixtures("past")
def test_a_log_keeps_the_bytes_of_its_old_events(opened: dict[str, str] | None) -> None:
    begun = EventLog().append([strategies.header()])
    more: dict[str, Any] = {} if opened is None else {"open": opened}
    old = old_line(VERSION_1, begun.head, **more)
    closed = old_line(VERSION_1, begun.head)
    today = encode(Record(seq=2, by="chance", event=TODAY, prev=hash_line(closed)))
    lines = [*strategies.lines_of(begun), old + b"\n", today + b"\n"]

    log = read(lines).strict()

    assert [record.event for record in log[1:]] == [TODAY, TODAY]
    assert strategies.lines_of(log) == lines
    assert strategies.lines_of(log.prefix(2)) == lines[:2]
    longer = log.append([strategies.header()])
    assert strategies.lines_of(longer)[:3] == lines
    assert read_on(log.prefix(2), lines[2:]).strict() == log
    assert strategies.lines_of(read_on(log.prefix(2), lines[2:]).log) == lines


def test_no_type_of_today_has_a_step_to_another() -> None:
    assert not UPCASTS.keys() & upcasts._TODAY.keys()
