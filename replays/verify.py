"""Verdicts on a log: intact, complete, derived, legal; each with the first record that fails.

Never one boolean: a whole log can be incomplete, and a legal game can have been changed afterwards.
"""

from events.errors import DataError, IntegrityError
from events.vocabulary import EndReason, GameResult
from replays.game_log import GameLog
from replays.positions import context_of
from replays.verdicts import NATIVE_ONLY, NO_GAME, Derivation, Verdict, Verification


def derive(game: GameLog) -> Derivation:
    """Return whether decisions and chance give back every consequence, and were legal."""
    if game.header.imported is not None:
        given = Verdict(ok=None, reason=NATIVE_ONLY)
        return given, given
    from replays.derivation import derive_native  # loaded for native logs alone: it is large

    return derive_native(game)


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
    if game.header.procedure:
        return Verdict(ok=None, reason=NO_GAME)
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
