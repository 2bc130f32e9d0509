"""One page of plots: every number as a dot with its interval, n beside it, offline and without script.

Drawn as SVG; a reader who sees no drawing has the same numbers in a table below each.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from math import inf
from unicodedata import east_asian_width

from replays.analysis.answers import Answer, Measure
from replays.analysis.axes import Axis, axis_of
from replays.analysis.words import about, counted, heading, label, labels, span, title

ROW = 26
"""Height of one dot's row, in pixels."""
LABELS, PLOT, NUMBERS = 430, 420, 190
"""Widths of a plot's three parts."""
MARGIN = 34

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
nav {{ columns: 3 16em; margin: 14px 0; font-size: 14px; }}
nav a {{ display: block; color: var(--dot); }}
ul {{ margin: 6px 0 8px; padding-left: 20px; }}
p {{ margin: 2px 0 8px; color: var(--soft); max-width: 75ch; }}
.plot {{ overflow-x: auto; margin-top: 10px; }}
svg {{ display: block; width: 100%; min-width: 720px; height: auto; font-size: 13px; }}
details {{ overflow-x: auto; }}
svg text {{ fill: var(--ink); }}
svg .small {{ font-size: 11px; }}
svg .soft {{ fill: var(--soft); }}
.axis {{ stroke: var(--line); }}
.interval {{ stroke: var(--dot); stroke-width: 2.5; }}
.dot {{ fill: var(--dot); }}
.wanted {{ stroke: var(--wanted); stroke-width: 3; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }}
th, td {{ text-align: left; padding: 2px 14px 2px 0; border-bottom: 1px solid var(--line); }}
.number {{ text-align: right; }}
summary {{ cursor: pointer; color: var(--soft); padding: 4px 0; }}
summary:focus-visible {{ outline: 2px solid var(--dot); }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{counts}</p>
<p>{legend}</p>
<p>{no_verdict}</p>
<p>{shown}</p>
<nav aria-label="{contents}">
{links}
</nav>
{sections}
</body>
</html>
"""


def page(answers: Sequence[Answer], *, lang: str, games: int, skipped: int = 0) -> str:
    """Return the whole page as one HTML file."""
    groups = {
        question: list(some) for question, some in groupby(answers, key=lambda one: one.question)
    }
    links = (
        f'<a href="#{escape(question)}">{escape(title(question, lang))}</a>' for question in groups
    )
    return PAGE.format(
        lang=lang,
        title=escape(heading("title", lang)),
        counts=escape(counted(games, skipped, lang)),
        legend=escape(heading("legend", lang)),
        no_verdict=escape(heading("no_verdict", lang)),
        shown=escape(heading("shown_means", lang)),
        contents=escape(heading("contents", lang)),
        links="\n".join(links),
        sections="\n".join(section(question, some, lang) for question, some in groups.items()),
    )


def section(question: str, answers: list[Answer], lang: str) -> str:
    """Return one question: its plots, one for each measure, and its table."""
    plots = "\n".join(_plots(question, answers, lang))
    return (
        f'<section id="{escape(question)}"><h2>{escape(title(question, lang))}</h2>'
        f"<p>{escape(about(question, lang))}</p>\n{plots}\n{_tests(answers, lang)}"
        f"{_table(answers, lang)}</section>"
    )


def _tests(answers: list[Answer], lang: str) -> str:
    """Return the tests that no dot stands for, as a list."""
    items = "\n".join(
        f"<li>{escape(labels(one.group, lang))}: {escape(test_of(one, lang))}, "
        f"p = {escape(p_of(one.p))} "
        f"({escape(heading('p_corrected', lang))} {escape(p_of(one.p_corrected))}), n = {one.n:,}</li>"
        for one in answers
        if one.measure == "test"
    )
    return f"<ul>{items}</ul>\n" if items else ""


def _plots(question: str, answers: list[Answer], lang: str) -> Iterator[str]:
    measures: tuple[Measure, ...] = ("share", "mean", "difference", "turns", "ratio", "seconds")
    for measure in measures:
        drawn = [
            one
            for one in answers
            if one.measure == measure and one.value is not None and one.low is not None
        ]
        if drawn:
            yield _plot(title(question, lang), drawn, measure, lang)


def _plot(name: str, answers: list[Answer], measure: Measure, lang: str) -> str:
    axis = axis_of(answers, measure)
    height = MARGIN + ROW * len(answers) + 6
    width = LABELS + PLOT + NUMBERS
    parts = [
        (
            f'<div class="plot" tabindex="0"><svg viewBox="0 0 {width} {height}" role="img" '
            f'aria-label="{escape(name)}">'
        ),
        *_lines(axis, measure, height),
    ]
    for number, one in enumerate(answers):
        parts += _dot(one, MARGIN + ROW * number + ROW / 2, axis, lang)
    return "\n".join([*parts, "</svg></div>"])


def _lines(axis: Axis, measure: Measure, height: int) -> Iterator[str]:
    for value in axis.ticks:
        x = LABELS + PLOT * axis.at(value)
        yield f'<line class="axis" x1="{x:.1f}" y1="{MARGIN - 8}" x2="{x:.1f}" y2="{height}"/>'
        yield (
            f'<text class="soft" x="{x:.1f}" y="{MARGIN - 14}" text-anchor="middle">'
            f"{number_of(value, measure)}</text>"
        )


def _dot(one: Answer, y: float, axis: Axis, lang: str) -> Iterator[str]:
    def at(number: float) -> float:
        return LABELS + PLOT * axis.at(number)

    value, low = one.value or 0.0, one.low or 0.0
    high = inf if one.high is None else one.high  # beyond what was seen
    name = labels(one.group, lang)
    ends = f"[{number_of(low, one.measure)}, {number_of(one.high, one.measure) or '…'}]"
    told = f"{number_of(value, one.measure)}  {ends}"
    yield "<g>"
    yield f"<title>{escape(name)}: {escape(told)}, n = {one.n:,}</title>"
    yield from _name(name, y)
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


def _name(name: str, y: float) -> Iterator[str]:
    """Write the name of a row, on two smaller lines where it is too long for one."""
    if _width(name) <= LABELS - 20:
        yield f'<text x="{LABELS - 14}" y="{y + 4:.1f}" text-anchor="end">{escape(name)}</text>'
        return
    words = name.split(" · ")
    middle = min(
        range(1, max(2, len(words))),
        key=lambda place: max(map(_width, (" · ".join(words[:place]), " · ".join(words[place:])))),
    )
    for line, dy in ((words[:middle], -2), (words[middle:], 10)):
        yield (
            f'<text class="small" x="{LABELS - 14}" y="{y + dy:.1f}" text-anchor="end">'
            f"{escape(' · '.join(line))}</text>"
        )


def _width(text: str) -> float:
    """Return about how wide a text is, in pixels."""
    return sum(13 if east_asian_width(one) in "WF" else 7.2 for one in text)


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
        span(number_of(one.low, one.measure), number_of(one.high, one.measure) or "…", lang)
        if one.low is not None
        else ""
    )
    return (
        labels(one.group, lang),
        f"{one.n:,}",
        number_of(one.value, one.measure),
        interval,
        number_of(one.expected, one.measure),
        number_of(one.shown, one.measure),
        test_of(one, lang),
        p_of(one.p),
        p_of(one.p_corrected),
    )


HEADINGS = ("group", "n", "value", "interval", "expected", "shown", "test", "p", "p_corrected")


def test_of(one: Answer, lang: str) -> str:
    """Return a test with its degrees of freedom and its statistic."""
    freedom = f" ({one.freedom})" if one.freedom else ""
    name = label(one.test, lang)
    return f"{name}{freedom} {one.statistic:.3g}" if one.statistic is not None else name


def table(answers: Iterable[Answer], lang: str) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return the headings and rows of some answers, without columns in which there is nothing."""
    rows = [columns(one, lang) for one in answers]
    told = [place for place in range(len(HEADINGS)) if any(row[place] for row in rows)]
    heads = [heading(HEADINGS[place], lang) for place in told]
    return heads, [tuple(row[place] for place in told) for row in rows]


def _table(answers: Iterable[Answer], lang: str) -> str:
    names, cells = table(answers, lang)
    heads = "".join(
        f"<th{' class=number' if place else ''}>{escape(name)}</th>"
        for place, name in enumerate(names)
    )
    rows = "\n".join(
        "<tr>"
        + "".join(
            f"<td{' class=number' if place else ''}>{escape(cell)}</td>"
            for place, cell in enumerate(row)
        )
        + "</tr>"
        for row in cells
    )
    return (
        f"<details><summary>{escape(heading('table', lang))}</summary>"
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></details>"
    )
