"""Instructions that deal damage, change life, and prevent damage.

Implements CR 119, 120, 608.2b, 615; a lost share of a division is dealt to nobody.
"""

from collections.abc import Callable

from events.base import Event
from events.identifiers import Recipient
from events.instructions import (
    DealDamage,
    DealDividedDamage,
    GainLife,
    Instruction,
    LoseLife,
    PreventCombatDamage,
)
from events.selectors import Selector
from events.stack import EffectCreated
from events.vocabulary import Face
from machine.chance import Chance
from machine.characteristics import permanent, power
from machine.conditions import flips_of
from machine.context import Context, followed
from machine.damage import PREVENTS_COMBAT_DAMAGE, Packet, can_be_dealt, deal, life_changes
from machine.executor import Obstacle, at_once, follows
from machine.prevention import asked_about, tells_damage
from machine.procedure import Asked
from machine.targets import legal_targets
from projections.folds.game import unit_factor
from projections.table import Table

WORDS = frozenset({"self", "targets", "triggered", "chosen", "made", "won", "lost", "attached"})

Packets = Callable[[Context], tuple[Packet, ...]]


def recipients(context: Context, what: str | Selector) -> tuple[Recipient, ...]:
    """Return the players and permanents that a word or selector means."""
    if isinstance(what, Selector):
        return context.objects(what)
    if what == "targets":
        return context.every_target()
    return context.objects(what) if what in WORDS else context.players(what)


class Deals:
    """An instruction that deals damage, all of it at once, once what prevents it is settled."""

    def __init__(self, packets: Packets) -> None:
        self.packets = packets

    def awaiting(self, context: Context) -> Asked:
        """Ask what a shield prevents, where there is a choice (CR 615.7)."""
        return asked_about(context.table, self.packets(context))

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Deal it."""
        del chance
        packets = self.packets(context)
        done = sum(packet.units > 0 for packet in packets)
        events = deal(context.table, packets)
        return (*events, context.done(done, skipped=max(0, self.wanted(context) - done)))

    def wanted(self, context: Context) -> int:
        """Return how many recipients the instruction was announced for."""
        frame = context.frame
        return len(context.item.shares.get(frame.instruction, ()))

    def obstacle(self, context: Context) -> Obstacle:
        """Nothing stands against it."""
        del context
        return None


DEALING: dict[type[Instruction], Deals] = {}
"""The instructions that deal damage, with what each would deal."""


def deals(kind: type[Instruction], executor: Deals) -> None:
    """Register an instruction that deals damage."""
    DEALING[kind] = executor
    follows(kind, executor)


@tells_damage
def about_to_be_dealt(table: Table) -> tuple[Packet, ...]:
    """Return the damage of the instruction under way."""
    context = followed(table)
    executor = DEALING.get(type(context.instruction)) if context is not None else None
    return executor.packets(context) if executor is not None and context is not None else ()


def _dealt(context: Context) -> tuple[Packet, ...]:
    """Each source deals its amount to each recipient that is still there."""
    instruction: DealDamage = context.instruction
    table = context.table
    sources = (context.source_id,) if instruction.by == "self" else context.objects(instruction.by)
    units = context.amount(instruction.amount) * unit_factor(table.header)
    packets = []
    for source in sources:
        thing = permanent(table, source)
        if instruction.power:
            units = power(table, thing) if thing is not None else 0
        those = _tails(context) if instruction.each_tails else recipients(context, instruction.to)
        packets += [
            Packet(source=source, recipient=recipient, units=max(0, units))
            for recipient in those
            if can_be_dealt(table, recipient)
        ]
    return tuple(packets)


def _tails(context: Context) -> tuple[Recipient, ...]:
    """Return the players whose coin of the last flips came up tails (CR 705.2: faces alone)."""
    flips = flips_of(context.table, context.frame)
    last = max((flip.batch for flip in flips), default=0)
    return tuple(flip.flipper for flip in flips if flip.batch == last and flip.face is Face.TAILS)


def _divided(context: Context) -> tuple[Packet, ...]:
    """Each legal target is dealt its share as announced; the share of an illegal one is lost."""
    index = context.frame.instruction
    shares = context.item.shares.get(index, ())
    return tuple(
        Packet(source=context.source_id, recipient=target, units=shares[slot - 1])
        for slot, target in legal_targets(context.table, index)
        if slot <= len(shares)
    )


deals(DealDamage, Deals(_dealt))
deals(DealDividedDamage, Deals(_divided))


@at_once(PreventCombatDamage)
def prevent_combat_damage(context: Context) -> tuple[Event, ...]:
    """CR 615.1: until end of turn, no combat damage that these objects would deal is dealt."""
    names = context.objects(context.instruction.by)
    if not names:
        return context.finished(asked=1)  # CR 101.3: there is nothing whose damage to prevent
    made = EffectCreated(
        effect=context.table.numbers.effect,
        kind=PREVENTS_COMBAT_DAMAGE,
        player=context.you,
        objects=names,
        source=context.item.source,
        card=context.item.card,
        until="end_of_turn",
    )
    return context.finished(made)


@at_once(LoseLife)
def lose_life(context: Context) -> tuple[Event, ...]:
    """Players lose life."""
    return _change(context, context.instruction.who, -context.amount(context.instruction.amount))


@at_once(GainLife)
def gain_life(context: Context) -> tuple[Event, ...]:
    """Players gain life."""
    return _change(context, context.instruction.who, context.amount(context.instruction.amount))


def _change(context: Context, who: str, points: int) -> tuple[Event, ...]:
    table = context.table
    units = points * unit_factor(table.header)
    return context.finished(
        *life_changes(table, ((seat, units) for seat in context.players(who) if units))
    )
