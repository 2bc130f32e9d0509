"""The kinds of mulligan that are not London's: Paris, Vancouver, the original, Commander's, houses'."""

import pytest

from events.identifiers import CardName, ObjectId
from events.mulligans import (
    CardsBottomed,
    CardsSetAside,
    HandKept,
    HandRevealed,
    LookChosen,
    LookedCardPlaced,
    MulliganDeclared,
    MulliganTaken,
)
from events.turns import CardsDrawn
from events.vocabulary import Phase, Zone
from events.zones import CardMoved, CardsLookedAt, LibraryShuffled
from machine.mulligan_declaring import shows_one_kind
from machine.mulligan_kinds import must_keep
from projections.edit import edit_player
from tests.machine.mulligans.playing import ANN, BEAR, BOB, CYD, DAN, FOREST, Game, game

BAZAAR = CardName("Bazaar of Baghdad")
LANDS = (FOREST,) * 7
SPELLS = (BEAR,) * 7
MIXED = (FOREST, *(BEAR,) * 6)


def test_101_4_in_2008_the_first_player_finishes_before_the_next_decides() -> None:
    played = game(day="2008-01-01")
    told = [*played.mulligan(ANN), *played.mulligan(ANN), *played.keep(ANN)]

    assert [event.player for event in told if isinstance(event, MulliganTaken)] == [ANN, ANN]
    assert played.asked == [(BOB, "MulliganDeclared")]
    assert (played.sizes(ANN), played.sizes(BOB)) == ((5, 35), (7, 33))


def test_sequential_paris_goes_down_to_nothing_and_then_to_the_next_player() -> None:
    played = game(kind="paris_sequential")
    for _ in range(7):
        played.mulligan(ANN)

    assert played.sizes(ANN) == (0, 40)
    assert played.asked == [(BOB, "MulliganDeclared")]


@pytest.mark.parametrize("kind", ["paris_sequential", "paris_simultaneous"])
def test_t011_paris_has_no_look(kind: str) -> None:
    played = game(kind=kind)
    played.mulligan(ANN)
    played.keep(ANN) if kind == "paris_sequential" else None
    played.keep(BOB)
    if kind == "paris_simultaneous":
        played.keep(ANN)

    assert played.sizes(ANN) == (6, 34)
    assert played.table.turn.number == 1


def test_r086_a_hand_of_no_cards_is_kept_without_a_question() -> None:
    played = game(kind="paris_simultaneous")
    played.keep(ANN)
    for _ in range(7):
        played.mulligan(BOB)

    assert played.events.count(HandKept(player=BOB, size=0)) == 1
    assert played.table.turn.number == 1


def vancouver(mulligans: int = 1, **given: object) -> Game:
    played = game(kind="vancouver", **given)
    played.keep(ANN)
    for _ in range(mulligans):
        played.mulligan(BOB)
    if played.asked == [(BOB, "MulliganDeclared")]:
        played.keep(BOB)
    return played


@pytest.mark.parametrize(
    ("mulligans", "free", "size", "looks"),
    [
        pytest.param(0, 0, 7, False, id="T016-none-taken"),
        pytest.param(1, 0, 6, True, id="T017-one"),
        pytest.param(2, 0, 5, True, id="R084-two-and-one-look"),
        pytest.param(0, 1, 7, False, id="T019-none-of-a-free-one"),
        pytest.param(1, 1, 7, False, id="T020-R085-the-free-one"),
        pytest.param(2, 1, 6, True, id="T022-one-more"),
        pytest.param(7, 0, 0, True, id="T023-O05-down-to-nothing"),
    ],
)
def test_103_4_one_look_for_a_small_hand(
    mulligans: int, free: int, size: int, *, looks: bool
) -> None:
    played = vancouver(mulligans, free_extra=free)

    assert HandKept(player=BOB, size=size) in played.events
    assert (played.asked == [(BOB, "LookChosen")]) is looks
    if looks:
        played.do(LookChosen(player=BOB, look=True), LookedCardPlaced(player=BOB, bottom=False))
    assert played.table.turn.number == 1
    assert sum(isinstance(event, CardsLookedAt) for event in played.events) == looks


