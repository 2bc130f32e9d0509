"""Each command on good input: what people read, and its JSON."""

import json
from pathlib import Path

import pytest

from events.citations import GLOSSES
from replays.cli.explaining import terms
from replays.files import open_log, write_log
from tests.replays.cli.conftest import Run, data
from tests.replays.dispute import logs
from tests.replays.games import whole_game

GAME = whole_game()


def test_verify(run: Run, game: str, broken: str) -> None:
    result = run("verify", "--json", game, broken)

    good, bad = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 4
    assert good == {
        "schema_version": 1,
        "log": game,
        "head": GAME.head,
        "records": len(GAME),
        "verdicts": {
            "intact": {"ok": True},
            "complete": {"ok": True},
            "derived": {"ok": None, "reason": "not applicable: imported"},
            "legal": {"ok": None, "reason": "not applicable: imported"},
        },
    }
    intact = bad["verdicts"]["intact"]
    assert intact["ok"] is False
    assert intact["seq"] == GAME.seq("flip:1") + 3
    assert intact["code"] == "log/chain"


def test_verify_for_people(run: Run, game: str, broken: str) -> None:
    assert "✓ intact" in run("verify", game).stdout
    assert "✗ intact" in run("verify", broken).stdout


def test_verify_goes_on_after_a_missing_file(run: Run, game: str) -> None:
    result = run("verify", "--json", "missing.jsonl", game)

    first, second = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 3
    assert first["error"]["code"] == "file/missing"
    assert second["verdicts"]["intact"] == {"ok": True}


def test_an_unfinished_game_is_a_finding(run: Run, tmp_path: Path, game: str) -> None:
    lines = Path(game).read_bytes().splitlines(keepends=True)
    short = tmp_path / "short.apnap.jsonl"
    short.write_bytes(b"".join(lines[:20]))

    result = run("verify", str(short))

    assert result.exit_code == 1
    assert "✗ complete" in result.stdout


def test_audit(run: Run, game: str) -> None:
    result = run("audit", "--json", game)

    assert result.exit_code == 0
    assert data(result)["findings"] == []


def test_audit_of_a_broken_log_up_to_its_break(run: Run, broken: str) -> None:
    result = run("audit", "--prefix", broken)

    assert result.exit_code == 0
    assert "only the first" in result.stderr


def test_log(run: Run, game: str) -> None:
    lines = run("log", game).stdout.splitlines()

    assert len(lines) == len(GAME)
    assert lines[GAME.seq("t2.upkeep")].split()[:3] == [
        str(GAME.seq("t2.upkeep")),
        "t2.upkeep",
        "rules",
    ]


@pytest.mark.parametrize(
    ("words", "types"),
    [
        (["--type", "DamageDivided"], ["DamageDivided"]),
        (["--type", "flipcalled"], ["FlipCalled", "FlipCalled"]),
        (["--type", "FlipWon", "--turn", "2"], ["FlipWon"]),
        (["--who", "bob", "--type", "MulliganDeclared"], ["MulliganDeclared"]),
        (["--turn", "3"], ["TurnBegan", "PhaseEntered", "Conceded", "GameEnded", "NoteAdded"]),
        (["--turn", "8"], []),
    ],
)
def test_log_filters(run: Run, game: str, words: list[str], types: list[str]) -> None:
    result = run("log", game, "--json", *words)

    assert result.exit_code == 0
    assert [row["type"] for row in data(result)["records"]] == types


def test_log_of_a_span(run: Run, game: str) -> None:
    rows = data(run("log", f"{game}@t1..t2", "--json"))["records"]

    assert [rows[0]["seq"], rows[-1]["seq"]] == [GAME.seq("t1"), GAME.seq("t2")]


def test_log_greps_what_people_read(run: Run, game: str) -> None:
    text = data(run("log", game, "--json"))["records"][5]["text"]
    word = max(text.split(), key=len)

    lines = run("log", game, "--grep", word).stdout.splitlines()

    assert any(text in line for line in lines)
    assert len(lines) < len(GAME)


def test_before_the_first_turn_there_is_no_turn(run: Run, game: str) -> None:
    rows = data(run("log", game, "--json"))["records"]

    assert [row["turn"] for row in rows[:3]] == [None, None, None]


@pytest.mark.parametrize("position", ["", "@0", "@mull.2", "@t1", "@flip:1", "@divide:1", "@-1"])
def test_show(run: Run, game: str, position: str) -> None:
    drawn, plain = run("show", game + position, "--diff"), run("show", game + position, "--json")

    assert drawn.exit_code == plain.exit_code == 0
    assert "ann (Ann)" in drawn.stdout
    told = data(plain)
    assert told["record"]["seq"] == GAME.seq(position.removeprefix("@") or "end")
    assert set(told["table"]["players"]) == {"ann", "bob"}
    assert "changes" not in told


