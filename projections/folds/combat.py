"""Folds of combat."""

from collections.abc import Iterable

from immutables import Map
from msgspec.structs import replace

from events.combat import (
    AttackersDeclared,
    BlockersDeclared,
    CombatDamageCompleted,
    CombatDamageStacked,
    RemovedFromCombat,
)
from events.division import Assignment
from events.identifiers import ObjectId, Recipient, Seat
from events.vocabulary import Phase, StackKind
from projections.edit import counted, out_of_combat, put_on_stack, without
from projections.folds.damage import in_units
from projections.handlers import applies
from projections.progress import Combat, StackItem
from projections.table import Table

Assigned = tuple[tuple[ObjectId, tuple[Assignment, ...]], ...]


@applies(AttackersDeclared)
def _attackers(table: Table, event: AttackersDeclared) -> Table:
    combat = table.combat or Combat()
    attacking, defending = combat.attacking, combat.defending
    for attack in event.attacks:
        attacking = attacking.set(attack.attacker, attack.defender)
        seat = _defender(table, attack.defender)
        if seat is not None:
            defending = defending.set(attack.attacker, seat)
    named = tuple(attack.attacker for attack in event.attacks)
    combat = replace(
        combat,
        attackers=(*without(combat.attackers, *named), *named),
        attacking=attacking,
        defending=defending,
        attackers_declared=True,
        has_attacked=combat.has_attacked or bool(named),
    )
    return replace(table, combat=combat)


def _defender(table: Table, whom: Recipient) -> Seat | None:
    """CR 508.5: the player who is attacked, or who controls what is."""
    if whom in table.players:
        return Seat(whom)
    thing = table.objects.get(ObjectId(whom))
    return thing.controller if thing is not None else None


@applies(BlockersDeclared)
def _blockers(table: Table, event: BlockersDeclared) -> Table:
    combat = table.combat or Combat()
    blocks = combat.blocks
    for block in event.blocks:
        blocks = blocks.set(block.attacker, (*blocks.get(block.attacker, ()), block.blocker))
    named = dict.fromkeys(block.blocker for block in event.blocks)
    combat = replace(
        combat,
        blocks=blocks,
        blocked=combat.blocked | {block.attacker for block in event.blocks},
        blockers=(*without(combat.blockers, *named), *named),
        blockers_declared=combat.blockers_declared | {event.player},
    )
    return replace(table, combat=combat)


@applies(RemovedFromCombat)
def _removed(table: Table, event: RemovedFromCombat) -> Table:
    return out_of_combat(table, event.object, event.unblocks)


@applies(CombatDamageStacked)
def _stacked(table: Table, event: CombatDamageStacked) -> Table:
    seat = table.turn.active_player
    if seat is None or table.combat is None:
        return table
    item = StackItem(
        id=event.object, kind=StackKind.COMBAT_DAMAGE, controller=seat, complete=True, paid=True
    )
    combat = replace(
        table.combat,
        stacked=_grouped(table, event) or table.combat.assigned,
        assigned=(),
        dealt_first=_dealt(table, table.combat, event.dealers),
    )
    return counted(put_on_stack(replace(table, combat=combat), item), event.object)


@applies(CombatDamageCompleted)
def _completed(table: Table, event: CombatDamageCompleted) -> Table:
    combat = table.combat
    if combat is None:
        return table
    both = {source for source, _ in (*combat.assigned, *combat.stacked)}
    dealt = _dealt(table, combat, (*event.dealers, *both))
    combat = replace(combat, damage_done=True, assigned=(), stacked=(), dealt_first=dealt)
    return replace(table, combat=combat, preventing=Map())


def _dealt(table: Table, combat: Combat, dealers: Iterable[ObjectId]) -> frozenset[ObjectId]:
    """CR 510.4: who has dealt damage in the first of two damage steps."""
    if table.turn.phase is not Phase.FIRST_STRIKE_DAMAGE:
        return combat.dealt_first
    return combat.dealt_first | frozenset(dealers)


def _grouped(table: Table, event: CombatDamageStacked) -> Assigned:
    """Return the damage on the stack by its sources, in units."""
    groups: dict[ObjectId, list[Assignment]] = {}
    for part in event.damage:
        units = in_units(table, part.amount, halves=event.halves)
        groups.setdefault(part.source, []).append(Assignment(part.recipient, units))
    return tuple((source, tuple(parts)) for source, parts in groups.items())
