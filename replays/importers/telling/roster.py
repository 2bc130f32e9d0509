"""The players of a record: whatever the client calls them, the log calls them ``seat1``, ``seat2``."""

import unicodedata
from collections.abc import Sequence

from events.game import SeatEntry
from events.identifiers import Seat
from replays.neutral import neutral_name

MOST_PLAYERS = 16
"""Players of one game: a line that names yet another one is not understood."""
LONGEST_NAME = 200
"""Characters of a player's name: clients allow some dozens."""


class Roster:
    """Names of players and their seats, numbered in the order in which the record names them."""

    def __init__(self, *, keep_names: bool = False) -> None:
        """Begin with nobody."""
        self._keep_names = keep_names
        self._seats: dict[str, Seat] = {}

    def __len__(self) -> int:
        return len(self._seats)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in the order in which their players were named."""
        return tuple(self._seats.values())

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in the same order."""
        return tuple(self._seats)

    def add(self, name: str) -> Seat | None:
        """Return a player's seat; nothing for one player too many, or a name that is none."""
        if name in self._seats:
            return self._seats[name]
        if not name or len(name) > LONGEST_NAME or len(self) >= MOST_PLAYERS:
            return None
        seat = Seat(f"seat{len(self) + 1}")
        self._seats[name] = seat
        return seat

    def seat(self, name: str) -> Seat | None:
        """Return the seat of a player who has been named."""
        return self._seats.get(name)

    def entries(self, order: Sequence[Seat]) -> tuple[SeatEntry, ...]:
        """Return the players as a header has them, under neutral names unless told otherwise."""
        names = {seat: name for name, seat in self._seats.items()}
        return tuple(SeatEntry(seat=seat, name=self._shown(seat, names[seat])) for seat in order)

    def _shown(self, seat: Seat, name: str) -> str:
        shown = unicodedata.normalize("NFC", name) if self._keep_names else ""
        return shown or neutral_name(seat)
