"""Announcing spells and abilities: one draft, in the true order, complete or not at all.

Implements CR 601.2, 602.2, 603.3d: X, targets, division, costs; CR 732 where a step cannot be done.
"""

from collections.abc import Iterator
from itertools import combinations

from events.abilities import ActivatedAbility
from events.base import Decision, Event
from events.identifiers import Seat
from events.selectors import Targets
from events.stack import (
    AbilityActivated,
    CostPaid,
    ManaAbilityActivated,
    ModesChosen,
    ObjectsChosen,
    SpellCast,
    StackingCompleted,
    TargetsChosen,
    TriggerRemoved,
    ValueChosen,
)
from events.vocabulary import Phase, StackKind, Zone
from events.zones import LandPlayed
from machine.apnap_order import active_side
from machine.characteristics import (
    abilities,
    card_named,
    is_creature,
    permanent,
    permanents,
)
from machine.costs import sacrificable
from machine.division import (
    EVENT_OF,
    can_target,
    is_dividing,
    next_division,
    pays_first,
    target_bounds,
)
from machine.golden_rules import is_prohibited
from machine.mana import (
    can_pay,
    is_summoning_sick,
)
from machine.modes import can_choose, modal
from machine.numbers import needs_value
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from machine.programs import program_of
from machine.targeters import next_targets, targeter
from machine.targets import candidates, is_legal_target
from machine.turns import PRIORITY_DECISIONS
from projections.folds.stack import drafted, item_named
from projections.progress import StackItem
from projections.table import GameObject, Table

PRIORITY_DECISIONS += [SpellCast, AbilityActivated, LandPlayed, ManaAbilityActivated]

MAIN_PHASES = frozenset({Phase.PRECOMBAT_MAIN, Phase.POSTCOMBAT_MAIN})
INSTANT = "Instant"


# -- starting an announcement ---------------------------------------------------------------------


def is_sorcery_time(table: Table, seat: Seat) -> bool:
    """CR 117.1a, 307.1: one's own main phase, an empty stack, and priority."""
    return (
        table.phase in MAIN_PHASES
        and not table.stack
        and seat in active_side(table)
        and table.priority.holder == seat
    )


@checks(SpellCast)
def check_cast(table: Table, decision: SpellCast) -> None:
    """CR 601.2a, 601.3: a card in hand that is no land, at a time when it may be cast."""
    seat = decision.player
    what = f"{seat} cannot cast {decision.card}"
    card = table.objects.get(decision.card)
    castable = card is not None and card.owner == seat and card.zone in (Zone.HAND, Zone.COMMAND)
    if card is None or not castable:
        raise refuse("cast/not_in_hand", what, "601.2a", "it is not in their hand")
    known = card_named(table, card.card)
    if "Land" in known.types or not known.types:
        raise refuse("cast/no_spell", what, "601.2a", "it is no card that can be cast")
    quick = INSTANT in known.types or "flash" in known.keywords
    if not quick and not is_sorcery_time(table, seat):
        raise refuse(
            "cast/timing", what, "117.1a", "that takes their own main phase and an empty stack"
        )
    if is_prohibited(table, "cast", seat):
        raise refuse("cast/prohibited", what, "101.2", "an effect says that they can't cast spells")


@offers(SpellCast)
def offer_casts(table: Table, player: Seat) -> Iterator[Decision]:
    """Each spell in hand that the player could pay for and find targets for."""
    for name in table.players[player].hand:
        card = table.objects[name]
        known = card_named(table, card.card)
        if "Land" in known.types or not can_pay(table, player, known.cost):
            continue
        if _has_targets(table, card, player):
            yield SpellCast(player=player, card=name)


def _has_targets(table: Table, card: GameObject, player: Seat) -> bool:
    item = StackItem(id=card.id, kind=StackKind.SPELL, controller=player, card=card.card)
    return can_announce(table, item)


def can_announce(table: Table, item: StackItem) -> bool:
    """Whether every instruction of an object can have as many targets as it needs at least.

    Of modes, there have to be as many that can be chosen as are chosen.
    """
    return can_choose(table, item) and all(
        can_target(table, item, instruction) for instruction in program_of(table, item)
    )


@checks(AbilityActivated)
def check_activated(table: Table, decision: AbilityActivated) -> None:
    """CR 602.1-602.5: an activated ability of a permanent one controls, whose cost can be paid."""
    seat = decision.player
    what = f"{seat} cannot activate ability {decision.ability} of {decision.source}"
    source = permanent(table, decision.source)
    if source is None or source.controller != seat:
        raise refuse("activate/not_yours", what, "602.2", "they control no such permanent")
    own = abilities(table, source)
    ability = own[decision.ability] if decision.ability < len(own) else None
    if not isinstance(ability, ActivatedAbility):
        raise refuse("activate/no_ability", what, "602.1", "it has no such activated ability")
    if ability.sorcery_speed and not is_sorcery_time(table, seat):
        raise refuse("activate/timing", what, "602.5d", "it works only as a sorcery could be cast")
    if ability.cost.tap and (source.tapped or _is_sick(table, source)):
        raise refuse(
            "activate/tap", what, "602.5a", "it is tapped, or not theirs since their turn began"
        )
    if ability.cost.sacrifice is not None and not sacrificable(table, ability.cost, source, seat):
        raise refuse("activate/cost", what, "601.2h", "there is nothing to sacrifice for it")


