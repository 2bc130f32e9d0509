"""Choices made at once: who is asked when, what lies face down, what happens together."""

import pytest

from events.choices import (
    ChoiceMade,
    ChoiceOpened,
    ChoicesCompleted,
    ChoicesOpened,
    ChoicesRestarted,
)
from events.game import Conceded, PlayerLeft
from events.identifiers import ObjectId, Seat
from events.stack import InstructionDone
from events.turns import CardsDrawn, PriorityPassed
from events.vocabulary import MoveReason
from events.zones import CardMoved, DiscardChosen, Tapped
from machine.referee import awaiting, legal_decisions
from projections.timeline import line
from tests.machine.golden_rules.tables import (
    ANN,
    BOB,
    CYD,
    Played,
    choose,
    game,
    of_type,
    offered,
    refusal,
    rules_on,
)

THREE = (ANN, BOB, CYD)
BEND = "Bend or Break"


def bent(day: str = "2026-01-01") -> Played:
    """Return three players who have separated their lands: ann two, ben and cyd one each."""
    lands = {ANN: ["Mountain", "Mountain"], BOB: ["Forest"], CYD: ["Island"]}
    table = game(THREE, hands={ANN: [BEND]}, battlefield=lands, rules=rules_on(day))
    played = Played(table).cast(ANN, BEND).resolve()
    for seat in THREE:
        own = [one for one in table.battlefield if table.objects[one].controller == seat]
        choose(played, seat, own[0])
    return played


def test_101_4d_bend_or_break_as_the_golden_rules_tell_it() -> None:
    played = bent()
    here = len(played.events)
    first = choose(played, ANN, "cyd")
    second = choose(played, BOB, "ann")
    assert first == (
        ChoiceMade(player=ANN, round=2, picks=("cyd",)),
        ChoiceOpened(round=2, player=CYD, kind="pile", about="ann", options=("1", "2")),
    )
    assert second == (
        ChoiceMade(player=BOB, round=2, picks=("ann",)),
        ChoiceOpened(round=2, player=ANN, kind="pile", about="bob", options=("1", "2")),
        ChoicesRestarted(round=2),
    )
    assert played.players_asked == (ANN,)
    choose(played, ANN, "2", about="bob")
    assert played.players_asked == (CYD,), "two choices, in cyd's own order"
    third = choose(played, CYD, "bob")
    assert third[-1] == ChoicesRestarted(round=2)
    assert played.players_asked == (BOB,)
    choose(played, BOB, "1", about="cyd")
    last = choose(played, CYD, "1", about="ann")
    names = [type(event).__name__ for event in last]
    assert names[:7] == [
        "ChoiceMade",
        "ChoicesCompleted",
        "CardMoved",
        "CardMoved",
        "Tapped",
        "InstructionDone",
        "CardMoved",
    ]
    assert of_type(last, InstructionDone)[0].done == 4
    assert len(of_type(played.events[here:], ChoicesRestarted)) == 2


def test_the_timeline_tells_which_pile_was_chosen() -> None:
    played = bent()
    for seat, pick, about in ((ANN, "cyd", ""), (BOB, "ann", ""), (ANN, "2", "bob")):
        choose(played, seat, pick, about=about)
    choose(played, CYD, "1", about="ann")
    places = zip(played.tables, played.events, played.tables[1:], strict=False)
    told = [line(*three) for three in places if isinstance(three[1], ChoiceMade)]
    assert told == [
        "ann makes two piles: Mountain (c17), and the rest",
        "bob makes two piles: Forest (c19), and the rest",
        "cyd makes two piles: Island (c20), and the rest",
        "ann names cyd",
        "bob names ann",
        "ann chooses bob's second pile: all but Forest (c19)",
        "cyd chooses ann's first pile: Mountain (c17)",
    ]


def test_101_4c_the_later_choice_may_come_first() -> None:
    played = bent()
    choose(played, ANN, "cyd")
    choose(played, BOB, "cyd")
    assert played.players_asked == (CYD,)
    kinds = [(one.about, one.picks) for one in offered(played)]
    assert kinds == [
        ("", ("ann",)),
        ("", ("bob",)),
        ("ann", ("1",)),
        ("ann", ("2",)),
        ("bob", ("1",)),
        ("bob", ("2",)),
    ]
    assert not of_type(choose(played, CYD, "2", about="bob"), ChoicesRestarted)
    assert of_type(choose(played, CYD, "ann"), ChoicesRestarted)
    assert played.players_asked == (ANN,)


