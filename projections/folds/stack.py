"""Folds of spells and abilities: announced, on the stack, resolving."""

from collections.abc import Callable

from immutables import Map
from msgspec.structs import replace

from events.identifiers import ObjectId, Seat
from events.stack import (
    AbilityActivated,
    InstructionDone,
    MayChosen,
    ModesChosen,
    ObjectsChosen,
    ProgramRepeated,
    ResolutionBegan,
    ResolutionEnded,
    SpellCast,
    SpellCopied,
    SpellCountered,
    StackingCompleted,
    TargetBecameIllegal,
    TargetsChanged,
    TargetsChosen,
    ValueChosen,
    ValueRead,
)
from events.vocabulary import StackKind, Zone
from projections.edit import (
    counted,
    drop_object,
    less_unseen,
    minted,
    put_on_stack,
    taken_out,
)
from projections.handlers import applies
from projections.progress import Resolution, StackItem
from projections.table import GameObject, Priority, Table

NOBODY_ASSEMBLES: Map[Seat, int] = Map()
NOTHING_PREVENTED: Map[int, tuple[tuple[ObjectId, int], ...]] = Map()


def edit_item(table: Table, name: ObjectId, change: Callable[[StackItem], StackItem]) -> Table:
    """Return the table with one object on the stack changed, and its frame while it resolves."""
    stack = tuple(change(item) if item.id == name else item for item in table.stack)
    resolution = table.resolution
    if resolution is not None and resolution.item.id == name:
        resolution = replace(resolution, item=change(resolution.item))
    return replace(table, stack=stack, resolution=resolution)


def drafted(table: Table) -> StackItem | None:
    """Return the object whose announcement is not complete: at most one, on top of the stack."""
    if table.stack and not table.stack[-1].complete:
        return table.stack[-1]
    return None


def item_named(table: Table, name: ObjectId) -> StackItem | None:
    """Return the object on the stack, or the one that resolves."""
    for item in reversed(table.stack):
        if item.id == name:
            return item
    if table.resolution is not None and table.resolution.item.id == name:
        return table.resolution.item
    return None


@applies(SpellCast)
def _cast(table: Table, event: SpellCast) -> Table:
    old = table.objects.get(event.card)
    name = event.object or minted(table, "o")[0]
    if old is not None:
        table = taken_out(table, old)
        table = replace(table, objects=table.objects.delete(old.id))
    else:
        table = less_unseen(table, event.player, Zone.HAND)
    table = drop_object(table, name)
    thing = GameObject(
        id=name,
        zone=Zone.STACK,
        owner=old.owner if old else event.player,
        controller=event.player,
        card=old.card if old else None,
        seen_by=frozenset(table.turn_order),
    )
    item = StackItem(
        id=name,
        kind=StackKind.SPELL,
        controller=event.player,
        card=thing.card,
        came_from=old.zone if old else Zone.HAND,
        complete=table.header.imported is not None,
    )
    table = replace(
        table,
        objects=table.objects.set(name, thing),
        priority=Priority(next=event.player),
    )
    return counted(put_on_stack(table, item), name)


@applies(AbilityActivated)
def _activated(table: Table, event: AbilityActivated) -> Table:
    source = table.objects.get(event.source)
    name = event.object or minted(table, "o")[0]
    item = StackItem(
        id=name,
        kind=StackKind.ACTIVATED,
        controller=event.player,
        card=source.name if source else event.card,
        source=event.source,
        ability=event.ability,
        complete=table.header.imported is not None,
    )
    table = replace(table, priority=Priority(next=event.player))
    return counted(put_on_stack(table, item), name)


@applies(ModesChosen)
def _modes(table: Table, event: ModesChosen) -> Table:
    return edit_item(table, event.object, lambda item: replace(item, modes=event.modes))


@applies(ValueChosen)
def _value(table: Table, event: ValueChosen) -> Table:
    resolution = table.resolution
    if resolution is not None and resolution.item.id == event.object:
        values = resolution.values.set("chosen", event.value)
        return replace(table, resolution=replace(resolution, values=values))
    return edit_item(table, event.object, lambda item: replace(item, x=event.value))


@applies(TargetsChosen)
def _targets(table: Table, event: TargetsChosen) -> Table:
    return edit_item(
        table,
        event.object,
        lambda item: replace(item, targets=item.targets.set(event.instruction, event.targets)),
    )


@applies(TargetsChanged)
def _new_targets(table: Table, event: TargetsChanged) -> Table:
    """CR 115.7f: each slot keeps its share; the resolving object remembers what it has asked."""

    def change(item: StackItem) -> StackItem:
        recipients = item.recipients
        if event.instruction in recipients:
            others = recipients[event.instruction][len(event.targets) :]
            recipients = recipients.set(event.instruction, (*event.targets, *others))
        targets = item.targets.set(event.instruction, event.targets)
        return replace(item, targets=targets, recipients=recipients)

    frame = table.resolution
    if frame is not None and frame.item.id != event.object:
        values = frame.values.set(f"retargeted:{frame.instruction}", event.instruction + 1)
        table = replace(table, resolution=replace(frame, values=values))
    return edit_item(table, event.object, change)


