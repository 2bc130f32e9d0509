"""Folds of coin flips."""

from collections.abc import Callable

from msgspec.structs import replace

from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipDeviceAnswered,
    FlipDeviceProposed,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipRepeated,
    FlipRunEnded,
    FlipShown,
    FlipWon,
)
from events.identifiers import Seat
from events.vocabulary import FlipOutcome
from projections.edit import edit_player
from projections.handlers import applies
from projections.table import Device, Flip, Table


@applies(FlipInstructed)
def _instructed(table: Table, event: FlipInstructed) -> Table:
    flip = Flip(
        flip=event.flip,
        flipper=event.flipper,
        contested=event.contested,
        caller=event.caller,
        wanted=event.coins,
        about=event.about,
        source=event.source,
        batch=event.batch,
        device=event.device,
        purpose=event.purpose,
    )
    table = _set_flipped(table, event)
    numbers = replace(
        table.numbers,
        flip=max(table.numbers.flip, event.flip + 1),
        batch=max(table.numbers.batch, event.batch + 1),
    )
    resolution = table.resolution
    if resolution is not None:
        resolution = replace(resolution, flips=(*resolution.flips, event.flip))
        flips = (*table.flips, flip)
    else:
        flips = (*(one for one in table.flips if one.outcome is None), flip)
    return replace(table, flips=flips, numbers=numbers, resolution=resolution)


def _set_flipped(table: Table, event: FlipInstructed) -> Table:
    """Count sets, not coins: flips of one batch are one set for its flipper (CR 705.3)."""
    player = table.players.get(event.flipper)
    same = any(one.batch == event.batch and one.flipper == event.flipper for one in table.flips)
    if player is None or same:
        return table
    return edit_player(table, event.flipper, flips_this_turn=player.flips_this_turn + 1)


def _edit(table: Table, number: int, change: Callable[[Flip], Flip]) -> Table:
    flips = tuple(change(one) if one.flip == number else one for one in table.flips)
    return replace(table, flips=flips)


@applies(FlipCalled)
def _called(table: Table, event: FlipCalled) -> Table:
    return _edit(table, event.flip, lambda one: replace(one, call=event.call))


@applies(CoinFlipped)
def _flipped(table: Table, event: CoinFlipped) -> Table:
    return _edit(table, event.flip, lambda one: replace(one, coins=(*one.coins, event.face)))


@applies(FlipIgnored)
def _ignored(table: Table, event: FlipIgnored) -> Table:
    coins = frozenset(event.coins)
    return _edit(table, event.flip, lambda one: replace(one, ignored=one.ignored | coins))


@applies(FlipWon)
def _won(table: Table, event: FlipWon) -> Table:
    return _over(table, event, FlipOutcome.WON)


@applies(FlipLost)
def _lost(table: Table, event: FlipLost) -> Table:
    return _over(table, event, FlipOutcome.LOST)


@applies(FlipShown)
def _shown(table: Table, event: FlipShown) -> Table:
    return _over(table, event, FlipOutcome.NONE)


def _over(table: Table, event: FlipWon | FlipLost | FlipShown, outcome: FlipOutcome) -> Table:
    return _edit(
        table,
        event.flip,
        lambda one: replace(one, outcome=outcome, face=event.face, forced=event.forced),
    )


@applies(FlipRepeated)
def _repeated(table: Table, event: FlipRepeated) -> Table:
    """Ignore the shown result: the coins of the flip are tossed anew, the call stands."""
    return _edit(
        table,
        event.flip,
        lambda one: replace(one, coins=(), ignored=frozenset(), outcome=None, face=None),
    )


@applies(FlipDeviceProposed)
def _proposed(table: Table, event: FlipDeviceProposed) -> Table:
    device = Device(
        device=event.device,
        sides=event.sides,
        heads=event.heads,
        proposer=event.player,
        agreed=frozenset({event.player}),
    )
    return replace(table, device=device)


@applies(FlipDeviceAnswered)
def _answered(table: Table, event: FlipDeviceAnswered) -> Table:
    if not event.accepted:
        return replace(table, device=Device())
    agreed: frozenset[Seat] = table.device.agreed | {event.player}
    return replace(table, device=replace(table.device, agreed=agreed))


@applies(FlipRunEnded)
def _run_ended(table: Table, _event: FlipRunEnded) -> Table:
    if table.resolution is None:
        return table
    values = table.resolution.values.set("stopped", 1)
    return replace(table, resolution=replace(table.resolution, values=values))
