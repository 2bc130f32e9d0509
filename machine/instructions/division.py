"""Instructions that divide and distribute: damage among what is no target, shields, counters.

Implements CR 601.2d, 608.2b, 608.2d, 615.7, 122.1.
"""

from events.base import Event
from events.division import DamageDivided, ShieldCreated
from events.identifiers import ObjectId, Recipient
from events.instructions import DistributeCounters, DivideDamageAmong, PreventDividedDamage
from events.zones import CountersChanged
from machine.context import Context
from machine.damage import Packet, can_be_dealt, told
from machine.division import factor, shape_of
from machine.executor import at_once
from machine.instructions.damage import Deals, deals
from machine.procedure import Asked, ask
from machine.targets import legal_targets
from machine.untargeted import chooser_of, dealer_of, recipients_of
from projections.folds.game import unit_factor


def shares_left(context: Context) -> tuple[tuple[Recipient, int], ...]:
    """Return the shares of the targets that are still legal; those of the others are lost."""
    index = context.frame.instruction
    shares = context.item.shares.get(index, ())
    return tuple(
        (target, shares[slot - 1])
        for slot, target in legal_targets(context.table, index)
        if slot <= len(shares)
    )


class DividesOnResolution(Deals):
    """Damage divided among objects and players that are no targets, by the named player."""

    def __init__(self) -> None:
        super().__init__(untargeted_packets)

    def awaiting(self, context: Context) -> Asked:
        """Ask for the division, unless it was announced or there is nothing to divide."""
        index = context.frame.instruction
        if context.frame.divided is not None or index in context.item.shares:
            return super().awaiting(context)
        wanted = shape_of(context.table, context.item, index)
        if not wanted.amount or not wanted.targets or not wanted.count:
            return ()
        player = chooser_of(context.table, context.item, index)
        return ask(player, "divide the damage", "608.2d", DamageDivided)

    def wanted(self, context: Context) -> int:
        """Return among how many it has been divided."""
        return len(context.frame.divided or ()) or super().wanted(context)


def untargeted_packets(context: Context) -> tuple[Packet, ...]:
    """Return what each of the recipients is dealt; what has left gets nothing."""
    dealer = dealer_of(context.table, context.item, context.frame.instruction)
    return tuple(
        Packet(source=dealer, recipient=recipient, units=units)
        for recipient, units in _shares(context)
        if can_be_dealt(context.table, recipient)
    )


def _shares(context: Context) -> tuple[tuple[Recipient, int], ...]:
    """The shares decided on resolution, or those that were announced (2003-10-01 to 2009-04-30)."""
    if context.frame.divided is not None:
        return context.frame.divided
    index = context.frame.instruction
    shares = context.item.shares.get(index, ())
    recipients = context.item.recipients.get(index, ())
    if context.instruction.all_of_them:
        now = recipients_of(context.table, context.item, index)
        recipients = now if len(now) == len(shares) else recipients
    return tuple(zip(recipients, shares, strict=False))


deals(DivideDamageAmong, DividesOnResolution())


@at_once(PreventDividedDamage)
def prevent_divided(context: Context) -> tuple[Event, ...]:
    """CR 615.7: each target still legal gets a shield of its own, as large as its share."""
    table = context.table
    scale = unit_factor(table.header) // factor(context.item.unit)
    first = table.numbers.shield
    shields = []
    for number, (target, units) in enumerate(shares_left(context), first):
        amount, halves = told(table, units * scale)
        shields.append(
            ShieldCreated(
                shield=number,
                recipient=target,
                amount=amount,
                source=context.source_id,
                halves=halves,
            )
        )
    return context.finished(*shields, asked=_announced(context))


@at_once(DistributeCounters)
def distribute_counters(context: Context) -> tuple[Event, ...]:
    """CR 122.1: counters on each target still legal, as distributed; none is ever halved."""
    kind = context.instruction.counter
    return context.finished(
        *(
            CountersChanged(object=ObjectId(target), kind=kind, change=share)
            for target, share in shares_left(context)
            if share
        ),
        asked=_announced(context),
    )


def _announced(context: Context) -> int:
    return len(context.item.shares.get(context.frame.instruction, ()))
