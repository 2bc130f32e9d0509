"""Resolving: the top object of the stack follows its instructions, one after the other.

Implements CR 608. What has been done and answered so far is on the table, never in a continuation.
"""

from collections.abc import Iterator

from events.abilities import TriggeredAbility
from events.base import Decision, Event
from events.cards import CardDefinition
from events.identifiers import ObjectId, Seat
from events.instructions import AnyInstruction
from events.stack import InstructionDone, MayChosen, ObjectsChosen, ResolutionEnded, SpellCountered
from events.vocabulary import MoveReason, StackKind, Zone
from events.zones import CardMoved, CountersChanged, TokenCreated
from machine import combat_damage, entering
from machine.chance import Chance
from machine.characteristics import card_named, source_of
from machine.choosing import ChoosesObjects, Choosing, check_picks, picks_of
from machine.conditions import holds, holds_for
from machine.context import Context
from machine.instructions import EXECUTORS
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from machine.programs import ability_of, program_of
from machine.targeters import naming
from projections.edit import minted
from projections.progress import Resolution, StackItem
from projections.table import Table

PERMANENT_TYPES = frozenset(
    {"Artifact", "Creature", "Enchantment", "Land", "Planeswalker", "Battle"}
)


def current(table: Table) -> tuple[Resolution, AnyInstruction] | None:
    """Return the frame and the instruction it is at, or nothing beyond the last one."""
    frame = table.resolution
    if frame is None or frame.lost_targets:
        return None
    program = program_of(table, frame.item)
    if frame.instruction >= len(program):
        return None
    return frame, program[frame.instruction]


def is_left_out(table: Table, frame: Resolution, instruction: AnyInstruction) -> bool:
    """Whether an instruction is not followed: its condition fails, or its player declined."""
    if not holds(table, instruction.when, frame) or _condition_gone(table, frame):
        return True
    return instruction.may and frame.may is False


def _condition_gone(table: Table, frame: Resolution) -> bool:
    """CR 603.4: an intervening "if" is checked again as the ability resolves."""
    ability = ability_of(table, frame.item)
    if not isinstance(ability, TriggeredAbility) or frame.instruction:
        return False
    return not holds_for(table, ability.only_if, source_of(table, frame.item))


def awaiting(table: Table) -> Asked:
    """What the instruction under way asks of a player."""
    if table.resolution is not None and table.resolution.item.kind is StackKind.COMBAT_DAMAGE:
        return combat_damage.asked_resolving(table)
    found = current(table)
    if found is None:
        return entering.awaiting(table)
    frame, instruction = found
    if is_left_out(table, frame, instruction):
        return NOBODY
    if instruction.may and frame.may is None:
        return ask(frame.item.controller, "do it or not", "608.2d", MayChosen)
    executor = EXECUTORS[type(instruction)]
    return executor.awaiting(Context(table, frame, instruction))


def advance(table: Table, chance: Chance) -> tuple[Event, ...]:
    """Return the next automatic step of the object that resolves."""
    frame = table.resolution
    if frame is None:
        return ()
    if frame.item.kind is StackKind.COMBAT_DAMAGE:
        return combat_damage.resolved(table, frame.item)
    found = current(table)
    if found is None:
        return () if entering.awaiting(table) else _finish(table, frame)
    _, instruction = found
    if is_left_out(table, frame, instruction):
        return (InstructionDone(object=frame.item.id, instruction=frame.instruction),)
    if awaiting(table):
        return ()
    executor = EXECUTORS[type(instruction)]
    return executor.run(Context(table, frame, instruction), chance)


def _finish(table: Table, frame: Resolution) -> tuple[Event, ...]:
    """CR 608.2n, 608.3: the card goes where it belongs, then nothing of the object is left."""
    item = frame.item
    ended = ResolutionEnded(object=item.id, resolved=not frame.lost_targets)
    if frame.lost_targets and table.rules.resolve.all_targets_illegal == "countered":
        return (SpellCountered(object=item.id), *_gone(table, item, MoveReason.COUNTERED), ended)
    if frame.lost_targets:
        return (*_gone(table, item, MoveReason.PUT), ended)
    if item.kind is not StackKind.SPELL:
        return (ended,)
    card = card_named(table, item.card)
    stays = bool(PERMANENT_TYPES & set(card.types))
    if item.is_copy:
        return (*_of_copy(table, frame, card), ended) if stays else (ended,)
    if item.id not in table.objects:
        return (ended,)
    new = minted(table)[0]
    copied = entering.copied_card(table, frame) if stays else None
    move = CardMoved(
        card=item.id,
        new=new,
        to=Zone.BATTLEFIELD if stays else Zone.GRAVEYARD,
        reason=MoveReason.RESOLVED,
        controller=item.controller if stays else None,
        copied=copied,
        tapped=stays and entering.is_tapped(table, copied or item.card),
    )
    return (move, *_loyalty(new, card), ended)


