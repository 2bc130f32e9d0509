"""CR 103.5 in rounds: declare in turn order, then take all mulligans together, and again."""

import pytest

from events.identifiers import Seat
from events.mulligans import (
    CardsBottomed,
    HandKept,
    MulliganDeclared,
    MulliganTaken,
)
from events.turns import CardsDrawn, PhaseEntered, PriorityPassed
from events.vocabulary import Phase
from events.zones import LibraryShuffled
from machine import referee
from machine.mulligan_kinds import counted_after
from tests.machine.mulligans.playing import ANN, BOB, CYD, DAN, DAYS, Game, game, kinds_of

DECLARE = "MulliganDeclared"
IN_ROUNDS = ("paris_simultaneous", "vancouver", "london")


@pytest.mark.parametrize("kind", IN_ROUNDS)
def test_103_5_the_starting_player_declares_first_and_nobody_has_redrawn_yet(kind: str) -> None:
    played = game(kind=kind)
    assert played.asked == [(ANN, DECLARE)]

    assert played.mulligan(ANN) == (MulliganDeclared(player=ANN, mulligan=True),)

    assert played.asked == [(BOB, DECLARE)]
    assert played.sizes(ANN) == (7, 33)
    progress = played.table.mulligan
    assert progress is not None
    assert dict(progress.declared) == {ANN: True}, "bob knows it before he declares"


def test_103_5_who_has_kept_is_not_asked_again() -> None:
    played = game()
    played.keep(ANN)
    played.mulligan(BOB)
    played.bottom(BOB, 1)

    assert played.asked == [(BOB, DECLARE)]


def test_103_5_the_story_of_one_mulligan() -> None:
    played = game()
    hand = played.table.players[ANN].hand
    events = [*played.mulligan(ANN), *played.keep(BOB)]
    new = played.table.players[ANN].hand
    events += [*played.bottom(ANN, 1), *played.keep(ANN)]

    shuffled = next(event for event in events if isinstance(event, LibraryShuffled))
    assert shuffled.order[-7:] == hand
    assert events[:13] == [
        MulliganDeclared(player=ANN, mulligan=True),
        MulliganDeclared(player=BOB, mulligan=False),
        HandKept(player=BOB, size=7),
        PhaseEntered(phase=Phase.MULLIGAN_TAKING),
        MulliganTaken(player=ANN, number=1, counted=1),
        shuffled,
        CardsDrawn(player=ANN, count=7, cards=new),
        CardsBottomed(player=ANN, cards=new[6:]),
        PhaseEntered(phase=Phase.MULLIGAN_DECLARING),
        MulliganDeclared(player=ANN, mulligan=False),
        HandKept(player=ANN, size=6),
        PhaseEntered(phase=Phase.OPENING_HAND_ACTIONS),
        events[12],
    ]


def test_103_5_all_mulligans_are_taken_together_and_the_first_player_declares_first_again() -> None:
    played = game(kind="paris_simultaneous")
    played.mulligan(ANN)
    events = played.mulligan(BOB)

    assert kinds_of(events) == [
        DECLARE,
        "PhaseEntered",
        "MulliganTaken",
        "MulliganTaken",
        "LibraryShuffled",
        "LibraryShuffled",
        "CardsDrawn",
        "CardsDrawn",
        "PhaseEntered",
    ]
    assert played.asked == [(ANN, DECLARE)]


def test_103_5_a_second_london_mulligan_bottoms_two_in_the_order_chosen() -> None:
    played = game()
    played.keep(ANN)
    played.mulligan(BOB)
    played.bottom(BOB, 1)
    played.mulligan(BOB)
    first, second, *rest = played.table.players[BOB].hand

    played.do(CardsBottomed(player=BOB, cards=(second, first)))

    assert played.table.players[BOB].hand == tuple(rest)
    bottom = played.table.players[BOB].library[-2:]
    events = [event for event in played.events if isinstance(event, CardsBottomed)]
    assert events[-1].cards == (second, first)
    assert len(bottom) == 2
    assert all(played.table.objects[name].seen_by == {BOB} for name in bottom)


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        pytest.param((), "mulligan/bottom_count", id="none"),
        pytest.param((0, 1), "mulligan/bottom_count", id="too-many"),
        pytest.param(None, "mulligan/bottom_stranger", id="not-in-hand"),
    ],
)
def test_103_5_what_is_bottomed_is_exactly_what_is_owed(
    cards: tuple[int, ...] | None, code: str
) -> None:
    played = game()
    played.mulligan(ANN)
    played.keep(BOB)
    hand = played.table.players[ANN].hand
    stranger = played.table.players[ANN].library[:1]
    chosen = stranger if cards is None else tuple(hand[n] for n in cards)

    assert played.refused(CardsBottomed(player=ANN, cards=chosen)).code == code


