"""Coin flips as records tell them: what is told becomes an event, what is not stays out.

Implements CR 705, 614.1a. A face, a call or a result that the record does not have is never guessed.
"""

from msgspec import Struct

from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipShown,
    FlipWon,
)
from events.identifiers import ObjectId, Seat
from events.vocabulary import Face
from replays.importers.telling.tale import Tale
from replays.importers.writer import CHANCE, Place

MOST_COINS = 64
"""Coins of one flip: six copies of a card that doubles them make as many."""


class ToldFlip(Struct, kw_only=True):
    """All that a record tells of one flip."""

    player: Seat
    place: Place
    call: Face | None = None
    called_at: Place | None = None
    coins: list[tuple[Face, Place]] = []
    kept: Face | None = None
    kept_at: Place | None = None
    won: bool | None = None
    won_at: Place | None = None
    source: ObjectId | None = None
    purpose: str = ""

    @property
    def contested(self) -> bool:
        """Whether the flip has a winner or a loser, as far as the record shows."""
        return self.call is not None or self.won is not None


def tell_flip(tale: Tale, flip: ToldFlip) -> None:
    """Write a flip: what was instructed, called, tossed, ignored, and what it meant."""
    tale.flips += 1
    number = tale.flips
    instructed = FlipInstructed(
        flip=number,
        flipper=flip.player,
        contested=flip.contested,
        caller=flip.player if flip.call is not None else None,
        coins=max(1, len(flip.coins)),
        source=flip.source,
        batch=number,
        purpose=flip.purpose,
    )
    cause = tale.write(instructed, place=flip.place, inferred=True)
    if flip.call is not None:
        event = FlipCalled(player=flip.player, flip=number, call=flip.call)
        tale.write(event, by=flip.player, place=flip.called_at, cause=cause)
    for coin, (face, place) in enumerate(flip.coins, 1):
        tale.write(CoinFlipped(flip=number, coin=coin, face=face), by=CHANCE, place=place)
    kept = _ignore(tale, flip, number)
    _mean(tale, flip, number, kept)


def _ignore(tale: Tale, flip: ToldFlip, number: int) -> Face | None:
    """Write which coins are ignored; return the face that counts, if the record shows it."""
    faces = [face for face, _ in flip.coins]
    if len(faces) <= 1:
        return faces[0] if faces else None
    same = len(set(faces)) == 1
    face = flip.kept or (faces[0] if same else None)
    if face is None or face not in faces:
        return None
    kept = faces.index(face) + 1
    coins = tuple(coin for coin in range(1, len(faces) + 1) if coin != kept)
    event = FlipIgnored(player=flip.player, flip=number, coins=coins)
    # which of several coins with the same face is kept, nobody says: it makes no difference
    told = flip.kept is not None and faces.count(face) == 1
    tale.write(event, by=flip.player, place=flip.kept_at or flip.coins[-1][1], inferred=not told)
    return face


def _mean(tale: Tale, flip: ToldFlip, number: int, face: Face | None) -> None:
    if flip.won is not None:
        kind = FlipWon if flip.won else FlipLost
        event = kind(flip=number, player=flip.player, face=face, source=None)
        tale.write(event, place=flip.won_at)
    elif not flip.contested and face is not None:
        event_ = FlipShown(flip=number, player=flip.player, face=face)
        tale.write(event_, place=flip.place, inferred=True)


def loose_coin(
    tale: Tale, seat: Seat, face: Face, shown: int = 0, *, inferred: bool = False
) -> None:
    """A coin that nothing instructed and nobody called: a record of a table without a referee."""
    tale.flips += 1
    event = CoinFlipped(flip=tale.flips, coin=1, face=face, player=seat, shown=shown)
    tale.write(event, by=CHANCE, inferred=inferred)
