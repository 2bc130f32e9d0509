"""Mulligan policies: which hands are kept, which cards go to the bottom, what is left on top.

A policy sees its own hand alone, so that looks of different players are independent.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from events.errors import DataError
from events.identifiers import CardName
from replays.simulation.piles import Pile

Want = Mapping[CardName, int]
"""One line that makes a hand good: a card -> how many of it, all of them together."""

Hand = Sequence[int]
"""Cards by the number of their kind."""

LAND_TARGET = 3
_RANGE = re.compile(r"(\d{1,2}):(\d{1,2})(?:-(\d{1,2}))?")
_NEED = re.compile(r"\s*(?:(\d{1,2})\s*\*\s*)?(.+?)\s*")


class Policy(Struct, frozen=True, kw_only=True):
    """How a player takes mulligans. Without ``lands`` and ``wants`` every hand is kept."""

    lands: Mapping[int, tuple[int, int]] = {}
    """Size of the hand -> fewest and most lands with which it is kept; other sizes: any lands."""
    wants: tuple[Want, ...] = ()
    """Lines of cards: a hand is kept only if it holds one of them whole."""
    down_to: int = 1
    """The smallest hand the player is willing to hold: it is kept whatever it is."""
    powder: Literal["always", "never"] = "always"
    """Whether a hand that is not kept is exiled with a card that can do so (CR 103.5b)."""
    bottom_powders: Literal["first", "last"] = "first"
    """Whether spare cards of that sort, or other cards, go to the bottom first."""
    land_target: int = LAND_TARGET
    """Lands that a hand is to have after cards of it went to the bottom, as nearly as can be."""


class Player:
    """A policy with a deck: what it answers, asked with the numbers of kinds."""

    def __init__(self, policy: Policy, pile: Pile) -> None:
        """Raise ``DataError`` where the policy wants a card that the deck does not have."""
        self.policy = policy
        self.pile = pile
        self.wants = tuple(
            {pile.kind(name): count for name, count in want.items()} for want in policy.wants
        )
        self.wanted = frozenset(kind for want in self.wants for kind in want)
        self._lands = policy.lands
        self._is_land = pile.lands.__getitem__
        self._has_powders = any(pile.powders) and policy.powder == "always"
        self._is_plain = not self.wants and not self._has_powders

    def keeps(self, hand: Hand, *, next_size: int) -> bool:
        """Return whether a hand is kept; ``next_size`` is that of the hand after a mulligan."""
        return next_size < self.policy.down_to or self.likes(hand)

    def likes(self, hand: Hand) -> bool:
        """Return whether a hand is good: lands in range, and a whole line."""
        limits = self._lands.get(len(hand))
        if limits is not None and not limits[0] <= sum(map(self._is_land, hand)) <= limits[1]:
            return False
        return not self.wants or any(_holds(hand, want) for want in self.wants)

    def powder(self, hand: Hand) -> int | None:
        """Return the place of a card with which to exile a hand that is not liked, if any."""
        if not self._has_powders or self.likes(hand):
            return None
        powders = self.pile.powders
        return next((place for place, kind in enumerate(hand) if powders[kind]), None)

    def bottoms(self, hand: Hand, count: int) -> tuple[int, ...]:
        """Return the places of the cards that go to the bottom.

        A whole line that fits is kept together; then come wanted cards, one Powder if the hand is
        to be exiled, and of the rest as many lands as come nearest to the target.
        """
        if self._is_plain:
            return self._towards_target(hand, range(len(hand)), (), count)
        order = self._by_worth(hand, count)
        worthless = [place for place, worth in order if worth == 0]
        spare = [place for place, worth in order if worth == 1]
        dear = [place for place, worth in order if worth > 1]
        if len(worthless) >= count:
            return tuple(worthless[:count])
        left = count - len(worthless)
        if left >= len(spare):
            return tuple([*worthless, *spare, *dear][:count])
        return (*worthless, *self._towards_target(hand, spare, dear, left))

    def _by_worth(self, hand: Hand, count: int) -> list[tuple[int, int]]:
        """Return (place, worth) in the order in which cards are given up."""
        line = self._line(hand, len(hand) - count)
        worths = [1] * len(hand)
        powders = [place for place, kind in enumerate(hand) if self.pile.powders[kind]]
        if self._has_powders:
            spare = 0 if self.policy.bottom_powders == "first" else 2
            for place in powders:
                worths[place] = spare
            if powders and line is None:
                worths[powders[0]] = 3
        for place, kind in enumerate(hand):
            if kind in self.wanted:
                worths[place] = 4
        for place in line or ():
            worths[place] = 5
        return sorted(enumerate(worths), key=lambda one: one[1])

    def _line(self, hand: Hand, size: int) -> tuple[int, ...] | None:
        """Return the places of the first whole line that fits into what may be kept."""
        for want in self.wants:
            if sum(want.values()) <= size and _holds(hand, want):
                return tuple(
                    place
                    for kind, count in want.items()
                    for place in [at for at, one in enumerate(hand) if one == kind][:count]
                )
        return None

    def _towards_target(
        self, hand: Hand, spare: Sequence[int], dear: Sequence[int], count: int
    ) -> tuple[int, ...]:
        lands = [place for place in spare if self._is_land(hand[place])]
        others = [place for place in spare if not self._is_land(hand[place])]
        fixed = sum(self._is_land(hand[place]) for place in dear)
        least, most = max(0, count - len(others)), min(count, len(lands))
        away = min(max(least, fixed + len(lands) - self.policy.land_target), most)
        return (*lands[len(lands) - away :], *others[len(others) - (count - away) :])

    def bottoms_top(self, hand: Hand, card: int) -> bool:
        """Return whether a card looked at goes to the bottom: it is neither wanted nor needed."""
        if self.wants:
            return card not in self.wanted
        lands = sum(map(self._is_land, hand))
        return self._is_land(card) != (lands < self.policy.land_target)

    @property
    def apart(self) -> tuple[int, ...]:
        """The kinds that the policy tells apart, beside lands and Powders."""
        return tuple(sorted(self.wanted))


def _holds(hand: Hand, want: Mapping[int, int]) -> bool:
    return all(hand.count(kind) >= count for kind, count in want.items())


def lands_of(text: str) -> dict[int, tuple[int, int]]:
    """Return the rule of a text such as ``7:2-5,6:2-4,5:1-4``."""
    rule: dict[int, tuple[int, int]] = {}
    for part in text.split(","):
        found = _RANGE.fullmatch(part.strip())
        if found is None:
            raise DataError(
                "usage/keep", f"{part!r} is no rule of lands: write 7:2-5,6:2-4 (hand:lands)"
            )
        least = int(found[2])
        rule[int(found[1])] = (least, int(found[3]) if found[3] else least)
    return rule


def want_of(text: str) -> dict[CardName, int]:
    """Return the line of a text such as ``Tower + Mine`` or ``2*Forest``."""
    want: dict[CardName, int] = {}
    for part in text.split("+"):
        found = _NEED.fullmatch(part)
        if found is None:
            raise DataError(
                "usage/want", f"{text!r} is no line of cards: write Key, or 2*Key + Map"
            )
        name = CardName(found[2])
        want[name] = want.get(name, 0) + int(found[1] or 1)
    return want
