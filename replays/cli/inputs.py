"""What commands are given: logs, positions in them, and whose eyes to look with."""

from pathlib import Path

from events.base import Event
from events.errors import DataError
from events.identifiers import Seat
from projections.table import Table
from projections.views import seat_event, seat_view
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
    return table if seat == JUDGE else seat_view(table, eyes(seat))


def seen_event(game: GameLog, seq: int, seat: str) -> Event | None:
    """Return an event as a seat sees it; nothing where it sees nothing of it."""
    event: Event = game.log[seq].event
    if seat == JUDGE:
        return event
    return seat_event(game.tables[max(0, seq - 1)], game.tables[seq], event, eyes(seat))


def eyes(seat: str) -> Seat | None:
    """Return the seat to look from, or none for the public."""
    return None if seat == PUBLIC else Seat(seat)
