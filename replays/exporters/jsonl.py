"""Flat rows for analysis: one JSON object a line for each record, with when it happened.

The turn and phase are those of the table after the record; before the first turn there is none.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from events.base import Event
from events.game import GameCreated
from events.records import Record
from replays.game_log import GameLog
from replays.positions import context_of

COLUMNS = ("game", "seq", "turn", "phase", "active_player", "by", "type", "nature")
"""The columns that every row has, in this order; the event's own fields follow."""


def rows(game: GameLog) -> Iterator[dict[str, Any]]:
    """Yield a row for each record: the columns, then the event's fields.

    A field that has the name of a column gets ``event_`` before it.
    """
    name = game.header.game
    for record, table in zip(game.log, game.tables, strict=True):
        event: Event = record.event
        when = context_of(table, event)
        row: dict[str, Any] = {
            "game": name,
            "seq": record.seq,
            "turn": when.turn,
            "phase": when.phase and when.phase.value,
            "active_player": when.active_player,
            "by": record.by,
            "type": type(event).__name__,
            "nature": event.nature.value,
        }
        row |= _flags(record)
        row |= _fields(event)
        yield row


def _flags(record: Record) -> dict[str, Any]:
    flags = {name: True for name in ("inferred", "reported") if getattr(record, name)}
    return flags if record.cause is None else {"cause": record.cause, **flags}


def _fields(event: msgspec.Struct) -> dict[str, Any]:
    if isinstance(event, GameCreated):
        return _header(event)
    fields = msgspec.to_builtins({name: getattr(event, name) for name in event.__struct_fields__})
    return {
        f"event_{name}" if name in COLUMNS else name: value
        for name, value in fields.items()
        if value is not None
    }


def _header(header: GameCreated) -> dict[str, Any]:
    """Return what analysis asks of a header; decks and switches stay in the log."""
    return {
        "format": header.format,
        "seats": [entry.seat for entry in header.seats],
        "as_of": header.rules.as_of,
        "edition": header.rules.edition,
        "match": header.match.match,
        "match_game": header.match.game,
        "client": None if header.imported is None else header.imported.client,
    }


def lines(game: GameLog) -> Iterator[bytes]:
    """Yield the rows as JSON lines, each with its line end."""
    for row in rows(game):
        yield json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
