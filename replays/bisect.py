"""Bisecting a log: the first record at which something is wrong, by a test or an expression.

A test speaks git's protocol: exit code 0 is good, 125 cannot tell, 1 to 127 is bad, all else stops.
A game seldom goes wrong once and for ever, so what was found is tested for that at the end.
"""

import os
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from events.errors import ApnapError, DataError
from projections.plain import encode_table
from replays.game_log import GameLog
from replays.provenance.seen import Evidence
from replays.search.expressions import Expression
from replays.search.find import place_at

Verdict = Literal["good", "bad", "skip"]

SKIP: Final = 125
"""The exit code of a test that cannot tell."""

LAST_BAD: Final = 127
"""Exit codes above mean that the test itself failed, or was stopped by a signal."""

CHECKS: Final = 8
"""Records that are tested again on each side of what was found, unless told otherwise."""

PATIENCE: Final = 60.0
"""Seconds that one test may take, unless told otherwise."""

Test = Callable[[int], Verdict]


class Aborted(ApnapError):
    """A test could not be run, or ended with a code that means neither good nor bad."""


class Trial(Struct, frozen=True):
    """One test of a session: which record, and what it said."""

    seq: int
    verdict: Verdict


class Found(Struct, frozen=True, kw_only=True):
    """How a bisection ended."""

    good: int
    """The last record known to be good before it turned bad."""
    bad: int
    """The first record known to be bad."""
    candidates: tuple[int, ...] = ()
    """Where tests between them could not tell: the first bad record is one of these."""
    exceptions: tuple[Trial, ...] = ()
    """Records that say otherwise: bad before, or good after. Any makes it not monotone."""
    tests: tuple[Trial, ...] = ()

    @property
    def is_monotone(self) -> bool:
        """Whether all that was tested is good before and bad after."""
        return not self.exceptions


class Session:
    """Tests records once each, and keeps what they said."""

    def __init__(
        self,
        test: Test,
        *,
        known: Iterable[Trial] = (),
        skipped: Iterable[int] = (),
        told: Callable[[Trial], None] | None = None,
    ) -> None:
        """Begin, with what was found out before and what is not to be tested."""
        self._test = test
        self._told = told
        self._results: dict[int, Verdict] = {one.seq: one.verdict for one in known}
        self._results |= dict.fromkeys(skipped, "skip")

    def verdict(self, seq: int) -> Verdict:
        """Return what the test says of a record."""
        if seq not in self._results:
            self._results[seq] = self._test(seq)
            if self._told is not None:
                self._told(Trial(seq, self._results[seq]))
        return self._results[seq]

    @property
    def tests(self) -> tuple[Trial, ...]:
        """Everything known so far, in the order of the records."""
        return tuple(Trial(seq, self._results[seq]) for seq in sorted(self._results))

    def run(self, first: int, last: int, *, checks: int = CHECKS) -> Found:
        """Return where good turns to bad between two records.

        Raises ``DataError`` where the first is not good or the last is not bad.
        """
        self._check_ends(first, last)
        good, bad = first, last
        while bad - good > 1:  # each round tests a record between them, or ends
            middle = self._untold(good, bad)
            if middle is None:
                break
            if self.verdict(middle) == "good":
                good = middle
            else:
                bad = middle
        candidates = tuple(range(good + 1, bad + 1)) if bad - good > 1 else ()
        exceptions = tuple(self._exceptions(first, good, bad, last, checks))
        return Found(
            good=good, bad=bad, candidates=candidates, exceptions=exceptions, tests=self.tests
        )

    def _check_ends(self, first: int, last: int) -> None:
        begin, end = self.verdict(first), self.verdict(last)
        if begin != "good":
            raise DataError(
                "bisect/start", f"@{first}, where the search begins, is {_not(begin, 'good')}"
            )
        if end != "bad":
            raise DataError(
                "bisect/end",
                f"@{last}, where the search ends, is {_not(end, 'bad')}; "
                "`apnap find --first` looks at every record",
            )

    def _untold(self, good: int, bad: int) -> int | None:
        """Return the record nearest to the middle of which a test can tell something."""
        middle = (good + bad) // 2
        for away in range(bad - good):
            for seq in dict.fromkeys((middle - away, middle + away)):
                if good < seq < bad and self.verdict(seq) != "skip":
                    return seq
        return None

    def _exceptions(
        self, first: int, good: int, bad: int, last: int, checks: int
    ) -> Iterator[Trial]:
        """Yield records, spread evenly over both sides, that do not fit what was found."""
        for seq in spread(first, good, checks):
            if self.verdict(seq) == "bad":
                yield Trial(seq, "bad")
        for seq in spread(bad, last, checks):
            if self.verdict(seq) == "good":
                yield Trial(seq, "good")


