"""Dividing and distributing: one check for spells, abilities, triggers, copies and audits.

Implements CR 601.2d, 602.2b, 603.3d, 107.1c; shares are counted in units, a half in un-games.
"""

from collections.abc import Iterator, Sequence
from math import comb

from events.abilities import (
    AnyInstruction,
    DealDividedDamage,
    DistributeCounters,
    PreventDividedDamage,
)
from events.base import Decision
from events.division import CountersDivided, DamageDivided, PreventionDivided
from events.identifiers import Recipient, Seat
from events.vocabulary import DivisionUnit
from machine.amounts import amount_of
from machine.procedure import checks, offers, refuse
from machine.programs import program_of
from projections.folds.game import unit_of
from projections.folds.stack import item_named
from projections.table import StackItem, Table

DIVIDING = DealDividedDamage | DistributeCounters | PreventDividedDamage
Divided = DamageDivided | CountersDivided | PreventionDivided

EVENT_OF: dict[type[DIVIDING], type[Divided]] = {
    DealDividedDamage: DamageDivided,
    DistributeCounters: CountersDivided,
    PreventDividedDamage: PreventionDivided,
}

MOST_LISTED = 512
"""Divisions offered one by one; more are described by their constraint and their number."""


def is_dividing(instruction: AnyInstruction) -> bool:
    """Whether an instruction asks for a division when it is announced."""
    return isinstance(instruction, DIVIDING)


def units_of(table: Table, instruction: AnyInstruction, item: StackItem) -> int:
    """Return how many units an instruction divides: whole points, or halves of damage in un-games."""
    assert isinstance(instruction, DIVIDING)
    amount = amount_of(table, instruction.amount, item)
    return amount * factor(division_unit(table, instruction))


def division_unit(table: Table, instruction: AnyInstruction) -> DivisionUnit:
    """Return the smallest share: counters are never halved."""
    if isinstance(instruction, DistributeCounters):
        return DivisionUnit.ONE
    return unit_of(table.header)


def factor(unit: DivisionUnit) -> int:
    """Return how many units make one."""
    return 2 if unit is DivisionUnit.HALF else 1


def division_bounds(  # noqa: PLR0913 - the bounds of a choice of targets
    table: Table,
    item: StackItem,
    instruction: AnyInstruction,
    least: int,
    most: int,
    available: int,
) -> tuple[int, int]:
    """Return the bounds on the number of targets, capped by what is divided (CR 601.2c-d).

    CR 107.1c: whether "any number" may be none depends on the edition.
    """
    if is_dividing(instruction):
        most = min(most, units_of(table, instruction, item))
    spec = instruction.targets
    if spec is not None and spec.most == "any" and least == 0:
        rule = table.rules.divide.any_number_may_be_zero
        if rule == "if_no_legal_recipient" and min(available, most) > 0:
            least = 1
    return least, most


def check_shares(  # noqa: PLR0913 - a division has so many parts
    who: str,
    amount: int,
    shares: Sequence[int],
    *,
    targets: int,
    minimum: int = 1,
    rule: str = "601.2d",
) -> None:
    """Raise unless the shares are one for each target, each at least the minimum, and all of it.

    ``amount``, ``shares`` and ``minimum`` are in units.
    """
    facts = {"amount": amount, "shares": list(shares), "targets": targets}
    what = f"{who} cannot divide {amount} as {list(shares)}"
    if len(shares) != targets:
        raise refuse(
            "divide/targets", what, rule, f"there are {targets} targets, one share for each", **facts
        )
    if any(share < minimum for share in shares):
        raise refuse("divide/minimum", what, rule, "each target gets at least one", **facts)
    if sum(shares) != amount:
        raise refuse("divide/sum", what, rule, f"the shares add up to {sum(shares)}", **facts)


