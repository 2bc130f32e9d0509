"""Sprockets at the table without a game: actions, refusals, undoing, and the log they leave."""

from functools import partial

import pytest

from events.base import Event
from events.contraptions import (
    ContraptionCranked,
    ContraptionScrapped,
    CrankAdvanced,
    CrankChosen,
)
from events.errors import ApnapError, DataError, IllegalAction
from events.identifiers import Seat
from events.log import read
from events.records import draft
from events.rulings import Rewound
from events.vocabulary import Zone
from projections.fold import fold
from projections.sprocket_board import board, crank_history
from replays.audit import Severity
from replays.crank_table import CrankTable, new_table
from replays.game_log import GameLog
from replays.session import InMemory
from tests.replays.games import whole_game

ANN, BOB = Seat("ann"), Seat("bob")


def sitting(*seats: str) -> CrankTable:
    log = new_table(seats or ("ann", "bob"))
    return CrankTable(log, InMemory(log))


def evening() -> CrankTable:
    """Two assemblies, a first upkeep of ann's with one of them cranked."""
    here = sitting()
    here.next_turn()
    here.assemble(ANN, 1, "Duck Press")
    here.assemble(ANN, 2, "Sprung Mattress")
    here.next_turn()
    here.next_turn()
    here.crank(["Duck"])
    return here


def test_the_counter_moves_only_with_a_contraption() -> None:
    here = sitting()
    here.next_turn()
    assert here.table.players[ANN].crank == 3
    here.assemble(ANN, 1, "Duck Press")
    here.next_turn()
    assert here.table.active_player == BOB
    done = here.next_turn()
    assert here.table.players[ANN].crank == 1
    assert [one.player for one in done.asked] == [ANN]


def test_what_is_cranked_is_in_the_history() -> None:
    here = evening()
    (entry,) = crank_history(tuple(here.log), here.log.tables)
    assert (entry.player, entry.before, entry.sprocket) == (ANN, 3, 1)
    assert [name for _, name in entry.cranked] == ["Duck Press"]
    (mine, _) = board(here.table, (ANN, BOB))
    assert [one.name for one in mine.preview] == ["Sprung Mattress"]


def test_none_and_all_are_words() -> None:
    here = sitting("ann")
    here.assemble(ANN, 1, "One")
    here.assemble(ANN, 1, "Two")
    here.next_turn()
    here.crank(["all"])
    assert sum(isinstance(one.event, ContraptionCranked) for one in here.log) == 2
    here.move("One", 2)
    here.next_turn()
    here.crank(["none"])
    assert not here.asked


def test_who_has_nothing_left_to_crank_is_not_asked() -> None:
    here = sitting("ann")
    here.assemble(ANN, 1, "One")
    here.assemble(ANN, 1, "Two")
    here.next_turn()
    assert here.scrap("One").asked
    done = here.move("Two", 2)
    assert not done.asked
    assert here.log[-1].event == CrankChosen(player=ANN, contraptions=())
    here.undo()
    assert [one.player for one in here.asked] == [ANN]


@pytest.mark.parametrize("action", ["assemble", "next", "advance"])
def test_what_comes_after_a_choice_waits_for_it(action: str) -> None:
    here = sitting()
    here.assemble(ANN, 1, "One")
    here.next_turn()
    actions = {
        "assemble": partial(here.assemble, ANN, 1, "Two"),
        "next": partial(here.next_turn),
        "advance": partial(here.advance, BOB),
    }
    with pytest.raises(IllegalAction) as refusal:
        actions[action]()
    assert refusal.value.code == "contraption/undecided"
    assert refusal.value.legal == ("crank all", "crank none", "crank NAME")


def test_an_effect_moves_counters_once_more_and_offends_nobody() -> None:
    here = sitting()
    here.assemble(ANN, 1, "Alarm Clock")
    here.assemble(ANN, 2, "One")
    here.assemble(BOB, 1, "Two")
    here.next_turn()
    here.crank(["alarm"])
    assert [one.player for one in here.advance(ANN).asked] == [ANN]
    here.crank(["none"])
    here.advance(BOB)
    here.crank(["all"])
    told = [
        (one.player, one.before, one.sprocket, one.by_effect, [name for _, name in one.cranked])
        for one in crank_history(tuple(here.log), here.log.tables)
    ]
    assert told == [
        (ANN, 3, 1, False, ["Alarm Clock"]),
        (ANN, 1, 2, True, []),
        (BOB, 3, 1, True, ["Two"]),
    ]
    assert here.log.audit() == ()
    here.next_turn()
    assert here.table.players[BOB].crank == 2


def test_undo_is_a_record_and_takes_back_one_action_at_a_time() -> None:
    here = evening()
    before = len(here.log)
    here.undo()
    assert [one.player for one in here.asked] == [ANN]
    here.undo()
    assert here.table.players[ANN].crank == 3
    here.undo()
    assert here.table.turn.active_player == ANN
    here.undo()
    assert [one.name for row in board(here.table)[0].sprockets for one in row.contraptions] == [
        "Duck Press"
    ]
    assert len(here.log) == before + 4
    assert sum(isinstance(one.event, Rewound) for one in here.log) == 4
    assert crank_history(tuple(here.log), here.log.tables) == ()