@pytest.mark.parametrize("bottom", [False, True])
def test_103_4_the_card_looked_at_stays_or_goes_to_the_bottom(*, bottom: bool) -> None:
    played = vancouver()
    top = played.table.players[BOB].library[0]
    looked = played.do(LookChosen(player=BOB, look=True))
    assert looked[1:] == (CardsLookedAt(player=BOB, cards=(top,), count=1),)
    assert played.table.objects[top].seen_by == {BOB}

    played.do(LookedCardPlaced(player=BOB, bottom=bottom))

    assert played.table.players[BOB].library[-1 if bottom else 0] == top


def test_103_4_nobody_has_to_look() -> None:
    played = vancouver()
    played.do(LookChosen(player=BOB, look=False))

    assert played.table.turn.number == 1
    assert not any(isinstance(event, CardsLookedAt) for event in played.events)


def test_103_4_looks_wait_for_all_and_go_in_turn_order() -> None:
    played = game(kind="vancouver", seats=(ANN, BOB, CYD), free_extra=0)
    played.mulligan(ANN, BOB, CYD)
    played.mulligan(ANN, BOB, CYD)
    played.keep(ANN, BOB)
    assert played.refused(LookChosen(player=ANN, look=True)).code == "decision/not_asked"
    played.keep(CYD)

    assert played.phase is Phase.MULLIGAN_LOOKING
    assert played.asked == [(ANN, "LookChosen")]
    played.do(LookChosen(player=ANN, look=True))
    assert played.asked == [(ANN, "LookedCardPlaced")], "all of hers before the next player's"
    played.do(LookedCardPlaced(player=ANN, bottom=True))
    assert played.asked == [(BOB, "LookChosen")]


def test_103_4_who_kept_seven_has_no_look() -> None:
    played = vancouver()

    assert played.refused(LookChosen(player=ANN, look=True)).code == "mulligan/no_look"


# The original rule


@pytest.mark.parametrize(
    ("top", "code"),
    [
        pytest.param(LANDS, None, id="all-lands"),
        pytest.param(SPELLS, None, id="no-land"),
        pytest.param((BAZAAR,) * 7, None, id="lands-without-mana-are-lands"),
        pytest.param(MIXED, "mulligan/mixed_hand", id="R089-one-land"),
        pytest.param(
            (BAZAAR, *(BEAR,) * 6), "mulligan/mixed_hand", id="R090-one-land-without-mana"
        ),
    ],
)
def test_dan_d10_only_a_hand_of_one_sort_is_redrawn(
    top: tuple[CardName, ...], code: str | None
) -> None:
    played = game(kind="original_reveal", deck=top)
    redraw = MulliganDeclared(player=ANN, mulligan=True)
    if code is not None:
        assert played.refused(redraw).code == code
        return
    hand = played.table.players[ANN].hand

    told = played.do(redraw)

    assert told[1] == HandRevealed(player=ANN, cards=hand)
    assert all(played.table.objects[name].seen_by == {ANN, BOB} for name in hand)


def test_r091_a_full_new_hand_once_and_the_opponent_may_redraw_too() -> None:
    played = game(kind="original_reveal", decks={ANN: SPELLS * 6, BOB: MIXED * 6})
    played.mulligan(ANN)
    played.mulligan(BOB)

    assert (played.sizes(ANN), played.sizes(BOB)) == ((7, 35), (7, 35))
    assert played.table.turn.number == 1, "once a player: both hands are kept"
    assert sum(isinstance(event, HandRevealed) for event in played.events) == 1


def test_dan_d10_who_declined_before_another_called_is_asked_again() -> None:
    played = game(kind="original_reveal", decks={ANN: MIXED * 6, BOB: SPELLS * 6})
    played.keep(ANN)
    assert not any(isinstance(event, HandKept) for event in played.events)
    played.mulligan(BOB)
    assert played.asked == [(ANN, "MulliganDeclared")]

    played.mulligan(ANN)

    assert [event.player for event in played.events if isinstance(event, MulliganTaken)] == [
        BOB,
        ANN,
    ]
    assert played.table.turn.number == 1


