"""Teams that share their turns: whose turn and priority it is, one life total, winning and losing.

Covers CR 103.1a, 805.4, 805.5, 805.8, 810.4, 810.8a, 810.9.
"""

from collections.abc import Mapping
from typing import Literal

import pytest
from msgspec.structs import replace

from events.abilities import StaticAbility, TriggeredAbility
from events.cards import CardDefinition
from events.damage import DamageDealt, LifeChanged
from events.game import PlayerLost, StartingPlayerChosen
from events.identifiers import CardName, ObjectId, Seat
from events.instructions import DrawCards
from events.mulligans import OpeningHandActionTaken
from events.stack import AbilityTriggered, ManaAdded
from events.turns import PhaseEntered, PriorityPassed, TurnBegan, TurnSkipCreated
from events.vocabulary import LossReason, Phase, Zone
from machine import referee, running
from machine.damage import life_changes
from machine.golden_rules import is_prohibited
from machine.triggers import triggered_by
from projections.fold import apply
from projections.table import GameObject, Table
from tests.machine.mulligans.playing import ANN, BOB, CAVERNS, CYD, DAN, Game, game, table

RED = {ANN: "red", CYD: "red"}
BLUE = {BOB: "blue", DAN: "blue"}


def giant(*seats: Seat, teams: Mapping[Seat, str] | None = None, day: str = "2025-06-06") -> Game:
    """Return a game of teams in its first upkeep, the first seat starting."""
    return game(
        seats=seats or (ANN, CYD, BOB, DAN),
        teams={**RED, **BLUE} if teams is None else teams,
        day=day,
        kind="none",
        shared_team_turns=True,
        shared_life=True,
        starting_life=30,
    )


def lives(table: Table) -> list[int]:
    return [table.players[seat].life for seat in (ANN, CYD, BOB, DAN)]


def test_810_4_a_team_has_one_life_total() -> None:
    table = giant().table
    table = apply(table, LifeChanged(player=CYD, change=-3, life=27))

    assert lives(table) == [27, 27, 30, 30]


def test_810_9_damage_to_each_head_is_taken_from_one_total() -> None:
    played = giant()
    run = running.Run(played.table, played.chance, 0)
    run.emit([DamageDealt(recipient=seat, amount=4) for seat in (ANN, CYD, BOB, DAN)], None)

    assert lives(run.table) == [22, 22, 22, 22]


def test_810_9_changes_at_once_add_up() -> None:
    table = giant().table

    assert life_changes(table, ((seat, -4) for seat in (ANN, CYD, BOB))) == (
        LifeChanged(player=ANN, change=-4, life=26),
        LifeChanged(player=CYD, change=-4, life=22),
        LifeChanged(player=BOB, change=-4, life=26),
    )


def test_810_9_mana_burn_of_both_heads() -> None:
    played = giant(day="2008-01-01")
    for seat in (ANN, CYD):
        played.table = apply(played.table, ManaAdded(player=seat, mana="{R}{R}"))
    while played.phase is not Phase.BEGINNING_OF_COMBAT:
        played.do(next(referee.legal_decisions(played.table)))

    assert lives(played.table) == [26, 26, 30, 30]


def test_810_8c_both_heads_lose_at_no_life() -> None:
    played = giant()
    run = running.Run(played.table, played.chance, 0)
    run.emit([DamageDealt(recipient=CYD, amount=30)], None)
    run.table = replace(run.table, priority=replace(run.table.priority, holder=None))
    run.settle()

    lost = [one.event for one in run.drafts if isinstance(one.event, PlayerLost)]
    assert lost == [PlayerLost(player=seat, reason=LossReason.LIFE) for seat in (ANN, CYD)]
    assert run.table.result is not None
    assert run.table.result.winners == (BOB, DAN)


@pytest.mark.parametrize(
    ("action", "whose", "stopped"),
    [
        pytest.param("lose", "you", {ANN, CYD}, id="a-head-cannot-lose-so-neither-can"),
        pytest.param("win", "opponents", {BOB, DAN}, id="no-opponent-can-win"),
    ],
)
def test_810_8a_whom_an_effect_stops_stops_the_team(
    action: Literal["lose", "win"], whose: Literal["you", "opponents"], stopped: set[Seat]
) -> None:
    angel = CardDefinition(
        name=CardName("Unbeaten"),
        types=("Artifact",),
        abilities=(StaticAbility(restrict=action, who=whose),),
    )
    table = giant().table
    thing = GameObject(
        id=ObjectId("x1"), zone=Zone.BATTLEFIELD, owner=ANN, controller=ANN, card=angel.name
    )
    table = replace(
        table,
        cards=table.cards.set(angel.name, angel),
        objects=table.objects.set(thing.id, thing),
        battlefield=(*table.battlefield, thing.id),
    )

    assert {seat for seat in table.players if is_prohibited(table, action, seat)} == stopped