def _of_copy(table: Table, frame: Resolution, card: CardDefinition) -> tuple[Event, ...]:
    """CR 608.3f: since 2020-09-25 a copy of a permanent spell becomes a token that enters.

    Until then nothing could copy one; a copy anywhere but on the stack ceased to exist (704.5e).
    """
    if table.rules.resolve.permanent_spell_copies == "cease_to_exist":
        return ()
    item = frame.item
    new = minted(table)[0]
    copied = entering.copied_card(table, frame)
    token = TokenCreated(
        object=new,
        player=item.controller,
        card=card.name,
        tapped=entering.is_tapped(table, copied or card.name),
        copy_of=ObjectId(frame.chosen[0]) if copied is not None and frame.chosen else None,
        spell=item.id,
    )
    return (token, *_loyalty(new, card))


def _gone(table: Table, item: StackItem, reason: MoveReason) -> tuple[Event, ...]:
    """CR 608.2b: nothing of it happens; a card goes to its owner's graveyard, a copy is just gone."""
    if item.id not in table.objects:
        return ()
    new = minted(table)[0]
    return (CardMoved(card=item.id, new=new, to=Zone.GRAVEYARD, reason=reason),)


def _loyalty(name: ObjectId, card: CardDefinition) -> tuple[Event, ...]:
    """CR 306.5b: a planeswalker enters with its loyalty in counters."""
    if not card.loyalty or "Planeswalker" not in card.types:
        return ()
    return (CountersChanged(object=name, kind="loyalty", change=card.loyalty),)


@checks(MayChosen)
def check_may(table: Table, decision: MayChosen) -> None:
    """CR 608.2d: the player does it, or does not; what cannot be done at all cannot be chosen."""
    found = current(table)
    if found is None or found[0].item.id != decision.object:
        raise refuse(
            "resolve/nothing_asked",
            f"{decision.player} has nothing to decide about {decision.object}",
            "608.2d",
            "nothing of it is resolving",
        )
    frame, instruction = found
    executor = EXECUTORS[type(instruction)]
    obstacle = executor.obstacle(Context(table, frame, instruction)) if decision.accepted else None
    if obstacle is not None:
        rule, because = obstacle
        raise refuse(
            "resolve/impossible",
            f"{decision.player} cannot choose to do that",
            rule,
            because,
            legal=("not to",),
        )


@offers(MayChosen)
def offer_may(table: Table, player: Seat) -> Iterator[Decision]:
    """Do it, or do not."""
    frame = table.resolution
    if frame is None:
        return
    yield MayChosen(player=player, object=frame.item.id, accepted=True)
    yield MayChosen(player=player, object=frame.item.id, accepted=False)


Asking = tuple[Choosing, ObjectId]
"""What a player chooses, and for which object on the stack."""


def choosing_objects(table: Table) -> Asking | None:
    """Return what a player chooses for the instruction under way, or as a spell is announced."""
    if table.resolution is None:
        item = table.stack[-1] if table.stack and not table.stack[-1].complete else None
        named = naming(table, item)
        return (named, item.id) if named is not None and item is not None else None
    found = current(table)
    if found is None:
        return None
    executor = EXECUTORS[type(found[1])]
    if not isinstance(executor, ChoosesObjects):
        return None
    choosing = executor.choosing(Context(table, *found))
    return (choosing, found[0].item.id) if choosing is not None else None


@checks(ObjectsChosen)
def check_objects(table: Table, decision: ObjectsChosen) -> None:
    """CR 608.2d: as many of the objects an instruction means as it lets its player choose."""
    asking = choosing_objects(table)
    if asking is None or asking[1] != decision.object or asking[0].player != decision.player:
        raise refuse(
            "resolve/nothing_to_choose",
            f"{decision.player} has nothing to choose for {decision.object}",
            "608.2d",
            "it does not ask them for that",
        )
    check_picks("resolve/choice", asking[0], decision.chosen)


@offers(ObjectsChosen)
def offer_objects(table: Table, player: Seat) -> Iterator[Decision]:
    """Every set of objects that may be chosen."""
    asking = choosing_objects(table)
    if asking is None:
        return
    for chosen in picks_of(asking[0]):
        yield ObjectsChosen(player=player, object=asking[1], chosen=chosen)
