"""The data dictionary of the tables that ``apnap export`` writes: a page, and a JSON Schema."""

import json
from typing import Any

from markup import cell, code, page, table
from replays.analysis.columns import SCHEMA_VERSION, Column, Kind, TableKind, all_tables

SCHEMA_FILE = "tables.schema.json"

INTRODUCTION = f"""\
What `apnap export` writes, and `log.to_polars("flips")` and its like return: one fact a row, joined by `game_id`, or by
`game_id` and `seq`, the number of a record in its log. Version {SCHEMA_VERSION}. The same as a JSON Schema of the rows
in JSON Lines: [{SCHEMA_FILE}]({SCHEMA_FILE}). How to use them: [Analysis](../guides/analysis.md).

"may be absent": null, or an empty cell in CSV. With pseudonyms, seats are `seat1`, `seat2` … in header order,
players and games are keyed digests. With `--seat`, what that seat may not know is absent."""

TYPES: dict[Kind, tuple[str, str, dict[str, Any]]] = {
    Kind.WORD: ("word", "dictionary of strings; string", {"type": "string"}),
    Kind.TEXT: ("text", "string; string", {"type": "string"}),
    Kind.JSON: (
        "JSON",
        "string; string",
        {"type": "string", "contentMediaType": "application/json"},
    ),
    Kind.TIME: (
        "time",
        "timestamp, milliseconds, UTC; ISO 8601 with Z",
        {"type": "string", "format": "date-time"},
    ),
    Kind.INTEGER: ("integer", "int64; number", {"type": "integer"}),
    Kind.NUMBER: ("number", "float64; number", {"type": "number"}),
    Kind.TRUTH: ("truth", "boolean; true or false", {"type": "boolean"}),
    Kind.WORDS: (
        "words",
        "list of strings; joined by a bar in CSV",
        {"type": "array", "items": {"type": "string"}},
    ),
    Kind.INTEGERS: (
        "integers",
        "list of int64; joined by a bar in CSV",
        {"type": "array", "items": {"type": "integer"}},
    ),
}
"""Kind -> its name, what it is in Parquet and DuckDB and in text, and its JSON Schema."""

LANDS17 = "turns_17lands"
WIDE = "_turn_"


def tables_page() -> str:
    """Return the page."""
    tables = all_tables()
    kinds = table(("type", "in files"), [(name, told) for name, told, _ in TYPES.values()])
    contents = table(
        ("table", "one row is"),
        [(f"[{name}](#{name})", _about(kind)) for name, kind in tables.items()],
    )
    parts = [_section(kind) for kind in tables.values()]
    return page("Tables", INTRODUCTION, contents, "## Types", kinds, *parts)


def _about(kind: TableKind) -> str:
    return kind.about.rstrip(".")


def _section(kind: TableKind) -> str:
    columns = [one for one in kind.columns if not (kind.name == LANDS17 and WIDE in one.name)]
    rows = [(code(one.name), _type(one), cell(one.about)) for one in columns]
    parts = [f"## {kind.name}", kind.about, table(("column", "type", "what it holds"), rows)]
    if kind.name == LANDS17:
        parts.append(_wide(kind))
    return "\n\n".join(parts)


def _wide(kind: TableKind) -> str:
    """Return the columns of both sides, which differ in their first word alone."""
    mine = [one for one in kind.columns if one.name.startswith("user_turn_")]
    rows = [(code(one.name.removeprefix("user_turn_")), _type(one)) for one in mine]
    words = (
        "And for each side, beginning with `user_turn_` or `oppo_turn_`, what happened in the n-th turn "
        "of that side, and at its end (`eot`):"
    )
    return f"{words}\n\n{table(('column', 'type'), rows)}"


def _type(column: Column) -> str:
    name = TYPES[column.kind][0]
    return f"{name}, may be absent" if column.optional else name


def tables_schema() -> str:
    """Return the JSON Schema: a definition for the rows of each table."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rows of apnap's tables",
        "description": "Generated from the code by docs/generate.py; use #/$defs/<table> for a row.",
        "version": SCHEMA_VERSION,
        "$defs": {name: _row(kind) for name, kind in all_tables().items()},
    }
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _row(kind: TableKind) -> dict[str, Any]:
    return {
        "description": kind.about,
        "type": "object",
        "properties": {one.name: _property(one) for one in kind.columns},
        "required": [one.name for one in kind.columns],
        "additionalProperties": False,
    }


def _property(column: Column) -> dict[str, Any]:
    schema = TYPES[column.kind][2]
    told = {"description": column.about}
    return told | ({"anyOf": [schema, {"type": "null"}]} if column.optional else schema)
