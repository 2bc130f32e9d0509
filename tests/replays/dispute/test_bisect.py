"""Bisecting: git's exit codes, what cannot be told, sessions, and whether it changes but once."""

import json
import os
import sys
from pathlib import Path

import pytest

from events.errors import DataError
from replays.bisect import (
    Aborted,
    Session,
    Trial,
    Verdict,
    command_test,
    expression_test,
    read_tests,
    spread,
    verdict_of,
    write_tests,
)
from tests.replays.cli.conftest import Run, data
from tests.replays.games import whole_game

GAME = whole_game()
END = len(GAME) - 1


def turning(at: int, *, skipped: tuple[int, ...] = (), good_again: int = 10**6) -> Session:
    """A session in which everything from one record on is bad."""

    def test(seq: int) -> Verdict:
        if seq in skipped:
            return "skip"
        return "bad" if at <= seq < good_again else "good"

    return Session(test)


@pytest.mark.parametrize("at", [1, 2, 31, 58, 59])
def test_the_first_bad_record_is_found(at: int) -> None:
    found = turning(at).run(0, 59)

    assert (found.good, found.bad, found.candidates) == (at - 1, at, ())
    assert found.is_monotone


def test_halving_takes_few_tests() -> None:
    assert len(turning(12_345).run(0, 19_999, checks=0).tests) <= 2 + 15


def test_records_that_cannot_be_tested_leave_several() -> None:
    found = turning(30, skipped=(28, 29, 30, 31)).run(0, 59)

    assert (found.good, found.bad) == (27, 32)
    assert found.candidates == (28, 29, 30, 31, 32)


def test_skipping_elsewhere_costs_nothing() -> None:
    assert turning(30, skipped=(29, 14)).run(0, 59).candidates == (29, 30)
    assert turning(30, skipped=(14, 15, 16)).run(0, 59).bad == 30


def test_what_is_not_monotone_is_told() -> None:
    found = turning(10, good_again=40)
    with pytest.raises(DataError, match="not bad"):
        found.run(0, 59)

    def test(seq: int) -> Verdict:
        return "bad" if 10 <= seq < 20 or seq >= 50 else "good"

    told = Session(test).run(0, 59)
    assert not told.is_monotone
    assert told.exceptions


@pytest.mark.parametrize(("at", "code"), [(0, "bisect/start"), (100, "bisect/end")])
def test_the_ends_are_tested_first(at: int, code: str) -> None:
    with pytest.raises(DataError) as raised:
        turning(at).run(0, 59)
    assert raised.value.code == code


@pytest.mark.parametrize(
    ("code", "verdict"),
    [(0, "good"), (1, "bad"), (124, "bad"), (125, "skip"), (126, "bad"), (127, "bad")],
)
def test_exit_codes_mean_what_they_mean_in_git(code: int, verdict: str) -> None:
    assert verdict_of(code, ("check",)) == verdict


@pytest.mark.parametrize("code", [128, 130, 255, -9, -15])
def test_other_codes_abort(code: int) -> None:
    with pytest.raises(Aborted) as raised:
        verdict_of(code, ("check",))
    assert raised.value.code == "bisect/aborted"


def test_checks_are_spread_over_what_is_between() -> None:
    assert spread(0, 10, 100) == tuple(range(1, 10))
    assert spread(5, 6, 8) == ()
    assert len(spread(0, 1000, 8)) == 8
    assert all(0 < one < 1000 for one in spread(0, 1000, 8))


def test_a_program_gets_the_table_and_where_it_is(tmp_path: Path) -> None:
    script = tmp_path / "check.py"
    script.write_text(
        "import json, os, sys\n"
        "table = json.load(sys.stdin)\n"
        "assert os.environ['APNAP_SEQ'].isdigit() and os.environ['APNAP_LOG'].endswith('.jsonl')\n"
        "sys.exit(table['players']['bob'].get('life', 20) < 20)\n"
    )
    test = command_test(GAME, [sys.executable, str(script)])

    assert Session(test).run(40, END, checks=1).bad == 48


