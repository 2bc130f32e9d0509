"""Amounts that a card takes from the game: counted when they are needed.

Implements CR 107.1b, 107.3, 113.7a, 608.2h.
"""

from events.selectors import Amount, CountOf
from machine.characteristics import power, selected, source_of
from machine.costs import mana_value
from projections.folds.game import unit_factor
from projections.progress import StackItem
from projections.table import Table


def amount_of(table: Table, amount: Amount, item: StackItem) -> int:
    """Return an amount in whole points, as it is now for an object on the stack or resolving.

    CR 107.1b: where less than nothing would come out, it is nothing.
    """
    if isinstance(amount, int):
        return max(0, amount)
    return max(0, _counted(table, amount, item) * amount.times + amount.plus)


def _counted(table: Table, amount: CountOf, item: StackItem) -> int:
    source = source_of(table, item)
    if amount.of is not None:
        return len(selected(table, amount.of, item.controller, source))
    if amount.counters:
        return source.counters.get(amount.counters, 0) if source is not None else 0
    return _value(table, amount.value, item)


def _value(table: Table, name: str, item: StackItem) -> int:
    match name:
        case "x":
            return item.x or 0
        case "event":
            return item.event_amount
        case "power":
            source = source_of(table, item)
            units = power(table, source) if source is not None else 0
            return units // unit_factor(table.header)
        case "sacrificed":
            return sum(mana_value(table, one) for one in item.sacrificed)
        case _:
            frame = table.resolution
            known = frame.values.get(name) if frame is not None else None
            return (item.x if name == "chosen" else None) or 0 if known is None else known
