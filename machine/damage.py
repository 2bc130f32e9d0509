"""Damage being dealt: what is dealt at once, what prevents it, and what it leads to.

Implements CR 119.3, 120.3, 615. The table counts in units (halves in un-games); events tell whole
points wherever they can.
"""

from collections.abc import Iterable

from msgspec import Struct

from events.base import Event
from events.damage import DamageDealt, DamagePrevented, LifeChanged
from events.identifiers import ObjectId, Recipient, Seat
from events.vocabulary import DamageKind
from events.zones import CountersChanged
from machine.characteristics import has_keyword, permanent, types
from machine.procedure import refuse
from projections.folds.damage import in_units, sharing_life
from projections.folds.game import unit_factor
from projections.progress import Shield
from projections.table import GameObject, Table

PREVENTS_COMBAT_DAMAGE = "prevent_combat_damage"
"""The kind of the effect that prevents all combat damage some objects would deal."""


class Packet(Struct, frozen=True, kw_only=True):
    """Damage that one source would deal to one recipient, in units."""

    source: ObjectId
    recipient: Recipient
    units: int
    kind: DamageKind = DamageKind.NONCOMBAT


class Prevented(Struct, frozen=True):
    """A part of a packet that will not be dealt, and the shield that sees to it (0 for none)."""

    packet: Packet
    units: int
    shield: int = 0


class OpenPrevention(Struct, frozen=True):
    """A shield that cannot prevent everything that comes at once: its player has to choose."""

    shield: Shield
    player: Seat
    packets: tuple[Packet, ...]
    """What it may be used on, with what earlier shields have left of each."""


