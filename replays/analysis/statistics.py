"""Statistics of counts, shares and durations, each with what it assumes; scipy does the work.

Exact tests where they are affordable. No p-value here accuses anybody: with many questions some
are small by chance, which is what Holm's correction is for.
"""

from collections import Counter
from collections.abc import Sequence
from math import erfc, exp, isfinite, log, sqrt
from typing import Any
from warnings import catch_warnings, simplefilter

from msgspec import Struct

from replays.batch.needs import needed
from replays.simulation.intervals import SURE

FEWEST_EXPECTED = 5.0
"""Cells of a chi-square test that expect less are pooled with their neighbours."""

RESAMPLES = 2_000
"""Of a bootstrap, seeded: the same data give the same interval."""


class Test(Struct, frozen=True):
    """What a test says: its name, its statistic, its degrees of freedom, its p-value."""

    name: str
    statistic: float
    p: float
    freedom: int = 0


def _stats() -> Any:  # noqa: ANN401 - scipy.stats
    return needed("scipy.stats", "scipy")


def pooled(observed: Sequence[float], expected: Sequence[float]) -> tuple[list[float], list[float]]:
    """Return neighbouring cells together where fewer than five are expected."""
    seen: list[float] = []
    wanted: list[float] = []
    for one, other in zip(observed, expected, strict=True):
        if wanted and wanted[-1] < FEWEST_EXPECTED:
            seen[-1] += one
            wanted[-1] += other
        else:
            seen.append(one)
            wanted.append(other)
    if len(wanted) > 1 and wanted[-1] < FEWEST_EXPECTED:
        last_seen, last_wanted = seen.pop(), wanted.pop()
        seen[-1] += last_seen
        wanted[-1] += last_wanted
    return seen, wanted


def chi_square(
    observed: Sequence[float], expected: Sequence[float], *, scale: float = 1.0
) -> Test | None:
    """Return Pearson's test of counts; nothing where one cell is left after pooling.

    ``scale`` corrects for draws without replacement.
    """
    seen, wanted = pooled(observed, expected)
    if len(wanted) < 2:  # noqa: PLR2004 - one cell says nothing
        return None
    statistic = scale * sum((a - b) ** 2 / b for a, b in zip(seen, wanted, strict=True))
    freedom = len(wanted) - 1
    return Test("chi-square", statistic, float(_stats().chi2.sf(statistic, freedom)), freedom)


def binomial(hits: int, n: int, chance: float) -> Test:
    """Return the exact two-sided binomial test."""
    found = _stats().binomtest(hits, n, chance)
    return Test("binomial", float(found.statistic), float(found.pvalue))


MOST_CHANCES = 20_000
"""Cases of different chances whose sum is told exactly; the normal distribution serves for more."""


def sum_of_chances(hits: int, chances: Sequence[float]) -> Test:
    """Return the two-sided test of cases that each have a chance of their own, exact if affordable.

    Where all chances are the same it is the binomial one.
    """
    np = needed("numpy")
    if len(chances) > MOST_CHANCES:
        spread = sqrt(sum(chance * (1 - chance) for chance in chances))
        z = (hits - sum(chances)) / spread if spread else 0.0
        return Test("z of a sum of chances", z, erfc(abs(z) / sqrt(2)))
    sums = np.ones(1)
    for chance, n in sorted(Counter(chances).items()):
        sums = np.convolve(sums, _stats().binom.pmf(np.arange(n + 1), n, chance))
    as_rare = sums[sums <= sums[hits] * (1 + 1e-7)]
    name = "binomial" if len(set(chances)) == 1 else "sum of chances"
    return Test(name, hits / len(chances), min(1.0, float(as_rare.sum())))


def hypergeometric(size: int, good: int, drawn: int) -> list[float]:
    """Return the chance of each number of good cards among those drawn."""
    spread = _stats().hypergeom(size, good, drawn)
    return [float(spread.pmf(k)) for k in range(drawn + 1)]