def test_an_expression_is_a_test_too() -> None:
    assert Session(expression_test(GAME, "players.bob.life < 20")).run(0, END).bad == 48


def test_a_program_that_is_not_there_aborts() -> None:
    with pytest.raises(Aborted) as raised:
        command_test(GAME, ["no-such-program-anywhere"])(3)
    assert raised.value.code == "bisect/command"


def test_a_program_that_hangs_aborts() -> None:
    test = command_test(
        GAME, [sys.executable, "-c", "input(); import time; time.sleep(60)"], patience=0.2
    )
    with pytest.raises(Aborted) as raised:
        test(3)
    assert raised.value.code == "bisect/timeout"


def test_a_session_is_kept_and_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "session"
    tests = (Trial(0, "good"), Trial(59, "bad"), Trial(30, "skip"))
    path.write_bytes(b"".join(write_tests(tests)))

    assert read_tests(str(path)) == tests
    path.write_text('{"seq":1,"verdict":"perhaps"}\n')
    with pytest.raises(DataError) as raised:
        read_tests(str(path))
    assert raised.value.line == 1
    with pytest.raises(DataError):
        read_tests(str(tmp_path / "nothing"))


def test_the_command_with_an_expression(run: Run, game: str) -> None:
    result = run("bisect", "--expr", "players.bob.life < 20", game, "--json")

    told = data(result)
    assert result.exit_code == 0
    assert (told["bad"], told["monotone"], told["record"]["type"]) == (48, True, "LifeChanged")


def test_the_command_says_that_it_is_not_monotone(run: Run, game: str) -> None:
    result = run("bisect", "--expr", "seq % 2 == 1", game)

    assert result.exit_code == 1
    assert "not monotone" in result.stdout


def test_the_command_with_a_program_its_log_and_its_replay(
    run: Run, game: str, tmp_path: Path
) -> None:
    session = tmp_path / "session"
    check = f"{sys.executable} -c 'import os,sys; sys.exit(int(os.environ[\"APNAP_SEQ\"]) >= 44)'"

    first = run("bisect", "run", check, game, "--log", str(session), "--check", "1", "--json")
    shown = run("bisect", "log", str(session))
    again = run("bisect", "replay", str(session), game, "--json")

    assert data(first)["bad"] == data(again)["bad"] == 44
    assert "@44 bad" in shown.stdout
    assert len(json.loads(run("bisect", "log", str(session), "--json").stdout)["tests"]) > 4


def test_the_command_skips_what_it_is_told_to(run: Run, game: str) -> None:
    result = run("bisect", "--expr", "seq >= 30", game, "--skip", "@29..31", "--json")

    assert result.exit_code == 1
    assert data(result)["candidates"] == [29, 30, 31, 32]


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["bisect", "GAME"], 2, "bisect run CMD LOG"),
        (["bisect", "run", "GAME"], 2, "bisect run CMD LOG"),
        (["bisect", "log"], 2, "bisect run CMD LOG"),
        (["bisect", "--expr", "player < 3", "GAME"], 2, "there is players"),
        (["bisect", "--expr", "seq < 3", "GAME"], 3, "is bad, not good"),
        (["bisect", "--expr", "seq > 99", "GAME"], 3, "find --first"),
        (["bisect", "run", "false", "GAME"], 3, "is bad, not good"),
        (["bisect", "run", "no-such-program", "GAME"], 3, "no program"),
        (["bisect", "run", "sh -c 'cat >/dev/null; exit 130'", "GAME"], 3, "130"),
        (["bisect", "--expr", "seq > 3", "nothing.jsonl"], 3, "nothing.jsonl"),
        (["bisect", "--expr", "seq > 3", "GAME@9..3"], 2, "backwards"),
    ],
)
def test_the_command_refuses(run: Run, game: str, words: list[str], code: int, text: str) -> None:
    result = run(*(one.replace("GAME", game) for one in words))

    assert result.exit_code == code
    assert text in result.stderr


def test_the_environment_of_this_program_stays_as_it_was() -> None:
    Session(command_test(GAME, ["true"])).verdict(3)

    assert "APNAP_SEQ" not in os.environ
