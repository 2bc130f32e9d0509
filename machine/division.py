"""What is divided or distributed: how much, in which units, among whom, and the constraint on it.

Implements CR 601.2d, 602.2b, 603.3d, 608.2d, 107.1c; ``machine.dividing`` checks and lists. Shares
are counted in units: a unit is one, or one half where un-cards are played. Combat damage is
assigned, not divided: ``machine.combat``.
"""

from math import comb
from typing import TypeGuard

from msgspec import Struct

from events.division import CountersDivided, DamageDivided, PreventionDivided
from events.identifiers import ObjectId, Recipient, Seat
from events.instructions import (
    AnyInstruction,
    DealDividedDamage,
    DistributeCounters,
    DivideDamageAmong,
    PreventDividedDamage,
)
from events.vocabulary import DivisionUnit
from machine.amounts import amount_of
from machine.costs import is_cost_based, payable_amounts
from machine.numbers import needs_value
from machine.programs import program_of
from machine.splits import count_of
from machine.targets import candidates
from machine.untargeted import chooser_of, is_announced, power_of, recipients_of
from projections.folds.game import unit_factor, unit_of
from projections.folds.stack import drafted
from projections.progress import StackItem
from projections.table import Table

TargetedDividing = DealDividedDamage | DistributeCounters | PreventDividedDamage
Dividing = TargetedDividing | DivideDamageAmong
Divided = DamageDivided | CountersDivided | PreventionDivided

EVENT_OF: dict[type[AnyInstruction], type[Divided]] = {
    DealDividedDamage: DamageDivided,
    DivideDamageAmong: DamageDivided,
    DistributeCounters: CountersDivided,
    PreventDividedDamage: PreventionDivided,
}


class Shape(Struct, frozen=True, kw_only=True):
    """The constraint that every legal division has to meet, and how many of them there are."""

    player: Seat
    object: ObjectId
    instruction: int
    amounts: tuple[int, ...]
    """In whole points; several only where the amount depends on a cost not paid yet, or is "up to"."""
    unit: DivisionUnit
    targets: tuple[Recipient, ...]
    """Who gets a share, by slot; where ``any_number``, who may be chosen to get one."""
    minimum: tuple[int, ...]
    """The smallest share of each, in units."""
    any_number: bool = False
    """Any number of them are chosen with the division."""
    least: int = 0
    """With ``any_number``: how many have to be chosen at least."""

    @property
    def amount(self) -> int:
        """The amount that is divided, in whole points: the largest, where there are several."""
        return self.amounts[-1] if self.amounts else 0

    @property
    def factor(self) -> int:
        """How many units make one."""
        return factor(self.unit)

    @property
    def count(self) -> int:
        """How many divisions are legal: C(N-1, k-1) for N units among k targets."""
        if not self.any_number:
            return sum(self._count(amount, len(self.targets)) for amount in self.amounts)
        return sum(
            comb(len(self.targets), number) * self._count(amount, number)
            for amount in self.amounts
            for number in range(max(1, self.least), len(self.targets) + 1)
        ) + int(self.least == 0)

    def _count(self, amount: int, parts: int) -> int:
        return count_of(amount * self.factor - sum(self.minimum[:parts]), parts, 0)


# -- what is divided ------------------------------------------------------------------------------


def is_dividing(instruction: AnyInstruction) -> TypeGuard[TargetedDividing]:
    """Whether an instruction divides or distributes among its targets when it is announced."""
    return isinstance(instruction, TargetedDividing)


def factor(unit: DivisionUnit) -> int:
    """Return how many units make one."""
    return 2 if unit is DivisionUnit.HALF else 1


def division_unit(table: Table, instruction: AnyInstruction) -> DivisionUnit:
    """Return the smallest share: counters are never halved."""
    if isinstance(instruction, DistributeCounters):
        return DivisionUnit.ONE
    return unit_of(table.header)