def _is_sick(table: Table, source: GameObject) -> bool:
    return is_creature(table, source) and is_summoning_sick(table, source)


@offers(AbilityActivated)
def offer_activations(table: Table, player: Seat) -> Iterator[Decision]:
    """Each activated ability that the player could pay for and find targets for."""
    for thing in permanents(table):
        if thing.controller != player:
            continue
        for index, ability in enumerate(abilities(table, thing)):
            if not isinstance(ability, ActivatedAbility):
                continue
            item = StackItem(
                id=thing.id,
                kind=StackKind.ACTIVATED,
                controller=player,
                card=thing.name,
                source=thing.id,
                ability=index,
            )
            if can_pay(table, player, ability.cost.mana) and can_announce(table, item):
                yield AbilityActivated(player=player, source=thing.id, ability=index)


# -- the steps of an announcement -----------------------------------------------------------------


def awaiting(table: Table) -> Asked:
    """What has to be announced next for the object being put on the stack, and by whom."""
    item = drafted(table)
    if item is None or awaiting_impossible(table, item):
        return NOBODY
    seat = item.controller
    if modal(table, item) is not None:
        return ask(seat, "choose modes", "601.2b", ModesChosen)
    if needs_value(table, item):
        return ask(seat, "announce a number", "601.2b", ValueChosen)
    choosing = NOBODY if pays_first(table, item) else _choosing(table, item)
    if choosing or item.paid or item.kind is StackKind.TRIGGERED:
        return choosing
    return ask(seat, "pay the cost", "601.2h", CostPaid, ManaAbilityActivated)


def _choosing(table: Table, item: StackItem) -> Asked:
    """CR 601.2c-d: all targets, the controller's first, then all divisions."""
    index = next_targets(table, item)
    if index is not None:
        seat = targeter(table, item, index)
        if seat is None:
            what = "name the opponent who chooses targets"
            return ask(item.controller, what, "601.7a", ObjectsChosen)
        return ask(seat, "choose targets", "601.2c", TargetsChosen)
    index = next_division(table, item)
    if index is None:
        return NOBODY
    kind = EVENT_OF[type(program_of(table, item)[index])]
    return ask(item.controller, "divide", "601.2d", kind)


def advance(table: Table) -> tuple[Event, ...]:
    """Return what follows without anybody's choice: nothing to announce, or the announcement's end."""
    item = drafted(table)
    if item is None or awaiting_impossible(table, item):
        return _removed(item) if item is not None else ()
    if awaiting(table):
        return ()
    return (StackingCompleted(object=item.id, amount=item.amount or 0),)


def awaiting_impossible(table: Table, item: StackItem) -> bool:
    """Whether a triggered ability lacks a legal target it needs (CR 603.3d)."""
    return item.kind is StackKind.TRIGGERED and not can_announce(table, item)


def _removed(item: StackItem) -> tuple[Event, ...]:
    if item.kind is not StackKind.TRIGGERED:
        return ()
    return (TriggerRemoved(trigger=item.trigger, why="no legal target"),)


@checks(TargetsChosen)
def check_targets(table: Table, decision: TargetsChosen) -> None:
    """CR 601.2c: as many different legal targets as the instruction has, announced in its turn."""
    item = item_named(table, decision.object)
    what = f"{decision.player} cannot choose the targets {list(decision.targets)}"
    if item is None or next_targets(table, item) != decision.instruction:
        raise refuse("targets/nothing", what, "601.2c", "no targets are asked for there")
    instruction = program_of(table, item)[decision.instruction]
    spec = instruction.targets or Targets()
    least, most = target_bounds(table, item, instruction)
    number = len(decision.targets)
    if not least <= number <= most:
        rule = "601.2d" if is_dividing(instruction) and number > most else "601.2c"
        rule = "107.1c" if number < least and spec.least == 0 else rule
        because = f"from {least} to {most} are chosen"
        if least > most:
            because = f"it needs {least}, and {most} can be chosen"
        raise refuse("targets/number", what, rule, because, least=least, most=most)
    if len(set(decision.targets)) != number:
        raise refuse("targets/twice", what, "115.3", "the same target stands there twice")
    for target in decision.targets:
        if not is_legal_target(table, item, spec, target):
            raise refuse(
                "targets/illegal",
                what,
                "115.4",
                f"{target} cannot be a target of it",
                legal=candidates(table, item, spec),
            )


@offers(TargetsChosen)
def offer_targets(table: Table, player: Seat) -> Iterator[Decision]:
    """Every set of legal targets, the smallest first."""
    item = drafted(table)
    index = next_targets(table, item) if item is not None else None
    if item is None or index is None:
        return
    instruction = program_of(table, item)[index]
    possible = candidates(table, item, instruction.targets or Targets())
    least, most = target_bounds(table, item, instruction)
    for number in range(least, most + 1):
        for targets in combinations(possible, number):
            yield TargetsChosen(player=player, object=item.id, targets=targets, instruction=index)
