"""Each switch of the opening by itself: the same decisions on one day, with one switch changed."""

from collections.abc import Callable

import pytest

from events.base import Decision
from events.game import MatchEntry, StartingPlayerChosen
from events.identifiers import ObjectId, Seat
from events.mulligans import (
    LookChosen,
    LookedCardPlaced,
    MulliganDeclared,
    OpeningHandActionsFinished,
    OpeningHandActionTaken,
)
from events.rules import Override
from events.turns import CardsDrawn, PhaseEntered, TurnBegan
from events.vocabulary import MoveReason, Phase, Zone
from events.zones import CardMoved
from machine import referee
from projections.fold import apply
from tests.machine.mulligans.playing import ANN, BOB, CYD, LEYLINE, Game, game, table


def switched(switch: str, value: str, reason: str = "to compare") -> tuple[Override, ...]:
    return (Override(switch=switch, value=value, reason=reason),)


# mulligan.order: whom the rules know beside the starting player.


@pytest.mark.parametrize(
    ("order", "next_"),
    [
        pytest.param("two_players", [BOB, CYD], id="the-others-in-any-order"),
        pytest.param("turn_order", [BOB], id="the-next-in-turn-order"),
    ],
)
def test_101_4_who_decides_after_the_starting_player(order: str, next_: list[Seat]) -> None:
    played = game(day="2005-08-01", seats=(ANN, BOB, CYD), set=switched("mulligan.order", order))
    assert played.asked == [(ANN, "MulliganDeclared")]
    played.keep(ANN)

    assert [seat for seat, _ in played.asked] == next_
    if order == "two_players":
        played.mulligan(CYD)
        played.keep(BOB)
        assert played.sizes(CYD) == (6, 34)
    else:
        later = MulliganDeclared(player=CYD, mulligan=True)
        assert played.refused(later).code == "mulligan/out_of_turn"


# mulligan.starting_hand_size_named: the number that mulligans count down from.


@pytest.mark.parametrize(
    ("named", "size"), [("false", 6), ("true", 7)], ids=["six-is-printed", "one-fewer"]
)
def test_101_4_a_mulligan_from_eight_cards(named: str, size: int) -> None:
    named_or_not = switched("mulligan.starting_hand_size_named", named)
    played = game(day="2008-01-01", starting_hand_size=8, set=named_or_not)
    played.mulligan(ANN)

    assert played.sizes(ANN) == (size, 40 - size)


def test_101_4_a_hand_never_grows_by_a_mulligan() -> None:
    played = game(day="2008-01-01", starting_hand_size=5)
    played.mulligan(ANN)

    assert played.sizes(ANN) == (4, 36)


def test_103_4_in_2012_one_fewer_than_the_hand_before() -> None:
    played = game(day="2012-01-01", starting_hand_size=8)
    played.mulligan(ANN)
    played.keep(BOB)

    assert played.sizes(ANN) == (7, 33)


# mulligan.free_first_effect: what a free mulligan draws.


def lost_a_card(day: str, effect: str) -> Game:
    """Return a game of three whose first player has one card fewer than dealt, and redraws."""
    free = switched("mulligan.free_first_effect", effect)
    played = game(day=day, seats=(ANN, BOB, CYD), starting_hand_size=8, set=free)
    for _ in range(2):
        moved = CardMoved(
            card=played.table.players[ANN].hand[0],
            new=ObjectId(f"c{900 + len(played.table.exile)}"),
            to=Zone.EXILE,
            reason=MoveReason.EXILED,
        )
        played.table = apply(played.table, moved)
    played.mulligan(ANN)
    return played


@pytest.mark.parametrize(
    ("effect", "size"),
    [
        pytest.param("unspecified", 7, id="seven-as-printed-2007-07-13"),
        pytest.param("same_size", 6, id="as-many-as-before-2009-10-01"),
        pytest.param("not_counted", 8, id="not-counted-2019-07-12"),
    ],
)
def test_103_5c_what_a_free_mulligan_draws(effect: str, size: int) -> None:
    assert lost_a_card("2008-01-01", effect).sizes(ANN)[0] == size


