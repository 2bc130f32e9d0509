"""Choices that lie face down until all have chosen: Delirium Skeins, Show and Tell."""

import pytest

from events.choices import ChoiceMade, ChoicesOpened, ChoicesRestarted, ChoicesRevealed
from events.identifiers import ObjectId, Seat
from events.stack import InstructionDone
from events.turns import PriorityPassed
from events.vocabulary import MoveReason, Zone
from events.zones import CardMoved, CardsRevealed
from machine.referee import awaiting, legal_decisions
from projections.views import seat_event, seat_view
from tests.machine.golden_rules.tables import (
    ANN,
    BOB,
    CYD,
    DAN,
    Played,
    choose,
    game,
    of_type,
    offered,
    refusal,
    rules_on,
)

THREE = (ANN, BOB, CYD)


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


@pytest.mark.parametrize(
    ("hands", "asked", "entered"),
    [
        pytest.param((["Bear"], ["Wall"]), (ANN, BOB), 2, id="one-card-each"),
        pytest.param((["Bear"], ["Ponder"]), (ANN, BOB), 1, id="one-card-that-does-not-fit"),
        pytest.param((["Bear"], []), (ANN,), 1, id="only-one-has-a-card"),
        pytest.param(([], ["Bear"]), (BOB,), 1, id="only-the-other-has-a-card"),
        pytest.param(([], []), (), 0, id="nobody-has-a-card"),
    ],
)
def test_101_3_show_and_tell_with_one_card_or_none(
    hands: tuple[list[str], list[str]], asked: tuple[Seat, ...], entered: int
) -> None:
    played = show_and_tell(*hands)
    while played.asked is ChoiceMade:
        played.do(max(offered(played), key=lambda one: len(one.picks)))
    opened = of_type(played.events, ChoicesOpened)
    assert [(one.players, one.hidden) for one in opened] == (
        [(asked, len(asked) > 1)] if asked else []
    )
    (end,) = of_type(played.events, InstructionDone)
    assert end.done == entered
    moves = [one for one in of_type(played.events, CardMoved) if one.to is Zone.BATTLEFIELD]
    assert len(moves) == entered
    assert played.asked is PriorityPassed


def test_101_4_show_and_tell_nobody_has_to_put_a_card_down() -> None:
    played = show_and_tell(["Bear"], ["Wall"])
    choose(played, ANN)
    events = choose(played, BOB)
    assert of_type(events, ChoicesRevealed) == [ChoicesRevealed(round=1, picks={ANN: (), BOB: ()})]
    assert not [one for one in of_type(events, CardMoved) if one.to is Zone.BATTLEFIELD]


# -- two-headed giant -------------------------------------------------------------------------------

TEAMS = {ANN: "red", BOB: "red", CYD: "blue", DAN: "blue"}


def giant(spell: str, active: Seat, hand: list[str]) -> Played:
    hands = {seat: [*hand, *([spell] if seat == active else [])] for seat in TEAMS}
    table = game(tuple(TEAMS), hands=hands, teams=TEAMS, active=active)
    return Played(table).cast(active, spell).resolve()


@pytest.mark.parametrize("order", [(CYD, DAN, ANN, BOB), (DAN, CYD, BOB, ANN)])
def test_805_6_show_and_tell_team_by_team_in_any_order_inside(order: tuple[Seat, ...]) -> None:
    played = giant("Show and Tell", CYD, ["Bear", "Wall"])
    assert {one.rule for one in awaiting(played.table)} == {"805.6"}
    assert played.players_asked == (CYD, DAN)
    for seat in order:
        assert seat in played.players_asked
        events = choose(played, seat, played.hand(seat, "Bear"))
        view = seat_view(played.table, next(one for one in TEAMS if TEAMS[one] != TEAMS[seat]))
        if seat != order[-1]:
            assert view.choice is not None
            assert {one.picks for one in view.choice.made if one.player == seat} == {()}
    moves = [one for one in of_type(events, CardMoved) if one.to is Zone.BATTLEFIELD]
    assert [one.controller for one in moves] == [CYD, DAN, ANN, BOB]
    assert not of_type(played.events, ChoicesRestarted)


def test_805_6_the_other_team_does_not_choose_first() -> None:
    played = giant("Delirium Skeins", ANN, ["Bear"] * 4)
    cards = played.table.players[CYD].hand[:3]
    refused = refusal(played, ChoiceMade(player=CYD, round=1, picks=cards, hidden=True))
    assert (refused.code, refused.rule) == ("decision/not_asked", "805.6")


def test_805_6_delirium_skeins_all_discard_together_at_the_end() -> None:
    played = giant("Delirium Skeins", ANN, ["Bear"] * 4)
    for seat in (BOB, ANN, DAN, CYD):
        events = choose(played, seat, *played.table.players[seat].hand[:3])
        discarded = [
            one for one in of_type(events, CardMoved) if one.reason is MoveReason.DISCARDED
        ]
        assert len(discarded) == (12 if seat == CYD else 0)


# -- bugs of others ---------------------------------------------------------------------------------


def test_b061_each_player_effects_move_all_cards_in_one_step() -> None:
    played = skeins(4, 4, 4)
    for seat in THREE:
        before = played.table.players[seat].hand
        events = choose(played, seat, *before[:3])
        assert bool(of_type(events, CardMoved)) is (seat == CYD)


def test_b064_the_second_player_does_not_see_the_first_card() -> None:
    played = show_and_tell(["Bear", "Wall"], ["Forest"])
    choose(played, ANN, played.hand(ANN, "Bear"))
    view = seat_view(played.table, BOB)
    assert view.players[ANN].hand == ()
    assert view.choice is not None
    assert view.choice.made[0].picks == ()
