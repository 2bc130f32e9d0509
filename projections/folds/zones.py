"""Folds of cards and permanents: moving, tapping, counters, tokens, what is known of them."""

from typing import Any

from msgspec.structs import replace

from events.identifiers import ObjectId, Seat
from events.vocabulary import Zone
from events.zones import (
    Attached,
    CardMoved,
    CardsIdentified,
    CardsLookedAt,
    CardsRevealed,
    CharacteristicsObserved,
    ContraptionDeckShuffled,
    ControlChanged,
    CopyBecame,
    CountersChanged,
    DiscardChosen,
    LandPlayed,
    LegendChosen,
    LibraryOrdered,
    LibraryShuffled,
    ObjectCeased,
    Tapped,
    TokenCreated,
    Untapped,
    ZoneCountObserved,
)
from projections.edit import (
    counted,
    drop_object,
    edit_object,
    edit_objects,
    edit_player,
    less_unseen,
    put_in,
    taken_out,
)
from projections.handlers import applies, nothing
from projections.table import GameObject, Observed, Priority, Table

applies(DiscardChosen)(nothing)
applies(LegendChosen)(nothing)


@applies(CardMoved)
def _moved(table: Table, event: CardMoved) -> Table:
    old = table.objects.get(event.card)
    table = _left_behind(table, old, event)
    if event.to is Zone.NOWHERE:
        return table
    thing = _new_object(table, old, event)
    table = put_in(table, thing, place=event.place)
    if thing.assembled and event.to is Zone.BATTLEFIELD:
        table = replace(table, revealed_contraption=None)
    return _followed(counted(table, event.new), event)


def _left_behind(table: Table, old: GameObject | None, event: CardMoved) -> Table:
    """Take the object out of where it was; it is remembered if it was on the battlefield."""
    if old is None:
        return less_unseen(table, event.owner, Zone.HAND) if event.owner else table
    table = taken_out(table, old)
    table = replace(table, objects=table.objects.delete(old.id))
    if old.zone is not Zone.BATTLEFIELD:
        return table
    table = replace(table, last_known=table.last_known.set(old.id, old))
    if table.combat is not None:
        from projections.folds.combat import out_of_combat  # noqa: PLC0415 - the families meet here

        table = out_of_combat(table, old.id)
    return table


def _new_object(table: Table, old: GameObject | None, event: CardMoved) -> GameObject:
    owner = event.owner or (old.owner if old else None)
    return GameObject(
        id=event.new,
        zone=event.to,
        owner=owner,
        controller=event.controller or owner,
        card=old.card if old else None,
        is_token=old.is_token if old else False,
        tapped=event.tapped,
        face_down=event.face_down,
        sprocket=event.sprocket,
        assembled=event.sprocket > 0,
        controlled_since=table.turn.number,
        seen_by=_seen_by(table, old, event, owner),
        observed=old.observed if old else None,
    )


def _seen_by(
    table: Table, old: GameObject | None, event: CardMoved, owner: Seat | None
) -> frozenset[Seat]:
    """Who knows the card in its new place: a hand can be mixed, a library's ends can be watched."""
    everybody = frozenset(table.turn_order)
    if not event.to.is_hidden and not event.face_down:
        return everybody
    was_public = old is not None and not old.zone.is_hidden and not old.face_down
    if event.to is Zone.LIBRARY and was_public:
        return everybody
    known = old.seen_by if old is not None and event.to is not Zone.HAND else frozenset[Seat]()
    watching = {owner} if owner is not None and event.to is Zone.HAND else set[Seat]()
    return known | watching


def _followed(table: Table, event: CardMoved) -> Table:
    if table.resolution is None:
        return table
    made = (*table.resolution.made, event.new)
    return replace(table, resolution=replace(table.resolution, made=made))


@applies(LibraryShuffled)
def _shuffled(table: Table, event: LibraryShuffled) -> Table:
    table = _reordered(table, event, "library", Zone.LIBRARY)
    if table.mulligan is None:
        return table
    progress = replace(table.mulligan, shuffled=table.mulligan.shuffled | {event.player})
    return replace(table, mulligan=progress)


@applies(ContraptionDeckShuffled)
def _deck_shuffled(table: Table, event: ContraptionDeckShuffled) -> Table:
    table = _reordered(table, event, "contraption_deck", Zone.CONTRAPTION_DECK)
    done = table.turn.done | {f"contraptions:{event.player}"}
    return replace(table, turn=replace(table.turn, done=done))


def _reordered(
    table: Table, event: LibraryShuffled | ContraptionDeckShuffled, field: str, zone: Zone
) -> Table:
    """Give every card of a pile a new id in its new order; without ids, only the count is left."""
    player = table.players.get(event.player)
    if player is None:
        return table
    before = getattr(player, field)
    order = event.order or before
    with table.objects.mutate() as objects:
        old = {name: objects.pop(name, None) for name in before}
        for number, name in enumerate(event.new):
            known = old.get(order[number]) if event.order and number < len(order) else None
            objects[name] = GameObject(
                id=name,
                zone=zone,
                owner=event.player,
                controller=event.player,
                card=known.card if known else None,
            )
        things = objects.finish()
    table = replace(table, objects=things)
    changes: dict[str, Any] = {field: event.new}
    lost = len(before) - len(event.new)
    if lost > 0:
        unseen = player.unseen.get(zone.value, 0) + lost
        changes["unseen"] = player.unseen.set(zone.value, unseen)
    elif event.new and player.unseen.get(zone.value):
        changes["unseen"] = player.unseen.set(zone.value, 0)
    return counted(edit_player(table, event.player, **changes), *event.new)


