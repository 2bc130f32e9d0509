"""Exact sums through the referee's courses give the published fractions, to the last digit."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from events.errors import DataError
from events.identifiers import CardName
from replays.simulation.exact import Ending, Exact, exactly
from replays.simulation.policies import Policy
from tests.replays.simulation.worlds import (
    ANN,
    FOREST,
    KEY,
    PAID,
    THREE,
    M,
    P,
    T,
    by_lands,
    deck,
    header,
    lines,
    oracle,
    tron,
)


@cache
def finding(kind: str, copies: int, size: int, floor: int, players: int) -> Exact:
    world = header(kind, players=players, cards=deck(size, Key=copies))
    return exactly(world, ANN, Policy(wants=({KEY: 1},), down_to=floor))


def has(found: Exact, name: str) -> Callable[[Ending], bool]:
    kind = found.pile.kind(name)
    return lambda one: kind in one.hand


@pytest.mark.parametrize(
    ("name", "kind", "copies", "size", "floor", "players"),
    [
        ("find_4of60_paris_to5", "paris_sequential", 4, 60, 5, 2),
        ("find_4of60_paris_to5", "vancouver", 4, 60, 5, 2),
        ("find_4of60_paris_to4", "paris", 4, 60, 4, 2),
        ("find_4of60_paris_to2", "paris", 4, 60, 2, 2),
        ("find_4of60_paris_to1", "paris", 4, 60, 1, 2),
        ("find_4of60_london_to6", "london", 4, 60, 6, 2),
        ("find_4of60_london_to5", "london", 4, 60, 5, 2),
        ("find_4of60_london_to3", "london", 4, 60, 3, 2),
        ("find_4of60_london_to2", "london", 4, 60, 2, 2),
        ("find_4of60_london_to4_multiplayer", "london", 4, 60, 4, 3),
        ("find_4of60_paris_to4_multiplayer", "paris", 4, 60, 4, 3),
        ("find_8of60_london_to4", "london", 8, 60, 4, 2),
        ("find_1of59_london_to5_multiplayer", "london", 1, 59, 5, 3),
    ],
)
def test_finding_a_card(  # noqa: PLR0913, PLR0917 - the oracle's parameters
    name: str, kind: str, copies: int, size: int, floor: int, players: int
) -> None:
    found = finding(kind, copies, size, floor, players)

    assert found.chance(has(found, "Key")) == oracle(name)


def test_brawl_has_its_free_mulligan_for_two() -> None:
    world = header(cards=deck(59, Key=1), brawl=True)
    found = exactly(world, ANN, Policy(wants=({KEY: 1},), down_to=5))

    assert found.chance(has(found, "Key")) == oracle("find_1of59_london_to5_multiplayer")


@pytest.mark.parametrize("kind", ["paris", "london"])
def test_the_size_that_is_kept(kind: str) -> None:
    found = finding(kind, 4, 60, 4, 2)

    assert found.mean(lambda one: one.size) == oracle(f"find_4of60_{kind}_to4_expected_size")


@cache
def keeping(kind: str, size: int, lands: int, players: int = 2) -> Exact:
    world = header(kind, players=players, cards=deck(size, Forest=lands))
    return exactly(world, ANN, by_lands(kind))


@pytest.mark.parametrize("kind", ["vancouver", "london"])
@pytest.mark.parametrize(("size", "lands"), [(60, 24), (40, 17)])
def test_a_policy_of_lands(kind: str, size: int, lands: int) -> None:
    found, where = keeping(kind, size, lands), f"{kind}_{size}_{lands}"

    assert found.chance(lambda one: one.size == 6) == oracle(f"keep6_{where}")
    assert found.chance(lambda one: one.size == 5) == oracle(f"keep5_{where}")
    assert found.mean(lambda one: one.size) == oracle(f"kept_size_{where}")
    assert found.mean(lambda one: one.taken) == oracle(f"mulligans_{where}")


def test_a_free_mulligan_of_commander() -> None:
    found = keeping("london", 99, 37, 3)

    assert found.mean(lambda one: one.size) == oracle("kept_size_london_99_37_free")


def test_two_looks_for_three_or_four_lands() -> None:
    world = header(players=3, cards=deck(99, Forest=36))
    found = exactly(world, ANN, Policy(lands={7: (3, 4)}, down_to=7))
    forest = found.pile.kind("Forest")
    good = found.chance(lambda one: one.hand.count(forest) in (3, 4))

    assert good == oracle("free_mull_99_36_3or4_two_looks")


@pytest.mark.parametrize(
    ("size", "lands", "counts"),
    [(60, 24, (1, 2, 4, 5, 7)), (40, 17, (1, 2, 4, 5, 7)), (99, 37, (1, 2, 4, 5, 7))],
)
def test_lands_of_seven(size: int, lands: int, counts: tuple[int, ...]) -> None:
    found = exactly(header(cards=deck(size, Forest=lands)), ANN, Policy())
    forest = found.pile.kind("Forest")

    for count in counts:
        chance = found.chance(lambda one, count=count: one.hand.count(forest) == count)  # type: ignore[misc]
        assert chance == oracle(f"open7_{size}_{lands}_lands_{count}")
    good = found.chance(lambda one: 2 <= one.hand.count(forest) <= 5)
    assert good == oracle(f"open7_{size}_{lands}_lands_2to5")


def test_two_lands_or_more_of_36() -> None:
    found = exactly(header(cards=deck(99, Forest=36)), ANN, Policy())
    forest = found.pile.kind("Forest")

    assert found.chance(lambda one: one.hand.count(forest) >= 2) == oracle(
        "open7_99_36_lands_2plus"
    )


def test_the_original_rule() -> None:
    """DAN.D10: only a hand of no land, or of nothing else, is redrawn, once."""
    world = header("original", cards=deck(Forest=24))
    found = exactly(world, ANN, Policy(lands={7: (1, 6)}, down_to=0))
    forest = found.pile.kind("Forest")

    assert found.chance(lambda one: one.taken == 1) == oracle("original_60_24_used")
    assert found.chance(lambda one: forest not in one.hand) == oracle(
        "original_60_24_no_land_after"
    )


@pytest.mark.parametrize(
    ("name", "kind", "floor", "bottom"),
    [
        ("powder_none_look7_only", "london", 7, "first"),
        ("powder_london_always_to4", "london", 4, "first"),
        ("powder_london_always", "london", 1, "first"),
        pytest.param(
            "powder_london_always_bottom_others", "london", 1, "last", marks=pytest.mark.soak
        ),
        ("powder_paris_always_to4", "paris", 4, "first"),
    ],
)
def test_powders(name: str, kind: str, floor: int, bottom: str) -> None:
    found = powders(kind, floor, bottom)

    assert found.chance(has(found, "Key")) == oracle(name)


@cache
def powders(kind: str, floor: int, bottom: str, players: int = 2) -> Exact:
    world = header(kind, players=players, cards=deck(Key=4, Serum_Powder=4))
    policy = Policy(wants=({KEY: 1},), down_to=floor, bottom_powders=bottom)  # type: ignore[arg-type]
    return exactly(world, ANN, policy)


@pytest.mark.parametrize("floor", [6, 5])
def test_tron_by_turn_three(floor: int) -> None:
    world = header(cards=deck(Tower=4, Plant=4, Mine=4, Map=4))
    found = exactly(world, ANN, Policy(wants=THREE, down_to=floor))

    assert lines(found, THREE) == oracle(f"tron_t3_london_to{floor}")


def test_tron_in_the_first_seven() -> None:
    found = exactly(
        header(cards=deck(Tower=4, Plant=4, Mine=4, Map=4)), ANN, Policy(), apart=(T, P, M)
    )

    assert lines(found, THREE[:1]) == oracle("tron_natural_in7")


@pytest.mark.parametrize(("kind", "floor"), [("london", 5), ("vancouver", 5), ("vancouver", 4)])
def test_tron_with_a_payoff(kind: str, floor: int) -> None:
    found = tron(kind, floor)

    assert lines(found, PAID) == oracle(f"tron_payoff_{kind}_to{floor}")


def test_two_cards_together() -> None:
    found = exactly(header(cards=deck(Key=4, Map=4)), ANN, Policy(), apart=("Key", "Map"))

    assert found.chance(lambda one: has(found, "Key")(one) and has(found, "Map")(one)) == oracle(
        "combo_4_4_of_60_in7"
    )


@pytest.mark.parametrize("floor", [6, 4])
def test_more_copies_than_an_opponent_who_looks_for_as_many(floor: int) -> None:
    """Two players' looks are independent: the chance that the first holds strictly more."""
    found = finding("london", 4, 60, floor, 2)
    key = found.pile.kind("Key")
    spread = [found.chance(lambda one, n=n: one.hand.count(key) == n) for n in range(5)]  # type: ignore[misc]

    assert sum(spread[a] * spread[b] for a in range(5) for b in range(a)) == oracle(
        f"leyline_beats_answer_to{floor}"
    )


