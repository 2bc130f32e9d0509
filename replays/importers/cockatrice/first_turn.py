"""When the first turn begins: the client names an active player before anybody has drawn a hand.

Whoever is active then may be changed until somebody acts; only that is the first turn (CR 103.8).
"""

from collections import Counter

from events.identifiers import Seat
from replays.importers.telling.tale import Tale
from replays.importers.writer import NOWHERE, Place


class FirstTurn:
    """Who is to take the first turn, until something is done in it."""

    def __init__(self, tale: Tale) -> None:
        """Nobody is active yet."""
        self._tale = tale
        self._seat: Seat | None = None
        self._place: Place = NOWHERE
        self.dealt: Counter[Seat] = Counter()
        """How many hands each player has drawn."""

    @property
    def is_dealt(self) -> bool:
        """Whether every player has drawn a hand."""
        return bool(self.dealt) and len(self.dealt) >= len(self._tale.roster)

    def active(self, seat: Seat) -> None:
        """A player becomes the active player."""
        if not self._tale.in_opening:
            self._tale.turn(seat)
            return
        if self._seat is not None and self.is_dealt and seat != self._seat:
            self.act()
            self._tale.turn(seat)
            return
        self._seat, self._place = seat, self._tale.place

    def act(self) -> None:
        """Something is done that no game has before its first turn."""
        tale, seat = self._tale, self._seat
        if seat is None or not tale.in_opening:
            return
        here, tale.place = tale.place, self._place if not self.dealt else tale.place
        tale.turn(seat)
        tale.place = here

    def act_if_dealt(self) -> None:
        """Something is done that belongs to the first turn once all hands are dealt."""
        if self.is_dealt:
            self.act()
