"""The exact distribution of the machine's mulligans, against closed forms and published oracles.

Nothing is sampled: every way a shuffle can go is followed, with its probability as a fraction.
"""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from events.base import Decision
from events.game import MatchEntry, StartingPlayerChosen
from events.identifiers import CardName, ObjectId
from events.mulligans import (
    CardsBottomed,
    LookChosen,
    LookedCardPlaced,
    MulliganActionTaken,
    MulliganDeclared,
)
from machine import referee, running
from machine.chance import Branching
from projections.table import Table
from tests.machine.mulligans.playing import ANN, BEAR, BOB, CYD, FOREST, POWDER, Still, table

# ------------------------------------------------- every permutation of a tiny deck, none merged


def keeps_a_land(hand: list[CardName | None]) -> bool:
    return FOREST in hand


def test_every_shuffle_is_equally_likely_and_the_hand_hypergeometric() -> None:
    """Two lands in four cards, hands of two: no land is C(2,2) / C(4,2) = 1/6."""
    found: dict[bool, Fraction] = {True: Fraction(0), False: Fraction(0)}
    path: list[int] | None = []
    ways = 0
    while path is not None:
        chance = Branching(path)
        at = start(chance, deck=(FOREST, FOREST, BEAR, BEAR), kind="vancouver", size=4)
        weight = Fraction(1)
        for _, bound in chance.taken:
            weight /= bound
        found[keeps_a_land(names(at))] += weight
        ways += 1
        path = chance.next_path()

    assert ways == 24 * 2, "all orders of ann's four cards and of bob's two"
    assert found == {True: Fraction(5, 6), False: Fraction(1, 6)}


def start(chance: Branching, *, deck: tuple[CardName, ...], kind: str, size: int) -> Table:
    """Return the table at ann's declaration; bob, who starts, keeps."""
    at = running.start(beginning(deck=deck, kind=kind, hand=2, size=size), chance).table
    return opened(at, chance)


# -------------------------------------------- shuffles told apart only by what can make a difference


class Sorted(Still):
    """A shuffle of ann's library goes one of several ways that differ in what she draws.

    ``told`` says how: orders of the cards' names, with the probability of each.
    """

    def __init__(self, ways: Callable[[list[CardName]], "Ways"], at: Table, pick: int) -> None:
        super().__init__()
        self.ways = ways
        self.at = at
        self.pick = pick
        self.told: Ways = []

    def permutation(self, names: Any, purpose: str) -> tuple[ObjectId, ...]:  # noqa: ANN401
        if purpose != f"shuffle {ANN}":
            return tuple(names)
        cards: dict[CardName, list[ObjectId]] = {}
        for name in names:
            card = self.at.objects[name].card
            assert card is not None
            cards.setdefault(card, []).append(name)
        self.told = self.ways([card for card in sorted(cards) for _ in cards[card]])
        order, _ = self.told[self.pick]
        return tuple(cards[card].pop() for card in order)


Ways = list[tuple[tuple[CardName, ...], Fraction]]


def every_order(cards: list[CardName]) -> Ways:
    """Every order of two kinds of cards, each as likely as the others."""
    one, *_ = kinds = sorted(set(cards))
    if len(kinds) == 1:
        return [(tuple(cards), Fraction(1))]
    other = kinds[1]
    places = list(combinations(range(len(cards)), cards.count(one)))
    return [
        (tuple(one if n in chosen else other for n in range(len(cards))), Fraction(1, len(places)))
        for chosen in places
    ]


def top_of(drawn: int, key: CardName) -> Callable[[list[CardName]], Ways]:
    """Shuffles by how many keys are among the cards drawn; the rest of the order is never seen.

    k of them: C(K, k) C(N - K, n - k) / C(N, n).
    """

    def ways(cards: list[CardName]) -> Ways:
        keys = [card for card in cards if card == key]
        rest = [card for card in cards if card != key]
        total = comb(len(cards), drawn)
        return [
            (
                (*keys[:k], *rest[: drawn - k], *keys[k:], *rest[drawn - k :]),
                Fraction(comb(len(keys), k) * comb(len(rest), drawn - k), total),
            )
            for k in range(min(drawn, len(keys)) + 1)
            if drawn - k <= len(rest)
        ]

    return ways


