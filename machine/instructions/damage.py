"""Instructions that deal damage, change life, and prevent damage.

Implements CR 119, 120, 608.2b; a lost share of a division is dealt to nobody.
"""

from events.abilities import DealDamage, DealDividedDamage, GainLife, LoseLife, Selector
from events.base import Event
from events.damage import LifeChanged
from events.identifiers import Recipient, Seat
from events.vocabulary import DivisionUnit
from machine.characteristics import permanent, power
from machine.context import Context
from machine.damage import damage_event
from machine.executor import at_once
from machine.targets import legal_targets
from projections.folds.game import unit_factor

WORDS = frozenset({"self", "targets", "triggered", "chosen", "made", "won", "lost", "attached"})


def recipients(context: Context, what: str | Selector) -> tuple[Recipient, ...]:
    """Return the players and permanents that a word or selector means."""
    if isinstance(what, Selector):
        return context.objects(what)
    if what == "targets":
        return context.every_target()
    return context.objects(what) if what in WORDS else context.players(what)


@at_once(DealDamage)
def deal_damage(context: Context) -> tuple[Event, ...]:
    """Each source deals its amount to each recipient that is still there."""
    instruction: DealDamage = context.instruction
    table = context.table
    dealt: list[Event] = []
    sources = (
        (context.source_id,)
        if instruction.by == "self"
        else context.objects(instruction.by)
    )
    for source in sources:
        amount = context.amount(instruction.amount)
        thing = permanent(table, source)
        if instruction.power:
            amount = power(table, thing) if thing is not None else 0
        dealt += [
            damage_event(table, source, recipient, amount)
            for recipient in recipients(context, instruction.to)
            if amount > 0
        ]
    return context.finished(*dealt)


@at_once(DealDividedDamage)
def deal_divided(context: Context) -> tuple[Event, ...]:
    """Each legal target is dealt its share as announced; the share of an illegal one is lost."""
    frame = context.frame
    shares = context.item.shares.get(frame.instruction, ())
    halves = context.item.unit is DivisionUnit.HALF
    legal = legal_targets(context.table, frame.instruction)
    dealt = [
        damage_event(context.table, context.source_id, target, shares[slot - 1], halves=halves)
        for slot, target in legal
        if slot <= len(shares)
    ]
    return context.finished(*dealt, asked=len(shares))


@at_once(LoseLife)
def lose_life(context: Context) -> tuple[Event, ...]:
    """Players lose life."""
    return _change(context, context.instruction.who, -context.amount(context.instruction.amount))


@at_once(GainLife)
def gain_life(context: Context) -> tuple[Event, ...]:
    """Players gain life."""
    return _change(context, context.instruction.who, context.amount(context.instruction.amount))


def _change(context: Context, who: str, change: int) -> tuple[Event, ...]:
    events = [life_event(context, seat, change) for seat in context.players(who) if change]
    return context.finished(*events)


def life_event(context: Context, seat: Seat, change: int) -> LifeChanged:
    """Return that a player's life changes by whole points."""
    scale = unit_factor(context.table.header)
    life = context.table.players[seat].life + change * scale
    return LifeChanged(player=seat, change=change * scale, life=life, halves=scale > 1)
