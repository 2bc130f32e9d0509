"""CR 103.5b: cards that work any time one could mulligan; and the shortcut before another mulligan."""

import pytest

from events.mulligans import CardsBottomed, MulliganActionTaken, MulliganDeclared, MulliganTaken
from events.turns import CardsDrawn
from events.vocabulary import MoveReason, Zone
from events.zones import CardMoved
from machine.mulligan_actions import may_skip_bottoming, shortcut_bottoming
from tests.machine.mulligans.playing import ANN, BOB, CYD, DAN, LEYLINE, POWDER, Game, game


def use(seat: str, played: Game) -> MulliganActionTaken:
    return MulliganActionTaken(player=seat, card=played.find(seat, POWDER))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["london", "vancouver", "paris_simultaneous", "paris_sequential"])
def test_103_5b_the_whole_hand_is_exiled_face_up_and_as_many_drawn(kind: str) -> None:
    played = game(kind=kind, deck=(POWDER,))
    hand = played.table.players[ANN].hand
    decision = use(ANN, played)

    told = played.do(decision)

    exiled = played.table.exile
    assert told == (
        decision,
        *(
            CardMoved(card=card, new=new, to=Zone.EXILE, reason=MoveReason.MULLIGAN)
            for card, new in zip(hand, exiled, strict=True)
        ),
        CardsDrawn(player=ANN, count=7, cards=played.table.players[ANN].hand),
    )
    assert all(not played.table.objects[name].face_down for name in exiled)
    assert played.asked == [(ANN, "MulliganDeclared")], "it is no mulligan and no declaration"
    assert played.table.mulligan is not None
    assert not played.table.mulligan.taken


def test_103_5b_again_and_again() -> None:
    played = game(deck=(POWDER,) * 14)
    played.do(use(ANN, played))
    played.do(use(ANN, played))

    assert (played.sizes(ANN), len(played.table.exile)) == ((7, 19), 14)


def test_r093_never_before_the_bottoming() -> None:
    played = game(deck=(*("Forest",) * 7, POWDER))
    played.keep(ANN)
    played.mulligan(BOB)
    refusal = played.refused(
        MulliganActionTaken(player=BOB, card=played.table.players[BOB].hand[0])
    )

    assert refusal.code == "mulligan/bottom_first"


def test_t055_t056_only_if_the_card_stays_in_hand() -> None:
    played = game(
        decks={ANN: ("Forest",) * 40, BOB: ("Forest",) * 7 + (POWDER,) + ("Forest",) * 32}
    )
    played.keep(ANN)
    played.mulligan(BOB)
    powder = played.find(BOB, POWDER)
    other = played.table.players[BOB].hand[-1]
    gone = Game.__new__(Game)
    gone.__dict__.update(played.__dict__, events=list(played.events))

    gone.do(CardsBottomed(player=BOB, cards=(powder,)))
    assert gone.refused(MulliganActionTaken(player=BOB, card=powder)).code == "mulligan/no_action"

    played.do(CardsBottomed(player=BOB, cards=(other,)))
    played.do(MulliganActionTaken(player=BOB, card=powder))
    assert (played.sizes(BOB), len(played.table.exile)) == ((6, 28), 6)
    bottom = played.table.players[BOB].library[-1]
    assert played.table.objects[bottom].seen_by == {BOB}, "the bottomed card is still there"


def test_t058_r094_a_powder_is_no_mulligan_and_the_next_bottoms_all_that_count() -> None:
    deck = ("Forest",) * 14 + (POWDER,) + ("Forest",) * 45
    played = game(decks={ANN: ("Forest",) * 60, BOB: deck})
    played.keep(ANN)
    for number in (1, 2):
        played.mulligan(BOB)
        if POWDER in played.names(BOB):
            rest = [
                name
                for name in played.table.players[BOB].hand
                if played.table.objects[name].card != POWDER
            ]
            played.do(CardsBottomed(player=BOB, cards=tuple(rest[:number])))
        else:
            played.bottom(BOB, number)
    played.do(use(BOB, played))
    assert played.sizes(BOB)[0] == 5
    played.mulligan(BOB)

    refusal = played.refused(CardsBottomed(player=BOB, cards=()))
    assert refusal.facts["owed"] == 3
    assert played.sizes(BOB)[0] == 7


