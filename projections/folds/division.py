"""Folds of divisions, combat damage assignments and prevention shields."""

from msgspec.structs import replace

from events.division import (
    Assignment,
    CombatDamageAssigned,
    CountersDivided,
    DamageDivided,
    DamageOrderChosen,
    PreventionChosen,
    PreventionDivided,
    ShieldCreated,
)
from projections.folds.damage import in_units
from projections.folds.stack import edit_item
from projections.handlers import applies
from projections.progress import Shield, StackItem
from projections.table import Table

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
        return replace(
            item,
            shares=item.shares.set(event.instruction, event.shares),
            recipients=item.recipients.set(event.instruction, event.targets),
            unit=event.unit,
            amount=event.amount,
        )

    return edit_item(table, event.object, change)


@applies(CombatDamageAssigned)
def _assigned(table: Table, event: CombatDamageAssigned) -> Table:
    if table.combat is None:
        return table
    parts = tuple(
        Assignment(part.recipient, in_units(table, part.amount, halves=event.halves))
        for part in event.assignments
    )
    others = tuple(one for one in table.combat.assigned if one[0] != event.source)
    combat = replace(table.combat, assigned=(*others, (event.source, parts)))
    return replace(table, combat=combat)


@applies(DamageOrderChosen)
def _order(table: Table, event: DamageOrderChosen) -> Table:
    if table.combat is None:
        return table
    orders = table.combat.orders.set(event.source, event.order)
    return replace(table, combat=replace(table.combat, orders=orders))


@applies(PreventionChosen)
def _prevention_chosen(table: Table, event: PreventionChosen) -> Table:
    """CR 615.7: what the shield will prevent, as soon as the damage is dealt."""
    units = (in_units(table, amount, halves=event.halves) for amount in event.amounts)
    parts = tuple(zip(event.sources, units, strict=False))
    return replace(table, preventing=table.preventing.set(event.shield, parts))


@applies(ShieldCreated)
def _shield(table: Table, event: ShieldCreated) -> Table:
    shield = Shield(
        shield=event.shield,
        recipient=event.recipient,
        amount=in_units(table, event.amount, halves=event.halves),
        source=event.source,
    )
    numbers = replace(table.numbers, shield=max(table.numbers.shield, event.shield + 1))
    return replace(table, shields=(*table.shields, shield), numbers=numbers)