def test_103_5_cards_in_sight_are_named_not_counted() -> None:
    played = game()
    played.mulligan(ANN)
    played.keep(BOB)

    refusal = played.refused(CardsBottomed(player=ANN, count=1))

    assert refusal.code == "mulligan/bottom_count"
    assert "the cards have to be named" in str(refusal)


def test_103_5_one_card_is_not_bottomed_twice() -> None:
    played = game()
    played.keep(ANN)
    played.mulligan(BOB)
    played.bottom(BOB, 1)
    played.mulligan(BOB)
    card = played.table.players[BOB].hand[0]

    refusal = played.refused(CardsBottomed(player=BOB, cards=(card, card)))

    assert refusal.code == "mulligan/bottom_twice"


def test_103_5_a_keep_is_final() -> None:
    played = game(seats=(ANN, BOB, CYD))
    played.keep(ANN)

    refusal = played.refused(MulliganDeclared(player=ANN, mulligan=True))

    assert refusal.code == "mulligan/already_kept"
    assert str(refusal) == ("ann cannot take a mulligan (CR 103.5): the opening hand of 7 is kept")


def test_103_5_nobody_declares_out_of_turn() -> None:
    refusal = game().refused(MulliganDeclared(player=BOB, mulligan=False))

    assert (refusal.code, refusal.legal) == ("mulligan/out_of_turn", (ANN,))


def test_103_5_nobody_declares_twice_in_a_round() -> None:
    played = game()
    played.mulligan(ANN)

    assert played.refused(MulliganDeclared(player=ANN, mulligan=False)).code == (
        "mulligan/already_declared"
    )


def test_103_5_no_priority_before_the_first_turn() -> None:
    assert game().refused(PriorityPassed(player=ANN)).code == "decision/not_asked"


def ladder(played: Game, seat: Seat) -> list[tuple[int, int]]:
    """Take mulligans as long as they are open; return hand and library at each declaration."""
    seen = []
    while played.table.turn.number == 0 and (seat, DECLARE) in played.asked:
        seen.append(played.sizes(seat))
        played.mulligan(seat)
        progress = played.table.mulligan
        if (seat, "CardsBottomed") in played.asked and progress is not None:
            played.bottom(seat, min(7, progress.counted[seat]))
    return seen


DOWN = [(size, 40 - size) for size in range(7, 0, -1)]


@pytest.mark.parametrize(
    ("kind", "free", "expected"),
    [
        pytest.param("london", 0, DOWN, id="T007-london"),
        pytest.param("london", 1, [DOWN[0], *DOWN], id="london-one-free"),
        pytest.param("london", 2, [DOWN[0], DOWN[0], *DOWN], id="O06-free-mulligans-are-a-number"),
        pytest.param("paris_simultaneous", 0, DOWN, id="paris"),
        pytest.param("paris_simultaneous", 1, [DOWN[0], *DOWN], id="T013-T014-paris-one-free"),
        pytest.param("vancouver", 0, DOWN, id="T023-vancouver"),
        pytest.param(
            "canadian_highlander",
            0,
            [DOWN[0], *(size for size in DOWN[1:] for _ in range(2))],
            id="T028-canadian-highlander",
        ),
    ],
)
def test_103_5_down_to_no_cards_and_no_further(
    kind: str, free: int, expected: list[tuple[int, int]]
) -> None:
    played = game(kind=kind, free_extra=free)
    played.keep(ANN)

    assert ladder(played, BOB) == expected
    assert HandKept(player=BOB, size=0) in played.events, "kept without a question"
    assert played.table.players[BOB].hand == ()


