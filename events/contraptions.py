"""Events of Contraptions: assembling, the CRANK! counter, cranking, the scrapyard.

Implements the Unstable FAQ (2017-11-21); CR 701.45 points there.
"""

from typing import ClassVar

from events.base import Consequence, Count, Decision, Number
from events.identifiers import CardName, ObjectId, Seat
from events.vocabulary import Zone


class ContraptionRevealed(Consequence, frozen=True, kw_only=True, tag=True):
    """The top card of a Contraption deck is turned face up, to be assembled."""

    rule: ClassVar[str] = "UFAQ.assemble"

    player: Seat
    card: ObjectId
    name: CardName | None = None
    remaining: Count = 0
    """How many more the player assembles after this one."""


class ContraptionAssembled(Decision, frozen=True, kw_only=True, tag=True):
    """A player puts the revealed Contraption onto the battlefield, on a sprocket of their choice."""

    rule: ClassVar[str] = "UFAQ.assemble"

    player: Seat
    card: ObjectId
    sprocket: Number
    new: ObjectId | None = None
    """Its id on the battlefield, where a record tells it; otherwise the fold mints it."""


class CrankAdvanced(Consequence, frozen=True, kw_only=True, tag=True):
    """A CRANK! counter moves to the next sprocket.

    As its player's upkeep begins, before anyone has priority, or because an effect says so.
    """

    rule: ClassVar[str] = "UFAQ.crank"

    player: Seat
    before: Number
    sprocket: Number
    by_effect: bool = False
    """An effect moves it that the record does not show: people told so at a table without a game."""


class CrankChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player chooses which Contraptions on the sprocket to crank: any, all or none."""

    rule: ClassVar[str] = "UFAQ.crank"

    player: Seat
    contraptions: tuple[ObjectId, ...]


class ContraptionCranked(Consequence, frozen=True, kw_only=True, tag=True):
    """A Contraption is cranked; its ability triggers."""

    rule: ClassVar[str] = "UFAQ.crank"

    player: Seat
    contraption: ObjectId
    sprocket: Number


class ContraptionScrapped(Consequence, frozen=True, kw_only=True, tag=True):
    """A Contraption goes to its owner's scrapyard, which is no graveyard."""

    rule: ClassVar[str] = "UFAQ.scrapyard"

    player: Seat
    """The owner."""
    contraption: ObjectId
    new: ObjectId
    instead_of: Zone = Zone.GRAVEYARD
    """Where it would have gone."""


class ContraptionReassembled(Decision, frozen=True, kw_only=True, tag=True):
    """A Contraption is put on another sprocket: the same object, which does not enter again."""

    rule: ClassVar[str] = "UFAQ.reassemble"

    player: Seat
    """The new controller, if it was another's."""
    contraption: ObjectId
    sprocket: Number


class SprocketChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player who has gained control of a Contraption puts it on one of their sprockets."""

    rule: ClassVar[str] = "UFAQ.control"

    player: Seat
    contraption: ObjectId
    sprocket: Number