def test_dan_d10_declining_after_the_call_is_final() -> None:
    played = game(kind="original_reveal", decks={ANN: SPELLS * 6, BOB: MIXED * 6})
    played.mulligan(ANN)
    played.keep(BOB)

    assert played.events.count(HandKept(player=BOB, size=7)) == 1
    assert played.table.turn.number == 1


def test_dan_d10_nobody_calls_and_all_keep() -> None:
    played = game(kind="original_reveal")
    played.keep(ANN, BOB)

    assert played.table.turn.number == 1


def test_o03_an_empty_hand_is_not_a_hand_without_lands() -> None:
    played = game(kind="original_reveal", deck=SPELLS)
    emptied = edit_player(played.table, ANN, hand=())

    assert shows_one_kind(played.table, ANN)
    assert not shows_one_kind(emptied, ANN)
    assert must_keep(emptied, ANN)


# Commander's own, 2009-10-01 to 2016-01-15


def aside(played: Game, count: int) -> tuple[ObjectId, ...]:
    cards = played.table.players[ANN].hand[:count]
    played.do(CardsSetAside(player=ANN, cards=cards))
    return cards


def test_103_4d_some_cards_are_set_aside_and_one_fewer_drawn() -> None:
    played = game(kind="partial_paris")
    played.mulligan(ANN)
    played.keep(BOB)
    assert played.asked == [(ANN, "CardsSetAside")]
    rest = played.table.players[ANN].hand[3:]
    aside(played, 3)

    assert played.sizes(ANN) == (6, 33 - 2)
    assert played.table.players[ANN].hand[:4] == rest
    lying = [played.table.objects[name] for name in played.table.exile]
    assert [(thing.owner, thing.face_down) for thing in lying] == [(ANN, True)] * 3
    assert all(thing.seen_by == {ANN} for thing in lying), "their owner may look at them"


def test_103_4d_what_lies_aside_is_shuffled_in_with_the_keep() -> None:
    played = game(kind="partial_paris")
    played.mulligan(ANN)
    played.keep(BOB)
    aside(played, 3)
    played.mulligan(ANN)
    aside(played, 2)
    assert (played.sizes(ANN), len(played.table.exile)) == ((5, 30), 5)

    told = played.keep(ANN)

    assert sum(isinstance(event, CardMoved) and event.to is Zone.LIBRARY for event in told) == 5
    assert sum(isinstance(event, LibraryShuffled) for event in told) == 1
    assert (played.sizes(ANN), played.table.exile) == ((5, 35), ())
    assert played.table.turn.number == 1


def test_103_4d_at_least_one_card_is_set_aside() -> None:
    played = game(kind="partial_paris")
    played.mulligan(ANN)
    played.keep(BOB)

    assert played.refused(CardsSetAside(player=ANN, cards=())).code == "mulligan/set_aside"


def test_103_4d_the_first_one_of_many_players_is_free() -> None:
    played = game(kind="partial_paris", seats=(ANN, BOB, CYD))
    played.mulligan(ANN)
    played.keep(BOB, CYD)
    aside(played, 3)

    assert played.sizes(ANN)[0] == 7


def test_103_4d_down_to_an_empty_hand() -> None:
    played = game(kind="partial_paris")
    played.keep(ANN)
    for size in range(7, 0, -1):
        assert played.sizes(BOB)[0] == size
        played.mulligan(BOB)
        cards = played.table.players[BOB].hand[:1]
        played.do(CardsSetAside(player=BOB, cards=cards))

    assert played.sizes(BOB) == (0, 40)
    assert played.table.turn.number == 1


def test_commander_has_the_common_mulligan_again_from_2016() -> None:
    played = game(day="2016-02-01", commander=True)
    played.mulligan(ANN)
    played.keep(BOB)

    assert played.asked == [(ANN, "MulliganDeclared")]
    assert played.sizes(ANN) == (6, 34)


@pytest.mark.parametrize("day", ["2015-09-26", "2016-01-15"])
def test_103_4_small_hands_of_commander_look_at_the_end_of_2015(day: str) -> None:
    played = game(day=day, commander=True)
    played.mulligan(ANN)
    played.keep(BOB)
    aside(played, 1)
    played.keep(ANN)

    assert played.asked == [(ANN, "LookChosen")]


# House rules


