"""Numbers with their uncertainty: a share or a mean, how many it was seen in, and its interval."""

from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from msgspec import Struct

from replays.fairness import LEVEL, wilson

SURE = NormalDist().inv_cdf(1 - LEVEL / 2)


class Estimate(Struct, frozen=True, kw_only=True):
    """One number of a summary."""

    what: str
    value: float
    n: int = 0
    """How many games it was seen in; 0 for an exact one."""
    low: float = 0.0
    high: float = 0.0
    """The 95 % interval: Wilson's for a share, Student's for a mean of counts; the value itself if exact."""
    exact: str = ""
    """The fraction, of an exact number."""


def share(what: str, hits: int, n: int) -> Estimate:
    """Return a share of games with Wilson's interval."""
    low, high = wilson(hits, n)
    return Estimate(what=what, value=hits / n if n else 0.0, n=n, low=low, high=high)


def student(freedom: int) -> float:
    """Return the quantile of Student's distribution, expanded around the normal one (Fisher)."""
    z, v = SURE, max(1, freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def mean(what: str, total: int, squares: int, n: int) -> Estimate:
    """Return a mean of counts over games, from the sum of values and of their squares."""
    if not n:
        return Estimate(what=what, value=0.0)
    middle = total / n
    spread = max(0.0, squares / n - middle * middle) * n / max(1, n - 1)
    half = student(n - 1) * sqrt(spread / n)
    return Estimate(what=what, value=middle, n=n, low=max(0.0, middle - half), high=middle + half)


def certain(what: str, value: Fraction) -> Estimate:
    """Return an exact number."""
    told = f"{value.numerator}/{value.denominator}" if value.denominator > 1 else f"{value}"
    number = float(value)
    return Estimate(what=what, value=number, low=number, high=number, exact=told)
