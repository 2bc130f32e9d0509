"""Mulligans: one row for each hand that a player looked at.

Implements CR 103.5 as a reading: ``projections.mulligan_history`` with what analysis asks besides.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, NamedTuple

from events.base import Event
from events.identifiers import Seat
from events.mulligans import HandKept, MulliganDeclared
from events.turns import CardsDrawn
from events.zones import LibraryShuffled
from machine.mana import value_of
from machine.mulligan_kinds import kind_name
from projections.mulligan_history import Look
from projections.standing import standing
from replays.analysis.columns import Row, about, rows_of
from replays.analysis.reading import Reading
from replays.analysis.tables.common import colours_of, dealt, known, looks_of


class Mulligan(Row, frozen=True):
    """One hand of one player: how it came, what was done with it, what was declared of it."""

    seq: Annotated[int, about("record in which the hand came to be")]
    seat: Annotated[str, about("whose hand")]
    look: Annotated[int, about("mulligans taken before it: 0 for the first hand")]
    counted: Annotated[int, about("mulligans counted so far")]
    free: Annotated[bool, about("the mulligan that led to it was not counted")]
    round: Annotated[int, about("round of its declaration; 0 where nothing was declared")]
    order: Annotated[int | None, about("the how-manieth declaration of that round, from 1")]
    heard_keeps: Annotated[int | None, about("players who had kept before, as all could hear")]
    heard_mulligans: Annotated[int | None, about("mulligans declared before in the same round")]
    drawn: Annotated[int, about("cards drawn for it, those left out that replaced exiled hands")]
    bottomed: Annotated[tuple[str, ...], about("known cards put on the bottom, the last one last")]
    bottomed_count: Annotated[int, about("how many went to the bottom")]
    hands_exiled: Annotated[int, about("hands exiled instead (CR 103.5b), before this one")]
    exiled: Annotated[tuple[str, ...], about("known cards of those hands")]
    set_aside_count: Annotated[int, about("cards set aside of the hand before (partial Paris)")]
    hand: Annotated[tuple[str, ...], about("known cards at the declaration, bottomed ones gone")]
    size: Annotated[int, about("cards of the hand at the declaration")]
    lands: Annotated[int | None, about("lands among them, where all are known")]
    spells: Annotated[int | None, about("cards of it that are no lands, where all are known")]
    spells_value: Annotated[int | None, about("mana values of these spells together")]
    colors: Annotated[str | None, about("colours of their costs: a part of WUBRG")]
    drawn_lands: Annotated[
        int | None, about("lands among the cards drawn, where all are known and told apart")
    ]
    declared: Annotated[
        str | None,
        about("keep, mulligan, or forced: no choice was left; absent: nothing was declared"),
    ]
    declared_seq: Annotated[int | None, about("record of the declaration")]
    revealed: Annotated[bool, about("the hand was shown to all (original rule)")]
    looked: Annotated[str | None, about("Vancouver: declined, looking, top or bottom")]
    on_play: Annotated[bool | None, about("its player took the first turn")]
    seats: Annotated[int, about("number of players")]
    mulligan_kind: Annotated[str, about("how mulligans go")]
    deck_size: Annotated[int | None, about("cards of the deck, where it is known")]
    deck_lands: Annotated[int | None, about("lands of the deck")]
    positions: Annotated[
        tuple[int, ...] | None,
        about(
            "where the cards drawn lay before the shuffle, from 0 at the top: for a first hand, the "
            "place in the list of the deck. Absent where nobody recorded it, or only a judge may know"
        ),
    ]
    won: Annotated[bool | None, about("its player won the game")]


class _Said(NamedTuple):
    seq: int
    order: int
    keeps: int
    mulligans: int


@rows_of("mulligans", Mulligan)
def mulligans(reading: Reading) -> Iterator[Mulligan]:
    """Yield a row for each hand, in the order in which they came to be."""
    looks = looks_of(reading)
    said, drawn = _declarations(reading), _positions(reading)
    numbers: dict[Seat, int] = {}
    for look in looks:
        number = numbers.get(look.player, 0)
        numbers[look.player] = number + 1
        key = (look.player, number)
        yield _row(reading, look, said.get(key), drawn.get(key))


def _row(
    reading: Reading, look: Look, said: _Said | None, positions: tuple[int, ...] | None
) -> Mulligan:
    header = reading.header
    deck = header.decks.get(look.player)
    main = deck.main if deck is not None and deck.main else None
    exiled = [card for hand in look.exiled for card in hand]
    cards = dealt(look)
    costs = reading.costs_of_spells(look.hand)
    return Mulligan(
        game_id=header.game,
        seq=look.seq,
        seat=look.player,
        look=look.number,
        counted=look.counted,
        free=look.free,
        round=look.round,
        order=said.order if said else None,
        heard_keeps=said.keeps if said else None,
        heard_mulligans=said.mulligans if said else None,
        drawn=look.drawn if cards is None else len(cards),
        bottomed=known(look.bottomed),
        bottomed_count=len(look.bottomed),
        hands_exiled=len(look.exiled),
        exiled=known(exiled),
        set_aside_count=len(look.set_aside),
        hand=known(look.hand),
        size=look.size,
        lands=reading.count_lands(look.hand),
        spells=None if costs is None else len(costs),
        spells_value=None if costs is None else sum(map(value_of, costs)),
        colors=None if costs is None else colours_of(costs),
        drawn_lands=None if cards is None else reading.count_lands(cards),
        declared=look.declared or None,
        declared_seq=said.seq if said else None,
        revealed=look.revealed,
        looked=look.looked or None,
        on_play=reading.on_play(look.player),
        seats=len(header.seats),
        mulligan_kind=kind_name(reading.tables[0]),
        deck_size=None if main is None else len(main),
        deck_lands=None if main is None else reading.count_lands(main),
        positions=positions,
        won=reading.won(look.player),
    )


Key = tuple[Seat, int]
"""A player, and the how-manieth of their hands, from 0."""


def _declarations(reading: Reading) -> Mapping[Key, _Said]:
    """Return what was declared of each hand, and what its player had heard by then."""
    found: dict[Key, _Said] = {}
    kept: set[Seat] = set()
    hands: dict[Seat, int] = {}
    in_round: dict[int, list[bool]] = {}
    for record in standing(reading.records):
        event: Event = record.event
        if isinstance(event, HandKept):
            kept.add(event.player)
        if not isinstance(event, MulliganDeclared):
            continue
        progress = reading.tables[max(0, record.seq - 1)].mulligan
        before = in_round.setdefault(progress.round if progress is not None else 1, [])
        number = hands.get(event.player, 0)
        said = _Said(record.seq, len(before) + 1, len(kept), before.count(True))
        found[event.player, number] = said
        hands[event.player] = number + event.mulligan
        before.append(event.mulligan)
        if not event.mulligan:
            kept.add(event.player)
    return found


def _positions(reading: Reading) -> Mapping[Key, tuple[int, ...]]:
    """Return where the cards of each hand lay before the shuffle that they were drawn after."""
    if not reading.is_judge:
        return {}
    found: dict[Key, tuple[int, ...]] = {}
    orders: dict[Seat, tuple[int, ...]] = {}
    hands: dict[Seat, int] = {}
    for record in standing(reading.records):
        event: Event = record.event
        if reading.tables[record.seq].turn.number:
            break
        if isinstance(event, LibraryShuffled) and event.order:
            library = reading.tables[max(0, record.seq - 1)].players[event.player].library
            places = {name: place for place, name in enumerate(library)}
            orders[event.player] = tuple(places.get(name, -1) for name in event.order)
        elif isinstance(event, CardsDrawn) and event.player in orders:
            number = hands.get(event.player, 0)
            hands[event.player] = number + 1
            found[event.player, number] = orders.pop(event.player)[: event.count]
    return found
