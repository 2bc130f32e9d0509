"""`apnap new`: games set up from decks, and what is refused."""

import json
from pathlib import Path

import pytest

from events.game import ChanceScheme
from events.log import EventLog
from replays.files import open_log
from tests.replays.cli.conftest import Run, data

BEARS = ("--seat", "ann=bears", "--seat", "bob=bears")


@pytest.fixture
def log(tmp_path: Path) -> str:
    return str(tmp_path / "friday.apnap.jsonl")


def made(run: Run, log: str, *words: str) -> EventLog:
    result = run("new", *words, "-o", log)
    assert result.exit_code == 0, result.stderr
    return open_log(log)


def test_a_game_up_to_its_first_decision(run: Run, log: str) -> None:
    result = run("new", *BEARS, "--name", "ann=Ann A.", "-o", log)
    game = open_log(log)

    assert result.exit_code == 0
    assert result.stdout.startswith(f"{log}: Ann A. (ann), bob; rules of ")
    assert "has to choose who takes the first turn" in result.stdout
    assert result.stderr == f"Go on with: apnap play {log}\n"
    assert game.header.game == "friday"
    assert len(game.header.decks["ann"].main) == 60  # type: ignore[index]
    assert [type(r.event).__name__ for r in game[:3]] == ["GameCreated", "DieRolled", "DieRolled"]


def test_the_same_as_json(run: Run, log: str) -> None:
    told = data(run("new", *BEARS, "--json", "-o", log))

    assert told["log"] == log
    assert told["seats"] == ["ann", "bob"]
    assert told["awaiting"][0]["decisions"] == ["StartingPlayerChosen"]
    assert told["warnings"] == []


def test_options_stand_in_the_header(run: Run, log: str) -> None:
    game = made(
        run,
        log,
        *(word for seat in ("ann", "bob", "cyd", "dan") for word in ("--seat", f"{seat}=bears")),
        *("--team", "ann=x", "--team", "bob=y", "--team", "cyd=x", "--team", "dan=y"),
        *("--rules", "2012-01-01", "--set", "mulligan.kind=london", "--shared-team-turns"),
        *("--limited", "--un-cards", "--life", "30", "--previous-loser", "bob", "--seed", "7"),
        *("--previous-chooser", "ann"),
    )
    header = game.header

    assert [(one.seat, one.team) for one in header.seats] == [
        ("ann", "x"),
        ("bob", "y"),
        ("cyd", "x"),
        ("dan", "y"),
    ]
    assert header.rules.as_of == "2012-01-01"
    assert header.rules.mulligan.kind == "london"
    assert (header.play.limited, header.play.un_cards, header.play.shared_team_turns) == (True,) * 3
    assert header.play.starting_life == 30
    assert (header.match.previous_loser, header.match.previous_chooser) == ("bob", "ann")
    assert header.chance == ChanceScheme(kind="seeded", seed="7")


GIANT = ["--seat", "cyd=bears", "--seat", "dan=bears", "--shared-team-turns"]
HEADS = ["--team", "ann=x", "--team", "bob=x", "--team", "cyd=y", "--team", "dan=y"]


def test_810_4_heads_of_a_giant_share_one_life_total(run: Run, log: str) -> None:
    game = made(run, log, *BEARS, *GIANT, *HEADS)

    assert game.header.play.shared_life
    assert not made(run, log.replace("friday", "other"), *BEARS).header.play.shared_life


@pytest.mark.parametrize(
    ("words", "life"),
    [
        ([], 20),
        (["--commander"], 40),
        (["--brawl"], 25),
        (["--brawl", "--seat", "cyd=bears"], 30),
        (["--commander", "--life", "10"], 10),
        ([*GIANT, *HEADS], 30),
        ([*GIANT, *HEADS, "--rules", "2006-10-01"], 40),
        ([*GIANT, *HEADS, "--life", "20"], 20),
    ],
)
def test_starting_life(run: Run, log: str, words: list[str], life: int) -> None:
    assert made(run, log, *BEARS, *words).header.play.starting_life == life


def test_a_seed_gives_the_same_game_again(run: Run, tmp_path: Path) -> None:
    logs = []
    for name in ("a", "b"):
        folder = tmp_path / name
        folder.mkdir()
        logs.append(made(run, str(folder / "g.apnap.jsonl"), *BEARS, "--seed", "3"))

    assert logs[0] == logs[1]


def test_contraptions_and_halves(run: Run, log: str) -> None:
    words = ("--seat", "ann=contraptions", "--seat", "bob=contraptions")
    game = made(run, log, *words, "--un-cards")

    assert len(game.header.decks["ann"].contraptions) == 15  # type: ignore[index]
    assert game.header.rules.contraption.allowed


def test_contraptions_without_un_cards_are_refused_with_what_to_do(run: Run, log: str) -> None:
    result = run("new", "--seat", "ann=contraptions", "--seat", "bob=bears", "-o", log)

    assert result.exit_code == 6
    assert "legal now: a game with --un-cards" in result.stderr
    assert not Path(log).exists()


def test_warnings_about_decks(run: Run, log: str, tmp_path: Path) -> None:
    deck = tmp_path / "few.dec"
    deck.write_text("20 Forest\n1 Storm Crow\n1 Giant Fan\n", encoding="utf-8")
    result = run("new", "--seat", f"ann={deck}", "--seat", "bob=bears", "--un-cards", "-o", log)

    assert result.exit_code == 0
    assert (
        "1 card without a definition, which only lie there and do nothing: Storm Crow"
        in result.stderr
    )
    assert "the main deck has 21 of at least 60 cards (CR 100.2)" in result.stderr
    assert "it has 1 cards; constructed asks for 15" in result.stderr


