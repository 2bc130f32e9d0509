"""Combat: attackers, blockers, the order of damage where there was one, and damage.

Implements CR 506-511 as turn-based actions: each happens as its step begins, before state-based
actions, triggers and priority (CR 703.3).
"""

from events.base import Event
from machine import attacking, blocking, combat_damage, damage_order
from machine.procedure import NOBODY, Asked
from projections.table import Table

after_attackers = attacking.after_attackers


def awaiting(table: Table) -> Asked:
    """Who has to declare, order or assign something now."""
    if table.combat is None or table.resolution is not None:
        return NOBODY
    if attacking.is_due(table):
        return attacking.awaiting(table)
    return (
        blocking.awaiting(table)
        or (NOBODY if blocking.advance(table) else damage_order.awaiting(table))
        or combat_damage.awaiting(table)
    )


def advance(table: Table) -> tuple[Event, ...]:
    """Return the next automatic step of combat, where it awaits nobody; nothing once it is over."""
    if table.combat is None or table.resolution is not None:
        return ()
    return attacking.advance(table) or blocking.advance(table) or combat_damage.advance(table)
