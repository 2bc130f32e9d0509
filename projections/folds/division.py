"""Folds of divisions, combat damage assignments and prevention shields."""

from msgspec.structs import replace

from events.division import (
    CombatDamageAssigned,
    CountersDivided,
    DamageDivided,
    DamageOrderChosen,
    PreventionChosen,
    PreventionDivided,
    ShieldCreated,
)
from projections.folds.stack import edit_item
from projections.handlers import applies, nothing
from projections.table import Shield, StackItem, Table

applies(PreventionChosen)(nothing)

Divided = DamageDivided | CountersDivided | PreventionDivided


@applies(DamageDivided)
def _damage(table: Table, event: DamageDivided) -> Table:
    return _divided(table, event)


@applies(CountersDivided)
def _counters(table: Table, event: CountersDivided) -> Table:
    return _divided(table, event)


@applies(PreventionDivided)
def _prevention(table: Table, event: PreventionDivided) -> Table:
    return _divided(table, event)


def _divided(table: Table, event: Divided) -> Table:
    """On the stack the shares belong to the object; while it resolves, to the resolution."""
    resolution = table.resolution
    if resolution is not None and resolution.item.id == event.object:
        pairs = tuple(zip(event.targets, event.shares, strict=False))
        return replace(table, resolution=replace(resolution, divided=pairs))

    def change(item: StackItem) -> StackItem:
        shares = item.shares.set(event.instruction, event.shares)
        return replace(item, shares=shares, unit=event.unit, amount=event.amount)

    return edit_item(table, event.object, change)


@applies(CombatDamageAssigned)
def _assigned(table: Table, event: CombatDamageAssigned) -> Table:
    if table.combat is None:
        return table
    assigned = (*table.combat.assigned, (event.source, event.assignments))
    return replace(table, combat=replace(table.combat, assigned=assigned))


@applies(DamageOrderChosen)
def _order(table: Table, event: DamageOrderChosen) -> Table:
    if table.combat is None:
        return table
    orders = table.combat.orders.set(event.source, event.order)
    return replace(table, combat=replace(table.combat, orders=orders))


@applies(ShieldCreated)
def _shield(table: Table, event: ShieldCreated) -> Table:
    shield = Shield(
        shield=event.shield,
        recipient=event.recipient,
        amount=event.amount,
        source=event.source,
    )
    numbers = replace(table.numbers, shield=max(table.numbers.shield, event.shield + 1))
    return replace(table, shields=(*table.shields, shield), numbers=numbers)
