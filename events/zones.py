"""Events of cards and permanents: moving, tapping, counters, tokens, and what is known of them.

Implements CR 110, 111, 122, 400.
"""

from typing import ClassVar

from events.base import NOBODY, PLAYER, Chance, Consequence, Count, Decision, Integer
from events.identifiers import CardName, ObjectId, Seat
from events.vocabulary import LibraryPlace, MoveReason, Zone


class CardMoved(Consequence, frozen=True, kw_only=True, tag=True):
    """An object changes zones and becomes a new object with a new id."""

    rule: ClassVar[str] = "400.7"

    card: ObjectId
    new: ObjectId
    to: Zone
    reason: MoveReason = MoveReason.UNKNOWN
    owner: Seat | None = None
    """Only where the table cannot know it: the first sight of a card in an imported log."""
    controller: Seat | None = None
    """Who controls it there, where that is not its owner."""
    place: LibraryPlace | None = None
    tapped: bool = False
    face_down: bool = False
    sprocket: Count = 0
    """The sprocket a Contraption is put on; 0 for everything else."""
    copied: CardName | None = None
    """The card it enters the battlefield as a copy of."""


class LibraryShuffled(Chance, frozen=True, kw_only=True, tag=True):
    """A library is put in a random order; every card in it becomes a new object."""

    rule: ClassVar[str] = "701.24"
    private = {"order": NOBODY}

    player: Seat
    order: tuple[ObjectId, ...] = ()
    """The ids before the shuffle, from top to bottom after it; empty where nobody recorded it."""
    new: tuple[ObjectId, ...] = ()
    """The ids after it, from top to bottom."""


class ContraptionDeckShuffled(Chance, frozen=True, kw_only=True, tag=True):
    """A Contraption deck is put in a random order."""

    rule: ClassVar[str] = "103.3a"
    private = {"order": NOBODY}

    player: Seat
    order: tuple[ObjectId, ...] = ()
    new: tuple[ObjectId, ...] = ()


class CardsIdentified(Consequence, frozen=True, kw_only=True, tag=True):
    """What some objects are becomes known to the recorder of an imported game."""

    rule: ClassVar[str] = "400.2"

    cards: dict[ObjectId, CardName]
    owner: Seat | None = None
    """Whose cards they are, where the table has not met them."""


class CharacteristicsObserved(Consequence, frozen=True, kw_only=True, tag=True):
    """An imported record shows what an object looks like now: its types, its power and toughness."""

    rule: ClassVar[str] = "109.3"

    object: ObjectId
    types: tuple[str, ...] = ()
    power: Integer | None = None
    toughness: Integer | None = None
    controller: Seat | None = None


class CardsRevealed(Consequence, frozen=True, kw_only=True, tag=True):
    """Cards are shown to all players."""

    rule: ClassVar[str] = "701.20"

    player: Seat
    cards: tuple[ObjectId, ...]


class CardsLookedAt(Consequence, frozen=True, kw_only=True, tag=True):
    """A player looks at cards that the others do not see."""

    rule: ClassVar[str] = "701.20e"

    player: Seat
    cards: tuple[ObjectId, ...] = ()
    count: Count = 0


class LibraryOrdered(Decision, frozen=True, kw_only=True, tag=True):
    """A player puts cards they looked at back, in an order of their choice."""

    rule: ClassVar[str] = "608.2d"
    private = {"top": PLAYER, "bottom": PLAYER}

    player: Seat
    top: tuple[ObjectId, ...] = ()
    """From the top down."""
    bottom: tuple[ObjectId, ...] = ()
    """From the bottom's upper card down to the last card."""
    count_top: Count = 0
    count_bottom: Count = 0


class DiscardChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player chooses which cards to discard for a spell or ability that resolves."""

    rule: ClassVar[str] = "701.9b"

    player: Seat
    cards: tuple[ObjectId, ...]


class Tapped(Consequence, frozen=True, kw_only=True, tag=True):
    """Permanents become tapped."""

    rule: ClassVar[str] = "701.26a"

    objects: tuple[ObjectId, ...]


class Untapped(Consequence, frozen=True, kw_only=True, tag=True):
    """Permanents become untapped by something else than the untap step."""

    rule: ClassVar[str] = "701.26b"

    objects: tuple[ObjectId, ...]


class CountersChanged(Consequence, frozen=True, kw_only=True, tag=True):
    """Counters are put on an object or removed from it."""

    rule: ClassVar[str] = "122.1"

    object: ObjectId
    kind: str
    change: Integer


class TokenCreated(Consequence, frozen=True, kw_only=True, tag=True):
    """A token enters the battlefield."""

    rule: ClassVar[str] = "111.1"

    object: ObjectId
    player: Seat
    """Its owner and, unless told otherwise, its controller."""
    card: CardName
    tapped: bool = False
    copy_of: ObjectId | None = None
    """The permanent it is a copy of."""
    spell: ObjectId | None = None
    """The copy of a permanent spell that became it as it resolved: no effect created it."""


class ObjectCeased(Consequence, frozen=True, kw_only=True, tag=True):
    """A token or copy that is not where it belongs ceases to exist."""

    rule: ClassVar[str] = "704.5d"

    object: ObjectId


class ControlChanged(Consequence, frozen=True, kw_only=True, tag=True):
    """A permanent gets another controller and stays the same object."""

    rule: ClassVar[str] = "108.4"

    object: ObjectId
    controller: Seat


class CopyChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player chooses what a permanent enters the battlefield as a copy of."""

    rule: ClassVar[str] = "707.5"

    player: Seat
    object: ObjectId
    """The spell that becomes the permanent."""
    copied: ObjectId | None = None
    """Absent where it enters as itself."""


class CopyBecame(Consequence, frozen=True, kw_only=True, tag=True):
    """A permanent has become a copy of another object."""

    rule: ClassVar[str] = "707.2"

    object: ObjectId
    copied: ObjectId
    card: CardName


class Attached(Consequence, frozen=True, kw_only=True, tag=True):
    """A permanent is attached to another; without ``to`` it comes off."""

    rule: ClassVar[str] = "701.3"

    object: ObjectId
    to: ObjectId | None = None


class LegendChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player keeps one of several legendary permanents of the same name."""

    rule: ClassVar[str] = "704.5j"

    player: Seat
    keep: ObjectId


class ZoneCountObserved(Consequence, frozen=True, kw_only=True, tag=True):
    """An imported record shows how many cards lie in a player's zone, without telling which."""

    rule: ClassVar[str] = "400.2"

    player: Seat
    zone: Zone
    count: Count
    cards: tuple[ObjectId, ...] = ()
    """Their ids, where the record has any."""


class LandPlayed(Decision, frozen=True, kw_only=True, tag=True):
    """A player plays a land."""

    rule: ClassVar[str] = "116.2a"

    player: Seat
    card: ObjectId