def test_101_4_without_lands_nobody_is_asked() -> None:
    played = Played(game(THREE, hands={ANN: [BEND]})).cast(ANN, BEND).resolve()
    assert not of_type(played.events, ChoicesOpened)
    assert of_type(played.events, InstructionDone) == [InstructionDone(object=ObjectId("o17"))]


def test_101_4_the_only_opponent_need_not_be_named() -> None:
    lands = {ANN: ["Mountain"], BOB: ["Forest"]}
    played = Played(game(hands={ANN: [BEND]}, battlefield=lands)).cast(ANN, BEND).resolve()
    choose(played, ANN)
    events = choose(played, BOB, played.table.battlefield[1])
    assert events[2:] == (
        ChoicesOpened(round=2, players=(), kind="opponent"),
        ChoiceOpened(round=2, player=BOB, kind="pile", about="ann", options=("1", "2")),
        ChoiceOpened(round=2, player=ANN, kind="pile", about="bob", options=("1", "2")),
    )
    choose(played, ANN, "1")
    events = choose(played, BOB, "1")
    moves = of_type(events, CardMoved)
    assert [move.reason for move in moves] == [MoveReason.DESTROYED, MoveReason.RESOLVED]
    assert of_type(events, Tapped) == [Tapped(objects=(ObjectId("c12"),))]


def test_101_4d_no_rule_restarted_before_2009() -> None:
    played = bent("2008-06-01")
    choose(played, ANN, "cyd")
    events = choose(played, BOB, "ann")
    assert not of_type(events, ChoicesRestarted)
    assert played.players_asked == (CYD,), "the pass goes on"
    choose(played, CYD, "bob")
    events = choose(played, CYD, "1", about="ann")
    assert of_type(events, ChoicesRestarted) == [ChoicesRestarted(round=2, unwritten=True)]
    assert played.players_asked == (ANN,)
    choose(played, ANN, "1")
    assert of_type(choose(played, BOB, "1"), ChoicesCompleted)


def test_101_4_rules_spoke_of_two_players_before_2005() -> None:
    lands = {seat: ["Mountain"] for seat in THREE}
    for day, unwritten in (("2005-07-31", True), ("2005-08-01", False)):
        table = game(THREE, hands={ANN: [BEND]}, battlefield=lands, rules=rules_on(day))
        played = Played(table).cast(ANN, BEND).resolve()
        (opened,) = of_type(played.events, ChoicesOpened)
        assert opened.unwritten is unwritten
        assert opened.players == THREE


def test_800_4a_who_was_named_leaves_and_another_is_named() -> None:
    seats = (*THREE, Seat("dan"))
    lands = {seat: ["Mountain"] for seat in seats}
    played = Played(game(seats, hands={ANN: [BEND]}, battlefield=lands)).cast(ANN, BEND).resolve()
    for _ in seats:
        choose(played, played.players_asked[0])
    choose(played, ANN, "cyd")
    events = played.do(Conceded(player=CYD))
    assert of_type(events, PlayerLeft) == [PlayerLeft(player=CYD)]
    reopened = of_type(events, ChoiceOpened)
    assert reopened == [
        ChoiceOpened(round=2, player=ANN, kind="opponent", about="ann", options=("bob", "dan"))
    ]
    choose(played, ANN, "dan")
    choose(played, BOB, "dan")
    choose(played, Seat("dan"), "bob")
    while played.asked is ChoiceMade:
        played.do(next(iter(legal_decisions(played.table))))
    assert of_type(played.events, ChoicesCompleted)[-1] == ChoicesCompleted(round=2)
    assert played.asked is PriorityPassed


def test_800_4a_the_caster_leaves_and_nothing_more_happens() -> None:
    played = bent()
    events = played.do(Conceded(player=ANN))
    assert played.table.resolution is None
    assert not of_type(events, CardMoved)
    assert played.asked is not ChoiceMade


