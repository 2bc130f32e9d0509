"""The audit: every finding in a log, each with its record and its rule.

One module per procedure; importing them registers their checks.
"""

from replays.audit import (
    choices,
    coin_flips,
    combat,
    consequences,
    contraptions,
    decisions,
    divisions,
    headers,
    mulligans,
    phases,
    records,
    tables,
)
from replays.audit.framework import CHECKS, Check, Finding, Severity, audit

PROCEDURES = (
    phases,
    mulligans,
    choices,
    coin_flips,
    divisions,
    contraptions,
    combat,
    tables,
    decisions,
    consequences,
    records,
    headers,
)
"""The modules whose checks are registered."""

__all__ = ["CHECKS", "PROCEDURES", "Check", "Finding", "Severity", "audit"]
