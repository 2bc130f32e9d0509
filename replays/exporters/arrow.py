"""Rows as Arrow tables: typed columns, words as dictionaries, descriptions as metadata.

Implements the types of ``replays.analysis.columns``; ``pyarrow`` is imported when used.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from operator import attrgetter
from typing import Any

from replays.analysis.columns import SCHEMA_VERSION, Column, Kind, Row, TableKind
from replays.batch.needs import needed
from replays.version import version


def arrow() -> Any:  # noqa: ANN401 - pyarrow
    """Return pyarrow, or say how to install it."""
    return needed("pyarrow")


def _types() -> dict[Kind, Any]:
    pa = arrow()
    word = pa.dictionary(pa.int32(), pa.string())
    return {
        Kind.WORD: word,
        Kind.TEXT: pa.string(),
        Kind.JSON: pa.string(),
        Kind.TIME: pa.timestamp("ms", tz="UTC"),
        Kind.INTEGER: pa.int64(),
        Kind.NUMBER: pa.float64(),
        Kind.TRUTH: pa.bool_(),
        Kind.WORDS: pa.list_(pa.string()),
        Kind.INTEGERS: pa.list_(pa.int64()),
    }


@cache
def schema_of(name: str) -> Any:  # noqa: ANN401 - pyarrow's schema
    """Return a table's Arrow schema; each column's description is in its metadata."""
    from replays.analysis.columns import table_named

    pa, kind, types = arrow(), table_named(name), _types()
    fields = [
        pa.field(
            column.name,
            types[column.kind],
            nullable=column.optional,
            metadata={"description": column.about},
        )
        for column in kind.columns
    ]
    about = {
        "apnap.table": name,
        "apnap.about": kind.about,
        "apnap.schema_version": str(SCHEMA_VERSION),
        "apnap.version": version(),
    }
    return pa.schema(fields, metadata=about)


def table_of(kind: TableKind, rows: Sequence[Row]) -> Any:  # noqa: ANN401 - pyarrow's table
    """Return rows as one Arrow table."""
    pa, schema = arrow(), schema_of(kind.name)
    arrays = [
        pa.array(_values(column, rows), type=field.type)
        for column, field in zip(kind.columns, schema, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def _values(column: Column, rows: Sequence[Row]) -> list[Any]:
    read: Callable[[Row], Any] = attrgetter(column.name)
    if column.kind is Kind.TIME:
        return [None if (at := read(row)) is None else datetime.fromisoformat(at) for row in rows]
    return [read(row) for row in rows]


def joined(tables: Sequence[Any], name: str) -> Any:  # noqa: ANN401 - pyarrow's table
    """Return several tables of one kind as one, with one dictionary for each column of words."""
    if not tables:
        return schema_of(name).empty_table()
    if len(tables) == 1:
        return tables[0]
    return arrow().concat_tables(tables).unify_dictionaries().combine_chunks()


def to_bytes(table: Any) -> bytes:  # noqa: ANN401 - pyarrow's table
    """Return a table in Arrow's own stream, to be sent from one process to another."""
    pa = arrow()
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return bytes(sink.getvalue())


def from_bytes(data: bytes) -> Any:  # noqa: ANN401 - pyarrow's table
    """Return the table of such a stream, without copying it."""
    pa = arrow()
    with pa.ipc.open_stream(pa.py_buffer(data)) as stream:
        return stream.read_all()
