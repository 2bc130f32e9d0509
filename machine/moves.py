"""Objects changing zones: where they really go, and what replaces it.

Implements CR 400.7, 614.6, and the Unstable FAQ's scrapyard.
"""

from collections.abc import Iterable

from events.base import Event
from events.contraptions import ContraptionScrapped
from events.identifiers import ObjectId
from events.vocabulary import LibraryPlace, MoveReason, Zone
from events.zones import CardMoved
from machine.characteristics import is_contraption_card
from projections.edit import minted
from projections.table import GameObject, Table


def leave_battlefield(  # noqa: PLR0913, PLR0917 - a move has a place and a reason
    table: Table,
    thing: GameObject,
    to: Zone,
    new: ObjectId,
    reason: MoveReason,
    place: LibraryPlace | None = None,
) -> Event:
    """Return the event by which a permanent leaves: a Contraption card goes to its scrapyard.

    Unstable FAQ: from the battlefield to anywhere but exile it goes to the scrapyard instead,
    whatever it was a copy of (``contraption.exile_goes_to`` for the older reading).
    """
    to_scrapyard = to is not Zone.EXILE or table.rules.contraption.exile_goes_to == "scrapyard"
    if is_contraption_card(table, thing) and to_scrapyard and thing.owner is not None:
        return ContraptionScrapped(player=thing.owner, contraption=thing.id, new=new, instead_of=to)
    return CardMoved(card=thing.id, new=new, to=to, reason=reason, place=place)


def move_all(
    table: Table,
    things: Iterable[GameObject],
    to: Zone,
    reason: MoveReason,
    place: LibraryPlace | None = None,
) -> tuple[Event, ...]:
    """Return the events by which several objects change zones at once."""
    moving = tuple(things)
    names = minted(table, count=len(moving))
    return tuple(
        leave_battlefield(table, thing, to, new, reason, place)
        if thing.zone is Zone.BATTLEFIELD
        else CardMoved(card=thing.id, new=new, to=to, reason=reason, place=place)
        for thing, new in zip(moving, names, strict=True)
    )