def branches(
    at: Table, decision: Decision | None, ways: Callable[[list[CardName]], Ways]
) -> Iterator[tuple[Fraction, Table]]:
    """Yield every way a batch can go, with its probability; one where it shuffles nothing of ann's."""
    pick, told = 0, 1
    while pick < told:
        chance = Sorted(ways, at, pick)
        batch = (
            running.start(at, chance)
            if decision is None
            else running.handle(at, (decision,), chance)
        )
        told = max(1, len(chance.told))
        yield (chance.told[pick][1] if chance.told else Fraction(1)), batch.table
        pick += 1


def beginning(
    *, deck: tuple[CardName, ...], kind: str, hand: int = 7, size: int, others: int = 1
) -> Table:
    seats = (ANN, BOB, CYD)[: others + 1]
    decks = dict.fromkeys(seats, (BEAR,) * hand)
    return table(
        seats=seats,
        decks={**decks, ANN: (*deck, *(BEAR,) * (size - len(deck)))},
        kind=kind,
        starting_hand_size=hand,
        match=MatchEntry(previous_loser=BOB),
    )


def opened(at: Table, chance: Any) -> Table:  # noqa: ANN401 - any chance
    """Return the table at ann's next decision, or at the first turn; all others keep."""
    while True:  # every pass is one decision of another player
        if at.turn.number or (asked := referee.awaiting(at)[0]).player == ANN:
            return at
        if StartingPlayerChosen in asked.decisions:
            decision: Decision = StartingPlayerChosen(player=BOB, starting_player=BOB)
        else:
            decision = MulliganDeclared(player=asked.player, mulligan=False)
        at = running.handle(at, (decision,), chance).table


def names(at: Table) -> list[CardName | None]:
    return [at.objects[name].card for name in at.players[ANN].hand]


class Kept(Struct, frozen=True):
    """One way in which ann can end: the probability, her hand, her mulligans."""

    weight: Fraction
    hand: tuple[CardName | None, ...]
    taken: int
    table: Table


class Plan(Struct, frozen=True):
    """How ann plays: which hands she keeps, which cards she would rather bottom, what she draws next."""

    kind: str
    keep: Callable[[list[CardName | None]], bool]
    key: CardName
    floor: int = 1
    """She keeps any hand of so few cards."""
    free: int = 0
    hand: int = 7
    bottom: Callable[[Table, int], tuple[ObjectId, ...]] | None = None
    ways: Callable[[list[CardName]], Ways] | None = None

    def drawn(self, number: int) -> int:
        """Return how many cards her look after so many mulligans draws."""
        fewer = 0 if self.kind in ("london", "original_reveal") else max(0, number - self.free)
        return self.hand - fewer


def outcomes(plan: Plan, deck: tuple[CardName, ...], size: int) -> list[Kept]:
    """Return everything that can come of a plan."""
    first = beginning(deck=deck, kind=plan.kind, hand=plan.hand, size=size, others=1 + plan.free)
    found = []
    for weight, at in branches(first, None, _ways(plan, 0)):
        for more, chosen in _starting(at, plan):
            found += _from(plan, weight * more, opened(chosen, Still()), 0)
    assert sum(one.weight for one in found) == 1
    return found


def _starting(at: Table, plan: Plan) -> Iterator[tuple[Fraction, Table]]:
    """Since 2020-07-03 the libraries are shuffled once the starting player is chosen."""
    if referee.awaiting(at)[0].player == BOB and at.starting_player is None:
        choice = StartingPlayerChosen(player=BOB, starting_player=BOB)
        yield from branches(at, choice, _ways(plan, 0))
    else:
        yield Fraction(1), at


def _ways(plan: Plan, number: int) -> Callable[[list[CardName]], Ways]:
    return plan.ways or top_of(plan.drawn(number), plan.key)


