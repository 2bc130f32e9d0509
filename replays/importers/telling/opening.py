"""The opening of a game as a record tells it, gathered until the first turn begins.

Implements CR 103.1-103.6. Nothing is made up: what is not told stays open.
"""

from msgspec import Struct

from events.base import Event
from events.identifiers import ObjectId, Seat
from replays.importers.writer import NOWHERE, Place

STARTING_HAND = 7
MOST_DECLARATIONS = 100
"""Declarations of one player: no hand can be redrawn as often, whatever is free."""


class Held(Struct, frozen=True, kw_only=True):
    """A record that waits until the opening can be written."""

    event: Event
    by: str
    place: Place
    inferred: bool = False
    reported: bool = False


class Declared(Struct, frozen=True, kw_only=True):
    """A player says whether they mulligan; ``to`` is the size of the hand after it, where told."""

    mulligan: bool
    place: Place
    inferred: bool = False
    to: int | None = None


class Deal(Struct, kw_only=True):
    """A hand as it was dealt; inferred where the record tells only what became of it."""

    place: Place
    count: int | None = None
    """How many cards, where the record tells."""
    cards: tuple[ObjectId, ...] = ()
    taken_at: Place | None = None
    """Where the record tells that the mulligan is taken, apart from its declaration."""
    shuffled: Place | None = None
    """Where the record tells of the shuffle before it."""
    named: list[Held] = []
    """What the cards are, where the record tells."""
    bottomed: int = 0
    bottom_cards: tuple[ObjectId, ...] = ()
    bottomed_at: Place | None = None
    bottom_inferred: bool = False


class SeatOpening(Struct, kw_only=True):
    """One player's opening."""

    seat: Seat
    declared: list[Declared] = []
    deals: list[Deal] = []
    """The first hand, then one for each mulligan; only as many as the record tells of."""
    actions: dict[int, list[Held]] = {}
    """Number of declarations made before -> what the player does instead of declaring yet."""
    taken: int = 0
    """Mulligans that the record has told of being taken."""
    size: int | None = None
    """Of the hand that was kept, where the record tells."""
    kept_at: Place | None = None

    @property
    def kept(self) -> bool:
        """Whether the player has said that they keep."""
        return bool(self.declared) and not self.declared[-1].mulligan

    @property
    def mulligans(self) -> int:
        """How many mulligans the player has declared."""
        return sum(one.mulligan for one in self.declared)


class Opening:
    """What a record tells of a game before its first turn."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.seats: dict[Seat, SeatOpening] = {}
        self.rolls: list[Held] = []
        self.chosen: tuple[Seat, Seat, Place] | None = None
        """(Who chose, who starts, where it was read)."""
        self.first: Seat | None = None
        """Who takes the first turn."""
        self.first_at: Place | None = None
        self.shuffles: dict[Seat, Place] = {}
        """First shuffles that the record tells of."""
        self.began: Place | None = None

    def of(self, seat: Seat) -> SeatOpening:
        """Return one player's opening."""
        if seat not in self.seats:
            self.seats[seat] = SeatOpening(seat=seat, declared=[], deals=[], actions={})
        return self.seats[seat]

    def declare(
        self,
        seat: Seat,
        place: Place,
        *,
        mulligan: bool,
        inferred: bool = False,
        to: int | None = None,
    ) -> bool:
        """Take in a declaration; ``False`` where it cannot be one: the hand is kept already."""
        opening = self.of(seat)
        if opening.kept or len(opening.declared) >= MOST_DECLARATIONS:
            return False
        opening.declared.append(Declared(mulligan=mulligan, place=place, inferred=inferred, to=to))
        return True

    def took(self, seat: Seat, place: Place, *, to: int | None, free: bool = False) -> bool:
        """Take in that a mulligan is taken: the size after it goes with the declaration.

        Where the record has no declaration of its own, it is inferred.
        """
        opening = self.of(seat)
        said = opening.declared[-1] if opening.declared else None
        if said is None or not said.mulligan or opening.taken >= opening.mulligans:
            if not self.declare(seat, place, mulligan=True, inferred=True):
                return False
            said = opening.declared[-1]
        opening.taken = opening.mulligans
        if free:
            before = [one.to for one in opening.declared[:-1] if one.mulligan]
            to = (before[-1] if before else None) or STARTING_HAND
        opening.declared[-1] = Declared(
            mulligan=True, place=said.place, inferred=said.inferred, to=to
        )
        deal = self.deal(seat)
        deal.place = deal.taken_at = place
        return True

    def less(self, seat: Seat, count: int) -> None:
        """Cards have gone back after the newest mulligan: its hand is so much smaller."""
        opening = self.of(seat)
        if not opening.mulligans or opening.kept:
            return
        said = opening.declared[-1]
        dealt = opening.deals[-1].count if opening.deals else None
        to = max(0, (dealt if dealt is not None else STARTING_HAND) - count)
        opening.declared[-1] = Declared(
            mulligan=True, place=said.place, inferred=said.inferred, to=to
        )

    def deal(self, seat: Seat) -> Deal:
        """Return the newest hand that belongs to what a player has declared so far."""
        opening = self.of(seat)
        while len(opening.deals) <= opening.mulligans:
            at = opening.declared[len(opening.deals) - 1].place if opening.deals else self.began
            opening.deals.append(Deal(place=at or NOWHERE, named=[]))
        return opening.deals[-1]

    @property
    def told(self) -> bool:
        """Whether anything of an opening has been told."""
        return bool(self.seats or self.rolls or self.chosen or self.shuffles)
