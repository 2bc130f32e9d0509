"""Numbers with their uncertainty: a share or a mean, how many it was seen in, and its interval."""

from fractions import Fraction
from math import pi, sqrt, tan
from statistics import NormalDist

from msgspec import Struct

from events.errors import DataError
from replays.fairness import LEVEL, wilson

LONGEST = 3_322
"""Bits of a number with a thousand digits: Python writes none of more than 4,300."""

SURE = NormalDist().inv_cdf(1 - LEVEL / 2)


class Estimate(Struct, frozen=True, kw_only=True):
    """One number of a summary."""

    what: str
    value: float
    n: int = 0
    """How many games it was seen in; 0 for an exact one."""
    low: float | None = 0.0
    high: float | None = 0.0
    """The 95 % interval: Wilson's for a share, Student's for a mean of counts; the value itself if exact.
    A mean of one game has none."""
    exact: str = ""
    """The fraction, of an exact number; empty where it has more than a thousand digits."""


def share(what: str, hits: int, n: int) -> Estimate:
    """Return a share of games with Wilson's interval."""
    low, high = wilson(hits, n)
    return Estimate(what=what, value=hits / n if n else 0.0, n=n, low=low, high=high)


def student(freedom: int) -> float:
    """Return the quantile of Student's distribution, expanded around the normal one (Fisher).

    For one and two degrees of freedom, where that falls short, it has a closed form.
    """
    if freedom == 1:
        return tan(pi * (1 - LEVEL) / 2)
    if freedom == 2:  # noqa: PLR2004 - see above
        return (1 - LEVEL) / sqrt(LEVEL * (1 - LEVEL / 2))
    z, v = SURE, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def mean(what: str, total: int, squares: int, n: int) -> Estimate:
    """Return a mean of counts over games, from the sum of values and of their squares."""
    if not n:
        return Estimate(what=what, value=0.0)
    middle = total / n
    if n == 1:
        return Estimate(what=what, value=middle, n=n, low=None, high=None)
    spread = max(0.0, squares / n - middle * middle) * n / (n - 1)
    half = student(n - 1) * sqrt(spread / n)
    return Estimate(what=what, value=middle, n=n, low=max(0.0, middle - half), high=middle + half)


def certain(what: str, value: Fraction) -> Estimate:
    """Return an exact number; ``DataError`` where it is larger than a float can tell."""
    try:
        number = float(value)
    except OverflowError as error:
        raise DataError("usage/series", f"{what}: a number of more than 300 digits") from error
    told = "" if max(value.numerator, value.denominator).bit_length() > LONGEST else str(value)
    return Estimate(what=what, value=number, low=number, high=number, exact=told)
