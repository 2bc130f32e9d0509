"""Mulligans."""

from collections.abc import Iterator

from events.base import Decision, Event
from events.identifiers import Seat
from events.mulligans import HandKept, MulliganDeclared
from events.turns import TurnBegan
from events.vocabulary import Phase, Zone
from machine.chance import Chance
from machine.phases import follow
from machine.pregame import first_turn
from machine.procedure import NOBODY, Asked, ask, checks, offers
from projections.table import Table


@checks(MulliganDeclared)
def check_declared(table: Table, decision: MulliganDeclared) -> None:
    """x."""


@offers(MulliganDeclared)
def offer(table: Table, player: Seat) -> Iterator[Decision]:
    """x."""
    yield MulliganDeclared(player=player, mulligan=False)


def awaiting(table: Table) -> Asked:
    """x."""
    if table.phase is not Phase.MULLIGAN_DECLARING or table.mulligan is None:
        return NOBODY
    for seat in table.playing:
        if seat not in table.mulligan.declared and seat not in table.mulligan.kept:
            return ask(seat, "keep or mulligan", "103.5", MulliganDeclared)
    return NOBODY


def advance(table: Table, chance: Chance) -> tuple[Event, ...]:
    """x."""
    if table.phase is Phase.OPENING_HAND_ACTIONS and "began" not in table.turn.done:
        return first_turn(table)
    m = table.mulligan
    if table.phase is Phase.MULLIGAN_DECLARING and m is not None:
        for seat in table.playing:
            if seat in m.declared and seat not in m.kept:
                return (HandKept(player=seat, size=table.players[seat].size(Zone.HAND)),)
    e = follow(table)
    return () if e is None else (e,)
