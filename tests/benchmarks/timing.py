"""Honest timing: rivals take turns in one run, the best of several rounds counts, ratios are printed."""

import gc
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

ROUNDS = 5
"""Rounds in which every rival runs once: the best one is the least disturbed."""


class Row(Struct, frozen=True, kw_only=True):
    """One line of the report."""

    what: str
    ours: str
    peer: str
    ratio: float | None = None
    aim: float | None = None

    @property
    def verdict(self) -> str:
        """Whether the ratio reaches its aim; a measurement, never a test."""
        if self.ratio is None or self.aim is None:
            return ""
        return "reached" if self.ratio >= self.aim else "missed"


def best(
    *rivals: Callable[[], object],
    rounds: int = ROUNDS,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, ...]:
    """Return the least seconds that each rival took in all rounds: see ``measured``."""
    return tuple(map(min, measured(*rivals, rounds=rounds, clock=clock)))


def measured(
    *rivals: Callable[[], object],
    rounds: int = ROUNDS,
    clock: Callable[[], float] = time.perf_counter,
) -> list[list[float]]:
    """Return the seconds each rival took in each round, in turn, without collecting garbage.

    ``clock`` is ``time.process_time`` where nothing waits for a disk: what else the machine does then
    counts for nobody. A rival in a process of its own returns its seconds as a float.
    """
    times: list[list[float]] = [[] for _ in rivals]
    for _ in range(rounds):
        for rival, taken in zip(rivals, times, strict=True):
            gc.collect()
            gc.disable()
            begun = clock()
            told = rival()
            taken.append(told if isinstance(told, float) else clock() - begun)
            gc.enable()
    return times


def waiting() -> float:
    """Return seconds on the wall, less those in which others had the processors we waited for.

    What is left is work and waiting for a disk. Only Linux counts the rest: elsewhere it is the wall.
    """
    try:
        waited = int(Path("/proc/self/schedstat").read_bytes().split()[1])
    except OSError:
        waited = 0
    return time.perf_counter() - waited / 1e9


def rate(count: int, seconds: float, unit: str = "events") -> str:
    """Return a rate for people."""
    return f"{count / seconds:,.0f} {unit}/s"


def percentile(values: list[float], part: float) -> float:
    """Return the value below which a part of all values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]
