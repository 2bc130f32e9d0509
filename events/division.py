"""Events of dividing: damage, counters, prevention, and the different assignment of combat damage.

Implements CR 601.2d, 510.1, 615.7.
"""

from typing import ClassVar

from msgspec import Struct

from events.base import Consequence, Count, Decision, Number
from events.identifiers import ObjectId, Recipient, Seat
from events.vocabulary import DivisionUnit


class DamageDivided(Decision, frozen=True, kw_only=True, tag=True):
    """A player announces how damage is divided among the chosen targets, each getting at least one unit."""

    rule: ClassVar[str] = "601.2d"

    player: Seat
    object: ObjectId
    """The spell or ability on the stack, or the one that resolves."""
    amount: Count
    """In whole points."""
    shares: tuple[Count, ...]
    """In units, by target slot."""
    targets: tuple[Recipient, ...] = ()
    """The targets of the slots, in order; the record of what was seen when it was announced."""
    unit: DivisionUnit = DivisionUnit.ONE
    instruction: Count = 0
    """Which instruction of the object divides."""


class CountersDivided(Decision, frozen=True, kw_only=True, tag=True):
    """A player announces how counters are distributed among the chosen targets."""

    rule: ClassVar[str] = "601.2d"

    player: Seat
    object: ObjectId
    amount: Count
    shares: tuple[Count, ...]
    targets: tuple[Recipient, ...] = ()
    unit: DivisionUnit = DivisionUnit.ONE
    instruction: Count = 0


class PreventionDivided(Decision, frozen=True, kw_only=True, tag=True):
    """A player announces how a prevention shield is divided among the chosen targets."""

    rule: ClassVar[str] = "601.2d"

    player: Seat
    object: ObjectId
    amount: Count
    shares: tuple[Count, ...]
    targets: tuple[Recipient, ...] = ()
    unit: DivisionUnit = DivisionUnit.ONE
    instruction: Count = 0


class Assignment(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """``[recipient, amount]``: part of a combat damage assignment; zero is legal here."""

    recipient: Recipient
    amount: Count


class CombatDamageAssigned(Decision, frozen=True, kw_only=True, tag=True):
    """A player assigns the combat damage of one creature; unlike in a division, zero is legal."""

    rule: ClassVar[str] = "510.1"

    player: Seat
    source: ObjectId
    assignments: tuple[Assignment, ...]
    halves: bool = False
    """The amounts are halves of points, in an un-game."""


class DamageOrderChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player orders the creatures that a creature fights, 2009-07-11 to 2024-11-07."""

    rule: ClassVar[str] = "509.2"

    player: Seat
    source: ObjectId
    order: tuple[ObjectId, ...]


class ShieldCreated(Consequence, frozen=True, kw_only=True, tag=True):
    """A shield will prevent the next damage to its recipient."""

    rule: ClassVar[str] = "615.7"

    shield: Number
    recipient: Recipient
    amount: Count
    source: ObjectId | None = None
    """The spell or ability that made it."""
    halves: bool = False
    """The amount is in halves of points, in an un-game."""


class PreventionChosen(Decision, frozen=True, kw_only=True, tag=True):
    """The affected side chooses which of several damages its shield prevents."""

    rule: ClassVar[str] = "615.7"

    player: Seat
    shield: Number
    sources: tuple[ObjectId, ...]
    amounts: tuple[Count, ...] = ()
    """How much of each source's damage; absent where a record does not tell."""
    halves: bool = False
    """The amounts are halves of points, in an un-game."""
