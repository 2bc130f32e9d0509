"""Paying for a permanent while its ability resolves, or sacrificing it.

Implements CR 702.24a: coins that are the cost are flipped as it is paid, one batch of them.
"""

from events.base import Event
from events.instructions import PayOrSacrifice
from events.stack import CostPaid, ManaAbilityActivated, MayChosen
from events.vocabulary import MoveReason, Zone
from machine.chance import Chance
from machine.characteristics import card_named, permanent
from machine.coin_flips import Wanted, instruct
from machine.context import Context
from machine.executor import Obstacle, follows
from machine.instructions.flips import made_here
from machine.moves import move_all
from machine.procedure import NOBODY, Asked, ask
from machine.upkeep import RULE, due, times


class Pays:
    """Its controller pays the whole cost, or the source is sacrificed."""

    def awaiting(self, context: Context) -> Asked:
        """Ask until it is paid or declined."""
        if due(context.table) is None:
            return NOBODY
        return ask(
            context.you,
            "pay for it, or decline and sacrifice it",
            RULE,
            CostPaid,
            MayChosen,
            ManaAbilityActivated,
        )

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Flip the coins of a cost that was paid, or sacrifice the source where none was."""
        del chance
        source = permanent(context.table, context.source_id)
        if source is None:
            return (context.done(0, skipped=1, why="its source is gone"),)
        if context.frame.paid:
            return self._flips(context) or (context.done(),)
        if source.controller != context.you:  # CR 701.21: nobody sacrifices what is not theirs
            return context.finished(asked=1)
        moves = move_all(context.table, (source,), Zone.GRAVEYARD, MoveReason.SACRIFICED)
        return (*moves, context.done(0))

    def obstacle(self, context: Context) -> Obstacle:
        """Saying yes is not enough: the payment itself is what accepts."""
        del context
        return RULE, "the cost itself has to be paid"

    @staticmethod
    def _flips(context: Context) -> tuple[Event, ...]:
        """Return the flips that are the cost, unless they have been made; their text asks nothing."""
        if made_here(context):
            return ()
        instruction: PayOrSacrifice = context.instruction
        source = permanent(context.table, context.source_id)
        number = source.counters.get(instruction.counter, 0) if source is not None else 0
        coins = context.amount(times(instruction.cost, number, context).flips)
        return instruct(
            context.table,
            (Wanted(context.you),) * coins,
            asks="plain",
            card=card_named(context.table, context.item.card),
            source=context.source_id,
            purpose="upkeep",
        )


follows(PayOrSacrifice, Pays())
