"""An event as one seat may see it: private fields removed, ids of hidden cards absent.

Implements CR 400.2, 101.4a. Generic where the types tell what a field is; what they do not tell
is decided in the tables below.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields, replace

from events.base import NOBODY, Event
from events.choices import ChoiceMade
from events.contraptions import ContraptionAssembled
from events.game import GameCreated
from events.identifiers import ObjectId, Seat
from events.mulligans import CardsBottomed, CardsSetAside
from events.records import NO_HASH, Record
from events.rulings import Corrected, FactObserved, NoteAdded
from events.stack import AbilityActivated, SpellCast
from events.zones import (
    CardMoved,
    CardsIdentified,
    CardsLookedAt,
    CharacteristicsObserved,
    LibraryOrdered,
)
from projections.edit import minted
from projections.seat_tables import header_view
from projections.sight import UNKNOWN, Eyes, is_recorder
from projections.table import Table

COUNTS: dict[type[Event], dict[str, str]] = {
    CardsBottomed: {"cards": "count"},
    CardsSetAside: {"cards": "count"},
    CardsLookedAt: {"cards": "count"},
    ChoiceMade: {"picks": "count"},
    LibraryOrdered: {"top": "count_top", "bottom": "count_bottom"},
}
"""Where the number of what is hidden stays known: field -> the field that tells how many."""

IDS = (ObjectId, str)
"""Types of fields that can name an object; of any other word the seat may read all."""


class Plan(Struct, frozen=True):
    """What of one event type has to be looked at: single ids, optional ones, and several."""

    single: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    private: tuple[tuple[str, str], ...] = ()


def seat_event(before: Table, after: Table, event: Event, seat: Seat | None) -> Event | None:
    """Return the event as a seat may see it; nothing where it may see nothing of it."""
    eyes = Eyes(before, after, seat)
    special = _SPECIAL.get(type(event))
    return _seen(eyes, event) if special is None else special(eyes, event)


def seat_records(
    records: Sequence[Record], tables: Sequence[Table], seat: Seat | None
) -> Iterator[Record]:
    """Yield the records of a log that a seat may see, without what its hashes would tell.

    ``tables`` are the tables after each record. Numbers stay, so that gaps show what is not told.
    """
    for number, record in enumerate(records):
        before, after = tables[max(0, number - 1)], tables[number]
        event: Event = record.event
        own_note = isinstance(event, NoteAdded) and record.by == seat
        told = event if own_note else seat_event(before, after, event, seat)
        if told is not None:
            yield _record(record, told, knows_source=is_recorder(after, seat))


def _record(record: Record, event: Event, *, knows_source: bool) -> Record:
    """Return a record with nothing that depends on what the seat may not know."""
    source = record.source if knows_source else None
    return replace(record, event=event, prev=NO_HASH, open=None, id="", source=source)


@cache
def plan_of(kind: type[Event]) -> Plan:
    """Return what has to be looked at in events of a type."""
    hints = get_type_hints(kind)
    single, optional, several = [], [], []
    for name in kind.__struct_fields__:
        hint = hints[name]
        if hint in IDS:
            single.append(name)
        elif get_origin(hint) is tuple and get_args(hint)[0] in IDS:
            several.append(name)
        elif not set(get_args(hint)).isdisjoint(IDS):
            optional.append(name)
    private = tuple(sorted(kind.private.items()))
    return Plan(tuple(single), tuple(optional), tuple(several), private)


@cache
def _default(kind: type[Event], name: str) -> Any:  # noqa: ANN401 - the default of any field
    field = next(one for one in fields(kind) if one.name == name)
    return () if field.default is NODEFAULT else field.default


def _seen(eyes: Eyes, event: Event) -> Event:
    """Return an event without private fields and without ids that the seat cannot name."""
    plan = plan_of(type(event))
    changes: dict[str, Any] = {}
    for name, holder in plan.private:
        if holder == NOBODY or not eyes.is_me(getattr(event, holder)):
            changes[name] = _default(type(event), name)
    for name in plan.single:
        if not eyes.can_name(getattr(event, name)):
            changes[name] = UNKNOWN
    for name in plan.optional:
        value = getattr(event, name)
        if value is not None and not eyes.can_name(value):
            changes[name] = None
    for name in plan.several:
        values = changes.get(name, getattr(event, name))
        known = tuple(value for value in values if eyes.can_name(value))
        if len(known) < len(values):
            changes[name] = known
    return _counted(event, changes)


def _counted(event: Event, changes: dict[str, Any]) -> Event:
    """Return the event with its changes, telling how many there were of what is left out."""
    if not changes:
        return event
    for name, count in COUNTS.get(type(event), {}).items():
        if name in changes:
            changes[count] = getattr(event, count) or len(getattr(event, name))
    return replace(event, **changes)


def _created(eyes: Eyes, event: GameCreated) -> Event:
    """CR 903.6: commanders are put in the command zone face up."""
    commanders = (eyes.after.objects.get(name) for name in eyes.after.command)
    names = {thing.card for thing in commanders if thing is not None and thing.card is not None}
    return header_view(event, eyes.seat, names)


def _moved(eyes: Eyes, event: CardMoved) -> Event:
    """CR 400.7: who could not see the old object learns of the new one alone."""
    old = eyes.before.objects.get(event.card)
    owner = event.owner or (old.owner if old is not None else None)
    new = event.new if eyes.can_name(event.new) else UNKNOWN
    if eyes.can_name(event.card):
        return event if new == event.new else replace(event, new=new)
    return replace(event, card=new, new=new, owner=owner)


def _cast(eyes: Eyes, event: SpellCast) -> Event:
    """CR 601.2a: others see a spell for the first time as it is on the stack."""
    name = event.object or minted(eyes.before, "o")[0]
    card = event.card if eyes.can_name(event.card) else name
    return replace(event, card=card, object=name)


def _activated(eyes: Eyes, event: AbilityActivated) -> Event:
    return replace(_seen(eyes, event), object=event.object or minted(eyes.before, "o")[0])


def _assembled(eyes: Eyes, event: ContraptionAssembled) -> Event:
    return replace(_seen(eyes, event), new=event.new or minted(eyes.before)[0])


def _looked_at(eyes: Eyes, event: CardsLookedAt) -> Event:
    if eyes.is_me(event.player):
        return _seen(eyes, event)
    return _counted(event, {"cards": ()})


def _identified(eyes: Eyes, event: CardsIdentified) -> Event | None:
    cards = {name: card for name, card in event.cards.items() if eyes.can_tell(name)}
    return replace(event, cards=cards) if cards else None


def _observed(eyes: Eyes, event: CharacteristicsObserved) -> Event | None:
    thing = eyes.after.objects.get(event.object)
    open_ = thing is not None and not thing.face_down and eyes.can_name(event.object)
    return event if open_ or eyes.can_tell(event.object) else None


def _picked(eyes: Eyes, event: ChoiceMade) -> Event:
    """CR 101.4a: what lies face down is its player's alone."""
    if eyes.is_me(event.player):
        return event
    if event.hidden:
        return _counted(event, {"picks": ()})
    picks = tuple(one for one in event.picks if eyes.can_name(one))
    return event if len(picks) == len(event.picks) else _counted(event, {"picks": picks})


def _fact(eyes: Eyes, event: FactObserved) -> Event | None:
    return event if is_recorder(eyes.after, eyes.seat) else None


def _note(_eyes: Eyes, _event: NoteAdded) -> Event | None:
    return None  # words of one person: they may tell anything


def _corrected(eyes: Eyes, event: Corrected) -> Event | None:
    kind, _, rest = event.path.partition(".")
    if kind == "objects" and not eyes.can_name(rest.partition(".")[0]):
        return None
    return event


_SPECIAL: dict[type[Event], Callable[[Eyes, Any], Event | None]] = {
    GameCreated: _created,
    CardMoved: _moved,
    SpellCast: _cast,  # these three tell their ids: who does not see all draws counts otherwise
    AbilityActivated: _activated,
    ContraptionAssembled: _assembled,
    CardsLookedAt: _looked_at,
    CardsIdentified: _identified,
    CharacteristicsObserved: _observed,
    ChoiceMade: _picked,
    FactObserved: _fact,
    NoteAdded: _note,
    Corrected: _corrected,
}
"""Event types of which the types of their fields do not tell enough."""
