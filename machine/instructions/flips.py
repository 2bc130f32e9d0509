"""Instructions that flip coins, and those that repeat a process as the coins have it.

Implements CR 705 and 608.2c: how far a run of flips has come stands on the table, flip by flip.
"""

from collections.abc import Iterator

from events.base import Decision, Event
from events.coin_flips import FlipRunContinued, FlipRunEnded
from events.errors import LimitExceeded
from events.identifiers import Seat
from events.instructions import FlipCoins, Reflip, RepeatFrom
from events.stack import ProgramRepeated
from events.vocabulary import Face, FlipOutcome
from machine.chance import Chance
from machine.characteristics import card_named
from machine.coin_flips import Wanted, instruct
from machine.conditions import flips_of
from machine.context import Context, followed
from machine.executor import Obstacle, at_once, follows
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.progress import Flip
from projections.table import Table

MOST_REPEATS = 2_000
"""Rounds of a process that coins repeat, in one resolution. A fair round ends the longest of them,
two coins that both have to be heads, with a chance of 1/4: 2,000 rounds do not end it with a chance
of (3/4)^2000, below 10^-249. Reaching the bound is a defect, or chance that is none."""

MOST_FLIPS = 10_000
"""Flips of one run "until you lose", in one resolution. Coins alone go on so long with a chance of
2^-10000; with other coins to keep, a player who wants to end the run keeps a losing one."""


class Flips:
    """CR 705: one flip after another where a run is asked for, otherwise all of them at once."""

    def awaiting(self, context: Context) -> Asked:
        """Ask a player who may stop whether to go on, after each flip that was won."""
        if not _may_stop(context):
            return NOBODY
        return ask(
            _flipper(context), "flip again or stop", "608.2d", FlipRunContinued, FlipRunEnded
        )

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Instruct the flips, or end with what they came to."""
        del chance
        made = made_here(context)
        if not made or _goes_on(context, made):
            events = self._instructed(context)
            return events or context.finished(asked=1)
        return (context.done(len(made)),)

    def obstacle(self, context: Context) -> Obstacle:
        """Coins can always be flipped."""
        del context
        return None

    @staticmethod
    def _instructed(context: Context) -> tuple[Event, ...]:
        instruction: FlipCoins = context.instruction
        wanted = tuple(_wanted(context))
        if len(context.frame.flips) + len(wanted) > MOST_FLIPS:
            raise LimitExceeded("limit/flips", f"more than {MOST_FLIPS} flips in one resolution")
        return instruct(
            context.table,
            wanted,
            asks=instruction.asks,
            card=card_named(context.table, context.item.card),
            source=context.source_id,
            chosen=context.frame.chosen or (),
            purpose=instruction.purpose,
        )


def _wanted(context: Context) -> Iterator[Wanted]:
    """Yield the flips of a batch: for each object, or so many for each player, in APNAP order."""
    instruction: FlipCoins = context.instruction
    seats = context.players(instruction.who)
    if instruction.each is not None:
        for name in context.objects(instruction.each):
            yield from (Wanted(seat, name) for seat in seats)
        return
    also = context.players(instruction.also) if instruction.also is not None else ()
    count = 1 if instruction.until else max(0, context.amount(instruction.count))
    for seat in (*seats, *also):
        yield from (Wanted(seat) for _ in range(count))


def made_here(context: Context) -> tuple[Flip, ...]:
    """Return the flips that the instruction under way has made since it was begun."""
    numbers = context.frame.flips[context.frame.flips_before :]
    return tuple(flip for flip in context.table.flips if flip.flip in numbers)


def _goes_on(context: Context, made: tuple[Flip, ...]) -> bool:
    """Whether a run is not over: the last flip was won, and its player has not stopped."""
    instruction: FlipCoins = context.instruction
    if not instruction.until or made[-1].outcome is not FlipOutcome.WON:
        return False
    return context.frame.values.get("stopped") != len(context.frame.flips)


def _may_stop(context: Context) -> bool:
    """Whether a player has won so far, may stop, and has not said yet what to do."""
    instruction: FlipCoins = context.instruction
    made = made_here(context)
    if instruction.until != "lost_or_stop" or not made or not _goes_on(context, made):
        return False
    return context.frame.values.get("continued") != len(context.frame.flips)


def _flipper(context: Context) -> Seat:
    return made_here(context)[-1].flipper


follows(FlipCoins, Flips())


def _run(table: Table) -> Context | None:
    """Return the run of flips that a player may stop now, or nothing."""
    context = followed(table, FlipCoins)
    return context if context is not None and _may_stop(context) else None


def _check_run(table: Table, decision: FlipRunContinued | FlipRunEnded) -> Context:
    context = _run(table)
    if context is None or _flipper(context) != decision.player:
        raise refuse(
            "flip/no_run",
            f"{decision.player} cannot go on or stop flipping",
            "608.2d",
            "no run of theirs waits for that",
        )
    return context


@checks(FlipRunContinued)
def check_continued(table: Table, decision: FlipRunContinued) -> None:
    """CR 608.2d: a player who may stop flips again."""
    _check_run(table, decision)


@checks(FlipRunEnded)
def check_ended(table: Table, decision: FlipRunEnded) -> None:
    """CR 608.2d: a player stops with the flips that were won; the number is part of the record."""
    wins = _wins(_check_run(table, decision))
    if decision.wins != wins:
        raise refuse(
            "flip/run_wins",
            f"{decision.player} cannot stop after {decision.wins} won flips",
            "608.2d",
            f"{wins} are won",
            wins=wins,
        )


def _wins(context: Context) -> int:
    return sum(flip.outcome is FlipOutcome.WON for flip in made_here(context))


@offers(FlipRunContinued)
def offer_continuing(_table: Table, player: Seat) -> Iterator[Decision]:
    """Flip again."""
    yield FlipRunContinued(player=player)


@offers(FlipRunEnded)
def offer_ending(table: Table, player: Seat) -> Iterator[Decision]:
    """Stop."""
    context = _run(table)
    if context is not None:
        yield FlipRunEnded(player=player, wins=_wins(context))


@at_once(RepeatFrom)
def repeat_from(context: Context) -> tuple[Event, ...]:
    """CR 608.2c: the process is repeated, unless the last flips were what ends it."""
    instruction: RepeatFrom = context.instruction
    if _is_over(context, instruction.unless):
        return (context.done(),)
    if context.frame.repeats >= MOST_REPEATS:
        raise LimitExceeded("limit/repeats", f"a process has been repeated {MOST_REPEATS} times")
    return (ProgramRepeated(object=context.item.id, instruction=instruction.instruction),)


def _is_over(context: Context, unless: str) -> bool:
    """Whether the flips of the last batch end the process; a round in which none was made ends it too.

    CR 609.3: what has no coin left to flip is not repeated for ever.
    """
    flips = flips_of(context.table, context.frame)
    if len({flip.batch for flip in flips}) <= context.frame.repeats:
        return True
    last = [flip for flip in flips if flip.batch == flips[-1].batch]
    if unless == "all_heads":
        return all(flip.face is Face.HEADS for flip in last)
    return last[-1].outcome == unless


@at_once(Reflip)
def reflip(context: Context) -> tuple[Event, ...]:
    """UFAQ.reflip: resolving with no coin on the table does nothing; see ``machine.reflips``."""
    return (context.done(0, skipped=1, why="no coin is shown"),)
