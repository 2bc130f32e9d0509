"""Paying for what is announced: all of the cost, from what is there, or nothing.

Implements CR 601.2g-h, 602.2b, 118.3, 107.4f.
"""

from collections.abc import Iterator

from events.base import Decision, Event
from events.identifiers import ObjectId, Seat
from events.mana import symbols
from events.selectors import Cost
from events.stack import CostPaid
from events.vocabulary import MoveReason, Zone
from machine import upkeep
from machine.characteristics import permanent, source_of
from machine.costs import cost_of, sacrificable
from machine.damage import life_change
from machine.dividing import misfit
from machine.mana import payments_with_life, pays, prices
from machine.moves import move_all
from machine.procedure import checks, offers, refuse
from projections.folds.game import unit_factor
from projections.folds.stack import drafted, item_named
from projections.table import GameObject, Table


@checks(CostPaid)
def check_paid(table: Table, decision: CostPaid) -> None:
    """CR 601.2h: the whole cost, from mana that is there; an unpayable cost cannot be paid."""
    if upkeep.is_asked(table, decision):
        upkeep.check_paid(table, decision)
        return
    item = item_named(table, decision.object)
    what = f"{decision.player} cannot pay {decision.mana or 'nothing'} for {decision.object}"
    if item is None or item is not drafted(table):
        raise refuse("cost/nothing", what, "601.2h", "nothing is being paid for there")
    cost = cost_of(table, item)
    if not pays(cost.mana, item.x or 0, decision.mana, _life_for_mana(cost, decision)):
        raise refuse(
            "cost/mana", what, "601.2h", f"the cost is {cost.mana or 'none'}", cost=cost.mana
        )
    pool = table.players[decision.player].mana
    spent = symbols(decision.mana)
    if any(spent.count(symbol) > pool.get(symbol, 0) for symbol in set(spent)):
        raise refuse("cost/pool", what, "601.2h", "the mana is not in their pool", pool=dict(pool))
    source = source_of(table, item)
    _check_other_costs(table, decision, cost, source)
    divided = misfit(table, item, decision.sacrificed)
    if divided is not None:
        because = f"{divided} has been divided, which this cost does not come to"
        raise refuse("cost/division", what, "601.5", because, amount=divided)


def _life_for_mana(cost: Cost, decision: CostPaid) -> int:
    """Return how much life is paid for Phyrexian symbols; none where no way of paying has so much."""
    extra = decision.life - cost.life
    return extra if any(price.life == extra for price in prices(cost.mana)) else 0


def _check_other_costs(
    table: Table, decision: CostPaid, cost: Cost, source: GameObject | None
) -> None:
    what = f"{decision.player} cannot pay for {decision.object}"
    tapped = (source.id,) if cost.tap and source is not None else ()
    if decision.tapped != tapped:
        raise refuse("cost/tap", what, "602.1", f"tapped for it is {list(tapped)}")
    expected = int(cost.sacrifice_self) + int(cost.sacrifice is not None)
    if len(set(decision.sacrificed)) != expected or len(decision.sacrificed) != expected:
        raise refuse("cost/sacrifice", what, "701.21", f"{expected} permanents are sacrificed")
    if cost.sacrifice_self and (source is None or source.id not in decision.sacrificed):
        raise refuse("cost/sacrifice", what, "701.21", "the source itself is sacrificed")
    others = [name for name in decision.sacrificed if source is None or name != source.id]
    legal = sacrificable(table, cost, source, decision.player)
    if cost.sacrifice is not None and not set(others) <= set(legal):
        raise refuse(
            "cost/sacrifice", what, "701.21", "it cannot be sacrificed for this", legal=legal
        )
    have = table.players[decision.player].life // unit_factor(table.header)
    if decision.life != cost.life + _life_for_mana(cost, decision) or decision.life > have:
        raise refuse("cost/life", what, "119.4", f"{cost.life} life are paid")


@offers(CostPaid)
def offer_payments(table: Table, player: Seat) -> Iterator[Decision]:
    """Ways of paying from the pool as it is, for each possible sacrifice."""
    item = drafted(table)
    if item is None:
        yield from upkeep.offer_payments(table, player)
        return
    cost = cost_of(table, item)
    source = source_of(table, item)
    tapped = (source.id,) if cost.tap and source is not None else ()
    own = (source.id,) if cost.sacrifice_self and source is not None else ()
    others = sacrificable(table, cost, source, player) if cost.sacrifice is not None else ("",)
    have = table.players[player].life // unit_factor(table.header)
    for mana, life in payments_with_life(cost.mana, item.x or 0, table.players[player].mana):
        if life and cost.life + life > have:
            continue
        for other in others:
            yield CostPaid(
                player=player,
                object=item.id,
                mana=mana,
                tapped=tapped,
                sacrificed=(*own, ObjectId(other)) if other else own,
                life=cost.life + life,
            )


def after_paid(table: Table, decision: CostPaid) -> tuple[Event, ...]:
    """Return what paying a cost moves: what is sacrificed for it, and life."""
    things = [thing for name in decision.sacrificed if (thing := permanent(table, name))]
    events = list(move_all(table, things, Zone.GRAVEYARD, MoveReason.SACRIFICED))
    if decision.life:
        units = decision.life * unit_factor(table.header)
        events.append(life_change(table, Seat(decision.player), -units))
    return tuple(events)
