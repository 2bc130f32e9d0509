"""Two games that differ only in what a seat may not know are one game to that seat.

Shown step by step on random games: of every table reached, a second one is made in which two cards
hidden from a seat are exchanged. All that the seat is shown must be the same bytes, and stay so
after every decision that does not bring the exchanged cards to light.
"""

import random

import pytest
from msgspec import json
from msgspec.structs import replace

from events.base import Decision, Event
from events.choices import ChoiceMade, ChoicesRevealed
from events.errors import IllegalAction
from events.identifiers import Seat
from events.stack import CostPaid, ManaAbilityActivated, ObjectsChosen, SpellCast
from events.zones import CardMoved, CardsRevealed, LandPlayed, LibraryOrdered
from machine.chance import seeded
from machine.referee import legal_decisions
from machine.running import Batch, drafting, handle
from projections.table import Table
from projections.views import can_tell, seat_event
from tests.machine.golden_rules.tables import ANN, BOB, CYD, game, with_mana
from tests.machine.golden_rules.told import shown, told, tried

SEATS = (ANN, BOB, CYD)
DECK = (
    "Ponder",
    "Show and Tell",
    "Delirium Skeins",
    "Bend or Break",
    "Open Ledger",
    "Common Feast",
    "Blightning",
    "Offered Page",
    "Bear",
    "Forest",
    "Mountain",
)
STEPS = 45


def dealt(seats: tuple[Seat, ...], rng: random.Random) -> Table:
    return game(
        seats,
        hands={seat: rng.choices(DECK, k=6) for seat in seats},
        libraries={seat: rng.choices(DECK, k=12) for seat in seats},
        battlefield={seat: ["Forest", "Mountain"] for seat in seats},
        active=rng.choice(seats),
    )


def twin(table: Table, seat: Seat, rng: random.Random) -> tuple[Table, frozenset[str]]:
    """Return the table with two cards exchanged that the seat cannot tell, and those two."""
    owner = rng.choice([one for one in table.playing if one != seat])
    player = table.players[owner]
    hidden = [
        name
        for name in (*player.hand, *player.library)
        if not can_tell(table, table.objects[name], seat)
    ]
    rng.shuffle(hidden)
    for first in hidden:
        for second in hidden:
            one, other = table.objects[first], table.objects[second]
            if one.card != other.card:
                objects = table.objects.set(first, replace(one, card=other.card))
                objects = objects.set(second, replace(other, card=one.card))
                return replace(table, objects=objects), frozenset({first, second})
    return table, frozenset()


def whole(table: Table, decision: Decision, rng: random.Random, seed: int) -> list[Decision] | None:
    """Return a decision with all that completes its announcement, or nothing if nothing does."""
    made = [decision]
    for _ in range(6):
        try:
            handle(table, made, seeded(seed))
        except IllegalAction as refusal:
            if refusal.code != "announce/incomplete":
                return None
            options = legal_decisions(drafting(table, made, seeded(seed)).table)
            fitting = [one for one in options if not isinstance(one, ManaAbilityActivated)]
            if not fitting:
                return None
            paying = [one for one in fitting if isinstance(one, CostPaid)]
            made.append(rng.choice(paying[:1] or fitting))
        else:
            return made
    return None


def other_of(table: Table, decision: Decision, seat: Seat, rng: random.Random) -> Decision | None:
    """Return the decision, or one that looks the same to the seat and is not the same.

    Nothing where there is none on this table: what one player holds, another has not.
    """
    face_down = isinstance(decision, ChoiceMade) and decision.hidden
    secret = face_down or isinstance(decision, LibraryOrdered | ObjectsChosen)
    if decision.player == seat or not secret:
        return decision
    alike = [
        one
        for one in legal_decisions(table)
        if type(one) is type(decision) and _size(one) == _size(decision)
    ]
    return rng.choice(alike) if alike else None


def _size(decision: Decision) -> int:
    match decision:
        case ChoiceMade():
            return len(decision.picks)
        case ObjectsChosen():
            return len(decision.chosen)
        case _:
            return 0


def lit(batch: Batch, names: frozenset[str]) -> bool:
    """Whether a batch shows everybody one of some cards."""
    for event in batch.events:
        match event:
            case CardMoved() if event.card in names and not event.to.is_hidden:
                return True
            case CardsRevealed() if names & set(event.cards):
                return True
            case ChoicesRevealed():
                return True  # what lay face down is no secret from here on
            case SpellCast() | LandPlayed() if event.card in names:
                return True
            case _:
                pass
    return False


def seen(table: Table, batch: Batch, seat: Seat) -> list[bytes]:
    before = (table, *batch.tables[:-1])
    events: list[Event | None] = [
        seat_event(*three, seat) for three in zip(before, batch.tables, batch.events, strict=True)
    ]
    return [json.encode(event) for event in events]


@pytest.mark.parametrize(
    "seed",
    [*range(6), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(6, 200))],
)
def test_a_seat_learns_nothing_that_it_may_not_know(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    seats = SEATS[: rng.choice((2, 3))]
    table = dealt(seats, rng)
    compared = 0
    for step in range(STEPS):
        if table.result is not None:
            break
        seat = rng.choice(seats)
        second, exchanged = twin(table, seat, rng)
        assert shown(table, seat) == shown(second, seat)
        if step % 9 == 0:
            for decision in tried(table, seat):
                assert told(table, seat, decision) == told(second, seat, decision)
        options = [
            one for one in legal_decisions(table) if not isinstance(one, ManaAbilityActivated)
        ]
        casts = [one for one in options if isinstance(one, SpellCast)]
        decision = rng.choice(casts or options)
        made = whole(table, decision, rng, step)
        if made is None:
            continue
        batch = handle(table, made, seeded(step))
        other = other_of(second, made[0], seat, rng)
        if other is not None and not lit(batch, exchanged):
            compared += 1
            same = handle(second, [other, *made[1:]], seeded(step))
            assert seen(table, batch, seat) == seen(second, same, seat)
            assert shown(batch.table, seat) == shown(same.table, seat)
        table = with_mana(batch.table)
    assert compared > STEPS // 3
