"""Small edits of a table, from which the folds are put together.

Each takes a table and returns a new one. None fails on a seat or object that the table does not know.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

from immutables import Map
from msgspec import Struct
from msgspec.structs import replace

from events.identifiers import ObjectId, Seat
from events.vocabulary import LibraryPlace, Zone
from projections.progress import StackItem
from projections.table import GameObject, Table

K = TypeVar("K", bound=str)
T = TypeVar("T", bound=Struct)

SHARED_ZONES = frozenset({Zone.BATTLEFIELD, Zone.EXILE, Zone.COMMAND})


def edited(things: Map[K, T], name: K, /, **changes: Any) -> Map[K, T]:  # noqa: ANN401 - fields of T
    """Return players or objects with fields of one of them changed; as they are if it is none."""
    thing = things.get(name)
    return things if thing is None else things.set(name, replace(thing, **changes))


def edit_player(table: Table, seat: Seat, **changes: Any) -> Table:  # noqa: ANN401 - fields of Player
    """Return the table with fields of one player changed."""
    return replace(table, players=edited(table.players, seat, **changes))


def edit_object(table: Table, name: ObjectId, **changes: Any) -> Table:  # noqa: ANN401 - fields of GameObject
    """Return the table with fields of one object changed."""
    return replace(table, objects=edited(table.objects, name, **changes))


def edit_objects(table: Table, names: Iterable[ObjectId], **changes: Any) -> Table:  # noqa: ANN401 - fields of GameObject
    """Return the table with the same fields changed in several objects."""
    objects = table.objects
    changed = {
        name: replace(one, **changes) for name in names if (one := objects.get(name)) is not None
    }
    return replace(table, objects=objects.update(changed)) if changed else table


def shown(table: Table, names: Iterable[str], seats: frozenset[Seat]) -> Table:
    """Return the table with objects whose cards some seats now know."""
    with table.objects.mutate() as objects:
        for name in names:
            thing = objects.get(ObjectId(name))
            if thing is not None:
                objects[thing.id] = replace(thing, seen_by=thing.seen_by | seats)
        known = objects.finish()
    return replace(table, objects=known)


def tally(counts: Map[str, int], kind: str, change: int) -> Map[str, int]:
    """Return counts by kind with one of them changed, never below none; a kind of none is absent."""
    total = counts.get(kind, 0) + change
    if total > 0:
        return counts.set(kind, total)
    return counts.delete(kind) if kind in counts else counts


def counted(table: Table, *names: ObjectId | None) -> Table:
    """Return the table with its object number beyond all ids named, so that none is minted twice."""
    first = free = table.numbers.object
    for name in names:
        number = name[1:] if name else ""
        if number.isdecimal() and int(number) >= free:
            free = int(number) + 1
    return table if free == first else replace(table, numbers=replace(table.numbers, object=free))


def minted(table: Table, letter: str = "c", count: int = 1) -> tuple[ObjectId, ...]:
    """Return the next ids that no object of the game has had."""
    first = table.numbers.object
    return tuple(ObjectId(f"{letter}{number}") for number in range(first, first + count))


def without(names: tuple[Any, ...], *gone: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any ids
    """Return a tuple without some of its members."""
    return tuple([name for name in names if name not in gone])


def taken_out(table: Table, thing: GameObject) -> Table:
    """Return the table with an object gone from its zone; ``objects`` still knows it."""
    zone = thing.zone
    if zone is Zone.STACK:
        return replace(table, stack=tuple(item for item in table.stack if item.id != thing.id))
    if zone is Zone.BATTLEFIELD:
        return _off_the_battlefield(table, thing.id)
    if zone in SHARED_ZONES:
        members = without(getattr(table, zone.value), thing.id)
        return replace(table, **{zone.value: members})
    if not zone.is_personal or thing.owner is None or thing.owner not in table.players:
        return table
    player = table.players[thing.owner]
    members = getattr(player, zone.value)
    left = members[1:] if members[:1] == (thing.id,) else without(members, thing.id)
    return edit_player(table, thing.owner, **{zone.value: left})


def _off_the_battlefield(table: Table, name: ObjectId) -> Table:
    table = replace(table, battlefield=without(table.battlefield, name))
    return table if table.combat is None else out_of_combat(table, name)


def out_of_combat(table: Table, name: ObjectId, unblocked: tuple[ObjectId, ...] = ()) -> Table:
    """Return the table with an object neither attacking, blocking nor attacked.

    Blocked attackers stay so; what attacked it goes on attacking, though nothing (CR 506.4c).
    """
    combat = table.combat
    if combat is None:
        return table
    attacking = combat.attacking.delete(name) if name in combat.attacking else combat.attacking
    for attacker, whom in attacking.items():
        if whom == name:
            attacking = attacking.set(attacker, "")
    blocks = combat.blocks
    for attacker, blockers in combat.blocks.items():
        if name in blockers:
            blocks = blocks.set(attacker, without(blockers, name))
    combat = replace(
        combat,
        attackers=without(combat.attackers, name),
        attacking=attacking,
        blockers=without(combat.blockers, name),
        blocks=blocks,
        blocked=combat.blocked - {name} - frozenset(unblocked),
    )
    return replace(table, combat=combat)


def put_in(table: Table, thing: GameObject, *, place: LibraryPlace | None = None) -> Table:
    """Return the table with an object in the zone it names; a stack's items are put there apart.

    Whatever had its id before is gone: an id names one object.
    """
    zone = thing.zone
    table = drop_object(table, thing.id)
    table = replace(table, objects=table.objects.set(thing.id, thing))
    if zone in SHARED_ZONES:
        return replace(table, **{zone.value: (*getattr(table, zone.value), thing.id)})
    if not zone.is_personal or thing.owner is None or thing.owner not in table.players:
        return table
    members = getattr(table.players[thing.owner], zone.value)
    on_top = place is LibraryPlace.TOP
    both = (thing.id, *members) if on_top else (*members, thing.id)
    return edit_player(table, thing.owner, **{zone.value: both})


def drop_object(table: Table, name: ObjectId) -> Table:
    """Return the table without an object, or an ability on the stack, at all."""
    thing = table.objects.get(name)
    if thing is not None:
        table = taken_out(table, thing)
        return replace(table, objects=table.objects.delete(name))
    if table.stack and any(item.id == name for item in table.stack):
        return replace(table, stack=tuple(item for item in table.stack if item.id != name))
    return table


def drop_objects(table: Table, names: Iterable[ObjectId]) -> Table:
    """Return the table without any of the objects named."""
    stacked = {item.id for item in table.stack}
    for name in [one for one in names if one in table.objects or one in stacked]:
        table = drop_object(table, name)
    return table


def put_on_stack(table: Table, item: StackItem) -> Table:
    """Return the table with a spell or ability on top of the stack: the only one of its id."""
    stack = table.stack
    if any(one.id == item.id for one in stack):
        stack = tuple(one for one in stack if one.id != item.id)
    thing = table.objects.get(item.id)
    if thing is not None and thing.zone is not Zone.STACK:
        table = drop_object(table, item.id)
    return replace(table, stack=(*stack, item))


def less_unseen(table: Table, seat: Seat | None, zone: Zone, count: int = 1) -> Table:
    """Return the table with fewer cards without an id in a player's zone, at least none."""
    player = table.players.get(seat) if seat is not None and count > 0 else None
    if player is None or not zone.is_personal:
        return table
    unseen = tally(player.unseen, zone.value, -count)
    return table if unseen is player.unseen else edit_player(table, player.seat, unseen=unseen)


def more_unseen(table: Table, seat: Seat | None, zone: Zone, count: int = 1) -> Table:
    """Return the table with more cards without an id in a player's zone."""
    player = table.players.get(seat) if seat is not None and count > 0 else None
    if player is None or not zone.is_personal:
        return table
    return edit_player(table, player.seat, unseen=tally(player.unseen, zone.value, count))
