"""The coin flip: instructed, called, tossed, all but one coin ignored, won, lost or merely shown.

Implements CR 705, 614.1a and 101.4. What is flipped at once is one batch: every call comes before
the first coin, every coin before anybody ignores one, and the outcomes come last.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from events.base import Decision, Event
from events.cards import CardDefinition
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipDeviceProposed,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipShown,
    FlipWon,
)
from events.identifiers import ObjectId, Seat
from events.vocabulary import Face
from machine import flip_devices, reflips
from machine.apnap_order import first_of
from machine.chance import Chance
from machine.flip_devices import DICE, face_said, heads_numbers
from machine.flip_effects import check_batch, coins_for, forced_by
from machine.flip_kinds import Asks, caller_of, is_contested, is_inferred
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.kept_flips import kept_coins
from projections.progress import Flip
from projections.table import Table


class Wanted(Struct, frozen=True):
    """One flip that an instruction asks for: by whom, and about what, where each has its own."""

    flipper: Seat
    about: ObjectId | None = None


def instruct(  # noqa: PLR0913 - what a flip is for has several sides
    table: Table,
    wanted: Sequence[Wanted],
    *,
    asks: Asks,
    card: CardDefinition,
    source: ObjectId | None = None,
    chosen: tuple[str, ...] = (),
    purpose: str = "",
) -> tuple[FlipInstructed, ...]:
    """Return the flips of one batch; ``card`` is what flips, ``chosen`` who was chosen to call."""
    contested = is_contested(table, asks, card)
    coins = {seat: coins_for(table, seat) for seat in dict.fromkeys(one.flipper for one in wanted)}
    check_batch(coins[one.flipper] for one in wanted)
    return tuple(
        FlipInstructed(
            flip=table.numbers.flip + place,
            flipper=one.flipper,
            contested=contested,
            caller=caller_of(table, one.flipper, chosen) if contested else None,
            coins=coins[one.flipper],
            about=one.about,
            source=source,
            batch=table.numbers.batch,
            device=table.device.device,
            purpose=purpose,
        )
        for place, one in enumerate(wanted)
    )


def in_progress(table: Table) -> tuple[Flip, ...]:
    """Return the flips of the batch that is under way, in their order; nothing between flips."""
    pending = [flip for flip in table.flips if flip.outcome is None]
    if not pending:
        return ()
    batch = min(flip.batch for flip in pending)
    return tuple(flip for flip in pending if flip.batch == batch)


def awaiting(table: Table) -> Asked:
    """Who has to agree to a device, to call, to ignore coins, or to let shown coins stand."""
    if table.device_proposal is not None:
        return flip_devices.awaiting(table)
    batch = in_progress(table)
    if not batch:
        return NOBODY
    callers = first_of(table, [caller_now(table, flip) for flip in batch if _is_uncalled(flip)])
    if callers:
        kinds = (FlipCalled, FlipDeviceProposed)
        return _each(callers, _call_words(table), "705.2", *kinds)
    if any(len(flip.coins) < flip.wanted for flip in batch):
        return NOBODY
    choosers = first_of(table, [flip.flipper for flip in batch if flip.kept is None])
    if choosers:
        return _each(choosers, "ignore all coins but one", "614.1a", FlipIgnored)
    return reflips.awaiting(table, batch)


def _each(seats: tuple[Seat, ...], what: str, rule: str, *kinds: type[Decision]) -> Asked:
    """CR 101.4, 805.6: the first player in APNAP order, or all of their team, in any order."""
    return tuple(one for seat in seats for one in ask(seat, what, rule, *kinds))


def _call_words(table: Table) -> str:
    """Say when to call: until 2006-09-30 while the coin is in the air, since then at any time before."""
    timing = " while the coin is in the air" if table.rules.flip.call_timing == "in_air" else ""
    return f"call heads or tails{timing}"


def _is_uncalled(flip: Flip) -> bool:
    return flip.contested and flip.call is None and not flip.coins


def caller_now(table: Table, flip: Flip) -> Seat:
    """Return who calls a flip: whoever was to, or the next who can where they have left the game."""
    if flip.caller is not None and flip.caller in table.playing:
        return flip.caller
    return caller_of(table, flip.flipper) if flip.flipper in table.playing else flip.flipper


def advance(table: Table, chance: Chance) -> tuple[Event, ...]:
    """Return the next automatic step of a batch: all its coins, or all its outcomes."""
    if table.device_proposal is not None:
        return flip_devices.advance(table)
    batch = in_progress(table)
    if not batch or awaiting(table):
        return ()
    return tuple(_tosses(table, batch, chance)) or tuple(_outcome(table, flip) for flip in batch)


def _tosses(table: Table, batch: tuple[Flip, ...], chance: Chance) -> Iterator[CoinFlipped]:
    """Toss every coin of the batch that has not come up; a die, if that is what is flipped.

    One that was tossed and taken back is not tossed again: it comes up as it did.
    """
    device = table.device
    sides, heads = (device.sides if device.device in DICE else 0), heads_numbers(device)
    kept = kept_coins(table, batch)
    for flip in batch:
        for coin in range(len(flip.coins) + 1, flip.wanted + 1):
            again = next(kept[flip.flip], None)
            if again is not None:
                number, old = again
                yield CoinFlipped(
                    flip=flip.flip, coin=coin, face=old.face, shown=old.shown, repeats=number
                )
            else:
                yield chance.coin(flip.flip, coin, even_sides=sides, heads=heads)


def _outcome(table: Table, flip: Flip) -> Event:
    """CR 705.2-705.3: what the coin that counts means for the player who flips; for nobody else."""
    forced = forced_by(table, flip)
    if forced is not None:
        return FlipWon(
            flip=flip.flip, player=flip.flipper, face=Face.HEADS, forced=True, source=forced
        )
    face = _face(flip)
    if not flip.contested:
        return FlipShown(flip=flip.flip, player=flip.flipper, face=face)
    right = flip.call is face
    won = right if flip.caller == flip.flipper else not right
    kind = FlipWon if won else FlipLost
    return kind(flip=flip.flip, player=flip.flipper, face=face, inferred=is_inferred(table))


def _face(flip: Flip) -> Face:
    """Return the face of the coin that counts; asked only once all others are ignored."""
    return next(face for coin, face in enumerate(flip.coins, 1) if coin not in flip.ignored)


@checks(FlipCalled)
def check_call(table: Table, decision: FlipCalled) -> None:
    """CR 705.2: the player who calls this flip, before its coin comes up."""
    flip = _pending(table, decision.flip)
    what = f"{decision.player} cannot call flip {decision.flip}"
    if flip is None or not flip.contested or caller_now(table, flip) != decision.player:
        raise refuse("flip/not_theirs", what, "705.2", "it is not theirs to call")
    if flip.coins:
        raise refuse("flip/called_late", what, "705.2", "its coin has come up")
    if flip.call is not None:
        raise refuse("flip/called_twice", what, "705.2", f"it is called {flip.call}")
    if decision.said and decision.call is not face_said(table.device, decision.said):
        raise refuse(
            "flip/said_otherwise",
            what,
            "705.1",
            f"{decision.said} is not {decision.call} of what is flipped",
        )


def _pending(table: Table, number: int) -> Flip | None:
    return next((flip for flip in in_progress(table) if flip.flip == number), None)


@offers(FlipCalled)
def offer_calls(table: Table, player: Seat) -> Iterator[Decision]:
    """Heads or tails, for the first of the player's flips that is not called."""
    for flip in in_progress(table):
        if _is_uncalled(flip) and caller_now(table, flip) == player:
            for face in Face:
                yield FlipCalled(player=player, flip=flip.flip, call=face)
            return


