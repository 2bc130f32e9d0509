"""Statistics give published numbers, and exact ones where those can be counted by hand."""

from fractions import Fraction
from math import comb, sqrt

import pytest

from replays.analysis import power, statistics
from replays.analysis.answers import difference, mean
from replays.fairness import wilson
from replays.simulation.intervals import student
from tests.replays.simulation.worlds import ORACLES

for library in ("scipy", "statsmodels", "numpy"):
    pytest.importorskip(library, reason=f"{library} is not installed: make analysis")


def oracle(name: str) -> float:
    """Return a value of the shared oracles; skip where they are not here."""
    if name not in ORACLES:
        pytest.skip("no shared/oracles above this folder")
    return float(ORACLES[name]["float"])


def test_wins_of_17lands_by_mulligans() -> None:
    """On the play, 9,477 and 2,246 games with none and one: won 59.4 and 46.3 %, z = 11.3."""
    test = statistics.two_proportions(round(9477 * 0.594), 9477, round(2246 * 0.463), 2246)

    assert test.statistic == pytest.approx(11.3, abs=0.05)
    assert test.p < 1e-20


def test_their_trend() -> None:
    hits = [round(9477 * 0.594), round(2246 * 0.463), round(276 * 0.359)]
    test = statistics.trend(hits, [9477, 2246, 276])

    assert test is not None
    assert test.statistic < -11
    assert statistics.trend([0, 0], [5, 5]) is None
    assert statistics.trend([3], [5]) is None


def test_seats_of_199_pods() -> None:
    test = statistics.chi_square([54, 60, 42, 43], [199 / 4] * 4)

    assert test is not None
    assert test.freedom == 3
    assert test.statistic == pytest.approx(oracle("seat_chi2_199_pods"), rel=1e-12)
    assert test.p == pytest.approx(0.204, abs=0.0005)


def test_seats_of_648_pods() -> None:
    counts = [round(648 * share) for share in (0.315, 0.242, 0.241, 0.202)]
    test = statistics.chi_square(counts, [sum(counts) / 4] * 4)

    assert test is not None
    assert test.statistic == pytest.approx(17.3, abs=0.2)
    assert test.p == pytest.approx(0.0006, abs=0.0001)
    low, high = wilson(round(648 * 0.315), 648)
    assert (low, high) == pytest.approx(
        (oracle("seat1_648_wilson_low"), oracle("seat1_648_wilson_high")), abs=1e-9
    )


def test_exact_binomials() -> None:
    assert statistics.binomial(60, 100, 0.5).p == pytest.approx(
        oracle("binom_60_of_100_two_sided"), rel=1e-9
    )
    assert statistics.binomial(15, 20, 0.75).p == pytest.approx(
        oracle("binom_15_of_20_thumb_two_sided"), rel=1e-9
    )


def test_hypergeometric_is_counted() -> None:
    wanted = [Fraction(comb(24, k) * comb(36, 7 - k), comb(60, 7)) for k in range(8)]

    assert statistics.hypergeometric(60, 24, 7) == pytest.approx(list(map(float, wanted)))


def test_small_cells_are_pooled_and_nothing_is_lost() -> None:
    seen, wanted = statistics.pooled([1, 0, 9, 30, 2], [1.0, 3.0, 8.0, 28.0, 2.0])

    assert (sum(seen), sum(wanted)) == (42, 42.0)
    assert min(wanted) >= statistics.FEWEST_EXPECTED
    assert statistics.chi_square([1, 2], [1.0, 2.0]) is None


def test_fisher_and_mcnemar() -> None:
    """A lady who tastes tea: three of four right."""
    assert statistics.fisher([[3, 1], [1, 3]]).p == pytest.approx(34 / 70)
    assert statistics.mcnemar(1, 7).p == pytest.approx(2 * (1 + 8) / 2**8)
    assert statistics.mcnemar(0, 0).p == 1


def test_strata_are_pooled_not_added() -> None:
    """Simpson: within both strata nothing differs, although the sum does."""
    strata = [[[90, 10], [9, 1]], [[1, 9], [10, 90]]]
    found = statistics.stratified(strata)

    assert found is not None
    ratio, low, high, test = found
    assert ratio == pytest.approx(1)
    assert low < 1 < high
    assert test.p > 0.5
    assert statistics.stratified([[[0, 0], [1, 2]]]) is None


def test_a_logistic_regression_finds_what_was_put_in() -> None:
    answers = [1] * 80 + [0] * 20 + [1] * 40 + [0] * 60
    found = statistics.logistic(answers, {"group": [1] * 100 + [0] * 100, "constant": [3] * 200})

    assert [one.term for one in found] == ["group"]
    assert found[0].ratio == pytest.approx((80 / 20) / (40 / 60), rel=1e-6)
    assert found[0].low < found[0].ratio < found[0].high
    assert statistics.logistic([1] * 50, {"x": list(range(50))}) == ()
    assert statistics.logistic([0] * 30 + [1] * 30, {"x": list(range(60))}) == (), "separated"


