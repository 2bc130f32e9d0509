"""What a player is asked, and what they may answer: listed one by one, picked from parts, or split.

A list of legal decisions serves as long as it is short. Longer ones are made from their parts: cards
to pick, attackers, an order; or numbers that have to add up.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from events.base import Decision
from events.choices import ChoiceMade
from events.coin_flips import FlipIgnored
from events.combat import AttackersDeclared, BlockersDeclared
from events.contraptions import CrankChosen
from events.division import (
    CombatDamageAssigned,
    CountersDivided,
    DamageDivided,
    DamageOrderChosen,
    PreventionDivided,
)
from events.identifiers import Recipient, Seat
from events.mulligans import CardsBottomed, CardsSetAside
from events.stack import ManaAbilityActivated, ObjectsChosen, TargetsChosen, TriggersOrdered
from events.turns import HandSizeDiscarded, PriorityPassed
from events.vocabulary import DivisionUnit
from events.zones import DiscardChosen
from machine.procedure import OFFERS, Awaiting, is_legal
from projections.table import Table

MOST_LISTED = 12
"""Answers listed one by one where they could be made from parts as well: what one screen holds."""

MOST_SEEN = 1_000
"""Legal decisions that are looked at; beyond them the referee judges what is made from parts."""

PICKED: Mapping[type[Decision], str] = {
    AttackersDeclared: "attacks",
    BlockersDeclared: "blocks",
    CardsBottomed: "cards",
    CardsSetAside: "cards",
    ChoiceMade: "picks",
    CrankChosen: "contraptions",
    DamageOrderChosen: "order",
    DiscardChosen: "cards",
    FlipIgnored: "coins",
    HandSizeDiscarded: "cards",
    ObjectsChosen: "chosen",
    TargetsChosen: "targets",
    TriggersOrdered: "order",
}
"""Decisions that pick several things, and the field that has them."""

DIVIDED = (DamageDivided, CountersDivided, PreventionDivided)


class Question(Struct, frozen=True, kw_only=True):
    """What one player has to decide, and legal decisions, up to a bound."""

    player: Seat
    what: str
    rule: str
    kinds: tuple[type[Decision], ...]
    options: tuple[Decision, ...]
    by: Seat | None = None
    """Who answers in the player's place, where another player controls them (CR 722.5)."""
    is_cut: bool = False
    """There are more legal decisions than ``options`` has."""

    @property
    def is_long(self) -> bool:
        """Whether there are too many answers to list, and they can be made from parts."""
        one_kind = len({type(one) for one in self.options}) == 1
        return one_kind and len(self.options) > MOST_LISTED


def question(table: Table, asked: Awaiting) -> Question:
    """Return what a player is asked. Mana abilities are left out where a player may act or pass."""
    found = tuple(islice(_options(table, asked), MOST_SEEN + 1))
    return Question(
        player=asked.player,
        what=asked.what,
        rule=asked.rule,
        kinds=asked.decisions,
        options=found[:MOST_SEEN],
        by=asked.by,
        is_cut=len(found) > MOST_SEEN,
    )


def _options(table: Table, asked: Awaiting) -> Iterator[Decision]:
    acting = PriorityPassed in asked.decisions
    for kind in asked.decisions:
        if not (acting and kind is ManaAbilityActivated):
            yield from legal_of(table, asked.player, kind)


def legal_of(table: Table, seat: Seat, kind: type[Decision]) -> Iterator[Decision]:
    """Yield the legal decisions of one kind."""
    return (one for one in OFFERS[kind](table, seat) if is_legal(table, one))


class Pick(Struct, frozen=True):
    """A decision made from parts that are named in order."""

    template: Decision
    field: str
    parts: tuple[object, ...]

    def decision(self, picked: Iterable[object]) -> Decision:
        """Return the decision with these parts."""
        return replace(self.template, **{self.field: tuple(picked)})


def pick_of(asked: Question) -> Pick | None:
    """Return the parts from which an answer can be made, or nothing where it has none."""
    if not asked.options:
        return None
    first = asked.options[0]
    field = PICKED.get(type(first))
    if field is None:
        return None
    alike = [
        one for one in asked.options if replace(one, **{field: ()}) == replace(first, **{field: ()})
    ]
    parts = dict.fromkeys(part for one in alike for part in getattr(one, field))
    return Pick(first, field, tuple(parts)) if parts else None


class Split(Struct, frozen=True):
    """A number that is split among recipients, in units; what is legal is known as far as listed.

    Where nobody has to get anything, zero for everybody is one of the ways.
    """

    template: Decision
    recipients: tuple[Recipient, ...]
    total: int
    legal: Mapping[tuple[int, ...], Decision]
    is_cut: bool
    halves: bool

    def left(self, given: tuple[int, ...]) -> int:
        """Return what is left after some shares."""
        return self.total - sum(given)

    def choices(self, given: tuple[int, ...]) -> tuple[int, ...]:
        """Return the shares that the next recipient can get, so that a legal split remains."""
        if self.is_cut:
            last = len(given) == len(self.recipients) - 1
            left = self.left(given)
            return (left,) if last else tuple(range(left + 1))
        size = len(given)
        return tuple(sorted({one[size] for one in self.legal if one[:size] == given}))

    def decision(self, shares: tuple[int, ...]) -> Decision:
        """Return the decision with these shares; the referee judges those that were not listed."""
        found = self.legal.get(shares)
        if found is not None:
            return found
        if isinstance(self.template, CombatDamageAssigned):
            parts = tuple(
                type(self.template.assignments[0])(recipient, share)
                for recipient, share in zip(self.recipients, shares, strict=True)
            )
            return replace(self.template, assignments=parts)
        return replace(self.template, targets=self.recipients, shares=shares)


def split_of(asked: Question) -> Split | None:
    """Return how a number can be split, or nothing where the question is another one."""
    divisions = [one for one in asked.options if isinstance(one, (*DIVIDED, CombatDamageAssigned))]
    if not divisions or len(divisions) < len(asked.options):
        return None
    recipients = tuple(dict.fromkeys(name for one in divisions for name in _shares(one)))
    if len(recipients) <= 1:
        return None
    legal = {tuple(_shares(one).get(name, 0) for name in recipients): one for one in divisions}
    first = max(divisions, key=lambda one: sum(_shares(one).values()))
    unit = getattr(first, "unit", None)
    halves = unit is DivisionUnit.HALF or bool(getattr(first, "halves", False))
    total = sum(_shares(first).values())
    return Split(first, recipients, total, legal, asked.is_cut, halves)


def _shares(decision: Decision) -> dict[Recipient, int]:
    if isinstance(decision, DIVIDED):
        return dict(zip(decision.targets, decision.shares, strict=False))
    if isinstance(decision, CombatDamageAssigned):
        return {one.recipient: one.amount for one in decision.assignments}
    return {}