@pytest.mark.parametrize(("kind", "name"), [("vancouver", "scry_hit"), ("paris", "noscry_hit")])
def test_the_card_after_a_hand_of_six(kind: str, name: str) -> None:
    """CR 103.4 of 2015-09-26: the look of Vancouver doubles the chance of the next draw."""
    world = header(kind, cards=deck(Key=4))
    found = exactly(world, ANN, Policy(wants=({KEY: 1},), down_to=6), ahead=1)
    key = found.pile.kind("Key")
    without = found.chance(lambda one: one.size == 6 and key not in one.hand)
    hit = found.chance(lambda one: one.size == 6 and key not in one.hand and key in one.ahead)

    assert hit / without == oracle(f"{name}_54_4_1")


@pytest.mark.parametrize(
    ("name", "hand", "draws", "wanted"),
    [
        ("third_land_by_t3_play_40_17", 2, 2, 1),
        ("third_land_by_t3_draw_40_17", 2, 3, 1),
        ("fourth_land_by_t4_draw_40_17_from3", 3, 4, 1),
    ],
)
def test_lands_of_the_first_turns(name: str, hand: int, draws: int, wanted: int) -> None:
    found = exactly(header(cards=deck(40, Forest=17)), ANN, Policy(), ahead=draws)
    forest = found.pile.kind("Forest")
    given = found.chance(lambda one: one.hand.count(forest) == hand)
    hit = found.chance(
        lambda one: one.hand.count(forest) == hand and one.ahead.count(forest) >= wanted
    )

    assert hit / given == oracle(name)


