"""A deck as a policy sees it: each card by the number of its kind, and what a kind is.

Two cards of one kind are alike for every question that a simulation asks.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from events.abilities import MulliganAbility
from events.cards import CardDefinition
from events.errors import DataError
from events.identifiers import CardName

MOST_CARDS = 1_000
"""Cards of a simulated deck: four times the largest that anybody plays."""

_ENTRY = re.compile(r"\s*(\d{1,4})\s+(.+?)\s*")


class Pile(Struct, frozen=True, kw_only=True):
    """The cards of a deck in list order, as numbers of kinds; the rest by the kind's number."""

    names: tuple[CardName, ...]
    cards: tuple[int, ...]
    lands: tuple[bool, ...]
    powders: tuple[bool, ...]
    """Kinds that work any time their owner could mulligan (CR 103.5b)."""

    def __len__(self) -> int:
        return len(self.cards)

    def kind(self, name: str) -> int:
        """Return the number of a card's kind; raise ``DataError`` where the deck has no such card."""
        folded = name.casefold()
        for number, one in enumerate(self.names):
            if one.casefold() == folded:
                return number
        known = ", ".join(self.names[:12])
        raise DataError("simulate/no_card", f"the deck has no {name!r}; it has {known}")

    def counts(self) -> tuple[int, ...]:
        """Return how many cards of each kind there are."""
        return tuple(self.cards.count(number) for number in range(len(self.names)))

    def merged(self, apart: Sequence[int]) -> "tuple[Pile, tuple[int, ...]]":
        """Return a pile in which only some kinds, lands and Powders are told apart.

        Also the new number of each old kind. Exact sums over few kinds are short.
        """
        keys = [
            number if number in apart or self.powders[number] else -1 - self.lands[number]
            for number in range(len(self.names))
        ]
        kept = list(dict.fromkeys(keys))
        first = [keys.index(key) for key in kept]
        renumbered = tuple(kept.index(key) for key in keys)
        pile = Pile(
            names=tuple(self.names[number] for number in first),
            cards=tuple(renumbered[card] for card in self.cards),
            lands=tuple(self.lands[number] for number in first),
            powders=tuple(self.powders[number] for number in first),
        )
        return pile, renumbered


def pile_of(main: Sequence[CardName], cards: Mapping[CardName, CardDefinition]) -> Pile:
    """Return the pile of a deck. A card that nobody has defined is no land."""
    if not 0 < len(main) <= MOST_CARDS:
        raise DataError("simulate/deck", f"a deck has 1 to {MOST_CARDS} cards, not {len(main)}")
    names = tuple(dict.fromkeys(main))
    number = {name: place for place, name in enumerate(names)}
    known = [cards.get(name) for name in names]
    return Pile(
        names=names,
        cards=tuple(number[name] for name in main),
        lands=tuple(one is not None and "Land" in one.types for one in known),
        powders=tuple(
            one is not None and any(isinstance(each, MulliganAbility) for each in one.abilities)
            for one in known
        ),
    )


def listed(text: str) -> tuple[CardName, ...] | None:
    """Return the cards of a list on one line, ``24 Forest, 4 Key, 32 Other``; nothing if it is none."""
    found: list[CardName] = []
    for part in text.split(","):
        entry = _ENTRY.fullmatch(part)
        if entry is None:
            return None
        found += [CardName(entry[2])] * min(int(entry[1]), MOST_CARDS + 1)
    return tuple(found)