def _from(plan: Plan, weight: Fraction, at: Table, number: int) -> list[Kept]:
    hand = names(at)
    if plan.keep(hand) or len(hand) <= plan.floor:
        decision = MulliganDeclared(player=ANN, mulligan=False)
        kept = running.handle(at, (decision,), Still()).table
        return [Kept(weight, tuple(hand), number, kept)]
    found = []
    declared = MulliganDeclared(player=ANN, mulligan=True)
    for more, redrawn in branches(at, declared, _ways(plan, number + 1)):
        after = redrawn
        owed = max(0, number + 1 - plan.free) if plan.kind == "london" else 0
        if owed:
            cards = (plan.bottom or _others_first(plan.key))(redrawn, owed)
            bottomed = CardsBottomed(player=ANN, cards=cards)
            after = running.handle(redrawn, (bottomed,), Still()).table
        after = opened(after, Still())
        if after.turn.number:  # a hand that had to be kept
            found.append(Kept(weight * more, tuple(names(after)), number + 1, after))
        else:
            found += _from(plan, weight * more, after, number + 1)
    return found


def _others_first(key: CardName) -> Callable[[Table, int], tuple[ObjectId, ...]]:
    def bottom(at: Table, count: int) -> tuple[ObjectId, ...]:
        hand = at.players[ANN].hand
        return tuple(sorted(hand, key=lambda name: at.objects[name].card == key))[:count]

    return bottom


def chance_of(found: list[Kept], holds: Callable[[Kept], bool]) -> Fraction:
    return sum((one.weight for one in found if holds(one)), Fraction(0))


def has(key: CardName) -> Callable[[list[CardName | None]], bool]:
    return lambda hand: key in hand


# ------------------------------------------------------------- tiny decks, closed forms derived here


def miss(cards: int, keys: int, drawn: int) -> Fraction:
    """C(N - K, n) / C(N, n): no key among the cards drawn."""
    return Fraction(comb(cards - keys, drawn), comb(cards, drawn))


@pytest.mark.parametrize("floor", [1, 2, 3])
def test_103_5_finding_a_card_with_london(floor: int) -> None:
    """Every look draws three of six with two keys, so each misses with m = C(4,3)/C(6,3) = 1/5.

    Down to size f there are 3 - f + 1 looks: 1 - m^(4-f).
    """
    plan = Plan("london", has(FOREST), FOREST, floor=floor, hand=3, ways=every_order)
    found = outcomes(plan, (FOREST,) * 2, 6)

    assert miss(6, 2, 3) == Fraction(1, 5)
    assert chance_of(found, lambda one: FOREST in one.hand) == 1 - Fraction(1, 5) ** (4 - floor)


@pytest.mark.parametrize("kind", ["paris_sequential", "paris_simultaneous", "vancouver"])
def test_103_5_finding_a_card_with_paris(kind: str) -> None:
    """Looks draw 3, 2 and 1 of six with two keys: 1 - (4/20)(6/15)(4/6) = 1 - 4/75."""
    plan = Plan(kind, has(FOREST), FOREST, hand=3, ways=every_order)
    found = outcomes(plan, (FOREST,) * 2, 6)

    assert chance_of(found, lambda one: FOREST in one.hand) == 1 - Fraction(4, 75)


def test_103_5_a_look_kept_at_no_cards_finds_nothing() -> None:
    """London down to nothing: the fourth look of a three-card hand can never hold a key."""
    plan = Plan("london", has(FOREST), FOREST, floor=0, hand=3, ways=every_order)
    found = outcomes(plan, (FOREST,) * 2, 6)

    assert chance_of(found, lambda one: FOREST in one.hand) == 1 - Fraction(1, 5) ** 3
    assert chance_of(found, lambda one: not one.hand) == Fraction(1, 5) ** 3


