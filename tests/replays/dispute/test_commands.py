"""The commands why, watch, find and fork; time travel from Python; completion in a shell."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import apnap
from events.errors import DataError
from replays.cli import main
from replays.game_log import GameLog
from replays.provenance.links import ANNOUNCED, EXTRA_TURN, LINKS
from replays.showing.words import JAPANESE
from tests.replays.cli.conftest import Run, data
from tests.replays.dispute import logs
from tests.replays.games import whole_game


def test_why_draws_a_tree(run: Run, demo_file: str) -> None:
    result = run("why", demo_file, "players.bob.life")

    first, second, third, *_ = result.stdout.splitlines()
    assert result.exit_code == 0
    assert first == "players.bob.life = 0  @727"
    assert second.startswith("@722 ")
    assert third.startswith("└─ damage: @721 ")
    assert "earlier values:" in result.stdout


def test_why_without_drawings(run: Run, demo_file: str) -> None:
    text = run("--plain", "why", demo_file, "players.bob.life").stdout

    assert not set(text) & set("├└│─\x1b")
    assert "\n  damage: @721" in text


def test_why_in_japanese(run: Run, demo_file: str) -> None:
    text = run("--lang", "ja", "why", f"{demo_file}@flip:1", "flips").stdout

    assert "解決中: @" in text
    assert "原因: @" in text


def test_why_as_json_says_what_the_tree_says(run: Run, demo_file: str) -> None:
    told = data(run("why", demo_file, "players.bob.life", "--json"))

    assert (told["path"], told["at"], told["value"]) == ("players.bob.life", 727, 0)
    assert told["root"]["sources"][0]["role"] == "damage"
    assert told["root"]["rule"] == ["119.3"]


def test_why_as_a_page(run: Run, demo_file: str) -> None:
    text = run("why", demo_file, "players.bob.life", "--html").stdout

    assert text.startswith('<div class="apnap-why">')
    assert "<summary>" in text


def test_why_for_a_seat_hides_the_others_hand(run: Run, demo_file: str) -> None:
    """CR 400.2."""
    mine = run("--seat", "bob", "why", f"{demo_file}@60", "players.bob.hand")
    theirs = run("--seat", "ann", "why", f"{demo_file}@60", "players.bob.hand")

    assert "c168" in mine.stdout
    assert "c168" not in theirs.stdout


def test_every_role_has_its_japanese() -> None:
    links = [*(link for some in LINKS.values() for link in some), *ANNOUNCED, EXTRA_TURN]
    own = ("damage", "resolving", "announced", "attack", "blocks", "assigned", "divided", "targets",
           "activated", "library order", "damage on it", "life", "poison", "draw", "Contraption", "control", "ruling",
           "back to", "as it was", "because of", "earlier", "lived as")  # fmt: skip

    assert [one for one in {*(link.role for link in links), *own} if one not in JAPANESE] == []


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["why", "GAME", "players.bob.lief"], 2, "there is life"),
        (["why", "GAME@t99", "players.bob.life"], 2, "nearest: @t3"),
        (["why", "GAME@x", "players.bob.life"], 2, "is no position"),
        (["why", "nothing.jsonl", "players.bob.life"], 3, "nothing.jsonl"),
        (["--seat", "cyd", "why", "GAME", "players.bob.life"], 2, "nobody called 'cyd'"),
        (["why", "GAME", "objects.c31", "--depth", "0"], 2, "depth"),
        (["why", "GAME@3", "objects.c31"], 2, "nearest: @14"),
        (["watch", "GAME", "players.bob.lief"], 2, "there is life"),
        (["watch", "GAME@9..3", "players.bob.life"], 2, "runs backwards"),
        (["find", "player.life", "GAME"], 2, "column 1"),
        (["find", "players.bob.life <", "GAME"], 2, "ends too early"),
        (["find", "seq", "nothing.jsonl"], 3, "nothing.jsonl"),
        (["find", "players.__class__", "GAME"], 2, "no value has a field __class__"),
        (["fork", "GAME@t99", "-o", "NEW"], 2, "nearest"),
        (["fork", "GAME@t2"], 2, "--output"),
        (["fork", "GAME@t2", "-o", "GAME"], 6, "there is a file already"),
    ],
)
def test_what_is_refused(run: Run, game: str, words: list[str], code: int, text: str) -> None:
    new = game.replace("game.apnap", "new.apnap")
    result = run(*(one.replace("GAME", game).replace("NEW", new) for one in words))

    assert result.exit_code == code
    assert text in result.stderr


def test_refusals_are_objects_in_json(run: Run, game: str) -> None:
    result = run("find", "players.bob.lief", game, "--json")

    told = json.loads(result.stderr)
    assert (told["error"]["code"], told["error"]["exit"]) == ("usage/expression", 2)


def test_watch_lists_every_change(run: Run, demo_file: str) -> None:
    result = run("watch", demo_file, "players.bob.life")

    assert [line.split("~ ")[1] for line in result.stdout.splitlines()] == [
        "20 → 14",
        "14 → 12",
        "12 → 6",
        "6 → 0",
    ]
    assert [
        one["after"]
        for one in data(run("watch", demo_file, "players.bob.life", "--json"))["changes"]
    ] == [
        14,
        12,
        6,
        0,
    ]


def test_watch_says_that_nothing_changed(run: Run, demo_file: str) -> None:
    result = run("watch", f"{demo_file}@t1..t2", "players.bob.life")

    assert (result.exit_code, result.stdout) == (1, "")
    assert "nothing changed" in result.stderr


def test_find_the_first_and_all(run: Run, game: str) -> None:
    first = run("find", "players.bob.life < 20", game)
    every = run("find", "--all", "event.type == 'FlipWon'", game, "--json")

    assert first.exit_code == 0
    assert first.stdout.split()[0] == "48"
    assert [(one["first"], one["last"]) for one in data(every)["found"]] == [(29, 29), (47, 47)]


def test_find_nothing(run: Run, game: str) -> None:
    result = run("find", "players.bob.life < 3", game)

    assert (result.exit_code, result.stdout) == (1, "")
    assert "no such record" in result.stderr


def test_find_within_a_span(run: Run, game: str) -> None:
    told = data(run("find", "event.type == 'FlipWon'", f"{game}@t2..end", "--json"))

    assert [one["first"] for one in told["found"]] == [47]


def test_fork_writes_a_branch_that_says_where_it_comes_from(
    run: Run, demo_file: str, tmp_path: Path
) -> None:
    new = tmp_path / "branch.apnap.jsonl"
    told = data(run("fork", f"{demo_file}@t3.upkeep", "-o", str(new), "--seed", "x", "--json"))

    branch, main_line = apnap.open(new), apnap.open(demo_file)
    assert told["branch_of"] == branch.header.branch_of == main_line.log.prefix(told["at"] + 1).head
    assert [one.event for one in branch.log[1 : told["at"] + 1]] == [
        one.event for one in main_line.log[1 : told["at"] + 1]
    ]
    assert told["asked"][0]["player"] == "ann"
    assert run("verify", str(new)).stdout.count("✗") == 1  # it goes on


def test_a_branch_is_played_on(run: Run, demo_file: str, tmp_path: Path) -> None:
    new = tmp_path / "branch.apnap.jsonl"
    run("fork", f"{demo_file}@flip:1", "-o", str(new), "--seed", "x")
    before = len(apnap.open(new))

    call = json.dumps({"type": "FlipCalled", "player": "ann", "flip": 1, "call": "tails"})
    result = run("add", str(new), call)

    assert result.exit_code == 0, result.stderr
    assert len(apnap.open(new)) > before


def test_time_travel_from_python() -> None:
    game = whole_game()

    assert [write.seq for write in game.watch("players.bob.life")] == [48]
    assert game.last_write("players.bob.life") == next(game.watch("players.bob.life"))
    assert game.last_write("players.bob.life", "t1") is None
    assert next(game.reverse()) is game.at("end")
    assert list(game.reverse("t1")) == list(game.states())[: game.seq("t1") + 1][::-1]
    assert game.why("players.bob.life").root is not None
    with pytest.raises(DataError):
        game.watch("players.bob.lief")


def test_forks_from_python_leave_the_log_alone() -> None:
    game = GameLog(logs.demo().log)
    before = len(game)
    branch = game.fork("t2.upkeep")

    assert branch.table.turn.number == 2
    assert len(game) == before


def completed(words: str, *, shell: str = "bash") -> list[str]:
    parts = words.split(" ")
    result = CliRunner().invoke(
        main,
        env={
            "COMP_WORDS": " ".join(["apnap", *parts]),
            "COMP_CWORD": str(len(parts)),
            "_APNAP_COMPLETE": f"{shell}_complete",
        },
        prog_name="apnap",
    )
    return [line.partition(",")[2] for line in result.stdout.splitlines() if line]


def test_positions_are_completed(demo_file: str) -> None:
    found = completed(f"show {demo_file}@t5.d")

    assert found == [f"{demo_file}@t5.draw", f"{demo_file}@t5.declare_attackers"]
    assert f"{demo_file}@flip:1" in completed(f"why {demo_file}@f")
    assert f"{demo_file}@t1..t2.upkeep" in completed(f"log {demo_file}@t1..t2.u")
    assert completed(f"show {demo_file}@nonsense") == []


def test_paths_are_completed(demo_file: str) -> None:
    assert completed(f"why {demo_file} players.b") == ["players.bob"]
    assert "players.bob.life" in completed(f"why {demo_file}@t3 players.bob.l")
    assert "players.bob.life" in completed(f"watch {demo_file}@t3..t5 players.bob.l")
    assert completed(f"cut {demo_file} players.bob.life.x") == []
    assert completed("why nothing.jsonl players.b") == []


def test_every_completed_position_is_one(demo_file: str) -> None:
    game = apnap.open(demo_file)
    for one in completed(f"show {demo_file}@"):
        assert 0 <= game.seq(one.rpartition("@")[2]) < len(game)


def test_find_takes_its_words_in_either_order(run: Run, game: str) -> None:
    usual = run("find", "players.bob.life < 20", f"{game}@t1..")
    other = run("find", f"{game}@t1..", "players.bob.life < 20")

    assert usual.exit_code == 0
    assert other.stdout == usual.stdout
