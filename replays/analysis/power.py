"""How many games show a difference, and how small a difference so many games show.

By the normal approximation, as tables of sample sizes have it: two-sided at 0.05, power 0.80.
"""

from collections.abc import Callable
from math import ceil, sqrt
from statistics import NormalDist

from replays.fairness import POWER
from replays.simulation.intervals import SURE

SEEN = NormalDist().inv_cdf(POWER)
STEPS = 60
"""Halvings in search of a difference: to the last digit of a float."""


def needed_beside(share: float, expected: float) -> int:
    """Return how many games show that a share is not what is exactly expected."""
    top = SURE * _spread(expected) + SEEN * _spread(share)
    return ceil((top / (share - expected)) ** 2 - 1e-9)


def needed_each(one: float, other: float) -> int:
    """Return how many games of each of two groups show that their shares differ."""
    middle = (one + other) / 2
    both = sqrt(one * (1 - one) + other * (1 - other))
    top = SURE * sqrt(2) * _spread(middle) + SEEN * both
    return ceil((top / (one - other)) ** 2 - 1e-9)


def shown_beside(n: int, expected: float) -> float | None:
    """Return the least difference from an expected share that n games show, either way."""
    return _least(lambda share: needed_beside(share, expected) <= n, expected)


def shown_between(n: int, other_n: int, share: float) -> float | None:
    """Return the least difference between two groups that they show, either way of a share."""
    each = 2 / (1 / n + 1 / other_n)  # as two groups of this size would
    return _least(lambda other: needed_each(share, other) <= each, share)


def shown_of_mean(half: float) -> float:
    """Return the least difference of a mean that is shown, from half its 95 % interval."""
    return half * (SURE + SEEN) / SURE


def _spread(share: float) -> float:
    return sqrt(share * (1 - share))


def _least(is_shown: Callable[[float], bool], share: float) -> float | None:
    """Return the larger of the least differences upwards and downwards; nothing where none is."""
    found = [_one_way(is_shown, share, end) for end in (0.0, 1.0) if end != share]
    return max((one for one in found if one is not None), default=None)


def _one_way(is_shown: Callable[[float], bool], share: float, end: float) -> float | None:
    if not is_shown(end):
        return None
    near, far = 0.0, abs(end - share)
    way = 1 if end > share else -1
    for _ in range(STEPS):
        middle = (near + far) / 2
        if middle and is_shown(share + way * middle):
            far = middle
        else:
            near = middle
    return far
