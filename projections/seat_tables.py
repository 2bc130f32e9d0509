"""The table as one seat may see it: what a seat may not know is absent, not masked.

Implements CR 400.2, 708.5. It changes nothing that everybody can see.
"""

from collections.abc import Iterable, Iterator

from immutables import Map
from msgspec.structs import replace

from events.game import ChanceScheme, GameCreated
from events.identifiers import CardName, ObjectId, Seat, is_object_id
from events.vocabulary import HIDDEN_ZONES
from projections.edit import tally
from projections.progress import (
    ChoiceRound,
    Effect,
    MadeChoice,
    MulliganProgress,
    OpenChoice,
    Resolution,
    StackItem,
    WaitingTrigger,
)
from projections.sight import can_name, can_tell, is_recorder, is_seen, looks_through
from projections.table import GameObject, Player, Table

VIEWED: dict[type, frozenset[str]] = {
    Table: frozenset(
        {
            "header",
            "cards",
            "players",
            "objects",
            "stack",
            "mulligan",
            "choice",
            "resolution",
            "triggers",
            "effects",
            "last_known",
        }
    ),
    Player: frozenset({"library", "hand", "sideboard", "contraption_deck", "unseen"}),
    GameObject: frozenset({"card", "copied", "seen_by", "observed"}),
    StackItem: frozenset({"card", "about"}),
    WaitingTrigger: frozenset({"about"}),
    Effect: frozenset({"objects"}),
    MulliganProgress: frozenset({"set_aside"}),
    ChoiceRound: frozenset({"open", "made", "earlier"}),
    OpenChoice: frozenset({"options"}),
    MadeChoice: frozenset({"picks"}),
    Resolution: frozenset({"item", "chosen", "made", "made_before"}),
    GameCreated: frozenset({"decks", "cards", "chance", "imported", "branch_of", "given"}),
}
"""Fields of which a seat may know less than there is; every other field of these is open."""


def seat_view(table: Table, seat: Seat | None) -> Table:
    """Return the table as a seat may see it, or as the public may (``None``)."""
    objects = Map(
        {
            name: _object(table, thing, seat)
            for name, thing in table.objects.items()
            if can_name(table, thing, seat)
        }
    )
    view = replace(
        table,
        objects=objects,
        players=Map({name: _player(table, one, seat) for name, one in table.players.items()}),
        stack=tuple(_item(table, item, seat) for item in table.stack),
        mulligan=_mulligan(table.mulligan, seat),
        choice=_choice(table, seat),
        resolution=_resolution(table, seat),
        triggers=tuple(_trigger(table, one, seat) for one in table.triggers),
        effects=tuple(_effect(table, one, seat) for one in table.effects),
        last_known=Map(
            {name: _object(table, thing, seat) for name, thing in table.last_known.items()}
        ),
    )
    header = header_view(table.header, seat, _names(view))
    return replace(view, header=header, cards=Map({card.name: card for card in header.cards}))


def header_view(
    header: GameCreated, seat: Seat | None, visible: Iterable[CardName] = ()
) -> GameCreated:
    """Return a header with the seat's own deck alone, and definitions of cards it knows."""
    own = header.decks.get(seat) if seat is not None else None
    names = set(visible)
    if own is not None:
        names.update(own.main, own.sideboard, own.commanders, own.contraptions)
    imported = header.imported
    if imported is not None and (seat is None or imported.recorder != seat):
        imported = replace(imported, file="")
    return replace(
        header,
        decks={} if own is None or seat is None else {seat: own},
        cards=tuple(card for card in header.cards if card.name in names),
        chance=ChanceScheme(kind=header.chance.kind),
        imported=imported,
        branch_of="",
        given=0,
    )


def _names(view: Table) -> Iterator[CardName]:
    """Yield every card name that stands anywhere in a view."""
    for thing in (*view.objects.values(), *view.last_known.values()):
        yield from filter(None, (thing.card, thing.copied))
    frame = (view.resolution.item,) if view.resolution is not None else ()
    for one in (*view.stack, *frame, *view.triggers, *view.effects):
        if one.card is not None:
            yield one.card


