"""Axes of plots: from where to where, with ticks that read well; ratios on the scale of logarithms."""

from collections.abc import Sequence
from math import ceil, floor, log, log10

from msgspec import Struct

from replays.analysis.answers import Answer, Measure

TICKS = 4
"""Steps of a plain axis."""

MOST_DECADES = 3
"""Ratios on an axis that goes over more powers of ten have ticks at these alone."""


class Axis(Struct, frozen=True):
    """Where numbers lie between the ends of an axis, which are its first and last tick."""

    ticks: tuple[float, ...]
    logarithmic: bool = False

    def at(self, value: float) -> float:
        """Return where a number lies, from 0 to 1; what lies beyond an end, at that end."""
        low, high = self.ticks[0], self.ticks[-1]
        inside = min(max(value, low), high)
        if self.logarithmic:
            return log(inside / low) / log(high / low)
        return (inside - low) / (high - low)


def axis_of(answers: Sequence[Answer], measure: Measure) -> Axis:
    """Return the axis of a plot: shares have all of it, others fit what is there."""
    if measure == "share":
        return Axis(tuple(tick / TICKS for tick in range(TICKS + 1)))
    values = [
        value
        for one in answers
        for value in (one.low, one.high, one.value, one.expected)
        if value is not None
    ]
    return _ratios(values) if measure == "ratio" else _plain(values)


def _plain(values: Sequence[float]) -> Axis:
    low, high = min(0.0, *values), max(0.0, *values)
    step = _step((high - low) / TICKS)
    first = floor(low / step)
    last = max(first + TICKS, ceil(high / step - 1e-9))
    return Axis(tuple(tick * step for tick in range(first, last + 1)))


def _step(least: float) -> float:
    """Return a distance between ticks that reads well, and is no less than one given."""
    ten = 10.0 ** floor(log10(least)) if least > 0 else 0.25
    return next(ten * one for one in (1, 2, 2.5, 5, 10, 20) if ten * one * (1 + 1e-9) >= least)


def _ratios(values: Sequence[float]) -> Axis:
    """Return an axis around 1, on which twice as much is as far off as half."""
    there = [value for value in (*values, 0.5, 2.0) if value > 0]
    low, high = floor(log10(min(there))), ceil(log10(max(there)))
    parts = (1, 2, 5) if high - low <= MOST_DECADES else (1,)
    ticks = [part * 10.0**power for power in range(low, high) for part in parts] + [10.0**high]
    first = max(place for place, tick in enumerate(ticks) if tick <= min(there))
    last = min(place for place, tick in enumerate(ticks) if tick >= max(there))
    return Axis(tuple(ticks[first : last + 1]), logarithmic=True)
