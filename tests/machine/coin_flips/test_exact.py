"""Exact chances: every way in which the machine's coins can fall, against closed forms elsewhere.

Nothing is sampled. Where a process has no longest course, what is left over is known exactly too.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import factorial
from pathlib import Path

import pytest

from events.identifiers import ObjectId
from events.stack import CostPaid, ResolutionBegan, SpellCast, TargetsChosen
from events.turns import PriorityPassed
from machine.chance import Scripted
from machine.running import handle
from projections.fold import apply
from projections.table import Table
from tests.machine.coin_flips.desk import (
    ANN,
    BOB,
    THUMB,
    activation,
    desk,
    flipped_once,
    one_round,
    settled,
    thumbed,
    ways,
)

LUCK = 10
"""The luck counters that win."""


def luck_of(table: Table) -> int:
    return sum(thing.counters.get("luck", 0) for thing in table.objects.values() if thing.counters)


@cache
def winning(thumbs: int) -> Fraction:
    """Return the chance that a flip is won by a player who keeps a winning coin if there is one."""
    table, source = thumbed(thumbs, "Chance Encounter")
    return sum(
        (chance for chance, after in flipped_once(table, source) if luck_of(after)), Fraction(0)
    )


@pytest.mark.parametrize("thumbs", [0, 1, 2, 3])
def test_a_flip_under_thumbs(thumbs: int) -> None:
    assert winning(thumbs) == 1 - Fraction(1, 2) ** (2**thumbs)


@pytest.mark.parametrize(("thumbs", "flips"), [(0, 7), (1, 4), (2, 2)])
def test_flipping_until_one_loses(thumbs: int, flips: int) -> None:
    """The number of wins is geometric, as far as it is followed, and the rest is all that is left."""
    table, source = thumbed(thumbs, until="lost")
    begun = handle(table, activation(table, source), Scripted()).table
    found: dict[int, Fraction] = defaultdict(Fraction)
    unfinished = Fraction(0)
    first = begun.numbers.flip
    for chance, after in ways(
        lambda chance: settled(begun, chance, lambda now: now.numbers.flip > first + flips)
    ):
        if after.resolution is None:
            found[after.numbers.flip - first - 1] += chance
        else:
            unfinished += chance

    win = winning(thumbs)
    assert found == {wins: win**wins * (1 - win) for wins in range(flips)}
    assert unfinished == win**flips


def spread(thumbs: int, flips: int) -> dict[int, Fraction]:
    """Return the chance of each number of luck counters after some flips.

    Tables that differ in nothing but their counters of flips and objects are taken together.
    """
    table, source = thumbed(thumbs, "Chance Encounter")
    frontier: dict[int, tuple[Fraction, Table]] = {0: (Fraction(1), table)}
    for _ in range(flips):
        following: dict[int, tuple[Fraction, Table]] = {}
        for share, at in frontier.values():
            for chance, after in flipped_once(at, source):
                luck = luck_of(after)
                before = following.get(luck, (Fraction(0), after))[0]
                following[luck] = (before + share * chance, after)
        frontier = following
    return {luck: share for luck, (share, _) in frontier.items()}


def test_ten_luck_counters_within_twelve_flips_with_a_thumb() -> None:
    found = spread(1, 12)

    ten = sum(share for luck, share in found.items() if luck >= LUCK)
    assert sum(found.values()) == 1
    assert ten == Fraction(6554439, 16777216)


@pytest.mark.parametrize("thumbs", [0, 1, 2])
def test_a_luck_counter_is_as_likely_as_the_one_before(thumbs: int) -> None:
    """Each flip adds one counter with the same chance, whatever there is already."""
    table, source = thumbed(thumbs, "Chance Encounter")
    _, later = max(
        ((luck_of(after), after) for _, after in flipped_once(table, source)),
        key=lambda found: found[0],
    )
    again = sum(chance for chance, after in flipped_once(later, source) if luck_of(after) == 2)

    assert again == winning(thumbs)


# -- Mana Clash: two players, faces alone, until both are heads ------------------------------------

Damage = tuple[int, int]
"""What ann and bob have been dealt."""


def clash(thumbs: int = 0) -> Table:
    """Return the table on which Mana Clash has begun to resolve: ann's, against bob."""
    battlefield = ["Thumb"] * thumbs
    table, labels = desk(
        {
            "ann": {"hand": ["Mana Clash as clash"], "battlefield": battlefield, "mana": "{R}"},
            "bob": {},
        },
        cards=[THUMB],
    )
    name = ObjectId(f"o{table.numbers.object}")
    cast = (
        SpellCast(player=ANN, card=labels["clash"]),
        TargetsChosen(player=ANN, object=name, targets=(BOB,)),
        CostPaid(player=ANN, object=name, mana="{R}"),
    )
    table = handle(table, cast, Scripted()).table
    table = handle(table, (PriorityPassed(player=ANN),), Scripted()).table
    table = apply(table, PriorityPassed(player=BOB))
    return apply(table, ResolutionBegan(object=name))