def _object(table: Table, thing: GameObject, seat: Seat | None) -> GameObject:
    """Return an object the seat can name, without its card where that is not known."""
    tell = can_tell(table, thing, seat)
    public = is_seen(table, thing, None)
    mine = frozenset(looks_through(table, seat)) if seat is not None else frozenset[Seat]()
    if tell and (public or thing.seen_by <= mine):
        return thing
    return replace(
        thing,
        card=thing.card if tell else None,
        copied=thing.copied if tell else None,
        observed=thing.observed if tell or is_recorder(table, seat) else None,
        seen_by=thing.seen_by if public else thing.seen_by & mine,
    )


def _player(table: Table, player: Player, seat: Seat | None) -> Player:
    changes: dict[str, object] = {}
    unseen = player.unseen
    for zone in sorted(HIDDEN_ZONES):
        members: tuple[ObjectId, ...] = getattr(player, zone.value)
        known = tuple(name for name in members if _stands(table, name, seat))
        if len(known) < len(members):
            changes[zone.value] = known
            unseen = tally(unseen, zone.value, len(members) - len(known))
    return replace(player, unseen=unseen, **changes) if changes else player


def _stands(table: Table, name: str, seat: Seat | None) -> bool:
    """Whether an id may stand in the seat's view: one that names no object now tells nothing."""
    thing = table.objects.get(ObjectId(name))
    return thing is None or can_name(table, thing, seat)


def _ids(table: Table, names: tuple[str, ...], seat: Seat | None) -> tuple[str, ...]:
    """Return the seats and ids that may stand in the view.

    An object that is gone from a hidden zone may have been chosen there: which one, its id tells.
    """
    return tuple(
        name
        for name in names
        if (name in table.objects and _stands(table, name, seat))
        or name in table.last_known
        or not is_object_id(name)
    )


def _item(table: Table, item: StackItem, seat: Seat | None) -> StackItem:
    thing = table.objects.get(item.id)
    hidden = thing is not None and not can_tell(table, thing, seat)
    return replace(item, card=None if hidden else item.card, about=_ids(table, item.about, seat))


def _trigger(table: Table, one: WaitingTrigger, seat: Seat | None) -> WaitingTrigger:
    return replace(one, about=_ids(table, one.about, seat)) if one.about else one


def _effect(table: Table, one: Effect, seat: Seat | None) -> Effect:
    return replace(one, objects=_ids(table, one.objects, seat)) if one.objects else one


def _mulligan(progress: MulliganProgress | None, seat: Seat | None) -> MulliganProgress | None:
    if progress is None or not progress.set_aside:
        return progress
    own = {name: cards for name, cards in progress.set_aside.items() if name == seat}
    return replace(progress, set_aside=Map(own))


def _choice(table: Table, seat: Seat | None) -> ChoiceRound | None:
    """CR 101.4a: what others have picked lies face down; how many cards it is can be seen."""
    choice = table.choice
    if choice is None:
        return None
    return replace(
        choice,
        open=tuple(_open(table, one, seat) for one in choice.open),
        made=tuple(_made(table, one, seat) for one in choice.made),
        earlier=tuple(_made(table, one, seat) for one in choice.earlier),
    )


def _open(table: Table, one: OpenChoice, seat: Seat | None) -> OpenChoice:
    if seat is not None and one.player in looks_through(table, seat):
        return one
    return replace(one, options=tuple(word for word in one.options if _stands(table, word, seat)))


def _made(table: Table, one: MadeChoice, seat: Seat | None) -> MadeChoice:
    if seat is not None and one.player in looks_through(table, seat):
        return one
    picks = () if one.hidden else one.picks
    return replace(one, picks=tuple(word for word in picks if _stands(table, word, seat)))


def _resolution(table: Table, seat: Seat | None) -> Resolution | None:
    frame = table.resolution
    if frame is None:
        return None
    chosen = None if frame.chosen is None else _ids(table, frame.chosen, seat)
    made = tuple(map(ObjectId, _ids(table, frame.made, seat)))
    before = tuple(map(ObjectId, _ids(table, frame.made_before, seat)))
    item = _item(table, frame.item, seat)
    return replace(frame, item=item, chosen=chosen, made=made, made_before=before)
