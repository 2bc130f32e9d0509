"""``apnap crank``: one action, or line by line; text and JSON; refusals and exit codes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from replays.cli import main
from replays.files import open_log
from tests.replays.cli.conftest import Run, data


@pytest.fixture
def log(tmp_path: Path, run: Run) -> str:
    """Return the log of a table with ann and bob, and two Contraptions of ann's."""
    path = str(tmp_path / "table.apnap.jsonl")
    assert run("crank", path, "show", "--player", "ann", "--player", "bob").exit_code == 0
    run("crank", path, "assemble", "ann", "1", "Duck", "Press")
    run("crank", path, "assemble", "ann", "2", "Sprung Mattress")
    return path


def test_one_action_at_a_time(log: str, run: Run) -> None:
    run("crank", log, "next")
    result = run("crank", log, "--plain", "crank", "all")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "▸ ann",
        "⚙\t1\tDuck Press",
        "→\t2\tSprung Mattress",
        "\t3\t",
        "  bob",
        "\t1\t",
        "\t2\t",
        "⚙\t3\t",
    ]


def test_show_draws_the_three_sprockets_and_the_next_upkeep(log: str, run: Run) -> None:
    run("crank", log, "next")
    run("crank", log, "scrap", "Duck")
    result = run("show", log, "--plain")
    assert result.exit_code == 0
    assert result.stdout.split("sprocket (⚙ CRANK! counter, → next upkeep)\n")[1].splitlines() == [
        "ann\t⚙ 1\t",
        "ann\t→ 2\tSprung Mattress",
        "ann\t  3\t",
        "ann\t\tContraption deck: 0 · scrapyard: Duck Press",
    ]
    before = run("show", f"{log}@2", "--plain").stdout
    assert "ann\t→ 1\tDuck Press\nann\t  2\t\nann\t⚙ 3\t\n" in before


def test_who_has_to_choose_is_told(log: str, run: Run) -> None:
    result = run("crank", log, "next")
    assert "ann has to choose which Contraptions to crank: Duck Press" in result.stderr


def test_two_of_one_name_are_told_apart(log: str, run: Run) -> None:
    run("crank", log, "assemble", "ann", "1", "Duck", "Press")
    result = run("crank", log, "--plain", "next")
    assert "⚙\t1\tDuck Press c2, Duck Press c6\n" in result.stdout
    assert result.stderr.endswith("to crank: Duck Press c2, Duck Press c6\n")
    result = run("crank", log, "--plain", "crank", "c6")
    assert result.exit_code == 0


def test_an_effect_moves_a_counter(log: str, run: Run) -> None:
    assert "CRANK! counter" in run("crank", log, "--plain", "history").stdout
    assert run("crank", log, "advance").exit_code == 2
    result = run("crank", log, "--plain", "advance", "ann")
    assert "⚙\t1\tDuck Press\n" in result.stdout
    assert "to crank: Duck Press" in result.stderr


def test_json_has_the_board_and_what_is_asked(log: str, run: Run) -> None:
    shown = data(run("crank", log, "next", "--json"))
    (mine, his) = shown["board"]
    assert (mine["crank"], his["crank"]) == (1, 3)
    assert mine["sprockets"][0]["contraptions"][0]["name"] == "Duck Press"
    assert shown["awaiting"][0]["decisions"] == ["CrankChosen"]
    assert shown["active_player"] == "ann"


def test_line_by_line(log: str) -> None:
    lines = "next\ncrank Duck\nscrap 'Duck Press'\nundo\nundo\ncrank none\nfly\nhistory\n"
    result = CliRunner().invoke(main, ["crank", log, "--plain"], input=lines)
    assert result.exit_code == 1
    assert "there is no action 'fly'" in result.stderr
    assert "turn\tplayer\tCRANK! counter\tcranked\n1\tann\t3 → 1\t\n" in result.stdout
    kinds = [type(record.event).__name__ for record in open_log(log)]
    assert kinds.count("Rewound") == 2
    assert kinds[-1] == "CrankChosen"


def test_quit_leaves_the_rest_alone(log: str) -> None:
    result = CliRunner().invoke(main, ["crank", log], input="next\ncrank none\nquit\nnext\n")
    assert result.exit_code == 0
    assert len([one for one in open_log(log) if type(one.event).__name__ == "TurnBegan"]) == 1


@pytest.mark.parametrize(
    ("words", "code", "exit_code"),
    [
        (["fly"], "usage/action", 2),
        (["assemble", "ann"], "usage/action", 2),
        (["assemble", "ann", "two", "Duck"], "usage/action", 2),
        (["assemble", "cyd", "1", "Duck"], "usage/seat", 2),
        (["assemble", "ann", "4", "Duck"], "contraption/no_sprocket", 6),
        (["crank", "all"], "contraption/not_asked", 6),
        (["crank"], "usage/action", 2),
        (["scrap"], "usage/action", 2),
        (["scrap", "Nothing"], "usage/contraption", 2),
        (["exile"], "usage/action", 2),
        (["move", "Duck"], "usage/action", 2),
        (["next", "ann", "bob"], "usage/action", 2),
        (["undo", "everything"], "usage/action", 2),
    ],
)
def test_refusals(log: str, run: Run, words: list[str], code: str, exit_code: int) -> None:
    before = Path(log).read_bytes()
    result = run("crank", log, *words, "--json")
    assert result.exit_code == exit_code
    assert json.loads(result.stderr)["error"]["code"] == code
    assert Path(log).read_bytes() == before


def test_moving_and_exiling(log: str, run: Run) -> None:
    moved = data(run("crank", log, "move", "Duck", "Press", "3", "bob", "--json"))
    assert moved["board"][1]["sprockets"][2]["contraptions"][0]["owner"] == "ann"
    run("crank", log, "exile", "Sprung")
    gone = data(run("crank", log, "show", "--json"))
    assert not any(row["contraptions"] for row in gone["board"][0]["sprockets"])


def test_a_log_that_is_there_is_not_written_over(log: str, run: Run) -> None:
    assert run("crank", log, "--player", "cyd").exit_code == 6


def test_the_log_of_a_game_is_refused(game: str, run: Run) -> None:
    result = run("crank", game, "show", "--json")
    assert json.loads(result.stderr)["error"]["code"] == "crank/other_log"


def test_other_commands_read_the_log(log: str, run: Run) -> None:
    run("crank", log, "next")
    run("crank", log, "crank", "all")
    verdicts = data(run("verify", log, "--json"))["verdicts"]
    assert verdicts["intact"]["ok"]
    assert verdicts["derived"]["ok"] is None
    assert run("audit", log).exit_code == 0
    shown = run("show", log)
    assert "Duck Press" in shown.stdout
    assert run("log", f"{log}@crank:1").exit_code == 0


def test_japanese(log: str, run: Run) -> None:
    result = run("crank", log, "history", "--lang", "ja", "--plain")
    assert result.stdout.splitlines()[0] == "ターン\tプレイヤー\t発動!カウンター\t発動した物"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_rule_of_another_book_names_itself(log: str, run: Run, tmp_path: Path, lang: str) -> None:
    """A branch of a table that waits for somebody to crank tells by which rule; it is no CR number."""
    run("crank", log, "next")
    result = run("fork", f"{log}@end", "-o", str(tmp_path / "branch.apnap.jsonl"), "--lang", lang)
    assert "(UFAQ.crank)" in result.stdout + result.stderr
