"""What every command keeps: exit codes, streams, colours, languages, JSON."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import click
import pytest

from replays.cli import main
from replays.cli.app import COMMANDS
from replays.cli.errors import Exit, severest
from replays.cli.helping import AS_IT_STANDS, japanese, paragraphs
from replays.output import language
from tests.replays.cli.conftest import Run, data

PROGRAM = "from replays.cli import main; main()"


def _commands() -> dict[str, click.Command]:
    context = click.Context(main)
    return {name: main.get_command(context, name) or main for name in main.list_commands(context)}


def test_the_exit_codes_are_the_contract() -> None:
    assert {one.name: one.value for one in Exit} == {
        "DONE": 0,
        "FINDINGS": 1,
        "USAGE": 2,
        "INPUT": 3,
        "INTEGRITY": 4,
        "DIVERGED": 5,
        "REFUSED": 6,
        "INTERNAL": 70,
    }


def test_a_broken_log_counts_more_than_a_finding() -> None:
    assert severest([Exit.DONE, Exit.FINDINGS, Exit.INTEGRITY, Exit.INPUT]) is Exit.INTEGRITY
    assert severest([Exit.FINDINGS, Exit.DIVERGED]) is Exit.DIVERGED
    assert severest([]) is Exit.DONE


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    result = run()

    assert result.exit_code == 0
    assert all(name in result.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_in_both_languages(run: Run, name: str) -> None:
    english, other = run(name, "--help"), run("--lang", "ja", name, "--help")

    assert english.exit_code == other.exit_code == 0
    assert english.stdout != other.stdout
    assert "--json" in english.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_text_has_its_japanese(name: str) -> None:
    command = _commands()[name]
    told = [one.removeprefix(AS_IT_STANDS) for one in paragraphs(command)]
    options = [one.help for one in command.params if isinstance(one, click.Option) and one.help]
    texts = [*told, COMMANDS[name].summary, COMMANDS[name].group, *options]

    wanted = {" ".join(text.split()) for text in texts}
    assert sorted(wanted - set(japanese())) == []


def test_the_version(run: Run) -> None:
    assert run("--version").stdout.startswith("apnap ")


@pytest.mark.parametrize("words", [["--json", "verify"], ["verify", "--json"]])
def test_global_options_stand_before_or_after_the_command(
    run: Run, game: str, words: list[str]
) -> None:
    result = run(*words, game)

    assert data(result)["log"] == game


def test_the_option_after_the_command_wins(run: Run, game: str) -> None:
    result = run("--lang", "ja", "verify", "--lang", "en", game)

    assert "intact" in result.stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [
        pytest.param(["nonsense"], 2, id="no-such-command"),
        pytest.param(["show"], 2, id="no-log"),
        pytest.param(["--lang", "fr"], 2, id="no-such-language"),
        pytest.param(["show", "GAME@t99"], 2, id="no-such-position"),
        pytest.param(["show", "GAME", "--seat", "zoe"], 2, id="no-such-seat"),
        pytest.param(["log", "GAME", "--type", "Nothing"], 2, id="no-such-type"),
        pytest.param(["log", "GAME", "--grep", "("], 2, id="no-pattern"),
        pytest.param(["show", "missing.jsonl"], 3, id="no-such-file"),
        pytest.param(["verify", "missing.jsonl"], 3, id="verify-no-such-file"),
        pytest.param(["audit", "missing.jsonl"], 3, id="audit-no-such-file"),
        pytest.param(["log", "BROKEN"], 4, id="broken-log"),
        pytest.param(["verify", "BROKEN"], 4, id="verify-broken-log"),
        pytest.param(["audit", "BROKEN"], 4, id="audit-broken-log"),
        pytest.param(["export", "GAME", "-o", "GAME"], 6, id="would-overwrite"),
        pytest.param(["editions", "--at", "soon"], 2, id="no-day"),
        pytest.param(["explain", "nonsense"], 2, id="no-such-topic"),
        pytest.param(["glossary", "nonsense"], 2, id="no-such-word"),
        pytest.param(["completion", "tcsh"], 2, id="no-such-shell"),
    ],
)
def test_exit_codes(run: Run, game: str, broken: str, words: list[str], code: int) -> None:
    result = run(*(word.replace("GAME", game).replace("BROKEN", broken) for word in words))

    assert result.exit_code == code
    assert result.stderr.strip() or words[0] == "verify", "a verdict is data"
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["show", "GAME@t99"], "position/turn"),
        (["show", "missing.jsonl"], "file/missing"),
        (["nonsense"], "usage/invalid"),
        (["log", "BROKEN"], "log/chain"),
        (["glossary", "nonsense"], "usage/term"),
    ],
)
def test_errors_in_json_have_a_code(
    run: Run, game: str, broken: str, words: list[str], code: str
) -> None:
    made = [word.replace("GAME", game).replace("BROKEN", broken) for word in words]

    result = run("--json", *made)

    assert result.stdout == ""
    error = json.loads(result.stderr)["error"]
    assert error["code"] == code
    assert error["exit"] == result.exit_code
    assert error["message"]


def test_a_near_command_is_named(run: Run) -> None:
    assert "did you mean verify" in run("verfy").stderr


def test_an_internal_error_is_one_sentence_and_a_trace(
    run: Run, game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the secret of the defect")

    monkeypatch.setattr("replays.cli.looking.open_at", fail)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    result = run("--json", "show", game)

    assert result.exit_code == 70
    error = json.loads(result.stderr)["error"]
    assert error["code"] == "internal/error"
    assert "the secret of the defect" in Path(error["trace"]).read_text(encoding="utf-8")
    assert "secret" not in error["message"]


@pytest.mark.parametrize(
    "words",
    [["show", "GAME"], ["log", "GAME"], ["verify", "GAME"], ["audit", "GAME"], ["doctor"]],
)
@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}])
def test_no_escape_codes_where_nobody_can_see_them(
    run: Run, game: str, words: list[str], environment: dict[str, str]
) -> None:
    result = run(*(word.replace("GAME", game) for word in words), **environment)

    assert "\x1b" not in result.output


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_MESSAGES": "ja_JP", "LANG": "en_GB"}, "ja"),
    ],
)
def test_the_language_is_the_locales(environment: dict[str, str], expected: str) -> None:
    assert language(environment) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["verify", "GAME"], "無傷"),
        (["show", "GAME@mull.1"], "第1ターンの前"),
        (["audit", "GAME"], "指摘なし"),
        ([], "棋譜"),
    ],
)
def test_a_japanese_locale_speaks_japanese(
    run: Run, game: str, words: list[str], expected: str
) -> None:
    result = run(*(word.replace("GAME", game) for word in words), LANG="ja_JP.UTF-8")

    assert expected in result.stdout
    assert "イベント" not in result.stdout, "a tournament, not an entry"


def test_json_is_the_same_in_every_language(run: Run, game: str) -> None:
    assert (
        run("verify", "--json", game).stdout == run("verify", "--json", game, "--lang", "ja").stdout
    )


def test_plain_text_has_no_drawing(run: Run, game: str) -> None:
    result = run("show", game, "--plain")

    assert "─" not in result.stdout
    assert "\t" in result.stdout


def test_the_installed_program_is_quiet_about_a_pipe_nobody_reads(game: str) -> None:
    words = [sys.executable, "-c", PROGRAM, "export", game]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}

    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()
        code = process.wait()

    assert told == b""
    assert code in (0, -signal.SIGPIPE)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", [("log",), ("verify", "--json"), ("show", "--help")])
def test_a_full_disk_behind_the_output_is_told(words: tuple[str, ...], game: str) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(
            [sys.executable, "-c", PROGRAM, *words, game],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            text=True,
        )

    assert ran.returncode == 3
    assert "the output was not all written (No space left on device)" in ran.stderr
    assert "file/write" in ran.stderr
    assert "internal" not in ran.stderr


@pytest.mark.parametrize("words", [("verify", "--json"), ("view",), ("export", "--names")])
def test_a_files_name_that_is_no_text(
    words: tuple[str, ...], run: Run, game: str, tmp_path: Path
) -> None:
    if "export" in words:
        pytest.importorskip("pyarrow")
    path = tmp_path / os.fsdecode(b"by\xff.apnap.jsonl")
    try:
        shutil.copy(game, path)
    except OSError:
        pytest.skip("a file system with names of text alone")
    output = ("-o", str(tmp_path / "out")) if words[0] != "verify" else ()

    result = run(*words, str(path), *output)

    assert result.exit_code == 0, result.stderr
    if words[0] == "verify":
        assert os.fsencode(json.loads(result.stdout)["log"]) == os.fsencode(path)


def test_a_seat_keeps_its_secrets(run: Run, game: str) -> None:
    judge, public = run("log", game, "--json"), run("log", game, "--json", "--seat", "public")

    def bottomed(text: str) -> dict[str, object]:
        rows = json.loads(text)["records"]
        return next(row["event"] for row in rows if row["type"] == "CardsBottomed")

    assert "cards" in bottomed(judge.stdout)
    assert "cards" not in bottomed(public.stdout)


def test_an_output_without_our_signs_gets_escapes(game: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}

    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "verify", game],
        capture_output=True,
        check=False,
        env=environment,
    )

    assert done.returncode == 0
    assert b"\\u2713 intact" in done.stdout


def test_a_seat_gets_no_hash_to_try_hidden_cards_on(run: Run, game: str) -> None:
    assert "hash" in data(run("show", game, "--json"))
    assert "hash" not in data(run("show", game, "--json", "--seat", "ann"))


def test_there_is_no_turn_zero(run: Run, game: str) -> None:
    assert run("log", game, "--turn", "0").exit_code == 2
