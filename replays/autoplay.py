"""Players that play by themselves: any legal decision, at random, from a seed.

They see what a seat is asked and offered, and nothing else; a game of theirs is a game like any other.
"""

import random
from collections.abc import Callable
from itertools import islice

from events.base import Decision
from events.coin_flips import FlipDeviceProposed
from events.errors import LimitExceeded
from events.game import Conceded, DrawOffered
from events.identifiers import Seat
from events.stack import AbilityActivated, CostPaid, ManaAbilityActivated, SpellCast
from events.turns import PriorityPassed
from machine.referee import awaiting, legal_decisions
from projections.folds.stack import drafted
from projections.table import Table
from replays.play.payment import next_payment, ways_of_paying
from replays.session import Game

MOST_CHOICES = 256
"""Of so many offered decisions one is drawn; an offer of more is cut off there."""

MOST_STEPS_TOGETHER = 100
"""Decisions of one announcement: more lands are never tapped for one cost here."""

MOST_ATTEMPTS = 40
"""Announcements begun and given up before a player does something that needs none."""

Choose = Callable[[Table, list[Decision]], Decision]


class Stuck(LimitExceeded):
    """A player is asked something and nothing is offered: a defect of the machine."""


def offered(table: Table) -> list[Decision]:
    """Return what may be decided, as far as it is listed one by one."""
    return list(islice(legal_decisions(table), MOST_CHOICES))


def random_choice(rng: random.Random) -> Choose:
    """Return a player that takes any decision offered."""

    def choose(_table: Table, decisions: list[Decision]) -> Decision:
        return rng.choice(decisions)

    return choose


IDLE = (PriorityPassed, Conceded, DrawOffered, FlipDeviceProposed, ManaAbilityActivated)
"""Decisions that a casual player makes only where there is nothing better to do."""

EAGER = 0.75
"""How often a casual player does something rather than nothing."""


def casual_choice(rng: random.Random) -> Choose:
    """Return a player that takes any decision, pays sensibly, and rather acts than passes."""

    def choose(table: Table, decisions: list[Decision]) -> Decision:
        if any(isinstance(one, CostPaid) for one in decisions) or _is_paying(table):
            seat = Seat(decisions[0].player)
            ways = ways_of_paying(table, seat)
            return (rng.choice(ways) if ways else next_payment(table, seat)) or decisions[0]
        active = [one for one in decisions if not _is_idle(one)]
        idle = [one for one in decisions if _is_idle(one) and not isinstance(one, IDLE[1:])]
        if active and (rng.random() < EAGER or not idle):
            return rng.choice(active)
        return rng.choice(idle or decisions)

    return choose


def _is_idle(decision: Decision) -> bool:
    return isinstance(decision, IDLE) or getattr(decision, "mulligan", False)


def _is_paying(table: Table) -> bool:
    return any(CostPaid in one.decisions for one in awaiting(table))


def play_on(game: Game, choose: Choose, *, until: Callable[[Table], bool] | None = None) -> None:
    """Play until the game is over or a condition holds."""
    while game.table.result is None and not (until is not None and until(game.table)):
        play_one(game, choose)


def play_one(game: Game, choose: Choose) -> None:
    """Make one decision, or one whole announcement."""
    for _ in range(MOST_ATTEMPTS):
        decisions = announcement(game, choose)
        if decisions:
            game.submit(*decisions)
            return
    raise Stuck("limit/stuck", f"no announcement could be completed in {MOST_ATTEMPTS} attempts")


def announcement(game: Game, choose: Choose) -> tuple[Decision, ...]:
    """Return a decision with all that belongs to it, or nothing where it leads nowhere."""
    made: list[Decision] = []
    table = game.table
    for _ in range(MOST_STEPS_TOGETHER):
        choices = offered(table)
        if not choices:
            if not made:
                raise Stuck("limit/stuck", f"nothing is offered at {table.phase.value}")
            return ()
        made.append(choose(table, choices))
        if len(made) == 1 and not isinstance(made[0], SpellCast | AbilityActivated):
            return tuple(made)
        table = game.draft(*made)
        item = drafted(table)
        if item is None or item.trigger:
            return tuple(made)
    return ()
