"""The only door to randomness: every draw has a purpose and a range, and leaves an event.

Implements CR 103.1, 701.9b, 701.24, 705, 706. Shuffles are Fisher-Yates with rejection sampling.
"""

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import Protocol, TypeVar

from events.base import Event
from events.chance import DieRolled, RandomlyChosen
from events.coin_flips import CoinFlipped
from events.errors import ApnapError
from events.identifiers import ObjectId, Seat
from events.vocabulary import Face
from events.zones import ContraptionDeckShuffled, LibraryShuffled

NO_NUMBERS: frozenset[int] = frozenset()


E = TypeVar("E", bound=Event)


class ChanceExhausted(ApnapError):
    """A script or a record has no further outcome, or one of another kind."""


class Chance(Protocol):
    """Where outcomes come from. Each method returns the event that records one outcome."""

    def shuffle(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> LibraryShuffled:
        """Put a library in a random order; ``new`` are the ids from top to bottom afterwards."""
        ...

    def shuffle_contraptions(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> ContraptionDeckShuffled:
        """Put a Contraption deck in a random order."""
        ...

    def coin(
        self, flip: int, coin: int, *, even_sides: int = 0, heads: Container[int] = NO_NUMBERS
    ) -> CoinFlipped:
        """Toss one coin; with ``even_sides`` a die of so many sides, some of which are heads."""
        ...

    def die(self, player: Seat, sides: int, purpose: str) -> DieRolled:
        """Roll a die."""
        ...

    def choose(
        self, purpose: str, among: Sequence[str], count: int, player: Seat | None = None
    ) -> RandomlyChosen:
        """Choose some of several things, without putting any back."""
        ...


class Drawn(ABC):
    """Chance made from whole numbers: whoever can draw below a bound can do everything."""

    @abstractmethod
    def below(self, bound: int, purpose: str) -> int:
        """Return a number from 0 to ``bound - 1``, each as likely as the others."""

    def permutation(self, names: Sequence[ObjectId], purpose: str) -> tuple[ObjectId, ...]:
        """Return the names in a random order (Fisher-Yates)."""
        order = list(names)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1, purpose)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def shuffle(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> LibraryShuffled:
        """See ``Chance.shuffle``."""
        order = self.permutation(names, f"shuffle {player}")
        return LibraryShuffled(player=player, order=order, new=new)

    def shuffle_contraptions(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> ContraptionDeckShuffled:
        """See ``Chance.shuffle_contraptions``."""
        order = self.permutation(names, f"shuffle contraptions {player}")
        return ContraptionDeckShuffled(player=player, order=order, new=new)

    def coin(
        self, flip: int, coin: int, *, even_sides: int = 0, heads: Container[int] = NO_NUMBERS
    ) -> CoinFlipped:
        """See ``Chance.coin``."""
        if even_sides:
            shown = self.below(even_sides, f"flip {flip} coin {coin}") + 1
            face = Face.HEADS if shown in heads else Face.TAILS
            return CoinFlipped(flip=flip, coin=coin, face=face, shown=shown)
        face = (Face.HEADS, Face.TAILS)[self.below(2, f"flip {flip} coin {coin}")]
        return CoinFlipped(flip=flip, coin=coin, face=face)

    def die(self, player: Seat, sides: int, purpose: str) -> DieRolled:
        """See ``Chance.die``."""
        value = self.below(sides, f"{purpose} {player}") + 1
        return DieRolled(player=player, sides=sides, value=value, purpose=purpose)

    def choose(
        self, purpose: str, among: Sequence[str], count: int, player: Seat | None = None
    ) -> RandomlyChosen:
        """See ``Chance.choose``."""
        left = list(among)
        chosen = [left.pop(self.below(len(left), purpose)) for _ in range(min(count, len(left)))]
        return RandomlyChosen(
            purpose=purpose, chosen=tuple(chosen), among=tuple(among), player=player
        )


class Generated(Drawn):
    """Chance from a generator: the operating system's, or a seeded one for simulations."""

    def __init__(self, generator: random.Random | None = None) -> None:
        self._bits = (generator or random.SystemRandom()).getrandbits

    def below(self, bound: int, purpose: str) -> int:
        """Draw with rejection, so that no number is likelier than another (no modulo)."""
        del purpose
        width = (bound - 1).bit_length()
        if width == 0:
            return 0
        while True:  # each pass ends with a chance of more than one half
            number = self._bits(width)
            if number < bound:
                return int(number)


def seeded(seed: int | str) -> Generated:
    """Return chance that is the same for the same seed, on every machine."""
    return Generated(random.Random(seed))  # noqa: S311 - simulations, never secrets


class Scripted(Drawn):
    """Chance written down beforehand: numbers, drawn in order. For tests and scenarios."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._numbers = iter(numbers)

    def below(self, bound: int, purpose: str) -> int:
        """Return the next number of the script; raises ``ChanceExhausted`` if it does not fit."""
        number = next(self._numbers, None)
        if number is None:
            raise ChanceExhausted("chance/exhausted", f"the script has no outcome for {purpose}")
        if not 0 <= number < bound:
            raise ChanceExhausted(
                "chance/range", f"the script says {number} for {purpose}, which is below {bound}"
            )
        return number


def is_drawn(event: Event) -> bool:
    """Whether an outcome was drawn: a coin that was taken back and comes up again was not."""
    return not (isinstance(event, CoinFlipped) and event.repeats)


class Recorded:
    """Chance that was: the outcomes of a log, in order, each for what it was drawn for."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._events = filter(is_drawn, events)

    def _next(self, kind: type[E], wanted: str) -> E:
        event = next(self._events, None)
        if event is None:
            raise ChanceExhausted("chance/exhausted", f"the record has no outcome for {wanted}")
        if type(event) is not kind:
            raise ChanceExhausted(
                "chance/other", f"the record has a {type(event).__name__} where {wanted} is drawn"
            )
        return event

    def shuffle(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> LibraryShuffled:
        """Return the recorded order, if it is one of these cards."""
        event = self._next(LibraryShuffled, f"a shuffle of {player}'s library")
        _same(event.player == player and sorted(event.order) == sorted(names), "shuffle")
        return LibraryShuffled(player=player, order=event.order, new=new)

    def shuffle_contraptions(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> ContraptionDeckShuffled:
        """Return the recorded order, if it is one of these cards."""
        event = self._next(ContraptionDeckShuffled, f"a shuffle of {player}'s Contraptions")
        _same(event.player == player and sorted(event.order) == sorted(names), "shuffle")
        return ContraptionDeckShuffled(player=player, order=event.order, new=new)

    def coin(
        self, flip: int, coin: int, *, even_sides: int = 0, heads: Container[int] = NO_NUMBERS
    ) -> CoinFlipped:
        """Return the recorded face, if what was recorded can have come up."""
        event = self._next(CoinFlipped, f"coin {coin} of flip {flip}")
        face = Face.HEADS if event.shown in heads else Face.TAILS
        fits = event.shown in range(1, even_sides + 1) and event.face is face
        fits = fits if even_sides else event.shown == 0
        _same(fits and event.flip == flip and event.coin == coin, "coin")
        return CoinFlipped(flip=flip, coin=coin, face=event.face, shown=event.shown)

    def die(self, player: Seat, sides: int, purpose: str) -> DieRolled:
        """Return the recorded number."""
        event = self._next(DieRolled, f"{player}'s die for {purpose}")
        _same(event.player == player and event.sides == sides and event.value <= sides, "die")
        return DieRolled(player=player, sides=sides, value=event.value, purpose=purpose)

    def choose(
        self, purpose: str, among: Sequence[str], count: int, player: Seat | None = None
    ) -> RandomlyChosen:
        """Return what was chosen, if it is among these."""
        event = self._next(RandomlyChosen, purpose)
        fits = len(event.chosen) == min(count, len(among))
        fits = fits and Counter(event.chosen) <= Counter(among)
        _same(fits and event.purpose == purpose and event.player == player, "random choice")
        return RandomlyChosen(
            purpose=purpose, chosen=event.chosen, among=tuple(among), player=player
        )


def _same(fits: bool, what: str) -> None:  # noqa: FBT001 - the answer to the question before it
    if not fits:
        raise ChanceExhausted("chance/other", f"the recorded {what} is for something else")


class Branching(Drawn):
    """Chance that goes one way through a tree of outcomes and notes where it could have turned.

    ``weights`` are the bounds met: the probability of the path is the product of their inverses.
    """

    def __init__(self, path: Sequence[int] = ()) -> None:
        self._path = list(path)
        self.taken: list[tuple[int, int]] = []
        """(number, bound) of each draw so far."""

    def below(self, bound: int, purpose: str) -> int:
        """Follow the path; beyond its end take the first way."""
        del purpose
        place = len(self.taken)
        number = self._path[place] if place < len(self._path) else 0
        self.taken.append((number, bound))
        return number

    def next_path(self) -> list[int] | None:
        """Return the next path of a depth-first walk, or nothing after the last."""
        taken = list(self.taken)
        while taken:
            number, bound = taken.pop()
            if number + 1 < bound:
                return [*(one for one, _ in taken), number + 1]
        return None
