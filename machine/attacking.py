"""Declaring attackers: which creatures attack which players and planeswalkers.

Implements CR 506, 508.
"""

from collections.abc import Iterator
from itertools import chain, combinations, product

from events.base import Decision, Event
from events.combat import Attack, AttackersDeclared
from events.identifiers import ObjectId, Recipient, Seat
from events.turns import TurnBasedActionDone
from events.vocabulary import Phase
from events.zones import Tapped
from machine.apnap_order import active_side, opponents
from machine.characteristics import has_keyword, is_creature, permanent, permanents, types
from machine.golden_rules import is_prohibited
from machine.mana import is_summoning_sick
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.table import GameObject, Table

ACTION = "attackers"
"""The turn-based action, as ``TurnBasedActionDone`` names it where nothing can attack."""

MOST_LISTED = 512
"""Declarations offered one by one; beyond that none, each creature alone, and all together."""


def is_due(table: Table) -> bool:
    """Whether attackers have still to be declared (CR 508.1): the first thing of its step."""
    return (
        table.phase is Phase.DECLARE_ATTACKERS
        and table.combat is not None
        and not table.combat.attackers_declared
        and ACTION not in table.turn.done
        and bool(active_side(table))
    )


def awaiting(table: Table) -> Asked:
    """Ask the active player, if any of their creatures could attack anything."""
    if not is_due(table) or not _can_attack(table) or not attackable(table):
        return NOBODY
    return ask(active_side(table)[0], "declare attackers", "508.1", AttackersDeclared)


def advance(table: Table) -> tuple[Event, ...]:
    """Return that there is nothing to declare."""
    return (TurnBasedActionDone(action=ACTION),) if is_due(table) else ()


def could_attack(table: Table) -> tuple[ObjectId, ...]:
    """Return the creatures that the active player could declare as attackers."""
    return tuple(thing.id for thing in permanents(table) if obstacle(table, thing) is None)


def _can_attack(table: Table) -> bool:
    return any(obstacle(table, thing) is None for thing in permanents(table))


def obstacle(table: Table, thing: GameObject) -> tuple[str, str] | None:
    """Return (rule, reason) why a permanent cannot attack now, or nothing (CR 508.1a, c)."""
    if thing.controller not in active_side(table) or not is_creature(table, thing):
        return "508.1a", "it is no creature that the active player controls"
    if thing.tapped:
        return "508.1a", "it is tapped"
    if is_summoning_sick(table, thing):
        return "302.6", "it has not been under their control since the turn began"
    if has_keyword(table, thing, "defender"):
        return "702.3b", "it has defender"
    if is_prohibited(table, "attack", thing.id):
        return "101.2", "an effect says that it can't attack"
    return None


def attackable(table: Table) -> tuple[Recipient, ...]:
    """Return whom and what creatures may attack: opponents, and planeswalkers they control."""
    side = active_side(table)
    if not side:
        return ()
    players = opponents(table, side[0])
    walkers = (
        thing.id
        for thing in permanents(table)
        if thing.controller in players and "Planeswalker" in types(table, thing)
    )
    return (*players, *walkers)


@checks(AttackersDeclared)
def check_attackers(table: Table, decision: AttackersDeclared) -> None:
    """CR 508.1: untapped creatures that were there, each attacking one player or planeswalker."""
    what = f"{decision.player} cannot attack with {_named(decision)}"
    attackers = [attack.attacker for attack in decision.attacks]
    if len(set(attackers)) != len(attackers):
        raise refuse(
            "attack/twice", what, "508.1b", "a creature attacks one player or planeswalker"
        )
    for attack in decision.attacks:
        thing = permanent(table, attack.attacker)
        found = ("508.1a", "it is not on the battlefield")
        hindered = found if thing is None else obstacle(table, thing)
        if hindered is not None:
            rule, because = hindered
            says = f"{attack.attacker}: {because}"
            raise refuse("attack/cannot", what, rule, says, legal=could_attack(table))
        if attack.defender not in attackable(table):
            because = f"{attack.defender} cannot be attacked"
            raise refuse("attack/whom", what, "508.1b", because, legal=attackable(table))


def _named(decision: AttackersDeclared) -> str:
    return ", ".join(attack.attacker for attack in decision.attacks) or "nothing"


@offers(AttackersDeclared)
def offer_attackers(table: Table, player: Seat) -> Iterator[Decision]:
    """No attack first, then every set of attackers with everything each may attack."""
    possible, whom = could_attack(table), attackable(table)
    many = (len(whom) + 1) ** len(possible) > MOST_LISTED
    sizes = range(len(possible) + 1)
    sets = chain.from_iterable(combinations(possible, size) for size in sizes)
    if many:
        sets = chain(((),), ((name,) for name in possible), (possible,))
    for attackers in sets:
        for defenders in _aims(whom, len(attackers), same=many):
            attacks = tuple(map(Attack, attackers, defenders))
            yield AttackersDeclared(player=player, attacks=attacks)


def _aims(
    whom: tuple[Recipient, ...], count: int, *, same: bool
) -> Iterator[tuple[Recipient, ...]]:
    if same and count:
        return ((one,) * count for one in whom)
    return product(whom, repeat=count)


def after_attackers(table: Table, decision: AttackersDeclared) -> tuple[Event, ...]:
    """Return that attacking taps the creatures, those with vigilance excepted (CR 508.1f)."""
    tapped = tuple(
        attack.attacker
        for attack in decision.attacks
        if (thing := permanent(table, attack.attacker)) is not None
        and not has_keyword(table, thing, "vigilance")
    )
    return (Tapped(objects=tapped),) if tapped else ()
