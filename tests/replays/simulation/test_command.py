"""The command ``simulate``: the same seed, the same games; logs that derive; exact numbers; refusals."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from replays.cli import main
from replays.game_log import GameLog
from replays.scan import open_game

DECK = ("--deck", "24 Forest, 36 Wurm")
FIND = ("--deck", "4 Key, 56 Other", "--want", "Key", "--down-to", "4")


def run(*words: object) -> Result:
    given = ["simulate", *map(str, words), "--engine", "serial"]
    return CliRunner().invoke(main, given, env={"LC_ALL": "C.UTF-8"})


def told(*words: object) -> Any:  # noqa: ANN401 - any JSON
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def number(found: Any, seat: str, what: str) -> Any:  # noqa: ANN401 - any JSON
    return next(one for one in found["players"][seat] if one["what"] == what)


def test_every_number_has_n_and_an_interval() -> None:
    found = told("mulligans", *DECK, "--keep", "7:2-5", "--down-to", 6, "--games", 200)

    for seat in ("ann", "bob"):
        for one in found["players"][seat]:
            assert one["n"] == 200
            assert one["low"] <= one["value"] <= one["high"]


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    words = ("mulligans", *DECK, "--keep", "7:2-5", "--games", 100, "--seed")

    assert told(*words, "a") == told(*words, "a")
    assert told(*words, "a") != told(*words, "b")


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("mulligans", *DECK, "--keep", "7:3-4", "--down-to", 5, "--games", 30), 3),
        (("flips", "--thumbs", 1, "--until", "loss", "--games", 5), 3),
        (("games", "--games", 1), 1),
    ],
    ids=["mulligans", "flips", "games"],
)
def test_logs_are_kept_that_can_be_derived(
    words: tuple[object, ...], count: int, tmp_path: Path
) -> None:
    folder = tmp_path / "logs"
    result = run(*words, "--keep-logs", folder, "--kept", 3)

    assert result.exit_code == 0, result.output
    games: list[GameLog] = [open_game(one) for one in sorted(folder.iterdir())]
    assert len(games) == count
    for game in games:
        assert game.header.chance.kind == "seeded"
        assert game.verify().verdicts["derived"].ok
        assert game.audit() == ()
    assert run(*words, "--keep-logs", folder).exit_code == 6, "nothing is replaced"


@pytest.mark.parametrize("what", ["mulligans", "flips", "games"])
def test_the_same_seed_writes_the_same_logs(what: str, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        assert run(what, "--games", 1, "--keep-logs", folder).exit_code == 0
    first, second = ([file.read_bytes() for file in folder.iterdir()] for folder in folders)

    assert first == second


def test_different_simulations_of_one_seed_have_different_names(tmp_path: Path) -> None:
    assert run("mulligans", *DECK, "--games", 2, "--keep-logs", tmp_path).exit_code == 0
    assert run("flips", "--games", 2, "--keep-logs", tmp_path).exit_code == 0
    assert run("games", "--games", 1, "--keep-logs", tmp_path).exit_code == 0
    assert len(list(tmp_path.iterdir())) == 5


def test_exact_numbers_are_fractions() -> None:
    found = told("mulligans", *FIND, "--exact")

    assert found["exact"]
    assert number(found, "ann", "kept 7")["exact"] == "38962/97527"
    assert number(found, "ann", "good hand kept")["value"] == pytest.approx(0.8699674, abs=1e-6)
    flips = told("flips", "--until", "wins:10", "--thumbs", 1, "--exact")
    assert number(flips, "", "flips")["exact"] == "40/3"


@pytest.mark.parametrize("words", [("--exact",), ("--games", 300)])
def test_the_likeliest_numbers_of_wins_are_listed(words: tuple[object, ...]) -> None:
    """Of a hundred flips 38 to 62 are won in 98.8 %; what is not listed is told as one number."""
    found = told("flips", "--until", "flips:100", *words)["players"][""]
    listed = [one for one in found if one["what"].startswith("wins ")]
    other = next(one for one in found if one["what"] == "any other number of wins")

    assert len(listed) == 25
    assert {"wins 44", "wins 50", "wins 56"} < {one["what"] for one in listed}
    assert other["value"] < 0.05
    assert sum(one["value"] for one in (*listed, other)) == pytest.approx(1)
    if words == ("--exact",):
        assert [one["what"] for one in listed] == [f"wins {n}" for n in range(38, 63)]
        assert other["value"] == pytest.approx(0.0120330, abs=1e-6)


def test_a_fraction_that_is_too_long_is_told_as_a_number() -> None:
    found = told("flips", "--until", "flips:1000", "--thumbs", 3, "--exact")

    assert number(found, "", "wins 1000")["exact"] == ""
    assert number(found, "", "wins 1000")["value"] == pytest.approx((255 / 256) ** 1000)


def test_one_game_has_a_mean_and_no_interval() -> None:
    one = number(told("mulligans", *DECK, "--games", 1), "ann", "hand size")

    assert one["n"] == 1
    assert (one["low"], one["high"]) == (None, None)


def test_smoothed_first_hands_exactly() -> None:
    words = ("mulligans", *DECK, "--keep", "7:2-5", "--down-to", 6, "--exact")
    plain, two, three = (told(*words, "--smoothed", hands) for hands in (1, 2, 3))

    assert told(*words) == plain
    shares = [number(found, "ann", "kept 6")["value"] for found in (plain, two, three)]
    assert shares[:2] == pytest.approx([1 - 0.84390, 0.0411514], abs=1e-5)
    assert shares[2] < shares[1]


def test_a_card_wanted_in_any_of_several_lines() -> None:
    words = ("--deck", "4 Key, 4 Map, 52 Other", "--want", "Key", "--want", "2*Map", "--down-to", 7)
    both = number(told("mulligans", *words, "--exact"), "ann", "good hand kept")["value"]
    one = number(told("mulligans", *words[:4], "--down-to", 7, "--exact"), "ann", "good hand kept")

    assert both > one["value"]


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (("mulligans", *DECK, "--want", "Nothing"), 3, "the deck has no 'Nothing'"),
        (("mulligans", *DECK, "--keep", "seven"), 2, "no rule of lands"),
        (("flips", "--until", "noon"), 2, "it is one of"),
        (("mulligans", *DECK, "--smoothed", 2), 2, "no rule deals several hands"),
        (("games", "--exact"), 2, "no --exact"),
        (("flips", "--until", "losses:1000", "--thumbs", 1, "--exact"), 2, "300 digits"),
        (("flips", "--until", "losses:30", "--games", 1), 2, "gone on for 100,000 flips"),
        (("mulligans", *DECK, *DECK, *DECK, "--players", 4), 2, "one deck for all"),
        (("mulligans", "--rules", "soon"), 2, ""),
        (("dice",), 2, "dice"),
    ],
)
def test_wrong_words_are_told(words: tuple[object, ...], code: int, text: str) -> None:
    result = run(*words)

    assert result.exit_code in {2, 3}, (code, result.output)
    assert text in result.stderr
