"""The closed words of the game: phases, zones, faces, sprockets, natures of events.

Implements the glossary of the Comprehensive Rules as far as logs need it.
"""

from enum import StrEnum


class Nature(StrEnum):
    """Why an event is in the log: somebody chose it, nobody chose it, or the rules demand it."""

    DECISION = "decision"
    CHANCE = "chance"
    CONSEQUENCE = "consequence"


class Phase(StrEnum):
    """Where a game stands: the pregame procedure (CR 103), a step of a turn (CR 500-514), or its end.

    A value is ``phase.step``; the phases without steps (main phases) name themselves twice over
    only where two of a kind exist (``main.precombat``, ``main.postcombat``).
    """

    STARTING_PLAYER = "pregame.starting_player"
    SHUFFLING = "pregame.shuffling"
    OPENING_DRAW = "pregame.opening_draw"
    MULLIGAN_DECLARING = "mulligan.declaring"
    MULLIGAN_TAKING = "mulligan.taking"
    MULLIGAN_LOOKING = "mulligan.looking"
    OPENING_HAND_ACTIONS = "pregame.opening_hand_actions"
    UNTAP = "beginning.untap"
    UPKEEP = "beginning.upkeep"
    DRAW = "beginning.draw"
    PRECOMBAT_MAIN = "main.precombat"
    BEGINNING_OF_COMBAT = "combat.beginning"
    DECLARE_ATTACKERS = "combat.declare_attackers"
    DECLARE_BLOCKERS = "combat.declare_blockers"
    FIRST_STRIKE_DAMAGE = "combat.first_strike_damage"
    COMBAT_DAMAGE = "combat.damage"
    END_OF_COMBAT = "combat.end"
    POSTCOMBAT_MAIN = "main.postcombat"
    END_STEP = "ending.end"
    CLEANUP = "ending.cleanup"
    GAME_OVER = "game_over"

    @property
    def step(self) -> str:
        """The part after the dot: ``upkeep`` for ``beginning.upkeep``."""
        return self.value.rpartition(".")[2]

    @property
    def phase(self) -> str:
        """The part before the dot: ``beginning`` for ``beginning.upkeep``."""
        return self.value.partition(".")[0]

    @property
    def is_pregame(self) -> bool:
        """Whether the game has not reached its first turn (CR 103)."""
        return self in PREGAME

    @property
    def is_turn(self) -> bool:
        """Whether the phase is one of a turn's phases and steps (CR 500.1)."""
        return self in TURN_PHASES


PREGAME = frozenset(
    {
        Phase.STARTING_PLAYER,
        Phase.SHUFFLING,
        Phase.OPENING_DRAW,
        Phase.MULLIGAN_DECLARING,
        Phase.MULLIGAN_TAKING,
        Phase.MULLIGAN_LOOKING,
        Phase.OPENING_HAND_ACTIONS,
    }
)
TURN_PHASES = tuple(
    phase for phase in Phase if phase not in PREGAME and phase is not Phase.GAME_OVER
)
"""The phases and steps of a turn, in the order of CR 500.1."""


class Zone(StrEnum):
    """Where an object is (CR 400.1), with Unstable's own places."""

    LIBRARY = "library"
    HAND = "hand"
    BATTLEFIELD = "battlefield"
    GRAVEYARD = "graveyard"
    STACK = "stack"
    EXILE = "exile"
    COMMAND = "command"
    SIDEBOARD = "sideboard"
    CONTRAPTION_DECK = "contraption_deck"
    SCRAPYARD = "scrapyard"
    NOWHERE = "nowhere"
    """The object has ceased to exist (CR 704.5d) or its place is unknown to an imported log."""

    @property
    def is_hidden(self) -> bool:
        """Whether not all players can see the faces of its cards (CR 400.2)."""
        return self in HIDDEN_ZONES

    @property
    def is_personal(self) -> bool:
        """Whether each player has one of their own (CR 400.1)."""
        return self in PERSONAL_ZONES


HIDDEN_ZONES = frozenset({Zone.LIBRARY, Zone.HAND, Zone.SIDEBOARD, Zone.CONTRAPTION_DECK})
PERSONAL_ZONES = frozenset(
    {
        Zone.LIBRARY,
        Zone.HAND,
        Zone.GRAVEYARD,
        Zone.SIDEBOARD,
        Zone.CONTRAPTION_DECK,
        Zone.SCRAPYARD,
    }
)