def test_r095_another_players_powder_reopens_nothing() -> None:
    played = game(deck=(POWDER,))
    played.keep(ANN)
    played.do(use(BOB, played))

    assert played.refused(MulliganDeclared(player=ANN, mulligan=True)).code == (
        "mulligan/already_kept"
    )
    assert played.asked == [(BOB, "MulliganDeclared")]


def test_t052_only_such_a_card_of_ones_own_hand() -> None:
    played = game(decks={ANN: ("Forest",) * 40, BOB: (POWDER,) + ("Forest",) * 39})
    own = MulliganActionTaken(player=ANN, card=played.table.players[ANN].hand[0])
    theirs = MulliganActionTaken(player=ANN, card=played.find(BOB, POWDER))

    assert [played.refused(one).code for one in (own, theirs)] == ["mulligan/no_action"] * 2


def test_103_5b_not_after_declaring_and_not_before_ones_turn() -> None:
    played = game(deck=(POWDER,))
    assert played.refused(use(BOB, played)).code == "mulligan/out_of_turn"
    played.mulligan(ANN)

    assert played.refused(use(ANN, played)).code == "mulligan/out_of_turn"


def test_before_2004_06_01_no_card_works_like_that() -> None:
    played = game(day="2003-01-01", deck=(POWDER,))

    assert played.refused(use(ANN, played)).code == "mulligan/no_action_window"


def test_t053_the_others_have_still_to_declare() -> None:
    played = game(seats=(ANN, BOB, CYD, DAN), deck=(POWDER,))
    played.keep(ANN, BOB)
    played.do(use(CYD, played))
    played.keep(CYD)

    assert played.asked == [(DAN, "MulliganDeclared")]


def test_b046_as_many_are_drawn_as_were_exiled() -> None:
    played = game(deck=(POWDER,))
    told = played.do(use(ANN, played))

    assert sum(isinstance(event, CardMoved) for event in told) == 7
    assert [event.count for event in told if isinstance(event, CardsDrawn)] == [7]


def test_b047_it_closes_no_window_and_works_only_before_the_game() -> None:
    played = game(decks={ANN: (POWDER,) + ("Forest",) * 6 + (LEYLINE,) * 33, BOB: (POWDER,) * 40})
    late = use(BOB, played)
    played.do(use(ANN, played))
    played.keep(ANN, BOB)
    assert played.asked == [(ANN, "OpeningHandActionsFinished")], "cards drawn so may still begin"

    assert played.refused(late).code == "decision/not_asked"


def test_103_5b_a_short_library_draws_what_there_is() -> None:
    played = game(deck=(POWDER,), size=10)
    told = played.do(use(ANN, played))

    assert told[-1] == CardsDrawn(
        player=ANN, count=3, cards=played.table.players[ANN].hand, missing=4
    )


# B049: the choice of cards may be left open where it changes nothing


def test_b049_the_choice_may_be_skipped_where_no_card_could_be_used() -> None:
    played = game(deck=(*("Forest",) * 7, POWDER))
    played.mulligan(ANN)
    played.keep(BOB)
    assert not may_skip_bottoming(played.table, ANN), "the hand holds a card that could be used"


def test_b049_a_skipped_choice_is_stored_as_concrete_cards() -> None:
    played = game()
    played.mulligan(ANN)
    played.keep(BOB)
    assert may_skip_bottoming(played.table, ANN)
    assert not may_skip_bottoming(played.table, BOB)
    decision = shortcut_bottoming(played.table, ANN)
    assert decision == CardsBottomed(player=ANN, cards=played.table.players[ANN].hand[-1:])

    played.do(decision)
    played.mulligan(ANN)

    assert sum(isinstance(event, MulliganTaken) for event in played.events) == 2


def test_b049_not_after_the_last_mulligan() -> None:
    played = game()
    played.keep(ANN)
    for number in range(1, 8):
        played.mulligan(BOB)
        assert may_skip_bottoming(played.table, BOB) is (number < 7)
        played.bottom(BOB, number)
    assert shortcut_bottoming(played.table, BOB) is None
