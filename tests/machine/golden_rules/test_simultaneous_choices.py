"""Choices made at once: who is asked when, what lies face down, what happens together."""

import pytest

from events.base import Event
from events.choices import (
    ChoiceMade,
    ChoiceOpened,
    ChoicesCompleted,
    ChoicesOpened,
    ChoicesRestarted,
    ChoicesRevealed,
)
from events.game import Conceded, PlayerLeft
from events.identifiers import ObjectId, Seat
from events.stack import InstructionDone
from events.turns import CardsDrawn, PriorityPassed
from events.vocabulary import MoveReason, Zone
from events.zones import CardMoved, CardsRevealed, DiscardChosen, Tapped
from machine.referee import awaiting, legal_decisions
from projections.timeline import line
from projections.views import seat_event, seat_view
from tests.machine.golden_rules.tables import (
    ANN,
    BOB,
    CYD,
    Played,
    game,
    of_type,
    refusal,
    rules_on,
)

THREE = (ANN, BOB, CYD)
BEND = "Bend or Break"


def choose(played: Played, seat: Seat, *picks: str, about: str = "") -> tuple[Event, ...]:
    choice = played.table.choice
    assert choice is not None
    opened = choice.opened
    return played.do(
        ChoiceMade(player=seat, round=opened.round, picks=picks, about=about, hidden=opened.hidden)
    )


def offered(played: Played) -> list[ChoiceMade]:
    return of_type(legal_decisions(played.table), ChoiceMade)


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


# -- Delirium Skeins, Show and Tell: what lies face down --------------------------------------------


def skeins(*hands: int, day: str = "2026-01-01") -> Played:
    cards = ["Bear", "Forest", "Wall", "Elephant", "Island"]
    seats = THREE[: len(hands)]
    given = {seat: cards[:size] for seat, size in zip(seats, hands, strict=True)}
    given[ANN] = [*given[ANN], "Delirium Skeins"]
    played = Played(game(seats, hands=given, rules=rules_on(day)))
    return played.cast(ANN, "Delirium Skeins").resolve()


def test_101_4a_delirium_skeins_face_down_in_order_then_all_at_once() -> None:
    played = skeins(4, 5)
    assert played.players_asked == (ANN,)
    ann, bob = (played.table.players[seat].hand for seat in (ANN, BOB))
    assert choose(played, ANN, *ann[:3]) == (
        ChoiceMade(player=ANN, round=1, picks=ann[:3], hidden=True),
    )
    view = seat_view(played.table, BOB)
    assert view.choice is not None
    assert (view.choice.made[0].picks, view.choice.made[0].count) == ((), 3)
    events = choose(played, BOB, *bob[1:4])
    assert [type(event).__name__ for event in events[:9]] == [
        "ChoiceMade",
        "ChoicesRevealed",
        "ChoicesCompleted",
        *["CardMoved"] * 6,
    ]
    assert events[1] == ChoicesRevealed(round=1, picks={ANN: ann[:3], BOB: bob[1:4]})
    assert of_type(events, InstructionDone)[0] == InstructionDone(object=ObjectId("o21"), done=6)
    assert [len(played.table.players[seat].hand) for seat in (ANN, BOB)] == [1, 2]


@pytest.mark.parametrize(
    ("hands", "asked", "done", "skipped"),
    [
        ((5, 5), (ANN, BOB), 6, 0),
        ((3, 5), (BOB,), 6, 0),
        ((2, 5), (BOB,), 5, 1),
        ((0, 5), (BOB,), 3, 3),
        ((2, 3), (), 5, 1),
        ((0, 0), (), 0, 6),
    ],
)
def test_101_3_fewer_cards_all_of_them_none_nothing(
    hands: tuple[int, int], asked: tuple[Seat, ...], done: int, skipped: int
) -> None:
    played = skeins(*hands)
    while played.asked is ChoiceMade:
        played.do(next(iter(legal_decisions(played.table))))
    opened = of_type(played.events, ChoicesOpened)
    assert [one.players for one in opened] == ([asked] if asked else [])
    (end,) = of_type(played.events, InstructionDone)
    assert (end.done, end.skipped) == (done, skipped)
    reasons = [move.reason for move in of_type(played.events, CardMoved)]
    assert reasons.count(MoveReason.DISCARDED) == done


def test_101_4a_no_rule_let_picks_lie_face_down_before_2008() -> None:
    played = skeins(4, 5, day="2007-12-01")
    ann = played.table.players[ANN].hand
    events = choose(played, ANN, *ann[:3])
    assert events[1:] == (CardsRevealed(player=ANN, cards=ann[:3]),)
    assert not of_type(played.events, ChoicesRevealed)
    view = seat_view(played.table, BOB)
    assert view.choice is not None
    assert view.choice.made[0].picks == ann[:3]


def test_101_4a_a_face_down_pick_cannot_be_made_openly() -> None:
    played = skeins(4, 5)
    open_pick = ChoiceMade(player=ANN, round=1, picks=played.table.players[ANN].hand[:3])
    assert refusal(played, open_pick).code == "choice/face_down"


def show_and_tell(*hands: list[str]) -> Played:
    seats = THREE[: len(hands)]
    given = dict(zip(seats, hands, strict=True))
    given[ANN] = [*given[ANN], "Show and Tell"]
    return Played(game(seats, hands=given)).cast(ANN, "Show and Tell").resolve()


def test_101_4a_show_and_tell_unseen_by_later_choosers_then_together() -> None:
    played = show_and_tell(["Bear", "Forest"], ["Wall", "Ponder"], ["Ponder"])
    bear = played.hand(ANN, "Bear")
    before = played.table
    events = choose(played, ANN, bear)
    seen = seat_event(before, played.table, events[0], BOB)
    assert seen == ChoiceMade(player=ANN, round=1, count=1, hidden=True)
    choose(played, BOB, played.hand(BOB, "Wall"))
    assert played.players_asked == (CYD,), "who holds nothing that fits is asked all the same"
    assert [one.picks for one in offered(played)] == [()]
    events = choose(played, CYD)
    moves = [move for move in of_type(events, CardMoved) if move.to is Zone.BATTLEFIELD]
    assert [(move.controller, move.reason) for move in moves] == [
        (ANN, MoveReason.PUT),
        (BOB, MoveReason.PUT),
    ]
    first = events.index(moves[0])
    assert events[first + 1] is moves[1], "together: nothing comes between"


def test_101_4_an_empty_hand_is_not_asked() -> None:
    played = show_and_tell(["Bear"], [], ["Bear"])
    (opened,) = of_type(played.events, ChoicesOpened)
    assert opened.players == (ANN, CYD)


# -- bugs of others ---------------------------------------------------------------------------------


def test_b061_each_player_effects_move_all_cards_in_one_step() -> None:
    played = skeins(4, 4, 4)
    for seat in THREE:
        before = played.table.players[seat].hand
        events = choose(played, seat, *before[:3])
        assert bool(of_type(events, CardMoved)) is (seat == CYD)


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


def test_b064_the_second_player_does_not_see_the_first_card() -> None:
    played = show_and_tell(["Bear", "Wall"], ["Forest"])
    choose(played, ANN, played.hand(ANN, "Bear"))
    view = seat_view(played.table, BOB)
    assert view.players[ANN].hand == ()
    assert view.choice is not None
    assert view.choice.made[0].picks == ()


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
