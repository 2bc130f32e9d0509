"""Games at their opening hands, for the tests of mulligans: small decks, chance that moves nothing."""

from collections.abc import Sequence
from typing import Any

import pytest

from events.base import Decision, Event
from events.card_files import cards_named
from events.editions import resolve
from events.errors import IllegalAction
from events.game import (
    DeckEntry,
    FormatEntry,
    GameCreated,
    MatchEntry,
    SeatEntry,
    StartingPlayerChosen,
)
from events.identifiers import CardName, ObjectId, Seat
from events.mulligans import CardsBottomed, MulliganDeclared
from events.records import FORMAT
from events.rules import Override
from events.vocabulary import Phase
from machine import referee, running
from machine.chance import Chance, Drawn
from projections.fold import start
from projections.table import Table

ANN, BOB, CYD, DAN = SEATS = tuple(map(Seat, ("ann", "bob", "cyd", "dan")))
FOREST, BEAR = CardName("Forest"), CardName("Bear")
POWDER, CAVERNS = CardName("Serum Powder"), CardName("Gemstone Caverns")
LEYLINE, CHANCELLOR = CardName("Leyline of the Void"), CardName("Chancellor of the Forge")

DAYS = {
    "original_reveal": "1995-01-01",
    "paris_sequential": "2006-12-01",
    "paris_simultaneous": "2012-01-01",
    "vancouver": "2017-01-01",
    "london": "2025-06-06",
    "partial_paris": "2012-06-01",
}
"""A day of each kind of mulligan that rules have had."""

HOUSE = ("none", "houston", "canadian_highlander")
"""Kinds that only a house has."""


class Still(Drawn):
    """Chance that leaves every pile as it is; the first to roll rolls highest."""

    def __init__(self) -> None:
        self.highest = 20

    def below(self, bound: int, purpose: str) -> int:
        if purpose.startswith("starting_player"):
            self.highest -= 1
            return self.highest
        return bound - 1


class Game:
    """A game that is played decision by decision; it remembers every event."""

    def __init__(self, table: Table, chance: Chance | None = None) -> None:
        self.chance = chance or Still()
        self.events: list[Event] = []
        batch = running.start(start(table.header), self.chance)
        self.events += batch.events
        self.table = batch.table

    def do(self, *decisions: Decision) -> tuple[Event, ...]:
        """Submit decisions one after another; return the events of the last one's batch."""
        told: tuple[Event, ...] = ()
        for decision in decisions:
            batch = running.handle(self.table, (decision,), self.chance)
            self.table = batch.table
            told = batch.events
            self.events += told
        return told

    def refused(self, decision: Decision) -> IllegalAction:
        """Submit a decision that has to be refused; nothing may have changed."""
        with pytest.raises(IllegalAction) as caught:
            running.handle(self.table, (decision,), self.chance)
        return caught.value

    def keep(self, *seats: Seat) -> tuple[Event, ...]:
        return self.do(*(MulliganDeclared(player=seat, mulligan=False) for seat in seats))

    def mulligan(self, *seats: Seat) -> tuple[Event, ...]:
        return self.do(*(MulliganDeclared(player=seat, mulligan=True) for seat in seats))

    def bottom(self, seat: Seat, count: int) -> tuple[Event, ...]:
        """Put the last cards of a hand on the bottom."""
        hand = self.table.players[seat].hand
        return self.do(CardsBottomed(player=seat, cards=hand[len(hand) - count :]))

    @property
    def asked(self) -> list[tuple[Seat, str]]:
        """Who is asked, and for which decision first."""
        return [(one.player, one.names[0]) for one in referee.awaiting(self.table)]

    @property
    def phase(self) -> Phase:
        return self.table.phase

    def sizes(self, seat: Seat) -> tuple[int, int]:
        """Cards in hand and in library."""
        player = self.table.players[seat]
        return len(player.hand), len(player.library)

    def names(self, seat: Seat, zone: str = "hand") -> list[CardName | None]:
        return [self.table.objects[name].card for name in getattr(self.table.players[seat], zone)]

    def find(self, seat: Seat, card: CardName) -> ObjectId:
        """Return the first card of that name in a hand."""
        hand = self.table.players[seat].hand
        return next(name for name in hand if self.table.objects[name].card == card)


def table(  # noqa: PLR0913 - each part of a game is named
    *,
    seats: Sequence[Seat] = (ANN, BOB),
    day: str = "2025-06-06",
    kind: str = "",
    deck: Sequence[CardName] = (),
    decks: dict[Seat, Sequence[CardName]] | None = None,
    size: int = 40,
    free_extra: int = 0,
    teams: dict[Seat, str] | None = None,
    **more: Any,  # noqa: ANN401 - fields of the format
) -> Table:
    """Return the table of a header; a kind that has no day is set by hand."""
    overrides = list(more.pop("set", ()))
    if kind in HOUSE:
        overrides.append(Override(switch="mulligan.kind", value=kind, reason="house rule"))
    if free_extra:
        overrides.append(Override(switch="mulligan.free_extra", value=str(free_extra)))
    match = more.pop("match", MatchEntry())
    cards = tuple(deck) + (FOREST,) * (size - len(deck))
    piles = {seat: (decks or {}).get(seat, cards) for seat in seats}
    defined, missing = cards_named([name for pile in piles.values() for name in pile])
    assert not missing
    header = GameCreated(
        format=FORMAT,
        game="test",
        seats=tuple(SeatEntry(seat=seat, team=(teams or {}).get(seat, "")) for seat in seats),
        rules=resolve(DAYS.get(kind, day), overrides),
        play=FormatEntry(**{"commander": kind == "partial_paris", **more}),
        decks={seat: DeckEntry(main=tuple(pile)) for seat, pile in piles.items()},
        cards=defined,
        match=match,
    )
    return start(header)


def game(**given: Any) -> Game:  # noqa: ANN401 - the arguments of table
    """Return a game at the first declaration, the first seat starting."""
    chosen = {"match": MatchEntry(previous_loser=ANN), **given}
    played = Game(table(**chosen))
    if played.asked == [(ANN, "StartingPlayerChosen")]:
        played.do(StartingPlayerChosen(player=ANN, starting_player=ANN))
    return played


def kinds_of(events: Sequence[Event]) -> list[str]:
    """Return the names of events, for the shape of a log."""
    return [type(event).__name__ for event in events]
