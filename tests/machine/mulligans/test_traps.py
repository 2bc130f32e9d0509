"""Traps of mulligans, one test after the other: what a program gets wrong that asks in a loop.

D.4 to D.6 are the traps of the rules' own history; "b" and "o" follow bugs and readings of other programs.
"""

import pytest

from events.mulligans import (
    CardsBottomed,
    HandKept,
    LookChosen,
    MulliganActionTaken,
    MulliganDeclared,
    MulliganTaken,
)
from events.turns import CardsDrawn
from events.vocabulary import Phase
from events.zones import CardsLookedAt, LibraryShuffled
from projections.fold import apply
from projections.timeline import line
from tests.machine.mulligans.playing import ANN, BOB, CYD, DAN, POWDER, game, kinds_of

KEEPS = MulliganDeclared(player=BOB, mulligan=False)


# D.4: the bottoming belongs to each mulligan, the look to the end of all.


def test_d4_london_bottoming_belongs_to_each_mulligan() -> None:
    """Each time before the next declaration, and never more than that mulligan asks for."""
    played = game()
    played.keep(ANN)
    owed = []
    for number in (1, 2, 3):
        played.mulligan(BOB)
        assert played.asked == [(BOB, "CardsBottomed")]
        assert played.refused(KEEPS).code == "mulligan/bottom_first"
        played.bottom(BOB, number)
        assert played.asked == [(BOB, "MulliganDeclared")]
        owed.append(len(played.table.players[BOB].hand))

    assert owed == [6, 5, 4]
    told = [one for one in played.events if isinstance(one, CardsBottomed | MulliganDeclared)]
    assert [type(one).__name__ for one in told] == [
        "MulliganDeclared",
        *["MulliganDeclared", "CardsBottomed"] * 3,
    ]


def test_d4_a_powder_sees_the_hand_after_the_bottoming() -> None:
    played = game(decks={ANN: (POWDER,) * 40, BOB: (POWDER,) * 40})
    played.keep(ANN)
    played.mulligan(BOB)
    powder = MulliganActionTaken(player=BOB, card=played.find(BOB, POWDER))
    assert played.refused(powder).code == "mulligan/bottom_first"
    played.bottom(BOB, 1)
    told = played.do(powder)

    assert CardsDrawn in {type(event) for event in told}
    assert len(played.table.exile) == 6, "six cards, and not the seven that were drawn"


def test_d4_the_look_waits_until_all_have_kept_and_happens_once() -> None:
    played = game(kind="vancouver", seats=(ANN, BOB, CYD), free_extra=0)
    for _ in range(3):
        played.mulligan(ANN)
        if played.asked[0][0] == BOB:
            played.keep(BOB)
            played.mulligan(CYD)
        elif played.asked[0][0] == CYD:
            played.mulligan(CYD)
    assert not [one for one in played.events if isinstance(one, CardsLookedAt | LookChosen)]
    played.keep(ANN)
    assert played.phase is Phase.MULLIGAN_DECLARING, "cyd has still to declare"
    played.keep(CYD)
    assert played.asked == [(ANN, "LookChosen")]
    for seat in (ANN, CYD):
        played.do(LookChosen(player=seat, look=False))

    assert played.table.turn.number == 1, "three mulligans, and one look each"


# D.5: rounds, no loop over players.


def test_d5_since_2009_all_declare_before_anybody_redraws() -> None:
    played = game(seats=(ANN, BOB, CYD), day="2012-01-01")
    played.mulligan(ANN, BOB)
    assert not [one for one in played.events if isinstance(one, MulliganTaken)]
    told = played.mulligan(CYD)

    assert [one.player for one in told if isinstance(one, MulliganTaken)] == [ANN, BOB, CYD]


def test_d5_before_2009_one_player_completes_everything() -> None:
    played = game(seats=(ANN, BOB, CYD), day="2009-07-10")
    played.mulligan(ANN)
    assert played.asked == [(ANN, "MulliganDeclared")]
    played.mulligan(ANN)
    played.keep(ANN)

    assert played.asked == [(BOB, "MulliganDeclared")]
    assert played.sizes(BOB) == (7, 33)


def test_d5_a_keep_is_final() -> None:
    played = game(seats=(ANN, BOB, CYD))
    played.keep(ANN)
    played.mulligan(BOB)
    again = MulliganDeclared(player=ANN, mulligan=True)
    assert played.refused(again).code == "mulligan/already_kept"
    played.keep(CYD)

    assert played.refused(again).code == "mulligan/already_kept"
    assert played.events.count(HandKept(player=ANN, size=7)) == 1


# D.6: which game and which edition have a free mulligan, and what it is worth.


@pytest.mark.parametrize(
    ("given", "free"),
    [
        pytest.param({}, 0, id="duel"),
        pytest.param({"brawl": True}, 1, id="brawl-of-two"),
        pytest.param({"seats": (ANN, BOB, CYD)}, 1, id="three"),
        pytest.param({"seats": (ANN, BOB, CYD), "day": "2007-07-12"}, 0, id="three-in-2007-07"),
        pytest.param({"seats": (ANN, BOB, CYD), "day": "2007-07-13"}, 1, id="three-since"),
        pytest.param({"brawl": True, "day": "2018-07-12"}, 0, id="brawl-before-2018-07-13"),
        pytest.param({"brawl": True, "day": "2018-07-13"}, 1, id="brawl-since"),
    ],
)
def test_d6_the_free_mulligan_in_the_right_game_and_edition(
    given: dict[str, object], free: int
) -> None:
    played = game(**given)
    played.mulligan(ANN)
    for seat in played.table.playing[1:]:
        if played.asked[0] == (seat, "MulliganDeclared"):
            played.keep(seat)
    (taken,) = [one for one in played.events if isinstance(one, MulliganTaken)]

    assert (taken.number, taken.counted) == (1, 1 - free)


