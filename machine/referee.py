"""The referee: what must be decided, whether a decision is legal, and what comes next.

Implements the frame of all procedures. Pure: a table and chance go in, events come out; what comes
next is always computed from the table, so a game goes on from any table there is. Whole batches are
made in ``machine.running``.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from events.base import Decision, Event
from events.coin_flips import ReflipChosen
from events.combat import AttackersDeclared
from events.contraptions import CrankChosen
from events.errors import IllegalAction
from events.game import Conceded, DrawOffered
from events.identifiers import Seat
from events.mulligans import MulliganActionTaken, OpeningHandActionTaken
from events.stack import CostPaid, ManaAbilityActivated
from events.turns import HandSizeDiscarded
from events.vocabulary import PREGAME
from events.zones import DiscardChosen, LandPlayed, LegendChosen
from machine import (
    announcing,
    apnap_choices,
    coin_flips,
    combat,
    contraptions,
    ending,
    lands,
    mana,
    mulligans,
    opening_hands,
    paying,
    pregame,
    reflips,
    resolution,
    state_based_actions,
    trigger_stacking,
    turns,
)
from machine.chance import Chance
from machine.control import check_decider, with_deciders
from machine.instructions import choices
from machine.procedure import CHECKS, NOBODY, OFFERS, REASONS, Asked, is_legal, refuse
from projections.folds.stack import drafted
from projections.table import Table

ALWAYS: tuple[type[Decision], ...] = (Conceded, DrawOffered)
"""Decisions that nobody has to be asked for (CR 104.3a, 104.4)."""

AFTER: Mapping[type[Event], Callable[[Table, Any], tuple[Event, ...]]] = {
    AttackersDeclared: combat.after_attackers,
    MulliganActionTaken: mulligans.after_action,
    OpeningHandActionTaken: opening_hands.after_action,
    LandPlayed: lands.after_land,
    CostPaid: paying.after_paid,
    ManaAbilityActivated: mana.after_mana,
    ReflipChosen: reflips.after_reflip,
    HandSizeDiscarded: turns.after_discard,
    LegendChosen: state_based_actions.after_legend,
    DiscardChosen: choices.after_discard_chosen,
    CrankChosen: contraptions.after_cranked,
}
"""What a decision does by itself, computed on the table on which it was made."""


class _Look(Struct, frozen=True, gc=False):
    """What a table calls for, found once: after a batch the same table is asked about again."""

    table: Table | None = None
    over: tuple[Event, ...] = ()
    """How the game ends, or a player leaves it, before anything else."""
    asked: Asked = NOBODY
    is_busy: bool = False


_last: list[_Look] = [_Look()]


def awaiting(table: Table) -> Asked:
    """Return who must decide what; nothing while the game goes on by itself, or is over."""
    return with_deciders(table, _look(table).asked)


def _look(table: Table) -> _Look:
    look = _last[0]
    if look.table is not table:
        look = _last[0] = _found(table)
    return look


def _found(table: Table) -> _Look:
    if table.result is not None:
        return _Look(table)
    over = ending.advance(table)
    if over:
        return _Look(table, over)
    if table.draw_offer is not None:
        return _Look(table, (), ending.awaiting(table))
    if table.priority.holder is not None and table.device_proposal is None and not table.flips:
        # CR 117.5: nothing else is under way then; but who leaves, or a judge, may give a player a
        # Contraption that needs a sprocket, and a flip may be instructed from outside the game
        return _Look(table, (), contraptions.awaiting(table) or turns.awaiting(table))
    if _is_busy(table):
        return _Look(table, (), _in_procedure(table), is_busy=True)
    return _Look(table, (), contraptions.awaiting(table) or _in_turn(table))


def _in_procedure(table: Table) -> Asked:
    if apnap_choices.under_way(table) is not None:
        return apnap_choices.awaiting(table)  # CR 101.4: nothing else goes on meanwhile
    if table.turn.phase in PREGAME:
        return pregame.awaiting(table) or mulligans.awaiting(table) or coin_flips.awaiting(table)
    return (
        coin_flips.awaiting(table)
        or contraptions.awaiting(table)
        or resolution.awaiting(table)
        or announcing.awaiting(table)
    )


def _is_busy(table: Table) -> bool:
    """Whether something under way has to finish before the turn goes on."""
    return (
        table.resolution is not None
        or drafted(table) is not None
        or (bool(table.flips) and any(flip.outcome is None for flip in table.flips))
        or table.device_proposal is not None
        or apnap_choices.under_way(table) is not None
        or table.turn.phase in PREGAME
    )


def _in_turn(table: Table) -> Asked:
    return (
        combat.awaiting(table)
        or state_based_actions.awaiting(table)
        or trigger_stacking.awaiting(table)
        or turns.awaiting(table)
    )


def advance(table: Table, chance: Chance) -> tuple[Event, ...]:
    """Return the next automatic batch, or nothing when somebody must decide or the game is over."""
    look = _look(table)
    if look.over:
        return look.over
    if look.asked or table.result is not None:
        return ()
    if table.turn.phase in PREGAME:
        return (
            apnap_choices.advance(table)
            or pregame.advance(table, chance)
            or mulligans.advance(table, chance)
        )
    if look.is_busy:
        return (
            coin_flips.advance(table, chance)
            or apnap_choices.advance(table)
            or resolution.advance(table, chance)
            or announcing.advance(table)
        )
    return combat.advance(table) or turns.advance(table)


def check(table: Table, decision: Decision, by: Seat | None = None) -> None:
    """Raise ``IllegalAction`` unless a decision is asked for now and its own check lets it pass.

    ``by`` is who makes it, where that is to be judged too: its player, or who controls them.
    """
    kind = type(decision)
    if kind not in CHECKS:
        raise refuse(
            "decision/not_submitted",
            f"{decision.player} cannot submit {kind.__name__}",
            "101.3",
            "players do not decide this",
        )
    if by is not None:
        check_decider(table, decision, by)
    if kind not in ALWAYS:
        _check_asked(table, decision)
    CHECKS[kind](table, decision)


def is_allowed(table: Table, decision: Decision) -> bool:
    """Whether ``check`` lets a decision pass: it is asked for now, and legal."""
    try:
        check(table, decision)
    except IllegalAction:
        return False
    return True


def _check_asked(table: Table, decision: Decision) -> None:
    asked, kind = awaiting(table), type(decision)
    for one in asked:
        if one.player == decision.player and kind in one.decisions:
            return
    what = f"{decision.player} cannot decide {type(decision).__name__} now"
    if table.result is not None:
        raise refuse("decision/game_over", what, "104.1", "the game is over")
    if decision.player not in table.players:
        raise refuse(
            "decision/unknown_player", what, "102.1", "no such player", legal=table.playing
        )
    if kind in REASONS:
        REASONS[kind](table, decision)
    waiting = "; ".join(f"{one.player} has to {one.what}" for one in asked)
    raise refuse(
        "decision/not_asked",
        what,
        asked[0].rule if asked else "117.1",
        waiting or "nobody is asked anything",
        legal=tuple(f"{one.player}: {name}" for one in asked for name in one.names),
    )


def decide(table: Table, decision: Decision, chance: Chance) -> tuple[Event, ...]:
    """Return the decision, as it was submitted, and what it does by itself; raise if it is illegal."""
    del chance  # no decision draws: chance comes in when the game advances
    check(table, decision)
    return (decision, *effects_of(table, decision))


def effects_of(table: Table, decision: Event) -> tuple[Event, ...]:
    """Return what a decision does by itself, on the table on which it is made."""
    after = AFTER.get(type(decision))
    return () if after is None else after(table, decision)


def legal_decisions(table: Table) -> Iterator[Decision]:
    """Yield what players may decide now. Large sets of divisions, targets and orders come lazily."""
    for one in awaiting(table):
        for kind in one.decisions:
            for decision in OFFERS[kind](table, one.player):
                if is_legal(table, decision):
                    yield decision