@pytest.mark.parametrize(
    ("seats", "order"),
    [
        pytest.param((ANN, CYD, BOB, DAN), [ANN, CYD, BOB, DAN], id="side-by-side"),
        pytest.param((ANN, BOB, CYD, DAN), [ANN, CYD, DAN, BOB], id="across"),
    ],
)
def test_805_5_a_team_passes_before_the_next_has_priority(
    seats: tuple[Seat, ...], order: list[Seat]
) -> None:
    played = giant(*seats)
    held = []
    while played.phase is Phase.UPKEEP:
        held.append(played.table.priority.holder)
        played.do(PriorityPassed(player=held[-1] or ANN))

    assert held == order


def turns(played: Game, count: int) -> list[Seat]:
    """Play on by passing; return who took the next turns."""
    while sum(isinstance(event, TurnBegan) for event in played.events) < count:
        played.do(next(referee.legal_decisions(played.table)))
    return [event.player for event in played.events if isinstance(event, TurnBegan)]


@pytest.mark.parametrize(
    ("seats", "named"),
    [
        pytest.param((ANN, CYD, BOB, DAN), [ANN, BOB], id="side-by-side"),
        pytest.param((ANN, BOB, DAN, CYD), [BOB, CYD], id="around-the-end"),
        pytest.param((ANN, BOB, CYD, DAN), [ANN, BOB, CYD, DAN], id="across"),
    ],
)
def test_103_1a_a_team_starts(seats: tuple[Seat, ...], named: list[Seat]) -> None:
    start = Game(table(seats=seats, teams={**RED, **BLUE}, shared_team_turns=True))
    (asked,) = referee.awaiting(start.table)
    offered = list(referee.legal_decisions(start.table))

    assert offered == [
        StartingPlayerChosen(player=asked.player, starting_player=seat) for seat in named
    ]
    if DAN not in named:
        refusal = start.refused(StartingPlayerChosen(player=asked.player, starting_player=DAN))
        assert (refusal.code, refusal.legal) == ("start/not_the_first", tuple(named))


def test_606_6b_the_secondary_player_draws_whoever_chose() -> None:
    played = giant(day="2006-11-01")
    while played.phase is not Phase.PRECOMBAT_MAIN:
        played.do(next(referee.legal_decisions(played.table)))

    assert [played.table.players[seat].size(Zone.HAND) for seat in (ANN, CYD)] == [7, 8]


def test_805_4_the_teams_take_turns() -> None:
    assert turns(giant(), 4) == [ANN, BOB, ANN, BOB]


def test_805_4_players_without_a_team_have_turns_of_their_own() -> None:
    assert turns(giant(ANN, CYD, BOB, DAN, teams=RED), 4) == [ANN, BOB, DAN, ANN]


def test_805_4_a_steps_abilities_are_those_of_the_whole_team() -> None:
    clock = CardDefinition(
        name=CardName("Clock"),
        types=("Artifact",),
        abilities=(TriggeredAbility(on="draw_step", who="you", program=(DrawCards(),)),),
    )
    played = giant()
    table = replace(played.table, cards=played.table.cards.set(clock.name, clock))
    for number, seat in enumerate((ANN, CYD, BOB)):
        name = ObjectId(f"x{number}")
        thing = GameObject(
            id=name, zone=Zone.BATTLEFIELD, owner=seat, controller=seat, card=clock.name
        )
        objects, field = table.objects.set(name, thing), (*table.battlefield, name)
        table = replace(table, objects=objects, battlefield=field)
    entered = PhaseEntered(phase=Phase.DRAW)

    told = triggered_by(table, apply(table, entered), entered)

    assert [one.player for one in told if isinstance(one, AbilityTriggered)] == [ANN, CYD]


def test_103_1a_a_teammate_of_who_starts_starts_as_well() -> None:
    played = game(
        seats=(ANN, CYD, BOB, DAN),
        teams={**RED, **BLUE},
        kind="none",
        deck=(CAVERNS,),
        shared_team_turns=True,
    )
    card, other, *_ = played.table.players[CYD].hand
    decision = OpeningHandActionTaken(player=CYD, card=card, exiled=other)

    assert played.refused(decision).code == "opening_hand/condition"


def test_805_8_a_team_skips_the_turn_that_one_of_it_skips() -> None:
    played = giant()
    played.table = apply(played.table, TurnSkipCreated(player=DAN))

    assert turns(played, 3) == [ANN, ANN, BOB]