def test_an_undone_crank_is_not_in_the_history_of_its_move() -> None:
    here = evening()
    here.undo()
    here.crank(["none"])
    (entry,) = crank_history(tuple(here.log), here.log.tables)
    assert entry.cranked == ()


def test_everything_can_be_undone_and_no_more() -> None:
    here = sitting("ann")
    here.assemble(ANN, 1, "One")
    here.undo()
    with pytest.raises(IllegalAction) as refusal:
        here.undo()
    assert refusal.value.code == "crank/nothing_to_undo"


def test_ids_are_not_given_twice_after_an_undo() -> None:
    here = sitting("ann")
    here.assemble(ANN, 1, "One")
    first = here.contraption("One").id
    here.undo()
    here.assemble(ANN, 1, "One")
    assert here.contraption("One").id != first


def test_leaving() -> None:
    here = evening()
    here.scrap("duck press")
    here.exile("Sprung")
    assert [here.table.objects[name].card for name in here.table.players[ANN].scrapyard] == [
        "Duck Press"
    ]
    assert [here.table.objects[name].zone for name in here.table.exile] == [Zone.EXILE]
    here.next_turn()
    here.next_turn()
    assert here.table.players[ANN].crank == 1


def test_moving_it_to_another_player() -> None:
    here = evening()
    name = here.contraption("Duck").id
    here.move("Duck", 3, BOB)
    thing = here.table.objects[name]
    assert (thing.controller, thing.owner, thing.sprocket) == (BOB, ANN, 3)
    here.scrap("Duck")
    scrapped: Event = here.log[-1].event
    assert isinstance(scrapped, ContraptionScrapped)
    assert scrapped.player == ANN


def test_no_upkeep_begins_while_somebody_has_to_choose() -> None:
    here = sitting("ann")
    here.assemble(ANN, 1, "One")
    here.next_turn()
    with pytest.raises(IllegalAction) as refusal:
        here.next_turn()
    assert refusal.value.code == "contraption/undecided"
    assert "ann has to choose which Contraptions to crank" in str(refusal.value)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["Two"], "contraption/not_on_sprocket"),
        (["One", "One"], "contraption/twice"),
        (["Nothing"], "usage/contraption"),
    ],
)
def test_cranking_what_cannot_be_cranked(words: list[str], code: str) -> None:
    here = sitting("ann")
    here.assemble(ANN, 1, "One")
    here.assemble(ANN, 2, "Two")
    here.next_turn()
    before = len(here.log)
    with pytest.raises(ApnapError) as error:
        here.crank(words)
    assert error.value.code == code
    assert len(here.log) == before


def test_cranking_at_no_time() -> None:
    with pytest.raises(IllegalAction) as refusal:
        sitting().crank(["all"])
    assert refusal.value.code == "contraption/not_asked"


def test_a_fourth_sprocket() -> None:
    here = evening()
    with pytest.raises(IllegalAction):
        here.assemble(ANN, 4, "Too Far")
    with pytest.raises(IllegalAction):
        here.move("Duck", 0)


def test_two_of_the_same_name_are_told_apart_by_their_ids() -> None:
    here = sitting()
    here.assemble(ANN, 1, "Duck Press")
    here.assemble(BOB, 1, "Duck Press")
    with pytest.raises(DataError, match="name its id"):
        here.scrap("Duck Press")
    here.scrap(here.table.sprockets[BOB][1][0])
    assert here.table.sprockets[BOB][1] == ()


def test_on_a_sprocket_a_name_means_the_one_that_is_there() -> None:
    here = sitting()
    here.assemble(ANN, 1, "Duck Press")
    here.assemble(BOB, 1, "Duck Press")
    here.next_turn(ANN)
    here.crank(["Duck Press"])
    assert here.log[-1].event == ContraptionCranked(
        player=ANN, contraption=here.table.sprockets[ANN][1][0], sprocket=1
    )


def test_the_log_is_a_log_like_any_other() -> None:
    here = evening()
    here.undo()
    log = here.log
    assert fold(here.log.log)[-1] == here.table
    assert read(line + b"\n" for line in log.log.lines()).strict() == log.log
    assert [one for one in log.audit() if one.severity is Severity.ERROR] == []
    assert log.verify().intact.ok
    starts = [one.seq for one in log if one.cause is None]
    assert all(one.cause in starts for one in log if one.cause is not None)


def test_the_audit_finds_what_was_never_possible() -> None:
    here = evening()
    wrong = CrankAdvanced(player=ANN, before=1, sprocket=3)
    log = here.log.log.append([draft(wrong)])
    codes = [one.code for one in GameLog(log).audit() if one.severity is Severity.ERROR]
    assert codes == ["contraption/again", "contraption/counter_jumped"]


@pytest.mark.parametrize("seats", [(), ("ann", "ann"), tuple(f"p{n}" for n in range(9))])
def test_who_may_sit_at_a_table(seats: tuple[str, ...]) -> None:
    with pytest.raises(DataError):
        new_table(seats)


def test_the_log_of_a_game_is_another_matter() -> None:
    log = whole_game().log
    with pytest.raises(DataError) as error:
        CrankTable(log, InMemory(log))
    assert error.value.code == "crank/other_log"


def test_somebody_who_is_not_there() -> None:
    with pytest.raises(DataError, match="there are ann, bob"):
        sitting().seat("cyd")