def test_d6_free_is_not_counted_in_london_and_adds_one_to_the_maximum() -> None:
    """Eight mulligans, of which the last bottoms seven; a duel has seven."""
    numbers = {}
    for brawl in (False, True):
        played = game(brawl=brawl)
        played.keep(ANN) if not brawl else None
        seat = BOB if not brawl else ANN
        while not played.table.turn.number:
            asked, kind = played.asked[0]
            if asked != seat:
                played.keep(asked)
            elif kind == "CardsBottomed":
                played.bottom(seat, played.table.mulligan.counted[seat])  # type: ignore[union-attr]
            else:
                played.mulligan(seat)
        numbers[brawl] = sum(isinstance(one, MulliganTaken) for one in played.events)
        assert played.sizes(seat) == (0, 40)

    assert numbers == {False: 7, True: 8}


@pytest.mark.parametrize("kind", ["paris_simultaneous", "vancouver"])
def test_d6_free_is_a_hand_of_the_same_size_in_paris_and_vancouver(kind: str) -> None:
    played = game(kind=kind, seats=(ANN, BOB, CYD, DAN))
    played.mulligan(ANN)
    played.keep(BOB, CYD, DAN)
    assert played.sizes(ANN) == (7, 33)
    played.mulligan(ANN)

    assert played.sizes(ANN) == (6, 34)


# Bugs and readings of other programs.


def test_b055_three_players_have_the_first_one_free() -> None:
    """It comes from the number of players, and not from what somebody set beforehand."""
    played = game(seats=(ANN, BOB, CYD))
    played.mulligan(ANN)
    played.keep(BOB, CYD)

    assert played.sizes(ANN) == (7, 33)
    assert played.asked == [(ANN, "MulliganDeclared")], "nothing to bottom"


def test_b059_the_log_says_seven_drawn_one_bottomed_six_kept() -> None:
    """Told from what the events say, one by one."""
    played = game()
    played.keep(ANN)
    at = played.table
    told = []
    events = [*played.mulligan(BOB), *played.bottom(BOB, 1), *played.keep(BOB)]
    for event in events:
        after = apply(at, event)
        told.append(line(at, event, after, seat=None))
        at = after

    assert any("draws 7 cards" in one for one in told)
    assert any("puts a card on the bottom" in one for one in told)
    assert any("keeps 6 cards" in one for one in told)


def test_o04_the_bottom_is_one_choice_in_one_order() -> None:
    played = game()
    played.keep(ANN)
    played.mulligan(BOB)
    played.bottom(BOB, 1)
    played.mulligan(BOB)
    first, second, *_ = played.table.players[BOB].hand
    played.do(CardsBottomed(player=BOB, cards=(second, first)))

    (_, event) = [one for one in played.events if isinstance(one, CardsBottomed)]
    assert event.cards == (second, first)


def test_o05_a_hand_of_no_cards_looks_as_well() -> None:
    played = game(kind="vancouver")
    played.keep(ANN)
    for _ in range(7):
        played.mulligan(BOB)

    assert played.sizes(BOB) == (0, 40)
    assert played.asked == [(BOB, "LookChosen")]


@pytest.mark.parametrize(("brawl", "most"), [(False, 7), (True, 8)], ids=["duel", "free-first"])
def test_o07_the_last_legal_mulligan_is_offered_and_no_other(brawl: bool, most: int) -> None:  # noqa: FBT001 - a parameter
    played = game(brawl=brawl)
    taken = 0
    while played.asked[0] == (ANN, "MulliganDeclared"):
        played.mulligan(ANN)
        taken += 1
        if played.asked[0] == (BOB, "MulliganDeclared"):
            played.keep(BOB)
        if played.asked[0] == (ANN, "CardsBottomed"):
            played.bottom(ANN, played.table.mulligan.counted[ANN])  # type: ignore[union-attr]

    assert taken == most
    assert played.sizes(ANN) == (0, 40)


def test_o08_the_number_of_mulligans_outlives_the_bottoming() -> None:
    played = game()
    played.keep(ANN)
    for number in (1, 2):
        played.mulligan(BOB)
        played.bottom(BOB, number)
        assert played.table.mulligan is not None
        assert played.table.mulligan.taken[BOB] == number


def test_o09_cards_go_to_the_bottom_before_the_keep() -> None:
    played = game()
    played.keep(ANN)
    told = kinds_of([*played.mulligan(BOB), *played.bottom(BOB, 1), *played.keep(BOB)])

    assert told.index("CardsBottomed") < told.index("HandKept")
    assert told.index("CardsBottomed") < len(told) - 1 - told[::-1].index("MulliganDeclared")


def test_o11_one_order_of_shuffles_and_draws_whoever_answers_first() -> None:
    """All hands go back, then all libraries are shuffled, then all draw, each in turn order."""
    played = game()
    played.mulligan(ANN)
    told = played.mulligan(BOB)

    steps = [one for one in told if isinstance(one, MulliganTaken | LibraryShuffled | CardsDrawn)]
    assert [(type(one).__name__, one.player) for one in steps] == [
        ("MulliganTaken", ANN),
        ("MulliganTaken", BOB),
        ("LibraryShuffled", ANN),
        ("LibraryShuffled", BOB),
        ("CardsDrawn", ANN),
        ("CardsDrawn", BOB),
    ]
