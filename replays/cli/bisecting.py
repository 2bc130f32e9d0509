"""``bisect``: the first bad record, by a program with git's exit codes or by an expression."""

import shlex
from collections.abc import Callable, Iterable

import click
import msgspec

from events.errors import DataError
from replays.bisect import (
    CHECKS,
    PATIENCE,
    Found,
    Session,
    Test,
    Trial,
    Verdict,
    command_test,
    expression_test,
    read_tests,
    write_tests,
)
from replays.cli.completing import complete_log
from replays.cli.errors import Exit
from replays.cli.finding import open_span
from replays.cli.looking import entry, row_of
from replays.cli.options import command
from replays.game_log import GameLog
from replays.output import Screen
from replays.positions import resolve_range
from replays.showing.seats import checked_seat
from replays.showing.words import word

USAGE = "use `bisect run CMD LOG`, `bisect --expr EXPR LOG`, `bisect log FILE`, `bisect replay FILE LOG`"


@command("bisect")
@click.argument(
    "words", nargs=-1, required=True, metavar="run CMD LOG[@A..B]", shell_complete=complete_log
)
@click.option(
    "--expr", metavar="EXPR", help="Where this holds, a record is bad; no program is run."
)
@click.option("--skip", multiple=True, metavar="A..B", help="Records that are not to be tested.")
@click.option("--log", "session", metavar="FILE", help="Keep every test in this file, one a line.")
@click.option(
    "--check",
    type=click.IntRange(0, 10_000),
    default=CHECKS,
    show_default=True,
    metavar="N",
    help="Records on each side that are tested again at the end.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0.01, 86_400),
    default=PATIENCE,
    show_default=True,
    metavar="S",
    help="Seconds that one run of the program may take.",
)
def bisect(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    words: tuple[str, ...],
    *,
    expr: str | None,
    skip: tuple[str, ...],
    session: str | None,
    check: int,
    timeout: float,
) -> None:
    """Find the first bad record by halving: the first of a span is good, the last one bad.

    CMD is run without a shell; it gets the table as JSON on its standard input, APNAP_SEQ and
    APNAP_LOG in its environment, and ends as in git: 0 good, 125 cannot tell, 1 to 127 bad, all else
    stops. `bisect log FILE` shows the tests of a session, `bisect replay FILE LOG` takes them up.

    At the end records on both sides are tested again; exit code 1 where any says otherwise, since
    then this is not the only change: `find --first` looks at every record.
    """
    if words[0] == "log" and expr is None:
        _show_session(screen, words)
        return
    program, replayed, log = _taken_apart(words, expr)
    game, first, last = open_span(log)
    seat = checked_seat(game, screen.settings.seat)
    known = _known(replayed, game)
    if expr is not None:
        test = expression_test(game, expr, seat=seat)
    elif program:
        test = command_test(game, program, seat=seat, patience=timeout)
    else:
        test = _untested
    begun = _session(game, test, known, skip, _teller(screen, session))
    _tell(screen, game, begun.run(first, last, checks=check if program or expr else 0))


def _taken_apart(words: tuple[str, ...], expr: str | None) -> tuple[list[str], str, str]:
    """Return the program, the session's file and the log that the words name."""
    if expr is not None and len(words) == 1:
        return [], "", words[0]
    if expr is None and words[0] == "run" and len(words) > 2:  # noqa: PLR2004 - run, CMD, LOG
        program = list(words[1:-1])
        return (shlex.split(program[0]) if len(program) == 1 else program), "", words[-1]
    if words[0] == "replay" and len(words) == 3:  # noqa: PLR2004 - replay, FILE, LOG
        return [], words[1], words[2]
    raise DataError("usage/bisect", USAGE)


def _untested(seq: int) -> Verdict:
    raise DataError(
        "usage/bisect", f"the session ends before it tested @{seq}; go on with --expr or run"
    )


def _known(path: str, game: GameLog) -> tuple[Trial, ...]:
    if not path:
        return ()
    tests = read_tests(path)
    beyond = [one.seq for one in tests if not 0 <= one.seq < len(game)]
    if beyond:
        raise DataError(
            "bisect/log", f"tests @{beyond[0]}, which this log does not have", file=path
        )
    return tests


def _session(
    game: GameLog,
    test: Test,
    known: Iterable[Trial],
    skip: tuple[str, ...],
    told: Callable[[Trial], None],
) -> Session:
    """Return a session that knows what was tested before, and what is not to be."""
    spans = (resolve_range(game, one) for one in skip)
    skipped = [seq for first, last in spans for seq in range(first, last + 1)]
    return Session(test, known=known, skipped=skipped, told=told)


def _teller(screen: Screen, path: str | None) -> Callable[[Trial], None]:
    """Return what tells of each test: a line on standard error, and one in the session's file."""

    def tell(one: Trial) -> None:
        screen.note(f"@{one.seq} {word(screen.lang, one.verdict)}")
        if path is not None:
            with open(path, "ab") as file:  # noqa: PTH123 - appended test by test
                file.writelines(write_tests((one,)))

    return tell


def _show_session(screen: Screen, words: tuple[str, ...]) -> None:
    if len(words) != 2:  # noqa: PLR2004 - log, FILE
        raise DataError("usage/bisect", USAGE)
    tests = read_tests(words[1])
    if screen.is_json:
        screen.data({"file": words[1], "tests": msgspec.to_builtins(tests)})
        return
    for one in tests:
        screen.line(f"@{one.seq} {word(screen.lang, one.verdict)}")


def _tell(screen: Screen, game: GameLog, found: Found) -> None:
    if screen.is_json:
        plain = msgspec.to_builtins(found)
        row = row_of(game, found.bad, screen.lang, screen.settings.seat)
        screen.data({"log": game.path, "monotone": found.is_monotone, "record": row} | plain)
    else:
        _draw(screen, game, found)
    is_sure = found.is_monotone and not found.candidates
    raise click.exceptions.Exit(Exit.DONE if is_sure else Exit.FINDINGS)


def _draw(screen: Screen, game: GameLog, found: Found) -> None:
    lang = screen.lang
    if found.candidates:
        span = f"@{found.candidates[0]}..{found.candidates[-1]}"
        screen.line(f"{word(lang, 'the first bad record is one of')} {span}", style="heading")
    else:
        screen.line(f"{word(lang, 'first bad record')}: @{found.bad}", style="heading")
    row = row_of(game, found.bad, lang, screen.settings.seat)
    screen.line(entry(row) if row else f"{found.bad:>5}  {word(lang, 'hidden from this seat')}")
    if found.is_monotone:
        screen.line(f"  {word(lang, 'tests')}: {len(found.tests)}")
        return
    screen.line(f"  {word(lang, 'not monotone')}:", style="bad")
    for one in found.exceptions:
        side = "after the first bad record" if one.verdict == "good" else "before it"
        screen.line(f"  @{one.seq} {word(lang, one.verdict)}, {word(lang, side)}")
