"""Whose eyes to look with: those of a seat, of everybody, or of a judge, who sees all that a log tells."""

from typing import Final

from events.errors import DataError
from events.game import GameCreated
from events.identifiers import Seat

JUDGE: Final = "judge"
"""As a viewer: whoever may see everything. No seat can have this name."""

PUBLIC: Final = "public"
"""As a viewer: whoever sees what everybody sees; the same as ``None``."""


def seat_of(viewer: Seat | str | None) -> Seat | None:
    """Return the seat that a viewer other than a judge looks from; none for the public."""
    return None if viewer in (None, PUBLIC) else Seat(str(viewer))


def check_viewer(header: GameCreated, viewer: str) -> None:
    """Raise ``usage/seat``, with the viewers there are, where a game has no such seat."""
    seats = [entry.seat for entry in header.seats]
    if viewer not in (PUBLIC, JUDGE, *seats):
        known = ", ".join((PUBLIC, *seats, JUDGE))
        raise DataError(
            "usage/seat", f"nobody called {viewer!r} is in this game; there are {known}"
        )
