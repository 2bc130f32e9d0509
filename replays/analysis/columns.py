"""Columns of tables: a row is a struct, its annotations say what each column is and holds.

One description serves the data dictionary, the JSON Schema, and the types of every file format.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from events.errors import DataError

SCHEMA_VERSION = 1
"""The version of the tables; raised when one loses or changes a column."""


JOINING = "game_id"
"""The column that every table has, first."""


class Kind(StrEnum):
    """What a column holds."""

    WORD = "word"
    """Text that comes again and again: a seat, a card, a value of an enumeration."""
    TEXT = "text"
    """Text that is long or seldom the same."""
    JSON = "json"
    """One JSON value as text."""
    TIME = "time"
    """A moment in UTC, to the millisecond."""
    INTEGER = "integer"
    NUMBER = "number"
    TRUTH = "truth"
    WORDS = "words"
    """A list of words."""
    INTEGERS = "integers"


def about(description: str, kind: Kind | None = None) -> Meta:
    """Return what an annotation says of a column beside its type."""
    return Meta(description=description, extra={"kind": kind} if kind else None)


class Row(Struct, frozen=True, kw_only=True, gc=False):
    """One row of any table."""

    game_id: Annotated[str, about("the game: joins all tables")]


class Column(Struct, frozen=True):
    """One column."""

    name: str
    kind: Kind
    optional: bool
    """Whether a row may have nothing there."""
    about: str


_KINDS: dict[Any, Kind] = {
    str: Kind.WORD,
    int: Kind.INTEGER,
    float: Kind.NUMBER,
    bool: Kind.TRUTH,
}


@cache
def columns_of(row: type[Row]) -> tuple[Column, ...]:
    """Return the columns of a row's class, in order."""
    hints = get_type_hints(row, include_extras=True)
    names = [name for name in row.__struct_fields__ if name != JOINING]
    return tuple(_column(name, hints[name]) for name in (JOINING, *names))


def _column(name: str, hint: Any) -> Column:  # noqa: ANN401 - any annotation
    kind, (meta,) = get_args(hint)[0], get_args(hint)[1:]
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    (bare,) = [part for part in parts if part is not type(None)]
    told = (meta.extra or {}).get("kind")
    if told is None:
        told = _list_kind(bare) if get_origin(bare) is tuple else _KINDS[bare]
    return Column(name, told, len(parts) > 1, meta.description or "")


def _list_kind(hint: Any) -> Kind:  # noqa: ANN401 - any annotation
    return Kind.INTEGERS if get_args(hint)[0] is int else Kind.WORDS


class TableKind(Struct, frozen=True):
    """One table: what a row of it is, and how to read its rows off a game."""

    name: str
    row: type[Row]
    rows: Callable[..., Iterator[Row]]
    """Takes a ``replays.analysis.reading.Reading``."""

    @property
    def about(self) -> str:
        """What one row is: the docstring of its class."""
        return " ".join((self.row.__doc__ or "").split())

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns, in order."""
        return columns_of(self.row)

    def column(self, name: str) -> Column:
        """Return one column."""
        return next(one for one in self.columns if one.name == name)


_TABLES: dict[str, TableKind] = {}


def rows_of(
    name: str, row: type[Row]
) -> Callable[[Callable[..., Iterator[Row]]], Callable[..., Iterator[Row]]]:
    """Register the decorated function as what reads a table's rows off a game."""

    def register(rows: Callable[..., Iterator[Row]]) -> Callable[..., Iterator[Row]]:
        _TABLES[name] = TableKind(name, row, rows)
        return rows

    return register


def all_tables() -> dict[str, TableKind]:
    """Return every table by name, in the order of the data dictionary."""
    from replays.analysis.tables import ORDER

    return {name: _TABLES[name] for name in ORDER}


def table_named(name: str) -> TableKind:
    """Return a table, or raise ``DataError`` with the names there are."""
    found = all_tables().get(name)
    if found is None:
        raise DataError(
            "analysis/no_table", f"no table is called {name!r}; there are {', '.join(_TABLES)}"
        )
    return found
