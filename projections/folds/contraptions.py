"""Folds of Contraptions."""

from msgspec.structs import replace

from events.contraptions import (
    ContraptionAssembled,
    ContraptionCranked,
    ContraptionReassembled,
    ContraptionRevealed,
    ContraptionScrapped,
    CrankAdvanced,
    CrankChosen,
    SprocketChosen,
)
from events.identifiers import ObjectId, Recipient
from events.vocabulary import LibraryPlace, Zone
from projections.edit import (
    counted,
    edit_object,
    edit_player,
    less_unseen,
    minted,
    put_in,
    taken_out,
)
from projections.handlers import applies, nothing
from projections.table import GameObject, Table

applies(ContraptionCranked)(nothing)


@applies(ContraptionRevealed)
def _revealed(table: Table, event: ContraptionRevealed) -> Table:
    thing = table.objects.get(event.card)
    if thing is None:
        table, thing = _met(table, event)
    known = replace(thing, card=thing.card or event.name, seen_by=frozenset(table.turn_order))
    return replace(
        table,
        objects=table.objects.set(event.card, known),
        revealed_contraption=event.card,
        to_assemble=table.to_assemble.set(event.player, event.remaining),
    )


def _met(table: Table, event: ContraptionRevealed) -> tuple[Table, GameObject]:
    """Return the table with a card on top of the deck whose cards had no ids till now."""
    thing = GameObject(
        id=event.card, zone=Zone.CONTRAPTION_DECK, owner=event.player, controller=event.player
    )
    table = less_unseen(table, event.player, Zone.CONTRAPTION_DECK)
    return counted(put_in(table, thing, place=LibraryPlace.TOP), event.card), thing


@applies(ContraptionAssembled)
def _assembled(table: Table, event: ContraptionAssembled) -> Table:
    old = table.objects.get(event.card)
    if old is None:
        return table
    new = event.new or minted(table)[0]
    table = taken_out(table, old)
    thing = GameObject(
        id=new,
        zone=Zone.BATTLEFIELD,
        owner=old.owner or event.player,
        controller=event.player,
        card=old.card,
        sprocket=event.sprocket,
        assembled=True,
        controlled_since=table.turn.number,
        seen_by=frozenset(table.turn_order),
    )
    table = replace(table, objects=table.objects.delete(event.card), revealed_contraption=None)
    return _made(counted(put_in(table, thing), new), new)


def _made(table: Table, name: ObjectId) -> Table:
    frame = table.resolution
    if frame is None:
        return table
    return replace(table, resolution=replace(frame, made=(*frame.made, name)))


@applies(CrankAdvanced)
def _advanced(table: Table, event: CrankAdvanced) -> Table:
    table = edit_player(table, event.player, crank=event.sprocket)
    waiting = table.sprockets.get(event.player, {}).get(event.sprocket, ())
    table = replace(table, cranking=event.player if waiting else None)
    if table.resolution is not None:
        return _through(table, event.player)
    if event.by_effect:
        return table
    turn = table.turn
    done, cranked = turn.done | {f"crank:{event.player}"}, turn.cranked | {event.player}
    return replace(table, turn=replace(turn, done=done, cranked=cranked))


def _through(table: Table, one: Recipient) -> Table:
    """Return the table on which the instruction under way has been through one of those it means."""
    frame = table.resolution
    if frame is None:
        return table
    return replace(table, resolution=replace(frame, through=(*frame.through, one)))


@applies(CrankChosen)
def _chosen(table: Table, _event: CrankChosen) -> Table:
    return replace(table, cranking=None)


@applies(ContraptionScrapped)
def _scrapped(table: Table, event: ContraptionScrapped) -> Table:
    old = table.objects.get(event.contraption)
    if old is None:
        return table
    table = taken_out(table, old)
    table = replace(
        table,
        objects=table.objects.delete(old.id),
        last_known=table.last_known.set(old.id, old),
    )
    thing = GameObject(
        id=event.new,
        zone=Zone.SCRAPYARD,
        owner=event.player,
        controller=event.player,
        card=old.card,
        seen_by=frozenset(table.turn_order),
    )
    return _made(counted(put_in(table, thing), event.new), event.new)


@applies(ContraptionReassembled)
def _reassembled(table: Table, event: ContraptionReassembled) -> Table:
    thing = table.objects.get(event.contraption)
    if thing is None:
        return table
    since = thing.controlled_since
    if thing.controller != event.player:
        since = table.turn.number
    table = edit_object(
        table,
        event.contraption,
        controller=event.player,
        sprocket=event.sprocket,
        assembled=True,
        controlled_since=since,
    )
    return _through(table, event.contraption)


@applies(SprocketChosen)
def _sprocket(table: Table, event: SprocketChosen) -> Table:
    return edit_object(table, event.contraption, sprocket=event.sprocket)
