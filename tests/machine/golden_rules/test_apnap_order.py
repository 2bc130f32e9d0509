"""The order of players: from the active one, in turn order, by teams where teams share turns."""

import pytest
from msgspec.structs import replace

from events.abilities import TriggeredAbility
from events.cards import CardDefinition
from events.choices import ChoiceMade, ChoicesOpened, ChoicesRestarted
from events.game import PlayerLeft, StartingPlayerChosen
from events.identifiers import CardName, Seat
from events.instructions import GainLife
from events.stack import AbilityStacked, AbilityTriggered, TriggersOrdered
from events.turns import PermanentsUntapped
from machine.apnap_order import apnap, first_of, opponents, ranks
from machine.chance import seeded
from machine.referee import awaiting, legal_decisions
from machine.running import Run
from machine.trigger_stacking import next_stackers
from projections.fold import apply, start
from projections.table import Table
from tests.machine.golden_rules.tables import (
    ANN,
    BOB,
    CYD,
    DAN,
    Played,
    game,
    of_type,
    refusal,
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


def test_606_6c_teams_choose_as_one_since_there_are_any() -> None:
    played = Played(teamed(day="2006-10-01")).cast(BOB, "Delirium Skeins").resolve()
    assert played.players_asked == (BOB, DAN)


def test_606_6c_no_rule_of_teams_before_2005_08() -> None:
    played = Played(teamed(day="2005-07-31")).cast(BOB, "Delirium Skeins").resolve()
    assert played.players_asked == (BOB,)
    assert apnap(played.table) == (BOB, CYD, DAN, ANN)


def triggered(table: Table, *seats: Seat) -> Played:
    """Return a game in which abilities of these players have just triggered, numbered from 1."""
    for number, seat in enumerate(seats, 1):
        table = apply(table, AbilityTriggered(trigger=number, player=seat))
    table = replace(table, priority=replace(table.priority, holder=None))
    return Played(table).go_on()


def stacked(played: Played) -> list[tuple[Seat, int]]:
    return [(one.player, one.trigger) for one in of_type(played.events, AbilityStacked)]


def test_805_7_the_active_teams_triggers_first() -> None:
    played = triggered(teamed(), ANN, DAN)
    assert stacked(played) == [(DAN, 2), (ANN, 1)]


def test_805_7_a_team_orders_its_triggers_together() -> None:
    played = triggered(teamed(), BOB, CYD, DAN, BOB)
    asked = awaiting(played.table)
    assert [(one.player, one.rule) for one in asked] == [(BOB, "805.7"), (DAN, "805.7")]
    own = refusal(played, TriggersOrdered(player=BOB, order=(1, 4)))
    assert (own.code, own.rule) == ("trigger/order", "805.7")
    theirs = refusal(played, TriggersOrdered(player=CYD, order=(2,)))
    assert (theirs.code, theirs.rule) == ("decision/not_asked", "805.7")
    played.do(TriggersOrdered(player=DAN, order=(4, 3, 1)))
    assert stacked(played) == [(BOB, 4), (DAN, 3), (BOB, 1), (CYD, 2)]


def test_805_7_one_ability_of_the_team_needs_no_order() -> None:
    played = triggered(teamed(), CYD, BOB)
    assert not of_type(played.events, TriggersOrdered)
    assert stacked(played) == [(BOB, 2), (CYD, 1)]


def test_603_3b_no_rule_of_teams_before_2005_08() -> None:
    played = triggered(teamed(day="2005-07-31"), BOB, CYD, DAN, BOB)
    assert [(one.player, one.rule) for one in awaiting(played.table)] == [(BOB, "603.3b")]
    played.do(TriggersOrdered(player=BOB, order=(4, 1)))
    assert stacked(played) == [(BOB, 4), (BOB, 1), (CYD, 2), (DAN, 3)]


def test_b065_three_players_the_active_one_in_the_second_seat() -> None:
    table = game((ANN, BOB, CYD), active=BOB)
    played = triggered(table, ANN, CYD, BOB)
    assert stacked(played) == [(BOB, 3), (CYD, 2), (ANN, 1)]
    assert next_stackers(played.table) == ()


# -- abilities that wait for another to trigger -----------------------------------------------------

ECHO = CardName("Echo of the Test")
BELL = CardName("Bell of the Test")


def echoing(day: str) -> Played:
    """Return a game in which a bell of ben's rings, and what ann has waits for just that."""
    gains = (GainLife(amount=1),)
    echo = TriggeredAbility(on="ability_triggered", who="any", program=gains)
    bell = TriggeredAbility(on="untapped", who="any", program=gains)
    table = game(battlefield={ANN: [ECHO, ECHO], BOB: [BELL]}, rules=rules_on(day))
    for name, ability in ((ECHO, echo), (BELL, bell)):
        card = CardDefinition(name=name, types=("Artifact",), abilities=(ability,))
        table = replace(table, cards=table.cards.set(name, card))
    run = Run(table, seeded(1), seq=1)
    run.emit((PermanentsUntapped(player=ANN, objects=table.battlefield[:1]),), cause=None)
    return Played(replace(run.table, priority=replace(run.table.priority, holder=None))).go_on()


def test_603_3b_what_waits_for_another_to_trigger_is_stacked_after_all_others() -> None:
    played = echoing("2021-04-22")
    assert [one.card for one in played.table.stack] == [BELL]
    assert played.players_asked == (ANN,)
    played.do(TriggersOrdered(player=ANN, order=(3, 2)))
    assert stacked(played) == [(BOB, 1), (ANN, 3), (ANN, 2)]


def test_603_3b_in_one_part_before_2021_04_22() -> None:
    played = echoing("2021-04-21")
    assert played.players_asked == (ANN,)
    assert not played.table.stack
    played.do(TriggersOrdered(player=ANN, order=(3, 2)))
    assert stacked(played) == [(ANN, 3), (ANN, 2), (BOB, 1)]


def test_603_2_two_that_wait_for_others_do_not_trigger_one_another() -> None:
    played = echoing("2026-01-01")
    assert len(played.table.triggers) == 2, "two echoes of one bell, and none of an echo"
