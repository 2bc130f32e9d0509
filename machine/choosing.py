"""What a player may pick: so many different ones of some things; and who tells it.

Implements CR 608.2d as far as picks go: the choices a resolving object announces, and their limits.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Protocol, runtime_checkable

from msgspec import Struct

from events.identifiers import Seat
from machine.context import Context
from machine.procedure import refuse


class Choosing(Struct, frozen=True, kw_only=True):
    """From ``least`` to ``most`` different ones of some things."""

    player: Seat
    among: tuple[str, ...]
    least: int = 1
    most: int = 1
    rule: str = "608.2d"
    what: str = "of what there is"
    """What is picked, in a few words that tell nothing hidden."""


@runtime_checkable
class ChoosesObjects(Protocol):
    """An executor whose instruction has a player choose objects without targeting them."""

    def choosing(self, context: Context) -> Choosing | None:
        """Return what the player may choose; nothing where nothing is chosen (any more)."""
        ...


def check_picks(code: str, choosing: Choosing, picks: Sequence[str]) -> None:
    """Raise unless the picks are different, of the right number, and all among what may be picked."""
    fits = len(set(picks)) == len(picks) and set(picks) <= set(choosing.among)
    if fits and choosing.least <= len(picks) <= choosing.most:
        return
    number = (
        f"{choosing.least}"
        if choosing.least == choosing.most
        else f"{choosing.least} to {choosing.most}"
    )
    raise refuse(
        code,
        f"{choosing.player} cannot choose {', '.join(picks) or 'nothing'}",
        choosing.rule,
        f"{number} different ones {choosing.what} are chosen",
        legal=choosing.among,
        least=choosing.least,
        most=choosing.most,
    )


def picks_of(choosing: Choosing) -> Iterator[tuple[str, ...]]:
    """Yield every set of picks, the smallest first; lazily, because they can be many."""
    for number in range(choosing.least, min(choosing.most, len(choosing.among)) + 1):
        yield from combinations(choosing.among, number)
