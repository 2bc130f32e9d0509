"""The same card under its changing ids: which object became which with an event.

Implements CR 400.7 backwards: a new object in each zone, and still one card to the people who watch.
"""

from functools import singledispatch

from events.base import Event
from events.contraptions import ContraptionAssembled, ContraptionScrapped
from events.identifiers import ObjectId
from events.mulligans import CardsBottomed
from events.stack import SpellCast
from events.turns import CardsDrawn
from events.zones import CardMoved, ContraptionDeckShuffled, LibraryShuffled
from projections.edit import minted
from projections.table import Table

Renamed = dict[ObjectId, ObjectId]


@singledispatch
def renamed(event: Event, before: Table) -> Renamed:
    """Return old id -> new id for every object that an event turns into a new one."""
    del event, before
    return {}


@renamed.register
def _(event: CardMoved, before: Table) -> Renamed:
    del before
    return {event.card: event.new}


@renamed.register
def _(event: SpellCast, before: Table) -> Renamed:
    return {event.card: event.object or minted(before, "o")[0]}


@renamed.register
def _(event: ContraptionAssembled, before: Table) -> Renamed:
    return {event.card: event.new or minted(before)[0]}


@renamed.register
def _(event: ContraptionScrapped, before: Table) -> Renamed:
    del before
    return {event.contraption: event.new}


@renamed.register
def _(event: CardsDrawn, before: Table) -> Renamed:
    player = before.players.get(event.player)
    return dict(zip(player.library if player else (), event.cards, strict=False))


@renamed.register
def _(event: CardsBottomed, before: Table) -> Renamed:
    new = event.new or minted(before, count=len(event.cards))
    return dict(zip(event.cards, new, strict=False))


@renamed.register
def _(event: LibraryShuffled, before: Table) -> Renamed:
    del before
    return dict(zip(event.order, event.new, strict=False))


@renamed.register
def _(event: ContraptionDeckShuffled, before: Table) -> Renamed:
    del before
    return dict(zip(event.order, event.new, strict=False))