def test_103_5c_the_free_mulligan_adds_one_look() -> None:
    """Three players: 3, 3, then 2, 1 kept of three drawn: 1 - (1/5)^4."""
    plan = Plan("london", has(FOREST), FOREST, hand=3, free=1, ways=every_order)
    found = outcomes(plan, (FOREST,) * 2, 6)

    assert chance_of(found, lambda one: FOREST in one.hand) == 1 - Fraction(1, 5) ** 4


def test_103_4_a_look_and_the_next_draw() -> None:
    """Vancouver, five cards, one key, hands of two; ann goes to one and bottoms all but the key.

    She keeps nothing (first look) and then one card that is no key: 4/5. The top card is the key:
    1/4. If not she bottoms it and the next one is: (3/4)(1/3) = 1/4. So the next draw is the key
    with 1/4 + 1/4 = 1/2, twice the 1/4 of a Paris mulligan.
    """
    plan = Plan("vancouver", lambda hand: len(hand) == 1, FOREST, hand=2, ways=every_order)
    without = [one for one in outcomes(plan, (FOREST,), 5) if FOREST not in one.hand]
    total = sum(one.weight for one in without)
    hit = paris = Fraction(0)
    for one in without:
        paris += one.weight * (_top(one.table) == FOREST)
        at = running.handle(one.table, (LookChosen(player=ANN, look=True),), Still()).table
        placed = LookedCardPlaced(player=ANN, bottom=_top(at) != FOREST)
        at = running.handle(at, (placed,), Still()).table
        hit += one.weight * (_top(at) == FOREST)

    assert total == Fraction(4, 5)
    assert (paris / total, hit / total) == (Fraction(1, 4), Fraction(1, 2))


def _top(at: Table) -> CardName | None:
    return at.objects[at.players[ANN].library[0]].card


def test_103_5b_a_powder_is_one_more_look_at_what_is_left() -> None:
    """Five cards: one key, one Powder, three others; hands of two; no mulligan is taken.

    Key at once: 2/5. Else, with the Powder in hand (of the 6 hands without the key, 3 hold it:
    3/10), the two are exiled and two of the three left drawn: the key with 2/3.
    So 2/5 + 3/10 * 2/3 = 3/5.
    """
    first = beginning(deck=(FOREST, POWDER), kind="vancouver", hand=2, size=5)
    hit, total = Fraction(0), Fraction(0)
    for weight, at in branches(first, None, _three_kinds):
        table_ = opened(at, Still())
        powder = next(
            (name for name in table_.players[ANN].hand if _is(table_, name, POWDER)), None
        )
        if FOREST not in names(table_) and powder is not None:
            used = MulliganActionTaken(player=ANN, card=powder)
            table_ = running.handle(table_, (used,), Still()).table
        total += weight
        hit += weight * (FOREST in names(table_))

    assert total == 1
    assert hit == Fraction(3, 5)


def _is(at: Table, name: ObjectId, card: CardName) -> bool:
    return at.objects[name].card == card


def _three_kinds(cards: list[CardName]) -> Ways:
    """The places of one key and one Powder among the rest: N (N - 1) of them, equally likely."""
    count = len(cards)
    each = Fraction(1, count * (count - 1))
    found: Ways = []
    for key in range(count):
        for powder in range(count):
            if key != powder:
                order = [BEAR] * count
                order[key], order[powder] = FOREST, POWDER
                found.append((tuple(order), each))
    return found


def test_dan_d10_the_original_rule_redraws_a_hand_of_one_sort_once() -> None:
    """Three of six with three lands: one sort is 2 C(3,3)/C(6,3) = 1/10, and again 1/10 of that."""
    plan = Plan(
        "original_reveal",
        lambda hand: 0 < hand.count(FOREST) < 3,
        FOREST,
        floor=0,
        hand=3,
        ways=every_order,
    )
    found = outcomes(plan, (FOREST,) * 3, 6)

    assert chance_of(found, lambda one: one.taken == 1) == Fraction(1, 10)
    assert chance_of(found, lambda one: one.hand.count(FOREST) in (0, 3)) == Fraction(1, 100)


# ------------------------------------------------------------------ decks of sixty: the oracles


