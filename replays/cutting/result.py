"""A log that was cut down to what leads to a value."""

from typing import Any

from msgspec import Struct

from events.log import EventLog
from replays.game_log import GameLog


class Cut(Struct, frozen=True, kw_only=True):
    """A log that was cut down to what leads to a value."""

    log: EventLog
    path: str
    """Where the value stands now: ids are another game's."""
    value: Any
    original: int
    """Records of the original up to where the value was written."""
    tries: int
    is_done: bool
    """No decision that is left can be left out; otherwise a limit was reached first."""

    @property
    def game(self) -> GameLog:
        """The log, ready to be looked at."""
        return GameLog(self.log)

    def __repr__(self) -> str:
        return f"<Cut {self.path}: {len(self.log)} of {self.original} records>"
