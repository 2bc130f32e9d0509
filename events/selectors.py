"""The words of the card language: whom and what is meant, how much, when, and at what cost.

Implements the shape of CR 107.3, 109.3, 115, 118 as far as programs and abilities need it.
"""

from typing import Literal

from msgspec import Struct

from events.base import Count, Integer
from events.vocabulary import Zone

Who = Literal[
    "you",
    "opponents",
    "each",
    "target",
    "target_controller",
    "active",
    "owner",
    "event_player",
]
"""Whom a word means, seen from the controller: ``event_player`` is the player the triggering event
was about."""


class Selector(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Which objects are meant: every condition that is given must hold."""

    zone: Zone = Zone.BATTLEFIELD
    types: tuple[str, ...] = ()
    """At least one of these card types."""
    subtypes: tuple[str, ...] = ()
    not_types: tuple[str, ...] = ()
    whose: Literal["any", "you", "opponents", "target", "event_player"] = "any"
    tapped: bool | None = None
    token: bool | None = None
    attacking: bool | None = None
    blocking: bool | None = None
    other: bool = False
    """Not the source itself."""
    contraption: bool | None = None


class Targets(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How many targets an instruction has, and what may be one (CR 115)."""

    least: Count = 1
    most: Count | Literal["any"] = 1
    """``any`` for "any number of": how many depends on the edition and on what is divided."""
    kinds: tuple[
        Literal["creature", "player", "planeswalker", "permanent", "spell", "opponent"], ...
    ] = ()
    among: Selector | None = None
    """A narrower choice among permanents or spells."""
    chooser: Literal["you", "opponent"] = "you"
    """Who chooses them: the controller, or an opponent."""


Prohibited = Literal[
    "attack", "block", "cast", "counter", "draw", "lose", "play_land", "untap", "win"
]
"""An action that an effect can stop (CR 101.2)."""

Permitted = Literal["play_land", "play_land_from_graveyard"]
"""An action that an effect can allow more often, or although a rule forbids it (CR 101.1)."""

Keyword = Literal[
    "blocks_additional",
    "deathtouch",
    "defender",
    "double_strike",
    "first_strike",
    "flash",
    "flying",
    "haste",
    "indestructible",
    "lifelink",
    "menace",
    "reach",
    "trample",
    "trample_over_planeswalkers",
    "unblockable",
    "vigilance",
]
"""Keywords the referee plays (CR 702), with two that cards spell out: ``unblockable``, "can't be
blocked", and ``blocks_additional``, "can block an additional creature". A card file that names others
is refused: the game would not be the one that is meant."""

NumberWord = Literal[
    "", "x", "chosen", "wins", "losses", "heads", "tails", "event", "power", "sacrificed"
]
"""A number that the game knows by a word."""


class CountOf(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An amount counted from the game when it is needed (CR 107.3, 608.2h)."""

    of: Selector | None = None
    """The number of these objects."""
    counters: str = ""
    """The number of these counters on the source."""
    value: NumberWord = ""
    """A number that was read or chosen before: ``x`` or ``chosen``, how many flips of this
    resolution were ``wins``, ``losses``, ``heads`` or ``tails``, the ``event``'s amount, the source's
    ``power``; ``sacrificed`` for the mana value of what was sacrificed as a cost."""
    times: Integer = 1
    plus: Integer = 0


Amount = int | CountOf


class Condition(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """When an ability works or an instruction is followed; everything that is given must hold."""

    flip: Literal["won", "lost", "heads", "tails"] | None = None
    """What the last flip of this resolution was."""
    counters: str = ""
    """The source has at least ``at_least`` counters of this kind."""
    at_least: Count = 1
    your_turn: bool | None = None
    done: bool | None = None
    """The instruction before did, or did not, do anything (CR 608.2c "if you do")."""
    not_starting: bool = False
    """Its player is not the starting player."""
    wins_at_least: Count = 0
    """At least so many flips of this resolution were won."""


class Cost(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What has to be paid (CR 118, 601.2f-h, 602.1)."""

    mana: str = ""
    tap: bool = False
    """Tap the source."""
    sacrifice_self: bool = False
    sacrifice: Selector | None = None
    """Sacrifice one such permanent."""
    flips: Amount = 0
    """Flip so many coins (a cumulative upkeep of flips)."""
    life: Count = 0
    number: Count = 0
    """Choose a number from 0 to this as a cost; later instructions read it as ``chosen``."""


Reference = Literal["self", "targets", "triggered", "chosen", "made", "won", "lost", "attached"]
"""Objects an instruction means without selecting: the source, its targets, what the triggering
event was about, what was chosen or made before, and what won or lost flips were about."""