def _oracles() -> dict[str, dict[str, Any]]:
    for folder in Path(__file__).resolve().parents:
        file = folder / "shared" / "oracles" / "expected.json"
        if file.is_file():
            values = json.loads(file.read_text(encoding="utf-8"))["values"]
            return {value["name"]: value for value in values}
    return {}


ORACLES = _oracles()
needs_oracles = pytest.mark.skipif(not ORACLES, reason="no shared/oracles above this folder")


def oracle(name: str) -> Fraction:
    if name not in ORACLES:
        pytest.skip(f"the oracles have no {name}")
    return Fraction(ORACLES[name]["fraction"])


@cache
def finding(kind: str, copies: int, size: int, floor: int, free: int) -> tuple[Kept, ...]:
    plan = Plan(kind, has(FOREST), FOREST, floor=floor, free=free)
    return tuple(outcomes(plan, (FOREST,) * copies, size))


@needs_oracles
@pytest.mark.parametrize(
    ("name", "kind", "copies", "size", "floor", "free"),
    [
        ("find_4of60_paris_to5", "paris_sequential", 4, 60, 5, 0),
        ("find_4of60_paris_to5", "vancouver", 4, 60, 5, 0),
        ("find_4of60_paris_to4", "paris_simultaneous", 4, 60, 4, 0),
        ("find_4of60_paris_to2", "paris_simultaneous", 4, 60, 2, 0),
        ("find_4of60_paris_to1", "paris_simultaneous", 4, 60, 1, 0),
        ("find_4of60_london_to6", "london", 4, 60, 6, 0),
        ("find_4of60_london_to5", "london", 4, 60, 5, 0),
        ("find_4of60_london_to3", "london", 4, 60, 3, 0),
        ("find_4of60_london_to2", "london", 4, 60, 2, 0),
        ("find_4of60_london_to4_multiplayer", "london", 4, 60, 4, 1),
        ("find_4of60_paris_to4_multiplayer", "paris_simultaneous", 4, 60, 4, 1),
        ("find_8of60_london_to4", "london", 8, 60, 4, 0),
        ("find_1of59_london_to5_multiplayer", "london", 1, 59, 5, 1),
    ],
)
def test_finding_a_card_down_to_a_floor(  # noqa: PLR0913, PLR0917 - the parameters of the oracle
    name: str, kind: str, copies: int, size: int, floor: int, free: int
) -> None:
    found = finding(kind, copies, size, floor, free)

    assert chance_of(list(found), lambda one: FOREST in one.hand) == oracle(name)


@needs_oracles
@pytest.mark.parametrize(("name", "kind"), [("paris", "paris_simultaneous"), ("london", "london")])
def test_the_expected_size_of_a_hand_that_looks_for_a_card(name: str, kind: str) -> None:
    found = finding(kind, 4, 60, 4, 0)
    expected = sum(one.weight * len(one.hand) for one in found)

    assert expected == oracle(f"find_4of60_{name}_to4_expected_size")


@needs_oracles
@pytest.mark.parametrize("deck", [(60, 24), (40, 17), (99, 37)], ids=["60", "40", "99"])
def test_lands_of_an_opening_hand(deck: tuple[int, int]) -> None:
    size, lands = deck
    found = outcomes(Plan("london", lambda _: True, FOREST), (FOREST,) * lands, size)
    checked = 0
    for count in range(8):
        name = f"open7_{size}_{lands}_lands_{count}"
        if name in ORACLES:
            got = chance_of(found, lambda one, count=count: one.hand.count(FOREST) == count)  # type: ignore[misc]
            assert got == oracle(name)
            checked += 1
    assert checked


KEEP = {
    "vancouver": {7: (2, 5), 6: (2, 4), 5: (1, 4), 4: (0, 4)},
    "london": {7: (2, 5), 6: (2, 4), 5: (2, 4), 4: (0, 4)},
}


