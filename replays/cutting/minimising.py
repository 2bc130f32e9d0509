"""Delta debugging: what can be left out, by halves, then quarters, then one by one, within limits."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final


class Limits:
    """How long a search may go on: counted, and for safety timed."""

    def __init__(self, tries: int, seconds: float) -> None:
        self.tries = 0
        self._most = tries
        self._end = time.monotonic() + seconds

    def reached(self) -> bool:
        """Whether the search has to stop here."""
        return self.tries >= self._most or time.monotonic() >= self._end


Fits = Callable[[Sequence[int]], bool]
ALONE: Final[Mapping[int, frozenset[int]]] = {}


def minimised(
    items: Sequence[int],
    fits: Fits,
    limits: Limits,
    along: Mapping[int, Collection[int]] = ALONE,
) -> bool:
    """Leave out more and more of some items, and what goes ``along`` with each (ddmin).

    ``fits`` keeps what it accepts. Returns whether, of what is left, nothing can be left out: then
    each one was tried, with what goes along and without; otherwise a limit was reached.
    """
    left = list(items)
    size = max(1, len(left) // 2)
    while left:  # each round leaves something out, or takes smaller parts, down to single items
        before, begin = len(left), 0
        while begin < len(left):  # each step leaves something out, or goes on
            if limits.reached():
                return False
            part = left[begin : begin + size]
            left = _without(left, part, fits, along)
            if left[begin : begin + size] == part:
                begin += size
        if size == 1 and len(left) == before:
            return True
        size = max(1, min(size, len(left)) // 2)
    return True


def _without(
    left: list[int], part: Sequence[int], fits: Fits, along: Mapping[int, Collection[int]]
) -> list[int]:
    """Return what is left without a part and what goes along, or without the part; or all of it."""
    gone = set(part).union(*(along.get(one, ()) for one in part))
    for some in (gone, set(part)) if len(part) == 1 and not gone.issubset(part) else (gone,):
        fewer = [one for one in left if one not in some]
        if fits(fewer):
            return fewer
    return left
