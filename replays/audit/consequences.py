"""Audit of consequences: decisions and chance are fed back to the referee, which gives every other event.

Implements DERIVED for a native log: names the first record that does not follow, and what does.
Nothing can be said of what comes after it.
"""

from collections.abc import Iterator, Sequence

from events.base import Event
from events.log import EventLog
from projections.table import Table
from replays.audit.framework import Finding, audits
from replays.derivation import rederive

NO_RULE = "117.1"
"""What is told where the rules have nothing to follow there: somebody has to decide."""


@audits("consequences")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Derive a native log anew, up to the first record that does not follow."""
    del tables
    if log.header.imported is not None:
        return
    found = rederive(log.records)
    seq = found.derived.seq
    if found.derived.ok or seq is None or seq >= len(log):
        return
    event: Event = log[seq].event
    rule = event.rule if found.expected is None else found.expected.rule
    yield Finding(
        seq=seq,
        code=found.derived.code,
        rule=rule or NO_RULE,
        message=found.derived.reason,
        follows=found.expected,
    )
