"""Declarations of mulligans sorted into the rounds of the rules, for every client alike.

Implements CR 103.5: in each round all players who have not kept declare in turn order, then those
who said so take their mulligans. Clients let players decide at their own pace; a log does not.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from events.game import GameCreated
from machine import mulligan_kinds
from projections.folds.game import table_of

S = TypeVar("S")


class Round(Struct, Generic[S], frozen=True):
    """One round: who declares in it, and what follows from that, each in turn order."""

    number: int
    """From 1; the index of a player's declaration in this round is one less."""
    speaking: tuple[S, ...]
    keeping: tuple[S, ...]
    taking: tuple[S, ...]


def free_mulligans(header: GameCreated) -> int:
    """Return how many mulligans of a player do not count in this game (CR 103.5c)."""
    return mulligan_kinds.free_mulligans(table_of(header))


def rounds(seats: Sequence[S], declared: Callable[[S], Sequence[bool]]) -> Iterator[Round[S]]:
    """Yield the rounds of seats in turn order, each with its declarations: ``True`` for a mulligan."""
    said = [declared(seat) for seat in seats]
    for number in range(1, max(map(len, said), default=0) + 1):
        speaking = [
            (seat, words[number - 1])
            for seat, words in zip(seats, said, strict=True)
            if len(words) >= number
        ]
        yield Round(
            number,
            tuple(seat for seat, _ in speaking),
            tuple(seat for seat, mulligan in speaking if not mulligan),
            tuple(seat for seat, mulligan in speaking if mulligan),
        )
