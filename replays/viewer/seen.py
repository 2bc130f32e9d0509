"""A game as one viewer sees it, made ready to be shown: tables, events and lines, each once."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from events.base import Event
from events.records import Record
from events.rulings import NoteAdded
from projections.table import Table
from projections.timeline import LANGUAGES, line
from projections.viewers import JUDGE, PUBLIC, seat_of
from projections.views import seat_records
from replays.game_log import GameLog
from replays.provenance import Evidence

VIEWERS = (JUDGE, PUBLIC)
"""Viewers that are no seat."""


def viewers_of(game: GameLog, viewer: str) -> tuple[str, ...]:
    """Return the viewers whose knowledge a page for one viewer can show: nobody who knows more."""
    seats = tuple(str(entry.seat) for entry in game.header.seats)
    if viewer == JUDGE:
        return (JUDGE, PUBLIC, *seats)
    return (PUBLIC,) if viewer == PUBLIC else (viewer, PUBLIC)


class Seen:
    """The records and tables of a game for one viewer; every other part of a page reads these."""

    def __init__(self, game: GameLog, viewer: str) -> None:
        """Take a whole game; nothing of it is looked at before it is asked for."""
        self.game = game
        self.viewer = viewer
        self._evidence = Evidence(game, viewer)

    def __len__(self) -> int:
        return len(self.game)

    @property
    def is_judge(self) -> bool:
        """Whether the viewer may know all that the log tells."""
        return self.viewer == JUDGE

    @cached_property
    def evidence(self) -> Evidence:
        """The same for those who look for reasons; its tables are kept."""
        self._evidence.tables = self.tables
        return self._evidence

    @cached_property
    def tables(self) -> Sequence[Table]:
        """The table after each record, as the viewer sees it."""
        return self.game.tables if self.is_judge else list(self._evidence.tables)

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """The records that the viewer sees something of, by their numbers in the log."""
        if self.is_judge:
            return tuple(self.game.log)
        return tuple(seat_records(self.game.log, self.game.tables, seat_of(self.viewer)))

    def told(self, record: Record) -> dict[str, str]:
        """Return a record as a line in every language."""
        tables = self.game.tables
        before, after = tables[max(0, record.seq - 1)], tables[record.seq]
        whole: Event = self.game.log[record.seq].event
        shown: Event = record.event
        # a note is told to nobody but its writer, and then as it stands
        seat = JUDGE if isinstance(shown, NoteAdded) else self.viewer
        return {
            lang: line(before, whole, after, lang=lang, seat=seat) or type(shown).__name__
            for lang in LANGUAGES
        }

    def between(self, first: int, end: int) -> Iterator[Record]:
        """Yield the records seen from a number on, up to another one."""
        return (record for record in self.records if first <= record.seq < end)