def towards_three_lands(at: Table, count: int) -> tuple[ObjectId, ...]:
    """Bottom so that the lands kept are as near to three as can be."""
    hand = at.players[ANN].hand
    lands = [name for name in hand if _is(at, name, FOREST)]
    others = [name for name in hand if name not in lands]
    size = len(hand) - count
    least, most = max(0, size - len(others)), min(len(lands), size)
    keep = min(range(least, most + 1), key=lambda kept: abs(kept - 3))
    return (*lands[keep:], *others[size - keep :])


@cache
def by_lands(kind: str, size: int, lands: int) -> tuple[Kept, ...]:
    def keeps(hand: list[CardName | None]) -> bool:
        least, most = KEEP[kind][len(hand)]
        return least <= hand.count(FOREST) <= most

    plan = Plan(kind, keeps, FOREST, floor=4, bottom=towards_three_lands)
    return tuple(outcomes(plan, (FOREST,) * lands, size))


@needs_oracles
@pytest.mark.parametrize("kind", ["vancouver", "london"])
@pytest.mark.parametrize("deck", [(60, 24), (40, 17)], ids=["60", "40"])
def test_a_policy_of_lands(kind: str, deck: tuple[int, int]) -> None:
    size, lands = deck
    found = by_lands(kind, size, lands)
    where = f"{kind}_{size}_{lands}"

    for kept in (6, 5):
        got = chance_of(list(found), lambda one, kept=kept: len(one.hand) == kept)  # type: ignore[misc]
        assert got == oracle(f"keep{kept}_{where}")
    assert sum(one.weight * len(one.hand) for one in found) == oracle(f"kept_size_{where}")
    assert sum(one.weight * one.taken for one in found) == oracle(f"mulligans_{where}")


# Looking for one of four keys with four Powders, each of which is used when no key is in hand.


class Hunt:
    """The chance to find a key down to a floor; what went before matters only by the cards left."""

    def __init__(self, kind: str, floor: int) -> None:
        self.kind = kind
        self.floor = floor
        self.known: dict[tuple[object, ...], Fraction] = {}

    def size(self, number: int) -> int:
        return 7 - number

    def ways(self, number: int) -> Callable[[list[CardName]], Ways]:
        drawn = 7 if self.kind == "london" else self.size(number)
        return lambda cards: _blocks(cards, (drawn, *(self.size(number),) * 4))

    def chance(self, at: Table, number: int) -> Fraction:
        """Return the chance from a declaration on."""
        hand = names(at)
        if FOREST in hand:
            return Fraction(1)
        if POWDER in hand:
            card = next(name for name in at.players[ANN].hand if _is(at, name, POWDER))
            used = MulliganActionTaken(player=ANN, card=card)
            return self.chance(running.handle(at, (used,), Still()).table, number)
        if self.size(number + 1) < self.floor:
            return Fraction(0)
        left = sorted(
            at.objects[n].card or "" for n in (*at.players[ANN].hand, *at.players[ANN].library)
        )
        key = (number, *left)
        if key not in self.known:
            self.known[key] = self._redrawn(at, number + 1)
        return self.known[key]

    def _redrawn(self, at: Table, number: int) -> Fraction:
        total = Fraction(0)
        redraw = MulliganDeclared(player=ANN, mulligan=True)
        for weight, after in branches(at, redraw, self.ways(number)):
            owed = number if self.kind == "london" else 0
            bottomed = CardsBottomed(player=ANN, cards=_spare(after, owed))
            then = running.handle(after, (bottomed,), Still()).table if owed else after
            total += weight * self.chance(then, number)
        return total


def _spare(at: Table, count: int) -> tuple[ObjectId, ...]:
    """Powders first, but for one; then what is no key."""
    hand = at.players[ANN].hand
    powders = [name for name in hand if _is(at, name, POWDER)]
    others = [name for name in hand if _is(at, name, BEAR)]
    keys = [name for name in hand if _is(at, name, FOREST)]
    return tuple([*powders[1:], *others, *powders[:1], *keys][:count])


