"""Targets: what may be one, how many there may be, and which have become illegal.

Implements CR 115, 601.2c, 608.2b.
"""

from collections.abc import Iterator

from events.identifiers import ObjectId, Recipient, Seat
from events.selectors import Targets
from events.vocabulary import StackKind, Zone
from machine.apnap_order import opponents
from machine.characteristics import matches, permanent, permanents, source_of, types
from machine.programs import program_of
from projections.progress import StackItem
from projections.table import GameObject, Table


def candidates(table: Table, item: StackItem, spec: Targets) -> tuple[Recipient, ...]:
    """Return everything that an instruction of an object on the stack may target now."""
    return tuple(_candidates(table, item, spec))


def _candidates(table: Table, item: StackItem, spec: Targets) -> Iterator[Recipient]:
    kinds = set(spec.kinds)
    if "player" in kinds:
        yield from table.playing
    elif "opponent" in kinds:
        yield from opponents(table, item.controller)
    if kinds & {"creature", "planeswalker", "permanent"} or spec.among is not None:
        for thing in permanents(table):
            if is_legal_target(table, item, spec, thing.id):
                yield thing.id
    if "spell" in kinds:
        for other in table.stack:
            if is_legal_target(table, item, spec, other.id):
                yield other.id


def is_legal_target(table: Table, item: StackItem, spec: Targets, target: Recipient) -> bool:
    """Whether a player or object may be a target of this instruction now (CR 115)."""
    if target in table.players:
        return _is_player(table, item, spec, Seat(target))
    if "spell" in spec.kinds:
        return _is_spell(table, item, target)
    thing = permanent(table, target)
    if thing is None or not _is_among(table, item, spec, thing):
        return False
    if "permanent" in spec.kinds or not spec.kinds:
        return True
    here = {name.lower() for name in types(table, thing)}
    return bool(here & set(spec.kinds))


def _is_player(table: Table, item: StackItem, spec: Targets, seat: Seat) -> bool:
    if not table.players[seat].is_playing:
        return False
    return "player" in spec.kinds or (
        "opponent" in spec.kinds and seat in opponents(table, item.controller)
    )


def _is_among(table: Table, item: StackItem, spec: Targets, thing: GameObject) -> bool:
    if spec.among is None:
        return bool(spec.kinds)
    return matches(table, spec.among, thing, item.controller, source_of(table, item))


def _is_spell(table: Table, item: StackItem, target: Recipient) -> bool:
    return any(
        other.id == target and other.kind is StackKind.SPELL and other.id != item.id
        for other in table.stack
    )


def illegal_slots(table: Table, item: StackItem) -> tuple[tuple[int, Recipient, int], ...]:
    """Return (slot, target, lost share) of each target that is illegal now (CR 608.2b).

    Slots are counted from 1 over all instructions of the object, in order.
    """
    return tuple(_illegal(table, item))


def _illegal(table: Table, item: StackItem) -> Iterator[tuple[int, Recipient, int]]:
    program = program_of(table, item)
    slot = 0
    for index, targets in sorted(item.targets.items()):
        spec = program[index].targets if index < len(program) else None
        shares = item.shares.get(index, ())
        for place, target in enumerate(targets):
            slot += 1
            if spec is not None and not is_legal_target(table, item, spec, target):
                yield slot, target, shares[place] if place < len(shares) else 0


def legal_targets(table: Table, instruction: int) -> tuple[tuple[int, Recipient], ...]:
    """Return (slot within the instruction, target) of the resolving object's still legal targets."""
    frame = table.resolution
    if frame is None:
        return ()
    return tuple(
        (place, target)
        for place, target in enumerate(frame.item.targets.get(instruction, ()), 1)
        if (instruction, place) not in frame.illegal and _still_there(table, target)
    )


def _still_there(table: Table, target: Recipient) -> bool:
    if target in table.players:
        return table.players[Seat(target)].is_playing
    thing = table.objects.get(ObjectId(target))
    if thing is None:
        return any(item.id == target for item in table.stack)
    return thing.zone in (Zone.BATTLEFIELD, Zone.STACK)
