"""Folds of abilities that have triggered: waiting, ordered, put on the stack, removed (CR 603.3)."""

from msgspec.structs import replace

from events.stack import AbilityStacked, AbilityTriggered, TriggerRemoved, TriggersOrdered
from projections.edit import counted, put_on_stack
from projections.handlers import applies
from projections.progress import StackItem, WaitingTrigger
from projections.table import Priority, Table


@applies(AbilityTriggered)
def _triggered(table: Table, event: AbilityTriggered) -> Table:
    waiting = WaitingTrigger(
        trigger=event.trigger,
        player=event.player,
        source=event.source,
        card=event.card,
        ability=event.ability,
        about=event.about,
        amount=event.amount,
        delayed=event.delayed,
    )
    numbers = replace(table.numbers, trigger=max(table.numbers.trigger, event.trigger + 1))
    return replace(table, triggers=(*table.triggers, waiting), numbers=numbers)


@applies(TriggersOrdered)
def _trigger_order(table: Table, event: TriggersOrdered) -> Table:
    return replace(table, trigger_order=table.trigger_order + event.order)


def _no_longer_waiting(table: Table, trigger: int) -> Table:
    return replace(
        table,
        triggers=tuple(one for one in table.triggers if one.trigger != trigger),
        trigger_order=tuple(one for one in table.trigger_order if one != trigger),
    )


@applies(AbilityStacked)
def _stacked(table: Table, event: AbilityStacked) -> Table:
    waiting = next((one for one in table.triggers if one.trigger == event.trigger), None)
    source = event.source or (waiting.source if waiting else None)
    item = StackItem(
        id=event.object,
        kind=event.kind,
        controller=event.player,
        card=event.card or (waiting.card if waiting else None),
        source=source,
        ability=waiting.ability if waiting else 0,
        about=waiting.about if waiting else (),
        event_amount=waiting.amount if waiting else 0,
        trigger=event.trigger,
        paid=True,
        complete=table.header.imported is not None,
    )
    table = _no_longer_waiting(table, event.trigger)
    if table.priority.passed:  # CR 117.4: nobody has passed on this one
        table = replace(table, priority=Priority(next=table.priority.next))
    return counted(put_on_stack(table, item), event.object)


@applies(TriggerRemoved)
def _trigger_removed(table: Table, event: TriggerRemoved) -> Table:
    stack = tuple(item for item in table.stack if item.trigger != event.trigger)
    return _no_longer_waiting(replace(table, stack=stack), event.trigger)
