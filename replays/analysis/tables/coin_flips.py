"""Flips and coins: a row for each flip, and one for each coin that came up, ignored ones too.

Implements CR 705 as a reading: ``projections.flip_ledger``.
"""

from collections.abc import Iterator
from typing import Annotated

from events.vocabulary import Face, FlipDevice
from projections.flip_ledger import FlipEntry
from replays.analysis.columns import Row, about, rows_of
from replays.analysis.reading import Reading
from replays.analysis.tables.common import flips_of


class Flip(Row, frozen=True):
    """One coin flip, from the instruction to its meaning."""

    seq: Annotated[int, about("record it began with")]
    flip: Annotated[int, about("number of the flip in the game")]
    turn: Annotated[int, about("turn; 0 before the first")]
    seat: Annotated[str | None, about("who flipped; absent where a record does not tell")]
    contested: Annotated[bool | None, about("could be won; absent where nothing tells")]
    caller: Annotated[str | None, about("who called")]
    call: Annotated[str | None, about("heads or tails; absent: faces alone, or not told")]
    coins: Annotated[int, about("coins that came up, ignored and repeated ones too")]
    ignored: Annotated[int, about("coins that were ignored")]
    repeated: Annotated[int, about("coins whose toss was repeated")]
    thumbs: Annotated[
        int | None, about("effects that double the coins: 2 to so many coins were tossed at once")
    ]
    heads: Annotated[int, about("coins that showed heads")]
    kept: Annotated[str | None, about("face of the one coin that counts, as it came up")]
    face: Annotated[str | None, about("face that counts: the coin's, or the one an effect set")]
    outcome: Annotated[
        str | None, about("won, lost, or none: nobody can win it; absent: not over, or not told")
    ]
    forced: Annotated[bool, about("the result was set by an effect (CR 705.3)")]
    inferred: Annotated[bool, about("no rule of its day says who wins: a reading")]
    device: Annotated[str, about("coin, or what was flipped instead")]
    batch: Annotated[int, about("flips of one batch are tossed together")]
    source: Annotated[str | None, about("id of the object that had it flipped")]
    card: Annotated[str | None, about("its card, where it may be known")]
    purpose: Annotated[str | None, about("what the flip decides")]


class Coin(Row, frozen=True):
    """One coin that came up: counted, ignored, or tossed again."""

    seq: Annotated[int, about("record its flip began with")]
    flip: Annotated[int, about("number of the flip in the game")]
    turn: Annotated[int, about("turn; 0 before the first")]
    seat: Annotated[str | None, about("who flipped")]
    coin: Annotated[int, about("which coin of the flip, from 1")]
    face: Annotated[str, about("heads or tails")]
    shown: Annotated[int | None, about("number a die showed that was rolled instead")]
    ignored: Annotated[bool, about("it was ignored")]
    repeated: Annotated[bool, about("its toss was repeated")]
    counts: Annotated[bool, about("neither ignored nor tossed again")]
    device: Annotated[str, about("coin, or what was flipped instead")]
    chance_kind: Annotated[str, about("where it came from: physical, system, seeded, …")]


@rows_of("flips", Flip)
def flips(reading: Reading) -> Iterator[Flip]:
    """Yield a row for each flip."""
    return (_flip(reading, entry) for entry in flips_of(reading))


def _flip(reading: Reading, entry: FlipEntry) -> Flip:
    kept = entry.kept
    tossed = sum(not coin.repeated for coin in entry.coins)
    return Flip(
        game_id=reading.game_id,
        seq=entry.seq,
        flip=entry.flip,
        turn=entry.turn,
        seat=entry.flipper,
        contested=entry.contested,
        caller=entry.caller,
        call=entry.call and entry.call.value,
        coins=len(entry.coins),
        ignored=sum(coin.ignored for coin in entry.coins),
        repeated=sum(coin.repeated for coin in entry.coins),
        thumbs=tossed.bit_length() - 1 if tossed and tossed & (tossed - 1) == 0 else None,
        heads=sum(coin.face is Face.HEADS for coin in entry.coins),
        kept=kept.face.value if kept is not None else None,
        face=entry.face and entry.face.value,
        outcome=entry.outcome and entry.outcome.value,
        forced=entry.forced,
        inferred=entry.inferred,
        device=entry.device.value,
        batch=entry.batch,
        source=entry.source,
        card=entry.card,
        purpose=entry.purpose or None,
    )


@rows_of("coins", Coin)
def coins(reading: Reading) -> Iterator[Coin]:
    """Yield a row for each coin that came up."""
    chance_kind = reading.header.chance.kind
    for entry in flips_of(reading):
        for coin in entry.coins:
            yield Coin(
                game_id=reading.game_id,
                seq=entry.seq,
                flip=entry.flip,
                turn=entry.turn,
                seat=entry.flipper,
                coin=coin.coin,
                face=coin.face.value,
                shown=coin.shown if entry.device is not FlipDevice.COIN and coin.shown else None,
                ignored=coin.ignored,
                repeated=coin.repeated,
                counts=coin.counts,
                device=entry.device.value,
                chance_kind=chance_kind,
            )