def test_medians_are_bootstrapped_the_same_way_every_time() -> None:
    values = [1.0, 2.0, 3.0, 4.0, 50.0]
    middle, low, high = statistics.median_of(values)

    assert middle == pytest.approx(3)
    assert 1 <= low < 3 < high <= 50.001
    assert statistics.median_of(values) == (middle, low, high)
    assert statistics.median_of([2.0, 2.0]) == pytest.approx((2, 2, 2))


def test_mann_whitney() -> None:
    assert statistics.mann_whitney([1, 2, 3, 4], [5, 6, 7, 8]).p == pytest.approx(2 / comb(8, 4))


@pytest.mark.parametrize(
    ("share", "beside", "games"), [(0.6, 0.5, 194), (0.55, 0.5, 783), (0.51, 0.5, 19_620)]
)
def test_coins_that_it_takes(share: float, beside: float, games: int) -> None:
    assert power.needed_beside(share, beside) == games
    assert power.shown_beside(games, beside) == pytest.approx(share - beside, rel=1e-3)
    assert power.shown_beside(games - 1, beside) > share - beside  # type: ignore[operator]


def test_a_forgotten_thumb() -> None:
    """75 or 50 %: 26 flips; so few of a coin show nothing below 26 points."""
    assert power.needed_beside(0.5, 0.75) == 26
    assert power.shown_beside(26, 0.75) == pytest.approx(0.25, abs=0.005)
    assert power.shown_beside(1, 0.5) is None


@pytest.mark.parametrize(
    ("one", "other", "games"),
    [
        (0.52, 0.48, 2452),
        (0.56, 0.44, 272),
        (0.594, 0.463, 227),
        (0.844, 0.878, 1624),
        (0.79484, 0.86997, 387),
    ],
)
def test_games_that_two_groups_take(one: float, other: float, games: int) -> None:
    assert power.needed_each(one, other) == games
    shown = power.shown_between(games, games, one)
    assert shown is not None
    assert shown >= abs(one - other) * (1 - 1e-2)


def test_such_a_sample_has_such_a_power() -> None:
    """194 coins, exactly: the binomial test finds 60 % in about four of five series.

    A little less: no number of heads has a p of just 0.05.
    """
    level = [k for k in range(195) if statistics.binomial(k, 194, 0.5).p <= 0.05]
    seen = sum(comb(194, k) * 0.6**k * 0.4 ** (194 - k) for k in level)

    assert seen == pytest.approx(0.8, abs=0.04)


def test_chances_of_their_own_are_added_exactly() -> None:
    """Two coins of 1/2 and 1/4: none 3/8, one 1/2, two 1/8."""
    assert statistics.sum_of_chances(2, [0.5, 0.25]).p == pytest.approx(1 / 8)
    assert statistics.sum_of_chances(0, [0.5, 0.25]).p == pytest.approx(1 / 2)
    assert statistics.sum_of_chances(1, [0.5, 0.25]).p == pytest.approx(1)
    alike = statistics.sum_of_chances(60, [0.5] * 100)
    assert alike.name == "binomial"
    assert alike.p == pytest.approx(statistics.binomial(60, 100, 0.5).p)


def test_very_many_chances_are_added_by_the_normal_distribution() -> None:
    test = statistics.sum_of_chances(10_400, [0.5] * 10_000 + [0.25] * 20_000)

    assert test.statistic == pytest.approx(400 / sqrt(10_000 / 4 + 20_000 * 3 / 16))
    assert test.p < 1e-6


def test_exploring_corrects_less() -> None:
    """Benjamini and Hochberg's own example of fifteen tests: four stand at 0.05."""
    values = [
        *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
        *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
    ]
    corrected = statistics.benjamini_hochberg(values)

    assert sum(one <= 0.05 for one in corrected) == 4
    assert sum(one <= 0.05 for one in statistics.holm(values)) == 3
    assert corrected[3] == pytest.approx(0.0095 * 15 / 4)
    assert statistics.benjamini_hochberg([]) == []


def test_holm_corrects_for_many_questions() -> None:
    assert statistics.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert statistics.holm([]) == []
    assert statistics.holm([0.9, 0.8]) == [1.0, 1.0]


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 30, 1_000])
def test_students_quantiles(freedom: int) -> None:
    """The expansion alone falls short by a quarter for two games: 9.7 instead of 12.7."""
    stats = pytest.importorskip("scipy.stats")

    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.01)


def test_a_mean_of_one_has_no_interval() -> None:
    for one in (mean("policy", values=[7], expected=6.8), difference("variants", values=[1])):
        assert (one.n, one.low, one.high, one.shown) == (1, None, None, None)
