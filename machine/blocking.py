"""Declaring blockers: each defending player in APNAP order, before anybody has priority.

Implements CR 509.1, 802.4, 805.10d.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from events.base import Decision, Event
from events.combat import Block, BlockersDeclared
from events.identifiers import ObjectId, Seat
from events.turns import TurnBasedActionDone
from events.vocabulary import Phase
from machine.apnap_order import apnap, sharing_turns
from machine.characteristics import has_keyword, is_creature, permanent, permanents
from machine.golden_rules import is_prohibited
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.table import GameObject, Table

MOST_LISTED = 512
"""Declarations offered one by one; beyond that none, and each possible block alone."""

MENACE = 2
"""CR 702.111b: a creature with menace is blocked by two or more creatures, or by none."""


def defending_player(table: Table, attacker: ObjectId) -> Seat | None:
    """Return who defends against an attacker: the player, or who controlled the planeswalker."""
    combat = table.combat
    return combat.defending.get(attacker) if combat is not None else None


def _next_defender(table: Table) -> Seat | None:
    """Return the next defending player who has not declared blockers (CR 802.4a: APNAP order).

    CR 805.10d: players who share their turns block together; the first of them declares it.
    """
    combat = table.combat
    if table.phase is not Phase.DECLARE_BLOCKERS or combat is None:
        return None
    defending = {defending_player(table, attacker) for attacker in combat.attackers}
    done = combat.blockers_declared | {
        seat for seat in table.turn_order if f"blockers:{seat}" in table.turn.done
    }
    for seat in apnap(table):
        side = frozenset(sharing_turns(table, seat))
        if side & defending and not side & done:
            return seat
    return None


def awaiting(table: Table) -> Asked:
    """Ask the next defending player, if any of their creatures could block an attacker."""
    seat = _next_defender(table)
    if seat is None or not could_block(table, seat):
        return NOBODY
    return ask(seat, "declare blockers", "509.1", BlockersDeclared)


def advance(table: Table) -> tuple[Event, ...]:
    """Return that a defending player has nothing to declare."""
    seat = _next_defender(table)
    return () if seat is None else (TurnBasedActionDone(action="blockers", player=seat),)


def could_block(table: Table, seat: Seat) -> dict[ObjectId, tuple[ObjectId, ...]]:
    """Return the creatures that a player could block with, each with the attackers it could block."""
    attackers = table.combat.attackers if table.combat is not None else ()
    side = sharing_turns(table, seat)
    possible = {
        thing.id: tuple(name for name in attackers if obstacle(table, thing, name, seat) is None)
        for thing in permanents(table)
        if thing.controller in side and is_creature(table, thing)
    }
    return {name: those for name, those in possible.items() if those}


def obstacle(
    table: Table, thing: GameObject, attacker: ObjectId, seat: Seat
) -> tuple[str, str] | None:
    """Return (rule, reason) why a creature cannot block an attacker, or nothing (CR 509.1a-b)."""
    side = sharing_turns(table, seat)
    if thing.controller not in side or not is_creature(table, thing):
        return "509.1a", f"it is no creature that {seat} controls"
    if thing.tapped:
        return "509.1a", "it is tapped"
    if is_prohibited(table, "block", thing.id):
        return "101.2", "an effect says that it can't block"
    enemy = permanent(table, attacker)
    combat = table.combat
    if enemy is None or combat is None or attacker not in combat.attacking:
        return "509.1a", f"{attacker} is not attacking"
    if defending_player(table, attacker) not in side:
        return "802.4a", f"{attacker} attacks somebody else"
    return _evaded(table, thing, enemy)


def _evaded(table: Table, thing: GameObject, enemy: GameObject) -> tuple[str, str] | None:
    if has_keyword(table, enemy, "unblockable"):
        return "509.1b", f"{enemy.id} can't be blocked"
    reaches = has_keyword(table, thing, "flying") or has_keyword(table, thing, "reach")
    if has_keyword(table, enemy, "flying") and not reaches:
        return "702.9b", f"{enemy.id} has flying"
    return None


def most_blocked(table: Table, blocker: ObjectId) -> int:
    """Return how many attackers a creature may block: one, or two where its card says so."""
    thing = permanent(table, blocker)
    return 1 + int(thing is not None and has_keyword(table, thing, "blocks_additional"))


@checks(BlockersDeclared)
def check_blockers(table: Table, decision: BlockersDeclared) -> None:
    """CR 509.1: untapped creatures, each blocking one attacker that attacks their controller."""
    seat = decision.player
    pairs = [(block.blocker, block.attacker) for block in decision.blocks]
    what = f"{seat} cannot block like this"
    for blocker, attacker in pairs:
        thing = permanent(table, blocker)
        found = ("509.1a", "it is not on the battlefield")
        hindered = found if thing is None else obstacle(table, thing, attacker, seat)
        if hindered is not None:
            rule, because = hindered
            legal = tuple(could_block(table, seat))
            raise refuse("block/cannot", what, rule, f"{blocker}: {because}", legal=legal)
    for blocker, number in Counter(blocker for blocker, _ in pairs).items():
        if number > most_blocked(table, blocker) or len(set(pairs)) != len(pairs):
            because = (
                f"{blocker} blocks {most_blocked(table, blocker)} attackers at most, each once"
            )
            raise refuse("block/too_many", what, "509.1a", because)
    _check_menace(table, pairs, what)


def _check_menace(table: Table, pairs: list[tuple[ObjectId, ObjectId]], what: str) -> None:
    for attacker, number in Counter(attacker for _, attacker in pairs).items():
        thing = permanent(table, attacker)
        if thing is not None and has_keyword(table, thing, "menace") and number < MENACE:
            because = f"{attacker} has menace"
            raise refuse("block/menace", what, "702.111b", because)


@offers(BlockersDeclared)
def offer_blockers(table: Table, player: Seat) -> Iterator[Decision]:
    """No block first, then everything that the creatures could block."""
    possible = could_block(table, player)
    ways = [_ways(table, blocker, those) for blocker, those in possible.items()]
    total = 1
    for way in ways:
        total *= len(way)
    declarations = product(*ways)
    if total > MOST_LISTED:
        alone = ((blocks,) for way in ways for blocks in way if len(blocks) == 1)
        declarations = iter([((),), *alone])  # type: ignore[assignment]
    for declared in declarations:
        blocks = tuple(block for each in declared for block in each)
        yield BlockersDeclared(player=player, blocks=blocks)


def _ways(
    table: Table, blocker: ObjectId, those: tuple[ObjectId, ...]
) -> tuple[tuple[Block, ...], ...]:
    """Return what one creature could block: nothing, one attacker, or two."""
    one = tuple((Block(blocker, attacker),) for attacker in those)
    if most_blocked(table, blocker) == 1:
        return ((), *one)
    two = tuple(
        (Block(blocker, first), Block(blocker, second))
        for place, first in enumerate(those)
        for second in those[place + 1 :]
    )
    return ((), *one, *two)