def _not(verdict: Verdict, wanted: str) -> str:
    return (
        f"not {wanted}: the test cannot tell" if verdict == "skip" else f"{verdict}, not {wanted}"
    )


def spread(first: int, last: int, count: int) -> tuple[int, ...]:
    """Return up to ``count`` numbers spread evenly between two, without both."""
    inner = last - first - 1
    if inner <= count:
        return tuple(range(first + 1, last))
    return tuple(first + 1 + inner * number // count for number in range(count))


def expression_test(game: GameLog, text: str, *, seat: str = "judge") -> Test:
    """Return a test by an expression: a record at which it holds is bad."""
    expression, evidence = Expression(text), Evidence(game, seat)

    def test(seq: int) -> Verdict:
        before = evidence.tables[seq - 1] if seq else None
        return "bad" if expression.holds(place_at(evidence, seq, before)) else "good"

    return test


def command_test(
    game: GameLog, words: Sequence[str], *, seat: str = "judge", patience: float = PATIENCE
) -> Test:
    """Return a test by a program, run without a shell.

    It gets the table as JSON on its standard input, and ``APNAP_SEQ`` and ``APNAP_LOG`` in its
    environment; what it writes goes to standard error.
    """
    evidence = Evidence(game, seat)

    def test(seq: int) -> Verdict:
        table = encode_table(evidence.tables[seq])
        return verdict_of(_run(words, table, _environment(game, seq), patience), words)

    return test


def _environment(game: GameLog, seq: int) -> Mapping[str, str]:
    path = str(Path(game.path).resolve()) if game.path else ""
    return os.environ | {"APNAP_SEQ": str(seq), "APNAP_LOG": path}


def _run(
    words: Sequence[str], table: bytes, environment: Mapping[str, str], patience: float
) -> int:
    try:
        done = subprocess.run(  # noqa: S603 - what the user asked for, without a shell
            words, input=table, env=environment, stdout=2, timeout=patience, check=False
        )
    except FileNotFoundError as error:
        raise Aborted("bisect/command", f"there is no program {words[0]!r}") from error
    except PermissionError as error:
        raise Aborted("bisect/command", f"{words[0]!r} may not be run") from error
    except subprocess.TimeoutExpired as error:
        raise Aborted(
            "bisect/timeout", f"{words[0]!r} took over {patience:g} seconds; --timeout gives more"
        ) from error
    return done.returncode


def verdict_of(code: int, words: Sequence[str]) -> Verdict:
    """Return what an exit code means, as git has it."""
    if code == 0:
        return "good"
    if code == SKIP:
        return "skip"
    if 0 < code <= LAST_BAD:
        return "bad"
    how = f"ended with {code}" if code > 0 else f"was stopped by signal {-code}"
    raise Aborted("bisect/aborted", f"{words[0]!r} {how}: neither good (0) nor bad (1-127)")


def write_tests(tests: Iterable[Trial]) -> Iterator[bytes]:
    """Yield the lines of a session's log, one test a line."""
    for one in tests:
        yield msgspec.json.encode(one) + b"\n"


def read_tests(path: str) -> tuple[Trial, ...]:
    """Return the tests of a session's log, or raise ``DataError`` with the line that is none."""
    try:
        lines = Path(path).read_bytes().splitlines()
    except OSError as error:
        raise DataError("file/missing", f"cannot be read ({error.strerror})", file=path) from error
    tests = []
    for number, line in enumerate(lines, start=1):
        try:
            tests.append(msgspec.json.decode(line, type=Trial))
        except msgspec.DecodeError as error:
            raise DataError("bisect/log", f"no test: {error}", file=path, line=number) from error
    return tuple(tests)
