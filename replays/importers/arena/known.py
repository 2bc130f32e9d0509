"""What the records written so far say of the table: the other side of every comparison.

The client's state and this must agree after each message; where they do not, a record is missing.
"""

from collections.abc import Iterable

from msgspec import Struct

from events.identifiers import CardName
from events.vocabulary import Zone
from replays.importers.arena.state import Mirror
from replays.importers.arena.wire import Thing

ZONES = {
    "ZoneType_Hand": Zone.HAND,
    "ZoneType_Library": Zone.LIBRARY,
    "ZoneType_Graveyard": Zone.GRAVEYARD,
    "ZoneType_Sideboard": Zone.SIDEBOARD,
    "ZoneType_Battlefield": Zone.BATTLEFIELD,
    "ZoneType_Exile": Zone.EXILE,
    "ZoneType_Command": Zone.COMMAND,
    "ZoneType_Stack": Zone.STACK,
}
"""The client's zones that exist in the rules; its others (limbo, pending, revealed) are its own."""


class Look(Struct, frozen=True, gc=False):
    """What a permanent was last said to look like."""

    types: tuple[str, ...]
    power: int | None
    toughness: int | None


class Known:
    """Zones, names, looks and life totals as the log has them, by the client's numbers."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.where: dict[int, int] = {}
        self.members: dict[int, list[int]] = {}
        self.names: dict[int, CardName] = {}
        self.looks: dict[int, Look] = {}
        self.tapped: set[int] = set()
        self.controllers: dict[int, int] = {}
        self.life: dict[int, int] = {}
        self.abilities: set[int] = set()
        """Ids that are abilities: they are written ``o12`` where a card is ``c12``."""
        self.stack: set[int] = set()
        self.ownerless: set[int] = set()
        """Objects whose owner the log does not say yet."""
        self.touched: set[int] = set()
        """Zones changed since they were last compared with the client's."""
        self._since: dict[tuple[str, int], int] = {}

    def place(self, thing: int, zone: int, *, index: int | None = None) -> None:
        """Put an object into a zone, at its end where no index is given."""
        self.remove(thing)
        self.where[thing] = zone
        members = self.members.setdefault(zone, [])
        self.touched.add(zone)
        members.insert(len(members) if index is None else index, thing)

    def remove(self, thing: int) -> None:
        """Take an object out of its zone."""
        zone = self.where.pop(thing, None)
        if zone is not None:
            self.members[zone].remove(thing)
            self.touched.add(zone)
        self.tapped.discard(thing)
        self.controllers.pop(thing, None)

    def fill(self, zone: int, things: Iterable[int]) -> None:
        """Set a whole zone."""
        for thing in self.members.get(zone, []):
            self.where.pop(thing, None)
        self.members[zone] = list(things)
        for thing in self.members[zone]:
            self.where[thing] = zone

    def since(self, kind: str, thing: int, seq: int) -> None:
        """Remember which record said something, in case it is undone."""
        self._since[kind, thing] = seq

    def back_to(self, mirror: Mirror, seq: int) -> None:
        """Go back to what a full state shows; forget what records after ``seq`` said."""
        for (kind, thing), said in list(self._since.items()):
            if said > seq:
                self._forget(kind, thing)
        self.where, self.members = {}, {}
        for zone in mirror.zones.values():
            if zone.type in ZONES and ZONES[zone.type] is not Zone.STACK:
                self.fill(zone.zone_id, zone.object_instance_ids)
        battlefield = mirror.zone_of("ZoneType_Battlefield").object_instance_ids
        shown = [mirror.things[thing] for thing in battlefield if thing in mirror.things]
        self.tapped = {thing.instance_id for thing in shown if thing.is_tapped}
        self.controllers = {thing.instance_id: thing.controller_seat_id for thing in shown}
        self.life = {seat: player.life_total for seat, player in mirror.players.items()}
        self.touched = set()
        self.stack = set(mirror.zone_of("ZoneType_Stack").object_instance_ids)
        for spell in self.stack - self.abilities:
            self.place(spell, mirror.zone_of("ZoneType_Stack").zone_id)

    def _forget(self, kind: str, thing: int) -> None:
        del self._since[kind, thing]
        if kind == "name":
            self.names.pop(thing, None)
        elif kind == "look":
            self.looks.pop(thing, None)
        elif kind == "ability":
            self.abilities.discard(thing)


def look_of(thing: Thing) -> Look:
    """Return what a state shows of an object."""
    return Look(
        tuple(kind.removeprefix("CardType_") for kind in thing.card_types),
        thing.power.value if thing.power else None,
        thing.toughness.value if thing.toughness else None,
    )
