"""Controlling another player: who makes a player's decisions, and which nobody else can make.

Implements CR 722 as far as the Golden Rules need it: an effect ``control_player``. The player stays
who they are, with their turn, priority and cards; only the decisions are made by another.
"""

from msgspec.structs import replace

from events.base import Decision
from events.game import Conceded, DrawAnswered, DrawOffered
from events.identifiers import Seat
from machine.procedure import Asked, refuse
from projections.sight import CONTROL, controller_of
from projections.table import Table

OWN: tuple[type[Decision], ...] = (Conceded, DrawOffered, DrawAnswered)
"""Decisions about leaving or ending the game: a player makes them, whoever controls them."""


def decider(table: Table, decision: Decision) -> Seat:
    """Return who makes a decision: its player, or who controls that player."""
    player = Seat(decision.player)
    if not table.effects or isinstance(decision, OWN):
        return player
    return controller_of(table, player) or player


def check_decider(table: Table, decision: Decision, by: Seat) -> None:
    """Raise unless the decision is this player's to make (CR 104.3a, 722.5, 722.6)."""
    entitled = decider(table, decision)
    if by == entitled:
        return
    what = f"{by} cannot decide {type(decision).__name__} for {decision.player}"
    if isinstance(decision, OWN):
        because = f"conceding and agreeing to draws are {decision.player}'s alone"
        raise refuse("control/own_decision", what, "722.6", because, legal=(entitled,))
    because = f"{entitled} makes the decisions of {decision.player}"
    raise refuse("control/not_theirs", what, "722.5", because, legal=(entitled,))


def with_deciders(table: Table, asked: Asked) -> Asked:
    """Return what is asked, with who decides where that is not the player who is asked."""
    if not table.effects or not any(effect.kind == CONTROL for effect in table.effects):
        return asked
    return tuple(
        one
        if issubclass(one.decisions[0], OWN)
        else replace(one, by=controller_of(table, one.player))
        for one in asked
    )
