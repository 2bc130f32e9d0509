"""What an announced object costs, and what an amount that depends on the cost can come to.

Implements CR 118, 601.2f, and 601.5: since 2026-06-19 such an amount may be divided before it is paid.
"""

from typing import TypeGuard

from events.abilities import ActivatedAbility, SpellAbility
from events.identifiers import ObjectId, Seat
from events.selectors import Amount, Cost, CountOf
from events.vocabulary import StackKind
from machine.characteristics import card_named, matches, permanents, source_of
from machine.mana import value_of
from machine.programs import ability_of
from projections.progress import StackItem
from projections.table import GameObject, Table

NO_COST = Cost()


def cost_of(table: Table, item: StackItem) -> Cost:
    """Return what an object costs: a spell's mana cost and additional cost, or an ability's cost."""
    ability = ability_of(table, item)
    if item.kind is StackKind.SPELL:
        extra = ability.cost if isinstance(ability, SpellAbility) and ability.cost else NO_COST
        mana = card_named(table, item.card).cost + extra.mana
        return Cost(mana=mana, sacrifice=extra.sacrifice, number=extra.number, life=extra.life)
    return ability.cost if isinstance(ability, ActivatedAbility) else NO_COST


def sacrificable(
    table: Table, cost: Cost, source: GameObject | None, seat: Seat
) -> tuple[ObjectId, ...]:
    """Return the permanents that could be sacrificed for a cost, in timestamp order."""
    if cost.sacrifice is None:
        return ()
    return tuple(
        thing.id
        for thing in permanents(table)
        if thing.controller == seat and matches(table, cost.sacrifice, thing, seat, source)
    )


def is_cost_based(amount: Amount) -> TypeGuard[CountOf]:
    """Whether an amount depends on how the cost is paid."""
    return isinstance(amount, CountOf) and amount.value == "sacrificed"


def mana_value(table: Table, name: ObjectId) -> int:
    """Return an object's mana value, as it is or as it last was (CR 202.3)."""
    thing = table.objects.get(name) or table.last_known.get(name)
    if thing is None:
        return 0
    return value_of(card_named(table, thing.name).cost)


def amount_paid(table: Table, amount: CountOf, sacrificed: tuple[ObjectId, ...]) -> int:
    """Return what an amount that depends on the cost comes to when something is sacrificed."""
    counted = sum(mana_value(table, name) for name in sacrificed)
    return max(0, counted * amount.times + amount.plus)


def payable_amounts(table: Table, amount: CountOf, item: StackItem) -> tuple[int, ...]:
    """Return what an amount that depends on the cost can come to, the smallest first.

    CR 601.5: a division may be announced that fits any cost which could be paid.
    """
    if item.paid:
        return (amount_paid(table, amount, item.sacrificed),)
    names = sacrificable(table, cost_of(table, item), source_of(table, item), item.controller)
    return tuple(sorted({amount_paid(table, amount, (name,)) for name in names}))
