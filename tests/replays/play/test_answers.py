"""What a line means: numbers, words, parts, shares, JSON, commands; and what means nothing."""

from typing import Any

import pytest

from events.base import Decision
from events.contraptions import CrankChosen
from events.errors import DataError
from events.game import Conceded, DrawOffered
from events.identifiers import ObjectId, Seat
from events.mulligans import MulliganDeclared
from events.stack import SpellCast
from events.turns import PriorityPassed
from events.zones import LandPlayed
from machine.referee import awaiting
from replays.play.answers import (
    Answer,
    Command,
    Passing,
    Shares,
    decisions_of,
    known_seat,
    understood,
)
from replays.play.questions import question
from replays.session import Game
from tests.machine.contraptions.desk import desk
from tests.replays.play.tables import game
from tests.replays.play.test_questions import fire

ANN = Seat("ann")


@pytest.fixture(scope="module")
def made() -> Game:
    return game(ann={"hand": ["Goblin", "Goblin", "Bear", "Forest"], "battlefield": ["Dual*3"]})


def answer(game: Game, line: str, *decisions: Decision) -> Answer:
    table = game.draft(*decisions) if decisions else game.table
    return understood(line, question(table, awaiting(table)[0]), table)


def hand(game: Game, card: str) -> ObjectId:
    names = game.table.players[ANN].hand
    return next(name for name in names if game.table.objects[name].card == card)


@pytest.mark.parametrize("line", ["pass", "p", "1", " PASS ", '{"type": "PriorityPassed"}'])
def test_passing_once(made: Game, line: str) -> None:
    assert answer(made, line) == (PriorityPassed(player=ANN),)


@pytest.mark.parametrize("number", [1, 12])
def test_cranking_all_is_the_default(number: int) -> None:
    """Also where there are more ways to choose than are listed one by one."""
    here = [{"card": "Tea Urn", "sprocket": 1}] * number
    players: dict[str, dict[str, Any]] = {
        "ann": {"battlefield": here, "library": ["Forest"]},
        "bob": {"library": ["Forest"]},
    }
    asked, _ = desk(players, phase="beginning.upkeep", begins=True)
    every = asked.table.battlefield
    for line in ("", "  ", "all"):
        assert answer(asked, line) == (CrankChosen(player=ANN, contraptions=every),)
    assert answer(asked, "none") == (CrankChosen(player=ANN, contraptions=()),)
    assert answer(asked, every[0]) == (CrankChosen(player=ANN, contraptions=every[:1]),)


def test_an_empty_line_is_no_answer_elsewhere(made: Game) -> None:
    with pytest.raises(DataError, match="no answer here"):
        answer(made, "")


def test_words_name_the_one_answer_that_has_them(made: Game) -> None:
    assert answer(made, "play forest") == (LandPlayed(player=ANN, card=hand(made, "Forest")),)
    assert answer(made, "cast bear") == (SpellCast(player=ANN, card=hand(made, "Bear")),)


def test_ones_own_name_is_not_one_of_the_words(made: Game) -> None:
    with pytest.raises(DataError, match="no answer here"):
        answer(made, "ann")


def test_of_equal_cards_the_first_is_meant(made: Game) -> None:
    assert answer(made, "goblin") == (SpellCast(player=ANN, card=hand(made, "Goblin")),)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("table", Command("table")),
        ("t", Command("table")),
        ("?", Command("help")),
        ("undo 12", Command("undo", "12")),
        ("log 5", Command("log", "5")),
        ("quit", Command("quit")),
        ("pass until main2", Passing("main2")),
        ("pass until my turn", Passing("my turn")),
        ("all pass until t5", Passing("t5", everybody=True)),
    ],
)
def test_commands(made: Game, line: str, command: Answer) -> None:
    assert answer(made, line) == command


def test_what_can_always_be_said(made: Game) -> None:
    assert answer(made, "concede") == (Conceded(player=ANN),)
    assert answer(made, "draw") == (DrawOffered(player=ANN),)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "no answer here"),
        ("fly to the moon", "no answer here"),
        ("99", "they go from 1 to"),
        ("0", "they go from 1 to"),
        ("cast", "can mean several answers"),
        ("1 2", "no answer here"),
        ("yes", "no answer here"),
        ("{", "no JSON"),
        ("[]", "decides nothing"),
        ("[3]", "a decision is an object"),
        ('{"type": "SpelCast"}', "nearest: SpellCast"),
        ('{"player": "ann"}', "a decision needs a type"),
        ('{"type": "CoinFlipped"}', "chance and consequences follow by themselves"),
        ('{"type": "LandPlayed", "card": 3}', "Expected `str`"),
        ('{"type": "LandPlayed", "card": "c1", "x": 1}', "unknown field"),
        ("{" * 50_000, "no JSON"),
        ("x" * 70_000, "not that long"),
    ],
)
def test_what_means_nothing(made: Game, line: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        answer(made, line)


def test_parts_by_number_by_id_all_and_none() -> None:
    fired, cast, _ = fire(targets=0)
    parts = answer(fired, "1 2", cast)
    everything = answer(fired, "all", cast)

    assert isinstance(parts, tuple)
    assert isinstance(everything, tuple)
    ids = " ".join(parts[0].targets)  # type: ignore[attr-defined]
    assert answer(fired, ids.replace("ann", "1"), cast) == parts
    assert len(everything[0].targets) == 6  # type: ignore[attr-defined]
    assert answer(fired, "none", cast)[0].targets == ()  # type: ignore[index,union-attr]
    with pytest.raises(DataError, match="none of them"):
        answer(fired, "1 77", cast)


def test_shares_one_or_several() -> None:
    fired, cast, chosen = fire(targets=3)

    assert answer(fired, "5", cast, chosen) == Shares((5,))
    assert answer(fired, "5, 3 1", cast, chosen) == Shares((5, 3, 1))
    with pytest.raises(DataError, match="no share"):
        answer(fired, "1.5", cast, chosen)


def test_t128_words_among_shares_are_told_and_never_guessed() -> None:
    fired, cast, chosen = fire(targets=3)

    for line, word in (("1,text 5 4. 6", "text"), ("1 5 4. 6", "4."), ("-1 5", "-1")):
        with pytest.raises(DataError, match=f"'{word}' is no share"):
            answer(fired, line, cast, chosen)


def test_a_list_is_one_announcement_and_needs_everything_said() -> None:
    text = '[{"type": "MulliganDeclared", "player": "bob", "mulligan": true}]'

    assert decisions_of(text) == (MulliganDeclared(player=Seat("bob"), mulligan=True),)
    with pytest.raises(DataError, match="missing required field `player`"):
        decisions_of('{"type": "PriorityPassed"}')


def test_nobody_of_that_name_plays(made: Game) -> None:
    with pytest.raises(DataError, match="there are ann, bob") as error:
        known_seat(PriorityPassed(player=Seat("zoe")), made.table)

    assert error.value.code == "usage/decision_player"
