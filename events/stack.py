"""Events of spells and abilities: announced, triggered, stacked, resolved, copied, countered.

Implements CR 601, 602, 603, 605, 608, 707.10.
"""

from typing import ClassVar

from events.base import Consequence, Count, Decision, Integer, Number
from events.identifiers import CardName, ObjectId, Recipient, Seat
from events.vocabulary import StackKind


class SpellCast(Decision, frozen=True, kw_only=True, tag=True):
    """A player announces a spell: the card moves to the stack."""

    rule: ClassVar[str] = "601.2a"

    player: Seat
    card: ObjectId
    object: ObjectId | None = None
    """Its id on the stack, where a record tells it; otherwise the fold mints the next ``o`` number."""


class AbilityActivated(Decision, frozen=True, kw_only=True, tag=True):
    """A player announces an activated ability: it is put on the stack."""

    rule: ClassVar[str] = "602.2a"

    player: Seat
    source: ObjectId
    ability: Count = 0
    """Which ability of the source, from 0."""
    object: ObjectId | None = None
    card: CardName | None = None
    """What its source is, only where an imported record names a source that the table has not met."""


class ModesChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player announces the modes of a spell or ability."""

    rule: ClassVar[str] = "601.2b"

    player: Seat
    object: ObjectId
    modes: tuple[Count, ...]


class ValueChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player announces the value of X, or chooses a number."""

    rule: ClassVar[str] = "601.2b"

    player: Seat
    object: ObjectId
    value: Integer


class TargetsChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player announces the targets of a spell or ability, slot by slot."""

    rule: ClassVar[str] = "601.2c"

    player: Seat
    object: ObjectId
    targets: tuple[Recipient, ...]
    instruction: Count = 0
    """Which instruction of the object has these targets."""


class CostPaid(Decision, frozen=True, kw_only=True, tag=True):
    """A player pays the cost of what they announced."""

    rule: ClassVar[str] = "601.2h"

    player: Seat
    object: ObjectId
    mana: str = ""
    """The mana spent, such as ``{R}{R}{1}``."""
    tapped: tuple[ObjectId, ...] = ()
    sacrificed: tuple[ObjectId, ...] = ()
    flips: Count = 0
    """The coins that were flipped as a cost."""
    life: Count = 0


class ManaAbilityActivated(Decision, frozen=True, kw_only=True, tag=True):
    """A player taps a permanent for mana: the mana is there at once, nothing uses the stack."""

    rule: ClassVar[str] = "605.3"

    player: Seat
    source: ObjectId
    mana: str
    """The mana it adds, such as ``{R}``."""


class ManaAdded(Consequence, frozen=True, kw_only=True, tag=True):
    """Mana is added to a player's mana pool."""

    rule: ClassVar[str] = "106.4"

    player: Seat
    mana: str
    source: ObjectId | None = None


class ManaEmptied(Consequence, frozen=True, kw_only=True, tag=True):
    """Unspent mana is lost as a step or phase ends."""

    rule: ClassVar[str] = "500.5"

    player: Seat
    lost: Count = 0


class AbilityTriggered(Consequence, frozen=True, kw_only=True, tag=True):
    """An ability triggers and waits to be put on the stack."""

    rule: ClassVar[str] = "603.2"

    trigger: Number
    """Counted over the game, from 1."""
    player: Seat
    """Its controller."""
    source: ObjectId | None = None
    card: CardName | None = None
    """The card the ability is printed on: the source may have left."""
    ability: Count = 0
    about: tuple[Recipient, ...] = ()
    """What the event that triggered it was about."""
    amount: Integer = 0
    delayed: bool = False


class TriggersOrdered(Decision, frozen=True, kw_only=True, tag=True):
    """A player chooses the order in which their waiting abilities are put on the stack."""

    rule: ClassVar[str] = "603.3b"

    player: Seat
    order: tuple[Number, ...]
    """Trigger numbers; the first is put on the stack first and resolves last. Those of a whole team
    where teams share their turns (CR 805.7)."""


class AbilityStacked(Consequence, frozen=True, kw_only=True, tag=True):
    """A triggered ability is put on the stack."""

    rule: ClassVar[str] = "603.3"

    player: Seat
    object: ObjectId
    trigger: Count = 0
    source: ObjectId | None = None
    card: CardName | None = None
    kind: StackKind = StackKind.TRIGGERED


