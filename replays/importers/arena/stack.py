"""Spells and abilities: activated, triggered, stacked, given targets, resolved (CR 602, 603, 608)."""

from events.division import DamageDivided
from events.identifiers import ObjectId
from events.mulligans import OpeningHandActionTaken
from events.stack import (
    AbilityActivated,
    AbilityStacked,
    AbilityTriggered,
    ResolutionBegan,
    ResolutionEnded,
    TargetsChanged,
    TargetsChosen,
    TriggerRemoved,
)
from replays.importers.arena.context import Build
from replays.importers.arena.state import SENT
from replays.importers.arena.wire import Annotation

ON_STACK = frozenset({"ZoneType_Stack", "ZoneType_Pending"})
ACTIVATE = 2
MANA = 4
OPENING_HAND = 15
"""Kinds of a player's action, as the client numbers them."""


def ability_created(build: Build, annotation: Annotation) -> None:
    """Write that an ability was activated or has triggered; mana abilities leave no trace."""
    ability, source = annotation.affected, annotation.affector_id
    if build.actions.get(ability) == OPENING_HAND:
        _opening_hand_action(build, annotation)
        return
    shown = build.mirror.things.get(ability)
    on_stack = shown is not None and build.mirror.zone(shown.zone_id).type in ON_STACK
    if not on_stack and ability not in build.starting:
        return
    seat = build.controller_of(ability) or build.controller_of(source) or build.active
    build.known.abilities.add(ability)
    build.known.since("ability", ability, build.writer.last + 1)
    if ability in build.activated or _is_cancelled(build, source):
        player = build.seat(seat)
        event = AbilityActivated(player=player, source=build.id(source), object=build.id(ability))
        build.stacked[ability] = build.write(event, by=player)
        build.known.stack.add(ability)
        return
    card = build.card(shown.object_source_grp_id) if shown and shown.object_source_grp_id else None
    build.triggers += 1
    triggered = AbilityTriggered(
        trigger=build.triggers, player=build.seat(seat), source=build.id(source), card=card
    )
    seq = build.write(triggered)
    build.waiting[ability] = build.triggers
    if shown is None or build.mirror.zone(shown.zone_id).type == "ZoneType_Stack":
        stack_ability(build, ability, seat, source, cause=seq)


def _is_cancelled(build: Build, source: int) -> bool:
    """Whether the recorder has just activated the source: a cancelled activation shows nowhere else."""
    first = build.state.annotations[:1]
    begins = bool(first) and "AnnotationType_AbilityInstanceCreated" in first[0].type
    return begins and source == build.activating and build.state.update == SENT


def _opening_hand_action(build: Build, annotation: Annotation) -> None:
    """Write whose action it is: its card may show nothing yet but the hand in which it lay."""
    ability, source = annotation.affected, annotation.affector_id
    hand = build.mirror.zone(annotation.number("source_zone"))
    seat = build.controller_of(ability) or build.controller_of(source) or hand.owner_seat_id
    build.special.add(ability)
    if not seat:
        return
    player = build.seat(seat)
    event = OpeningHandActionTaken(player=player, card=build.id(source))
    build.resolving[ability] = build.write(event, by=player)


def stack_ability(
    build: Build, ability: int, seat: int, source: int, *, cause: int | None = None
) -> None:
    """Write that a triggered ability is put on the stack."""
    event = AbilityStacked(
        player=build.seat(seat),
        object=build.id(ability),
        trigger=build.waiting.pop(ability, 0),
        source=build.id(source) if source else None,
    )
    build.stacked[ability] = build.write(event, cause=cause)
    build.known.stack.add(ability)


def stack_waiting(build: Build) -> None:
    """Write which abilities that waited are on the stack now, the lowest first."""
    if not build.waiting:
        return
    for ability in reversed(build.mirror.zone_of("ZoneType_Stack").object_instance_ids):
        if ability in build.waiting:
            shown = build.mirror.things.get(ability)
            source = shown.parent_id if shown else 0
            seat = build.controller_of(ability) or build.active
            stack_ability(build, ability, seat, source)


