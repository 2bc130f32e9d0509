"""Folds of coin flips."""

from collections.abc import Callable

from immutables import Map
from msgspec.structs import replace

from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipDeviceAgreed,
    FlipDeviceAnswered,
    FlipDeviceProposed,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipRepeated,
    FlipRunContinued,
    FlipRunEnded,
    FlipShown,
    FlipWon,
    ReflipChosen,
)
from events.identifiers import Seat
from events.vocabulary import Face, FlipOutcome
from projections.edit import edit_objects, edit_player
from projections.folds.mana import spend
from projections.handlers import applies
from projections.kept_flips import came_again
from projections.progress import Device, Flip, Resolution, ignored_once
from projections.table import Table


@applies(FlipInstructed)
def _instructed(table: Table, event: FlipInstructed) -> Table:
    table = _set_flipped(table, event)
    player = table.players.get(event.flipper)
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
        turn_set=player.flips_this_turn if player is not None else 0,
    )
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
    same = any(one.batch == event.batch and one.flipper == event.flipper for one in table.flips)
    return table if same else _another_set(table, event.flipper)


def _another_set(table: Table, seat: Seat) -> Table:
    player = table.players.get(seat)
    if player is None:
        return table
    return edit_player(table, seat, flips_this_turn=player.flips_this_turn + 1)


def _edit(table: Table, number: int, change: Callable[[Flip], Flip]) -> Table:
    flips = tuple(change(one) if one.flip == number else one for one in table.flips)
    return replace(table, flips=flips)


@applies(FlipCalled)
def _called(table: Table, event: FlipCalled) -> Table:
    return _edit(table, event.flip, lambda one: replace(one, call=event.call, caller=event.player))


@applies(CoinFlipped)
def _flipped(table: Table, event: CoinFlipped) -> Table:
    if event.repeats:
        table = came_again(table, event.repeats)
    if not event.shown:
        return _edit(table, event.flip, lambda one: replace(one, coins=(*one.coins, event.face)))
    return _edit(
        table,
        event.flip,
        lambda one: replace(one, coins=(*one.coins, event.face), shown=(*one.shown, event.shown)),
    )


@applies(FlipIgnored)
def _ignored(table: Table, event: FlipIgnored) -> Table:
    def ignoring(flip: Flip) -> Flip:
        there = frozenset(range(1, flip.wanted + 1))
        return replace(flip, ignored=ignored_once(event.coins, flip.ignored, there))

    return _edit(table, event.flip, ignoring)


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
    table = _edit(
        table,
        event.flip,
        lambda one: replace(one, outcome=outcome, face=event.face, forced=event.forced),
    )
    frame = table.resolution
    if frame is None or event.flip not in frame.flips:
        return table
    return replace(table, resolution=replace(frame, values=_tallied(table, frame)))


def _tallied(table: Table, frame: Resolution) -> Map[str, int]:
    """Return the resolution's numbers with what its flips have come to so far."""
    flips = [one for one in table.flips if one.flip in frame.flips and one.outcome is not None]
    values = frame.values.set("wins", sum(one.outcome is FlipOutcome.WON for one in flips))
    values = values.set("losses", sum(one.outcome is FlipOutcome.LOST for one in flips))
    values = values.set("heads", sum(one.face is Face.HEADS for one in flips))
    return values.set("tails", sum(one.face is Face.TAILS for one in flips))


@applies(ReflipChosen)
def _reflip(table: Table, event: ReflipChosen) -> Table:
    """Pay for another flip, or let the batch that is shown stand."""
    if event.flip:
        player = table.players.get(event.player)
        if player is not None and event.mana:
            table = edit_player(table, event.player, mana=spend(player.mana, event.mana))
        return edit_objects(table, event.tapped, tapped=True)
    flips = tuple(
        replace(one, stood=one.stood | {event.player}) if one.outcome is None else one
        for one in table.flips
    )
    return replace(table, flips=flips)


@applies(FlipRepeated)
def _repeated(table: Table, event: FlipRepeated) -> Table:
    """The coins are flipped anew: another set of the turn, to which everybody may respond again."""
    flip = next((one for one in table.flips if one.flip == event.flip), None)
    if flip is None:
        return table
    table = _another_set(table, flip.flipper)
    player = table.players.get(flip.flipper)
    anew = replace(
        flip,
        coins=(),
        shown=(),
        ignored=frozenset(),
        outcome=None,
        face=None,
        forced=False,
        turn_set=player.flips_this_turn if player is not None else 0,
    )
    flips = (anew if one.flip == event.flip else one for one in table.flips)
    return replace(table, flips=tuple(_open_again(one, flip.batch) for one in flips))


def _open_again(flip: Flip, batch: int) -> Flip:
    return replace(flip, stood=frozenset()) if flip.batch == batch else flip


@applies(FlipDeviceProposed)
def _proposed(table: Table, event: FlipDeviceProposed) -> Table:
    proposal = Device(
        device=event.device,
        sides=event.sides,
        heads=event.heads,
        proposer=event.player,
        agreed=frozenset({event.player}),
        no_coin=event.no_coin,
    )
    return replace(table, device_proposal=proposal)


@applies(FlipDeviceAnswered)
def _answered(table: Table, event: FlipDeviceAnswered) -> Table:
    """Collect agreement; one refusal, and what was flipped before is flipped on."""
    proposal = table.device_proposal
    if not event.accepted:
        return replace(table, device=replace(table.device, refused=True), device_proposal=None)
    if proposal is None:
        return table
    agreed = proposal.agreed | {event.player}
    return replace(table, device_proposal=replace(proposal, agreed=agreed))


@applies(FlipDeviceAgreed)
def _agreed(table: Table, event: FlipDeviceAgreed) -> Table:
    """Flip it from now on, for coins already instructed as well as long as none is in the air."""
    proposal = table.device_proposal or Device()
    device = replace(proposal, device=event.device, sides=event.sides, heads=event.heads)
    flips = tuple(
        replace(one, device=event.device) if one.outcome is None and not one.coins else one
        for one in table.flips
    )
    return replace(table, device=device, device_proposal=None, flips=flips)


@applies(FlipRunContinued)
def _run_continued(table: Table, _event: FlipRunContinued) -> Table:
    return _run(table, "continued")


@applies(FlipRunEnded)
def _run_ended(table: Table, _event: FlipRunEnded) -> Table:
    return _run(table, "stopped")


def _run(table: Table, word: str) -> Table:
    """Note after how many flips of the resolution the player went on, or stopped."""
    frame = table.resolution
    if frame is None:
        return table
    values = frame.values.set(word, len(frame.flips))
    return replace(table, resolution=replace(frame, values=values))
