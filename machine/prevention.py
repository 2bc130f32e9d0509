"""Choosing what a shield prevents, where more comes at once than it can stop.

Implements CR 615.7, 616.1: the player, or the permanent's controller, chooses.
"""

from collections.abc import Callable, Iterator
from typing import Any

from events.base import Decision
from events.division import PreventionChosen
from events.identifiers import Seat
from machine.damage import OpenPrevention, Packet, check_halves, open_prevention, spoken, told
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from machine.splits import within
from projections.folds.damage import in_units
from projections.table import Table

Coming = Callable[[Table], tuple[Packet, ...]]

COMING: list[Coming] = []
"""What can tell which damage is about to be dealt at once: combat, and what resolves."""


def tells_damage(coming: Coming) -> Coming:
    """Register the decorated function as one that tells which damage is about to be dealt."""
    COMING.append(coming)
    return coming


def next_choice(table: Table) -> OpenPrevention | None:
    """Return the choice that somebody has to make before damage can be dealt, or nothing."""
    if not table.shields:
        return None
    for coming in COMING:
        found = open_prevention(table, coming(table))
        if found is not None:
            return found
    return None


def asked_about(table: Table, packets: tuple[Packet, ...]) -> Asked:
    """Return who has to choose what a shield prevents of some damage."""
    found = open_prevention(table, packets) if table.shields else None
    if found is None:
        return NOBODY
    what = f"choose which damage shield {found.shield.shield} prevents"
    return ask(found.player, what, "615.7", PreventionChosen)


@checks(PreventionChosen)
def check_prevention(table: Table, decision: PreventionChosen) -> None:
    """CR 615.7: all that the shield can prevent, of damage that is about to be dealt."""
    found = next_choice(table)
    what = f"{decision.player} cannot use shield {decision.shield} like this"
    if found is None or found.shield.shield != decision.shield:
        raise refuse("prevent/nothing", what, "615.7", "there is nothing to choose about it")
    coming = {packet.source: packet.units for packet in found.packets}
    check_halves(table, what, halves=decision.halves)
    units = [in_units(table, amount, halves=decision.halves) for amount in decision.amounts]
    facts: dict[str, Any] = {"shield": found.shield.amount, "damage": coming}
    if len(units) != len(decision.sources) or len(set(decision.sources)) != len(units):
        because = "each source stands there once, with an amount"
        raise refuse("prevent/sources", what, "615.7", because, **facts)
    for source, amount in zip(decision.sources, units, strict=True):
        if amount > coming.get(source, 0):
            most = spoken(table, coming.get(source, 0))
            because = f"{source} would deal it {most}"
            raise refuse("prevent/too_much", what, "615.7", because, **facts)
    if sum(units) != found.shield.amount:
        whole = spoken(table, found.shield.amount)
        because = f"it prevents {whole}, no more and no less"
        raise refuse("prevent/sum", what, "615.7", because, **facts)


@offers(PreventionChosen)
def offer_preventions(table: Table, player: Seat) -> Iterator[Decision]:
    """Every way of using the shield up."""
    found = next_choice(table)
    if found is None:
        return
    limits = tuple(packet.units for packet in found.packets)
    for units in within(found.shield.amount, limits):
        used = [(packet.source, n) for packet, n in zip(found.packets, units, strict=True) if n]
        amounts = [told(table, number) for _, number in used]
        halves = any(half for _, half in amounts)
        yield PreventionChosen(
            player=player,
            shield=found.shield.shield,
            sources=tuple(source for source, _ in used),
            amounts=tuple(n for _, n in used) if halves else tuple(n for n, _ in amounts),
            halves=halves,
        )
