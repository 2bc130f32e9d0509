"""Folds of cards and permanents: moving, tapping, counters, tokens, what is known of them."""

from msgspec.structs import replace

from events.identifiers import ObjectId, Seat
from events.vocabulary import Phase, StackKind, Zone
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
    CopyChosen,
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
    drop_objects,
    edit_object,
    edit_objects,
    edit_player,
    less_unseen,
    out_of_combat,
    put_in,
    put_on_stack,
    shown,
    taken_out,
    tally,
    without,
)
from projections.handlers import applies, nothing
from projections.progress import StackItem
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
    if event.to is Zone.STACK:
        table = put_on_stack(table, _put_there(thing))
    return _made(counted(table, event.new), event.new)


def _put_there(thing: GameObject) -> StackItem:
    """Return what stands on the stack for a card that got there without being cast."""
    seat = thing.controller or Seat("")
    return StackItem(
        id=thing.id, kind=StackKind.UNKNOWN, controller=seat, card=thing.card, complete=True
    )


def _left_behind(table: Table, old: GameObject | None, event: CardMoved) -> Table:
    """Take the object out of where it was; it is remembered if it was on the battlefield."""
    if old is None:
        return less_unseen(table, event.owner, Zone.HAND) if event.owner else table
    table = taken_out(table, old)
    table = replace(table, objects=table.objects.delete(old.id))
    if table.revealed_contraption == old.id:
        table = replace(table, revealed_contraption=None)
    if old.zone is not Zone.BATTLEFIELD:
        return table
    return replace(table, last_known=table.last_known.set(old.id, old))


