"""Audit of combat damage assignments: a creature assigns its power, to those it fights.

Implements CR 510.1, for the records of other programs as far as they show a creature's power.
"""

from collections.abc import Iterator, Sequence

from events.base import Event
from events.division import CombatDamageAssigned
from events.errors import IllegalAction
from events.log import EventLog
from machine.combat_damage import check_assigned
from projections.table import Table
from replays.audit.framework import Finding, audits


@audits("combat")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Check every assignment of combat damage."""
    for seq in range(1, len(log)):
        event: Event = log[seq].event
        if isinstance(event, CombatDamageAssigned):
            yield from _assignment(seq, event, tables[seq - 1])


def _refused(seq: int, event: CombatDamageAssigned, before: Table) -> Iterator[Finding]:
    """Ask what the referee asks: all about the fight is in the log."""
    try:
        check_assigned(before, event)
    except IllegalAction as refusal:
        message = f"{refusal.what}: {refusal.because}"
        yield Finding(seq=seq, code=refusal.code, rule=refusal.rule, message=message)


def _assignment(seq: int, event: CombatDamageAssigned, before: Table) -> Iterator[Finding]:
    if before.header.imported is None and before.combat is not None:
        yield from _refused(seq, event, before)
        return
    thing = before.objects.get(event.source)
    total = sum(part.amount for part in event.assignments)
    observed = thing.observed.power if thing is not None and thing.observed is not None else None
    if observed is not None and total != max(0, observed):
        yield Finding(
            seq=seq,
            code="combat/assigned_sum",
            rule="510.1a",
            message=f"{event.source} assigns {total} damage with a power of {observed}",
        )
    recipients = [part.recipient for part in event.assignments]
    if len(set(recipients)) != len(recipients):
        yield Finding(
            seq=seq,
            code="combat/assigned_twice",
            rule="510.1",
            message=f"{event.source} assigns damage twice to the same recipient",
        )