# pregame.opening_hand_waits_for: the looks that a table plays with before there was a rule for them.

LOOKS = Override(switch="mulligan.kind", value="vancouver", reason="rule of the event")


def before_the_first_turn(waits_for: str) -> list[str]:
    """Return the stages of an opening of 2015-07-31, at an event that played with looks."""
    waits = Override(switch="pregame.opening_hand_waits_for", value=waits_for, reason="to compare")
    played = game(day="2015-07-31", deck=(LEYLINE,), set=(LOOKS, waits))
    played.mulligan(ANN)
    played.keep(BOB, ANN)
    stages = [played.asked[0][1]]
    answers: dict[str, Callable[[Seat], Decision]] = {
        "LookChosen": lambda seat: LookChosen(player=seat, look=True),
        "LookedCardPlaced": lambda seat: LookedCardPlaced(player=seat, bottom=True),
        "OpeningHandActionsFinished": lambda seat: OpeningHandActionsFinished(player=seat),
    }
    while not played.table.turn.number:
        seat, wanted = played.asked[0]
        played.do(answers[wanted](seat))
        if played.asked[0][1] != stages[-1]:
            stages.append(played.asked[0][1])
    return stages


def test_103_5_before_2015_09_26_opening_hands_wait_for_kept_hands_alone() -> None:
    assert before_the_first_turn("hands_kept")[:3] == [
        "OpeningHandActionsFinished",
        "LookChosen",
        "LookedCardPlaced",
    ]


def test_103_5_since_2015_09_26_opening_hands_wait_for_the_looks() -> None:
    assert before_the_first_turn("mulligan_process")[:3] == [
        "LookChosen",
        "LookedCardPlaced",
        "OpeningHandActionsFinished",
    ]


def test_103_6_the_pro_tour_of_2015_acts_then_looks_then_begins() -> None:
    played = game(day="2015-07-31", deck=(LEYLINE,), set=(LOOKS,))
    played.mulligan(ANN)
    played.keep(BOB, ANN)
    played.do(
        OpeningHandActionTaken(player=BOB, card=played.find(BOB, LEYLINE))
        if played.asked[0][0] == BOB
        else OpeningHandActionsFinished(player=ANN),
        OpeningHandActionsFinished(player=BOB),
    )
    assert played.phase is Phase.MULLIGAN_LOOKING
    told = played.do(LookChosen(player=ANN, look=False))

    assert TurnBegan(number=1, player=ANN) in told
    assert PhaseEntered(phase=Phase.UNTAP) in told


# pregame.start_chooser: what a random method decides.


@pytest.mark.parametrize(
    ("chooser", "code"),
    [("unspecified", "start/random_method"), ("winner_of_random_method", "")],
    ids=["who-starts", "who-chooses"],
)
def test_101_2_what_the_dice_decide(chooser: str, code: str) -> None:
    by = switched("pregame.start_chooser", chooser)
    played = Game(table(day="2001-07-22", set=by))
    (winner, _), loser = played.asked[0], BOB
    assert winner == ANN
    other = StartingPlayerChosen(player=ANN, starting_player=loser)
    if code:
        refusal = played.refused(other)
        assert (refusal.code, refusal.legal) == (code, (ANN,))
        assert len(list(referee.legal_decisions(played.table))) == 1
    else:
        played.do(other)
        assert played.table.starting_player == BOB


def test_101_2_the_last_loser_chooses_freely_even_in_2000() -> None:
    played = Game(table(day="2000-01-01", match=MatchEntry(game=2, previous_loser=BOB)))
    played.do(StartingPlayerChosen(player=BOB, starting_player=ANN))

    assert next(event.player for event in played.events if isinstance(event, CardsDrawn)) == ANN
