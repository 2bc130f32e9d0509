"""Audit of coin flips: the call before the coin, one coin that counts, an outcome that fits.

Implements CR 705.2 and 705.3, 614.1a for coins that are ignored, and 608.2b for flips that are not made.
What an imported record does not tell is not held against it.
"""

from collections.abc import Iterator, Sequence
from functools import singledispatch

from events.base import Event
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipShown,
    FlipWon,
)
from events.log import EventLog
from events.stack import ResolutionBegan
from machine.coin_flips import caller_now
from machine.flip_effects import coins_for
from machine.targets import illegal_slots
from projections.progress import Flip, StackItem, ignored_once
from projections.table import Table
from replays.audit.framework import Finding, audits

Outcome = FlipWon | FlipLost | FlipShown


@audits("coin_flips")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Check what is instructed, calls, coins, what is ignored, and outcomes."""
    began = 0
    for seq in range(1, len(log)):
        event: Event = log[seq].event
        before = tables[seq - 1]
        if isinstance(event, ResolutionBegan):
            began = seq
        elif isinstance(event, FlipInstructed):
            yield from _instructed(seq, event, before)
        elif isinstance(event, CoinFlipped | FlipCalled | FlipIgnored | Outcome):
            if isinstance(event, CoinFlipped) and began:
                yield from _without_targets(seq, event, before, tables[began - 1])
            flip = next((one for one in before.flips if one.flip == event.flip), None)
            if flip is not None:
                yield from _of(event, seq, flip, before)


def _finding(seq: int, name: str, message: str, rule: str = "705.2") -> Finding:
    return Finding(seq=seq, code=f"flip/{name}", rule=rule, message=message)


def _instructed(seq: int, event: FlipInstructed, before: Table) -> Iterator[Finding]:
    """The number of coins, where the whole table is known; and who calls, since flippers do."""
    flips = before.rules.flip
    if event.contested and event.caller not in (None, event.flipper) and flips.caller == "flipper":
        yield _finding(
            seq,
            "caller",
            f"{event.caller} is to call flip {event.flip}; its flipper {event.flipper} should",
        )
    if event.source is None or before.header.imported is not None:
        return
    coins = coins_for(before, event.flipper)
    if event.coins != coins:
        yield _finding(
            seq,
            "coins",
            f"flip {event.flip} is made with {event.coins} coins; the effects there are make it {coins}",
            "614.5",
        )


def _without_targets(
    seq: int, event: CoinFlipped, before: Table, as_it_began: Table
) -> Iterator[Finding]:
    """CR 608.2b: an object all of whose targets are illegal does nothing, so that no coin is tossed."""
    frame = before.resolution
    if frame is None:
        return
    if frame.lost_targets or _all_were_illegal(as_it_began, frame.item):
        yield _finding(
            seq,
            "no_legal_target",
            f"coin {event.coin} of flip {event.flip} is tossed for {frame.item.card or frame.item.id},"
            " all of whose targets are illegal",
            "608.2b",
        )


def _all_were_illegal(as_it_began: Table, item: StackItem) -> bool:
    """Whether an object had targets, and none of them was legal; what is unknown counts as legal."""
    targets = [target for each in item.targets.values() for target in each]
    illegal = {target for _, target, _ in illegal_slots(as_it_began, item)}
    gone = set(as_it_began.players) - set(as_it_began.playing)  # no player who has left is one
    return bool(targets) and set(targets) <= illegal | gone


@singledispatch
def _of(event: Event, seq: int, flip: Flip, before: Table) -> Iterator[Finding]:
    """Yield what is wrong with an event of a flip."""
    raise TypeError(event, seq, flip, before)


@_of.register
def _call(event: FlipCalled, seq: int, flip: Flip, before: Table) -> Iterator[Finding]:
    if flip.coins:
        yield _finding(
            seq, "called_late", f"{event.player} calls flip {flip.flip} after its coin came up"
        )
    if flip.caller is not None and event.player != (caller := caller_now(before, flip)):
        yield _finding(seq, "caller", f"{event.player} calls flip {flip.flip}; {caller} should")


@_of.register
def _coin(event: CoinFlipped, seq: int, flip: Flip, _before: Table) -> Iterator[Finding]:
    if flip.caller is not None and flip.call is None:
        yield _finding(
            seq, "not_called", f"flip {flip.flip} is tossed before {flip.caller} has called"
        )
    if event.coin > flip.wanted:
        yield _finding(
            seq,
            "too_many_coins",
            f"coin {event.coin} of flip {flip.flip}, which has {flip.wanted}",
            "614.5",
        )


@_of.register
def _ignored(event: FlipIgnored, seq: int, flip: Flip, _before: Table) -> Iterator[Finding]:
    coins = len(flip.coins) or flip.wanted  # an imported record may tell no faces at all
    there = frozenset(range(1, coins + 1))
    left = len(there - ignored_once(event.coins, flip.ignored, there))
    if left != 1:
        yield _finding(
            seq,
            "ignored",
            f"{left} coins of flip {flip.flip} are left to count; it should be one",
            "614.1a",
        )


@_of.register(FlipWon)
@_of.register(FlipLost)
@_of.register(FlipShown)
def _outcome(event: Outcome, seq: int, flip: Flip, before: Table) -> Iterator[Finding]:
    if event.player != flip.flipper:
        yield _finding(
            seq,
            "not_the_flipper",
            f"flip {flip.flip} means something for {event.player}; it is {flip.flipper}'s alone",
        )
    yield from _coins_of(event, seq, flip, is_imported=before.header.imported is not None)
    if isinstance(event, FlipShown):
        return
    if event.forced:
        yield from _forced(event, seq, before)
    elif not flip.contested:
        yield _finding(
            seq, "no_winner", f"flip {flip.flip} is about faces alone: nobody wins or loses it"
        )
    elif flip.call is not None and event.face is not None:
        yield from _winner(event, seq, flip)


def _coins_of(event: Outcome, seq: int, flip: Flip, *, is_imported: bool) -> Iterator[Finding]:
    """Whether every coin was tossed, and the one that counts is the one the outcome is about."""
    if not flip.coins:
        return  # an imported record may tell an outcome and no coin
    if len(flip.coins) < flip.wanted:
        yield _finding(
            seq,
            "too_few_coins",
            f"flip {flip.flip} is over after {len(flip.coins)} of {flip.wanted} coins",
            "614.5",
        )
    elif flip.kept is None:
        if is_imported and not flip.ignored and event.face is None:
            return  # an imported record may tell all coins, and not which of them counted
        left = sum(coin not in flip.ignored for coin in range(1, len(flip.coins) + 1))
        yield _finding(
            seq, "ignored", f"flip {flip.flip} is over with {left} coins that count", "614.1a"
        )
    elif not getattr(event, "forced", False) and event.face not in (
        None,
        flip.coins[flip.kept - 1],
    ):
        yield _finding(
            seq,
            "ignored_counts",
            f"flip {flip.flip} is over with {event.face}; the coin that counts"
            f" shows {flip.coins[flip.kept - 1]}",
            "614.1a",
        )


def _forced(event: FlipWon | FlipLost, seq: int, before: Table) -> Iterator[Finding]:
    if not before.rules.flip.forced_results:
        yield _finding(
            seq, "forced", f"the result of flip {event.flip} is set, which no rule has yet", "705.3"
        )


def _winner(event: FlipWon | FlipLost, seq: int, flip: Flip) -> Iterator[Finding]:
    right = event.face is flip.call
    won = right if flip.caller in (None, flip.flipper) else not right
    if won != isinstance(event, FlipWon):
        told = "won" if isinstance(event, FlipWon) else "lost"
        yield _finding(
            seq,
            "outcome",
            f"flip {flip.flip} came up {event.face}, was called {flip.call}, and is {told}",
        )
