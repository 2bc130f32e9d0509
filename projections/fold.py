"""The fold: records to tables, one step each, total and without any rule.

A table that was is kept by its record's number, which is how ``Rewound`` finds its way back.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from events.base import Event
from events.errors import DataError
from events.game import GameCreated
from events.log import EventLog
from events.records import Record
from events.rulings import Rewound
from projections.folds import (
    choices,
    coin_flips,
    combat,
    contraptions,
    damage,
    division,
    effects,
    game,
    mana,
    mulligans,
    rulings,
    stack,
    triggers,
    turns,
    zones,
)
from projections.handlers import FOLDS
from projections.kept_flips import taken_back
from projections.table import Table

FAMILIES = (
    choices,
    coin_flips,
    combat,
    contraptions,
    damage,
    division,
    effects,
    game,
    mana,
    mulligans,
    rulings,
    stack,
    triggers,
    turns,
    zones,
)
"""Importing them registers their folds."""


def start(header: GameCreated) -> Table:
    """Return the table of a header: record 0 of a log."""
    return game.table_of(header)


def apply(table: Table, event: Event) -> Table:
    """Return the table after an event. Total: an event out of place changes what it can.

    ``Rewound`` needs the tables before it and changes nothing here: see ``step``.
    """
    return FOLDS[type(event)](table, event)


def step(tables: Sequence[Table], event: Event) -> Table:
    """Return the table after an event, given the tables after each record before it."""
    if isinstance(event, Rewound):
        return back_to(tables, event.to, reflip=event.reflip)
    table = tables[-1]
    return FOLDS[type(event)](table, event)


def back_to(tables: Sequence[Table], seq: int, *, reflip: bool = False) -> Table:
    """Return an earlier table as it goes on now: numbers once given are not given again.

    Nor are coins tossed again that have been tossed, unless ``reflip`` says so.
    """
    now = tables[-1]
    if seq >= len(tables):
        return now
    return replace(
        tables[seq], numbers=now.numbers, taken_back=taken_back(tables, seq, reflip=reflip)
    )


def fold(log: EventLog | Sequence[Record]) -> list[Table]:
    """Return the table after each record of a log; the index is the record's number."""
    if not len(log):
        return []
    tables = [start(_header(log))]
    extend(tables, (record.event for record in log[1:]))
    return tables


def _header(log: EventLog | Sequence[Record]) -> GameCreated:
    header = log[0].event
    if not isinstance(header, GameCreated):
        raise DataError("log/no_header", "the first record is no GameCreated", seq=0)
    return header


def extend(tables: list[Table], events: Iterable[Event]) -> None:
    """Go on folding onto a list of tables."""
    for event in events:
        tables.append(step(tables, event))


def final(log: EventLog | Sequence[Record]) -> Table:
    """Return the table after the last record, keeping no other where nothing was rewound."""
    events = [record.event for record in log]
    if Rewound in set(map(type, events)):
        return fold(log)[-1]
    table = start(_header(log))
    folds = FOLDS
    for event in events[1:]:
        table = folds[type(event)](table, event)
    return table