@applies(CardsIdentified)
def _identified(table: Table, event: CardsIdentified) -> Table:
    with table.objects.mutate() as objects:
        for name, card in event.cards.items():
            thing = objects.get(name)
            if thing is None:
                continue
            objects[name] = replace(thing, card=card, owner=thing.owner or event.owner)
        return replace(table, objects=objects.finish())


@applies(CharacteristicsObserved)
def _observed(table: Table, event: CharacteristicsObserved) -> Table:
    thing = table.objects.get(event.object)
    if thing is None:
        return table
    seen = Observed(
        types=event.types, power=event.power, toughness=event.toughness
    )
    controller = event.controller or thing.controller
    return edit_object(table, event.object, observed=seen, controller=controller)


@applies(CardsRevealed)
def _revealed(table: Table, event: CardsRevealed) -> Table:
    return _known_to(table, event.cards, frozenset(table.turn_order))


@applies(CardsLookedAt)
def _looked_at(table: Table, event: CardsLookedAt) -> Table:
    table = _known_to(table, event.cards, frozenset({event.player}))
    if table.mulligan is not None:
        return replace(table, mulligan=replace(table.mulligan, looking=event.player))
    return table


def _known_to(table: Table, names: tuple[ObjectId, ...], seats: frozenset[Seat]) -> Table:
    with table.objects.mutate() as objects:
        for name in names:
            thing = objects.get(name)
            if thing is not None:
                objects[name] = replace(thing, seen_by=thing.seen_by | seats)
        return replace(table, objects=objects.finish())


@applies(LibraryOrdered)
def _ordered(table: Table, event: LibraryOrdered) -> Table:
    player = table.players.get(event.player)
    if player is None:
        return table
    here = set(player.library)
    top = tuple(name for name in event.top if name in here)
    bottom = tuple(name for name in event.bottom if name in here and name not in top)
    rest = tuple(name for name in player.library if name not in top and name not in bottom)
    return edit_player(table, event.player, library=top + rest + bottom)


@applies(Tapped)
def _tapped(table: Table, event: Tapped) -> Table:
    return edit_objects(table, event.objects, tapped=True)


@applies(Untapped)
def _untapped(table: Table, event: Untapped) -> Table:
    return edit_objects(table, event.objects, tapped=False)


@applies(CountersChanged)
def _counters(table: Table, event: CountersChanged) -> Table:
    thing = table.objects.get(event.object)
    if thing is None:
        return table
    total = max(0, thing.counters.get(event.kind, 0) + event.change)
    counters = (
        thing.counters.set(event.kind, total)
        if total
        else thing.counters.delete(event.kind)
        if event.kind in thing.counters
        else thing.counters
    )
    return edit_object(table, event.object, counters=counters)


@applies(TokenCreated)
def _token(table: Table, event: TokenCreated) -> Table:
    original = table.objects.get(event.copy_of) if event.copy_of else None
    thing = GameObject(
        id=event.object,
        zone=Zone.BATTLEFIELD,
        owner=event.player,
        controller=event.player,
        card=event.card,
        copied=original.name if original else None,
        is_token=True,
        tapped=event.tapped,
        controlled_since=table.turn.number,
        seen_by=frozenset(table.turn_order),
    )
    return counted(put_in(table, thing), event.object)


@applies(ObjectCeased)
def _ceased(table: Table, event: ObjectCeased) -> Table:
    return drop_object(table, event.object)


@applies(ControlChanged)
def _control(table: Table, event: ControlChanged) -> Table:
    thing = table.objects.get(event.object)
    if thing is None:
        return table
    table = edit_object(
        table,
        event.object,
        controller=event.controller,
        controlled_since=table.turn.number,
        sprocket=0,
    )
    if thing.sprocket and event.controller != thing.controller:
        return replace(table, sprocket_due=(*table.sprocket_due, event.object))
    return table


@applies(CopyBecame)
def _copy(table: Table, event: CopyBecame) -> Table:
    return edit_object(table, event.object, copied=event.card)


@applies(Attached)
def _attached(table: Table, event: Attached) -> Table:
    return edit_object(table, event.object, attached_to=event.to)


@applies(ZoneCountObserved)
def _count_observed(table: Table, event: ZoneCountObserved) -> Table:
    player = table.players.get(event.player)
    if player is None or not event.zone.is_personal:
        return table
    for name in getattr(player, event.zone.value):
        if name not in event.cards:
            table = replace(table, objects=table.objects.delete(name))
    for name in event.cards:
        thing = table.objects.get(name)
        if thing is None or thing.zone is not event.zone or thing.owner != event.player:
            thing = GameObject(
                id=name, zone=event.zone, owner=event.player, controller=event.player
            )
            table = replace(table, objects=table.objects.set(name, thing))
    unseen = table.players[event.player].unseen.set(
        event.zone.value, max(0, event.count - len(event.cards))
    )
    table = edit_player(
        table, event.player, unseen=unseen, **{event.zone.value: event.cards}
    )
    return counted(table, *event.cards)


@applies(LandPlayed)
def _land(table: Table, event: LandPlayed) -> Table:
    player = table.players.get(event.player)
    if player is None:
        return table
    table = edit_player(table, event.player, lands_played=player.lands_played + 1)
    return replace(table, priority=Priority(next=event.player))
