"""Whose eyes to look with: the public, a seat, or a judge who sees all that the log tells."""

from events.base import Event
from projections.table import Table
from projections.viewers import JUDGE, check_viewer, seat_of
from projections.views import seat_event, seat_view
from replays.game_log import GameLog


def checked_seat(game: GameLog, seat: str) -> str:
    """Return the seat to look from, or raise with the seats there are."""
    check_viewer(game.header, seat)
    return seat


def seen_table(table: Table, seat: str) -> Table:
    """Return a table as a seat sees it."""
    return table if seat == JUDGE else seat_view(table, seat_of(seat))


def seen_event(game: GameLog, seq: int, seat: str) -> Event | None:
    """Return an event as a seat sees it; nothing where it sees nothing of it."""
    event: Event = game.log[seq].event
    if seat == JUDGE:
        return event
    return seat_event(game.tables[max(0, seq - 1)], game.tables[seq], event, seat_of(seat))
