"""Exact chances of hands of several kinds of cards: enumerated with the machine, compared with the oracles.

A look is enumerated by how many cards of each kind it draws: the product of C(K, k) over C(N, n). After a
London mulligan the deck is whole again, so that what follows depends on the number of mulligans alone.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest

from events.game import StartingPlayerChosen
from events.identifiers import CardName, ObjectId
from events.mulligans import CardsBottomed, LookChosen, LookedCardPlaced, MulliganDeclared
from machine import running
from projections.table import Table
from tests.machine.mulligans.playing import ANN, BEAR, BOB, FOREST, POWDER, Still
from tests.machine.mulligans.test_exact import (
    Ways,
    beginning,
    branches,
    finding,
    names,
    needs_oracles,
    opened,
    oracle,
)

Hand = Counter[CardName | None]
TOWER, PLANT, MINE, MAP = FOREST, CardName("Mountain"), CardName("Island"), CardName("Wall")
PIECES = (TOWER, PLANT, MINE)


def by_kind(drawn: int) -> Callable[[list[CardName]], Ways]:
    """Return the shuffles of a deck by how many cards of each kind are among those drawn."""

    def ways(cards: list[CardName]) -> Ways:
        deck = Counter(cards)
        *kinds, rest = sorted(deck, key=lambda name: deck[name])
        total = comb(len(cards), drawn)
        found: Ways = []
        for some in product(*(range(min(deck[kind], drawn) + 1) for kind in kinds)):
            others = drawn - sum(some)
            if not 0 <= others <= deck[rest]:
                continue
            number = prod(comb(deck[k], n) for k, n in zip(kinds, some, strict=True))
            hand = [*(k for k, n in zip(kinds, some, strict=True) for _ in range(n))]
            hand += [rest] * others
            below = list((deck - Counter(hand)).elements())
            weight = Fraction(number * comb(deck[rest], others), total)
            found.append(((*hand, *below), weight))
        return found

    return ways


class Looks:
    """The chance to keep a good hand with London, down to a floor, bottoming what is not needed."""

    def __init__(
        self, good: Callable[[Hand], bool], needed: tuple[CardName, ...], floor: int
    ) -> None:
        self.good = good
        self.needed = needed
        self.floor = floor
        self.known: dict[int, Fraction] = {}

    def chance(self, at: Table, number: int) -> Fraction:
        if self.good(Counter(names(at))):
            return Fraction(1)
        if 7 - number <= self.floor:
            return Fraction(0)
        if number not in self.known:
            self.known[number] = self._redrawn(at, number + 1)
        return self.known[number]

    def _redrawn(self, at: Table, number: int) -> Fraction:
        total = Fraction(0)
        redraw = MulliganDeclared(player=ANN, mulligan=True)
        for weight, after in branches(at, redraw, by_kind(7)):
            bottomed = CardsBottomed(player=ANN, cards=self._spare(after, number))
            kept = running.handle(after, (bottomed,), Still()).table
            total += weight * self.chance(kept, number)
        return total

    def _spare(self, at: Table, count: int) -> tuple[ObjectId, ...]:
        """Copies of what is there already, and what is not needed, before the rest."""
        hand, seen = at.players[ANN].hand, set[CardName | None]()
        spare: list[ObjectId] = []
        for name in hand:
            card = at.objects[name].card
            if card not in self.needed or card in seen:
                spare.append(name)
            seen.add(card)
        return tuple([*spare, *(name for name in hand if name not in spare)][:count])


def from_the_start(looks: Looks, deck: tuple[CardName, ...]) -> Fraction:
    first = beginning(deck=deck, kind="london", size=60)
    at = running.start(first, Still()).table
    choice = StartingPlayerChosen(player=BOB, starting_player=BOB)
    found = branches(at, choice, by_kind(7))
    return sum(
        (weight * looks.chance(opened(after, Still()), 0) for weight, after in found), Fraction(0)
    )


def assembles(hand: Hand) -> bool:
    """Three different pieces, or two and the card that finds the third."""
    different = sum(hand[piece] > 0 for piece in PIECES)
    return different == 3 or (different == 2 and hand[MAP] > 0)


@needs_oracles
@pytest.mark.parametrize("floor", [6, 5])
def test_three_pieces_by_the_third_turn(floor: int) -> None:
    looks = Looks(assembles, (*PIECES, MAP), floor)
    deck = tuple(card for card in (*PIECES, MAP) for _ in range(4))

    assert from_the_start(looks, deck) == oracle(f"tron_t3_london_to{floor}")


@needs_oracles
@pytest.mark.parametrize("floor", [6, 4])
def test_more_copies_than_the_opponent(floor: int) -> None:
    """Both look for at least one of four copies, down to a floor; the first holds strictly more."""
    shares: dict[int, Fraction] = {}
    for one in finding("london", 4, 60, floor, 0):
        number = one.hand.count(FOREST)
        shares[number] = shares.get(number, Fraction(0)) + one.weight
    more = sum(
        (a * b for one, a in shares.items() for other, b in shares.items() if one > other),
        Fraction(0),
    )

    assert more == oracle(f"leyline_beats_answer_to{floor}")


def top_two(cards: list[CardName]) -> Ways:
    """The shuffles whose first six cards hold no key, by the next two; all others as one."""
    keys, total = cards.count(FOREST), len(cards)
    rest = total - keys
    without = Fraction(comb(rest, 6), comb(total, 6))
    left, found = total - 6, list[tuple[tuple[CardName, ...], Fraction]]()
    for first, second in product((FOREST, BEAR), repeat=2):
        have, weight = Counter({FOREST: keys, BEAR: rest - 6}), without
        for place, card in enumerate((first, second)):
            weight *= Fraction(have[card], left - place)
            have[card] -= 1
        order = (*[BEAR] * 6, first, second, *have.elements())
        found.append((order, weight))
    found.append(((FOREST, *[BEAR] * rest, *[FOREST] * (keys - 1)), 1 - without))
    return found


@needs_oracles
def test_a_look_nearly_doubles_the_next_draw() -> None:
    """Vancouver kept at six without the card: who bottoms all else draws it more often."""
    first = beginning(deck=(FOREST,) * 4, kind="vancouver", size=60)
    at = opened(running.start(first, Still()).table, Still())
    redraw = MulliganDeclared(player=ANN, mulligan=True)
    missed = hit = plain = Fraction(0)
    for weight, redrawn in branches(at, redraw, top_two):
        after = opened(redrawn, Still())
        if FOREST in names(after):
            continue
        keep = MulliganDeclared(player=ANN, mulligan=False)
        kept = opened(running.handle(after, (keep,), Still()).table, Still())
        missed += weight
        plain += weight * _is_next(kept)
        looking = running.handle(kept, (LookChosen(player=ANN, look=True),), Still()).table
        placed = LookedCardPlaced(player=ANN, bottom=not _is_next(looking))
        hit += weight * _is_next(running.handle(looking, (placed,), Still()).table)

    assert plain / missed == oracle("noscry_hit_54_4_1")
    assert hit / missed == oracle("scry_hit_54_4_1")


def _is_next(at: Table) -> bool:
    return at.objects[at.players[ANN].library[0]].card == FOREST


def test_the_kinds_of_a_look_are_all_looks() -> None:
    deck = [FOREST] * 4 + [POWDER] * 4 + [BEAR] * 52

    assert sum(weight for _, weight in by_kind(7)(deck)) == 1
    assert all(Counter(order) == Counter(deck) for order, _ in by_kind(7)(deck))
