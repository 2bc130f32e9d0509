"""The damage assignment order, from 2009-07-11 to 2024-11-07: announced with the blockers.

Implements CR 509.2-509.3 of those years.
"""

from collections.abc import Iterator
from itertools import permutations

from events.base import Decision
from events.division import DamageOrderChosen
from events.identifiers import ObjectId, Seat
from events.vocabulary import Phase
from machine.apnap_order import apnap
from machine.characteristics import permanent
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.table import Table


def fought_by(table: Table, creature: ObjectId) -> tuple[ObjectId, ...]:
    """Return what a creature fights and is still in combat: an attacker's blockers, or the reverse.

    In the damage assignment order, where one was announced; otherwise as they were declared.
    """
    combat = table.combat
    if combat is None:
        return ()
    if creature in combat.attacking:
        those = tuple(name for name in combat.blocks.get(creature, ()) if name in combat.blockers)
    else:
        those = tuple(name for name in combat.attackers if creature in combat.blocks.get(name, ()))
    order = combat.orders.get(creature, ())
    return (*(one for one in order if one in those), *(one for one in those if one not in order))


def unordered(table: Table, seat: Seat) -> tuple[ObjectId, ...]:
    """Return the creatures for which a player has still to announce an order.

    Of a single opponent there is one order, which nobody has to announce.
    """
    combat = table.combat
    if combat is None or table.rules.combat.damage_order != "declare_blockers_order":
        return ()
    return tuple(
        name
        for name in (*combat.attackers, *combat.blockers)
        if name not in combat.orders
        and (thing := permanent(table, name)) is not None
        and thing.controller == seat
        and len(fought_by(table, name)) > 1
    )


def awaiting(table: Table) -> Asked:
    """Ask for the next order: the active player's attackers first, then the blockers (CR 509.3)."""
    if table.phase is not Phase.DECLARE_BLOCKERS or table.combat is None:
        return NOBODY
    for seat in apnap(table):
        creatures = unordered(table, seat)
        if creatures:
            rule = "509.2" if creatures[0] in table.combat.attacking else "509.3"
            what = f"order the creatures that {creatures[0]} fights"
            return ask(seat, what, rule, DamageOrderChosen)
    return NOBODY


@checks(DamageOrderChosen)
def check_order(table: Table, decision: DamageOrderChosen) -> None:
    """CR 509.2-3 of 2009-07-11 to 2024-11-07: each creature that it fights, once."""
    what = f"{decision.player} cannot order {list(decision.order)} for {decision.source}"
    waiting = unordered(table, Seat(decision.player))
    if decision.source not in waiting:
        because = "no order is asked for it"
        raise refuse("combat/order_nothing", what, "509.2", because, legal=waiting)
    fought = fought_by(table, decision.source)
    if sorted(decision.order) != sorted(fought):
        because = f"it fights {list(fought)}, each of which is ordered once"
        raise refuse("combat/order", what, "509.2", because, legal=fought)


@offers(DamageOrderChosen)
def offer_orders(table: Table, player: Seat) -> Iterator[Decision]:
    """Every order for the next creature."""
    for source in unordered(table, player)[:1]:
        for order in permutations(fought_by(table, source)):
            yield DamageOrderChosen(player=player, source=source, order=order)
