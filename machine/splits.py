"""Ways to split a number into parts: what divisions, shields and combat damage count and list.

Implements the arithmetic of CR 601.2d, 615.7, 510.1. It knows no game.
"""

from collections.abc import Iterator, Sequence
from math import comb


def compositions(amount: int, parts: int, minimum: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield every way to write an amount as so many parts of at least a minimum."""
    return splits(amount, (minimum,) * parts)


def splits(amount: int, minimum: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to write an amount as parts of at least these minimums.

    As much as possible comes first: 4 in two parts is 3-1, 2-2, 1-3.
    """
    if not minimum:
        if amount == 0:
            yield ()
        return
    if len(minimum) == 1:
        if amount >= minimum[0]:
            yield (amount,)
        return
    for first in range(amount - sum(minimum[1:]), minimum[0] - 1, -1):
        for rest in splits(amount - first, minimum[1:]):
            yield (first, *rest)


def count_of(amount: int, parts: int, minimum: int = 1) -> int:
    """Return how many ``compositions`` there are: C(N-1, k-1) with a minimum of one."""
    if parts == 0:
        return int(amount == 0)
    free = amount - minimum * parts
    return comb(free + parts - 1, parts - 1) if free >= 0 else 0


def within(amount: int, limits: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to write an amount as one part for each limit, none above it."""
    if not limits:
        if amount == 0:
            yield ()
        return
    rest = sum(limits[1:])
    for first in range(min(amount, limits[0]), max(0, amount - rest) - 1, -1):
        for others in within(amount - first, limits[1:]):
            yield (first, *others)