def test_a_turn_that_begins_is_not_in_the_last_ones_cleanup(run: Run, game: str) -> None:
    headline = run("show", f"{game}@t2").stdout.splitlines()[0]

    assert " · t2 · " in headline
    assert "cleanup" not in headline


def test_show_marks_what_changed_by_signs(run: Run, game: str) -> None:
    seq = next(r.seq for r in GAME.log if type(r.event).__name__ == "LifeChanged")

    drawn = run("show", f"{game}@{seq}", "--diff")
    told = data(run("show", f"{game}@{seq}", "--diff", "--json"))

    assert "~17" in drawn.stdout
    assert "~ players.bob.life  20 → 17" in drawn.stdout
    assert [one["path"] for one in told["changes"]] == ["players.bob.life"]


def test_show_draws_the_mulligans_and_the_flips(run: Run, game: str) -> None:
    mulligans = run("show", f"{game}@mull.2").stdout
    flips = run("show", f"{game}@{GAME.seq('flip:1') + 5}").stdout

    assert "mulligans, round 2" in mulligans
    assert "kept 7" in mulligans
    assert "called heads" in flips
    assert "(tails) heads" in flips


def test_show_of_a_broken_log(run: Run, broken: str) -> None:
    assert run("show", broken).exit_code == 4
    result = run("show", broken, "--prefix")
    assert result.exit_code == 0
    assert "only the first" in result.stderr


def test_diff_of_logs(run: Run, game: str, other: str) -> None:
    result = run("diff", game, other, "--json")

    told = data(result)
    assert result.exit_code == 1
    assert told["kind"] == "logs"
    assert told["first_divergence"]["seq"] == told["common"]
    assert told["first_divergence"]["a"]["event"]["life"] == 17
    assert told["first_divergence"]["b"]["event"]["life"] == 15
    assert "first divergence" in run("diff", game, other).stdout


def test_diff_of_logs_for_a_seat(run: Run, game: str, other: str) -> None:
    told = data(run("--seat", "ann", "diff", game, other, "--json"))

    assert told["first_divergence"]["a"]["event"]["life"] == 17
    assert "allowed" not in told
    assert "decks.bob" not in str(told["header"])
    assert run("--seat", "zoe", "diff", game, other).exit_code == 2


def test_diff_of_different_games(run: Run, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("one.apnap.jsonl", "demo.apnap.jsonl")]
    for path, log in zip(paths, (logs.begun(3).log, logs.demo()), strict=True):
        write_log(log.log, path)
    result = run("diff", *map(str, paths))

    assert result.exit_code == 1
    assert "these are different games" in result.stderr
    assert "17 Forest" in result.stdout  # of a list, what only one log has
    assert "objects." not in result.stdout


def test_diff_of_the_same_log(run: Run, game: str) -> None:
    result = run("diff", game, game)

    assert result.exit_code == 0
    assert "the same" in result.stdout
    assert data(run("diff", game, game, "--json"))["first_divergence"] is None


def test_diff_of_positions(run: Run, game: str) -> None:
    result = run("diff", f"{game}@t1", f"{game}@t3", "--json")

    told = data(result)
    assert result.exit_code == 1
    assert told["kind"] == "positions"
    assert "players.bob.life" in [one["path"] for one in told["changes"]]
    assert run("diff", f"{game}@5", f"{game}@5").exit_code == 0


def test_export_rows(run: Run, game: str) -> None:
    rows = [json.loads(line) for line in run("export", game).stdout.splitlines()]

    assert len(rows) == len(GAME)
    assert list(rows[5])[:8] == [
        "game",
        "seq",
        "turn",
        "phase",
        "active_player",
        "by",
        "type",
        "nature",
    ]
    divided = rows[GAME.seq("divide:1")]
    assert (divided["turn"], divided["phase"], divided["shares"]) == (1, "main.precombat", [3, 1])
    conceded = next(row for row in rows if row["type"] == "Conceded")
    assert conceded["turn"] == 3
    assert rows[0]["turn"] is None


