"""Pages as text, Markdown and HTML: the same blocks, each form with its own way to be harmless.

The HTML is one file: no script, no reference to anything else, and a policy that allows neither.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import resources
from pathlib import Path
from textwrap import wrap
from typing import Literal, get_args
from unicodedata import east_asian_width

from events.errors import DataError
from replays.reports.page import Block, Code, Items, Page, Rows, Section, Text
from replays.reports.safe import escaped, markdown, plain

Form = Literal["html", "md", "txt"]
FORMS: tuple[Form, ...] = get_args(Form)
WIDTH = 100
"""Columns of the text form."""


def form_of(name: str) -> Form:
    """Return the form that a file's name asks for."""
    suffix = Path(name).suffix.lower().removeprefix(".").replace("htm", "html", 1)
    suffix = {"htmll": "html", "markdown": "md", "text": "txt"}.get(suffix, suffix)
    for form in FORMS:
        if form == suffix:
            return form
    raise DataError("usage/form", f"{name!r}: a page is written as .html, .md or .txt")


def written(pages: Sequence[Page], form: Form) -> str:
    """Return pages of the same thing, one for each language, in a form."""
    if form == "html":
        return _html(pages)
    one = _markdown if form == "md" else _text
    joint = "\n\n---\n\n" if form == "md" else f"\n\n{'=' * WIDTH}\n\n"
    return joint.join("\n".join(one(page)) for page in pages) + "\n"


def _data(name: str) -> str:
    return resources.files("replays").joinpath(f"data/{name}").read_text(encoding="utf-8")


def _html(pages: Sequence[Page]) -> str:
    style = _data("report.css")
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    wide = ' class="both"' if len(pages) > 1 else ""
    return _data("report.html").format(
        lang=pages[0].lang,
        policy=escaped(policy),
        title=escaped(pages[0].title),
        style=style,
        wide=wide,
        body="\n".join(_article(page) for page in pages),
    )


def _article(page: Page) -> str:
    sections = "\n".join(_section(section) for section in page.sections)
    return (
        f'<article lang="{escaped(page.lang)}">\n<h1>{escaped(page.title)}</h1>\n'
        f"{sections}\n</article>"
    )


def _section(section: Section) -> str:
    blocks = "\n".join(_block(block) for block in section.blocks)
    return f"<section>\n<h2>{escaped(section.title)}</h2>\n{blocks}\n</section>"


def _block(block: Block) -> str:
    match block:
        case Text(text=text):
            return f"<p>{escaped(text)}</p>"
        case Code(text=text):
            return f"<pre>{escaped(text)}</pre>"
        case Items(items=items, numbered=numbered):
            tag = "ol" if numbered else "ul"
            return f"<{tag}>{''.join(f'<li>{escaped(one)}</li>' for one in items)}</{tag}>"
        case Rows(headings=headings, rows=rows):
            head = "".join(f'<th scope="col">{escaped(one)}</th>' for one in headings)
            body = "".join(
                f"<tr>{''.join(f'<td>{escaped(cell)}</td>' for cell in row)}</tr>" for row in rows
            )
            return (
                f'<div class="wide"><table><thead><tr>{head}</tr></thead>'
                f"<tbody>{body}</tbody></table></div>"
            )


def _markdown(page: Page) -> Iterator[str]:
    yield f"# {markdown(page.title)}"
    for section in page.sections:
        yield ""
        yield f"## {markdown(section.title)}"
        for block in section.blocks:
            yield ""
            yield from _markdown_block(block)


def _markdown_block(block: Block) -> Iterator[str]:
    match block:
        case Text(text=text):
            yield markdown(text)
        case Code(text=text):
            yield f"    {plain(text)}"
        case Items(items=items, numbered=numbered):
            for number, one in enumerate(items, 1):
                yield f"{f'{number}.' if numbered else '-'} {markdown(one)}"
        case Rows(headings=headings, rows=rows):
            yield f"| {' | '.join(map(markdown, headings))} |"
            yield f"|{' --- |' * len(headings)}"
            for row in rows:
                yield f"| {' | '.join(map(markdown, row))} |"


def _text(page: Page) -> Iterator[str]:
    yield plain(page.title)
    yield "=" * min(WIDTH, columns(plain(page.title)))
    for section in page.sections:
        yield ""
        yield plain(section.title).upper()
        for block in section.blocks:
            yield from _text_block(block)


def _text_block(block: Block) -> Iterator[str]:
    match block:
        case Text(text=text):
            yield from (f"  {line}" for line in _wrapped(plain(text), WIDTH - 2))
        case Code(text=text):
            yield f"    {plain(text)}"
        case Items(items=items, numbered=numbered):
            for number, one in enumerate(items, 1):
                mark = f"{number:>3}. " if numbered else "  - "
                first, *rest = _wrapped(plain(one), WIDTH - len(mark)) or [""]
                yield f"{mark}{first}"
                yield from (f"{' ' * len(mark)}{line}" for line in rest)
        case Rows(headings=headings, rows=rows):
            cells = [tuple(map(plain, row)) for row in (headings, *rows)]
            widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
            for row in cells:
                padded = zip(row, widths, strict=True)
                line = "  ".join(cell + " " * (width - columns(cell)) for cell, width in padded)
                yield f"  {line}".rstrip()


def columns(text: str) -> int:
    """Return how many columns a text takes: a kana or kanji takes two."""
    return sum(2 if east_asian_width(one) in "WF" else 1 for one in text)


def _wrapped(text: str, width: int) -> list[str]:
    if columns(text) == len(text):
        return wrap(text, width)
    lines, line, taken = [], "", 0
    for one in text:
        if taken + columns(one) > width:
            lines.append(line)
            line, taken = "", 0
        line += one
        taken += columns(one)
    return [*lines, line] if line else lines
