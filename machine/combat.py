"""Combat: attackers, blockers, the order of damage where there was one, and damage.

Implements CR 506-511 as turn-based actions: each happens as its step begins, before state-based
actions, triggers and priority (CR 703.3).
"""

from events.base import Event
from events.vocabulary import Phase
from machine import attacking, blocking, combat_damage, damage_order
from machine.procedure import NOBODY, Asked
from projections.table import Table

after_attackers = attacking.after_attackers


def awaiting(table: Table) -> Asked:
    """Who has to declare, order or assign something now."""
    if table.combat is None or table.resolution is not None:
        return NOBODY
    match table.phase:
        case Phase.DECLARE_ATTACKERS:
            return attacking.awaiting(table)
        case Phase.DECLARE_BLOCKERS:
            return blocking.awaiting(table) or (
                NOBODY if blocking.advance(table) else damage_order.awaiting(table)
            )
        case Phase.FIRST_STRIKE_DAMAGE | Phase.COMBAT_DAMAGE:
            return combat_damage.awaiting(table)
        case _:
            return NOBODY


def advance(table: Table) -> tuple[Event, ...]:
    """Return the next automatic step of combat, where it awaits nobody; nothing once it is over."""
    if table.combat is None or table.resolution is not None:
        return ()
    match table.phase:
        case Phase.DECLARE_ATTACKERS:
            return attacking.advance(table)
        case Phase.DECLARE_BLOCKERS:
            return blocking.advance(table)
        case Phase.FIRST_STRIKE_DAMAGE | Phase.COMBAT_DAMAGE:
            return combat_damage.advance(table)
        case _:
            return ()
