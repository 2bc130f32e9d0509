"""CR 103.1-103.4, 103.8: who starts, what is shuffled when, first draws; time, and players who leave."""

from collections.abc import Iterable

import pytest

from events.chance import DieRolled
from events.game import Conceded, GameEnded, MatchEntry, PlayerLost, StartingPlayerChosen
from events.identifiers import Seat
from events.mulligans import LookChosen, MulliganDeclared, MulliganTaken
from events.rulings import RulingMade
from events.turns import CardsDrawn, PhaseEntered, PriorityPassed, StepSkipped, TurnBegan
from events.vocabulary import EndReason, GameResult, LossReason, Phase
from events.zones import LibraryShuffled
from machine import referee, running
from machine.chance import Scripted
from projections.fold import apply
from tests.machine.mulligans.playing import (
    ANN,
    BOB,
    CHANCELLOR,
    CYD,
    DAN,
    LEYLINE,
    SEATS,
    Game,
    Still,
    game,
    kinds_of,
    table,
)


class Dice(Still):
    """Dice that show these numbers, one after another."""

    def __init__(self, values: Iterable[int]) -> None:
        self.values = iter(values)

    def below(self, bound: int, purpose: str) -> int:
        if purpose.startswith("starting_player"):
            return next(self.values) - 1
        return super().below(bound, purpose)


def test_103_1_who_wins_the_roll_chooses_who_starts() -> None:
    played = Game(table(), Dice([9, 14]))

    assert [event for event in played.events if isinstance(event, DieRolled)] == [
        DieRolled(player=ANN, sides=20, value=9, purpose="starting_player"),
        DieRolled(player=BOB, sides=20, value=14, purpose="starting_player"),
    ]
    assert played.asked == [(BOB, "StartingPlayerChosen")]
    assert played.refused(StartingPlayerChosen(player=ANN, starting_player=ANN)).code == (
        "decision/not_asked"
    )
    played.do(StartingPlayerChosen(player=BOB, starting_player=ANN))
    assert played.table.turn_order == (ANN, BOB)


def test_103_1_the_tied_roll_again() -> None:
    played = Game(table(seats=(ANN, BOB, CYD)), Dice([9, 14, 14, 3, 4]))

    assert played.asked == [(CYD, "StartingPlayerChosen")]


@pytest.mark.parametrize(
    ("match", "who"),
    [
        pytest.param(MatchEntry(game=2, previous_loser=BOB), BOB, id="R101-the-last-loser"),
        pytest.param(MatchEntry(game=2, previous_chooser=BOB), BOB, id="the-chooser-after-a-draw"),
        pytest.param(
            MatchEntry(game=3, previous_loser=ANN, previous_chooser=BOB),
            ANN,
            id="loser-over-chooser",
        ),
    ],
)
def test_103_1_a_later_game_needs_no_roll(match: MatchEntry, who: str) -> None:
    played = Game(table(match=match))

    assert not any(isinstance(event, DieRolled) for event in played.events)
    assert played.asked == [(who, "StartingPlayerChosen")]


@pytest.mark.parametrize("day", ["2020-07-02", "2020-07-03"])
def test_103_3_shuffled_before_or_after_the_choice_by_date(day: str) -> None:
    played = Game(table(day=day))
    shuffled = any(isinstance(event, LibraryShuffled) for event in played.events)

    assert shuffled is (day == "2020-07-02")
    played.do(StartingPlayerChosen(player=ANN, starting_player=BOB))
    assert sum(isinstance(event, LibraryShuffled) for event in played.events) == 2
    draws = [event.player for event in played.events if isinstance(event, CardsDrawn)]
    assert draws == [BOB, ANN]


def test_103_5_the_starting_hand_size_is_the_games() -> None:
    played = game(starting_hand_size=8)

    assert played.sizes(ANN) == (8, 32)


def first_steps(day: str, **given: object) -> Game:
    played = game(day=day, **given)
    while played.asked[0][1] == "MulliganDeclared":
        played.keep(played.asked[0][0])
    for _ in range(8):
        if played.phase is not Phase.UPKEEP:
            break
        played.do(PriorityPassed(player=played.asked[0][0]))
    return played


TEAMS = dict(zip(SEATS, "abab", strict=True))


@pytest.mark.parametrize(
    ("day", "given", "drawn"),
    [
        pytest.param("2025-06-06", {}, (), id="two-players"),
        pytest.param("2025-06-06", {"seats": (ANN, BOB, CYD)}, (ANN,), id="three-players-draw"),
        pytest.param(
            "2025-06-06",
            {"seats": SEATS, "teams": TEAMS, "shared_team_turns": True},
            (),
            id="starting-team",
        ),
        pytest.param("2004-01-01", {}, (), id="2004"),
        pytest.param("2004-01-01", {"seats": (ANN, BOB, CYD)}, (), id="2004-whoever-starts"),
        pytest.param(
            "2006-11-01",
            {"seats": SEATS, "teams": TEAMS, "shared_team_turns": True},
            (CYD,),
            id="2006-11-the-secondary-player-draws",
        ),
        pytest.param(
            "2007-06-01",
            {"seats": SEATS, "teams": TEAMS, "shared_team_turns": True},
            (),
            id="2007-06-the-team-skips",
        ),
    ],
)
def test_103_8_who_draws_in_the_first_turn(
    day: str, given: dict[str, object], drawn: tuple[str, ...]
) -> None:
    played = first_steps(day, **given)
    began = next(n for n, event in enumerate(played.events) if isinstance(event, TurnBegan))
    later = played.events[began:]

    assert tuple(event.player for event in later if isinstance(event, CardsDrawn)) == drawn
    assert any(isinstance(event, StepSkipped) for event in later) is not bool(drawn)


