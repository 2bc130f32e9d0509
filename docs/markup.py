"""The few forms that the generated pages use."""

import inspect
from collections.abc import Iterable, Sequence

GENERATED = (
    "<!-- Generated from the code by docs/generate.py: change the code, then `make docs`. -->"
)


def page(title: str, *parts: str) -> str:
    """Return a whole page: its mark, its title, its parts."""
    return "\n\n".join((GENERATED, f"# {title}", *(part for part in parts if part))) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; empty where there are no rows."""
    lines = [_row(cell(text) for text in row) for row in rows]
    if not lines:
        return ""
    return "\n".join((_row(heads), _row("---" for _ in heads), *lines))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def cell(text: str) -> str:
    """Return ``text`` so that it stays within one cell."""
    return prose(text).replace("|", "\\|")


def prose(text: str) -> str:
    """Return a docstring's words as Markdown: double backquotes become single ones."""
    return " ".join(text.replace("``", "`").split())


def code(text: str) -> str:
    """Return ``text`` as code; empty stays empty."""
    return f"`{text}`" if text else ""


def paragraphs(docstring: str | None) -> str:
    """Return a docstring as paragraphs."""
    blocks = inspect.cleandoc(docstring or "").split("\n\n")
    return "\n\n".join(prose(block) for block in blocks if block)


def cited(rule: str) -> str:
    """Return a rule as people cite it: ``CR 103.5``, or ``UFAQ.crank`` as it is."""
    return f"CR {rule}" if rule[:1].isdigit() else rule
