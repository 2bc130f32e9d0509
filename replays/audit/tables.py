"""Audit of the tables: each object in one place, no number below nothing.

Implements CR 400.1; a fault here is one of the record, or of the program that wrote it.
"""

from collections.abc import Iterator, Sequence

from events.log import EventLog
from projections.consistency import faults
from projections.table import Table
from replays.audit.framework import Finding, audits

LOOKED_AT = ("objects", "players", "battlefield", "exile", "command", "stack", "numbers")
"""The parts of a table that can be at fault: where all are what they were, nothing is new."""


@audits("tables")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Report each fault of a table once, at the record with which it appears."""
    known: frozenset[str] = frozenset(faults(tables[0]))
    for seq in range(1, len(log)):
        if _untouched(tables[seq - 1], tables[seq]):
            continue
        now = frozenset(faults(tables[seq]))
        for fault in sorted(now - known):
            yield Finding(seq=seq, code="table/inconsistent", rule="400.1", message=fault)
        known = now


def _untouched(before: Table, after: Table) -> bool:
    return all(getattr(before, part) is getattr(after, part) for part in LOOKED_AT)
