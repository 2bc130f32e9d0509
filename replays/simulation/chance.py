"""Chance for many games: the same for the same seed, on every machine, one game at a time."""

import random
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from machine.chance import Generated

T = TypeVar("T")


class Swift(Generated):
    """Seeded chance that gives what ``machine.chance.seeded`` gives, with its shuffle in one loop."""

    def __init__(self, seed: int | str) -> None:
        generator = random.Random(seed)  # noqa: S311 - simulations, never secrets
        super().__init__(generator)

    def permutation(self, names: Sequence[T], purpose: str) -> tuple[T, ...]:
        """Return the names in a random order (Fisher-Yates with rejection)."""
        del purpose
        order, bits = list(names), self._bits
        for last, width in _bounds(len(order)):
            other = bits(width)
            while other > last:  # each pass ends with a chance of more than one half
                other = bits(width)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


@cache
def _bounds(count: int) -> tuple[tuple[int, int], ...]:
    return tuple((last, last.bit_length()) for last in range(count - 1, 0, -1))


def chance_of(seed: str, number: int) -> Swift:
    """Return the chance of one game among many: any block of them can be played anywhere."""
    return Swift(f"{seed}:{number}")
