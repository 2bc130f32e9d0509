"""Numbers that players announce: X, a number chosen as a cost, or one chosen while something resolves.

Implements CR 107.3a, 601.2b, 608.2d.
"""

from collections.abc import Iterator
from typing import NamedTuple

from events.base import Decision
from events.identifiers import ObjectId, Seat
from events.instructions import ChooseNumber
from events.mana import symbols
from events.stack import ValueChosen
from events.vocabulary import StackKind
from machine.context import followed
from machine.costs import cost_of
from machine.mana import can_pay
from machine.procedure import checks, offers, refuse
from projections.folds.stack import drafted
from projections.progress import StackItem
from projections.table import Table

LARGEST_X = 20
"""X is offered up to here; a player may announce any that they can pay."""


class Number(NamedTuple):
    """A number that is asked for: for which object, and from where to where it goes."""

    object: ObjectId
    rule: str
    least: int = 0
    most: int | None = None
    """Absent where nothing but the cost limits it."""
    mana: str = ""
    """What it is paid with, where nothing else limits it."""


def needs_value(table: Table, item: StackItem) -> bool:
    """Whether X, or a number chosen as a cost, has still to be announced (CR 601.2b)."""
    if item.x is not None or item.kind is StackKind.TRIGGERED:
        return False
    cost = cost_of(table, item)
    return "X" in symbols(cost.mana) or cost.number > 0


def asked_for(table: Table) -> Number | None:
    """Return the number that has to be announced now, or nothing."""
    item = drafted(table)
    if item is not None:
        if not needs_value(table, item):
            return None
        cost = cost_of(table, item)
        if cost.number:
            return Number(item.id, "601.2b", most=cost.number)
        return Number(item.id, "107.3a", mana=cost.mana)
    context = followed(table, ChooseNumber)
    if context is None:
        return None
    instruction: ChooseNumber = context.instruction
    return Number(context.item.id, "608.2d", instruction.least, instruction.most)


@checks(ValueChosen)
def check_value(table: Table, decision: ValueChosen) -> None:
    """CR 601.2b, 107.3a, 608.2d: a number that can be announced for the object that asks for one."""
    what = f"{decision.player} cannot announce {decision.value}"
    asked = asked_for(table)
    if asked is None or asked.object != decision.object:
        because = f"no number is asked for {decision.object}"
        raise refuse("announce/value", what, "601.2b", because)
    if asked.most is None:
        if decision.value < asked.least:
            raise refuse("announce/value", what, asked.rule, "X is a number from 0 upwards")
        return
    if not asked.least <= decision.value <= asked.most:
        because = f"the number goes from {asked.least} to {asked.most}"
        raise refuse("announce/value", what, asked.rule, because)


@offers(ValueChosen)
def offer_values(table: Table, player: Seat) -> Iterator[Decision]:
    """Every number that there is; of X those that can be paid."""
    asked = asked_for(table)
    if asked is None:
        return
    most = LARGEST_X if asked.most is None else asked.most
    for value in range(asked.least, most + 1):
        if asked.most is None and not can_pay(table, player, asked.mana, value):
            return
        yield ValueChosen(player=player, object=asked.object, value=value)
