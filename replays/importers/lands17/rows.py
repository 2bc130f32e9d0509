"""Rows of 17Lands' replay data: cells by column, read line by line within declared bounds."""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from replays.importers.protocol import Tally
from replays.importers.sources import Source

FIRST_COLUMNS = b"expansion,event_type,draft_id"
MOST_COLUMNS = 20_000
"""Columns of a row: the published files have 2,579."""
LONGEST_CELL = 100_000
MOST_CARDS = 500
"""Cards of one cell."""
MOST_TURNS = 30
"""Turns of one side that the data have columns for."""


class Row(Struct, frozen=True, kw_only=True):
    """One game: its line, and its cells by the name of the column."""

    line: int
    cells: Mapping[str, str]

    def text(self, column: str) -> str:
        """Return a cell; empty where there is none."""
        return self.cells.get(column) or ""

    def number(self, column: str) -> int | None:
        """Return a cell as a whole number: the data write ``7.0`` for 7."""
        try:
            value = float(self.text(column))
        except ValueError:
            return None
        return int(value) if abs(value) < 1_000_000 and value == int(value) else None  # noqa: PLR2004

    def cards(self, column: str) -> tuple[int, ...]:
        """Return the ids of the cards in a cell; none where it holds a count."""
        parts = self.text(column).split("|")[:MOST_CARDS]
        whole = [part.removesuffix(".0") for part in parts]
        return tuple(int(one) for one in whole if one.isdecimal() and 2 < len(one) < 9)  # noqa: PLR2004 - no count has as many digits

    def truth(self, column: str) -> bool | None:
        """Return whether a cell says ``True``; nothing where it says neither."""
        return {"true": True, "false": False}.get(self.text(column).strip().lower())


def rows(source: Source, tally: Tally) -> Iterator[Row]:
    """Yield the rows of a file; count those that are cut or have other columns than the head."""
    head: Sequence[str] = ()
    for number, raw in source.lines():
        tally.lines = number
        cells = _cells(raw.rstrip(b"\r").decode("utf-8", errors="replace"))
        if not head:
            head = cells or ()
            continue
        if cells is None or len(cells) != len(head):
            if raw.strip():
                tally.cut_line(number)
            continue
        yield Row(line=number, cells=dict(zip(head, cells, strict=True)))


def _cells(line: str) -> list[str] | None:
    """Return the cells of a line; nothing where it is no row."""
    try:
        cells = next(csv.reader([line.lstrip("\ufeff")], strict=True), [])
    except csv.Error:
        return None
    fits = len(cells) <= MOST_COLUMNS and all(len(cell) <= LONGEST_CELL for cell in cells)
    return cells if fits else None


def less(cards: Sequence[int], others: Sequence[int]) -> tuple[int, ...] | None:
    """Return cards without others, as often as they are there; nothing where they are not."""
    left = Counter(cards)
    left.subtract(Counter(others))
    if any(count < 0 for count in left.values()):
        return None
    return tuple(left.elements())