def test_none_means_the_first_hand_is_the_opening_hand() -> None:
    played = game(kind="none")

    assert [event for event in played.events if isinstance(event, HandKept)] == [
        HandKept(player=ANN, size=7),
        HandKept(player=BOB, size=7),
    ]
    assert played.table.turn.number == 1


def test_houston_deals_ten_and_bottoms_three_once() -> None:
    played = game(kind="houston")
    draws = [event for event in played.events if isinstance(event, CardsDrawn)]
    assert [(event.player, event.count) for event in draws] == [(ANN, 10), (BOB, 10)]
    assert played.asked == [(ANN, "CardsBottomed")]
    hand = played.table.players[ANN].hand

    played.do(CardsBottomed(player=ANN, cards=hand[:3]))
    played.bottom(BOB, 3)

    assert (played.sizes(ANN), played.sizes(BOB)) == ((7, 33), (7, 33))
    assert played.table.turn.number == 1


@pytest.mark.parametrize(
    ("mulligans", "size"), [(1, 6), (2, 6), (3, 5)], ids=["T025", "T026", "three"]
)
def test_canadian_highlander_tries_every_smaller_size_twice(mulligans: int, size: int) -> None:
    played = game(kind="canadian_highlander")
    played.keep(ANN)
    for _ in range(mulligans):
        played.mulligan(BOB)
    played.keep(BOB)

    assert played.sizes(BOB) == (size, 40 - size)
    assert played.asked == [(BOB, "LookChosen")]


# Teams that share their turns


TEAMS = {ANN: "a", BOB: "a", CYD: "b", DAN: "b"}


def two_headed(day: str = "2025-06-06") -> Game:
    return game(
        day=day, seats=(ANN, CYD, BOB, DAN), teams=TEAMS, shared_team_turns=True, starting_life=30
    )


def test_103_5d_the_starting_team_declares_first_in_any_order() -> None:
    played = two_headed()
    assert played.asked == [(ANN, "MulliganDeclared"), (BOB, "MulliganDeclared")]
    played.mulligan(BOB)
    assert played.asked == [(ANN, "MulliganDeclared")]
    played.keep(ANN)
    assert played.asked == [(CYD, "MulliganDeclared"), (DAN, "MulliganDeclared")]
    played.keep(DAN)
    played.mulligan(CYD)

    taken = [event.player for event in played.events if isinstance(event, MulliganTaken)]
    assert taken == [CYD, BOB], "together; the log keeps to turn order"
    assert (played.sizes(BOB), played.sizes(CYD)) == ((7, 33), (7, 33)), "the first one is free"
    assert played.asked == [(BOB, "MulliganDeclared")], "one may go on after a teammate has kept"


def test_103_5d_the_other_team_waits() -> None:
    refusal = two_headed().refused(MulliganDeclared(player=CYD, mulligan=False))

    assert (refusal.code, refusal.legal) == ("mulligan/out_of_turn", (ANN, BOB))


def test_before_2006_10_01_teammates_declare_one_by_one() -> None:
    assert two_headed("2006-09-30").asked == [(ANN, "MulliganDeclared")]


@pytest.mark.parametrize("day", ["2006-10-01", "2007-07-13"], ids=["606.6a", "101.4b"])
def test_606_6a_a_team_finishes_before_the_other_decides(day: str) -> None:
    played = two_headed(day)
    assert played.asked == [(ANN, "MulliganDeclared"), (BOB, "MulliganDeclared")]
    played.mulligan(ANN)
    assert played.sizes(ANN) == (7, 33), "nobody redraws before the teammate has declared"
    told = played.mulligan(BOB)

    assert [event.player for event in told if isinstance(event, MulliganTaken)] == [ANN, BOB]
    played.keep(BOB)
    played.mulligan(ANN)
    assert (played.sizes(ANN), played.sizes(BOB)) == ((6, 34), (7, 33))
    assert played.asked == [(ANN, "MulliganDeclared")], "one may go on after a teammate has kept"
    played.keep(ANN)
    assert played.asked == [(CYD, "MulliganDeclared"), (DAN, "MulliganDeclared")]


def test_free_for_teams_from_2006_10_01() -> None:
    played = two_headed("2006-11-01")
    played.mulligan(ANN)

    assert played.sizes(ANN) == (7, 33)
