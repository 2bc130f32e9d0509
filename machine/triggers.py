"""Triggered abilities: which event triggers which.

Implements CR 603.2, 603.4, 603.6, 603.7, 603.10a; how they get onto the stack is in ``trigger_stacking``.
"""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from itertools import takewhile

from msgspec import Struct

from events.abilities import CrankAbility, CumulativeUpkeep, TriggeredAbility
from events.base import Event
from events.coin_flips import FlipLost, FlipWon
from events.combat import AttackersDeclared, BlockersDeclared
from events.contraptions import (
    ContraptionAssembled,
    ContraptionCranked,
    ContraptionScrapped,
)
from events.damage import DamageDealt
from events.game import PlayerLeft
from events.identifiers import CardName, ObjectId, Seat
from events.stack import (
    AbilityTriggered,
    EffectEnded,
    InstructionDone,
    StackingCompleted,
    TargetsChanged,
)
from events.turns import PermanentsUntapped, PhaseEntered
from events.vocabulary import Phase, StackKind, Zone
from events.zones import CardMoved, TokenCreated
from machine.apnap_order import are_opponents, sharing_turns
from machine.characteristics import abilities, card_index, matches, permanents
from machine.conditions import holds_for
from projections.edit import minted
from projections.progress import Effect, StackItem
from projections.table import GameObject, Table

Happening = tuple[str, str, Seat | None, int]
"""What an event is to triggers: the word of ``TriggerOn``, the object, the player, an amount."""

STEP_WORDS = {
    Phase.UPKEEP: "upkeep",
    Phase.DRAW: "draw_step",
    Phase.PRECOMBAT_MAIN: "precombat_main",
    Phase.BEGINNING_OF_COMBAT: "beginning_of_combat",
    Phase.END_STEP: "end_step",
}


@singledispatch
def happenings(event: Event, before: Table) -> tuple[Happening, ...]:
    """Return what an event is to triggered abilities; most events are nothing to them."""
    del event, before
    return ()


@happenings.register
def _(event: PhaseEntered, before: Table) -> tuple[Happening, ...]:
    word = STEP_WORDS.get(event.phase)
    return () if word is None else ((word, "", before.turn.active_player, 0),)


@happenings.register
def _(event: CardMoved, before: Table) -> tuple[Happening, ...]:
    old = before.objects.get(event.card)
    if event.to is Zone.BATTLEFIELD:
        player = event.controller or (old.controller if old else event.owner)
        return (("enters", event.new, player, 0),)
    if old is None or old.zone is not Zone.BATTLEFIELD:
        return ()
    leaves: Happening = ("leaves", old.id, old.controller, 0)
    if event.to is Zone.GRAVEYARD:
        return (leaves, ("dies", old.id, old.controller, 0))
    return (leaves,)


@happenings.register
def _(event: ContraptionScrapped, before: Table) -> tuple[Happening, ...]:
    old = before.objects.get(event.contraption)
    return (("leaves", event.contraption, old.controller if old else event.player, 0),)


@happenings.register
def _(event: PlayerLeft, before: Table) -> tuple[Happening, ...]:
    """CR 603.6c: what leaves the game with its owner leaves the battlefield."""
    return tuple(
        ("leaves", thing.id, thing.controller, 0)
        for thing in permanents(before)
        if thing.owner == event.player
    )


@happenings.register
def _(event: FlipWon, before: Table) -> tuple[Happening, ...]:
    del before
    return (("flip_won", "", event.player, 0),)


@happenings.register
def _(event: FlipLost, before: Table) -> tuple[Happening, ...]:
    del before
    return (("flip_lost", "", event.player, 0),)


@happenings.register
def _(event: AttackersDeclared, before: Table) -> tuple[Happening, ...]:
    return tuple(
        ("attacks", attack.attacker, _whose(before, attack.attacker), 0) for attack in event.attacks
    )


def _whose(table: Table, name: ObjectId) -> Seat | None:
    """Return a permanent's controller: of a team, one player declares what all of them fight with."""
    thing = table.objects.get(name)
    return thing.controller if thing is not None else None


