"""Events of combat: who attacks, who blocks, who is taken out of it.

Implements CR 506-511.
"""

from typing import ClassVar

from msgspec import Struct

from events.base import Consequence, Count, Decision
from events.identifiers import ObjectId, Recipient, Seat


class Attack(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """``[attacker, defender]``: a creature and the player or permanent it attacks."""

    attacker: ObjectId
    defender: Recipient


class Block(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """``[blocker, attacker]``."""

    blocker: ObjectId
    attacker: ObjectId


class Dealing(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """``[source, recipient, amount]``: combat damage that lies on the stack."""

    source: ObjectId
    recipient: Recipient
    amount: Count


class AttackersDeclared(Decision, frozen=True, kw_only=True, tag=True):
    """The active player declares which creatures attack whom."""

    rule: ClassVar[str] = "508.1"

    player: Seat
    attacks: tuple[Attack, ...] = ()


class BlockersDeclared(Decision, frozen=True, kw_only=True, tag=True):
    """A defending player declares which creatures block what."""

    rule: ClassVar[str] = "509.1"

    player: Seat
    blocks: tuple[Block, ...] = ()


class RemovedFromCombat(Consequence, frozen=True, kw_only=True, tag=True):
    """A creature stops attacking or blocking."""

    rule: ClassVar[str] = "506.4"

    object: ObjectId
    unblocks: tuple[ObjectId, ...] = ()
    """Attackers that become unblocked, where a card says so."""


class CombatDamageStacked(Consequence, frozen=True, kw_only=True, tag=True):
    """The assigned combat damage is put on the stack as one object, 1999-04-23 to 2009-07-10."""

    rule: ClassVar[str] = "510.2"

    object: ObjectId
    damage: tuple[Dealing, ...] = ()
    """All of it, whether or not anybody had a choice in assigning it."""
    dealers: tuple[ObjectId, ...] = ()
    """Creatures that deal damage in this step, none included: see ``CombatDamageCompleted``."""
    halves: bool = False
    """The amounts are halves of points, in an un-game."""


class CombatDamageCompleted(Consequence, frozen=True, kw_only=True, tag=True):
    """All combat damage of the step has been dealt."""

    rule: ClassVar[str] = "510.2"

    dealers: tuple[ObjectId, ...] = ()
    """Creatures that dealt damage in this step, if only none: a second step is for the others,
    and for those with double strike (CR 510.4)."""
