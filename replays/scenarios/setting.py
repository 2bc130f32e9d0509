"""From ``given`` to a log: a header, and the records that set the table up.

They are ordinary events by ``apnap``; the header says how many there are, and the referee takes them
as they stand.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.cards import CardDefinition
from events.editions import spelled
from events.errors import DataError
from events.game import ChanceScheme, DeckEntry, GameCreated, PlayerCountersChanged
from events.identifiers import CardName, ObjectId, Seat, parse_seat
from events.log import EventLog
from events.records import Draft
from events.rules import Override
from events.rulings import Corrected
from events.stack import ManaAdded
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import MoveReason, Zone
from events.zones import CardMoved, CopyBecame, CountersChanged, Tapped, TokenCreated
from projections.edit import minted
from projections.fold import apply, start
from projections.folds.game import unit_factor
from projections.table import Table
from replays.new_game import Setup, header_of
from replays.scenarios.shape import Given, Placed, PlayerGiven

TIMES = re.compile(r"^(?P<name>.+?)\*(?P<count>\d{1,3})$")
LABELLED = re.compile(r"^(?P<name>.+) as (?P<label>[a-z][a-z0-9_]*)$")
ZONES = (Zone.HAND, Zone.BATTLEFIELD, Zone.GRAVEYARD, Zone.EXILE, Zone.SCRAPYARD)


def placed(cards: tuple[str | Placed, ...]) -> tuple[Placed, ...]:
    """Return cards as they are written, one entry each: ``Bear*3`` is three."""
    return tuple(one for card in cards for one in _placed(card))


def _placed(card: str | Placed) -> Iterator[Placed]:
    if isinstance(card, Placed):
        yield card
        return
    label, times = LABELLED.match(card), TIMES.match(card)
    if label:
        yield msgspec.convert({"card": label["name"], "as": label["label"]}, Placed)
    elif times:
        yield from (Placed(card=times["name"]) for _ in range(int(times["count"])))
    else:
        yield Placed(card=card)


class Setting:
    """A table being set up: the header's decks first, then one event after another."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self.header = _header(given)
        self.table: Table = start(self.header)
        self.events: list[Event] = []
        self.labels: dict[str, ObjectId] = {}
        self._waiting: dict[str, list[tuple[Placed, Zone, ObjectId]]] = {}
        for seat, player in given.players.items():
            self._place_names(Seat(seat), player)

    def add(self, *events: Event) -> None:
        """Add events, folded as they come."""
        for event in events:
            self.events.append(event)
            self.table = apply(self.table, event)

    def build(self) -> tuple[EventLog, dict[str, ObjectId]]:
        """Return the log of the table, and where the labelled cards are."""
        for seat, player in self.given.players.items():
            self._player(Seat(seat), player)
            self._cards(Seat(seat), sick=False)
        self._turn()
        for seat in self.given.players:
            self._cards(Seat(seat), sick=True)
        header = replace(self.header, given=len(self.events))
        drafts = [Draft(event=event, by="apnap") for event in (header, *self.events)]
        return EventLog().append(drafts), self.labels

    def _place_names(self, seat: Seat, player: PlayerGiven) -> None:
        """Find the ids that the header gives to each card: decks are dealt out in listed order."""
        library = iter(self.table.players[seat].library)
        waiting: list[tuple[Placed, Zone, ObjectId]] = []
        for zone in ZONES:
            cards = placed(getattr(player, zone.value))
            waiting += [(card, zone, next(library)) for card in cards if not card.token]
            waiting += [(card, zone, ObjectId("")) for card in cards if card.token]
        for card, name in zip(placed(player.library), library, strict=True):
            self._label(card, name)
        for card, name in zip(
            placed(player.contraptions), self.table.players[seat].contraption_deck, strict=True
        ):
            self._label(card, name)
        for card, name in zip(
            placed(player.sideboard), self.table.players[seat].sideboard, strict=True
        ):
            self._label(card, name)
        self._waiting[seat] = waiting

    def _label(self, card: Placed, name: ObjectId) -> None:
        if not card.label:
            return
        if card.label in self.labels:
            raise DataError("scenario/label", f"the label {card.label!r} is used twice")
        self.labels[card.label] = name

    def _cards(self, seat: Seat, *, sick: bool) -> None:
        for card, zone, name in self._waiting[seat]:
            if card.sick == sick:
                self._put(seat, card, zone, name)

    def _put(self, seat: Seat, card: Placed, zone: Zone, name: ObjectId) -> None:
        new = minted(self.table)[0]
        self._label(card, new)
        if card.token:
            self.add(TokenCreated(object=new, player=seat, card=CardName(card.card)))
        else:
            self.add(
                CardMoved(
                    card=name,
                    new=new,
                    to=zone,
                    reason=MoveReason.PUT,
                    controller=Seat(card.controller) if card.controller else None,
                    sprocket=card.sprocket,
                )
            )
        self._dress(card, new)

    def _dress(self, card: Placed, name: ObjectId) -> None:
        if card.tapped:
            self.add(Tapped(objects=(name,)))
        if card.damage:
            self._correct(f"objects.{name}.damage", card.damage * unit_factor(self.table.header))
        if card.copy_of:
            self.add(CopyBecame(object=name, copied=name, card=CardName(card.copy_of)))
        for kind, number in sorted(card.counters.items()):
            self.add(CountersChanged(object=name, kind=kind, change=number))

    def _player(self, seat: Seat, player: PlayerGiven) -> None:
        if player.life is not None:
            self._correct(f"players.{seat}.life", player.life * unit_factor(self.table.header))
        if player.crank != self.table.players[seat].crank:
            self._correct(f"players.{seat}.crank", player.crank)
        for kind, number in sorted(player.counters.items()):
            self.add(PlayerCountersChanged(player=seat, kind=kind, change=number))

    def _correct(self, path: str, value: int) -> None:
        self.add(Corrected(path=path, value=value))  # type: ignore[arg-type]

    def _turn(self) -> None:
        turn = self.given.turn
        if turn is None:
            return
        active = parse_seat(turn.active) if turn.active else self.table.turn_order[0]
        # the others have had a turn, so that only what is said to be sick is
        for other in self.table.turn_order:
            if other != active:
                self._correct(f"players.{other}.last_turn", max(1, turn.number - 1))
        self.add(TurnBegan(number=turn.number, player=active))
        if not turn.begins:
            self.add(PhaseEntered(phase=turn.phase))
        for seat, player in self.given.players.items():
            if player.mana:
                self.add(ManaAdded(player=Seat(seat), mana=player.mana))
            if player.lands_played:
                self._correct(f"players.{seat}.lands_played", player.lands_played)


