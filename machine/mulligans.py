"""Mulligans and opening hands, from the first declaration to the first turn.

Implements CR 103.5, 103.6 and their history. What comes next is computed from the table alone:
first what happens by itself, then who is asked, then the next phase.
"""

from collections.abc import Callable, Iterator

from events.base import Event
from events.vocabulary import Phase
from machine import mulligan_declaring, mulligan_looking, mulligan_taking, opening_hands
from machine.chance import Chance
from machine.mulligan_actions import after_action
from machine.mulligan_kinds import Step
from machine.phases import follow
from machine.procedure import NOBODY, Asked
from projections.table import Table

__all__ = ["advance", "after_action", "awaiting"]

STEPS: dict[Phase, Callable[[Table], Iterator[Step]]] = {
    Phase.MULLIGAN_DECLARING: mulligan_declaring.steps,
    Phase.MULLIGAN_TAKING: mulligan_taking.steps,
    Phase.MULLIGAN_LOOKING: mulligan_looking.steps,
}
ASKS: dict[Phase, Callable[[Table], Asked]] = {
    Phase.MULLIGAN_DECLARING: mulligan_declaring.awaiting,
    Phase.MULLIGAN_TAKING: mulligan_taking.awaiting,
    Phase.MULLIGAN_LOOKING: mulligan_looking.awaiting,
    Phase.OPENING_HAND_ACTIONS: opening_hands.awaiting,
}


def awaiting(table: Table) -> Asked:
    """Who has to declare, choose cards, look, or act with an opening hand."""
    asks = ASKS.get(table.phase)
    return NOBODY if asks is None or _next_step(table) is not None else asks(table)


def advance(table: Table, chance: Chance) -> tuple[Event, ...]:
    """Return the next automatic step, or the next phase once nobody has anything to decide."""
    step = _next_step(table)
    if step is not None:
        do, seat = step
        return do(table, seat, chance)
    if awaiting(table):
        return ()
    entered = follow(table)
    if entered is None:
        return ()
    if entered.phase is Phase.UNTAP and "began" not in table.turn.done:
        return opening_hands.first_turn(table)
    return (entered,)


def _next_step(table: Table) -> Step | None:
    steps = STEPS.get(table.phase)
    return None if steps is None else next(steps(table), None)