@pytest.mark.parametrize(
    ("code", "seat", "changes"),
    [
        ("decision/not_asked", BOB, {}),
        ("choice/no_round", ANN, {"round": 7}),
        ("choice/not_open", ANN, {"about": "cyd"}),
        ("choice/face_down", ANN, {"hidden": True}),
        ("choice/picks", ANN, {"picks": ("c99",)}),
        ("choice/picks", ANN, {"picks": ("ann",)}),
        ("choice/picks", ANN, {"picks": ("bob", "cyd")}),
        ("choice/picks", ANN, {"picks": ()}),
    ],
)
def test_101_4_refusals(code: str, seat: Seat, changes: dict[str, object]) -> None:
    given = {"player": seat, "round": 2, "picks": ("bob",), **changes}
    assert refusal(bent(), ChoiceMade(**given)).code == code  # type: ignore[arg-type]


# -- bugs of others ---------------------------------------------------------------------------------


def test_b062_players_are_asked_in_turn_order_from_the_active_player() -> None:
    seats = tuple(map(Seat, ("ann", "bob", "cyd", "dan")))
    hands = {seat: ["Bear"] * 4 for seat in seats}
    hands[CYD] = [*hands[CYD], "Delirium Skeins"]
    played = Played(game(seats, hands=hands, active=CYD)).cast(CYD, "Delirium Skeins").resolve()
    asked: list[object] = []
    while played.asked is ChoiceMade:
        asked += played.players_asked
        played.do(next(iter(legal_decisions(played.table))))
    assert asked == ["cyd", "dan", "ann", "bob"]


def test_b068_the_whole_sequence_of_choosers_is_asserted() -> None:
    played = bent()
    plan = [(ANN, "cyd", ""), (BOB, "ann", ""), (ANN, "1", "bob"), (CYD, "2", "ann")]
    plan += [(CYD, "bob", ""), (BOB, "2", "cyd")]
    asked: list[object] = []
    for seat, pick, about in plan:
        asked.append(played.players_asked)
        choose(played, seat, pick, about=about)
    assert asked == [(ANN,), (BOB,), (ANN,), (CYD,), (CYD,), (BOB,)]
    assert played.asked is PriorityPassed


# -- draws and discards -----------------------------------------------------------------------------


def test_121_2c_each_player_draws_all_one_by_one() -> None:
    played = Played(game(hands={ANN: ["Common Feast"]})).cast(ANN, "Common Feast").resolve()
    draws = of_type(played.events, CardsDrawn)
    assert [(one.player, one.count) for one in draws] == [
        (ANN, 1),
        (ANN, 1),
        (BOB, 1),
        (BOB, 1),
    ]


def test_701_9b_one_player_chooses_openly_what_to_discard() -> None:
    hands = {ANN: ["Blightning"], BOB: ["Bear", "Wall", "Forest"]}
    played = Played(game(hands=hands)).cast(ANN, "Blightning", "bob").resolve()
    (asked,) = awaiting(played.table)
    assert (asked.player, asked.decisions) == (BOB, (DiscardChosen,))
    cards = played.table.players[BOB].hand
    events = played.do(DiscardChosen(player=BOB, cards=cards[1:]))
    assert [type(event).__name__ for event in events[:4]] == [
        "DiscardChosen",
        "CardMoved",
        "CardMoved",
        "InstructionDone",
    ]
    assert of_type(events, InstructionDone)[0].done == 2
    wrong = Played(game(hands=hands)).cast(ANN, "Blightning", "bob").resolve()
    assert refusal(wrong, DiscardChosen(player=BOB, cards=cards[:1])).code == "discard/picks"


def test_701_9b_at_random_nobody_chooses() -> None:
    hands = {ANN: ["Blind Toss", "Bear", "Wall"], BOB: ["Forest"]}
    played = Played(game(hands=hands)).cast(ANN, "Blind Toss").resolve()
    names = [type(event).__name__ for event in played.events]
    assert names.count("RandomlyChosen") == 1, "one card needs no chance"
    assert [len(played.table.players[seat].hand) for seat in (ANN, BOB)] == [1, 0]