@pytest.mark.parametrize(
    ("size", "lands", "hands", "most"),
    [(60, 24, 2, 5), (60, 26, 2, 4), (40, 17, 2, 5), (40, 17, 3, 5)],
)
def test_smoothed_first_hands(size: int, lands: int, hands: int, most: int) -> None:
    found = exactly(header(cards=deck(size, Forest=lands)), ANN, Policy(), dealt=hands)
    forest = found.pile.kind("Forest")
    outside = found.chance(lambda one: not 2 <= one.hand.count(forest) <= most)

    assert outside == oracle(f"smoothed{hands}_{size}_{lands}_outside_2to{most}")
    assert sum(found.endings.values()) == 1


def test_three_smoothed_hands_are_almost_never_outside_two_to_four() -> None:
    """26 lands of 60: 1.09 % with three hands, 4.93 % with two."""
    percents = []
    for hands in (2, 3):
        found = exactly(header(cards=deck(60, Forest=26)), ANN, Policy(), dealt=hands)
        forest = found.pile.kind("Forest")
        outside = found.chance(lambda one, it=forest: not 2 <= one.hand.count(it) <= 4)  # type: ignore[misc]
        percents.append(round(100 * float(outside), 2))

    assert percents == [4.93, 1.09]


def test_hands_after_a_mulligan_are_not_smoothed() -> None:
    """Nobody keeps a first hand here: what is kept then is what it is without smoothing."""
    world, policy = header(cards=deck(60, Forest=24)), Policy(lands={7: (8, 9)}, down_to=6)

    assert exactly(world, ANN, policy, dealt=3).endings == exactly(world, ANN, policy).endings


def test_a_smoothed_deal_is_the_nearer_of_two_hands() -> None:
    """What Arena does: two hands, the one nearer the deck's share of lands; ties are even."""
    found = exactly(header(cards=deck(60, Forest=24)), ANN, Policy())
    forest = found.pile.kind("Forest")
    spread = [found.chance(lambda one, n=n: one.hand.count(forest) == n) for n in range(8)]  # type: ignore[misc]
    ideal = Fraction(7 * 24, 60)
    outside = Fraction(0)
    for a in range(8):
        for b in range(8):
            best = min(abs(a - ideal), abs(b - ideal))
            nearer = [n for n in (a, b) if abs(n - ideal) == best]
            bad = Fraction(sum(not 2 <= n <= 5 for n in nearer), len(nearer))
            outside += spread[a] * spread[b] * bad

    assert outside == oracle("smoothed2_60_24_outside_2to5")


# Properties that need no number.


@pytest.mark.parametrize("floor", [3, 4, 5, 6])
def test_the_free_mulligan_is_one_look_more(floor: int) -> None:
    """pod(f) = two players(f - 1), for London and a single card."""
    pod, two = finding("london", 4, 60, floor, 3), finding("london", 4, 60, floor - 1, 2)

    assert pod.chance(has(pod, "Key")) == two.chance(has(two, "Key"))


def test_vancouver_keeps_what_paris_keeps() -> None:
    one, other = (finding(kind, 4, 60, 4, 2) for kind in ("paris", "vancouver"))

    assert one.endings == other.endings


@pytest.mark.parametrize("floor", [1, 4, 6, 7])
def test_london_finds_no_less_than_paris(floor: int) -> None:
    london, paris = finding("london", 4, 60, floor, 2), finding("paris", 4, 60, floor, 2)
    difference = london.chance(has(london, "Key")) - paris.chance(has(paris, "Key"))

    assert difference >= 0
    assert (difference == 0) == (floor == 7)


def test_powders_that_are_not_there_change_nothing() -> None:
    without = exactly(
        header(cards=deck(Key=4)), ANN, Policy(wants=({KEY: 1},), down_to=4, powder="never")
    )

    assert without.endings == finding("london", 4, 60, 4, 2).endings


def test_everything_sums_to_one() -> None:
    for found in (powders("london", 1, "first"), tron("london", 5), keeping("london", 60, 24)):
        assert sum(found.endings.values()) == 1


def test_a_world_that_depends_on_its_cards_is_no_exact_one() -> None:
    world = header("paris", commander=True, cards=deck(Forest=24))

    with pytest.raises(DataError, match="no exact mode"):
        exactly(world, ANN, Policy(lands={7: (2, 5)}))


def test_a_card_that_no_deck_has_is_told() -> None:
    with pytest.raises(DataError, match="has no 'Nothing'"):
        exactly(header(), ANN, Policy(wants=({CardName("Nothing"): 1},)))


def test_lands_stand_apart_from_the_rest() -> None:
    found = exactly(header(cards=deck(Forest=24)), ANN, Policy())

    assert found.pile.names == (FOREST, CardName("Wurm"))
