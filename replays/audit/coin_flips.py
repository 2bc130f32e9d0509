"""Audit of coin flips: the call before the coin, one coin that counts, an outcome that fits.

Implements CR 705.2 and 705.3, and 614.1a for coins that are ignored.
"""

from collections.abc import Iterator, Sequence

from events.base import Event
from events.coin_flips import CoinFlipped, FlipCalled, FlipIgnored, FlipLost, FlipWon
from events.log import EventLog
from projections.progress import Flip
from projections.table import Table
from replays.audit.framework import Finding, audits


@audits("coin_flips")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Check calls, ignored coins and outcomes."""
    for seq in range(1, len(log)):
        event: Event = log[seq].event
        before = tables[seq - 1]
        if not isinstance(event, FlipCalled | FlipIgnored | FlipWon | FlipLost | CoinFlipped):
            continue
        flip = next((one for one in before.flips if one.flip == event.flip), None)
        if flip is None:
            continue
        match event:
            case FlipCalled():
                yield from _call(seq, event, flip)
            case FlipIgnored():
                yield from _ignored(seq, event, flip)
            case CoinFlipped():
                yield from _coin(seq, event, flip)
            case _:
                yield from _outcome(seq, event, flip)


def _finding(seq: int, name: str, message: str, rule: str = "705.2") -> Finding:
    return Finding(seq=seq, code=f"flip/{name}", rule=rule, message=message)


def _call(seq: int, event: FlipCalled, flip: Flip) -> Iterator[Finding]:
    if flip.coins:
        yield _finding(
            seq, "called_late", f"{event.player} calls flip {flip.flip} after its coin came up"
        )
    if flip.caller is not None and event.player != flip.caller:
        yield _finding(
            seq, "caller", f"{event.player} calls flip {flip.flip}; {flip.caller} should"
        )


def _coin(seq: int, event: CoinFlipped, flip: Flip) -> Iterator[Finding]:
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


def _ignored(seq: int, event: FlipIgnored, flip: Flip) -> Iterator[Finding]:
    coins = len(flip.coins) or flip.wanted  # an imported record may tell no faces at all
    left = coins - len(flip.ignored | set(event.coins))
    if left != 1:
        yield _finding(
            seq,
            "ignored",
            f"{left} coins of flip {flip.flip} are left to count; it should be one",
            "614.1a",
        )


def _outcome(seq: int, event: FlipWon | FlipLost, flip: Flip) -> Iterator[Finding]:
    if event.forced or flip.call is None or event.face is None:
        return
    right = event.face is flip.call
    won = right if flip.caller in (None, flip.flipper) else not right
    if won != isinstance(event, FlipWon):
        told = "won" if isinstance(event, FlipWon) else "lost"
        yield _finding(
            seq,
            "outcome",
            f"flip {flip.flip} came up {event.face}, was called {flip.call}, and is {told}",
        )
