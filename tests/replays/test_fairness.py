"""Exact tests of coins, against enumeration and published values."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from events.identifiers import Seat
from events.vocabulary import Face, FlipDevice
from projections.flip_ledger import Coin, FlipEntry
from replays.fairness import (
    binomial_p,
    coins_needed,
    count_runs,
    expected_runs,
    holm,
    looks_at,
    runs_p,
    ways_of_runs,
    wilson,
)

HEADS, TAILS = Face.HEADS, Face.TAILS
ANN, BOB = Seat("ann"), Seat("bob")


def faces(text: str) -> tuple[Face, ...]:
    return tuple(HEADS if sign == "1" else TAILS for sign in text)


def flips(player: Seat, text: str, device: FlipDevice = FlipDevice.COIN) -> list[FlipEntry]:
    return [
        FlipEntry(
            number=place,
            flip=place,
            seq=place,
            flipper=player,
            device=device,
            coins=(Coin(coin=1, face=face),),
        )
        for place, face in enumerate(faces(text), 1)
    ]


@pytest.mark.parametrize("trials", range(8))
def test_binomial_p_by_enumeration(trials: int) -> None:
    counts = [sum(way) for way in product((0, 1), repeat=trials)]
    for seen in range(trials + 1):
        likely = counts.count(seen)
        extreme = sum(1 for count in counts if counts.count(count) <= likely)
        assert binomial_p(seen, trials) == Fraction(extreme, 2**trials)


@pytest.mark.parametrize(
    ("name", "seen", "trials", "chance"),
    [
        ("binom_60_of_100_two_sided", 60, 100, Fraction(1, 2)),
        ("binom_15_of_20_thumb_two_sided", 15, 20, Fraction(3, 4)),
    ],
)
def test_binomial_p_against_oracles(
    name: str, seen: int, trials: int, chance: Fraction, oracles: dict[str, Any]
) -> None:
    assert binomial_p(seen, trials, chance) == Fraction(oracles[name]["fraction"])


@pytest.fixture(scope="module")
def oracles() -> dict[str, Any]:
    for folder in Path(__file__).resolve().parents:
        file = folder / "shared" / "oracles" / "expected.json"
        if file.is_file():
            values = json.loads(file.read_text(encoding="utf-8"))["values"]
            return {one["name"]: one for one in values}
    pytest.skip("no shared/oracles above this folder")


@pytest.mark.parametrize(("heads", "tails"), list(product(range(5), repeat=2)))
def test_ways_of_runs_by_enumeration(heads: int, tails: int) -> None:
    orders = [way for way in product("10", repeat=heads + tails) if way.count("1") == heads]
    runs = [count_runs(faces("".join(way))) for way in orders]
    ways = ways_of_runs(heads, tails)

    assert {number: runs.count(number) for number in set(runs)} == {
        number: count for number, count in enumerate(ways) if count
    }
    assert expected_runs(heads, tails) == Fraction(sum(runs), len(runs))


def test_runs_of_an_example(oracles: dict[str, Any]) -> None:
    series = faces(oracles["runs_example_expected"]["params"]["sequence"])
    heads = sum(face is HEADS for face in series)

    assert count_runs(series) == Fraction(oracles["runs_example_observed"]["fraction"])
    expected = Fraction(oracles["runs_example_expected"]["fraction"])
    assert expected_runs(heads, len(series) - heads) == expected


def test_runs_p() -> None:
    assert runs_p(faces("10")) == 1
    assert runs_p(faces("111")) == 1
    assert runs_p(faces("1111100000")) == Fraction(2 * 2, 252)


@pytest.mark.parametrize(("heads", "coins"), [(0.6, 194), (0.55, 783), (0.51, 19620)])
def test_coins_that_it_takes_to_see_a_bias(heads: float, coins: int) -> None:
    assert coins_needed(heads) == coins


def test_wilson() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)


def test_every_player_and_device_is_looked_at_twice_and_all_looks_are_counted() -> None:
    entries = [
        *flips(ANN, "11111111"),
        *flips(BOB, "10"),
        *flips(BOB, "1", FlipDevice.DIE_EVEN_ODD),
    ]
    looks = looks_at(entries)

    assert [(one.player, one.device, one.question) for one in looks] == [
        ("ann", "coin", "heads"),
        ("ann", "coin", "runs"),
        ("bob", "coin", "heads"),
        ("bob", "coin", "runs"),
        ("bob", "die_even_odd", "heads"),
        ("bob", "die_even_odd", "runs"),
    ]
    assert looks[0].p == 2 / 256
    assert looks[0].p_corrected == pytest.approx(6 * 2 / 256)
    assert all(one.p_corrected == 1 for one in looks[1:])


def test_who_and_what_is_looked_at() -> None:
    entries = [*flips(ANN, "1"), *flips(BOB, "10"), *flips(BOB, "0", FlipDevice.OTHER)]

    assert {one.player for one in looks_at(entries, player="bob")} == {"bob"}
    assert [one.coins for one in looks_at(entries, player="bob", device="coin")] == [2, 2]
    assert looks_at(entries, player="cyd") == ()


def test_ignored_coins_came_up_as_well() -> None:
    entry = FlipEntry(
        number=1,
        flip=1,
        seq=1,
        flipper=ANN,
        coins=(Coin(coin=1, face=HEADS, ignored=True), Coin(coin=2, face=TAILS)),
    )

    assert looks_at([entry])[0].coins == 2


def test_holm_never_lowers_a_later_p() -> None:
    one = looks_at(flips(ANN, "1"))[0]
    looks = holm([replace(one, p=p) for p in (0.04, 0.01, 0.03)])

    assert [round(look.p_corrected, 10) for look in looks] == [0.06, 0.03, 0.06]