def amounts_of(table: Table, item: StackItem, index: int) -> tuple[int, ...]:
    """Return what an instruction divides, in whole points, read from the game now (CR 113.7a)."""
    instruction = program_of(table, item)[index]
    if is_dividing(instruction):
        return targeted_amounts(table, item, instruction)
    if not isinstance(instruction, DivideDamageAmong):
        return ()
    if instruction.power:
        return (max(0, power_of(table, item, index) // unit_factor(table.header)),)
    return (amount_of(table, instruction.amount, item),)


def targeted_amounts(
    table: Table, item: StackItem, instruction: TargetedDividing
) -> tuple[int, ...]:
    """Return what is divided among targets, in whole points.

    Several amounts are possible where a cost decides that is not paid yet, and for "up to".
    """
    if is_cost_based(instruction.amount):
        return payable_amounts(table, instruction.amount, item)
    amount = amount_of(table, instruction.amount, item)
    if isinstance(instruction, DistributeCounters) and instruction.up_to:
        return tuple(range(1, amount + 1))
    return (amount,)


def minimum_share(table: Table, instruction: AnyInstruction) -> int:
    """Return the smallest share of a target: one unit, except from 1999-04-23 to 1999-10-31.

    Before that nothing is known; one is assumed. Until 2004-01-31 the rule spoke of dividing alone,
    so that nothing asked for a counter on each target.
    """
    divide = table.rules.divide
    if isinstance(instruction, DistributeCounters) and not divide.distribute_named:
        return 0
    return 0 if divide.minimum_one == "none" else 1


def target_bounds(table: Table, item: StackItem, instruction: AnyInstruction) -> tuple[int, int]:
    """Return the least and the greatest number of targets of an instruction.

    CR 601.2c-d: what is divided caps it, for each target gets at least one. CR 107.1c: whether it
    may be divided among none of "any number" depends on the edition.
    """
    spec = instruction.targets
    if spec is None:
        return 0, 0
    available = len(candidates(table, item, spec))
    least, most = spec.least, available if spec.most == "any" else min(int(spec.most), available)
    if not is_dividing(instruction):
        return least, most
    amount = max(targeted_amounts(table, item, instruction), default=0)
    if minimum_share(table, instruction) or not amount:
        most = min(most, amount * factor(division_unit(table, instruction)))
    if spec.most == "any" and least == 0 and most:
        least = int(table.rules.divide.any_number_may_be_zero == "if_no_legal_recipient")
    return least, most


def can_target(table: Table, item: StackItem, instruction: AnyInstruction) -> bool:
    """Whether an instruction can have as many targets as it needs at least (CR 601.2c-d).

    While X is not announced, what it divides caps nothing yet.
    """
    spec = instruction.targets
    if spec is None or not spec.least:
        return True
    if is_dividing(instruction) and not needs_value(table, item):
        return target_bounds(table, item, instruction)[1] >= spec.least
    return len(candidates(table, item, spec)) >= spec.least


def next_division(table: Table, item: StackItem) -> int | None:
    """Return the next instruction whose division has to be announced (CR 601.2d), or nothing."""
    for index, instruction in enumerate(program_of(table, item)):
        if index not in item.shares and _divides(table, item, index, instruction):
            return index
    return None


def _divides(table: Table, item: StackItem, index: int, instruction: AnyInstruction) -> bool:
    if is_dividing(instruction):
        return bool(item.targets.get(index)) and any(amounts_of(table, item, index))
    return (
        is_announced(table, instruction)
        and any(amounts_of(table, item, index))
        and bool(recipients_of(table, item, index))
        and shape_of(table, item, index).count > 0  # fewer points than have to get one: nothing
    )


def pays_first(table: Table, item: StackItem) -> bool:
    """Whether the cost has to be paid before the targets: it decides what is divided.

    Before 2026-06-19 nothing allowed to divide an amount that no cost had fixed yet (CR 601.5).
    """
    if table.rules.divide.cost_based_preview or item.paid:
        return False
    return any(
        is_dividing(instruction) and is_cost_based(instruction.amount)
        for instruction in program_of(table, item)
    )


# -- the shape of what is asked -------------------------------------------------------------------


def shape(table: Table, player: Seat) -> Shape | None:
    """Return the constraint on the division that a player has to announce now, or nothing."""
    asked = asked_for(table)
    found = shape_of(table, *asked) if asked is not None else None
    return found if found is not None and found.player == player else None


def asked_for(table: Table) -> tuple[StackItem, int] | None:
    """Return the object and its instruction whose division has to be announced now, or nothing.

    Of what is being announced it is the next one (CR 601.2d); of what resolves, one among what is
    no target (CR 608.2d). What was announced before stays as it is.
    """
    item = drafted(table)
    if item is not None:
        index = next_division(table, item)
        return None if index is None else (item, index)
    frame = table.resolution
    if frame is None or frame.divided is not None:
        return None
    instruction = program_of(table, frame.item)[frame.instruction : frame.instruction + 1]
    is_asked = any(isinstance(one, DivideDamageAmong) for one in instruction)
    return (frame.item, frame.instruction) if is_asked else None


def shape_of(table: Table, item: StackItem, index: int) -> Shape:
    """Return the constraint on the division of one instruction of an object."""
    instruction = program_of(table, item)[index]
    if isinstance(instruction, DivideDamageAmong):
        return _untargeted_shape(table, item, index, instruction)
    targets = item.targets.get(index, ())
    return Shape(
        player=item.controller,
        object=item.id,
        instruction=index,
        amounts=tuple(amount for amount in amounts_of(table, item, index) if amount),
        unit=division_unit(table, instruction),
        targets=targets,
        minimum=(minimum_share(table, instruction),) * len(targets),
    )


def _untargeted_shape(
    table: Table, item: StackItem, index: int, instruction: DivideDamageAmong
) -> Shape:
    those = recipients_of(table, item, index)
    amounts = amounts_of(table, item, index)
    least = int(table.rules.divide.untargeted_nonempty == "if_able" and bool(those))
    return Shape(
        player=chooser_of(table, item, index),
        object=item.id,
        instruction=index,
        amounts=amounts,
        unit=division_unit(table, instruction),
        targets=those,
        minimum=tuple(_untargeted_minimum(table, item, instruction, one) for one in those),
        any_number=not instruction.all_of_them,
        least=least if any(amounts) else 0,
    )


def _untargeted_minimum(
    table: Table, item: StackItem, instruction: DivideDamageAmong, recipient: Recipient
) -> int:
    """CR 601.2d, 608.2d: whoever is chosen gets at least one; who is there anyway, by edition.

    Until 2003-09-30 and from 2009-05-01 on, the rule for announcing spoke of targets alone.
    """
    if not instruction.all_of_them or table.rules.divide.minimum_one == "objects_and_players":
        return 1
    is_target = any(recipient in targets for targets in item.targets.values())
    return minimum_share(table, instruction) if is_target else 0