@happenings.register
def _(event: BlockersDeclared, before: Table) -> tuple[Happening, ...]:
    blockers = dict.fromkeys(block.blocker for block in event.blocks)
    return tuple(("blocks", name, _whose(before, name), 0) for name in blockers)


@happenings.register
def _(event: TokenCreated, before: Table) -> tuple[Happening, ...]:
    del before
    return (("enters", event.object, event.player, 0),)


@happenings.register
def _(event: ContraptionAssembled, before: Table) -> tuple[Happening, ...]:
    name = event.new or minted(before)[0]
    return (("enters", name, event.player, 0), ("assembled", name, event.player, 0))


@happenings.register
def _(event: ContraptionCranked, before: Table) -> tuple[Happening, ...]:
    del before
    return (("cranked", event.contraption, event.player, 0),)


@happenings.register
def _(event: StackingCompleted, before: Table) -> tuple[Happening, ...]:
    """CR 601.2c, 601.2i: what was announced is complete: it targets, and a spell has been cast."""
    item = next((one for one in before.stack if one.id == event.object), None)
    if item is None:
        return ()
    if item.kind is not StackKind.SPELL or item.is_copy:
        return _targeted(item)
    return (*_targeted(item), ("cast", item.id, item.controller, 0))


def _targeted(item: StackItem) -> tuple[Happening, ...]:
    """Return that everything an object targets becomes its target, each once."""
    chosen = (target for _, targets in sorted(item.targets.items()) for target in targets)
    return tuple(("becomes_target", target, item.controller, 0) for target in dict.fromkeys(chosen))


@happenings.register
def _(event: InstructionDone, before: Table) -> tuple[Happening, ...]:
    """CR 707.10c: what a copy targets becomes that once its targets are chosen, or left as they are."""
    del event
    return tuple(
        found for item in before.stack if _is_new(before, item) for found in _targeted(item)
    )


def _is_new(table: Table, item: StackItem) -> bool:
    """Whether an object on the stack is a copy that the instruction under way makes."""
    frame = table.resolution
    return item.is_copy and frame is not None and item.id in frame.made


@happenings.register
def _(event: TargetsChanged, before: Table) -> tuple[Happening, ...]:
    """CR 115.7: what a spell is turned to becomes its target; what it had already does not."""
    item = next((one for one in before.stack if one.id == event.object), None)
    if item is None or _is_new(before, item):
        return ()
    return tuple(
        ("becomes_target", target, item.controller, 0)
        for target in event.targets
        if target not in item.targets.get(event.instruction, ())
    )


@happenings.register
def _(event: DamageDealt, before: Table) -> tuple[Happening, ...]:
    thing = before.objects.get(ObjectId(event.recipient))
    points = event.amount // 2 if event.halves else event.amount  # amounts are whole points
    return (("dealt_damage", event.recipient, thing.controller if thing else None, points),)


@happenings.register
def _(event: PermanentsUntapped, before: Table) -> tuple[Happening, ...]:
    return tuple(("untapped", name, _whose(before, name), 0) for name in event.objects)


@happenings.register
def _(event: AbilityTriggered, before: Table) -> tuple[Happening, ...]:
    """Abilities that wait for others to trigger do not see one another: that would never end."""
    if not event.delayed and is_second_part(before, event.card, event.ability):
        return ()
    return (("ability_triggered", event.source or "", event.player, 0),)


def is_second_part(table: Table, card: CardName | None, ability: int) -> bool:
    """Whether what an ability waits for is that another one triggers (CR 603.3b)."""
    printed = table.cards.get(card) if card is not None else None
    there = printed.abilities if printed is not None else ()
    found = there[ability] if ability < len(there) else None
    return isinstance(found, TriggeredAbility) and found.on == "ability_triggered"


LEAVING = frozenset({"leaves", "dies"})

TRIGGERING = frozenset(happenings.registry) - {object}
"""Kinds of events that can be anything at all to triggered abilities."""


class Together(Struct, frozen=True):
    """Events that happen at once, and the table before them all (CR 603.6a, 603.10a)."""

    before: Table
    events: Sequence[Event] = ()


