"""Audit of divisions: every share at least one, all shares together the amount, one per target.

Implements CR 601.2d and 107.1. Where the log knows the cards, it asks what the referee asks; a
record of another program is judged by what it tells.
"""

from collections.abc import Iterator, Sequence

from events.base import Event
from events.division import CountersDivided, DamageDivided, PreventionDivided
from events.errors import IllegalAction
from events.log import EventLog
from events.vocabulary import DivisionUnit
from machine.dividing import check_division
from machine.programs import program_of
from projections.folds.stack import item_named
from projections.table import Table
from replays.audit.framework import Finding, audits

Divided = DamageDivided | CountersDivided | PreventionDivided
RULE = "601.2d"


@audits("divisions")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Check every announced division of damage, counters or prevention."""
    for seq in range(1, len(log)):
        event: Event = log[seq].event
        if not isinstance(event, Divided):
            continue
        before = tables[seq - 1]
        if _knows_the_cards(before, event):
            yield from _refused(seq, event, before)
        else:
            yield from _shares(seq, event, before)


def _knows_the_cards(before: Table, event: Divided) -> bool:
    item = item_named(before, event.object)
    program = program_of(before, item) if item is not None else ()
    return before.header.imported is None and event.instruction < len(program)


def _refused(seq: int, event: Divided, before: Table) -> Iterator[Finding]:
    try:
        check_division(before, event)
    except IllegalAction as refusal:
        message = f"{refusal.what}: {refusal.because}"
        yield Finding(seq=seq, code=refusal.code, rule=refusal.rule, message=message)


def _finding(seq: int, name: str, message: str) -> Finding:
    return Finding(seq=seq, code=f"division/{name}", rule=RULE, message=message)


def _shares(seq: int, event: Divided, before: Table) -> Iterator[Finding]:
    units = 2 if event.unit is DivisionUnit.HALF else 1
    total, said = sum(event.shares), event.amount * units
    if total != said:
        yield _finding(
            seq, "sum", f"{event.player} divides {said} into shares of {total} altogether"
        )
    if event.targets and len(event.targets) != len(event.shares):
        yield _finding(seq, "slots", f"{len(event.shares)} shares for {len(event.targets)} targets")
    if before.rules.divide.minimum_one in ("none", "unspecified"):
        return
    for slot, share in enumerate(event.shares):
        if share < 1:
            target = event.targets[slot] if slot < len(event.targets) else f"target {slot + 1}"
            yield _finding(seq, "nothing", f"{target} gets nothing of {event.player}'s division")