def damage(table: Table) -> Damage:
    return 20 - table.players[ANN].life, 20 - table.players[BOB].life


def rounds(table: Table, number: int) -> tuple[dict[Damage, Fraction], dict[Damage, Fraction]]:
    """Return the chances of what has been dealt when it is over, and where it goes on, after rounds."""
    over: dict[Damage, Fraction] = defaultdict(Fraction)
    frontier: dict[Damage, tuple[Fraction, Table]] = {(0, 0): (Fraction(1), table)}
    for _ in range(number):
        following: dict[Damage, tuple[Fraction, Table]] = {}
        for share, at in frontier.values():
            for chance, after, finished in one_round(at):
                if finished:
                    over[damage(after)] += share * chance
                    continue
                before = following.get(damage(after), (Fraction(0), after))[0]
                following[damage(after)] = (before + share * chance, after)
        frontier = following
    return over, {dealt: share for dealt, (share, _) in frontier.items()}


def test_mana_clash_is_over_after_each_round_with_a_quarter() -> None:
    for number in (1, 2, 3):
        over, left = rounds(clash(), number)

        assert sum(left.values()) == Fraction(3, 4) ** number
        assert sum(over.values()) + sum(left.values()) == 1


def test_mana_clash_deals_one_to_each_with_three_in_thirtytwo() -> None:
    over, left = rounds(clash(), 3)

    assert over[1, 1] == Fraction(3, 32)
    assert all(sum(dealt) > 2 for dealt in left), "no later round can come to one each"


def test_mana_clash_joint_distribution_up_to_a_bound() -> None:
    """A round deals (1,1), (1,0), (0,1) or ends, each with 1/4: a sum over how often each came."""
    over, left = rounds(clash(), 7)

    for (mine, theirs), share in over.items():
        if mine + theirs <= 6:  # at most six rounds before the last: all of it has been followed
            assert share == joint(mine, theirs)
    assert sum(left.values()) == Fraction(3, 4) ** 7


def joint(mine: int, theirs: int) -> Fraction:
    total = Fraction(0)
    for both in range(min(mine, theirs) + 1):
        only_mine, only_theirs = mine - both, theirs - both
        number = both + only_mine + only_theirs
        ways_of = factorial(number) // (
            factorial(both) * factorial(only_mine) * factorial(only_theirs)
        )
        total += ways_of * Fraction(1, 4) ** (number + 1)
    return total


def law(thumbs: int, who: int) -> tuple[list[Fraction], Fraction]:
    """Return the exact chances of what one player is dealt in all, from 0 to 5, and the mean.

    A process that goes on is the same process again: what it deals from there has the same law.
    """
    over, left = rounds(clash(thumbs), 1)
    ending: dict[int, Fraction] = defaultdict(Fraction)
    going: dict[int, Fraction] = defaultdict(Fraction)
    for dealt, share in over.items():
        ending[dealt[who]] += share
    for dealt, share in left.items():
        going[dealt[who]] += share
    chances: list[Fraction] = []
    for total in range(6):
        rest = sum(going[one] * chances[total - one] for one in range(1, total + 1))
        chances.append((ending[total] + rest) / (1 - going[0]))
    mean = sum(one * share for one, share in [*ending.items(), *going.items()])
    return chances, Fraction(mean) / (1 - sum(going.values()))


def test_a_later_round_of_mana_clash_has_the_same_law() -> None:
    table = clash()
    later = next(after for _, after, finished in one_round(table) if not finished)
    start = damage(later)

    def steps(at: Table, begun: Damage) -> list[tuple[Fraction, Damage, bool]]:
        return [
            (chance, (damage(after)[0] - begun[0], damage(after)[1] - begun[1]), finished)
            for chance, after, finished in one_round(at)
        ]

    assert steps(later, start) == steps(table, (0, 0))


