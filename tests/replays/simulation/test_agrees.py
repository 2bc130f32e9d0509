"""Simulated openings and flips agree with the oracles, within what chance allows.

The seeds are fixed, so that these tests give the same numbers for ever: four standard errors.
"""

from collections.abc import Callable
from functools import cache
from math import sqrt
from typing import Any

import pytest

from events.identifiers import CardName
from replays.batch import engine_named
from replays.simulation import flips, mulligans
from replays.simulation.flips import FlipSummary, Series
from replays.simulation.intervals import SURE, Estimate, share
from replays.simulation.kept import Kept
from replays.simulation.mulligans import Summary
from replays.simulation.openings import Openings
from replays.simulation.policies import Policy
from tests.replays.simulation.worlds import (
    ANN,
    BOB,
    FIND,
    KEY,
    SEATS,
    by_lands,
    deck,
    header,
    oracle,
)

GAMES = 800
STANDARD_ERRORS = 4.0


def interval(estimate: Estimate) -> tuple[float, float]:
    """Return the interval of an estimate that has one."""
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


def agrees(estimate: Estimate, name: str) -> bool:
    """Whether an estimate lies within four standard errors of the exact value."""
    low, high = interval(estimate)
    half = max(high - estimate.value, estimate.value - low)
    return abs(estimate.value - float(oracle(name))) <= half / SURE * STANDARD_ERRORS


@cache
def simulated(
    kind: str, players: int, size: int, floor: int, cards: tuple[tuple[str, int], ...]
) -> Summary:
    world = header(kind, players=players, cards=deck(size, **dict(cards)))
    policy = Policy(wants=({KEY: 1},), down_to=floor)
    return mulligans.simulate(
        world, dict.fromkeys(SEATS, policy), games=GAMES, seed="find", engine=engine_named("serial")
    )


@pytest.mark.parametrize(
    ("name", "kind", "players", "size", "floor", "copies"),
    [
        ("find_4of60_paris_to5", "paris", 2, 60, 5, 4),
        ("find_4of60_paris_to5", "vancouver", 2, 60, 5, 4),
        ("find_4of60_paris_to1", "paris_sequential", 2, 60, 1, 4),
        ("find_4of60_london_to6", "london", 2, 60, 6, 4),
        ("find_4of60_london_to5", "london", 2, 60, 5, 4),
        ("find_4of60_london_to3", "london", 2, 60, 3, 4),
        ("find_4of60_london_to2", "london", 2, 60, 2, 4),
        ("find_4of60_london_to4_multiplayer", "london", 3, 60, 4, 4),
        ("find_4of60_paris_to4_multiplayer", "paris", 3, 60, 4, 4),
        ("find_8of60_london_to4", "london", 2, 60, 4, 8),
        ("find_1of59_london_to5_multiplayer", "london", 3, 59, 5, 1),
    ],
)
def test_finding_a_card(  # noqa: PLR0913, PLR0917 - the oracle's parameters
    name: str, kind: str, players: int, size: int, floor: int, copies: int
) -> None:
    summary = simulated(kind, players, size, floor, (("Key", copies),))
    for entry in SEATS[:players]:
        estimate = summary.estimate(entry, "good hand kept")
        assert estimate.n == GAMES
        assert agrees(estimate, name)


@pytest.mark.parametrize(
    ("name", "kind", "floor"),
    [
        pytest.param("powder_london_always", "london", 1, marks=pytest.mark.soak),
        ("powder_london_always_to4", "london", 4),
        ("powder_paris_always_to4", "paris", 4),
        ("powder_none_look7_only", "london", 7),
    ],
)
def test_powders(name: str, kind: str, floor: int) -> None:
    summary = simulated(kind, 2, 60, floor, (("Key", 4), ("Serum_Powder", 4)))

    assert agrees(summary.estimate(ANN, "good hand kept"), name)
    assert agrees(summary.estimate(BOB, "good hand kept"), name)


