"""What a built log holds, counted the way collections of Arena's records count their messages.

Read from the log alone: it shows that nothing was lost between the record and the log.
"""

from collections.abc import Iterable

from msgspec import Struct

from events.base import Event
from events.chance import DieRolled
from events.damage import DamageDealt
from events.log import EventLog
from events.mulligans import MulliganDeclared
from events.rulings import FactObserved
from events.turns import TurnBegan

FIELDS = ("games", "turns", "mulligan_prompts", "AcceptHand", "Mulligan", "damage")


class Counts(Struct, frozen=True, kw_only=True):
    """Counts over one or several logs."""

    games: int = 0
    """Games with a roll for the starting player: the first of each match."""
    turns: int = 0
    """Turns announced; a game can end before an announced first turn begins."""
    mulligan_prompts: int = 0
    """Questions to the recorder whether to keep, answered or not."""
    accepted: int = 0
    """The recorder's own answers: hands kept, and mulligans."""
    mulligans: int = 0
    damage: int = 0

    def as_index(self) -> dict[str, int]:
        """Return the counts under the names that indexes use, without those that are zero."""
        values = (
            self.games,
            self.turns,
            self.mulligan_prompts,
            self.accepted,
            self.mulligans,
            self.damage,
        )
        return {name: value for name, value in zip(FIELDS, values, strict=True) if value}


def count(logs: Iterable[EventLog]) -> Counts:
    """Return the counts over several logs."""
    total = [0] * len(FIELDS)
    for log in logs:
        total = [before + more for before, more in zip(total, _of(log), strict=True)]
    games, turns, prompts, accepted, mulligans, damage = total
    return Counts(
        games=games,
        turns=turns,
        mulligan_prompts=prompts,
        accepted=accepted,
        mulligans=mulligans,
        damage=damage,
    )


def _of(log: EventLog) -> tuple[int, ...]:
    recorder = log.header.imported.recorder if log.header.imported else None
    events: list[Event] = [record.event for record in log]
    seen: list[Event] = [record.event for record in log if not record.inferred]
    declared = [event for event in seen if isinstance(event, MulliganDeclared)]
    own = [event for event in declared if event.player == recorder]
    facts = [event.kind for event in events if isinstance(event, FactObserved)]
    began = sum(isinstance(event, TurnBegan) for event in seen)
    mulligans = sum(event.mulligan for event in own)
    return (
        int(any(isinstance(event, DieRolled) for event in events)),
        began + facts.count("NewTurnStarted"),
        len(own) + facts.count("MulliganReq"),
        len(own) - mulligans,
        mulligans,
        sum(isinstance(event, DamageDealt) for event in events),
    )