def _header(given: Given) -> GameCreated:
    decks = {Seat(seat): _deck(player) for seat, player in given.players.items()}
    own = {card.name: card for card in (_own_card(fields) for fields in given.cards)}
    copied = {
        CardName(card.copy_of or card.card): None
        for player in given.players.values()
        for zone in ZONES
        for card in placed(getattr(player, zone.value))
    }
    setup = Setup(
        decks=decks,
        teams={Seat(seat): player.team for seat, player in given.players.items()},
        rules=given.edition,
        overrides=tuple(
            Override(switch=name, value=spelled(value), reason="scenario")
            for name, value in given.set.items()
        ),
        play=given.play,
        match=given.match,
        cards=own,
        chance=ChanceScheme(kind="scripted"),
        game="scenario",
    )
    header, _ = header_of(setup, also=tuple(copied))
    return header


def _deck(player: PlayerGiven) -> DeckEntry:
    return DeckEntry(
        main=tuple(
            CardName(card.card)
            for cards in (
                *(getattr(player, zone.value) for zone in ZONES),
                player.library,
            )
            for card in placed(cards)
            if not card.token
        ),
        sideboard=tuple(CardName(card.card) for card in placed(player.sideboard)),
        contraptions=tuple(CardName(card.card) for card in placed(player.contraptions)),
    )


def _own_card(fields: Mapping[str, Any]) -> CardDefinition:
    try:
        return msgspec.convert(fields, CardDefinition)
    except msgspec.ValidationError as error:
        raise DataError("scenario/card", str(error)) from error
