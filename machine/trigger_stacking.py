"""Waiting triggered abilities get onto the stack: whose come next, and in which order.

Implements CR 603.3b, 805.7: in APNAP order, by teams where teams share their turns, when a player
would get priority; since 2021-04-22 in two parts.
"""

from collections.abc import Iterator
from itertools import islice, permutations

from events.base import Decision
from events.identifiers import Seat
from events.stack import AbilityStacked, TriggersOrdered
from events.vocabulary import Phase
from machine.apnap_order import by_teams, first_of
from machine.procedure import NOBODY, Asked, Awaiting, checks, offers, refuse
from machine.triggers import is_second_part
from projections.edit import minted
from projections.progress import WaitingTrigger
from projections.table import Table

MOST_ORDERS = 720
"""Orders of abilities that are offered one by one: those of six."""


def is_stacking(table: Table) -> bool:
    """Whether waiting abilities are put on the stack now: somebody is about to get priority."""
    return (
        table.priority.holder is None
        and table.resolution is None
        and table.phase.is_turn
        and table.phase is not Phase.UNTAP
        and not any(not item.complete for item in table.stack)
    )


def _part(table: Table) -> tuple[WaitingTrigger, ...]:
    """Return the waiting abilities of the part that is under way.

    CR 603.3b: since 2021-04-22, those that wait for another ability to trigger come after all
    others, whoever controls them.
    """
    waiting = table.triggers
    if not table.rules.trigger.two_part_stacking:
        return waiting
    first = tuple(one for one in waiting if one.delayed or not _is_second(table, one))
    return first or waiting


def _is_second(table: Table, one: WaitingTrigger) -> bool:
    return is_second_part(table, one.card, one.ability)


def next_stackers(table: Table) -> tuple[Seat, ...]:
    """Return whose waiting abilities are put on the stack next: one player's, or a team's."""
    return first_of(table, (one.player for one in _part(table)))


def coming(table: Table) -> tuple[WaitingTrigger, ...]:
    """Return the waiting abilities that are put on the stack next, and ordered among themselves."""
    seats = next_stackers(table)
    return tuple(one for one in _part(table) if one.player in seats)


def _is_ordered(table: Table, waiting: tuple[WaitingTrigger, ...]) -> bool:
    return len(waiting) == 1 or {one.trigger for one in waiting} <= set(table.trigger_order)


def awaiting(table: Table) -> Asked:
    """Who has to order several waiting abilities; only when they are about to be stacked.

    CR 805.7: the players of a team order theirs together, so each of them may tell the order.
    """
    if not table.triggers or not is_stacking(table):
        return NOBODY
    waiting = coming(table)
    if not waiting or _is_ordered(table, waiting):
        return NOBODY
    what, rule = "order your triggered abilities", "603.3b"
    if by_teams(table):
        what, rule = "order your team's triggered abilities", "805.7"
    return tuple(
        Awaiting(
            player=seat,
            decisions=(TriggersOrdered,),
            what=what,
            rule=rule,
        )
        for seat in next_stackers(table)
    )


@checks(TriggersOrdered)
def check_order(table: Table, decision: TriggersOrdered) -> None:
    """CR 603.3b, 805.7: all that are stacked next, each once, in any order."""
    waiting = {one.trigger for one in coming(table)}
    if set(decision.order) != waiting or len(decision.order) != len(waiting):
        raise refuse(
            "trigger/order",
            f"{decision.player} cannot order the triggers {list(decision.order)}",
            "805.7" if by_teams(table) else "603.3b",
            f"waiting are {sorted(waiting)}, each of which goes onto the stack once",
        )


@offers(TriggersOrdered)
def offer_orders(table: Table, player: Seat) -> Iterator[Decision]:
    """Every order, as many as can be offered."""
    waiting = tuple(one.trigger for one in coming(table))
    for order in islice(permutations(waiting), MOST_ORDERS):
        yield TriggersOrdered(player=player, order=order)


def advance(table: Table) -> tuple[AbilityStacked, ...]:
    """Return the next waiting ability put on the stack, if nobody has anything to order."""
    if not table.triggers or not is_stacking(table):
        return ()
    waiting = coming(table)
    if not waiting or not _is_ordered(table, waiting):
        return ()
    order = {number: place for place, number in enumerate(table.trigger_order)}
    first = min(waiting, key=lambda one: (order.get(one.trigger, 0), one.trigger))
    return (
        AbilityStacked(
            player=first.player,
            object=minted(table, "o")[0],
            trigger=first.trigger,
            source=first.source,
            card=first.card,
        ),
    )
