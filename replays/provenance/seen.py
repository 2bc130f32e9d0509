"""A game as one viewer sees it: events and tables that hold no more than the viewer may know.

Whatever is found out here about a game for a seat is found out from these alone (CR 400.2).
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, overload

from msgspec.structs import replace

from events.base import Event
from events.identifiers import Seat
from events.records import Record
from projections.table import Table
from projections.viewers import JUDGE, seat_of
from projections.views import seat_event, seat_view
from replays.game_log import GameLog

VIEWED = (
    "header",
    "turn_order",
    "cards",
    "players",
    "objects",
    "stack",
    "mulligan",
    "choice",
    "resolution",
    "triggers",
    "effects",
    "last_known",
)
"""Fields of a table that a seat's view depends on; it leaves the others as they are."""

OTHERS = tuple(name for name in Table.__struct_fields__ if name not in VIEWED)


class SeenTables(Sequence[Table]):
    """The tables of a game as a seat sees them; neighbours share what did not change."""

    def __init__(self, tables: Sequence[Table], seat: Seat | None) -> None:
        self._tables = tables
        self._seat = seat
        self._last: tuple[Table, Table] | None = None

    def __len__(self) -> int:
        return len(self._tables)

    @overload
    def __getitem__(self, index: int) -> Table: ...
    @overload
    def __getitem__(self, index: slice) -> list[Table]: ...
    def __getitem__(self, index: int | slice) -> Table | list[Table]:
        if isinstance(index, slice):
            return [self[seq] for seq in range(len(self))[index]]
        table = self._tables[index]
        view = self._shared(table) or seat_view(table, self._seat)
        self._last = (table, view)
        return view

    def _shared(self, table: Table) -> Table | None:
        """Return the view made last where it needs no other look, with what is open to all anew."""
        if self._last is None:
            return None
        known, view = self._last
        if known is table:
            return view
        if any(getattr(known, name) is not getattr(table, name) for name in VIEWED):
            return None
        open_: dict[str, Any] = {name: getattr(table, name) for name in OTHERS}
        return replace(view, **open_)


class Evidence:
    """Everything of a game that a viewer may know: a seat, ``public``, or ``judge`` for all of it."""

    def __init__(self, game: GameLog, seat: str = JUDGE) -> None:
        self.game = game
        self.seat = seat
        self._eyes = seat_of(seat)
        self.tables: Sequence[Table] = (
            game.tables if seat == JUDGE else SeenTables(game.tables, self._eyes)
        )
        self._events: dict[int, Event | None] = {}

    def __len__(self) -> int:
        return len(self.game)

    def record(self, seq: int) -> Record:
        """Return a record; only its number, author, cause and rules are for every viewer."""
        return self.game.log[seq]

    def event(self, seq: int) -> Event | None:
        """Return what the viewer may see of an event; nothing where that is nothing."""
        event: Event = self.game.log[seq].event
        if self.seat == JUDGE:
            return event
        if seq not in self._events:
            tables = self.game.tables
            before = tables[max(0, seq - 1)]
            self._events[seq] = seat_event(before, tables[seq], event, self._eyes)
        return self._events[seq]

    @cached_property
    def _places(self) -> dict[type[Event], list[int]]:
        """Return the numbers of the records of each type."""
        places: dict[type[Event], list[int]] = {}
        for record in self.game.log:
            places.setdefault(type(record.event), []).append(record.seq)
        return places

    def back(self, before: int, *kinds: type[Event]) -> Iterator[tuple[int, Event]]:
        """Yield the events of some types that the viewer can see, back from a record."""
        lists = [self._places[kind] for kind in kinds if kind in self._places]
        ends = [bisect_left(places, before) for places in lists]
        while True:  # each round takes one of finitely many records
            at = max(
                (number for number, end in enumerate(ends) if end),
                key=lambda number: lists[number][ends[number] - 1],
                default=None,
            )
            if at is None:
                return
            ends[at] -= 1
            seq = lists[at][ends[at]]
            event = self.event(seq)
            if event is not None:
                yield seq, event