def told(table: Table, units: int) -> tuple[int, bool]:
    """Return an amount as an event tells it: whole points, or halves where there is a half."""
    factor = unit_factor(table.header)
    return (units, True) if units % factor else (units // factor, False)


def spoken(table: Table, units: int) -> str:
    """Return an amount as a sentence tells it: ``3``, or ``3½`` in an un-game."""
    return in_points(units, unit_factor(table.header))


def in_points(units: int, factor: int) -> str:
    """Return so many units, of which ``factor`` make a point, as a sentence tells them."""
    whole, rest = divmod(units, factor)
    return f"{whole or ''}½" if rest else str(whole)


def check_halves(table: Table, what: str, *, halves: bool) -> None:
    """CR 107.1: numbers are whole; only un-cards know halves."""
    if halves and unit_factor(table.header) == 1:
        raise refuse("number/halves", what, "107.1", "halves are played with un-cards only")


def life_change(table: Table, seat: Seat, units: int, *, after: int | None = None) -> LifeChanged:
    """Return that a player's life changes; ``after`` is the total before it, if not the table's."""
    life = (table.players[seat].life if after is None else after) + units
    factor = unit_factor(table.header)
    if units % factor or life % factor:
        return LifeChanged(player=seat, change=units, life=life, halves=True)
    return LifeChanged(player=seat, change=units // factor, life=life // factor)


def life_changes(table: Table, changes: Iterable[tuple[Seat, int]]) -> tuple[LifeChanged, ...]:
    """Return several changes one after another: those of one life total add up (CR 810.9)."""
    totals: dict[Seat, int] = {}
    events = []
    for seat, units in changes:
        holder = sharing_life(table, seat)[0]
        before = totals.get(holder, table.players[seat].life)
        totals[holder] = before + units
        events.append(life_change(table, seat, units, after=before))
    return tuple(events)


def _known(table: Table, name: ObjectId) -> GameObject | None:
    return table.objects.get(name) or table.last_known.get(name)


def _dealt(table: Table, packet: Packet, units: int) -> DamageDealt:
    amount, halves = told(table, units)
    source = _known(table, packet.source)
    return DamageDealt(
        recipient=packet.recipient,
        amount=amount,
        source=packet.source,
        kind=packet.kind,
        halves=halves,
        deathtouch=source is not None and has_keyword(table, source, "deathtouch"),
    )


def _prevented(table: Table, part: Prevented) -> DamagePrevented:
    amount, halves = told(table, part.units)
    return DamagePrevented(
        recipient=part.packet.recipient,
        amount=amount,
        source=part.packet.source,
        shield=part.shield,
        halves=halves,
    )


def deal(table: Table, packets: Iterable[Packet]) -> tuple[Event, ...]:
    """Return what happens when damage is dealt at once: what is prevented, then what is dealt.

    CR 120.8: a source that would deal no damage deals none at all.
    """
    coming = merged(packets)
    parts = prevented(table, coming)
    left = {packet: packet.units for packet in coming}
    for part in parts:
        left[part.packet] -= part.units
    return (
        *(_prevented(table, part) for part in parts),
        *(_dealt(table, packet, units) for packet, units in left.items() if units > 0),
    )


def merged(packets: Iterable[Packet]) -> tuple[Packet, ...]:
    """Return the packets with those of one source to one recipient taken together."""
    sums: dict[tuple[ObjectId, Recipient, DamageKind], int] = {}
    for packet in packets:
        key = packet.source, packet.recipient, packet.kind
        sums[key] = sums.get(key, 0) + packet.units
    return tuple(
        Packet(source=source, recipient=recipient, units=units, kind=kind)
        for (source, recipient, kind), units in sums.items()
    )


def prevented(table: Table, packets: tuple[Packet, ...]) -> tuple[Prevented, ...]:
    """Return what is prevented of damage dealt at once, every choice about it having been made."""
    return tuple(_followed(table, packets)[0])


def open_prevention(table: Table, packets: tuple[Packet, ...]) -> OpenPrevention | None:
    """Return the next choice about what a shield prevents, or nothing where none is left."""
    return _followed(table, packets)[1]


def _followed(
    table: Table, packets: tuple[Packet, ...]
) -> tuple[list[Prevented], OpenPrevention | None]:
    """Effects that prevent all of a source's damage spare the shields; shields work in their order.

    CR 616.1 leaves the order of preventing effects to the affected side; this one loses nothing.
    """
    packets = merged(packets)
    parts = [Prevented(packet, packet.units) for packet in packets if _is_void(table, packet)]
    left = {packet: packet.units for packet in packets if packet.units > 0}
    for part in parts:
        left.pop(part.packet, None)
    for shield in table.shields:
        meant = {one: units for one, units in left.items() if one.recipient == shield.recipient}
        if len(meant) > 1 and sum(meant.values()) > shield.amount:
            chosen = table.preventing.get(shield.shield)
            if chosen is None:
                return parts, _open(table, shield, meant)
            using = [(one, dict(chosen).get(one.source, 0)) for one in meant]
        else:
            using = [(one, min(units, shield.amount)) for one, units in meant.items()]
        for packet, units in using:
            if units:
                parts.append(Prevented(packet, units, shield.shield))
                left[packet] -= units
        left = {packet: units for packet, units in left.items() if units > 0}
    return parts, None


def _is_void(table: Table, packet: Packet) -> bool:
    return (
        packet.units > 0
        and packet.kind is DamageKind.COMBAT
        and any(
            effect.kind == PREVENTS_COMBAT_DAMAGE and packet.source in effect.objects
            for effect in table.effects
        )
    )


def _open(table: Table, shield: Shield, meant: dict[Packet, int]) -> OpenPrevention | None:
    player = affected(table, shield.recipient)
    if player is None:
        return None
    packets = tuple(
        Packet(source=one.source, recipient=one.recipient, units=units, kind=one.kind)
        for one, units in meant.items()
    )
    return OpenPrevention(shield, player, packets)


def affected(table: Table, recipient: Recipient) -> Seat | None:
    """Return who chooses for a recipient of damage: the player, or the permanent's controller."""
    if recipient in table.players:
        return Seat(recipient)
    thing = table.objects.get(ObjectId(recipient))
    return thing.controller if thing is not None else None


def can_be_dealt(table: Table, recipient: Recipient) -> bool:
    """Whether damage can still be dealt to something: a player in the game, a permanent."""
    if recipient in table.players:
        return table.players[Seat(recipient)].is_playing
    return permanent(table, recipient) is not None


def result_of(table: Table, event: DamageDealt) -> tuple[Event, ...]:
    """Return what damage does (CR 120.3): life and loyalty are lost, life is gained by lifelink."""
    if not event.amount or table.header.imported is not None:
        return ()
    units = in_units(table, event.amount, halves=event.halves)
    changes: list[tuple[Seat, int]] = []
    if event.recipient in table.players:
        changes.append((Seat(event.recipient), -units))
    gains = _lifelinked(table, event.source)
    if gains is not None:
        changes.append((gains, units))
    return (*_loyalty_lost(table, event.recipient, units), *life_changes(table, changes))


def _loyalty_lost(table: Table, recipient: Recipient, units: int) -> tuple[Event, ...]:
    """CR 120.3c: that many loyalty counters; half a counter does not exist."""
    thing = permanent(table, recipient)
    if thing is None or "Planeswalker" not in types(table, thing):
        return ()
    lost = min(units // unit_factor(table.header), thing.counters.get("loyalty", 0))
    if not lost:
        return ()
    return (CountersChanged(object=thing.id, kind="loyalty", change=-lost),)


def _lifelinked(table: Table, source: ObjectId | None) -> Seat | None:
    """CR 120.3f: the controller of a source with lifelink gains that much life."""
    thing = _known(table, source) if source is not None else None
    if thing is None or not has_keyword(table, thing, "lifelink"):
        return None
    seat = thing.controller
    playing = seat is not None and seat in table.players and table.players[seat].is_playing
    return seat if playing else None