@pytest.mark.parametrize("kind", ["vancouver", "london"])
@pytest.mark.parametrize(("size", "lands"), [(60, 24), (40, 17)])
def test_a_policy_of_lands(kind: str, size: int, lands: int) -> None:
    summary = mulligans.simulate(
        header(kind, cards=deck(size, Forest=lands)),
        dict.fromkeys(SEATS, by_lands(kind)),
        games=GAMES,
        seed="lands",
        engine=engine_named("serial"),
    )
    where = f"{kind}_{size}_{lands}"

    for seat in (ANN, BOB):
        assert agrees(summary.estimate(seat, "kept 6"), f"keep6_{where}")
        assert agrees(summary.estimate(seat, "kept 5"), f"keep5_{where}")
        assert agrees(summary.estimate(seat, "hand size"), f"kept_size_{where}")
        assert agrees(summary.estimate(seat, "mulligans"), f"mulligans_{where}")


@cache
def openings(kind: str, cards: tuple[tuple[str, int], ...], size: int, policy: str) -> list[Kept]:
    """Return the openings of both players of many games."""
    policies = {"keep": Policy(), "six": Policy(wants=({KEY: 1},), down_to=6), "find": FIND}
    table = Openings(
        header(kind, cards=deck(size, **dict(cards))), dict.fromkeys(SEATS, policies[policy])
    )
    return [kept for number in range(GAMES) for kept in table.play(f"{kind}{size}", number).kept]


def share_of(
    kept: list[Kept], holds: Callable[[Kept], bool], given: Callable[[Kept], bool]
) -> Estimate:
    some = [one for one in kept if given(one)]
    return share("", sum(map(holds, some)), len(some))


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("1", 1, 1), ("2", 2, 2), ("4", 4, 4), ("5", 5, 5), ("7", 7, 7)],
)
@pytest.mark.parametrize(("size", "lands"), [(60, 24), (40, 17), (99, 37)])
def test_lands_of_seven(name: str, least: int, most: int, size: int, lands: int) -> None:
    kept = openings("london", (("Forest", lands),), size, "keep")
    found = share_of(kept, lambda one: least <= one.hand.count(0) <= most, lambda _: True)

    assert agrees(found, f"open7_{size}_{lands}_lands_{name}")


@pytest.mark.parametrize(
    ("name", "hand", "draws", "wanted"),
    [
        ("third_land_by_t3_play_40_17", 2, 2, 1),
        ("third_land_by_t3_draw_40_17", 2, 3, 1),
        ("fourth_land_by_t4_draw_40_17_from3", 3, 4, 1),
    ],
)
def test_the_first_draws(name: str, hand: int, draws: int, wanted: int) -> None:
    kept = openings("london", (("Forest", 17),), 40, "keep")
    found = share_of(
        kept,
        lambda one: one.library[:draws].count(0) >= wanted,
        lambda one: one.hand.count(0) == hand,
    )

    assert agrees(found, name)


@pytest.mark.parametrize(("kind", "name"), [("vancouver", "scry_hit"), ("paris", "noscry_hit")])
def test_the_look_of_vancouver(kind: str, name: str) -> None:
    kept = openings(kind, (("Key", 4),), 60, "six")
    found = share_of(
        kept, lambda one: one.library[0] == 0, lambda one: len(one.hand) == 6 and 0 not in one.hand
    )

    assert agrees(found, f"{name}_54_4_1")


def test_the_original_rule() -> None:
    world = header("original", cards=deck(Forest=24))
    policy = Policy(lands={7: (1, 6)}, down_to=0)
    summary = mulligans.simulate(
        world, {ANN: policy}, games=GAMES, seed="original", engine=engine_named("serial")
    )
    found = summary.estimate(ANN, "mulligans")

    assert agrees(found, "original_60_24_used")


# Flips.


@cache
def flipped(until: str, times: int, thumbs: int) -> FlipSummary:
    series: Any = Series(until=until, times=times, thumbs=thumbs)  # type: ignore[arg-type]
    return flips.simulate(series, games=GAMES, seed="flips", engine=engine_named("serial"))


