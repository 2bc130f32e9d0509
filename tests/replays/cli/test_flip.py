"""``flip`` and ``fairness``: what people type and read."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from events.coin_flips import CoinFlipped, FlipInstructed, FlipLost
from events.vocabulary import Face
from replays import fairness
from replays.cli import flipping, main, measuring
from replays.files import open_log, write_log
from tests.replays.cli.conftest import Run, data
from tests.replays.desk.games import at_flipper, submit_all
from tests.replays.games import whole_game


def typed(answers: str, *words: str) -> Result:
    """Run a command line with answers typed in, in English."""
    environment = {"LC_ALL": "C", "LANG": "C", "LC_MESSAGES": "C"}
    return CliRunner().invoke(main, list(words), input=answers, env=environment)


def test_a_coin_is_called_and_comes_up() -> None:
    result = typed("h\n", "flip", "--json")
    (flip,) = data(result)["flips"]

    assert result.exit_code == 0
    assert flip["call"] == "heads"
    assert flip["outcome"] == ("won" if flip["face"] == "heads" else "lost")


def test_a_die_shows_its_number() -> None:
    result = typed("4\n", "flip", "--real", "--device", "d6", "--call", "heads")

    assert result.stdout.splitlines()[0] == "1  called heads  heads 4  won  won 1, x2"


@pytest.mark.parametrize(("number", "face"), [("1", "tails"), ("2", "heads")])
def test_a_die_of_two_sides_is_asked_for_its_number(number: str, face: str) -> None:
    result = typed(f"h\n{number}\n", "flip", "--real", "--device", "d2", "--call", "even")

    assert "which number? [1-2]" in result.stderr
    assert f"{face} {number}" in result.stdout.splitlines()[0]


def test_real_coins_are_told() -> None:
    result = typed("t\nt\n", "flip", "--real")

    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "1  called tails  tails  won  won 1, x2",
        "you: won 1, lost 0, none 0, heads 0, tails 1",
    ]


def test_every_coin_is_shown_before_one_is_kept() -> None:
    """The question names what came up; an answer that is none is asked for again."""
    result = typed("x\nh\nh\nt\nt\n", "flip", "--real", "--thumbs", "1")

    assert "flip 1: heads tails; keep which?" in result.stderr
    assert "one of h, heads, t, tails" in result.stderr
    assert result.stdout.splitlines()[0] == "1  called heads  (heads) tails  lost  won 0, x1"


def test_614_1a_coins_of_one_instruction_all_lie_there_before_a_choice() -> None:
    """Two flips at once of two coins each: two calls, four coins, then both choices."""
    result = typed("h\nt\nh\nt\nt\nh\nh\nt\n", "flip", "--real", "--times", "2", "--thumbs", "1")
    asked = [line.rsplit("? ", 1)[0] for line in result.stderr.splitlines()]
    questions = result.stderr

    assert result.exit_code == 0, asked
    places = [
        questions.index("flip 2, you: heads or tails?"),
        questions.index("flip 1 coin 1: heads or tails?"),
        questions.index("flip 2 coin 2: heads or tails?"),
        questions.index("1  called heads  heads tails\n2  called tails  tails heads\n"),
        questions.index("flip 1: heads tails; keep which?"),
        questions.index("flip 2: tails heads; keep which?"),
    ]
    assert places == sorted(places)
    assert result.stdout.splitlines()[:2] == [
        "1  called heads  heads (tails)  won  won 1, x2",
        "2  called tails  tails (heads)  won  won 2, x4",
    ]


def test_coins_of_one_instruction_are_one_batch(tmp_path: Path, run: Run) -> None:
    log = str(tmp_path / "coins.apnap.jsonl")
    typed("", "flip", "--times", "3", "--call", "heads", "--log", log)
    typed("", "flip", "--times", "2", "--one-by-one", "--call", "heads", "--log", log)
    events = [record.event for record in open_log(log)]
    batches = [event.batch for event in events if isinstance(event, FlipInstructed)]

    assert batches == [1, 1, 1, 2, 3]
    assert run("audit", log).exit_code == 0
    found = data(run("verify", log, "--json"))["verdicts"]
    assert all(found[name]["ok"] for name in ("intact", "derived", "legal"))


def test_flips_one_by_one_are_seen_before_the_next_is_called() -> None:
    result = typed("h\nh\nt\nh\n", "flip", "--real", "--times", "2", "--one-by-one")
    first, second = (
        result.stderr.index("flip 1 coin 1: heads or tails?"),
        result.stderr.index("flip 2, you: heads or tails?"),
    )

    assert first < second
    assert [line.split("  ")[3] for line in result.stdout.splitlines()[:2]] == ["won", "lost"]


def test_running_totals_and_the_doubling_up_to_the_loss() -> None:
    result = typed("h\nh\nt\n", "flip", "--real", "--until-lose", "--call", "heads")

    assert [line.split("  ")[-1] for line in result.stdout.splitlines()[:-1]] == [
        "won 1, x2",
        "won 2, x4",
        "won 2, x4",
    ]


@pytest.mark.parametrize(
    ("keep", "kept"), [("win", "won"), ("lose", "lost"), ("heads", "won"), ("tails", "lost")]
)
def test_which_coin_is_kept(keep: str, kept: str) -> None:
    result = typed(
        "h\nt\n", "flip", "--real", "--thumbs", "1", "--call", "heads", "--keep", keep, "--json"
    )

    assert json.loads(result.stdout)["flips"][0]["outcome"] == kept


def test_equal_coins_are_not_asked_about() -> None:
    result = typed("h\nh\n", "flip", "--real", "--thumbs", "1", "--call", "heads")

    assert result.exit_code == 0
    assert result.stdout.startswith("1  called heads  heads (heads)  won")


def test_a_log_is_begun_and_goes_on(tmp_path: Path, run: Run) -> None:
    log = str(tmp_path / "coins.apnap.jsonl")
    first = typed("h\nt\n", "flip", "--real", "--call", "none", "--times", "2", "--log", log)
    second = typed("t\nh\n", "flip", "--log", log)  # real once, real always
    events = [record.event for record in open_log(log)]

    assert (first.exit_code, second.exit_code) == (0, 0)
    assert sum(isinstance(event, CoinFlipped) for event in events) == 3
    assert isinstance(events[-1], FlipLost)
    found = data(run("verify", "--json", log))["verdicts"]
    assert found["derived"]["ok"]
    assert found["derived"]["code"] == "verify/outside", "flips are instructed from outside"
    assert found["legal"] == {"ok": True}


def test_drawn_coins_and_real_ones_have_logs_of_their_own(tmp_path: Path) -> None:
    log = str(tmp_path / "coins.apnap.jsonl")
    typed("", "flip", "--call", "heads", "--log", log)
    result = typed("h\n", "flip", "--call", "heads", "--real", "--log", log)

    assert result.exit_code == 2
    assert "usage/flip" in result.stderr


@pytest.mark.parametrize("more", [(), ("--until-lose",), ("--times", "2", "--one-by-one")])
def test_what_was_left_open_is_ended_first(tmp_path: Path, more: tuple[str, ...]) -> None:
    """The input ends while two flips are called, of two coins each; the next run goes on there."""
    log = str(tmp_path / "coins.apnap.jsonl")
    begun = typed("h\n", "flip", "--real", "--thumbs", "1", "--times", "2", "--log", log)
    answers = "t\n" + "h\nt\nh\nt\n" + "h\nt\n" + "h\nt\n" * 2
    result = typed(answers, "flip", "--json", "--log", log, *more)
    made = data(result)["flips"]

    assert begun.exit_code == 2
    assert result.exit_code == 0
    assert [(one["flip"], one["call"], one["outcome"]) for one in made[:2]] == [
        (1, "heads", "won"),
        (2, "tails", "won"),
    ]
    assert {one["outcome"] for one in made[2:]} == {"lost"}
    assert data(run_audit(log))["findings"] == []


def run_audit(log: str) -> Result:
    return typed("", "audit", "--json", log)


@pytest.mark.parametrize(("answer", "device"), [("y", "die_even_odd"), ("n", "coin")])
def test_a_proposal_that_was_left_open_is_answered_first(
    tmp_path: Path, answer: str, device: str
) -> None:
    log = str(tmp_path / "coins.apnap.jsonl")
    words = ("flip", "--call", "heads", "--log", log)
    begun = typed("", *words, "--with", "bob", "--device", "d6")
    result = typed(f"{answer}\n", *words, "--json")
    (flip,) = data(result)["flips"]

    assert begun.exit_code == 2
    assert flip["device"] == device


@pytest.mark.parametrize(
    ("words", "code"),
    [(("--rules", "2005-09-01"), "usage/flip"), (("--with", "dan"), "usage/seat")],
)
def test_what_a_log_settled_is_not_settled_again(
    tmp_path: Path, words: tuple[str, ...], code: str
) -> None:
    log = str(tmp_path / "coins.apnap.jsonl")
    begin = ("flip", "--call", "heads", "--log", log)
    typed("", *begin, "--with", "bob", "--rules", "2023-01-01")
    before = Path(log).read_bytes()
    result = typed("", *begin, *words)

    assert result.exit_code == 2
    assert code in result.stderr
    assert Path(log).read_bytes() == before
    assert typed("", *begin, "--with", "bob", "--rules", "2023-06-01").exit_code == 0


def test_a_run_that_is_never_lost_ends_at_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flipping, "MOST_FLIPS", 3)
    result = typed("h\n" * 9, "flip", "--real", "--until-lose", "--call", "heads")

    assert result.exit_code == 6
    assert "limit/flips" in result.stderr


def test_a_game_flips_its_own_coins(game: str) -> None:
    result = typed("", "flip", "--call", "heads", "--log", game)

    assert result.exit_code != 0
    assert "flip/other_log" in result.stderr


def test_nobody_answers() -> None:
    result = typed("", "flip")

    assert result.exit_code == 2
    assert "usage/no_answer" in result.stderr


@pytest.mark.parametrize("more", [("--times", "2"), ("--call", "none"), ("--one-by-one",)])
def test_what_does_not_go_together(more: tuple[str, ...]) -> None:
    assert typed("", "flip", "--until-lose", *more).exit_code == 2


def test_all_agree_on_a_die_or_a_coin_is_flipped() -> None:
    words = ("flip", "--real", "--call", "heads", "--with", "bob", "--device", "d6")
    agreed, refused = typed("y\n4\n", *words, "--json"), typed("n\n", *words)

    (flip,) = json.loads(agreed.stdout)["flips"]
    assert (flip["device"], flip["coins"][0]["shown"], flip["outcome"]) == (
        "die_even_odd",
        4,
        "won",
    )
    assert refused.exit_code == 2
    assert "bob does not agree" in refused.stderr


def test_an_unfair_die_is_refused() -> None:
    result = typed("", "flip", "--call", "heads", "--device", "d5")

    assert result.exit_code == 6
    assert "flip/device_odd" in result.stderr


def test_fairness_states_its_looks_and_accuses_nobody(tmp_path: Path) -> None:
    log = str(tmp_path / "coins.apnap.jsonl")
    typed("h\n" * 12, "flip", "--real", "--call", "none", "--times", "12", "--log", log)
    told = typed("", "fairness", log)
    plain = json.loads(typed("", "fairness", "--json", log).stdout)

    assert told.exit_code == 0
    assert "2 looks" in told.stdout
    assert "783 coins" in told.stdout
    assert "accuses nobody" in told.stdout
    assert "flipped by apnap itself" not in told.stdout
    heads, runs = plain["looks"]
    assert (heads["coins"], heads["heads"], heads["p"]) == (12, 12, 2 / 4096)
    assert heads["p_corrected"] == pytest.approx(4 / 4096)
    assert (runs["question"], runs["p"]) == ("runs", 1.0)
    assert plain["coins_needed"]["55%"] == 783


def test_fairness_of_a_game(game: str, tmp_path: Path) -> None:
    second = tmp_path / "second.apnap.jsonl"
    write_log(whole_game().log, second)
    result = json.loads(typed("", "fairness", "--json", game, str(second), "--who", "ann").stdout)

    assert result["flips"] > 0
    assert {look["player"] for look in result["looks"]} == {"ann"}


def test_coins_taken_back_and_tossed_anew_came_up_as_well(tmp_path: Path) -> None:
    """Whoever has bad coins tossed anew until they are good is seen to have tossed them all."""
    game = at_flipper(3)
    before = len(game.events) - 1
    submit_all(game, Face.HEADS)
    for _ in range(4):
        game.rewind(before, reflip=True)
        submit_all(game, Face.HEADS)
    log = tmp_path / "again.apnap.jsonl"
    write_log(game.events, log)
    heads, _ = json.loads(typed("", "fairness", "--json", str(log)).stdout)["looks"]

    assert heads["coins"] == 5


def test_a_series_that_is_not_looked_at_whole_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = str(tmp_path / "coins.apnap.jsonl")
    typed("", "flip", "--call", "none", "--times", "12", "--log", log)
    whole = typed("", "fairness", log)
    monkeypatch.setattr(fairness, "MOST_COINS", 9)
    monkeypatch.setattr(measuring, "MOST_COINS", 9)
    part = typed("", "fairness", log)

    assert "only the first" not in whole.stdout
    assert "only the first 9 coins" in part.stdout


def test_fairness_of_somebody_who_flips_nothing(tmp_path: Path, run: Run) -> None:
    log = str(tmp_path / "coins.apnap.jsonl")
    typed("", "flip", "--call", "heads", "--log", log)
    result = run("fairness", log, "--who", "zed")

    assert result.exit_code == 2
    assert "nobody called 'zed' flips in these logs; there are you [usage/seat]" in result.stderr


def test_fairness_without_coins(game: str) -> None:
    assert "no coins" in typed("", "fairness", game, "--device", "other").stdout


def test_questions_are_asked_in_japanese() -> None:
    answers = "y\nh\nh\nt\nh\n"
    words = ("flip", "--real", "--thumbs", "1", "--device", "coin:eagle", "--lang", "ja")
    asked = typed(answers.removeprefix("y\n"), *words).stderr
    agreed = typed("y\nh\n4\n", "flip", "--with", "bob", "--device", "d6", "--lang", "ja").stderr

    assert "heads" not in asked
    for question in ("you: 表か裏か [h/t]", "コイン2: 表か裏か [h/t]", "表 裏。残すのは [h/t]"):
        assert question in asked
    assert "bob、d6に同意しますか [y/n]" in agreed


def test_japanese(tmp_path: Path) -> None:
    result = typed("h\n", "flip", "--real", "--call", "heads", "--lang", "ja")

    assert "宣言 表" in result.stdout
    assert not list(tmp_path.iterdir())
