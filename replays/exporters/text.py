"""Rows as text: JSON Lines, CSV, and CSV as Excel opens it.

Lists are joined by ``|`` in CSV; a row in JSON has every column, with null for nothing.
"""

import csv
import io
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import msgspec

from replays.analysis.columns import Column, Kind, Row, TableKind

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
"""What a cell must not begin with in Excel, which would take it for a formula."""


def json_lines(kind: TableKind, rows: Sequence[Row]) -> bytes:
    """Return rows as JSON Lines, columns in the order of the data dictionary."""
    names = csv_head(kind)
    values = attrgetter(*names)
    return msgspec.json.Encoder().encode_lines(
        [dict(zip(names, values(row), strict=True)) for row in rows]
    )


def csv_head(kind: TableKind) -> list[str]:
    """Return the names of a table's columns."""
    return [column.name for column in kind.columns]


def csv_lines(kind: TableKind, rows: Sequence[Row], *, excel: bool) -> str:
    """Return rows as lines of CSV, without the head."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n" if excel else "\n")
    cells = [(column, attrgetter(column.name)) for column in kind.columns]
    for row in rows:
        writer.writerow([_cell(column, read(row), excel=excel) for column, read in cells])
    return text.getvalue()


def _cell(column: Column, value: Any, *, excel: bool) -> str:  # noqa: ANN401 - any value of a row
    if value is None:
        return ""
    match column.kind:
        case Kind.WORDS | Kind.INTEGERS:
            text = "|".join(map(str, value))
        case Kind.TRUTH:
            text = "true" if value else "false"
        case Kind.TIME:
            return str(value).replace("T", " ").removesuffix("Z") if excel else str(value)
        case Kind.INTEGER | Kind.NUMBER:
            return str(value)
        case _:
            text = str(value)
    return f"'{text}" if excel and text.startswith(_DANGEROUS) else text
