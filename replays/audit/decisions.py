"""Audit of decisions: each one is asked of the referee, on the table on which it was made.

Implements LEGAL for every decision of a native log under the edition its header pins. An entry that
was recorded as reported is explained as well: what the rules wanted, and what was legal instead.
"""

from collections.abc import Iterator, Sequence

from events.base import Decision, Event
from events.identifiers import Seat
from events.log import EventLog
from projections.table import Table
from replays.audit.framework import Finding, audits
from replays.dispute.judging import awaited, legal_instead, refusal_of


@audits("decisions")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Ask the referee about every decision, in a log whose tables hold all there is to know."""
    if log.header.imported is not None:
        return
    for seq in range(1 + log.header.given, len(log)):
        event: Event = log[seq].event
        if isinstance(event, Decision):
            yield from _decision(seq, event, Seat(log[seq].by), tables[seq - 1])


def _decision(seq: int, event: Decision, by: Seat, before: Table) -> Iterator[Finding]:
    refusal = refusal_of(before, event, by)
    if refusal is not None:
        yield Finding(
            seq=seq,
            code=refusal.code,
            rule=refusal.rule,
            message=refusal.message,
            instead=awaited(before),
            legal=legal_instead(before, event),
        )
