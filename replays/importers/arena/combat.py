"""Attackers, blockers and assignments of combat damage (CR 508-510)."""

from events.combat import Attack, AttackersDeclared, Block, BlockersDeclared
from events.division import Assignment, CombatDamageAssigned
from replays.importers.arena.context import Build
from replays.importers.arena.wire import ClientMessage, Thing

ATTACKING = "AttackState_Attacking"
BLOCKING = "BlockState_Blocking"
MET = frozenset({"BlockState_Blocked", "BlockState_Unblocked"})


def declarations(build: Build) -> None:
    """Write declarations that a state shows for the first time in this combat phase."""
    things = build.state.game_objects
    if not build.attacked:
        attackers = [one for one in things if one.attack_state == ATTACKING]
        if attackers:
            _attack(build, attackers)
    if build.attacked and not build.blocked:
        blockers = [one for one in things if one.block_state == BLOCKING]
        met = any(one.block_state in MET for one in things)
        if blockers or met:
            _block(build, blockers)


def _attack(build: Build, attackers: list[Thing]) -> None:
    build.attacked = True
    player = build.seat(build.active or attackers[0].controller_seat_id)
    attacks = tuple(
        Attack(build.id(one.instance_id), build.recipient(_defender(build, one)))
        for one in sorted(attackers, key=lambda one: one.instance_id)
    )
    build.write(AttackersDeclared(player=player, attacks=attacks), by=player)


def _defender(build: Build, attacker: Thing) -> int:
    """Return whom a creature attacks: the opponent, where the client leaves it out."""
    if attacker.attack_info is not None and attacker.attack_info.target_id:
        return attacker.attack_info.target_id
    others = sorted(build.seats - {attacker.controller_seat_id})
    return others[0] if others else 0


def _block(build: Build, blockers: list[Thing]) -> None:
    build.blocked = True
    others = sorted(build.seats - {build.active})
    seat = blockers[0].controller_seat_id if blockers else (others[0] if others else 0)
    player = build.seat(seat)
    blocks = tuple(
        Block(build.id(one.instance_id), build.id(attacker))
        for one in sorted(blockers, key=lambda one: one.instance_id)
        for attacker in (one.block_info.attacker_ids if one.block_info else ())
    )
    event = BlockersDeclared(player=player, blocks=blocks)
    build.write(event, by=player, inferred=not blockers)


def damage_assigned(build: Build, answer: ClientMessage, cause: int | None) -> None:
    """Write how the recorder assigns combat damage; zero is legal here, unlike in a division."""
    if answer.assign_damage_resp is None or not build.record.recorder:
        return
    player = build.seat(build.record.recorder)
    for assigner in answer.assign_damage_resp.assigners:
        shares = tuple(
            Assignment(build.recipient(one.instance_id), one.assigned_damage)
            for one in assigner.assignments
        )
        event = CombatDamageAssigned(
            player=player, source=build.id(assigner.instance_id), assignments=shares
        )
        build.write(event, by=player, cause=cause)