def test_cards_of_ones_own(run: Run, log: str, tmp_path: Path) -> None:
    toml, scryfall = tmp_path / "own.toml", tmp_path / "cards.json"
    toml.write_text('[[card]]\nname = "Storm Crow"\npower = 1\ntoughness = 2\n', encoding="utf-8")
    card = {"object": "card", "name": "Sea Crow", "type_line": "Creature — Bird", "mtgo_id": 5}
    scryfall.write_text(json.dumps([card]), encoding="utf-8")
    deck = tmp_path / "crows.dek"
    deck.write_text(
        '<Deck><Cards CatID="1" Quantity="30" Sideboard="false" Name="Storm Crow"/>'
        '<Item CatId="5" Quantity="30" IsSideboard="false"/></Deck>',
        encoding="utf-8",
    )
    words = ("--seat", f"ann={deck}", "--seat", "bob=bears")
    game = made(run, log, *words, "--cards", str(toml), "--cards", str(scryfall))
    known = {str(card.name): card for card in game.header.cards}

    assert set(game.header.decks["ann"].main) == {"Storm Crow", "Sea Crow"}  # type: ignore[index]
    assert known["Storm Crow"].toughness == 2
    assert known["Sea Crow"].subtypes == ("Bird",)


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        pytest.param(["--seat", "ann=bears"], 3, "2 to 8 players", id="alone"),
        pytest.param(["--seat", "ann"], 2, "--seat ann=…", id="no-deck"),
        pytest.param([*BEARS, "--seat", "ann=bears"], 2, "there twice", id="twice"),
        pytest.param(
            ["--seat", "c1=bears", "--seat", "bob=bears"], 3, "cannot name a seat", id="an-id"
        ),
        pytest.param(
            ["--seat", "ann=nothing", "--seat", "bob=bears"], 3, "ship with apnap", id="no-file"
        ),
        pytest.param([*BEARS, "--name", "zoe=Z"], 2, "nobody called 'zoe'", id="a-name-of-nobody"),
        pytest.param([*BEARS, "--team", "zoe=x"], 2, "nobody called 'zoe'", id="a-team-of-nobody"),
        pytest.param([*BEARS, "--shared-team-turns"], 2, "nobody has a team", id="no-teams"),
        pytest.param([*BEARS, "--previous-loser", "zoe"], 2, "nobody called 'zoe'", id="no-loser"),
        pytest.param([*BEARS, "--rules", "soon"], 2, "soon", id="no-day"),
        pytest.param(
            [*BEARS, "--set", "mulligan.knd=london"], 2, "nearest: mulligan.kind", id="no-switch"
        ),
        pytest.param([*BEARS, "--set", "mulligan.kind=rome"], 2, "london", id="no-value"),
        pytest.param([*BEARS, "--life", "0"], 2, "--life", id="no-life"),
        pytest.param([*BEARS, "--cards", "missing.toml"], 3, "no such file", id="no-cards"),
    ],
)
def test_what_is_refused(run: Run, log: str, words: list[str], code: int, told: str) -> None:
    result = run("new", *words, "-o", log)

    assert result.exit_code == code
    assert told in result.stderr
    assert not Path(log).exists()


def test_a_card_file_with_an_error_names_file_card_and_field(
    run: Run, log: str, tmp_path: Path
) -> None:
    toml = tmp_path / "own.toml"
    toml.write_text('[[card]]\nname = "Storm Crow"\npower = "one"\n', encoding="utf-8")
    result = run("new", *BEARS, "--cards", str(toml), "-o", log)

    assert result.exit_code == 3
    assert f"{toml}, power: Storm Crow: Expected `int" in result.stderr


def test_the_name_says_that_it_is_a_log(run: Run, tmp_path: Path) -> None:
    result = run("new", *BEARS, "-o", str(tmp_path / "game.json"))

    assert result.exit_code == 2
    assert "game.apnap.jsonl" in result.stderr


def test_a_log_that_is_there_is_left_alone(run: Run, log: str) -> None:
    before = made(run, log, *BEARS)
    result = run("new", *BEARS, "-o", log)

    assert result.exit_code == 6
    assert open_log(log) == before


def test_a_switch_set_by_hand_has_a_reason(tmp_path: Path, run: Run) -> None:
    """An event that used a rule early, or a table that agrees on one: the header says so."""
    log = str(tmp_path / "game.apnap.jsonl")
    seats = ("--seat", "ann=bears", "--seat", "bob=bears", "--rules", "2015-07-31")
    switches = ("--set", "mulligan.kind=vancouver", "--set", "mulligan.free_extra=1")
    result = run("new", *seats, *switches, "--why", "Pro Tour Magic Origins", "-o", log)

    assert result.exit_code == 0, result.stderr
    rules = open_log(log).header.rules
    assert (rules.mulligan.kind, rules.mulligan.free_extra) == ("vancouver", 1)
    assert {one.reason for one in rules.overrides} == {"Pro Tour Magic Origins"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--set", "mulligan.kind=viennese"), "allowed: 'none', 'original_reveal'"),
        (("--set", "mulligan.free_extra=many"), "a whole number from 0"),
        (
            ("--set", "mulligan.kid=london"),
            "there is no switch 'mulligan.kid'; nearest: mulligan.kind",
        ),
        (("--why", "because"), "there is no --set"),
    ],
)
def test_a_switch_that_cannot_be_set(
    words: tuple[str, ...], told: str, tmp_path: Path, run: Run
) -> None:
    log = str(tmp_path / "game.apnap.jsonl")
    result = run("new", "--seat", "ann=bears", "--seat", "bob=bears", *words, "-o", log)

    assert result.exit_code == 2
    assert told in result.stderr
    assert not Path(log).exists()
