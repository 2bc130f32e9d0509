"""Dividing and distributing: one check for spells, abilities, triggers, what resolves, and audits.

Implements CR 601.2d, 601.5, 602.2b, 603.3d, 608.2d, 107.1c.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from events.base import Decision
from events.division import CountersDivided, DamageDivided, PreventionDivided
from events.identifiers import ObjectId, Recipient, Seat
from machine.costs import is_cost_based, payable_amounts
from machine.damage import in_points
from machine.division import (
    EVENT_OF,
    Divided,
    Shape,
    asked_for,
    division_unit,
    factor,
    is_dividing,
    shape,
    shape_of,
)
from machine.procedure import checks, offers, refuse
from machine.programs import program_of
from machine.splits import splits
from projections.progress import StackItem
from projections.table import Table


def check_shares(  # noqa: PLR0913 - a division, its constraint, and how it is told
    who: str,
    amount: int,
    shares: Sequence[int],
    *,
    minimum: Sequence[int],
    rule: str = "601.2d",
    per_point: int = 1,
) -> None:
    """Raise unless the shares are one for each target, none below its minimum, and all of it.

    Everything is in units, ``per_point`` of which make one; ``minimum`` has one entry for each target.
    """
    facts: dict[str, Any] = {"amount": amount, "shares": list(shares), "targets": len(minimum)}
    whole = in_points(amount, per_point)
    told = ", ".join(in_points(share, per_point) for share in shares)
    what = f"{who} cannot divide {whole} as [{told}]"
    if len(shares) != len(minimum):
        because = f"there are {len(minimum)} targets, one share for each"
        raise refuse("divide/targets", what, rule, because, **facts)
    if any(share < least for share, least in zip(shares, minimum, strict=True)):
        because = "each target gets at least one"
        if per_point > 1:
            because = "each target gets at least one half"
        raise refuse("divide/minimum", what, rule, because, **facts)
    if sum(shares) != amount:
        because = f"the shares add up to {in_points(sum(shares), per_point)}"
        raise refuse("divide/sum", what, rule, because, **facts)


def check_division(table: Table, decision: Divided) -> None:
    """Raise unless a division is one that the rules allow, for whatever it is announced."""
    asked = asked_for(table)
    if asked is None or (asked[0].id, asked[1]) != (decision.object, decision.instruction):
        raise refuse(
            "divide/nothing",
            f"{decision.player} has nothing to divide",
            "601.2d",
            f"no division of {decision.object} is asked for there",
        )
    item, index = asked
    instruction = program_of(table, item)[index]
    if EVENT_OF.get(type(instruction)) is not type(decision):
        raise refuse(
            "divide/kind",
            f"{decision.player} cannot announce this division",
            "601.2d",
            "the instruction divides something else",
        )
    _check_against(table, decision, shape_of(table, item, index))


def _check_against(table: Table, decision: Divided, wanted: Shape) -> None:
    rule = "608.2d" if table.resolution is not None else "601.2d"
    if wanted.any_number:
        wanted = _with_choice(decision, wanted, rule)
        if not decision.targets:
            return
    facts: dict[str, Any] = {"unit": wanted.unit.value, "targets": list(wanted.targets)}
    if decision.unit is not wanted.unit or decision.amount not in wanted.amounts:
        legal = " or ".join(map(str, wanted.amounts)) or "nothing"
        raise refuse(
            "divide/amount",
            f"{decision.player} cannot divide {decision.amount} in units of {decision.unit.value}",
            rule,
            f"{legal} is divided in units of {wanted.unit.value}",
            amounts=list(wanted.amounts),
            **facts,
        )
    if decision.targets and decision.targets != wanted.targets:
        raise refuse(
            "divide/other_targets",
            f"{decision.player} cannot divide among {list(decision.targets)}",
            rule,
            f"the targets are {list(wanted.targets)}",
            **facts,
        )
    amount = decision.amount * wanted.factor
    check_shares(
        decision.player,
        amount,
        decision.shares,
        minimum=wanted.minimum,
        rule=rule,
        per_point=wanted.factor,
    )


def _with_choice(decision: Divided, wanted: Shape, rule: str) -> Shape:
    """CR 608.2d, 107.1c: the recipients are chosen with the division, and each gets a share."""
    what = f"{decision.player} cannot divide among {list(decision.targets)}"
    others = [one for one in decision.targets if one not in wanted.targets]
    if others or len(set(decision.targets)) != len(decision.targets):
        raise refuse(
            "divide/other_targets",
            what,
            rule,
            f"any number of {list(wanted.targets)} may be chosen, each once",
            legal=wanted.targets,
        )
    if len(decision.targets) < wanted.least:
        because = "at least one has to be chosen where one can be"
        raise refuse("divide/none_chosen", what, "107.1c", because, legal=wanted.targets)
    if not decision.targets and decision.shares:
        raise refuse("divide/targets", what, rule, "nobody gets these shares")
    return Shape(
        player=wanted.player,
        object=wanted.object,
        instruction=wanted.instruction,
        amounts=wanted.amounts,
        unit=wanted.unit,
        targets=decision.targets,
        minimum=(1,) * len(decision.targets),
    )


@checks(DamageDivided)
def check_damage_divided(table: Table, decision: DamageDivided) -> None:
    """CR 601.2d, 608.2d for damage."""
    check_division(table, decision)


@checks(CountersDivided)
def check_counters_divided(table: Table, decision: CountersDivided) -> None:
    """CR 601.2d for counters."""
    check_division(table, decision)


@checks(PreventionDivided)
def check_prevention_divided(table: Table, decision: PreventionDivided) -> None:
    """CR 601.2d for prevention."""
    check_division(table, decision)


def offered(table: Table, player: Seat, kind: type[Divided]) -> Iterator[Decision]:
    """Yield every division that may be announced now, the largest share of the first target first."""
    wanted = shape(table, player)
    if wanted is None:
        return
    for targets, minimum in _chosen(wanted):
        for amount in wanted.amounts if targets else wanted.amounts[-1:]:
            units = amount * wanted.factor if targets else 0
            for shares in splits(units, minimum):
                yield kind(
                    player=player,
                    object=wanted.object,
                    amount=amount,
                    unit=wanted.unit,
                    shares=shares,
                    targets=targets,
                    instruction=wanted.instruction,
                )


def _chosen(wanted: Shape) -> Iterator[tuple[tuple[Recipient, ...], tuple[int, ...]]]:
    """Yield who gets a share, with the smallest share of each."""
    if not wanted.any_number:
        yield wanted.targets, wanted.minimum
        return
    most = min(len(wanted.targets), wanted.amount * wanted.factor)
    for number in range(wanted.least, most + 1):
        for targets in combinations(wanted.targets, number):
            yield targets, (1,) * number


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


# -- what a cost leaves -------------------------------------------------------------------------


def misfit(table: Table, item: StackItem, sacrificed: tuple[ObjectId, ...]) -> int | None:
    """CR 601.5: return an amount that has been divided already, where this cost leaves another one."""
    for index, instruction in enumerate(program_of(table, item)):
        if index not in item.shares or not is_dividing(instruction):
            continue
        amount = instruction.amount
        if is_cost_based(amount):
            divided = sum(item.shares[index]) // factor(division_unit(table, instruction))
            after = item_with_payment(item, sacrificed)
            if payable_amounts(table, amount, after) != (divided,):
                return divided
    return None


def item_with_payment(item: StackItem, sacrificed: tuple[ObjectId, ...]) -> StackItem:
    """Return an object as it is once something has been sacrificed for it."""
    return StackItem(
        id=item.id,
        kind=item.kind,
        controller=item.controller,
        card=item.card,
        source=item.source,
        ability=item.ability,
        paid=True,
        sacrificed=sacrificed,
    )
