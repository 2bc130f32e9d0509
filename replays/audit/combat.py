"""Audit of combat damage assignments: a creature assigns its power, to those it fights.

Implements CR 510.1, as far as an imported record shows a creature's power.
"""

from collections.abc import Iterator, Sequence

from events.base import Event
from events.division import CombatDamageAssigned
from events.log import EventLog
from projections.table import Table
from replays.audit.framework import Finding, audits


@audits("combat")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Check every assignment of combat damage."""
    for seq in range(1, len(log)):
        event: Event = log[seq].event
        if isinstance(event, CombatDamageAssigned):
            yield from _assignment(seq, event, tables[seq - 1])


def _assignment(seq: int, event: CombatDamageAssigned, before: Table) -> Iterator[Finding]:
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
