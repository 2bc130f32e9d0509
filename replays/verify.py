"""Verdicts on a log: intact, complete, derived, legal; each with the first record that fails.

Never one boolean: a whole log can be incomplete, and a legal game can have been changed afterwards.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec import Struct

from events.errors import DataError, IntegrityError
from events.vocabulary import EndReason, GameResult
from replays.game_log import GameLog
from replays.positions import context_of

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
    """All verdicts on one log. ``head`` is that of the valid prefix."""

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

Derive = Callable[[GameLog], Derivation]

_derivers: list[Derive] = []


def derives(function: Derive) -> Derive:
    """Register what re-derives native logs; the last one registered is asked."""
    _derivers.append(function)
    return function


def derive(game: GameLog) -> Derivation:
    """Return whether decisions and chance give back every consequence, and were legal."""
    if game.header.imported is not None:
        given = Verdict(ok=None, reason=NATIVE_ONLY)
        return given, given
    if not _derivers:
        import_module("replays.derivation")  # it registers itself; loaded for native logs alone
    return _derivers[-1](game)


def verify(game: GameLog) -> Verification:
    """Return all verdicts on a log, or on the prefix of it that could be read.

    Raises what stopped the reader where not even a header could be read.
    """
    if not len(game):
        raise game.failure or DataError("log/empty", "the log has no records", file=game.path)
    derived, legal = derive(game)
    return Verification(
        log=game.path,
        head=game.head,
        records=len(game),
        intact=_intact(game),
        complete=_complete(game),
        derived=derived,
        legal=legal,
    )


def _intact(game: GameLog) -> Verdict:
    failure = game.failure
    if failure is None:
        return Verdict(ok=True)
    return Verdict(ok=False, seq=failure.seq, code=failure.code, reason=failure.reason)


def _complete(game: GameLog) -> Verdict:
    """CR 104.1: a game is over once it has a result."""
    table = game.tables[-1]
    result = table.result
    last = len(game) - 1
    if result is None:
        when = context_of(table).label
        reason = f"the record stops at {when}: nothing says how the game ended"
        return Verdict(ok=False, seq=last, code="verify/no_result", rule="104.1", reason=reason)
    if result.result is GameResult.UNFINISHED or result.reason is EndReason.RECORD_STOPS:
        reason = "the game was not played to its end, as the record itself says"
        return Verdict(ok=False, seq=last, code="verify/unfinished", rule="104.1", reason=reason)
    return Verdict(ok=True)


def is_integrity(failure: DataError | None) -> bool:
    """Whether what stopped a reader is a broken log, and not one this program cannot read."""
    return isinstance(failure, IntegrityError)