@applies(StackingCompleted)
def _completed(table: Table, event: StackingCompleted) -> Table:
    return edit_item(table, event.object, lambda item: replace(item, complete=True))


@applies(ResolutionBegan)
def _began(table: Table, event: ResolutionBegan) -> Table:
    item = item_named(table, event.object)
    if item is None:
        return table
    return replace(table, resolution=Resolution(item=item), flips=(), priority=Priority())


@applies(TargetBecameIllegal)
def _illegal(table: Table, event: TargetBecameIllegal) -> Table:
    resolution = table.resolution
    if resolution is None:
        return table
    spots = [
        (instruction, slot)
        for instruction, targets in sorted(resolution.item.targets.items())
        for slot in range(1, len(targets) + 1)
    ]
    if event.slot > len(spots):
        return table
    illegal = resolution.illegal | {spots[event.slot - 1]}
    lost = len(illegal) == len(spots)
    return replace(table, resolution=replace(resolution, illegal=illegal, lost_targets=lost))


@applies(InstructionDone)
def _instruction_done(table: Table, event: InstructionDone) -> Table:
    resolution = table.resolution
    if resolution is None:
        return table
    frame = replace(
        resolution,
        instruction=event.instruction + 1,
        values=resolution.values.set("done", event.done),
        chosen=None,
        may=None,
        divided=None,
        looked=False,
        made=(),
        made_before=resolution.made or resolution.made_before,
        paid=False,
        flips_before=len(resolution.flips),
        through=(),
    )
    return replace(
        table,
        resolution=frame,
        choice=None,
        to_assemble=NOBODY_ASSEMBLES,
        preventing=NOTHING_PREVENTED,
    )


@applies(ProgramRepeated)
def _repeated(table: Table, event: ProgramRepeated) -> Table:
    """Everything that was made and answered before stays; the instructions are followed anew."""
    frame = table.resolution
    if frame is None:
        return table
    frame = replace(
        frame,
        instruction=event.instruction,
        repeats=frame.repeats + 1,
        flips_before=len(frame.flips),
    )
    return replace(table, resolution=frame)


@applies(ValueRead)
def _value_read(table: Table, event: ValueRead) -> Table:
    if table.resolution is None:
        return edit_item(table, event.object, lambda item: replace(item, amount=event.value))
    values = table.resolution.values.set(event.name, event.value)
    return replace(table, resolution=replace(table.resolution, values=values))


@applies(MayChosen)
def _may(table: Table, event: MayChosen) -> Table:
    if table.resolution is None:
        return table
    return replace(table, resolution=replace(table.resolution, may=event.accepted))


@applies(ObjectsChosen)
def _chosen(table: Table, event: ObjectsChosen) -> Table:
    if table.resolution is None:
        return _chooser_named(table, event)
    return replace(table, resolution=replace(table.resolution, chosen=event.chosen))


def _chooser_named(table: Table, event: ObjectsChosen) -> Table:
    """CR 601.7a: nothing resolves, so an opponent was named for what is being announced."""
    named = next((Seat(one) for one in event.chosen if one in table.players), None)
    stack = tuple(
        replace(item, chooser=named) if item.id == event.object else item for item in table.stack
    )
    return replace(table, stack=stack)


@applies(ResolutionEnded)
def _ended(table: Table, event: ResolutionEnded) -> Table:
    """CR 608.2n: the object has left the stack; where a spell's card goes, the next event says."""
    stack = tuple(item for item in table.stack if item.id != event.object)
    objects = table.objects
    thing = objects.get(event.object)
    if thing is not None and thing.zone is Zone.STACK:
        objects = objects.set(event.object, replace(thing, zone=Zone.NOWHERE))
    return replace(
        table,
        stack=stack,
        objects=objects,
        resolution=None,
        choice=None,
        flips=(),
        priority=Priority(),
    )


@applies(SpellCountered)
def _countered(table: Table, event: SpellCountered) -> Table:
    """CR 701.6a: an ability or copy is gone; a spell's card is moved by an event of its own."""
    if event.object in table.objects:
        return table
    return replace(table, stack=tuple(one for one in table.stack if one.id != event.object))


@applies(SpellCopied)
def _copied(table: Table, event: SpellCopied) -> Table:
    original = item_named(table, event.original)
    if original is None:
        return table
    copy = replace(original, id=event.object, controller=event.player, is_copy=True, complete=True)
    frame = table.resolution
    if frame is not None:
        table = replace(table, resolution=replace(frame, made=(*frame.made, event.object)))
    return counted(put_on_stack(table, copy), event.object)