def fisher(table: Sequence[Sequence[int]]) -> Test:
    """Return Fisher's exact test of a two-by-two table."""
    found = _stats().fisher_exact(table)
    return Test("Fisher", float(found.statistic), float(found.pvalue))


def two_proportions(hits: int, n: int, other_hits: int, other_n: int) -> Test:
    """Return the two-proportion z test, with the pooled share."""
    share = (hits + other_hits) / (n + other_n)
    spread = sqrt(share * (1 - share) * (1 / n + 1 / other_n))
    z = (hits / n - other_hits / other_n) / spread if spread else 0.0
    return Test("two-proportion z", z, erfc(abs(z) / sqrt(2)))


def trend(hits: Sequence[int], totals: Sequence[int]) -> Test | None:
    """Return Cochran and Armitage's test of a trend over groups 0, 1, 2 …; nothing without spread."""
    n, all_hits = sum(totals), sum(hits)
    if not n or not 0 < all_hits < n:
        return None
    share = all_hits / n
    middle = sum(score * count for score, count in enumerate(totals)) / n
    top = sum(score * (hit - count * share) for score, (hit, count) in _scored(hits, totals))
    spread = (
        share
        * (1 - share)
        * sum(count * (score - middle) ** 2 for score, count in enumerate(totals))
    )
    if not spread:
        return None
    z = top / sqrt(spread)
    return Test("Cochran-Armitage z", z, erfc(abs(z) / sqrt(2)))


def _scored(hits: Sequence[int], totals: Sequence[int]) -> "enumerate[tuple[int, int]]":
    return enumerate(zip(hits, totals, strict=True))


def stratified(
    tables: Sequence[Sequence[Sequence[int]]],
) -> tuple[float, float, float, Test] | None:
    """Return the pooled odds ratio with its interval, and the Mantel-Haenszel test."""
    usable = [one for one in tables if all(map(sum, one)) and all(map(sum, zip(*one, strict=True)))]
    if not usable:
        return None
    np = needed("numpy")
    contingency = needed("statsmodels.stats.contingency_tables", "statsmodels")
    with np.errstate(all="ignore"):  # strata without spread divide by zero, and are told below
        found = contingency.StratifiedTable(usable)
        low, high = found.oddsratio_pooled_confint()
        test = found.test_null_odds(correction=True)
        ratio = float(found.oddsratio_pooled)
    if not isfinite(ratio) or not isfinite(float(low)) or not isfinite(float(test.pvalue)):
        return None
    return (
        ratio,
        float(low),
        float(high),
        Test("Mantel-Haenszel", float(test.statistic), float(test.pvalue), 1),
    )


def mcnemar(only_first: int, only_second: int) -> Test:
    """Return the exact test of pairs that differ: a binomial one of the discordant pairs."""
    n = only_first + only_second
    p = float(_stats().binomtest(only_first, n, 0.5).pvalue) if n else 1.0
    return Test("McNemar", float(only_first - only_second), p)


def mann_whitney(one: Sequence[float], other: Sequence[float]) -> Test:
    """Return the rank test of two groups of durations."""
    found = _stats().mannwhitneyu(one, other, alternative="two-sided")
    return Test("Mann-Whitney U", float(found.statistic), float(found.pvalue))


