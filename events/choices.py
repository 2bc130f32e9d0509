"""Events of choices that players make at the same time, in APNAP order.

Implements CR 101.4.
"""

from typing import ClassVar

from events.base import PLAYER, Consequence, Count, Decision, Number
from events.identifiers import Seat


class ChoicesOpened(Consequence, frozen=True, kw_only=True, tag=True):
    """Several players have to choose: a round of choices begins, in APNAP order."""

    rule: ClassVar[str] = "101.4"

    round: Number
    """Counted over the game, from 1."""
    players: tuple[Seat, ...]
    kind: str
    """What is asked: ``pick``, ``separate``, ``opponent``, ``pile``, ``option``."""
    prompt: str = ""
    hidden: bool = False
    """The picks come from a hidden zone and lie face down until all have chosen (CR 101.4a)."""
    options: dict[Seat, tuple[str, ...]] = {}
    """What each player may choose among, where that is a fixed list everybody can see."""
    unwritten: bool = False
    """More players choose than the rules of the day speak of: turn order stands in for a rule."""


class ChoiceOpened(Consequence, frozen=True, kw_only=True, tag=True):
    """A choice made in a round gives a player something more to choose."""

    rule: ClassVar[str] = "101.4"

    round: Number
    player: Seat
    kind: str
    about: str = ""
    """What the choice is about: the seat whose piles are judged."""
    options: tuple[str, ...] = ()


class ChoiceMade(Decision, frozen=True, kw_only=True, tag=True):
    """A player makes a choice of the open round."""

    rule: ClassVar[str] = "101.4"
    private = {"picks": PLAYER}

    player: Seat
    round: Number
    picks: tuple[str, ...] = ()
    """What was chosen: object ids, seats, or words. Private while it lies face down."""
    about: str = ""
    """Which of the player's open choices this answers."""
    count: Count = 0
    """Only where the picks are unknown: how many."""
    hidden: bool = False
    """The picks lie face down (CR 101.4a)."""


class ChoicesRestarted(Consequence, frozen=True, kw_only=True, tag=True):
    """An earlier player has something new to choose: the order begins again over all open choices."""

    rule: ClassVar[str] = "101.4d"

    round: Number
    unwritten: bool = False
    """The rules of the day do not say so: everybody has first finished the pass under way."""


class ChoicesRevealed(Consequence, frozen=True, kw_only=True, tag=True):
    """What lay face down is turned up for all."""

    rule: ClassVar[str] = "101.4a"

    round: Number
    picks: dict[Seat, tuple[str, ...]] = {}


class ChoicesCompleted(Consequence, frozen=True, kw_only=True, tag=True):
    """All choices of a round are made; what follows happens at once."""

    rule: ClassVar[str] = "101.4"

    round: Number