def _new_object(table: Table, old: GameObject | None, event: CardMoved) -> GameObject:
    owner = event.owner or (old.owner if old else None)
    return GameObject(
        id=event.new,
        zone=event.to,
        owner=owner,
        controller=event.controller or owner,
        card=old.card if old else None,
        copied=event.copied,
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
    watching = owner if event.to is Zone.HAND else None
    if event.to is Zone.BATTLEFIELD:
        watching = (
            event.controller or owner
        )  # CR 708.5: a face-down permanent's controller may look
    return known if watching is None else known | {watching}


def _made(table: Table, *names: ObjectId) -> Table:
    """Note what the object that resolves has moved, created or tapped."""
    if table.resolution is None:
        return table
    made = (*table.resolution.made, *names)
    return replace(table, resolution=replace(table.resolution, made=made))


@applies(LibraryShuffled)
def _shuffled(table: Table, event: LibraryShuffled) -> Table:
    table = _reordered(table, event, "library", Zone.LIBRARY)
    if table.turn.phase is Phase.SHUFFLING:
        done = table.turn.done | {f"library:{event.player}"}
        table = replace(table, turn=replace(table.turn, done=done))
    frame = table.resolution
    if frame is not None and frame.looked:
        # CR 701.23: a search is over once its library is shuffled
        through = (*frame.through, event.player)
        table = replace(table, resolution=replace(frame, through=through, chosen=None))
    if table.mulligan is None:
        return table
    progress = table.mulligan
    aside = progress.aside
    if event.player in progress.kept and event.player in aside:
        aside = aside.delete(event.player)  # what was set aside has been shuffled in
    shuffled = progress.shuffled | {event.player}
    return replace(table, mulligan=replace(progress, shuffled=shuffled, aside=aside))


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
    before, new = getattr(player, field), event.new
    if len(frozenset(new)) != len(new):
        new = tuple(dict.fromkeys(new))
    with table.objects.mutate() as objects:
        old = {name: objects.pop(name, None) for name in before}
        emptied = replace(table, objects=objects.finish())
    table = edit_player(emptied, event.player, **{field: ()})
    table = drop_objects(table, new)
    order = event.order + (ObjectId(""),) * (len(new) - len(event.order))
    things: dict[ObjectId, GameObject] = {}
    for name, former in zip(new, order, strict=False):
        known = old.get(former)
        things[name] = GameObject(
            id=name,
            zone=zone,
            owner=event.player,
            controller=event.player,
            card=known.card if known else None,
        )
    table = replace(table, objects=table.objects.update(things))
    unseen = tally(player.unseen, zone.value, len(before) - len(new))
    return counted(edit_player(table, event.player, unseen=unseen, **{field: new}), *new)


@applies(CardsIdentified)
def _identified(table: Table, event: CardsIdentified) -> Table:
    for name, card in event.cards.items():
        thing = table.objects.get(name)
        if thing is None:
            continue
        known = replace(thing, card=card, owner=thing.owner or event.owner)
        if known.owner != thing.owner and thing.zone.is_personal:
            table = put_in(table, known)  # a zone of its owner's has had no place for it till now
        else:
            table = replace(table, objects=table.objects.set(name, known))
    return table


@applies(CharacteristicsObserved)
def _observed(table: Table, event: CharacteristicsObserved) -> Table:
    thing = table.objects.get(event.object)
    if thing is None:
        return table
    seen = Observed(types=event.types, power=event.power, toughness=event.toughness)
    controller = event.controller or thing.controller
    return edit_object(table, event.object, observed=seen, controller=controller)


@applies(CardsRevealed)
def _revealed(table: Table, event: CardsRevealed) -> Table:
    return shown(table, event.cards, frozenset(table.turn_order))


@applies(CardsLookedAt)
def _looked_at(table: Table, event: CardsLookedAt) -> Table:
    table = shown(table, event.cards, frozenset({event.player}))
    if table.mulligan is not None:
        return replace(table, mulligan=replace(table.mulligan, looking=event.player))
    if table.resolution is not None:
        return replace(table, resolution=replace(table.resolution, looked=True))
    return table


@applies(LibraryOrdered)
def _ordered(table: Table, event: LibraryOrdered) -> Table:
    player = table.players.get(event.player)
    if player is None:
        return table
    here = frozenset(player.library)
    top = tuple(name for name in dict.fromkeys(event.top) if name in here)
    bottom = tuple(name for name in dict.fromkeys(event.bottom) if name in here.difference(top))
    rest = without(player.library, *top, *bottom)
    table = edit_player(table, event.player, library=top + rest + bottom)
    frame = table.resolution
    if frame is not None:
        through = (*frame.through, event.player)
        table = replace(table, resolution=replace(frame, through=through))
    return _mixed(table, event.player, top + bottom)


def _mixed(table: Table, seat: Seat, names: tuple[ObjectId, ...]) -> Table:
    """Return the table in which only who ordered several cards still knows which is which."""
    if len(names) < 2:  # noqa: PLR2004 - one card has no order
        return table
    with table.objects.mutate() as objects:
        for name in names:
            thing = objects.get(name)
            if thing is not None:
                objects[name] = replace(thing, seen_by=thing.seen_by & {seat})
        mixed = objects.finish()
    return replace(table, objects=mixed)


@applies(Tapped)
def _tapped(table: Table, event: Tapped) -> Table:
    table = edit_objects(table, event.objects, tapped=True)
    return _made(table, *event.objects)


@applies(Untapped)
def _untapped(table: Table, event: Untapped) -> Table:
    return edit_objects(table, event.objects, tapped=False)


@applies(CountersChanged)
def _counters(table: Table, event: CountersChanged) -> Table:
    thing = table.objects.get(event.object)
    if thing is None:
        return table
    counters = tally(thing.counters, event.kind, event.change)
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
    table = replace(put_in(table, thing), has_tokens=True)
    return _made(counted(table, event.object), event.object)


@applies(ObjectCeased)
def _ceased(table: Table, event: ObjectCeased) -> Table:
    return drop_object(table, event.object)


@applies(ControlChanged)
def _control(table: Table, event: ControlChanged) -> Table:
    thing = table.objects.get(event.object)
    if thing is None:
        return table
    if event.controller == thing.controller:
        return table
    table = out_of_combat(table, event.object)  # CR 506.4
    return edit_object(
        table,
        event.object,
        controller=event.controller,
        controlled_since=table.turn.number,
        sprocket=0,
    )


@applies(CopyChosen)
def _copy_chosen(table: Table, event: CopyChosen) -> Table:
    if table.resolution is None:
        return table
    chosen = () if event.copied is None else (event.copied,)
    return replace(table, resolution=replace(table.resolution, chosen=chosen))


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
    names = tuple(dict.fromkeys(event.cards))
    before = getattr(player, event.zone.value)
    table = drop_objects(table, [name for name in before if name not in names])
    for name in names:
        thing = table.objects.get(name)
        if thing is None or thing.zone is not event.zone or thing.owner != event.player:
            thing = GameObject(
                id=name, zone=event.zone, owner=event.player, controller=event.player
            )
            table = put_in(table, thing)
    player = table.players[event.player]
    unknown = max(0, event.count - len(names)) - player.unseen.get(event.zone.value, 0)
    unseen = tally(player.unseen, event.zone.value, unknown)
    told = player.uncounted - {event.zone.value}
    table = edit_player(
        table, event.player, unseen=unseen, uncounted=told, **{event.zone.value: names}
    )
    return counted(table, *names)


@applies(LandPlayed)
def _land(table: Table, event: LandPlayed) -> Table:
    player = table.players.get(event.player)
    if player is None:
        return table
    table = edit_player(table, event.player, lands_played=player.lands_played + 1)
    return replace(table, priority=Priority(next=event.player))