@pytest.mark.parametrize("kind", ["london", "paris_simultaneous"])
def test_103_5c_four_players_may_take_eight(kind: str) -> None:
    played = game(seats=(ANN, BOB, CYD, DAN), kind=kind)
    played.keep(ANN)
    for _ in range(8):
        seat_asked = [seat for seat, _ in played.asked]
        assert seat_asked == [BOB]
        played.mulligan(BOB)
        if played.asked == [(CYD, DECLARE)]:
            played.keep(CYD, DAN)
        if played.asked == [(BOB, "CardsBottomed")]:
            played.bottom(BOB, played.table.mulligan.counted[BOB])  # type: ignore[union-attr]

    assert sum(isinstance(event, MulliganTaken) for event in played.events) == 8
    assert HandKept(player=BOB, size=0) in played.events


def test_b043_london_bottoms_before_the_next_declaration() -> None:
    played = game()
    played.keep(ANN)
    played.mulligan(BOB)
    assert played.asked == [(BOB, "CardsBottomed")]

    refusal = played.refused(MulliganDeclared(player=BOB, mulligan=False))
    assert refusal.code == "mulligan/bottom_first"

    played.bottom(BOB, 1)
    assert played.asked == [(BOB, DECLARE)]
    assert played.sizes(BOB) == (6, 34)


def test_b044_the_seventh_mulligan_still_bottoms_seven() -> None:
    played = game()
    played.keep(ANN)
    for number in range(1, 8):
        played.mulligan(BOB)
        played.bottom(BOB, number)

    assert played.sizes(BOB) == (0, 40)
    assert played.table.turn.number == 1


def test_b050_no_mulligan_is_taken_before_all_have_declared() -> None:
    played = game(seats=(ANN, BOB, CYD))
    played.mulligan(ANN, BOB)
    assert not any(isinstance(event, MulliganTaken) for event in played.events)

    played.keep(CYD)
    taken = [event.player for event in played.events if isinstance(event, MulliganTaken)]
    assert taken == [ANN, BOB]


def test_o01_the_order_of_shuffles_is_fixed_by_turn_order() -> None:
    played = game(kind="paris_simultaneous")
    played.mulligan(ANN, BOB)

    shuffles = [event.player for event in played.events if isinstance(event, LibraryShuffled)]
    assert shuffles[-2:] == [ANN, BOB]


def test_o02_after_the_seventh_mulligan_no_declaration_is_offered() -> None:
    played = game()
    played.keep(ANN)
    ladder(played, BOB)

    assert sum(isinstance(event, MulliganTaken) for event in played.events) == 7
    assert not any(
        isinstance(decision, MulliganDeclared) for decision in referee.legal_decisions(played.table)
    )


def test_b056_the_kind_is_that_of_the_day() -> None:
    assert set(DAYS) == {"original_reveal", "paris_sequential", *IN_ROUNDS, "partial_paris"}
    for kind in IN_ROUNDS:
        played = game(kind=kind)
        assert played.table.rules.mulligan.kind == kind


@pytest.mark.parametrize(
    ("played", "number", "owed"),
    [
        pytest.param({}, 1, 1, id="T044-T068-duel"),
        pytest.param({"brawl": True}, 1, 0, id="T043-R083-brawl-of-two"),
        pytest.param({"seats": (ANN, BOB, CYD)}, 1, 0, id="B055-T041-three-players"),
        pytest.param({"seats": (ANN, BOB, CYD, DAN)}, 2, 1, id="T040-T067-four-players"),
        pytest.param({"day": "2017-01-01", "brawl": True}, 1, 1, id="no-brawl-rule-in-2017"),
        pytest.param({"day": "2007-01-01", "seats": (ANN, BOB, CYD)}, 1, 1, id="three-in-2007-01"),
        pytest.param(
            {"day": "2007-08-01", "seats": (ANN, BOB, CYD)}, 1, 0, id="R088-three-in-2007-08"
        ),
        pytest.param({"commander": True}, 1, 1, id="commander-of-two-is-a-duel"),
        pytest.param({"free_extra": 1}, 1, 0, id="a-house-grants-one"),
        pytest.param({"free_extra": 1, "seats": (ANN, BOB, CYD)}, 2, 0, id="on-top-of-the-rules"),
    ],
)
def test_103_5c_which_mulligans_are_free(played: dict[str, object], number: int, owed: int) -> None:
    assert counted_after(game(**played).table, number) == owed