def test_r106_a_short_library_is_drawn_up_and_lost_at_the_first_check() -> None:
    played = game(size=5)
    assert (played.sizes(ANN), played.sizes(BOB)) == ((5, 0), (5, 0))
    played.keep(ANN)
    told = played.keep(BOB)

    where = told.index(PhaseEntered(phase=Phase.UPKEEP))
    assert told[where + 1 :] == (
        PlayerLost(player=ANN, reason=LossReason.EMPTY_LIBRARY),
        PlayerLost(player=BOB, reason=LossReason.EMPTY_LIBRARY),
        GameEnded(result=GameResult.DRAW, reason=EndReason.ALL_LOST),
    )


def test_103_5_a_short_library_in_a_london_mulligan() -> None:
    played = game(size=5)
    played.mulligan(ANN)
    played.keep(BOB)

    assert played.sizes(ANN) == (5, 0)
    assert played.refused(MulliganDeclared(player=ANN, mulligan=True)).facts == {}
    played.bottom(ANN, 1)
    assert played.sizes(ANN) == (4, 1)


def test_103_4_a_short_library_leaves_nothing_to_look_at() -> None:
    played = game(kind="vancouver", size=5)
    played.keep(ANN, BOB)

    assert not any(isinstance(event, LookChosen) for event in played.events)
    assert played.table.result is not None


TIME = RulingMade(text="Time is called.", code="time_called")


@pytest.mark.parametrize("declared", [0, 1])
def test_r104_time_called_during_mulligans_ends_the_game(declared: int) -> None:
    played = game()
    played.mulligan(*(ANN,) * declared)
    called = apply(played.table, TIME)
    assert referee.awaiting(called) == ()

    batch = running.start(called, Still())

    assert batch.events == (GameEnded(result=GameResult.UNFINISHED, reason=EndReason.TIME),)


def test_mtr_2_3_once_mulligans_are_done_the_game_has_begun() -> None:
    played = game(deck=(LEYLINE,))
    played.keep(ANN, BOB)
    assert played.phase is Phase.OPENING_HAND_ACTIONS

    assert running.start(apply(played.table, TIME), Still()).events == ()


def test_b058_conceding_is_possible_in_every_phase_before_the_game() -> None:
    played = game()
    played.mulligan(ANN)
    told = played.do(Conceded(player=BOB))

    assert told == (
        Conceded(player=BOB),
        GameEnded(result=GameResult.WIN, winners=(ANN,), reason=EndReason.CONCESSION),
    )


@pytest.mark.parametrize("leaver", [ANN, BOB, CYD])
@pytest.mark.parametrize("moment", range(6))
def test_b058_the_others_go_on_when_one_leaves(leaver: Seat, moment: int) -> None:
    played = game(seats=(ANN, BOB, CYD))
    for mulligan in (True, False, True, True, False)[:moment]:
        seat, _ = played.asked[0]
        played.do(MulliganDeclared(player=seat, mulligan=mulligan))
    played.do(Conceded(player=leaver))

    for _ in range(20):
        if played.table.turn.number:
            break
        seat, kind = played.asked[0]
        if kind == "MulliganDeclared":
            played.keep(seat)
        else:
            played.bottom(seat, 1)
    assert leaver not in played.table.playing
    assert played.table.turn.number == 1
    first = next(event for event in played.events if isinstance(event, TurnBegan))
    assert first.player == played.table.playing[0]


def test_t059_who_owes_cards_and_leaves_is_passed_over() -> None:
    played = game(seats=SEATS, kind="london")
    played.mulligan(ANN, BOB)
    played.keep(CYD, DAN)
    played.mulligan(ANN, BOB)
    assert played.asked == [(ANN, "CardsBottomed")]
    played.do(Conceded(player=ANN))

    assert played.asked == [(BOB, "CardsBottomed")]


def test_103_5_a_declaration_of_one_who_left_is_not_carried_out() -> None:
    played = game(seats=(ANN, BOB, CYD))
    played.mulligan(ANN)
    told = [*played.do(Conceded(player=ANN)), *played.keep(BOB), *played.keep(CYD)]

    assert not any(isinstance(event, MulliganTaken) for event in told)
    assert played.table.turn.number == 1


def test_103_1_the_last_loser_has_left_so_dice_decide() -> None:
    started = table(seats=(ANN, BOB, CYD), match=MatchEntry(game=2, previous_loser=ANN))
    batch = running.handle(started, (Conceded(player=ANN),), Dice([5, 6]))

    assert kinds_of(batch.events)[:4] == ["Conceded", "PlayerLeft", "DieRolled", "DieRolled"]
    assert [one.player for one in referee.awaiting(batch.table)] == [CYD]


def test_b052_b053_nothing_triggers_before_the_first_turn() -> None:
    played = game(deck=(CHANCELLOR,) * 7)
    played.mulligan(ANN, BOB)

    assert not played.table.triggers
    assert "AbilityTriggered" not in kinds_of(played.events)


def test_chance_is_asked_for_dice_and_shuffles_alone() -> None:
    shuffles = [0] * (39 * 2)

    played = Game(table(day="2020-07-02"), Scripted([*shuffles, 3, 2]))

    assert played.asked == [(ANN, "StartingPlayerChosen")]