def _blocks(cards: list[CardName], sizes: tuple[int, ...]) -> Ways:
    """Shuffles by what each block of cards from the top holds, as far as the blocks are drawn.

    A block with a key ends the hunt, one without key and Powder ends this shuffle; of a block with
    p Powders alone: C(P, p) C(R, n - p) / C(N, n), and the next block is drawn from what is left.
    """
    keys, powders = cards.count(FOREST), cards.count(POWDER)
    count, drawn = len(cards), min(sizes[0], len(cards))
    rest = count - keys - powders
    total, found = comb(count, drawn), []
    found.append((_first(cards, FOREST), 1 - Fraction(comb(count - keys, drawn), total)))
    for some in range(min(powders, drawn) + 1):
        if drawn - some > rest:
            continue
        weight = Fraction(comb(powders, some) * comb(rest, drawn - some), total)
        block = (POWDER,) * some + (BEAR,) * (drawn - some)
        left = [FOREST] * keys + [POWDER] * (powders - some) + [BEAR] * (rest - drawn + some)
        if not some or not left or len(sizes) == 1 or not sizes[1]:
            found.append(((*block, *left), weight))
        else:
            deeper = _blocks(left, sizes[1:])
            found += [((*block, *order), weight * more) for order, more in deeper]
    return [way for way in found if way[1]]


def _first(cards: list[CardName], card: CardName) -> tuple[CardName, ...]:
    """One key on top; the rest without another one, as far as anybody draws."""
    if card not in cards:
        return tuple(cards)
    rest = [one for one in cards if one != card]
    return (card, *rest, *(card,) * (cards.count(card) - 1))


@needs_oracles
@pytest.mark.parametrize(
    ("name", "kind", "floor"),
    [
        ("powder_none_look7_only", "london", 7),
        ("powder_london_always_to4", "london", 4),
        ("powder_london_always", "london", 1),
        ("powder_paris_always_to4", "paris_simultaneous", 4),
    ],
)
def test_finding_a_card_with_powders(name: str, kind: str, floor: int) -> None:
    hunt = Hunt(kind, floor)
    first = beginning(deck=(FOREST,) * 4 + (POWDER,) * 4, kind=kind, size=60)
    total = Fraction(0)
    for weight, at in branches(first, None, hunt.ways(0)):
        if at.starting_player is not None:
            total += weight * hunt.chance(opened(at, Still()), 0)
            continue
        choice = StartingPlayerChosen(player=BOB, starting_player=BOB)
        for more, chosen in branches(at, choice, hunt.ways(0)):
            total += weight * more * hunt.chance(opened(chosen, Still()), 0)

    assert total == oracle(name)


@needs_oracles
def test_two_looks_of_many_players() -> None:
    def keeps(hand: list[CardName | None]) -> bool:
        return hand.count(FOREST) in (3, 4)

    plan = Plan("london", keeps, FOREST, floor=6, free=1)
    found = outcomes(plan, (FOREST,) * 36, 99)
    good = chance_of(found, lambda one: len(one.hand) == 7 and keeps(list(one.hand)))

    assert good == oracle("free_mull_99_36_3or4_two_looks")


@needs_oracles
def test_the_original_rule_at_sixty_cards() -> None:
    plan = Plan("original_reveal", lambda hand: 0 < hand.count(FOREST) < 7, FOREST, floor=0)
    found = outcomes(plan, (FOREST,) * 24, 60)

    assert chance_of(found, lambda one: one.taken == 1) == oracle("original_60_24_used")
    assert chance_of(found, lambda one: FOREST not in one.hand) == oracle(
        "original_60_24_no_land_after"
    )


@pytest.mark.parametrize("size", [20, 60])
def test_vancouver_keeps_what_paris_keeps(size: int) -> None:
    """A policy that sees only the hand ends alike: the look comes after the keep."""
    paris, vancouver = (
        finding(kind, 4, size, 5, 0) for kind in ("paris_simultaneous", "vancouver")
    )

    assert [(one.weight, len(one.hand)) for one in paris] == [
        (one.weight, len(one.hand)) for one in vancouver
    ]
