"""Tells one game: each sentence to its reading, in the order of the record."""

from events.identifiers import Seat
from replays.importers.text.grammar import Fact
from replays.importers.xmage.game import XmageGame
from replays.importers.xmage.readings import READINGS

_OF_FLIPS = frozenset({"called", "flipped", "kept", "outcome", "old_flip"})
_LAST_WORDS = frozenset({"won", "lost", "conceded"})


class XmageTeller(XmageGame):
    """A game that is told fact by fact."""

    def tell(self, fact: Fact) -> bool:
        """Take in a sentence."""
        if fact.kind not in _OF_FLIPS:
            self._end_flip()
        if self.tale.decided and fact.kind not in _LAST_WORDS:
            return True
        seat = self.tale.seat(fact["p"]) or Seat("")
        reading = READINGS.get(fact.kind)
        if reading is not None:
            return reading(self, fact, seat) is not False
        if fact.kind.startswith("fact_"):
            self.tale.keep(fact.kind.removeprefix("fact_"), seat, fact["rest"])
        return True

    def finish(self) -> None:
        """Write what was gathered last."""
        self._end_flip()
