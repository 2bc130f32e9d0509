"""Events of the turn: turns, phases and steps, priority, untapping, drawing.

Implements CR 117 and 500-514.
"""

from typing import ClassVar

from events.base import Consequence, Count, Decision, Number
from events.identifiers import ObjectId, Seat
from events.vocabulary import Phase


class TurnBegan(Consequence, frozen=True, kw_only=True, tag=True):
    """A turn begins; its player is the active player."""

    rule: ClassVar[str] = "500.1"

    number: Number
    """Counted over all players, from 1."""
    player: Seat
    extra: bool = False


class PhaseEntered(Consequence, frozen=True, kw_only=True, tag=True):
    """The game moves on to a phase or step."""

    rule: ClassVar[str] = "500.1"

    phase: Phase


class StepSkipped(Consequence, frozen=True, kw_only=True, tag=True):
    """A step or phase does not happen: as though it did not exist."""

    rule: ClassVar[str] = "500.11"

    phase: Phase
    player: Seat
    why: str = ""
    """``first_draw`` (CR 103.8) or the id of the effect's source."""


class TurnSkipped(Consequence, frozen=True, kw_only=True, tag=True):
    """A player's turn does not happen."""

    rule: ClassVar[str] = "500.11"

    player: Seat


class TurnSkipCreated(Consequence, frozen=True, kw_only=True, tag=True):
    """An effect says that a player skips their next turn."""

    rule: ClassVar[str] = "614.10"

    player: Seat
    count: Number = 1


class ExtraTurnCreated(Consequence, frozen=True, kw_only=True, tag=True):
    """A player gets an extra turn after this one; the most recently created is taken first."""

    rule: ClassVar[str] = "500.7"

    player: Seat


class ExtraPhasesCreated(Consequence, frozen=True, kw_only=True, tag=True):
    """Phases or steps are added to this turn, directly after the named one."""

    rule: ClassVar[str] = "500.8"

    after: Phase
    phases: tuple[Phase, ...]
    """Each by its first step, which stands for the whole phase unless ``steps_only``."""
    steps_only: bool = False
    """The steps come alone: the phase made for each skips its other steps (CR 500.10)."""


class PermanentsUntapped(Consequence, frozen=True, kw_only=True, tag=True):
    """The active player untaps their permanents."""

    rule: ClassVar[str] = "502.3"

    player: Seat
    objects: tuple[ObjectId, ...] = ()


class CardsDrawn(Consequence, frozen=True, kw_only=True, tag=True):
    """A player draws from the top of their library, as many as there are."""

    rule: ClassVar[str] = "121.1"

    player: Seat
    count: Count
    cards: tuple[ObjectId, ...] = ()
    """The ids in hand, minted with the draw; empty where an imported record does not tell."""
    missing: Count = 0
    """How many draws found the library empty (CR 704.5b)."""


class PriorityReceived(Consequence, frozen=True, kw_only=True, tag=True):
    """A player gets priority, and a new round of passing begins."""

    rule: ClassVar[str] = "117.3a"

    player: Seat


class PriorityPassed(Decision, frozen=True, kw_only=True, tag=True):
    """The player with priority does nothing."""

    rule: ClassVar[str] = "117.3d"

    player: Seat


class HandSizeDiscarded(Decision, frozen=True, kw_only=True, tag=True):
    """The active player discards down to the maximum hand size, as cleanup begins."""

    rule: ClassVar[str] = "514.1"

    player: Seat
    cards: tuple[ObjectId, ...]


class DamageWoreOff(Consequence, frozen=True, kw_only=True, tag=True):
    """All marked damage is removed and effects that last until end of turn are over."""

    rule: ClassVar[str] = "514.2"


class TurnBasedActionDone(Consequence, frozen=True, kw_only=True, tag=True):
    """A turn-based action has been carried out, or had nothing to do, and will not be asked for again."""

    rule: ClassVar[str] = "703.1"

    action: str
    player: Seat | None = None
    """Whose action it was, where each of several players has one of their own."""
