"""Hypothesis strategies for everything a log can hold, made from the types themselves.

``events()`` draws any event, ``records()`` any record, ``drafts()`` any draft, ``headers()`` a
header that a log may begin with, ``logs()`` a whole log.
"""

import unicodedata
from functools import cache
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from msgspec import inspect

from events.abilities import REPLACEMENTS, ReplacementAbility
from events.base import LARGEST, Event
from events.catalogue import EVENT_TYPES
from events.game import GameCreated, SeatEntry
from events.identifiers import Seat
from events.log import EventLog
from events.records import FORMAT, Draft, Record, Source
from events.rules import RulesOfPlay

MOST_ITEMS = 3
"""Items of a drawn tuple or dictionary: more find nothing that three do not."""

DEEPEST = 3
"""Structures within structures; deeper ones are drawn as small as their type allows."""

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(
    lambda text: unicodedata.normalize("NFC", text)
)
WORDS = st.from_regex(r"[a-z][a-z0-9_]{0,7}", fullmatch=True)
SEATS = st.sampled_from(["ann", "bob", "cid", "dee"])
HASHES = st.binary(min_size=32, max_size=32).map(bytes.hex)
NUMBERS = st.integers(0, LARGEST) | st.integers(0, 40)


def examples(count: int) -> settings:
    """Return the settings of a property test: the same examples every time, on any machine."""
    return settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )


def events(*kinds: type[Event]) -> st.SearchStrategy[Event]:
    """Draw an event of the given types, or of all types."""
    chosen = kinds or tuple(EVENT_TYPES.values())
    return st.sampled_from(chosen).flatmap(structs)


@cache
def structs(kind: type[Any], depth: int = 0) -> st.SearchStrategy[Any]:
    """Draw a struct of a type, each field by its own type, often at its default."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return st.fixed_dictionaries(
        {field.name: _field(field, depth) for field in info.fields if field.required},
        optional={
            field.name: _field(field, depth)
            for field in info.fields
            if not field.required and depth <= DEEPEST
        },
    ).map(lambda fields: _made(kind, fields))


def _made(kind: type[Any], fields: dict[str, Any]) -> Any:  # noqa: ANN401 - a struct of that kind
    """Make a struct; a replacement of something replaces it in a way that there is."""
    if kind is ReplacementAbility and fields["how"] not in REPLACEMENTS[fields["replaces"]]:
        fields = {**fields, "how": REPLACEMENTS[fields["replaces"]][0]}
    return kind(**fields)


def _field(field: inspect.Field, depth: int) -> st.SearchStrategy[Any]:
    return st.deferred(lambda: of_type(field.type, depth))


def of_type(info: inspect.Type, depth: int = 0) -> st.SearchStrategy[Any]:  # noqa: C901, PLR0911, PLR0912 - one arm a type
    """Draw a value of a type as msgspec understands it."""
    match info:
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            low, high = _bounds(info)
            return st.integers(low, high) | st.integers(max(low, -3), min(high, 40))
        case inspect.StrType():
            return TEXT if info.pattern is None else st.from_regex(info.pattern)
        case inspect.NoneType():
            return st.none()
        case inspect.EnumType():
            return st.sampled_from(list(info.cls))
        case inspect.LiteralType():
            return st.sampled_from(info.values)
        case inspect.UnionType():
            return st.one_of(*(of_type(each, depth) for each in info.types))
        case inspect.VarTupleType() | inspect.ListType():
            most = MOST_ITEMS if depth <= DEEPEST else 0
            return st.lists(of_type(info.item_type, depth + 1), max_size=most).map(tuple)
        case inspect.TupleType():
            return st.tuples(*(of_type(each, depth + 1) for each in info.item_types))
        case inspect.DictType():
            most = MOST_ITEMS if depth <= DEEPEST else 0
            return st.dictionaries(WORDS, of_type(info.value_type, depth + 1), max_size=most)
        case inspect.StructType():
            return structs(info.cls, depth + 1)
        case inspect.Metadata():
            return of_type(info.type, depth)
        case _:
            msg = f"no log should hold a {info}"
            raise AssertionError(msg)


def _bounds(info: inspect.IntType) -> tuple[int, int]:
    low = -LARGEST if info.ge is None else info.ge
    high = LARGEST if info.le is None else info.le
    return low if info.gt is None else info.gt + 1, high if info.lt is None else info.lt - 1


def _sources() -> st.SearchStrategy[Source]:
    return st.builds(Source, line=NUMBERS, message=NUMBERS)


def drafts(event: st.SearchStrategy[Event] | None = None) -> st.SearchStrategy[Draft]:
    """Draw a draft without a key, of any event but a header."""
    others = [kind for kind in EVENT_TYPES.values() if kind is not GameCreated]
    return st.builds(
        Draft,
        event=events(*others) if event is None else event,
        by=st.sampled_from(["ann", "bob", "chance", "rules", "judge", "import"]),
        cause=st.none() | st.just(0),  # of what comes before, there is always a header
        rule=st.lists(st.sampled_from(["101.4", "705.2", "103.5"]), max_size=2).map(tuple),
        at=st.sampled_from(["", "2026-11-30T12:00:00.000Z"]),
        source=st.none() | _sources(),
        inferred=st.booleans(),
        reported=st.booleans(),
    )


@st.composite
def records(draw: st.DrawFn, event: st.SearchStrategy[Event] | None = None) -> Record:
    """Draw a record of any event, with any number and any hash before it."""
    entry = draw(drafts(events() if event is None else event))
    fields = msgspec.structs.asdict(entry) | {"id": draw(TEXT)}
    opened = draw(st.none() | st.dictionaries(WORDS, TEXT, max_size=MOST_ITEMS))
    return Record(seq=draw(NUMBERS), prev=draw(HASHES), open=opened, **fields)


def header(game: str = "game", seats: tuple[str, ...] = ("ann", "bob")) -> Draft:
    """Return a plain header."""
    event = GameCreated(
        format=FORMAT,
        game=game,
        seats=tuple(SeatEntry(seat=Seat(seat)) for seat in seats),
        rules=RulesOfPlay(as_of="2026-11-30", edition="2026-11-13"),
    )
    return Draft(event=event, by="apnap")


@st.composite
def headers(draw: st.DrawFn) -> Draft:
    """Draw a header that a log may begin with, with any decks, cards and rules."""
    names = draw(st.lists(SEATS, min_size=1, max_size=4, unique=True))
    event = msgspec.structs.replace(
        draw(structs(GameCreated)),
        format=FORMAT,
        seats=tuple(SeatEntry(seat=Seat(name), name=draw(TEXT)) for name in names),
    )
    return Draft(event=event, by="apnap")


@st.composite
def logs(draw: st.DrawFn, least: int = 0, most: int = 6) -> EventLog:
    """Draw a log of a plain header and some records of any events."""
    entries = draw(st.lists(drafts(), min_size=least, max_size=most))
    return EventLog().append([header(), *entries])


def lines_of(log: EventLog) -> list[bytes]:
    """Return a log's lines as a file has them."""
    return [line + b"\n" for line in log.lines()]


def canonical(value: object) -> bytes:
    """Return plain data as canonical JSON, for lines that today's types cannot make."""
    return msgspec.json.encode(value, order="sorted")
