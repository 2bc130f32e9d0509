"""What is offered and what is accepted agree: offered decisions, each altered in one place.

CR 732: what is refused leaves nothing behind. A refusal says its rule, its facts and what is legal.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from events.base import Decision
from events.citations import gloss
from events.errors import IllegalAction
from events.game import Conceded, DrawOffered
from events.identifiers import Seat
from machine.chance import seeded
from machine.referee import awaiting, check, legal_decisions
from machine.running import handle
from projections.consistency import faults
from projections.table import Table
from replays.derivation import rederive
from tests.machine.random_games import EDITIONS, SEATINGS, dice, middle_game, new_game, played

CODE = re.compile(r"[a-z_]+/[a-z_]+")
MOST = 300
"""Offers of one table that are looked at; where there are more, not all of them are known."""

OPEN = frozenset({
    "SpellCast", "AbilityActivated", "ValueChosen", "CostPaid", "FlipDeviceProposed", "FlipCalled",
})  # fmt: skip
"""Kinds of which more is legal than is offered: what cannot be paid for is not offered (CR 601.2h
judges it), X ends at what can be paid, equal ways of paying are offered once, any device with
equal odds may be proposed. Calls of several flips come in any order; the next one is offered."""

ANNOUNCING = frozenset({"SpellCast", "AbilityActivated"})
"""Kinds that only begin an announcement: alone they are never a whole one (CR 601.2)."""

SETS = frozenset({
    "AttackersDeclared", "BlockersDeclared", "TargetsChosen", "CrankChosen", "HandSizeDiscarded",
    "ObjectsChosen", "ChoiceMade", "DiscardChosen",
})  # fmt: skip
"""Kinds whose parts have no order, so that one order of them is offered."""

CASES = [
    pytest.param(edition, tuple(SEATINGS)[number % len(SEATINGS)], number, id=edition)
    for number, edition in enumerate(EDITIONS)
]


def mutations(table: Table, offers: list[Decision], rng: Random) -> Iterator[Decision]:
    """Yield decisions that differ from an offered one in one field."""
    for decision in rng.sample(offers, min(4, len(offers))):
        names = list(decision.__struct_fields__)
        for name in rng.sample(names, min(3, len(names))):
            value = _other(table, offers, decision, name, rng)
            if value != getattr(decision, name):
                yield replace(decision, **{name: value})


def _other(
    table: Table, offers: list[Decision], decision: Decision, name: str, rng: Random
) -> object:
    """Return another value of the same sort: another's, one more, one less, or something unknown."""
    value = getattr(decision, name)
    found = [getattr(one, name) for one in offers if type(one) is type(decision)]
    if name == "player":
        return rng.choice((*table.turn_order, Seat("nobody")))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((value + 1, max(0, value - 1), *found))
    if isinstance(value, tuple) and value:
        return rng.choice((value[:-1], (*value, value[0]), value[::-1], *found))
    if value is None or (isinstance(value, str) and value[:1] in "co" and value[1:].isdecimal()):
        return rng.choice(("c99999", *table.objects, *found))
    return rng.choice(found)


def refusal_of(table: Table, decision: Decision) -> IllegalAction | None:
    try:
        check(table, decision)
    except IllegalAction as refusal:
        return refusal
    return None


@pytest.mark.parametrize(("edition", "seating", "seed"), CASES)
def test_what_is_refused_is_what_is_not_offered(edition: str, seating: str, seed: int) -> None:
    make = middle_game if seed % 3 else new_game
    game = make(edition, seating, seed, un_cards=seed % 2 == 0)
    rng = dice(f"mutated:{edition}:{seed}")
    seen: Counter[str] = Counter()
    for now in played(game, seed, decisions=60):
        table, head = now.table, now.events.head
        offers = list(islice(legal_decisions(table), MOST))
        for decision in mutations(table, offers, rng):
            refusal = refusal_of(table, decision)
            seen["refused" if refusal else "accepted"] += 1
            if refusal is not None:
                _tells(refusal, decision)
            elif _is_closed(decision, offers):
                assert _plain(decision) in {_plain(one) for one in offers}
        assert now.events.head == head
    assert min(seen["refused"], seen["accepted"]) > 5
    assert rederive(game.events.records).derived.ok


def _tells(refusal: IllegalAction, decision: Decision) -> None:
    """A refusal has a code, a rule with a gloss, and who it was in its text."""
    assert CODE.fullmatch(refusal.code)
    assert gloss(refusal.rule)
    assert str(getattr(decision, "player", "")) in refusal.what
    assert refusal.because or refusal.legal or refusal.facts


def _plain(decision: Decision) -> tuple[str, tuple[str, ...]]:
    """Return what a decision comes to: where parts have no order, in one order."""
    ordered = type(decision).__name__ not in SETS
    values = (getattr(decision, name) for name in decision.__struct_fields__)
    return type(decision).__name__, tuple(
        repr(value if ordered or not isinstance(value, tuple) else sorted(map(repr, value)))
        for value in values
    )


def _is_closed(decision: Decision, offers: list[Decision]) -> bool:
    """Whether all legal decisions of this kind are among the offers."""
    kind = type(decision)
    return len(offers) < MOST and kind not in (Conceded, DrawOffered) and kind.__name__ not in OPEN


@pytest.mark.parametrize(("edition", "seating", "seed"), CASES[::3])
def test_a_refused_batch_leaves_nothing(edition: str, seating: str, seed: int) -> None:
    """CR 732: a batch is refused whole, and an accepted mutation leads to a sound table."""
    game = middle_game(edition, seating, seed)
    rng = dice(f"batch:{edition}:{seed}")
    for number, now in enumerate(played(game, seed, decisions=50)):
        if number % 5:
            continue
        table = now.table
        offers = list(islice(legal_decisions(table), MOST))
        for decision in mutations(table, offers, rng):
            before = len(now.events), now.events.head
            wrong = refusal_of(table, decision)
            if wrong is not None or type(decision).__name__ in ANNOUNCING:
                code = wrong.code if wrong is not None else "announce/incomplete"
                with pytest.raises(IllegalAction) as refusal:
                    handle(table, [decision], seeded(number), seq=len(now.events))
                assert refusal.value.code == code
            else:
                batch = handle(table, [decision], seeded(number), seq=len(now.events))
                assert faults(batch.table) == ()
                assert batch.table.result is not None or awaiting(batch.table)
            assert (len(now.events), now.events.head) == before
            assert now.table == table
