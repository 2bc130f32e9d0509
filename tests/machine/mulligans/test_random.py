"""Random legal play up to the first turn, under every kind of mulligan and at every kind of table."""

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.base import Decision, Event
from events.game import GameCreated
from events.identifiers import Seat
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.vocabulary import Nature
from machine import referee, running
from machine.chance import Recorded, seeded
from machine.mulligan_kinds import KINDS, counted_after, kind_of, starting_size
from projections.consistency import faults
from projections.fold import apply, start
from projections.table import Table
from tests.machine.mulligans.playing import (
    BEAR,
    CAVERNS,
    CHANCELLOR,
    DAYS,
    LEYLINE,
    POWDER,
    SEATS,
    Game,
    table,
)

MOST_DECISIONS = 400
"""Four players, fourteen looks each, three decisions a look, and opening hands."""

CHOICES = 24
"""Of thousands of orders in which cards can be bottomed, so many are looked at."""

TABLES: dict[str, dict[str, Any]] = {
    "duel": {"seats": SEATS[:2]},
    "three": {"seats": SEATS[:3]},
    "teams": {
        "seats": SEATS,
        "teams": dict(zip(SEATS, "abab", strict=True)),
        "shared_team_turns": True,
    },
    "short": {"seats": SEATS[:2], "size": 9},
}


class Random(Game):
    """A game whose players decide at random among what is legal."""

    def __init__(self, beginning: Table, seed: int) -> None:
        super().__init__(beginning, seeded(seed))
        self.rng = random.Random(seed)  # noqa: S311 - a test
        self.decided: list[Decision] = []

    def play(self) -> None:
        for _ in range(MOST_DECISIONS):
            if self.table.turn.number or self.table.result is not None:
                return
            options = list(islice(referee.legal_decisions(self.table), CHOICES))
            assert options, (self.phase, self.asked)
            decision = self.rng.choice(options)
            self.decided.append(decision)
            self.do(decision)
        raise AssertionError("the first turn never came")


@pytest.mark.parametrize("where", TABLES)
@pytest.mark.parametrize("kind", sorted(KINDS))
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_legal_play_comes_to_the_first_turn(kind: str, where: str, seed: int) -> None:
    deck = (POWDER, POWDER, LEYLINE, CAVERNS, CHANCELLOR, BEAR, BEAR)
    given_ = {"size": 16, **TABLES[where]}
    played = Random(table(kind=kind, deck=deck, **given_), seed)
    assert kind in DAYS or kind_of(played.table) == KINDS[kind]

    played.play()

    assert refolded(played.table.header, played) == played.table
    assert rederived(played) == played.events
    assert not faults(played.table)
    _hands_are_right(played)


def refolded(header: GameCreated, played: Game) -> Table:
    again = start(header)
    for event in played.events:
        again = apply(again, event)
    return again


def rederived(played: Random) -> list[Event]:
    """Return what the machine makes of the decisions and the chance alone."""
    chance = Recorded(event for event in played.events if event.nature is Nature.CHANCE)
    batch = running.start(start(played.table.header), chance)
    events = list(batch.events)
    for decision in played.decided:
        batch = running.handle(batch.table, (decision,), chance)
        events += batch.events
    return events


def _hands_are_right(played: Game) -> None:
    """Everybody keeps once and declares nothing after that; hands are as small as they must be."""
    kept: dict[Seat, int] = {}
    taken: dict[Seat, int] = {}
    for event in played.events:
        if isinstance(event, HandKept):
            assert event.player not in kept
            kept[event.player] = event.size
        elif isinstance(event, MulliganTaken):
            taken[event.player] = event.number
        if isinstance(event, MulliganDeclared | MulliganTaken | CardsBottomed):
            assert event.player not in kept
    if played.table.result is not None:
        return  # the library was too short, where that loses at once
    assert set(kept) == set(played.table.turn_order)
    if (
        len(played.table.header.decks[SEATS[0]].main) < 16
        or kind_of(played.table).new_hand == "replaced"
    ):
        return
    for seat, size in kept.items():
        counted = counted_after(played.table, taken.get(seat, 0))
        smaller = 0 if kind_of(played.table).shown else counted
        assert size <= starting_size(played.table) - smaller
