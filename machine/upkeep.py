"""A cost that is paid while an ability resolves, once for each counter, or its source is sacrificed.

Implements CR 702.24a: cumulative upkeep of mana, life and flips.
"""

from collections.abc import Iterator

from events.base import Decision
from events.identifiers import Seat
from events.instructions import PayOrSacrifice
from events.mana import symbols
from events.selectors import Cost
from events.stack import CostPaid
from machine.characteristics import permanent
from machine.context import Context, followed
from machine.mana import payments, pays
from machine.procedure import refuse
from projections.folds.game import unit_factor
from projections.table import Table

RULE = "702.24a"


def due(table: Table) -> tuple[Context, Cost] | None:
    """Return the instruction that waits to be paid for, and the whole cost; nothing otherwise."""
    context = followed(table, PayOrSacrifice)
    if context is None or context.frame.paid or context.frame.may is False:
        return None
    source = permanent(table, context.source_id)
    if source is None:
        return None
    instruction: PayOrSacrifice = context.instruction
    return context, times(instruction.cost, source.counters.get(instruction.counter, 0), context)


def times(cost: Cost, number: int, context: Context) -> Cost:
    """Return a cost so many times over."""
    return Cost(
        mana=cost.mana * number,
        life=cost.life * number,
        flips=context.amount(cost.flips) * number,
    )


def is_asked(table: Table, decision: CostPaid) -> bool:
    """Whether a payment is for what resolves, not for something being announced."""
    frame = table.resolution
    return frame is not None and frame.item.id == decision.object


def check_paid(table: Table, decision: CostPaid) -> None:
    """CR 702.24a: all of it or nothing; parts of the cost cannot be paid."""
    found = due(table)
    what = f"{decision.player} cannot pay for {decision.object}"
    if found is None or found[0].you != decision.player:
        raise refuse("cost/nothing", what, RULE, "nothing is being paid for there")
    cost = found[1]
    pool = table.players[decision.player].mana
    spent = symbols(decision.mana)
    if not pays(cost.mana, 0, decision.mana):
        raise refuse("cost/mana", what, RULE, f"the cost is {cost.mana or 'none'}", cost=cost.mana)
    if any(spent.count(symbol) > pool.get(symbol, 0) for symbol in set(spent)):
        raise refuse("cost/pool", what, "601.2h", "the mana is not in their pool", pool=dict(pool))
    if decision.flips != cost.flips:
        raise refuse("cost/flips", what, RULE, f"{cost.flips} coins are flipped", flips=cost.flips)
    have = table.players[decision.player].life // unit_factor(table.header)
    if decision.life != cost.life or decision.life > have:
        raise refuse("cost/life", what, "119.4", f"{cost.life} life are paid")
    if decision.tapped or decision.sacrificed:
        raise refuse("cost/other", what, RULE, "nothing is tapped or sacrificed for it")


def offer_payments(table: Table, player: Seat) -> Iterator[Decision]:
    """Ways of paying the whole cost from the pool as it is."""
    found = due(table)
    if found is None:
        return
    context, cost = found
    flips = context.amount(cost.flips)
    for mana in payments(cost.mana, 0, table.players[player].mana):
        yield CostPaid(
            player=player, object=context.item.id, mana=mana, flips=flips, life=cost.life
        )
