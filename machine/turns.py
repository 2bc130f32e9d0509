"""The turn: turn-based actions, priority, and what happens when everybody has passed.

Implements CR 117, 500-505, 513-514, 703.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from events.base import Decision, Event
from events.identifiers import Seat
from events.stack import ManaEmptied, ResolutionBegan, TargetBecameIllegal
from events.turns import (
    DamageWoreOff,
    HandSizeDiscarded,
    PermanentsUntapped,
    PhaseEntered,
    PriorityPassed,
    PriorityReceived,
    StepSkipped,
    TurnBasedActionDone,
    TurnBegan,
    TurnSkipped,
)
from events.vocabulary import MoveReason, Phase, Zone
from events.zones import CardMoved
from machine import contraptions, state_based_actions, trigger_stacking
from machine.apnap_order import active_side, apnap, player_count, sharing_turns, team_count
from machine.characteristics import permanents
from machine.damage import life_changes
from machine.golden_rules import is_prohibited
from machine.phases import next_phase
from machine.pregame import drawing
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from machine.targets import illegal_slots
from projections.edit import minted
from projections.folds.game import unit_factor
from projections.table import Table

NO_PRIORITY = frozenset({Phase.UNTAP, Phase.CLEANUP})
"""CR 502.4, 514.3: no player receives priority in these steps, normally."""

MOST_OFFERED = 200
"""Discards offered one by one; a larger choice is described, not listed."""


@checks(PriorityPassed)
def check_pass(table: Table, decision: PriorityPassed) -> None:
    """CR 117.3d: whoever has priority may pass."""
    if table.priority.holder != decision.player:
        raise refuse(
            "priority/not_yours",
            f"{decision.player} cannot pass",
            "117.3d",
            f"{table.priority.holder or 'nobody'} has priority",
        )


@offers(PriorityPassed)
def offer_pass(_table: Table, player: Seat) -> Iterator[Decision]:
    """Pass."""
    yield PriorityPassed(player=player)


def excess(table: Table, seat: Seat) -> int:
    """Return how many cards a player has above their maximum hand size (CR 514.1)."""
    player = table.players[seat]
    return max(0, player.size(Zone.HAND) - player.maximum_hand_size)


@checks(HandSizeDiscarded)
def check_discard(table: Table, decision: HandSizeDiscarded) -> None:
    """CR 514.1: as cleanup begins, exactly the cards above the maximum hand size are discarded."""
    hand = table.players[decision.player].hand
    count = excess(table, decision.player)
    chosen = set(decision.cards)
    if len(decision.cards) != count or len(chosen) != count or not chosen <= set(hand):
        raise refuse(
            "cleanup/discard",
            f"{decision.player} cannot discard {', '.join(decision.cards) or 'nothing'}",
            "514.1",
            f"{count} different cards from hand have to be discarded",
            hand=len(hand),
            count=count,
        )


@offers(HandSizeDiscarded)
def offer_discards(table: Table, player: Seat) -> Iterator[Decision]:
    """Every set of cards of the right size."""
    for cards in combinations(table.players[player].hand, excess(table, player)):
        yield HandSizeDiscarded(player=player, cards=cards)


def awaiting(table: Table) -> Asked:
    """Who has to discard, or has priority."""
    if table.turn.phase is Phase.CLEANUP and "began" not in table.turn.done:
        discarding = _discarding(table)
        if discarding is not None:
            return ask(discarding, "discard down to hand size", "514.1", HandSizeDiscarded)
    holder = table.priority.holder
    return NOBODY if holder is None else _act_or_pass(holder)


@lru_cache(maxsize=64)
def _act_or_pass(holder: Seat) -> Asked:
    return ask(holder, "act or pass", "117.1", *PRIORITY_DECISIONS)


PRIORITY_DECISIONS: list[type[Decision]] = [PriorityPassed]
"""What a player with priority may do; each procedure adds its own as it is imported."""


def _discarding(table: Table) -> Seat | None:
    if "discard" in table.turn.done:
        return None
    return next((seat for seat in active_side(table) if excess(table, seat)), None)


def after_discard(table: Table, decision: HandSizeDiscarded) -> tuple[Event, ...]:
    """Return the moves that a discard decided on makes."""
    names = minted(table, count=len(decision.cards))
    return tuple(
        CardMoved(card=card, new=new, to=Zone.GRAVEYARD, reason=MoveReason.DISCARDED)
        for card, new in zip(decision.cards, names, strict=True)
    )


def advance(table: Table) -> tuple[Event, ...]:
    """Return the next automatic step of a turn, or nothing while a player has to act."""
    if "began" in table.turn.done:
        return _proceed(table)
    return _turn_based(table) or _priority(table)


def _turn_based(table: Table) -> tuple[Event, ...]:
    action = TURN_BASED.get(table.turn.phase)
    return () if action is None else action(table)


def _untap(table: Table) -> tuple[Event, ...]:
    """CR 502.3: the active player untaps their permanents, all at once."""
    if "untap" in table.turn.done:
        return ()
    side = active_side(table)
    tapped = tuple(
        thing.id
        for thing in permanents(table)
        if thing.tapped and thing.controller in side and not is_prohibited(table, "untap", thing.id)
    )
    if not side:
        return (TurnBasedActionDone(action="untap"),)
    return (PermanentsUntapped(player=side[0], objects=tapped),)


def _draw(table: Table) -> tuple[Event, ...]:
    """CR 504.1, 805.4: the active player, or each of the active team, draws a card.

    Not if something says players can't (CR 101.2). From 2006-10-01 to 2007-04-30 the first player
    of a starting team skipped the first draw, and the second did not.
    """
    if "draw" in table.turn.done:
        return ()
    side = active_side(table)
    if table.turn.number == 1 and _is_two_headed(table):
        side = side[1:]  # a team that skips the whole step does not get here
    drawers = tuple(seat for seat in side if not is_prohibited(table, "draw", seat))
    if not drawers:
        return (TurnBasedActionDone(action="draw"),)
    return tuple(drawing(table, seat, 1, beyond=number) for number, seat in enumerate(drawers))


def _cleanup(table: Table) -> tuple[Event, ...]:
    if _discarding(table) is not None:
        return ()
    if "wear_off" not in table.turn.done:
        return (DamageWoreOff(),)
    return ()


TURN_BASED: Mapping[Phase, Callable[[Table], tuple[Event, ...]]] = {
    Phase.UNTAP: _untap,
    Phase.UPKEEP: contraptions.turn_based,
    Phase.DRAW: _draw,
    Phase.CLEANUP: _cleanup,
}
"""What happens by itself as a step begins, before anybody gets priority (CR 703.3)."""


def _priority(table: Table) -> tuple[Event, ...]:
    """CR 117.4: when all have passed in succession, the top resolves or the step ends."""
    priority = table.priority
    if priority.holder is not None:
        return ()
    if priority.passed and set(table.playing) <= set(priority.passed):
        return _all_passed(table)
    if table.turn.phase is Phase.UNTAP:
        return _proceed(table)
    return _before_priority(table) or _received(table)


def _before_priority(table: Table) -> tuple[Event, ...]:
    """CR 117.5: state-based actions until none apply, then triggers onto the stack."""
    actions = state_based_actions.advance(table)
    if actions and table.turn.phase is Phase.CLEANUP and "acted" not in table.turn.done:
        return (TurnBasedActionDone(action="acted"),)
    return actions or trigger_stacking.advance(table)


def _received(table: Table) -> tuple[Event, ...]:
    if table.turn.phase is Phase.CLEANUP and not _cleanup_priority(table):
        return _proceed(table)
    receiver = _receiver(table)
    return () if receiver is None else (PriorityReceived(player=receiver),)


def _cleanup_priority(table: Table) -> bool:
    """CR 514.3a: only if state-based actions were performed or a trigger was put on the stack."""
    return bool(table.stack) or "acted" in table.turn.done or "priority" in table.turn.done


def _receiver(table: Table) -> Seat | None:
    """CR 117.3: who acted last gets priority again, otherwise the active player or the next one."""
    following = table.priority.next
    if following is not None and table.players[following].is_playing:
        return following
    active = table.turn.active_player
    if active is not None and table.players[active].is_playing:
        return active
    return next(iter(apnap(table)), None)  # CR 800.4j: the next in turn order


def _all_passed(table: Table) -> tuple[Event, ...]:
    """CR 117.4: the top of the stack resolves; with an empty stack the step or phase ends."""
    if table.stack:
        item = table.stack[-1]
        gone = tuple(
            TargetBecameIllegal(object=item.id, slot=slot, target=target, share=share)
            for slot, target, share in illegal_slots(table, item)
        )
        return (ResolutionBegan(object=item.id), *gone)
    return _emptied(table) or _proceed(table)


def _emptied(table: Table) -> tuple[Event, ...]:
    """CR 500.5: unspent mana is lost as the step or phase ends.

    Before 2009-07-11 only as a phase ended; and each mana lost so cost its player a life.
    """
    if table.rules.turn.mana_empties == "per_phase":
        ahead = next_phase(table)
        if ahead is not None and ahead.phase == table.phase.phase and ahead.phase != "main":
            return ()
    players = table.players
    lost = {
        seat: sum(player.mana.values())
        for seat in table.turn_order
        if (player := players[seat]).mana and player.is_playing
    }
    if not lost:
        return ()
    emptied = tuple(ManaEmptied(player=seat, lost=count) for seat, count in lost.items())
    if not table.rules.turn.mana_burn:
        return emptied
    units = unit_factor(table.header)
    burned = life_changes(table, ((seat, -count * units) for seat, count in lost.items()))
    return (*emptied, *burned)


def _proceed(table: Table) -> tuple[Event, ...]:
    """Return what takes the game to its next phase: a skip, a new turn, or the phase itself."""
    ahead = next_phase(table)
    if ahead is None:
        return ()
    skip = _skip(table, ahead)
    if skip is not None:
        return (skip,)
    if ahead is Phase.UNTAP and table.phase is Phase.CLEANUP and "began" not in table.turn.done:
        return _next_turn(table)
    return (PhaseEntered(phase=ahead),)


def _skip(table: Table, ahead: Phase) -> StepSkipped | None:
    """CR 103.8, 500.11: the first draw step of the game."""
    turn = table.turn
    if ahead is not Phase.DRAW or turn.number != 1 or turn.active_player is None:
        return None
    if "began" in turn.done or not skips_first_draw(table):
        return None
    return StepSkipped(phase=ahead, player=turn.active_player, why="first_draw")


def skips_first_draw(table: Table) -> bool:
    """CR 103.8: the starting player of two, or the starting team of two, skips the first draw."""
    if table.rules.pregame.first_draw_skip == "starting_player":
        return True
    if _is_two_headed(table):
        return table.rules.pregame.first_draw_skip_team == "team_skips"
    return player_count(table) == 2  # noqa: PLR2004 - two players


def _is_two_headed(table: Table) -> bool:
    return table.header.play.shared_team_turns and team_count(table) == 2  # noqa: PLR2004 - two teams


def _next_turn(table: Table) -> tuple[Event, ...]:
    """CR 500.7: extra turns come first, the most recently created before the others."""
    number = table.turn.number + 1
    if table.extra_turns:
        seat = table.extra_turns[-1]
        return _skipped(table, seat) or (TurnBegan(number=number, player=seat, extra=True),)
    seat = _after(table, table.turn.last_in_order)
    return _skipped(table, seat) or (TurnBegan(number=number, player=seat),)


def _skipped(table: Table, seat: Seat) -> tuple[Event, ...]:
    """CR 614.10, 805.8: a turn is skipped if its player, or one who shares it, has one to skip."""
    skipping = [one for one in sharing_turns(table, seat) if table.players[one].turns_to_skip]
    return tuple(TurnSkipped(player=one) for one in skipping[:1])


def _after(table: Table, seat: Seat | None) -> Seat:
    order = table.turn_order
    start = order.index(seat) + 1 if seat in order else 0
    coming = [one for one in order[start:] + order[:start] if table.players[one].is_playing]
    side = sharing_turns(table, seat) if seat is not None else ()
    return next((one for one in coming if one not in side), coming[0])
