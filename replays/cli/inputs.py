"""What commands are given: logs, positions in them, and whose eyes to look with."""

from pathlib import Path

from projections.views import seat_event, seat_view

from events.errors import DataError
from events.records import Record
from projections.table import Table
from replays.game_log import GameLog
from replays.output import JUDGE, Screen
from replays.positions import resolve, split
from replays.scan import open_game

PUBLIC = "public"


def open_at(text: str, *, prefix: bool = False, otherwise: str = "end") -> tuple[GameLog, int]:
    """Return the log of ``LOG[@POSITION]``, and the number of the record it names."""
    path, position = (text, "") if Path(text).exists() else split(text)
    game = open_game(path, prefix=prefix)
    return game, resolve(game, position or otherwise)


def warn_of_break(game: GameLog, screen: Screen) -> None:
    """Say that only the prefix of a broken log is shown."""
    if game.failure is not None:
        screen.note(f"apnap: only the first {len(game)} records: {game.failure.message}")


def checked_seat(game: GameLog, seat: str) -> str:
    """Return the seat to look from, or raise with the seats there are."""
    seats = [entry.seat for entry in game.header.seats]
    if seat in (PUBLIC, JUDGE) or seat in seats:
        return seat
    known = ", ".join((PUBLIC, *seats, JUDGE))
    raise DataError("usage/seat", f"nobody called {seat!r} is in this game; there are {known}")


def seen_table(table: Table, seat: str) -> Table:
    """Return a table as a seat sees it."""
    return table if seat == JUDGE else seat_view(table, seat)


def seen_record(record: Record, before: Table, seat: str) -> Record:
    """Return a record as a seat sees it."""
    if seat == JUDGE:
        return record
    from msgspec.structs import replace

    return replace(record, event=seat_event(record.event, seat, before))
