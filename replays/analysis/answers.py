"""Answers to the questions of an analyst: a number, how many it was seen in, and how sure it is."""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from replays.analysis.power import shown_beside, shown_of_mean
from replays.analysis.statistics import Effect, Test, benjamini_hochberg, holm
from replays.simulation.intervals import mean as mean_of
from replays.simulation.intervals import share as share_of
from replays.simulation.intervals import student

Measure = Literal["share", "mean", "difference", "ratio", "seconds", "turns", "test"]

CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "benjamini-hochberg": benjamini_hochberg,
}
"""Name -> what corrects p-values for their number: Holm, or for exploring Benjamini and Hochberg."""


class Answer(Struct, frozen=True, kw_only=True):
    """One number: of which question and group, with n, interval, and what was expected of it."""

    question: str
    """Key of the question: ``shuffle``, ``flips`` …"""
    group: tuple[str, ...]
    """What it is about, in words that ``replays/data/analysis.toml`` has in both languages."""
    measure: Measure
    n: int
    value: float | None = None
    low: float | None = None
    high: float | None = None
    """The 95 % interval."""
    expected: float | None = None
    """Exactly, by the rules or by chance."""
    shown: float | None = None
    """The least difference that so many show in four of five samples, at 0.05."""
    test: str = ""
    statistic: float | None = None
    freedom: int = 0
    p: float | None = None
    p_corrected: float | None = None
    """Corrected for all tests of the page together."""


def share(question: str, *group: str, hits: int, n: int, expected: float | None = None) -> Answer:
    """Return a share with Wilson's interval."""
    told = share_of("", hits, n)
    return Answer(
        question=question,
        group=group,
        measure="share",
        n=n,
        value=told.value,
        low=told.low,
        high=told.high,
        expected=expected,
        shown=None if expected is None else shown_beside(n, expected),
    )


def mean(question: str, *group: str, values: list[int], expected: float | None = None) -> Answer:
    """Return a mean with Student's interval."""
    squares = sum(value * value for value in values)
    told = mean_of("", sum(values), squares, len(values))
    return Answer(
        question=question,
        group=group,
        measure="mean",
        n=len(values),
        value=told.value,
        low=told.low,
        high=told.high,
        expected=expected,
        shown=None
        if expected is None or told.high is None
        else shown_of_mean(told.high - told.value),
    )


def difference(question: str, *group: str, values: Sequence[int]) -> Answer:
    """Return the mean of differences within pairs, with Student's interval; 0 is expected."""
    n = len(values)
    middle = sum(values) / n
    answer = Answer(
        question=question,
        group=group,
        measure="difference",
        n=n,
        value=middle,
        expected=0.0,
    )
    if n == 1:
        return answer
    spread = sum((value - middle) ** 2 for value in values) / (n - 1)
    half = student(n - 1) * sqrt(spread / n)
    return replace(answer, low=middle - half, high=middle + half, shown=shown_of_mean(half))


def odds(question: str, group: str, effects: Iterable[Effect], *, n: int) -> list[Answer]:
    """Return the odds ratios of a logistic regression, one for each of its terms."""
    return [
        Answer(
            question=question,
            group=(group, effect.term),
            measure="ratio",
            n=n,
            value=effect.ratio,
            low=effect.low,
            high=effect.high,
            expected=1.0,
            test="logistic",
            p=effect.p,
        )
        for effect in effects
    ]


def tested(answer: Answer, test: Test | None) -> Answer:
    """Return an answer with the test that was put to it."""
    if test is None:
        return answer
    return replace(answer, test=test.name, statistic=test.statistic, freedom=test.freedom, p=test.p)


def only_test(question: str, *group: str, n: int, test: Test | None) -> list[Answer]:
    """Return a test that has no one number beside it; nothing where there is no test."""
    if test is None:
        return []
    return [tested(Answer(question=question, group=group, measure="test", n=n), test)]


def corrected(answers: list[Answer], correction: str = "holm") -> list[Answer]:
    """Return the answers with p-values corrected for all tests taken together."""
    places = [place for place, one in enumerate(answers) if one.p is not None]
    values = CORRECTIONS[correction]([float(answers[place].p or 0.0) for place in places])
    done = list(answers)
    for place, value in zip(places, values, strict=True):
        done[place] = replace(done[place], p_corrected=value)
    return done