class TriggerRemoved(Consequence, frozen=True, kw_only=True, tag=True):
    """A triggered ability is not put on the stack: no legal choice, or its condition is false."""

    rule: ClassVar[str] = "603.3d"

    trigger: Number
    why: str = ""


class StackingCompleted(Consequence, frozen=True, kw_only=True, tag=True):
    """What was announced is complete: a spell is cast, an ability activated or stacked."""

    rule: ClassVar[str] = "601.2i"

    object: ObjectId
    amount: Integer = 0
    """What was read from the game while announcing it: the amount to divide."""


class ResolutionBegan(Consequence, frozen=True, kw_only=True, tag=True):
    """The top object of the stack begins to resolve."""

    rule: ClassVar[str] = "608.1"

    object: ObjectId


class TargetBecameIllegal(Consequence, frozen=True, kw_only=True, tag=True):
    """A target is illegal as the object resolves: it is not affected, and its share is lost."""

    rule: ClassVar[str] = "608.2b"

    object: ObjectId
    slot: Number
    target: Recipient
    share: Count = 0
    """The part of a division that is lost, in units."""


class InstructionDone(Consequence, frozen=True, kw_only=True, tag=True):
    """One instruction of what resolves has been followed as far as possible."""

    rule: ClassVar[str] = "608.2c"

    object: ObjectId
    instruction: Count = 0
    done: Count = 0
    skipped: Count = 0
    """How many parts were impossible and left out (CR 101.3)."""
    why: str = ""
    unwritten: bool = False
    """Parts were left out, and no rule of the day says so: a later rule stands in."""


class ProgramRepeated(Consequence, frozen=True, kw_only=True, tag=True):
    """A resolving object repeats its process from an earlier instruction on."""

    rule: ClassVar[str] = "608.2c"

    object: ObjectId
    instruction: Count = 0
    """Where it goes on."""


class ValueRead(Consequence, frozen=True, kw_only=True, tag=True):
    """A resolving object has read, or a player set, a number that later instructions use."""

    rule: ClassVar[str] = "608.2h"

    object: ObjectId
    name: str
    value: Integer


class MayChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player does, or does not, what a resolving spell or ability says they may."""

    rule: ClassVar[str] = "608.2d"

    player: Seat
    object: ObjectId
    accepted: bool


class ObjectsChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player chooses objects, players or a kind of counters, for what does not target."""

    rule: ClassVar[str] = "608.2d"

    player: Seat
    object: ObjectId
    chosen: tuple[Recipient, ...]


class ResolutionEnded(Consequence, frozen=True, kw_only=True, tag=True):
    """An object has left the stack by resolving, or by having no legal target left."""

    rule: ClassVar[str] = "608.2n"

    object: ObjectId
    resolved: bool = True
    """False where all targets were illegal (CR 608.2b)."""


class SpellCountered(Consequence, frozen=True, kw_only=True, tag=True):
    """A spell or ability is countered."""

    rule: ClassVar[str] = "701.6"

    object: ObjectId
    source: ObjectId | None = None


class SpellCopied(Consequence, frozen=True, kw_only=True, tag=True):
    """A copy of a spell or ability is put on the stack, with the original's choices and shares."""

    rule: ClassVar[str] = "707.10"

    object: ObjectId
    """The copy."""
    original: ObjectId
    player: Seat
    """Its controller."""


class TargetsChanged(Decision, frozen=True, kw_only=True, tag=True):
    """A player changes targets; each slot keeps its share of a division."""

    rule: ClassVar[str] = "115.7"

    player: Seat
    object: ObjectId
    targets: tuple[Recipient, ...]
    instruction: Count = 0


class EffectCreated(Consequence, frozen=True, kw_only=True, tag=True):
    """A continuous effect or delayed trigger begins to exist."""

    rule: ClassVar[str] = "611.2"

    effect: Number
    kind: str
    player: Seat
    objects: tuple[Recipient, ...] = ()
    source: ObjectId | None = None
    card: CardName | None = None
    ability: Count = 0
    value: Integer = 0
    other: Integer = 0
    until: str = ""
    """``end_of_turn``, ``first_upkeep`` and the like; empty for as long as the source stays."""


class EffectEnded(Consequence, frozen=True, kw_only=True, tag=True):
    """A continuous effect or delayed trigger is over."""

    rule: ClassVar[str] = "611.2a"

    effect: Number
