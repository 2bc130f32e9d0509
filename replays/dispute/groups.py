"""What happens at once: records whose order in a log says nothing.

The pregame procedure between two of its steps, a round of choices, the coins of a batch, and all
that one step of the rules brings about (CR 101.4, 103.5, 603.3b, 705.3).
"""

from events.base import Event
from events.choices import ChoicesCompleted, ChoicesOpened
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipShown,
    FlipWon,
)
from events.damage import DamageDealt, LifeChanged
from events.game import PlayerCountersChanged, PlayerRenamed
from events.rulings import FactObserved, NoteAdded
from events.stack import AbilityStacked, AbilityTriggered
from events.turns import CardsDrawn, PhaseEntered, TurnBegan
from events.zones import (
    CardMoved,
    CardsIdentified,
    CharacteristicsObserved,
    CountersChanged,
    Tapped,
    TokenCreated,
    Untapped,
    ZoneCountObserved,
)
from replays.game_log import GameLog

QUIET = (
    NoteAdded,
    FactObserved,
    CardsIdentified,
    CharacteristicsObserved,
    ZoneCountObserved,
    PlayerRenamed,
)
"""What somebody wrote down or came to know: nothing happened."""

ORDERED = (AbilityStacked,)
"""Of these, also what comes at once has an order that counts: the stack's (CR 405.2)."""

FAMILIES: tuple[tuple[type[Event], ...], ...] = (
    (FlipInstructed,),
    (FlipCalled,),
    (CoinFlipped,),
    (FlipIgnored,),
    (FlipWon, FlipLost, FlipShown),
    (DamageDealt, LifeChanged),
    (CardMoved,),
    (CardsDrawn,),
    (Tapped,),
    (Untapped,),
    (CountersChanged,),
    (TokenCreated,),
)
"""Types that come at once where they follow one another in a log without causes."""

LED_TO = (AbilityTriggered, CountersChanged, LifeChanged, PlayerCountersChanged)
"""What an event leads to at once, before anything else of its step: it belongs with it."""

MOST = 400
"""Records that are looked at as one group at most."""


def is_quiet(event: Event) -> bool:
    """Whether an event tells nothing that happened in the game."""
    return isinstance(event, QUIET)


def group(log: GameLog, start: int) -> list[int]:
    """Return the records that happen at once, from one that is not quiet; quiet ones left out."""
    found = [start]
    for seq in range(start + 1, min(len(log), start + MOST)):
        event: Event = log.log[seq].event
        if is_quiet(event):
            continue
        if not _goes_on(log, found, seq, event):
            break
        found.append(seq)
    return found


def _goes_on(log: GameLog, found: list[int], seq: int, event: Event) -> bool:
    first = log.log[found[0]]
    if isinstance(event, PhaseEntered | TurnBegan):
        return False
    if log.tables[found[0] - 1].phase.is_pregame and not isinstance(first.event, PhaseEntered):
        return True
    if isinstance(first.event, ChoicesOpened):
        return not isinstance(log.log[found[-1]].event, ChoicesCompleted)
    record = log.log[seq]
    if record.cause is not None:
        led_to = isinstance(event, LED_TO) and record.cause in found
        return record.cause == first.cause or led_to
    if first.cause is not None:
        return False
    return any(isinstance(first.event, kinds) and isinstance(event, kinds) for kinds in FAMILIES)