def test_export_gives_back_the_log_byte_for_byte(run: Run, game: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.apnap.jsonl"

    to_output = run("export", game, "--format", "log")
    to_file = run("export", game, "--format", "log", "-o", str(copy), "--json")

    assert to_output.stdout_bytes == Path(game).read_bytes() == copy.read_bytes()
    assert data(to_file)["bytes"] == copy.stat().st_size
    assert open_log(copy) == GAME.log


def test_export_never_replaces_a_file_unless_told(run: Run, game: str, other: str) -> None:
    kept = Path(other).read_bytes()

    assert run("export", game, "--format", "log", "-o", other).exit_code == 6
    assert Path(other).read_bytes() == kept
    assert run("export", game, "--format", "log", "-o", other, "--overwrite").exit_code == 0
    assert Path(other).read_bytes() == Path(game).read_bytes()


def test_doctor(run: Run, game: str, broken: str) -> None:
    result = run("doctor", "--json", game, broken)

    checks = {one["name"]: one for one in data(result)["checks"]}
    assert result.exit_code == 1
    assert checks["msgspec"]["state"] == "ok"
    assert checks["store in SQLite"]["state"] == "ok"
    assert checks[game]["found"].startswith(f"{len(GAME)} records, imported, ann, bob")
    assert checks[broken]["state"] == "broken"
    assert "compare it with another copy" in checks[broken]["advice"]


def test_doctor_of_a_healthy_installation(run: Run) -> None:
    assert run("doctor").exit_code == 0


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("705.2", "who calls"),
        ("CR 705.2", "who calls"),
        ("UFAQ.crank", "counter advances"),
        ("FlipCalled", "A player calls heads or tails"),
        ("flipcalled", "705.2"),
        ("position/turn", "nearest: @t"),
        ("mulligan/out_of_turn", "turn order"),
        ("log/chain", "prev is not the hash"),
        ("mulligan.kind", "2019-07-12    london                103.4"),
        ("contraption.exile_goes_to", "where nobody does, it is exile"),
        ("turn.mana_burn", "values: true, false"),
    ],
)
def test_explain(run: Run, topic: str, expected: str) -> None:
    result = run("explain", topic)

    assert result.exit_code == 0
    assert expected in result.stdout


def test_explain_names_the_nearest(run: Run) -> None:
    assert "nearest: FlipCalled" in run("explain", "FlipCall").stderr


@pytest.mark.parametrize("word", ["sprocket", "駆動輪", "起動輪", "SPROCKET"])
def test_glossary(run: Run, word: str) -> None:
    told = data(run("glossary", word, "--json"))

    assert [(one["en"], one["ja"]) for one in told["terms"]] == [("sprocket", "駆動輪")]


def test_glossary_finds_parts_of_words_and_lists_everything(run: Run) -> None:
    assert len(data(run("glossary", "mulligan", "--json"))["terms"]) == 1
    assert len(data(run("glossary", "Paris", "--json"))["terms"]) == 1
    assert len(data(run("glossary", "--json"))["terms"]) > 70


def test_glossary_cites_rules_that_have_a_gloss() -> None:
    assert [one.en for one in terms() if one.rule and one.rule not in GLOSSES] == []


def test_editions(run: Run) -> None:
    every = data(run("editions", "--json"))["editions"]
    on_a_day = data(run("editions", "--at", "2019-07-12", "--json"))
    changed = data(run("editions", "--diff", "2019-07-11", "2019-07-12", "--json"))["changes"]

    assert len(every) > 10
    assert on_a_day["rules"]["mulligan"]["kind"] == "london"
    assert "mulligan.kind" in [one["switch"] for one in changed]
    assert run("editions", "--at", "2019-07-12").exit_code == 0
    assert run("editions").exit_code == 0


def test_editions_tell_rule_numbers_and_on_what_sources_disagree(run: Run) -> None:
    lines = run("editions", "--at", "2018-06-20").stdout.splitlines()
    switch = next(line for line in lines if "flip.classify_by" in line)

    assert lines[0] == "rules of 2018-06-20: Battlebond, 2018-06-08 (printed)"
    assert switch.split() == ["flip.classify_by", "effect_text", "2018-06-08", "705.2"]
    place = lines.index("? Since when has a plain flip no winner?")
    assert [line.split(":")[0].strip() for line in lines[place + 1 : place + 4]] == [
        "VJ",
        "PIT",
        "WIKI",
    ]
    assert lines[place + 4].startswith("  > 2018-06-08")
    assert "inferred" in next(
        line
        for line in run("editions", "--at", "2006-03-01").stdout.splitlines()
        if "pregame.opening_hand_actions" in line
    )


def test_a_difference_of_two_days_tells_what_sources_say_of_either(run: Run) -> None:
    told = run("editions", "--diff", "2018-06-07", "2018-06-08").stdout
    plain = run("editions", "--diff", "2017-06-07", "2017-06-08").stdout

    assert "? Since when has a plain flip no winner?" in told
    assert "?" not in plain


def test_editions_asks_one_question(run: Run) -> None:
    result = run("editions", "--at", "2019-07-12", "--diff", "2019-07-11", "2019-07-12")

    assert result.exit_code == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(run: Run, shell: str) -> None:
    result = run("completion", shell)

    assert result.exit_code == 0
    assert "_APNAP_COMPLETE" in result.stdout
    assert "apnap completion" in result.stderr