def median_of(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the median of durations and its bootstrap interval, on the scale of their logarithm."""
    np = needed("numpy")
    logs = np.log(np.maximum(np.asarray(values, dtype=float), 0.001))
    middle = float(np.median(logs))
    if len(values) < 3 or float(np.ptp(logs)) == 0.0:  # noqa: PLR2004 - nothing to resample
        return exp(middle), exp(float(logs.min())), exp(float(logs.max()))
    found = _stats().bootstrap(
        (logs,),
        np.median,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(20_260),
    )
    interval = found.confidence_interval
    return exp(middle), exp(float(interval.low)), exp(float(interval.high))


class Effect(Struct, frozen=True):
    """One term of a logistic regression: an odds ratio with its interval and p-value."""

    term: str
    ratio: float
    low: float
    high: float
    p: float


def logistic(answer: Sequence[int], terms: dict[str, Sequence[float]]) -> tuple[Effect, ...]:
    """Return the odds ratios of a logistic regression; nothing where it cannot be fitted."""
    np, models = needed("numpy"), needed("statsmodels.genmod.api", "statsmodels")
    varied = {name: list(values) for name, values in terms.items() if len(set(values)) > 1}
    if len(set(answer)) < 2 or not varied or len(answer) < 10 * (len(varied) + 1):  # noqa: PLR2004
        return ()
    columns = np.column_stack([[1.0] * len(answer), *varied.values()])
    try:
        with np.errstate(all="ignore"), catch_warnings():
            simplefilter("ignore")  # of separated data, which are told below
            found = models.GLM(
                np.asarray(answer, dtype=float), columns, family=models.families.Binomial()
            ).fit()
    except (ValueError, np.linalg.LinAlgError, ArithmeticError):
        return ()
    limits = found.conf_int()
    effects = []
    for place, name in enumerate(varied, 1):
        numbers = found.params[place], *limits[place], found.pvalues[place]
        if not all(map(isfinite, numbers)) or max(map(abs, numbers[:3])) > log(1e6):
            return ()  # separated data: no ratio is the right one
        ratio, low, high = (exp(float(number)) for number in numbers[:3])
        effects.append(Effect(name, ratio, low, high, float(numbers[3])))
    return tuple(effects)


class Survival(Struct, frozen=True):
    """Kaplan and Meier's estimate: how long something lasts where some were cut off."""

    n: int
    ended: int
    """How many were seen to the end."""
    median: float | None
    low: float | None
    high: float | None
    """Its 95 % interval; a missing end lies beyond what was seen."""
    going: tuple[tuple[float, int, float, float, float], ...]
    """(time, how many lasted until then, share that lasts longer, low, high) of each end."""


def survival(times: Sequence[float], ended: Sequence[bool]) -> Survival | None:
    """Return Kaplan and Meier's estimate; nothing where nothing was seen to end."""
    if not any(ended):
        return None
    np, durations = needed("numpy"), needed("statsmodels.duration.survfunc", "statsmodels")
    with np.errstate(all="ignore"):  # no interval where all or none are left
        found = durations.SurvfuncRight(list(map(float, times)), list(map(int, ended)))
        low, high = found.quantile_ci(0.5, method="cloglog")
    going = tuple(
        (float(at), int(left), float(share), *_log_log(float(share), float(error)))
        for at, left, share, error in zip(
            found.surv_times, found.n_risk, found.surv_prob, found.surv_prob_se, strict=True
        )
    )
    median, low, high = (_finite(one) for one in (found.quantile(0.5), low, high))
    return Survival(len(times), sum(map(bool, ended)), median, low, high, going)


def _finite(value: float) -> float | None:
    return float(value) if isfinite(value) else None


def _log_log(share: float, error: float) -> tuple[float, float]:
    """Return the interval of a share that lasts, on the scale that keeps it between none and all."""
    if not 0 < share < 1 or not isfinite(error):
        return share, share
    half = exp(SURE * error / (share * abs(log(share))))
    return share**half, share ** (1 / half)


def benjamini_hochberg(values: Sequence[float]) -> list[float]:
    """Return p-values corrected for the share of false findings among all found (exploring)."""
    order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    corrected = [0.0] * len(values)
    smallest = 1.0
    for rank, place in enumerate(order):
        smallest = min(smallest, values[place] * len(values) / (len(values) - rank))
        corrected[place] = smallest
    return corrected


def holm(values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number (Holm)."""
    order = sorted(range(len(values)), key=values.__getitem__)
    corrected = [0.0] * len(values)
    largest = 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = largest
    return corrected
