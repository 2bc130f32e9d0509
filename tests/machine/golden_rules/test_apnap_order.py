"""The order of players: from the active one, in turn order, by teams where teams share turns."""

import pytest
from msgspec.structs import replace

from events.choices import ChoiceMade, ChoicesOpened, ChoicesRestarted
from events.game import PlayerLeft, StartingPlayerChosen
from events.identifiers import Seat
from events.stack import AbilityTriggered
from machine.apnap_order import apnap, first_of, opponents, ranks
from machine.referee import awaiting, legal_decisions
from machine.triggers import next_stacker
from projections.fold import apply, start
from projections.table import Table, Turn
from tests.machine.golden_rules.tables import (
    ANN,
    BOB,
    CYD,
    DAN,
    Played,
    game,
    of_type,
    rules_on,
)

SIX = tuple(map(Seat, ("s_a", "s_b", "s_c", "s_d", "s_e", "s_f")))


@pytest.mark.parametrize(
    ("seats", "active", "expected"),
    [
        pytest.param((ANN, DAN, CYD, BOB), ANN, "ann dan cyd bob", id="T137-from-the-first"),
        pytest.param((ANN, DAN, CYD, BOB), BOB, "bob ann dan cyd", id="T137-from-the-last"),
        pytest.param((ANN, BOB, CYD), BOB, "bob cyd ann", id="T140"),
        pytest.param(SIX, SIX[3], "s_d s_e s_f s_a s_b s_c", id="T142"),
        pytest.param((ANN, BOB), BOB, "bob ann", id="T143"),
    ],
)
def test_101_4_turn_order_from_the_active_player(
    seats: tuple[Seat, ...], active: Seat, expected: str
) -> None:
    table = game(seats, active=active)
    orders = {apnap(table) for _ in range(100)}
    assert orders == {tuple(expected.split())}, "T139: the same order every time"


def test_101_4_who_left_is_passed_over_but_keeps_their_place() -> None:
    table = apply(game((ANN, BOB, CYD, DAN), active=CYD), PlayerLeft(player=DAN))
    assert apnap(table) == (CYD, ANN, BOB)
    assert ranks(table) == {CYD: 0, DAN: 1, ANN: 2, BOB: 3}
    assert first_of(table, (CYD, ANN, BOB), after=DAN) == (ANN,)


@pytest.mark.parametrize("day", ["2026-01-01", "2019-01-01"])
def test_101_4e_before_the_first_turn_from_the_starting_player(day: str) -> None:
    table = start(game((ANN, BOB, CYD), rules=rules_on(day)).header)
    table = apply(table, StartingPlayerChosen(player=ANN, starting_player=BOB))
    assert apnap(table) == (BOB, CYD, ANN)
    assert table.active_player == (BOB if day > "2020-07-03" else None)
    table = apply(
        table,
        ChoicesOpened(
            round=1,
            players=(ANN, BOB, CYD),
            kind="option",
            options=dict.fromkeys((ANN, BOB, CYD), ("x", "y")),
        ),
    )
    asked: list[object] = []
    played = Played(table)
    for _ in range(3):
        asked += played.players_asked
        played.do(next(iter(legal_decisions(played.table))))
    assert asked == [BOB, CYD, ANN]


# -- teams ------------------------------------------------------------------------------------------

TEAMS = {ANN: "red", BOB: "blue", CYD: "red", DAN: "blue"}


def teamed(active: Seat = BOB, day: str = "2026-01-01") -> Table:
    hands = {seat: ["Bear"] * 4 for seat in TEAMS}
    hands[active] = [*hands[active], "Delirium Skeins"]
    return game(tuple(TEAMS), hands=hands, teams=TEAMS, active=active, rules=rules_on(day))


def test_805_6_the_active_team_first() -> None:
    table = teamed()
    assert apnap(table) == (BOB, DAN, CYD, ANN)
    assert ranks(table) == {BOB: 0, DAN: 0, CYD: 1, ANN: 1}
    assert opponents(table, BOB) == (CYD, ANN)


def test_805_6_inside_a_team_in_any_order_then_the_other_team() -> None:
    played = Played(teamed()).cast(BOB, "Delirium Skeins").resolve()
    assert {one.rule for one in awaiting(played.table)} == {"805.6"}
    asked: list[object] = []
    for seat in (DAN, BOB, ANN, CYD):
        asked.append(played.players_asked)
        decide(played, seat)
    assert asked == [(BOB, DAN), (BOB,), (CYD, ANN), (CYD,)]
    assert not of_type(played.events, ChoicesRestarted)
    assert [len(played.table.players[seat].hand) for seat in TEAMS] == [1, 1, 1, 1]


def decide(played: Played, seat: Seat) -> None:
    options = legal_decisions(played.table)
    played.do(next(one for one in options if isinstance(one, ChoiceMade) and one.player == seat))


def test_805_6_no_rule_of_teams_before_2010() -> None:
    played = Played(teamed(day="2010-06-17")).cast(BOB, "Delirium Skeins").resolve()
    assert played.players_asked == (BOB,)
    assert apnap(played.table) == (BOB, CYD, DAN, ANN)


def test_805_7_the_active_teams_triggers_first() -> None:
    table = teamed()
    for number, seat in enumerate((ANN, CYD, DAN), 1):
        table = apply(table, AbilityTriggered(trigger=number, player=seat))
    order: list[Seat | None] = []
    for _ in range(3):
        order.append(next_stacker(table))
        left = tuple(one for one in table.triggers if one.player != order[-1])
        table = replace(table, triggers=left)
    assert order == [DAN, CYD, ANN]


def test_b065_three_players_the_active_one_in_the_second_seat() -> None:
    table = game((ANN, BOB, CYD), active=BOB)
    for number, seat in enumerate((ANN, CYD, BOB), 1):
        table = apply(table, AbilityTriggered(trigger=number, player=seat))
    assert next_stacker(table) == BOB
    assert isinstance(table.turn, Turn)