def triggered_by(
    before: Table, after: Table, event: Event, together: Together | None = None
) -> tuple[Event, ...]:
    """Return the abilities that an event triggers, in timestamp order of their sources.

    CR 603.6a: what enters together sees one another enter. CR 603.10a: what leaves looks back at the
    table before the event, and so do those that leave with it. None triggers before the first turn.
    """
    if type(event) not in TRIGGERING or after.turn.number == 0:
        return ()
    named = card_index(after).with_triggers
    if not named and not after.effects:
        return ()
    triggered: list[Event] = []
    number = after.numbers.trigger
    for happening in happenings(event, before):
        for thing, seen in _watching(after, event, happening, together or Together(before)):
            if thing.name not in named:
                continue
            for index in _triggering(after, thing, seen):
                triggered.append(_trigger(number, thing, index, seen))
                number += 1
        for effect in after.effects:
            if effect.kind == f"delayed:{happening[0]}":
                triggered += (_delayed(number, effect), EffectEnded(effect=effect.effect))
                number += 1
    return tuple(triggered)


def _watching(
    after: Table, event: Event, happening: Happening, together: Together
) -> Iterator[tuple[GameObject, Happening]]:
    """Yield the permanents whose abilities may trigger, each with what it sees happen."""
    back = happening[0] in LEAVING
    for thing in permanents(together.before if back else after):
        player = after.players.get(thing.controller) if thing.controller is not None else None
        if player is None or player.is_playing:  # CR 800.4d: nothing triggers for who has left
            yield thing, happening
    newcomer = after.objects.get(ObjectId(happening[1])) if happening[0] == "enters" else None
    if newcomer is None:
        return
    for earlier in takewhile(lambda one: one is not event, together.events):
        for seen in happenings(earlier, together.before):
            if seen[0] == "enters":
                yield newcomer, seen


def _trigger(number: int, thing: GameObject, index: int, happening: Happening) -> AbilityTriggered:
    _, about, player, amount = happening
    return AbilityTriggered(
        trigger=number,
        player=thing.controller or Seat(""),
        source=thing.id,
        card=thing.name,
        ability=index,
        about=tuple(name for name in (about, player) if name),
        amount=amount,
    )


def _triggering(table: Table, thing: GameObject, happening: Happening) -> Iterator[int]:
    """Yield the indices of an object's abilities that a happening triggers."""
    word, about, player, _ = happening
    for index, ability in enumerate(abilities(table, thing)):
        match ability:
            case TriggeredAbility():
                triggers = _is_triggered(table, thing, ability, happening)
            case CrankAbility():
                triggers = word == "cranked" and about == thing.id
            case CumulativeUpkeep():
                triggers = word == "upkeep" and _is_own(table, word, player, thing.controller)
            case _:
                triggers = False
        if triggers:
            yield index


def _is_triggered(
    table: Table, thing: GameObject, ability: TriggeredAbility, happening: Happening
) -> bool:
    word, about, _, _ = happening
    if ability.on != word or not _is_whose(table, thing, ability, happening):
        return False
    if ability.among is not None:
        other = table.objects.get(ObjectId(about)) or table.last_known.get(ObjectId(about))
        if other is None or not matches(table, ability.among, other, thing.controller, thing):
            return False
    return holds_for(table, ability.only_if, thing)


def _is_whose(
    table: Table, thing: GameObject, ability: TriggeredAbility, happening: Happening
) -> bool:
    word, about, player, _ = happening
    match ability.who:
        case "self":
            return about == thing.id
        case "you":
            return _is_own(table, word, player, thing.controller)
        case "opponents":
            return player is not None and are_opponents(table, thing.controller, player)
        case "other_yours":
            return player == thing.controller and about != thing.id
        case _:
            return True


def _is_own(table: Table, word: str, player: Seat | None, seat: Seat | None) -> bool:
    """Whether what happens is a player's own; a step is that of all who take the turn (CR 805.4)."""
    if player is not None and word in STEP_WORDS.values():
        return seat in sharing_turns(table, player)
    return player == seat


def _delayed(number: int, effect: Effect) -> AbilityTriggered:
    """CR 603.7: a delayed trigger waits as an effect for its one moment."""
    return AbilityTriggered(
        trigger=number,
        player=effect.player,
        source=effect.source,
        card=effect.card,
        ability=effect.ability,
        about=effect.objects,
        delayed=True,
    )