class LibraryPlace(StrEnum):
    """Where in a library a card goes."""

    TOP = "top"
    BOTTOM = "bottom"


class MoveReason(StrEnum):
    """What made an object change zones: the keyword action, procedure or rule behind it."""

    CAST = "cast"
    PLAYED = "played"
    RESOLVED = "resolved"
    DRAWN = "drawn"
    DISCARDED = "discarded"
    DESTROYED = "destroyed"
    SACRIFICED = "sacrificed"
    EXILED = "exiled"
    MILLED = "milled"
    RETURNED = "returned"
    PUT = "put"
    SEARCHED = "searched"
    COUNTERED = "countered"
    STATE_BASED = "state_based"
    LEGEND_RULE = "legend_rule"
    MULLIGAN = "mulligan"
    OPENING_HAND = "opening_hand"
    ASSEMBLED = "assembled"
    SCRAPPED = "scrapped"
    LEFT_GAME = "left_game"
    UNDONE = "undone"
    UNKNOWN = "unknown"


class Face(StrEnum):
    """How a coin came up, or what was called (CR 705.1, 705.2)."""

    HEADS = "heads"
    TAILS = "tails"

    @property
    def other(self) -> "Face":
        """The opposite face."""
        return Face.TAILS if self is Face.HEADS else Face.HEADS


class FlipOutcome(StrEnum):
    """What a flip meant for its flipper (CR 705.2)."""

    WON = "won"
    LOST = "lost"
    NONE = "none"


class FlipDevice(StrEnum):
    """What is flipped: a coin, or a substitute of equal odds that all players agree on (CR 705.1)."""

    COIN = "coin"
    DIE_EVEN_ODD = "die_even_odd"
    DIE_MAPPED = "die_mapped"
    TWO_CARDS = "two_cards"
    OTHER = "other"


class DivisionKind(StrEnum):
    """What is divided or distributed (CR 601.2d)."""

    DAMAGE = "damage"
    COUNTERS = "counters"
    PREVENTION = "prevention"


class DivisionUnit(StrEnum):
    """The smallest share: one, or one half in un-games."""

    ONE = "1"
    HALF = "1/2"


class DamageKind(StrEnum):
    """Combat damage (CR 510) or damage from any other source."""

    COMBAT = "combat"
    NONCOMBAT = "noncombat"


class GameResult(StrEnum):
    """How a game ended (CR 104)."""

    WIN = "win"
    DRAW = "draw"
    UNFINISHED = "unfinished"


class LossReason(StrEnum):
    """Why a player lost or left (CR 104.3, 704.5)."""

    LIFE = "life"
    EMPTY_LIBRARY = "empty_library"
    POISON = "poison"
    CONCEDED = "conceded"
    EFFECT = "effect"
    TIMEOUT = "timeout"
    TEAM = "team"
    JUDGE = "judge"
    UNKNOWN = "unknown"


class EndReason(StrEnum):
    """Why the game is over (CR 104.1)."""

    LAST_PLAYER = "last_player"
    EFFECT = "effect"
    ALL_LOST = "all_lost"
    AGREEMENT = "agreement"
    LOOP = "loop"
    TIME = "time"
    CONCESSION = "concession"
    LIFE = "life"
    POISON = "poison"
    EMPTY_LIBRARY = "empty_library"
    TIMEOUT = "timeout"
    JUDGE = "judge"
    RECORD_STOPS = "record_stops"
    UNKNOWN = "unknown"


class StackKind(StrEnum):
    """What lies on the stack (CR 112, 113)."""

    SPELL = "spell"
    ACTIVATED = "activated"
    TRIGGERED = "triggered"
    COMBAT_DAMAGE = "combat_damage"
    """Combat damage as an object on the stack, 1999-04-23 to 2009-07-10."""
    UNKNOWN = "unknown"


SPROCKETS = (1, 2, 3)
"""The three places of a player's Contraptions; the CRANK! counter goes round them in this order."""

RESERVED_AUTHORS = frozenset({"chance", "rules", "judge", "import", "apnap", "public"})
"""Words of a record's ``by`` field, and of ``--seat``, that no seat may have as its name."""
