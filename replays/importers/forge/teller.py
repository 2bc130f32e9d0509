"""Tells one game: each sentence to its reading, in the order of the record."""

from events.identifiers import Seat
from replays.importers.forge.game import ForgeGame
from replays.importers.forge.readings import READINGS
from replays.importers.text.grammar import Fact

_LAST_WORDS = frozenset({"outcome", "result", "drawn"})
_DECLARING = frozenset({"attack", "block", "no_block"})


class ForgeTeller(ForgeGame):
    """A game that is told fact by fact."""

    def tell(self, fact: Fact) -> bool:
        """Take in a line."""
        if fact.kind not in _DECLARING:
            self._declare()
        if self.tale.decided and fact.kind not in _LAST_WORDS:
            return True
        seat = self.tale.seat(fact["p"]) or Seat("")
        reading = READINGS.get(fact.kind)
        if reading is not None:
            return reading(self, fact, seat) is not False
        if fact.kind.startswith("fact_"):
            self.tale.keep(fact.kind.removeprefix("fact_"), text=fact["rest"])
        return True

    def finish(self) -> None:
        """Write what was gathered last."""
        self._declare()
