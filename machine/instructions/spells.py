"""Instructions about spells on the stack: copying them, changing their targets, countering them.

Implements CR 115.7, 701.6, 707.10: copies and changed targets keep every slot with its share.
"""

from collections.abc import Iterator
from itertools import product

from events.base import Decision, Event
from events.identifiers import ObjectId, Recipient, Seat
from events.instructions import ChangeTargets, CopySpell, CounterSpell
from events.stack import SpellCopied, SpellCountered, TargetsChanged
from events.vocabulary import MoveReason, Zone
from events.zones import CardMoved
from machine.chance import Chance
from machine.context import Context, followed
from machine.executor import Obstacle, at_once, follows
from machine.golden_rules import is_prohibited
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from machine.programs import program_of
from machine.targets import candidates, is_legal_target
from projections.edit import minted
from projections.folds.stack import item_named
from projections.progress import StackItem
from projections.table import Table

MOST_OFFERED = 512
"""Ways of changing targets that are offered one by one: those of three slots with eight choices."""


class Retargets:
    """An instruction in which a player may, or has to, choose other targets for a spell."""

    def awaiting(self, context: Context) -> Asked:
        """Ask for the targets of one instruction of the spell after the other."""
        if next_change(context) is None:
            return NOBODY
        return ask(context.you, "choose new targets", "115.7", TargetsChanged)

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Nothing is left to choose."""
        del chance
        return (context.done(int(self.spell(context) is not None)),)

    def spell(self, context: Context) -> StackItem | None:
        """Return the spell whose targets are chosen."""
        name = next(iter(context.every_target()), None)
        return item_named(context.table, ObjectId(name)) if name is not None else None

    def obstacle(self, context: Context) -> Obstacle:
        """Nothing stands against it."""
        del context
        return None


class Copies(Retargets):
    """The spell is copied; then its controller may choose new targets for the copy."""

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """CR 707.10: the copy has every choice of the original, its division and amounts included."""
        if context.frame.made:
            return super().run(context, chance)
        original = Retargets.spell(self, context)
        if original is None:
            return context.finished(asked=1)
        name = minted(context.table, "o")[0]
        return (SpellCopied(object=name, original=original.id, player=context.you),)

    def spell(self, context: Context) -> StackItem | None:
        """Return the copy, once it is there, if new targets may be chosen for it."""
        made = context.frame.made
        if not made or not context.instruction.new_targets:
            return None
        return item_named(context.table, made[0])


follows(ChangeTargets, Retargets())
follows(CopySpell, Copies())

CHANGING: dict[type, Retargets] = {ChangeTargets: Retargets(), CopySpell: Copies()}


def next_change(context: Context) -> tuple[StackItem, int] | None:
    """Return the spell and the instruction whose targets are chosen next; nothing after the last.

    Where no other choice is legal, nobody is asked: the targets stay as they are (CR 115.7a).
    """
    executor = CHANGING.get(type(context.instruction))
    item = executor.spell(context) if executor is not None else None
    if item is None:
        return None
    done = context.frame.values.get(f"retargeted:{context.frame.instruction}", 0)
    for index in sorted(item.targets):
        if index >= done and next(_others(context, item, index), None) is not None:
            return item, index
    return None


def _others(context: Context, item: StackItem, index: int) -> Iterator[tuple[Recipient, ...]]:
    """Yield every legal choice that is not the present one."""
    now = item.targets[index]
    for targets in _choices(context, item, index):
        if targets != now:
            yield targets


def _choices(context: Context, item: StackItem, index: int) -> Iterator[tuple[Recipient, ...]]:
    """Yield every choice of targets, slot by slot, those as they are first."""
    spec = program_of(context.table, item)[index].targets
    possible = candidates(context.table, item, spec) if spec is not None else ()
    slots = [dict.fromkeys((now, *possible)) for now in item.targets[index]]
    for targets in product(*slots):
        if fault(context, item, index, targets) is None:
            yield targets


def fault(
    context: Context, item: StackItem, index: int, targets: tuple[Recipient, ...]
) -> tuple[str, str] | None:
    """Return (rule, reason) why these cannot be the targets, or nothing where they can."""
    now = item.targets[index]
    spec = program_of(context.table, item)[index].targets
    if spec is None or len(targets) != len(now):
        return "115.7", f"there are {len(now)} targets, and there stay as many"
    if len(set(targets)) != len(targets):
        return "115.3", "the same target stands there twice"
    changed = [(old, new) for old, new in zip(now, targets, strict=True) if old != new]
    for _, new in changed:
        if not is_legal_target(context.table, item, spec, new):
            return "115.7", f"{new} cannot be a target of it"
    every = isinstance(context.instruction, ChangeTargets) and context.instruction.all_targets
    if every and len(changed) < len(now):
        return "115.7a", "every target is changed to another one"
    return None


@checks(TargetsChanged)
def check_changed(table: Table, decision: TargetsChanged) -> None:
    """CR 115.7: as many targets as before; a target that stays may be illegal, a new one may not."""
    context = followed(table)
    asked = next_change(context) if context is not None else None
    what = f"{decision.player} cannot change the targets to {list(decision.targets)}"
    if context is None or asked is None or decision.player != context.you:
        raise refuse("retarget/nothing", what, "115.7", "no targets are changed now")
    item, index = asked
    if (decision.object, decision.instruction) != (item.id, index):
        because = f"asked are those of instruction {index} of {item.id}"
        raise refuse("retarget/other", what, "115.7", because)
    found = fault(context, item, index, decision.targets)
    if found is not None:
        raise refuse("retarget/illegal", what, found[0], found[1], now=list(item.targets[index]))


@offers(TargetsChanged)
def offer_changes(table: Table, player: Seat) -> Iterator[Decision]:
    """The targets as they are, then every other choice."""
    context = followed(table)
    asked = next_change(context) if context is not None else None
    if context is None or asked is None:
        return
    item, index = asked
    for number, targets in enumerate(_choices(context, item, index)):
        if number == MOST_OFFERED:
            return
        yield TargetsChanged(player=player, object=item.id, targets=targets, instruction=index)


@at_once(CounterSpell)
def counter_spell(context: Context) -> tuple[Event, ...]:
    """CR 701.6a: it leaves the stack without resolving; its card goes to its owner's graveyard."""
    table = context.table
    name = next((ObjectId(one) for one in context.every_target()), None)
    item = item_named(table, name) if name is not None else None
    if item is None or is_prohibited(table, "counter", item.id):
        return context.finished(asked=1)
    countered = SpellCountered(object=item.id, source=context.source_id)
    if item.id not in table.objects:
        return context.finished(countered)
    new = minted(table)[0]
    move = CardMoved(card=item.id, new=new, to=Zone.GRAVEYARD, reason=MoveReason.COUNTERED)
    return context.finished(countered, move)