def check_division(table: Table, decision: Divided) -> None:
    """Raise unless a division announced for an object on the stack is one that the rules allow."""
    item = item_named(table, decision.object)
    program = program_of(table, item) if item is not None else ()
    if item is None or decision.instruction >= len(program):
        raise refuse(
            "divide/nothing",
            f"{decision.player} has nothing to divide",
            "601.2d",
            f"{decision.object} does not divide anything",
        )
    instruction = program[decision.instruction]
    if not is_dividing(instruction) or EVENT_OF[type(instruction)] is not type(decision):  # type: ignore[index]
        raise refuse(
            "divide/kind",
            f"{decision.player} cannot announce this division",
            "601.2d",
            "the instruction divides something else",
        )
    _check_against(table, decision, item, instruction)


def _check_against(
    table: Table, decision: Divided, item: StackItem, instruction: AnyInstruction
) -> None:
    targets = item.targets.get(decision.instruction, ())
    unit = division_unit(table, instruction)
    amount = units_of(table, instruction, item)
    facts = {"amount": amount, "unit": unit.value, "targets": list(targets)}
    if decision.unit is not unit or decision.amount * factor(unit) != amount:
        raise refuse(
            "divide/amount",
            f"{decision.player} cannot divide {decision.amount} in units of {decision.unit.value}",
            "601.2d",
            f"{amount} units of {unit.value} are divided",
            **facts,
        )
    if decision.targets and decision.targets != targets:
        raise refuse(
            "divide/other_targets",
            f"{decision.player} cannot divide among {list(decision.targets)}",
            "601.2d",
            f"the targets are {list(targets)}",
            **facts,
        )
    minimum = 1 if table.rules.divide.minimum_one != "none" else 0
    check_shares(
        decision.player, amount, decision.shares, targets=len(targets), minimum=minimum
    )


@checks(DamageDivided)
def check_damage_divided(table: Table, decision: DamageDivided) -> None:
    """CR 601.2d for damage."""
    check_division(table, decision)


@checks(CountersDivided)
def check_counters_divided(table: Table, decision: CountersDivided) -> None:
    """CR 601.2d for counters."""
    check_division(table, decision)


@checks(PreventionDivided)
def check_prevention_divided(table: Table, decision: PreventionDivided) -> None:
    """CR 601.2d for prevention."""
    check_division(table, decision)


def compositions(amount: int, parts: int, minimum: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield every way to write an amount as so many parts of at least a minimum, in order."""
    if parts == 0:
        if amount == 0:
            yield ()
        return
    if parts == 1:
        if amount >= minimum:
            yield (amount,)
        return
    for first in range(minimum, amount - minimum * (parts - 1) + 1):
        for rest in compositions(amount - first, parts - 1, minimum):
            yield (first, *rest)


def count_of(amount: int, parts: int, minimum: int = 1) -> int:
    """Return how many ``compositions`` there are: C(N-1, k-1) with a minimum of one."""
    if parts == 0:
        return int(amount == 0)
    free = amount - minimum * parts
    return comb(free + parts - 1, parts - 1) if free >= 0 else 0


def offered(table: Table, player: Seat, kind: type[Divided]) -> Iterator[Decision]:
    """Yield the divisions of the object being announced, in lexical order of the shares."""
    item = next((one for one in reversed(table.stack) if not one.complete), None)
    if item is None:
        return
    for index, instruction in enumerate(program_of(table, item)):
        targets: tuple[Recipient, ...] = item.targets.get(index, ())
        if not is_dividing(instruction) or not targets or index in item.shares:
            continue
        unit = division_unit(table, instruction)
        amount = units_of(table, instruction, item)
        for shares in compositions(amount, len(targets)):
            yield kind(
                player=player,
                object=item.id,
                amount=amount // factor(unit),
                unit=unit,
                shares=shares,
                targets=targets,
                instruction=index,
            )
        return


@offers(DamageDivided)
def offer_damage(table: Table, player: Seat) -> Iterator[Decision]:
    """Every division of the damage."""
    return offered(table, player, DamageDivided)


@offers(CountersDivided)
def offer_counters(table: Table, player: Seat) -> Iterator[Decision]:
    """Every distribution of the counters."""
    return offered(table, player, CountersDivided)


@offers(PreventionDivided)
def offer_prevention(table: Table, player: Seat) -> Iterator[Decision]:
    """Every division of the shield."""
    return offered(table, player, PreventionDivided)
