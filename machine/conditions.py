"""Conditions: when an ability works, and when an instruction is followed.

Implements CR 603.4 (intervening "if") and 608.2c.
"""

from events.selectors import Condition
from events.vocabulary import Face, FlipOutcome
from machine.apnap_order import active_side, sharing_turns
from machine.characteristics import source_of
from projections.progress import Flip, Resolution
from projections.table import GameObject, Table


def holds_for(table: Table, condition: Condition | None, thing: GameObject | None) -> bool:
    """Whether a condition about the state of the game holds for an ability's source.

    CR 608.2h: of a source that has left, what it last was.
    """
    if condition is None:
        return True
    if condition.counters:
        have = thing.counters.get(condition.counters, 0) if thing is not None else 0
        if have < condition.at_least:
            return False
    if condition.your_turn is not None and thing is not None:
        own = thing.controller in active_side(table)
        if own != condition.your_turn:
            return False
    return not (condition.not_starting and thing is not None and _is_starting(table, thing))


def _is_starting(table: Table, thing: GameObject) -> bool:
    """CR 103.1a: teams that share their turns have a starting team, and no starting player."""
    seat = thing.controller or thing.owner
    return seat is not None and table.starting_player in sharing_turns(table, seat)


def holds(table: Table, condition: Condition | None, frame: Resolution) -> bool:
    """Whether a condition on an instruction holds in the resolution under way.

    It asks for flips of this resolution alone: an earlier one's result never counts.
    """
    if condition is None:
        return True
    flips = flips_of(table, frame)
    if condition.flip is not None and not _last_was(flips, condition.flip):
        return False
    if condition.wins_at_least:
        wins = sum(flip.outcome is FlipOutcome.WON for flip in flips)
        if wins < condition.wins_at_least:
            return False
    if condition.done is not None and bool(frame.values.get("done", 0)) != condition.done:
        return False
    return holds_for(table, condition, source_of(table, frame.item))


def flips_of(table: Table, frame: Resolution) -> tuple[Flip, ...]:
    """Return the flips that the resolving object has made, in order."""
    return tuple(flip for flip in table.flips if flip.flip in frame.flips)


def _last_was(flips: tuple[Flip, ...], wanted: str) -> bool:
    if not flips:
        return False
    last = flips[-1]
    match wanted:
        case "won":
            return last.outcome is FlipOutcome.WON
        case "lost":
            return last.outcome is FlipOutcome.LOST
        case "heads":
            return last.face is Face.HEADS
        case _:
            return last.face is Face.TAILS
