"""Events of damage and life.

Implements CR 118-120, 615.
"""

from typing import ClassVar

from events.base import Consequence, Count, Integer, Number
from events.identifiers import ObjectId, Recipient, Seat
from events.vocabulary import DamageKind


class DamageDealt(Consequence, frozen=True, kw_only=True, tag=True):
    """Damage is dealt; what it does to its recipient follows in events of its own."""

    rule: ClassVar[str] = "120.3"

    recipient: Recipient
    amount: Count
    """In units: whole points, or halves where ``halves``."""
    source: ObjectId | None = None
    kind: DamageKind = DamageKind.NONCOMBAT
    halves: bool = False
    deathtouch: bool = False
    """The source had deathtouch (CR 702.2b): any of it is lethal."""


class DamagePrevented(Consequence, frozen=True, kw_only=True, tag=True):
    """Damage that would be dealt is prevented."""

    rule: ClassVar[str] = "615.1"

    recipient: Recipient
    amount: Count
    source: ObjectId | None = None
    shield: Count = 0
    """Which shield was used; 0 for an effect that is none."""
    halves: bool = False
    """The amount is in halves of points, in an un-game."""


class LifeChanged(Consequence, frozen=True, kw_only=True, tag=True):
    """A player's life total changes."""

    rule: ClassVar[str] = "119.3"

    player: Seat
    change: Integer
    life: Integer
    """The new total."""
    halves: bool = False
    """Both are counted in halves, in an un-game."""


class RemovedDamage(Consequence, frozen=True, kw_only=True, tag=True):
    """Marked damage is removed from a permanent before the turn ends."""

    rule: ClassVar[str] = "120.6"

    object: ObjectId
    amount: Number
