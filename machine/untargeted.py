"""Divisions among objects and players that are no targets: who they are, who divides, and when.

Implements CR 608.2d, and the editions of 2003-10-01 to 2009-04-30 in which they were announced
with the spell or ability (CR 409.1e of those years).
"""

from msgspec.structs import replace

from events.identifiers import ObjectId, Recipient, Seat
from events.instructions import AnyInstruction, DivideDamageAmong
from machine.characteristics import power
from machine.context import Context
from machine.programs import program_of
from projections.progress import Resolution, StackItem
from projections.table import Table

ONLY_WHILE_RESOLVING = frozenset({"made", "chosen", "won", "lost"})
"""What an instruction before it has made or found: nothing of it exists at the announcement."""


def is_announced(table: Table, instruction: AnyInstruction) -> bool:
    """Whether a division that is not only among targets is announced with the object, by edition.

    From 2003-12-01 the rule named those among targets and those among "any number" of others, so
    one among all of some others was left to the resolution.
    """
    if not isinstance(instruction, DivideDamageAmong):
        return False
    divide = table.rules.divide
    if divide.untargeted_when != "announcement" or instruction.among in ONLY_WHILE_RESOLVING:
        return False
    everyone = instruction.all_of_them and instruction.among != "targets"
    return not everyone or divide.untargeted_scope == "all"


def seen_resolving(table: Table, item: StackItem, index: int) -> Context:
    """Return what an instruction sees, as though its object resolved now."""
    frame = table.resolution
    if frame is None or frame.item.id != item.id or frame.instruction != index:
        frame = Resolution(item=item, instruction=index)
        table = replace(table, resolution=frame)
    return Context(table, frame, program_of(table, item)[index])


def recipients_of(table: Table, item: StackItem, index: int) -> tuple[Recipient, ...]:
    """Return among whom an instruction divides damage, as things stand now."""
    context = seen_resolving(table, item, index)
    instruction: DivideDamageAmong = context.instruction
    also = context.players(instruction.also) if instruction.also is not None else ()
    return tuple(dict.fromkeys((*context.objects(instruction.among), *also)))


def chooser_of(table: Table, item: StackItem, index: int) -> Seat:
    """Return who divides: the player whom the instruction names, or its controller for them."""
    context = seen_resolving(table, item, index)
    named = context.players(context.instruction.chooser)
    return named[0] if named else item.controller


def dealer_of(table: Table, item: StackItem, index: int) -> ObjectId:
    """Return what deals the damage, as it is or as it last was (CR 608.2h)."""
    context = seen_resolving(table, item, index)
    by = context.instruction.by
    found = context.objects(by) or (context.announced_targets() if by == "targets" else ())
    return ObjectId(found[0]) if found else context.source_id


def power_of(table: Table, item: StackItem, index: int) -> int:
    """Return the power of what deals the damage, in units."""
    name = dealer_of(table, item, index)
    thing = table.objects.get(name) or table.last_known.get(name)
    return power(table, thing) if thing is not None else 0
