"""What an audit check is, where checks are registered, and how they are run.

A check reads a log and its tables and yields findings; it never stops another check.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from events.base import Event
from events.log import EventLog
from projections.table import Table


class Severity(StrEnum):
    """How bad a finding is."""

    ERROR = "error"
    """The rules in force do not allow it."""
    INFO = "info"
    """Worth knowing: odd but allowed, or already reported by a judge."""


class Finding(Struct, frozen=True, kw_only=True):
    """Something about one record that the rules do not allow, or that a reader should know."""

    seq: int
    code: str
    rule: str
    severity: Severity = Severity.ERROR
    message: str
    instead: str = ""
    """Who had to decide what; only where a decision was illegal."""
    legal: tuple[str, ...] = ()
    """Some of what would have been legal, in words."""
    follows: Event | None = None
    """The event that follows there by the rules; only where a consequence is wrong."""


OF_ANY_RECORD = ("table/", "derive/", "record/")
"""Codes of findings that stand wherever they are found: no set-up excuses them."""

Check = Callable[[EventLog, Sequence[Table]], Iterable[Finding]]
"""``tables[n]`` is the table after record n; what a decision was made on is ``tables[n - 1]``."""

CHECKS: dict[str, Check] = {}
"""Name -> check, in the order of registration."""


def audits(name: str) -> Callable[[Check], Check]:
    """Register the decorated function as the check of one procedure."""

    def register(check: Check) -> Check:
        if name in CHECKS:
            raise ValueError(f"two checks are called {name}")
        CHECKS[name] = check
        return check

    return register


def audit(
    log: EventLog, tables: Sequence[Table], *, only: Iterable[str] | None = None
) -> tuple[Finding, ...]:
    """Return what all checks, or only the named ones, find in a log, in the order of records.

    What set the table up is taken as it stands: no procedure of the game made it.
    """
    if not len(log):
        return ()
    names = CHECKS if only is None else tuple(only)
    findings = [
        found
        for name in names
        for found in CHECKS[name](log, tables)
        if not 1 <= found.seq <= log.header.given or found.code.startswith(OF_ANY_RECORD)
    ]
    known = [_weighed(log, found) for found in _once(findings)]
    return tuple(sorted(known, key=lambda found: (found.seq, found.code)))


def _once(findings: Iterable[Finding]) -> Iterable[Finding]:
    """Tell a fault once where two checks find it, with what would have been legal."""
    unique: dict[tuple[int, str], Finding] = {}
    for found in findings:
        known = unique.get((found.seq, found.code))
        if known is None or (found.instead and not known.instead):
            unique[found.seq, found.code] = found
    return unique.values()


def _weighed(log: EventLog, found: Finding) -> Finding:
    """Make light of what is known to be illegal, or was concluded by an importer and not seen."""
    record = log[found.seq]
    inferred = record.inferred and log.header.imported is not None
    if found.code.startswith(OF_ANY_RECORD) or not (record.reported or inferred):
        return found
    why = "recorded as reported" if record.reported else "inferred by the importer"
    return replace(found, severity=Severity.INFO, message=f"{found.message} ({why})")
