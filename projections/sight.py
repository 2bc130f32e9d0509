"""Who may know what: which objects a seat can name, and which cards it can tell.

Implements CR 400.2 (hidden zones), 708.5 (face-down objects) and 722.4 (who controls a player sees
what that player sees). Deny by default: what is not known to be known is absent.
"""

from functools import lru_cache

from msgspec import Struct

from events.identifiers import CardName, ObjectId, Seat
from events.vocabulary import Zone
from projections.table import GameObject, Table

UNKNOWN = ObjectId("c0")
"""Stands in an event where an id must stand and the viewer may not know which; never minted."""


@lru_cache(maxsize=256)
def _everybody(seats: tuple[Seat, ...]) -> frozenset[Seat]:
    return frozenset(seats)


def is_recorder(table: Table, seat: Seat | None) -> bool:
    """Whether an imported game was recorded by the seat's own client: it knows what it recorded."""
    imported = table.header.imported
    return imported is not None and seat is not None and imported.recorder == seat


def controller_of(table: Table, seat: Seat) -> Seat | None:
    """Return who makes a player's decisions in their place, or nobody (CR 722.5).

    Of several effects the last one created counts; who has left controls nobody.
    """
    for effect in reversed(table.effects):
        if effect.kind == CONTROL and seat in effect.objects and effect.player != seat:
            return effect.player if table.players[effect.player].is_playing else None
    return None


CONTROL = "control_player"
"""The kind of an effect that lets a player control others."""


def looks_through(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return the players with whose eyes a seat looks: its own, and those it controls (CR 722.4)."""
    controlled = [
        Seat(name)
        for effect in table.effects
        if effect.kind == CONTROL and effect.player == seat
        for name in effect.objects
        if name != seat and controller_of(table, Seat(name)) == seat
    ]
    return (seat, *dict.fromkeys(controlled))


def is_seen(table: Table, thing: GameObject, seat: Seat | None) -> bool:
    """Whether the seat has seen the card; for the public, whether every seat has."""
    if seat is not None and seat in thing.seen_by:
        return True
    if seat is not None and thing.zone is not Zone.SIDEBOARD:  # CR 722.4: cards in the game alone
        for other in looks_through(table, seat)[1:]:
            if other in thing.seen_by:
                return True
    if is_recorder(table, seat) and thing.card is not None:
        return True
    return bool(thing.seen_by) and thing.seen_by >= _everybody(table.turn_order)


def can_name(table: Table, thing: GameObject, seat: Seat | None) -> bool:
    """Whether the seat can tell the object from others: its id stands in the seat's view."""
    if not thing.zone.is_hidden and thing.zone is not Zone.NOWHERE:
        return True
    if thing.zone is Zone.HAND and seat is not None and thing.owner in looks_through(table, seat):
        return True
    return is_seen(table, thing, seat)


def can_tell(table: Table, thing: GameObject, seat: Seat | None) -> bool:
    """Whether the seat may know which card the object is."""
    if not can_name(table, thing, seat):
        return False
    return not thing.face_down or is_seen(table, thing, seat)


class Eyes(Struct, frozen=True):
    """What a seat can name and tell while an event takes a table to the next."""

    before: Table
    after: Table
    seat: Seat | None

    def is_me(self, player: str) -> bool:
        """Whether what is a player's alone is the seat's: its own, or of whom it controls."""
        return self.seat is not None and player in looks_through(self.before, self.seat)

    def can_name(self, name: str) -> bool:
        """Whether the seat may read the id; one that no table knows tells nothing."""
        known = False
        for table in (self.after, self.before):
            thing = table.objects.get(ObjectId(name))
            if thing is not None:
                known = True
                if can_name(table, thing, self.seat):
                    return True
        return not known

    def can_tell(self, name: str) -> bool:
        """Whether the seat may know the card of an object, before or after the event."""
        return self.card(name) is not None

    def card(self, name: str) -> CardName | None:
        """Return the name the object has or had, if the seat may know it."""
        for table in (self.after, self.before):
            thing = table.objects.get(ObjectId(name))
            if thing is not None and thing.name and can_tell(table, thing, self.seat):
                return thing.name
        return None