def test_mana_clash_damage_to_one_player() -> None:
    chances, mean = law(0, 1)

    assert mean == 2
    assert chances == [Fraction(2, 3) ** dealt / 3 for dealt in range(6)]


def test_mana_clash_with_one_thumb_that_keeps_heads() -> None:
    assert law(1, 0)[1] == Fraction(2, 3)
    assert law(1, 1)[1] == Fraction(4, 3)


def test_a_best_of_five_of_flips_is_even() -> None:
    """First to three of five: 1/2 for each; three in a row, 1/8."""
    found = spread(0, 5)

    assert sum(share for luck, share in found.items() if luck >= 3) == Fraction(1, 2)
    assert spread(0, 3)[3] == Fraction(1, 8)


# -- the same numbers from elsewhere ---------------------------------------------------------------


@cache
def oracles() -> dict[str, Fraction | float]:
    """Return computed and published values by name, where a checkout has them above it."""
    for folder in Path(__file__).resolve().parents:
        file = folder / "shared" / "oracles" / "expected.json"
        if file.is_file():
            values = json.loads(file.read_text(encoding="utf-8"))["values"]
            return {
                one["name"]: Fraction(one["fraction"]) if one["fraction"] else one["float"]
                for one in values
            }
    return {}


def before_a_loss(thumbs: int) -> Fraction:
    return winning(thumbs) / (1 - winning(thumbs))


def coins_to_a_loss(thumbs: int) -> Fraction:
    return Fraction(2**thumbs) / (1 - winning(thumbs))


def flips_to_ten(thumbs: int) -> Fraction:
    return LUCK / winning(thumbs)


def ten_within(thumbs: int, flips: int) -> Fraction:
    """Return the chance of ten counters, from the law of one flip that the machine gave."""
    win = winning(thumbs)
    found = {0: Fraction(1)}
    for _ in range(flips):
        following: dict[int, Fraction] = defaultdict(Fraction)
        for luck, share in found.items():
            following[luck + 1] += share * win
            following[luck] += share * (1 - win)
        found = following
    return sum((share for luck, share in found.items() if luck >= LUCK), Fraction(0))


ORACLES: dict[str, Callable[[], Fraction]] = {
    **{f"flip_win_thumbs{k}": lambda k=k: winning(k) for k in range(4)},  # type: ignore[misc]
    **{f"wins_before_first_loss_thumbs{k}": lambda k=k: before_a_loss(k) for k in range(3)},  # type: ignore[misc]
    **{f"coins_to_first_loss_thumbs{k}": lambda k=k: coins_to_a_loss(k) for k in range(3)},  # type: ignore[misc]
    **{
        f"chance_encounter_expected_flips_thumbs{k}": lambda k=k: flips_to_ten(k)  # type: ignore[misc]
        for k in range(3)
    },
    "chance_encounter_10_in_12_thumbs1": lambda: ten_within(1, 12),
    "chance_encounter_10_in_20_thumbs1": lambda: ten_within(1, 20),
    "seven_wins_running": lambda: winning(0) ** 7,
    "expected_flips_run_of_2": lambda: (1 + winning(0)) / winning(0) ** 2,
    "mana_clash_expected_damage": lambda: law(0, 1)[1],
    "mana_clash_expected_rounds": lambda: 1 / sum(rounds(clash(), 1)[0].values(), Fraction(0)),
    "mana_clash_opponent_exactly_2": lambda: law(0, 1)[0][2],
    "mana_clash_opponent_5_or_more": lambda: 1 - sum(law(0, 1)[0][:5], Fraction(0)),
    "mana_clash_joint_1_1": lambda: rounds(clash(), 3)[0][1, 1],
    "mana_clash_thumb_expected_to_self": lambda: law(1, 0)[1],
}
"""Name of an oracle -> the same number from the machine."""


@pytest.mark.skipif(not oracles(), reason="no shared/oracles above this folder")
@pytest.mark.parametrize("name", sorted(ORACLES))
def test_oracle(name: str) -> None:
    assert ORACLES[name]() == oracles()[name]


@pytest.mark.skipif(not oracles(), reason="no shared/oracles above this folder")
def test_mana_clash_equal_damage_lies_between_its_bounds() -> None:
    over, left = rounds(clash(), 6)
    least = sum(share for (mine, theirs), share in over.items() if mine == theirs)

    assert least <= oracles()["mana_clash_equal_damage"] <= least + sum(left.values())
