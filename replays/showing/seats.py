"""Whose eyes to look with: the public, a seat, or a judge who sees all that the log tells."""

from events.base import Event
from events.errors import DataError
from events.identifiers import Seat
from projections.table import Table
from projections.views import seat_event, seat_view
from replays.game_log import GameLog
from replays.output import JUDGE

PUBLIC = "public"


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
