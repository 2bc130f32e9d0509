"""Tells one game: each sentence to its reading, in the order of the record."""

from events.identifiers import Seat
from replays.importers.mtgo.game import MtgoGame
from replays.importers.mtgo.readings import READINGS
from replays.importers.text.grammar import Fact

_LAST_WORDS = frozenset({"wins", "conceded", "loses", "drawn"})


class MtgoTeller(MtgoGame):
    """A game that is told fact by fact."""

    def tell(self, fact: Fact) -> bool:
        """Take in a sentence."""
        if fact.kind != "attacked":
            self._attack()
        if fact.kind != "blocks":
            self._block()
        if self.tale.decided and fact.kind not in _LAST_WORDS:
            return True
        seat = self.tale.seat(fact["p"])
        if fact.kind.startswith("fact_"):
            self.keep(fact)
            return True
        reading = READINGS.get(fact.kind)
        if reading is not None:
            return reading(self, fact, seat or Seat("")) is not False
        return True

    def finish(self) -> None:
        """Write what was gathered last."""
        self._attack()
        self._block()
