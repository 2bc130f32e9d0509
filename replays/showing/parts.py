"""What a drawing is made of: parts of rows of words, and amounts as people write them."""

from typing import NamedTuple


class Part(NamedTuple):
    """One part of a drawing: a title, headings, rows."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def points(units: int, *, halves: bool) -> str:
    """Return an amount as people write it: ``3½`` in a game with halves."""
    if not halves:
        return str(units)
    whole, half = divmod(abs(units), 2)
    sign = "-" if units < 0 else ""
    return f"{sign}{whole or (0 if not half else '')}{'½' if half else ''}"
