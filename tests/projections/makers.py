"""Headers, tables and arbitrary events for the tests of projections."""

import types
from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import Meta, Struct

from events.base import Event
from events.cards import CardDefinition
from events.catalogue import EVENT_TYPES
from events.game import DeckEntry, FormatEntry, GameCreated, ImportEntry, SeatEntry
from events.identifiers import CardName, ObjectId, Path, Seat
from events.rules import RulesOfPlay
from projections.fold import apply, start
from projections.table import Table

ANN, BOB, CYD = Seat("ann"), Seat("bob"), Seat("cyd")
RULES = RulesOfPlay(as_of="2026-01-01", edition="2025-11-14")
BEAR, PYROTECHNICS, FAN = CardName("Bear"), CardName("Pyrotechnics"), CardName("Giant Fan")
SEATS = (ANN, BOB, CYD, Seat("zed"))
OBJECTS = (*(ObjectId(f"c{number}") for number in range(1, 40)), ObjectId("o50"), ObjectId("o51"))
"""Few enough that random events meet the same objects again and again."""
PATHS = (
    "players.ann.life",
    "objects.c1.tapped",
    "players.zed.crank",
    "objects.c2.owner",
    "",
    "x.y",
)


def header(  # noqa: PLR0913 - each with a default
    seats: Iterable[Seat] = (ANN, BOB),
    *,
    main: tuple[CardName, ...] = (BEAR,) * 10,
    contraptions: tuple[CardName, ...] = (),
    play: FormatEntry = FormatEntry(),  # noqa: B008 - frozen
    imported: ImportEntry | None = None,
    decks: dict[Seat, DeckEntry] | None = None,
    cards: tuple[CardDefinition, ...] = (),
) -> GameCreated:
    seats = tuple(seats)
    deck = DeckEntry(main=main, contraptions=contraptions)
    return GameCreated(
        format=1,
        game="test",
        seats=tuple(SeatEntry(seat=seat, name=seat.title()) for seat in seats),
        rules=RULES,
        play=play,
        decks=dict.fromkeys(seats, deck) if decks is None else decks,
        cards=cards or tuple(CardDefinition(name=name) for name in (BEAR, PYROTECHNICS, FAN)),
        imported=imported,
    )


def played(table: Table, *events: Event) -> Table:
    for event in events:
        table = apply(table, event)
    return table


def table_of(**given: Any) -> Table:  # noqa: ANN401 - the arguments of header
    return start(header(**given))


POOLS: dict[object, tuple[Any, ...]] = {
    Seat: SEATS,
    ObjectId: OBJECTS,
    CardName: (BEAR, PYROTECHNICS, FAN, CardName("Unheard Of")),
    Path: tuple(map(Path, PATHS)),
    str: (
        "",
        "pick",
        "one",
        "{R}{R}{1}",
        "end_of_turn",
        "starting_player",
        *SEATS,
        *OBJECTS[:12],
    ),
}


def _union(hint: Any) -> st.SearchStrategy[Any]:  # noqa: ANN401 - any annotation
    return st.one_of(*(values_of(part) for part in get_args(hint)))


def _tuple(hint: Any) -> st.SearchStrategy[Any]:  # noqa: ANN401 - any annotation
    args = get_args(hint)
    if args[-1] is Ellipsis:
        return st.lists(values_of(args[0]), max_size=4).map(tuple)
    return st.tuples(*map(values_of, args))


def _annotated(hint: Any) -> st.SearchStrategy[Any]:  # noqa: ANN401 - any annotation
    meta = next(one for one in get_args(hint)[1:] if isinstance(one, Meta))
    low = int(meta.ge if meta.ge is not None else -3)
    return st.integers(max(low, -3), max(low, 0) + 8)


@cache
def values_of(hint: Any) -> st.SearchStrategy[Any]:  # noqa: ANN401, C901, PLR0911 - any annotation
    """Return a strategy for the values of one annotation, from small pools."""
    origin = get_origin(hint)
    if hint in POOLS:
        return st.sampled_from(POOLS[hint])
    if origin is Annotated:
        return _annotated(hint)
    if origin in (Union, types.UnionType):
        return _union(hint)
    if origin is Literal:
        return st.sampled_from(get_args(hint))
    if origin is tuple:
        return _tuple(hint)
    if origin is dict:
        return st.dictionaries(*map(values_of, get_args(hint)), max_size=3)
    if hint is bool:
        return st.booleans()
    if hint is int:
        return st.integers(-3, 8)
    if hint is type(None):
        return st.none()
    if isinstance(hint, NewType):
        return values_of(hint.__supertype__)
    if issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    return _struct(hint)


def _struct(kind: type[Struct]) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind, include_extras=True)
    fields = {name: values_of(hints[name]) for name in kind.__struct_fields__}
    return st.builds(kind, **fields)


@cache
def events_of(kind: type[Event]) -> st.SearchStrategy[Any]:
    if kind is GameCreated:
        return st.just(header())
    return _struct(kind)


def events() -> st.SearchStrategy[Event]:
    return st.sampled_from(list(EVENT_TYPES.values())).flatmap(events_of)


TABLES = {
    "two players": header(main=(BEAR, PYROTECHNICS) * 5),
    "with Contraptions": header(
        (ANN, BOB, CYD), main=(BEAR,) * 5, contraptions=(FAN,) * 4, play=FormatEntry(un_cards=True)
    ),
    "imported": header(imported=ImportEntry(client="arena", recorder=ANN), decks={}),
}
