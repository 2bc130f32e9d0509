"""One page of plots: every number as a dot with its interval, n beside it, offline and without script.

Drawn as SVG; a reader who sees no drawing has the same numbers in a table below each.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from math import floor, log10

from replays.analysis.answers import Answer, Measure
from replays.analysis.words import about, heading, labels, span, title

ROW = 26
"""Height of one dot's row, in pixels."""
LABELS, PLOT, NUMBERS = 430, 420, 190
"""Widths of a plot's three parts."""
MARGIN = 34
TICKS = 4

PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #d5dae1; --page: #fbfbfa;
  --dot: #14588f; --wanted: #b4530a; }}
@media (prefers-color-scheme: dark) {{ :root {{ --ink: #e8ebef; --soft: #a3adba; --line: #39424e;
  --page: #14181d; --dot: #7db7ec; --wanted: #f0a35e; }} }}
body {{ margin: 0 auto; max-width: 1080px; padding: 24px; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, "Hiragino Sans", "Noto Sans CJK JP", "Noto Sans JP", Meiryo, sans-serif; }}
h1 {{ font-size: 26px; margin: 0 0 4px; }}
h2 {{ font-size: 18px; margin: 36px 0 2px; }}
p {{ margin: 2px 0 8px; color: var(--soft); max-width: 75ch; }}
.plot {{ overflow-x: auto; }}
svg {{ display: block; width: 100%; min-width: 720px; height: auto; font-size: 13px; }}
details {{ overflow-x: auto; }}
svg text {{ fill: var(--ink); }}
svg .soft {{ fill: var(--soft); }}
.axis {{ stroke: var(--line); }}
.interval {{ stroke: var(--dot); stroke-width: 2.5; }}
.dot {{ fill: var(--dot); }}
.wanted {{ stroke: var(--wanted); stroke-width: 3; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }}
th, td {{ text-align: left; padding: 2px 14px 2px 0; border-bottom: 1px solid var(--line); }}
td.number {{ text-align: right; }}
summary {{ cursor: pointer; color: var(--soft); padding: 4px 0; }}
summary:focus-visible {{ outline: 2px solid var(--dot); }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{counts}</p>
<p>{legend}</p>
<p>{no_verdict}</p>
{sections}
</body>
</html>
"""


def page(answers: Sequence[Answer], *, lang: str, games: int, skipped: int = 0) -> str:
    """Return the whole page as one HTML file."""
    sections = "\n".join(
        section(question, list(some), lang)
        for question, some in groupby(answers, key=lambda one: one.question)
    )
    return PAGE.format(
        lang=lang,
        title=escape(heading("title", lang)),
        counts=escape(
            f"{games:,} {heading('games', lang)} · {skipped:,} {heading('skipped', lang)}"
        ),
        legend=escape(heading("legend", lang)),
        no_verdict=escape(heading("no_verdict", lang)),
        sections=sections,
    )


def section(question: str, answers: list[Answer], lang: str) -> str:
    """Return one question: its plots, one for each measure, and its table."""
    plots = "\n".join(_plots(question, answers, lang))
    return (
        f'<section id="{escape(question)}"><h2>{escape(title(question, lang))}</h2>'
        f"<p>{escape(about(question, lang))}</p>\n{plots}\n{_table(answers, lang)}</section>"
    )


def _plots(question: str, answers: list[Answer], lang: str) -> Iterator[str]:
    measures: tuple[Measure, ...] = ("share", "mean", "ratio", "seconds")
    for measure in measures:
        drawn = [
            one
            for one in answers
            if one.measure == measure and one.value is not None and one.low is not None
        ]
        if drawn:
            yield _plot(title(question, lang), drawn, measure, lang)


def _plot(name: str, answers: list[Answer], measure: Measure, lang: str) -> str:
    low, high = _range(answers, measure)
    height = MARGIN + ROW * len(answers) + 6
    width = LABELS + PLOT + NUMBERS

    def place(value: float) -> float:
        inside = min(max(value, low), high)
        return LABELS + PLOT * (inside - low) / (high - low)

    parts = [
        (
            f'<div class="plot" tabindex="0"><svg viewBox="0 0 {width} {height}" role="img" '
            f'aria-label="{escape(name)}">'
        ),
        *_axis(low, high, measure, height),
    ]
    for number, one in enumerate(answers):
        parts += _dot(one, MARGIN + ROW * number + ROW / 2, place, lang)
    return "\n".join([*parts, "</svg></div>"])


def _range(answers: list[Answer], measure: Measure) -> tuple[float, float]:
    """Return the ends of an axis: shares share one, the others fit what is there."""
    if measure == "share":
        return 0.0, 1.0
    values = [
        value
        for one in answers
        for value in (one.low, one.high, one.value, one.expected)
        if value is not None
    ]
    low, high = min(0.0, *values), max(values) or 1.0
    if measure == "mean":
        low = 0.0
    step = _step((high - low) / TICKS)
    first = floor(low / step) * step
    return first, first + TICKS * step


def _step(least: float) -> float:
    """Return a distance between ticks that reads well, and is no less than one given."""
    ten = 10.0 ** floor(log10(least)) if least > 0 else 0.25
    return next(ten * one for one in (1, 2, 2.5, 5, 10, 20) if ten * one * (1 + 1e-9) >= least)


def _axis(low: float, high: float, measure: Measure, height: int) -> Iterator[str]:
    for tick in range(TICKS + 1):
        value = low + (high - low) * tick / TICKS
        x = LABELS + PLOT * tick / TICKS
        yield f'<line class="axis" x1="{x:.1f}" y1="{MARGIN - 8}" x2="{x:.1f}" y2="{height}"/>'
        yield (
            f'<text class="soft" x="{x:.1f}" y="{MARGIN - 14}" text-anchor="middle">'
            f"{number_of(value, measure)}</text>"
        )


def _dot(one: Answer, y: float, at: Callable[[float], float], lang: str) -> Iterator[str]:
    value, low, high = one.value or 0.0, one.low or 0.0, one.high or 0.0
    name = labels(one.group, lang)
    ends = f"[{number_of(low, one.measure)}, {number_of(high, one.measure)}]"
    told = f"{number_of(value, one.measure)}  {ends}"
    yield "<g>"
    yield f"<title>{escape(name)}: {escape(told)}, n = {one.n:,}</title>"
    yield f'<text x="{LABELS - 14}" y="{y + 4:.1f}" text-anchor="end">{escape(name)}</text>'
    yield (
        f'<line class="interval" x1="{at(low):.1f}" y1="{y:.1f}" x2="{at(high):.1f}" y2="{y:.1f}"/>'
    )
    if one.expected is not None:
        x = at(one.expected)
        yield f'<line class="wanted" x1="{x:.1f}" y1="{y - 8:.1f}" x2="{x:.1f}" y2="{y + 8:.1f}"/>'
    yield f'<circle class="dot" cx="{at(value):.1f}" cy="{y:.1f}" r="4.5"/>'
    yield (
        f'<text class="soft" x="{LABELS + PLOT + 18}" y="{y + 4:.1f}">'
        f"{number_of(value, one.measure)}, n = {one.n:,}</text>"
    )
    yield "</g>"


def number_of(value: float | None, measure: Measure) -> str:
    """Return a number as people read it: shares in per cent."""
    if value is None:
        return ""
    if measure == "share":
        return f"{100 * value:.1f} %"
    return f"{value:.2f}"


def p_of(value: float | None) -> str:
    """Return a p-value as people read it."""
    if value is None:
        return ""
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}"  # noqa: PLR2004 - four places


def columns(one: Answer, lang: str) -> tuple[str, ...]:
    """Return an answer as the cells of a row; ``HEADINGS`` names them."""
    interval = (
        span(number_of(one.low, one.measure), number_of(one.high, one.measure), lang)
        if one.low is not None
        else ""
    )
    freedom = f" ({one.freedom})" if one.freedom else ""
    test = f"{one.test}{freedom} {one.statistic:.3g}" if one.statistic is not None else one.test
    return (
        labels(one.group, lang),
        f"{one.n:,}",
        number_of(one.value, one.measure),
        interval,
        number_of(one.expected, one.measure),
        test,
        p_of(one.p),
        p_of(one.p_corrected),
    )


HEADINGS = ("group", "n", "value", "interval", "expected", "test", "p", "p_corrected")


def _table(answers: Iterable[Answer], lang: str) -> str:
    heads = "".join(f"<th>{escape(heading(name, lang))}</th>" for name in HEADINGS)
    rows = "\n".join(
        "<tr>"
        + "".join(
            f"<td{' class=number' if place else ''}>{escape(cell)}</td>"
            for place, cell in enumerate(columns(one, lang))
        )
        + "</tr>"
        for one in answers
    )
    return (
        f"<details><summary>{escape(heading('table', lang))}</summary>"
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></details>"
    )
