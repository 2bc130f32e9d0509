"""What the actions and events of a phase-rs record mean, once the game has begun.

Calls and faces are not told: a flip has a result, and with Krark's Thumb a choice among results.
Mana is left out: its costs are not told apart.
"""

from replays.importers.phase.decisions import DECISIONS
from replays.importers.phase.game import PhaseGame
from replays.importers.phase.happenings import EVENTS, OPENING, UNTOLD
from replays.importers.phase.wire import (
    Action,
    Typed,
    names_in,
)


class PhaseTeller(PhaseGame):
    """A game that is told action by action."""

    def tell(self, action: Action) -> None:
        """Take in one action and its events."""
        self.action = action
        for number, name in names_in(action.log):
            self.names[number] = name
        waits = action.waiting_for or Typed()
        seat = self.seat(action.actor if action.actor is not None else -1)
        if waits.type == "MulliganDecision" and self.tale.in_opening:
            if seat is not None:
                self.hands.tell(action, seat, self.names)
        elif seat is not None and not self.tale.decided:
            deciding = DECISIONS.get(action.action.type)
            if deciding is not None:
                deciding(self, action, seat)
        for place, event in enumerate(action.events):
            if not self.tale.decided or event.type in ("PlayerLost", "GameOver"):
                self._event(event, place)

    def _event(self, event: Typed, place: int) -> None:
        reading = EVENTS.get(event.type)
        if reading is not None:
            if not self.tale.in_opening or event.type in OPENING:
                reading(self, event.fields, place)
        elif event.type not in UNTOLD:
            self.tale.tally.meet(event.type)