@pytest.mark.parametrize("thumbs", [0, 1, 2])
def test_flips_under_thumbs(thumbs: int) -> None:
    assert agrees(flipped("flips", 5, thumbs).estimate("won"), f"flip_win_thumbs{thumbs}")
    until = flipped("loss", 1, thumbs)
    assert agrees(until.estimate("wins"), f"wins_before_first_loss_thumbs{thumbs}")
    assert agrees(until.estimate("coins"), f"coins_to_first_loss_thumbs{thumbs}")
    counters = flipped("wins", 10, thumbs)
    assert agrees(counters.estimate("flips"), f"chance_encounter_expected_flips_thumbs{thumbs}")


def test_seven_wins_running_and_two_losses_running() -> None:
    assert agrees(flipped("flips", 7, 0).estimate("wins 7"), "seven_wins_running")
    assert agrees(flipped("losses", 2, 0).estimate("flips"), "expected_flips_run_of_2")


def test_faces_alone_until_both_are_heads() -> None:
    """CR 705.2: nobody wins or loses these flips."""
    fair = flipped("heads", 1, 0)

    assert agrees(fair.estimate("own tails"), "mana_clash_expected_damage")
    assert agrees(fair.estimate("other tails"), "mana_clash_expected_damage")
    low, high = interval(fair.estimate("as many tails"))
    assert low < 5**-0.5 < high
    assert agrees(flipped("heads", 1, 1).estimate("own tails"), "mana_clash_thumb_expected_to_self")
    assert all(one.what not in ("won", "wins") for one in fair.estimates)


@pytest.mark.parametrize("thumbs", [0, 1, 2, 3])
def test_exact_flips(thumbs: int) -> None:
    assert flips.chance_of_one(Series(thumbs=thumbs)) == oracle(f"flip_win_thumbs{thumbs}")


def test_exact_series() -> None:
    told = {
        one.what: one.exact
        for thumbs in (1,)
        for one in flips.exact(Series(until="wins", times=10, thumbs=thumbs)).estimates
    }
    assert told["flips"] == str(oracle("chance_encounter_expected_flips_thumbs1"))
    twelve = flips.exact(Series(until="flips", times=12, thumbs=1))
    ten = sum(twelve.estimate(f"wins {n}").value for n in (10, 11, 12))
    assert ten == pytest.approx(float(oracle("chance_encounter_10_in_12_thumbs1")), rel=1e-12)
    twenty = flips.exact(Series(until="flips", times=20, thumbs=1))
    many = sum(twenty.estimate(f"wins {n}").value for n in range(10, 21))
    assert many == pytest.approx(float(oracle("chance_encounter_10_in_20_thumbs1")), rel=1e-12)
    run = flips.exact(Series(until="losses", times=2)).estimate("flips")
    assert run.exact == str(oracle("expected_flips_run_of_2"))
    clash = flips.exact(Series(until="heads", thumbs=1)).estimate("own tails")
    assert clash.exact == str(oracle("mana_clash_thumb_expected_to_self"))


def test_intervals_hold_what_they_promise() -> None:
    """Of a hundred 95 % intervals about ninety-five hold the truth: here, for a hand of seven."""
    truth = float(oracle("find_4of60_london_to6"))
    held = 0
    for block in range(60):
        summary = mulligans.simulate(
            header(cards=deck(Key=4)),
            {ANN: Policy(wants=({KEY: 1},), down_to=6)},
            games=60,
            seed=f"block {block}",
            engine=engine_named("serial"),
        )
        low, high = interval(summary.estimate(ANN, "good hand kept"))
        held += low <= truth <= high

    assert held >= 60 * 0.95 - 3 * sqrt(60 * 0.95 * 0.05)


def test_the_names_of_cards_are_found_in_any_case() -> None:
    summary = mulligans.simulate(
        header(cards=deck(Key=60)),
        {ANN: Policy(wants=({CardName("kEY"): 1},))},
        games=5,
        seed="x",
        engine=engine_named("serial"),
    )

    assert summary.estimate(ANN, "good hand kept").value == 1
