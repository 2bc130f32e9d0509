"""Events of the opening hands: mulligans in rounds, and what may be done with a kept hand.

Implements CR 103.5, 103.6 and their history.
"""

from typing import ClassVar

from events.base import PLAYER, Consequence, Count, Decision, Number
from events.identifiers import ObjectId, Seat


class MulliganDeclared(Decision, frozen=True, kw_only=True, tag=True):
    """A player says whether they will take a mulligan or keep their hand."""

    rule: ClassVar[str] = "103.5"

    player: Seat
    mulligan: bool


class HandKept(Consequence, frozen=True, kw_only=True, tag=True):
    """A hand has become a player's opening hand and stays so."""

    rule: ClassVar[str] = "103.5"

    player: Seat
    size: Count


class HandRevealed(Consequence, frozen=True, kw_only=True, tag=True):
    """A whole hand is shown to all players: the original mulligan asks for it."""

    rule: ClassVar[str] = "103.5"

    player: Seat
    cards: tuple[ObjectId, ...] = ()


class MulliganTaken(Consequence, frozen=True, kw_only=True, tag=True):
    """A hand goes back into its library, which is then shuffled and drawn from anew."""

    rule: ClassVar[str] = "103.5"

    player: Seat
    number: Number
    """How many mulligans the player has now taken, free ones included."""
    counted: Count
    """How many of them count: what has to be bottomed, or how many cards fewer are drawn."""
    set_aside: tuple[ObjectId, ...] = ()
    """Partial Paris: the cards that lie in exile for it; the rest of the hand stays."""


class CardsBottomed(Decision, frozen=True, kw_only=True, tag=True):
    """A player puts cards of a new hand on the bottom of their library, in an order of their choice."""

    rule: ClassVar[str] = "103.5"
    private = {"cards": PLAYER}

    player: Seat
    cards: tuple[ObjectId, ...] = ()
    """From the upper one to the last card of the library."""
    new: tuple[ObjectId, ...] = ()
    """Their ids in the library, where a record tells them; otherwise the fold mints them, or, of an
    imported record, counts the cards among those without an id."""
    count: Count = 0
    """Only where the cards are unknown: how many."""


class CardsSetAside(Decision, frozen=True, kw_only=True, tag=True):
    """Partial Paris: a player chooses which cards of their hand to exile for the mulligan."""

    rule: ClassVar[str] = "103.5"
    private = {"cards": PLAYER}

    player: Seat
    cards: tuple[ObjectId, ...] = ()
    count: Count = 0


class MulliganActionTaken(Decision, frozen=True, kw_only=True, tag=True):
    """A player uses a card that works any time they could mulligan: exile the hand, draw as many."""

    rule: ClassVar[str] = "103.5b"

    player: Seat
    card: ObjectId


class LookChosen(Decision, frozen=True, kw_only=True, tag=True):
    """Vancouver: a player who kept fewer cards looks, or does not, at their top card."""

    rule: ClassVar[str] = "103.5"

    player: Seat
    look: bool


class LookedCardPlaced(Decision, frozen=True, kw_only=True, tag=True):
    """Vancouver: the card looked at stays on top or goes to the bottom."""

    rule: ClassVar[str] = "103.5"

    player: Seat
    bottom: bool


class OpeningHandActionTaken(Decision, frozen=True, kw_only=True, tag=True):
    """A player begins the game with a card of their opening hand on the battlefield, or reveals it."""

    rule: ClassVar[str] = "103.6"

    player: Seat
    card: ObjectId
    exiled: ObjectId | None = None
    """The card exiled from hand for it, where the card asks for one."""


class OpeningHandActionsFinished(Decision, frozen=True, kw_only=True, tag=True):
    """A player takes no further opening-hand action."""

    rule: ClassVar[str] = "103.6"

    player: Seat
