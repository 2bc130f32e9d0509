"""The reference of errors: each class, and every code it is raised with."""

import inspect
from collections.abc import Iterator

from events import errors
from markup import code, page, paragraphs, table
from scan import ErrorCode, error_codes, sources

INTRODUCTION = """\
Every error that apnap raises on purpose is an `ApnapError`. Its `code` is stable; the text is made
for people and may change."""


def errors_page() -> str:
    """Return the page of all errors and their codes."""
    classes = tuple(_classes())
    found = tuple(entry for source in sources() for entry in error_codes(source))
    known = {kind.__name__ for kind in classes}
    others = [entry for entry in found if entry.callee not in known]
    parts = (_class(kind, found) for kind in classes)
    more = "\n\n".join(("## Codes raised through helpers", _codes(others))) if others else ""
    return page("Errors", INTRODUCTION, *parts, more)


def _classes() -> Iterator[type[errors.ApnapError]]:
    for value in vars(errors).values():
        if inspect.isclass(value) and issubclass(value, errors.ApnapError):
            yield value


def _class(kind: type[errors.ApnapError], found: tuple[ErrorCode, ...]) -> str:
    base = kind.__mro__[1].__name__
    codes = _codes([entry for entry in found if entry.callee == kind.__name__])
    return "\n\n".join(
        part
        for part in (f"## {kind.__name__}", f"Kind of `{base}`.", paragraphs(kind.__doc__), codes)
        if part
    )


def _codes(found: list[ErrorCode]) -> str:
    places: dict[str, set[str]] = {}
    for entry in found:
        places.setdefault(entry.code, set()).add(entry.path)
    rows = ((code(name), ", ".join(map(code, sorted(places[name])))) for name in sorted(places))
    return table(("code", "raised in"), rows)
