"""A log as people use it: records by position, tables on demand, verdicts and findings.

Tables are folded once, no further than asked for, and kept.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, overload

from events.errors import DataError
from events.game import GameCreated
from events.log import EventLog, Reading
from events.records import Record
from projections import fold
from projections.table import Table, drawn_by
from replays import positions

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from machine.chance import Chance
    from projections.provenance import Write
    from replays.audit import Finding
    from replays.cutting import Cut
    from replays.provenance import Why
    from replays.session import Game
    from replays.verdicts import Verification

Position = int | str


class Tables(Sequence[Table]):
    """The table after each record of a log, folded as far as somebody has looked."""

    def __init__(self, log: EventLog, known: list[Table] | None = None) -> None:
        """Take a log, and the list of those of its tables that are known; it is not copied."""
        self._log = log
        self._numbers = range(len(log))
        self._known: list[Table] = [] if known is None else known

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Table: ...
    @overload
    def __getitem__(self, index: slice) -> list[Table]: ...
    def __getitem__(self, index: int | slice) -> Table | list[Table]:
        if isinstance(index, slice):
            self._reach(len(self) - 1)
            return self._known[: len(self)][index]
        seq = self._numbers[index]
        if seq >= len(self._known):
            self._reach(seq)
        return self._known[seq]

    def __iter__(self) -> Iterator[Table]:
        for seq in range(len(self)):
            self._reach(seq)
            yield self._known[seq]

    def _reach(self, seq: int) -> None:
        known = self._known
        if seq < len(known):
            return
        if not known:
            known.append(fold.start(self._log.header))
        fold.extend(known, (record.event for record in self._log[len(known) : seq + 1]))


class GameLog(Sequence[Record]):
    """An immutable sequence of the records of one game, with the table after each."""

    def __init__(
        self,
        log: EventLog,
        *,
        path: str = "",
        failure: DataError | None = None,
        tables: list[Table] | None = None,
    ) -> None:
        """Wrap a log. ``failure`` is what stopped its reader, where only a prefix could be read.

        ``tables`` are those that are known already: a list that is shared and only ever grows.
        """
        self.log = log
        self.path = path
        self.failure = failure
        self._tables = Tables(log, tables)

    @classmethod
    def of(cls, reading: Reading, path: str = "") -> "GameLog":
        """Return what could be read, together with what stopped the reader."""
        return cls(reading.log, path=path, failure=reading.failure)

    @property
    def header(self) -> GameCreated:
        """The first event: who plays, what with, and under which rules."""
        return self.log.header

    @property
    def head(self) -> str:
        """The hash of the last record."""
        return self.log.head

    @property
    def tables(self) -> Sequence[Table]:
        """The table after each record, by the record's number."""
        return self._tables

    def __len__(self) -> int:
        return len(self.log)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.log)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Record, ...]: ...
    @overload
    def __getitem__(self, index: str) -> Record: ...
    def __getitem__(self, index: int | str | slice) -> Record | tuple[Record, ...]:
        if isinstance(index, str):
            return self.log[self.seq(index)]
        return self.log[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameLog):
            return NotImplemented
        return self.log == other.log

    def __hash__(self) -> int:
        return hash(self.log)

    def seq(self, position: Position) -> int:
        """Return the number of the record that a position names: ``42`` or ``"t5.upkeep"``."""
        return positions.resolve(self, str(position))

    def between(self, span: str) -> tuple[Record, ...]:
        """Return the records of a span such as ``"t5..t6"``, both ends included."""
        first, last = positions.resolve_range(self, span)
        return self.log[first : last + 1]

    def at(self, position: Position) -> Table:
        """Return the table after the record that a position names."""
        return self.tables[self.seq(position)]

    def states(self) -> Iterator[Table]:
        """Yield the table after each record, folding on as it is asked."""
        return iter(self.tables)

    def reverse(self, start: Position = "end") -> Iterator[Table]:
        """Yield the table after each record, back from a position to the header."""
        for seq in range(self.seq(start), -1, -1):
            yield self.tables[seq]

    def first(self, predicate: Callable[[Table], bool]) -> Record | None:
        """Return the first record after which the table satisfies the predicate, if any does."""
        for seq, table in enumerate(self.tables):
            if predicate(table):
                return self.log[seq]
        return None

    def watch(self, path: str, span: str = "..") -> "Iterator[Write]":
        """Yield every change of a path within a span: its record, and the values before and after.

        Raises ``DataError`` with the nearest paths where the span never has such a value.
        """
        from replays.search.watch import watch

        first, last = positions.resolve_range(self, span)
        return watch(self, path, first, last)

    def last_write(self, path: str, at: Position = "end") -> "Write | None":
        """Return the last change of a path up to a position: its record, and the values."""
        from projections.provenance import last_write

        return last_write(self.tables, path, self.seq(at))

    def why(self, path: str, at: Position = "end", *, seat: str = "judge", depth: int = 5) -> "Why":
        """Return what made a value: events, rules, decisions and chance, as a tree."""
        from replays.provenance import why

        return why(self, path, self.seq(at), seat=seat, depth=depth)

    def fork(self, at: Position, *, name: str = "", chance: "Chance | None" = None) -> "Game":
        """Return a game that goes on from a position; this log stays as it is."""
        from replays.fork import fork

        return fork(self, self.seq(at), name=name, chance=chance)

    def cut(self, path: str, at: Position = "end") -> "Cut":
        """Return the shortest log found that still leads to a value."""
        from replays.cutting import cut

        return cut(self, path, self.seq(at))

    def verify(self) -> "Verification":
        """Return the verdicts: intact, complete, derived, legal."""
        from replays.verify import verify

        return verify(self)

    def audit(self) -> "tuple[Finding, ...]":
        """Return every finding, in the order of the records."""
        from replays.audit import audit

        return audit(self.log, self.tables)

    def to_arrow(self, table: str) -> "pa.Table":
        """Return one table of this game, such as ``flips``, as an Arrow table; names are kept."""
        from replays.analysis.frames import to_arrow

        return to_arrow([self], table)

    def to_polars(self, table: str) -> "pl.DataFrame":
        """Return one table of this game as a Polars frame: see the data dictionary."""
        from replays.analysis.frames import to_polars

        return to_polars([self], table)

    def to_pandas(self, table: str) -> "pd.DataFrame":
        """Return one table of this game as a pandas frame."""
        from replays.analysis.frames import to_pandas

        return to_pandas([self], table)

    def __repr__(self) -> str:
        if not len(self):
            return f"<GameLog {self.path} empty>"
        seats = ", ".join(entry.seat for entry in self.header.seats)
        place = f" {Path(self.path).name}" if self.path else ""
        return f"<GameLog{place} {self.header.game}: {seats}; {len(self)} records>"

    def _repr_html_(self) -> str:
        """Return the game and its last table as static HTML for notebooks."""
        from replays.viewer.static import game_html

        return game_html(self)


def _drawn(table: Table) -> str:
    from replays.viewer.static import table_html

    return table_html(table)


drawn_by(_drawn)
