"""Replays of Cockatrice: made up field by field, since nobody shares one freely."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.chance import DieRolled
from events.coin_flips import CoinFlipped, FlipInstructed, FlipWon
from events.damage import LifeChanged
from events.game import GameEnded
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.stack import SpellCast
from events.turns import CardsDrawn, PhaseEntered, TurnBegan
from events.vocabulary import Face, Phase, Zone
from events.zones import CardMoved, CardsIdentified
from replays.importers import ImportedGame
from replays.importers.cockatrice.teller import PHASES
from replays.importers.cockatrice.wire import Message, WireError, fields, varint, zigzag
from tests.replays.importers.cockatrice import made
from tests.replays.importers.cockatrice.made import Made, data, event, move, signed, whole
from tests.replays.importers.made import check, errors, events, imported, inferred

BOTH = {0: "Ann", 1: "Ben"}


def started(*, active: int = 0, life: int = 20) -> Made:
    return Made().join(0, "Ann").join(1, "Ben").state(BOTH, active=active, life=life)


def game_of(replay: Made) -> ImportedGame:
    report = imported(replay.bytes(), "game.cor")
    assert [one.reason for one in report.skipped] == []
    (game,) = report.games
    check(game)
    return game


def test_a_whole_game() -> None:
    report = imported(whole(), "game.cor")
    (game,) = report.games
    assert report.files[0].format == "cockatrice"
    assert errors(game) == []
    check(game)
    assert [entry.name for entry in game.header.seats] == ["Player 2", "Player 1"]
    assert game.header.rules.as_of == "2025-06-15"
    assert [event.value for event in events(game, DieRolled)] == [4, 17]
    assert [event.face for event in events(game, CoinFlipped)] == [
        Face.HEADS,
        Face.TAILS,
        Face.HEADS,
    ]
    assert [event.player for event in events(game, TurnBegan)] == ["seat2", "seat1"]
    assert [event.number for event in events(game, MulliganTaken)] == [1]
    assert [len(event.cards) for event in events(game, CardsBottomed)] == [1]
    assert [event.life for event in events(game, LifeChanged)] == [18]
    assert len(events(game, SpellCast)) == 1
    assert events(game, GameEnded)[0].winners == ("seat1",)
    named = {name for one in events(game, CardsIdentified) for name in one.cards.values()}
    assert named == {"Mountain", "Bear"}
    for name in (b"Ann", b"Ben", b"Watcher"):
        assert name not in b"".join(game.log.lines())


def test_a_coin_is_a_die_of_two_sides_that_nobody_calls() -> None:
    replay = started().hand(0).hand(1).turn(1).die(0, 2, 2, 1, 1, 2, 1).die(1, 2, 1)
    game = game_of(replay)
    flips = events(game, CoinFlipped)
    assert [(one.player, one.face.value, one.shown) for one in flips] == [
        ("seat1", "tails", 2), ("seat1", "heads", 1), ("seat1", "heads", 1),
        ("seat1", "tails", 2), ("seat1", "heads", 1), ("seat2", "heads", 1),
    ]  # fmt: skip
    assert [one.flip for one in flips] == [1, 2, 3, 4, 5, 6]
    assert events(game, FlipInstructed, FlipWon) == []
    assert errors(game) == []


def test_the_first_hand_is_no_mulligan() -> None:
    game = game_of(started().hand(0).hand(1).hand(0, back=7).hand(0, back=7).turn(1))
    assert len(events(game, MulliganTaken)) == 2
    assert [one.mulligan for one in events(game, MulliganDeclared)] == [True, False, True, False]
    assert game.header.rules.mulligan.free_extra == 2  # all stayed at seven: free by agreement
    assert errors(game) == []


def test_a_smaller_number_is_another_kind_of_mulligan() -> None:
    game = game_of(started().hand(0).hand(1).hand(0, 6, back=7).turn(1))
    assert game.header.rules.mulligan.kind == "vancouver"
    assert [one.size for one in events(game, HandKept)] == [7, 6]
    assert errors(game) == []


def test_bottoming_is_a_plain_move() -> None:
    replay = started().hand(0).hand(1).hand(0, back=7)
    replay.add(move(0, 20, "hand", "deck")).turn(1)
    game = game_of(replay)
    (back,) = events(game, CardsBottomed)
    assert back.player == "seat1"
    assert len(back.cards) == 1
    assert inferred(game, CardsBottomed) == [False]
    assert [(one.number, one.counted) for one in events(game, MulliganTaken)] == [(1, 1)]
    assert errors(game) == []


def test_players_of_a_free_table_may_break_the_rules_and_it_is_reported() -> None:
    """Two cards back after one mulligan: the server knows no rules, the log says that it was so."""
    replay = started().hand(0).hand(1).hand(1, back=7).hand(0, back=7)
    replay.add(move(0, 20, "hand", "deck")).add(move(1, 20, "hand", "deck"))
    replay.add(move(1, 21, "hand", "deck")).turn(1)
    game = game_of(replay)
    told = [(len(r.event.cards), r.reported) for r in game.log if type(r.event) is CardsBottomed]
    assert sorted(told) == [(1, False), (2, True)]
    assert errors(game) == []


@pytest.mark.parametrize("first", [0, 1])
def test_who_is_active_before_the_hands_are_dealt_need_not_begin(first: int) -> None:
    game = game_of(started(active=0).turn(first).hand(0).hand(1).phase(3).turn(1 - first).phase(3))
    seats = ["seat1", "seat2"]
    assert [one.player for one in events(game, TurnBegan)] == [seats[first], seats[1 - first]]


def test_phases_are_numbered() -> None:
    replay = started().hand(0).hand(1)
    for number in range(11):
        replay.phase(number)
    game = game_of(replay)
    told = [one.phase for one in events(game, PhaseEntered) if one.phase.is_turn]
    assert told == list(PHASES)
    assert Phase.CLEANUP not in told


def test_a_card_gets_a_new_id_in_each_zone() -> None:
    replay = started().hand(0).hand(1).phase(3)
    replay.add(move(0, 20, "hand", "table", name="Bear", new=50))
    replay.add(move(0, 50, "table", "grave", name="Bear", new=51))
    replay.add(move(0, 51, "grave", "rfg", name="Bear", new=52))
    game = game_of(replay)
    moves = events(game, CardMoved)
    assert [one.to for one in moves] == [Zone.BATTLEFIELD, Zone.GRAVEYARD, Zone.EXILE]
    assert len({one.new for one in moves}) == 3
    assert [one.card for one in moves[1:]] == [one.new for one in moves[:-1]]


def test_hidden_cards_stay_hidden() -> None:
    replay = started().hand(0).hand(1).phase(2)
    replay.add(event(0, 2005, signed(1, 2)))
    replay.add(move(0, 21, "hand", "deck", name="Secret", new=77))
    game = game_of(replay)
    assert events(game, CardsDrawn)[-1].cards == ()
    assert b"Secret" not in b"".join(game.log.lines())


def test_what_nobody_said_is_in_no_log() -> None:
    replay = started().hand(0).hand(1).phase(3)
    replay.add(event(0, 1009, data(1, "my password")))
    assert b"password" not in b"".join(game_of(replay).log.lines())


def test_a_replay_without_a_game() -> None:
    report = imported(Made().bytes(), "game.cor")
    assert [one.code for one in report.skipped] in (
        ["cockatrice/no_game"],
        ["import/unknown_format"],
    )
    report = imported(Made().add(event(0, 1009, data(1, "hi"))).bytes(), "game.cor")
    assert [one.code for one in report.skipped] == ["cockatrice/no_game"]


def test_any_beginning_of_a_replay_can_be_read() -> None:
    replay = whole()
    for end in range(2, len(replay), 7):
        report = imported(replay[:end], "game.cor")
        assert report.games or report.skipped


def test_damage_says_where() -> None:
    report = imported(whole()[:-30], "game.cor")
    assert [one.code for one in report.skipped] == ["import/damaged"]
    assert "event 31 cannot be read" in report.skipped[0].reason
    assert len(report.games) == 1


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(0, 2**64 - 1))
def test_numbers_survive(value: int) -> None:
    raw = made.varint(value)
    assert varint(raw, 0) == (value, len(raw))
    signed_value = value - 2**63
    (field,) = fields(made.signed(5, signed_value))
    assert isinstance(field.value, int)
    assert zigzag(field.value) == signed_value


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_up_to_a_point(raw: bytes) -> None:
    message = Message(raw)
    for number in message:
        message.number(number)
        message.text(number)
        message.numbers(number)
        list(message.messages(number))
    assert message.broken == (_failure(raw) is not None)


def _failure(raw: bytes) -> WireError | None:
    try:
        list(fields(raw))
    except WireError as error:
        return error if 0 <= error.offset <= len(raw) else None
    return None