@checks(FlipIgnored)
def check_ignored(table: Table, decision: FlipIgnored) -> None:
    """CR 614.1a: the flipper ignores all coins of a flip but one, once all have come up."""
    flip = _pending(table, decision.flip)
    what = f"{decision.player} cannot ignore coins of flip {decision.flip}"
    if flip is None or flip.flipper != decision.player or flip.kept is not None:
        raise refuse("flip/nothing_to_ignore", what, "614.1a", "nothing of it is theirs to ignore")
    chosen = set(decision.coins)
    possible = set(range(1, flip.wanted + 1))
    if len(chosen) != len(decision.coins) or not chosen < possible or len(possible - chosen) != 1:
        raise refuse(
            "flip/ignored",
            what,
            "614.1a",
            f"of {flip.wanted} coins all but one are ignored",
            coins=tuple(face.value for face in flip.coins),
        )


@offers(FlipIgnored)
def offer_ignored(table: Table, player: Seat) -> Iterator[Decision]:
    """For the player's first flip: keep the first coin of each face that came up."""
    flip = next(
        (one for one in in_progress(table) if one.flipper == player and one.kept is None), None
    )
    if flip is None:
        return
    for face in Face:
        if face in flip.coins:
            kept = flip.coins.index(face) + 1
            coins = tuple(coin for coin in range(1, flip.wanted + 1) if coin != kept)
            yield FlipIgnored(player=player, flip=flip.flip, coins=coins)
