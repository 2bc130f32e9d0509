"""What is said of a log: verdicts, each with the first record that fails and why."""

from typing import Any

from msgspec import Struct

NO_GAME = "not applicable: no game"
"""Why a log of one procedure without a game is neither complete nor incomplete."""

NATIVE_ONLY = "not applicable: imported"
"""Why nothing of an imported log is re-derived: other programs' records leave facts out."""


class Verdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One verdict. ``ok`` is none where the question does not apply to this log."""

    ok: bool | None
    seq: int | None = None
    """The first record that fails."""
    reason: str = ""
    code: str = ""
    rule: str = ""


class Verification(Struct, frozen=True, kw_only=True):
    """All verdicts on one log. ``head`` is that of the valid prefix; empty for a seat."""

    log: str
    head: str
    records: int
    intact: Verdict
    complete: Verdict
    derived: Verdict
    legal: Verdict

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdicts by name, in the order in which they matter."""
        return {
            "intact": self.intact,
            "complete": self.complete,
            "derived": self.derived,
            "legal": self.legal,
        }

    @property
    def ok(self) -> bool:
        """Whether no verdict fails; what does not apply does not fail."""
        return all(verdict.ok is not False for verdict in self.verdicts.values())

    def marks(self) -> "Verification":
        """Return what a seat may be told: reasons may name cards, and with a hash guesses are tried."""
        bare = {name: Verdict(ok=verdict.ok) for name, verdict in self.verdicts.items()}
        return Verification(log=self.log, head="", records=self.records, **bare)

    def to_plain(self) -> dict[str, Any]:
        """Return the verification as JSON objects."""
        told = {name: plain_verdict(verdict) for name, verdict in self.verdicts.items()}
        return {"log": self.log, "head": self.head, "records": self.records, "verdicts": told}


def plain_verdict(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as a JSON object, without what does not apply."""
    fields = {
        "seq": verdict.seq,
        "code": verdict.code or None,
        "rule": verdict.rule or None,
        "reason": verdict.reason or None,
    }
    return {"ok": verdict.ok} | {name: value for name, value in fields.items() if value is not None}


Derivation = tuple[Verdict, Verdict]
"""Derived and legal, in this order: one run of the referee answers both."""