def ability_deleted(build: Build, annotation: Annotation) -> None:
    """Write that an ability is gone without having resolved."""
    ability = annotation.affected
    trigger = build.waiting.pop(ability, 0)
    if trigger:
        build.write(TriggerRemoved(trigger=trigger))
    elif ability in build.known.stack:
        build.known.stack.discard(ability)
        event = ResolutionEnded(object=build.id(ability), resolved=False)
        build.write(event, inferred=True)
    build.resolving.pop(ability, None)


def resolution_start(build: Build, annotation: Annotation) -> None:
    """Write that an object begins to resolve."""
    thing = annotation.affector_id or annotation.affected
    if thing in build.special:
        return
    if thing in build.waiting:
        shown = build.mirror.things.get(thing)
        seat = build.controller_of(thing) or build.active
        stack_ability(build, thing, seat, shown.parent_id if shown else 0)
    if thing not in build.known.stack or thing in build.resolving:
        return
    write_targets(build, only=thing)
    event = ResolutionBegan(object=build.id(thing))
    build.resolving[thing] = build.write(event, cause=build.stacked.get(thing))


def resolution_complete(build: Build, annotation: Annotation) -> None:
    """Write that an ability has resolved; a spell ends with the move of its card (CR 608.2n)."""
    thing = annotation.affector_id or annotation.affected
    if thing in build.special or thing not in build.known.stack:
        return
    if thing in build.known.abilities:
        build.known.stack.discard(thing)
        event = ResolutionEnded(object=build.id(thing))
        build.write(event, cause=build.resolving.get(thing))
    else:
        build.ending = thing


def end_spell(build: Build, spell: int, *, resolved: bool = True) -> None:
    """Write that a spell has left the stack by resolving, or by having no legal target left."""
    event = ResolutionEnded(object=ObjectId(f"c{spell}"), resolved=resolved)
    build.write(event, cause=build.resolving.pop(spell, None), inferred=not resolved)
    build.known.stack.discard(spell)
    if build.ending == spell:
        build.ending = 0


def targets_submitted(build: Build, annotation: Annotation) -> None:
    """Write the targets a player has announced."""
    write_targets(build, only=annotation.affected)


def write_targets(build: Build, *, only: int = 0) -> None:
    """Write all targets the client shows and the log does not have yet; ``only`` those of one object."""
    specs = build.mirror.targets.values()
    for spec in sorted(specs, key=lambda one: (one.affector_id, one.number("index"))):
        thing, index = spec.affector_id, max(spec.number("index"), 1)
        if (only and thing != only) or thing not in build.known.stack:
            continue
        if build.targets.get((thing, index)) == spec.affected_ids:
            continue
        _target(build, spec, thing, index)


def _target(build: Build, spec: Annotation, thing: int, index: int) -> None:
    changed = (thing, index) in build.targets
    build.targets[thing, index] = spec.affected_ids
    player = build.seat(build.controller_of(thing) or build.active)
    targets = tuple(build.recipient(target) for target in spec.affected_ids)
    kind = TargetsChanged if changed else TargetsChosen
    event = kind(player=player, object=build.id(thing), targets=targets, instruction=index - 1)
    seq = build.write(event, by=player, cause=build.stacked.get(thing))
    build.known.since("targets", thing, seq)
    shares = spec.numbers("distributions")
    if shares and not changed and thing not in build.divided:
        divide(build, thing, dict(zip(spec.affected_ids, shares, strict=False)), index - 1)


def divide(build: Build, thing: int, shares: dict[int, int], instruction: int = 0) -> None:
    """Write how an amount is divided among targets: that it is damage, the client does not say."""
    player = build.seat(build.controller_of(thing) or build.record.recorder or build.active)
    event = DamageDivided(
        player=player,
        object=build.id(thing),
        amount=sum(shares.values()),
        shares=tuple(shares.values()),
        targets=tuple(build.recipient(target) for target in shares),
        instruction=instruction,
    )
    cause = build.stacked.get(thing)
    build.divided[thing] = build.write(event, by=player, cause=cause, inferred=True)
