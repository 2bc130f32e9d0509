"""Faults that readers of other programs' logs have had, each with the number it has in our notes."""

from pathlib import Path

import pytest

from events.game import Conceded, GameEnded
from events.records import Draft
from events.turns import TurnBegan
from events.vocabulary import Zone
from events.zones import ZoneCountObserved
from projections.divisions import divisions
from projections.fold import fold
from replays.importers import import_files
from replays.showing.drawing import parts
from tests.replays.importers.forge import test_games as forge
from tests.replays.importers.made import events, imported
from tests.replays.importers.mtgo.made import match_log, opening
from tests.replays.importers.test_fuzz import MADE
from tests.replays.importers.xmage.test_games import log


@pytest.mark.parametrize("kind", MADE)
def test_b146_no_card_of_a_hidden_zone_is_public(kind: str) -> None:
    """What the log tells of a hand is for its owner: nobody else's view has a name of it."""
    for game in imported(MADE[kind]).games:
        table = fold(game.log)[-1]
        hidden = [thing for thing in table.objects.values() if thing.zone.is_hidden and thing.card]
        assert all(thing.seen_by <= {thing.owner} for thing in hidden)


def test_b149_a_log_that_begins_in_the_middle_says_so() -> None:
    (game,) = imported("\n".join(forge.turns("Ann", "Bob", count=6)[28:])).games
    assert not game.from_start
    assert game.notes == ("turns 1 to 2 are not in the record",)


@pytest.mark.parametrize("kind", MADE)
def test_b151_an_import_repeated_is_the_same(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_bytes(MADE[kind])
    once, again = import_files([path]), import_files([path])
    assert [game.log.head for game in once.games] == [game.log.head for game in again.games]


def test_b154_the_end_stands_in_the_turn_in_which_it_came() -> None:
    lines = [*opening(), "@PTurn 1: Ann", "@PTurn 1: Bob", "@PBob has conceded from the game."]
    (game,) = imported(match_log(lines)).games
    tables = fold(game.log)
    ends = [record.seq for record in game.log if type(record.event) in (Conceded, GameEnded)]
    assert [tables[seq].turn.number for seq in ends] == [2, 2]


def test_b155_what_precedes_the_first_turn_has_no_turn() -> None:
    (game,) = imported(log("T1.M1: Ann loses 1 life")).games
    first = next(record.seq for record in game.log if type(record.event) is TurnBegan)
    assert {table.turn.number for table in fold(game.log)[:first]} == {0}


def test_b157_a_game_that_ends_twice_ends_once() -> None:
    ends = ["@PBob has conceded from the game.", "@PAnn wins the game.", "@PAnn wins the game."]
    (game,) = imported(match_log([*opening(), "@PTurn 1: Ann", *ends, ends[0]])).games
    assert len(events(game, Conceded)) == len(events(game, GameEnded)) == 1


def test_b158_a_gap_is_noticed() -> None:
    lines = forge.turns("Ann", "Bob", count=6)
    without = lines[:14] + lines[42:]
    (game,) = imported("\n".join([*forge.opening("Ann", "Bob"), *without])).games
    assert game.notes == ("turns 2 to 3 are not in the record",)
    assert [event.number for event in events(game, TurnBegan)] == [1, 4, 5, 6]


def test_b163_what_somebody_is_called_is_no_move() -> None:
    name = "Turn: Turn 1 (Bob)"
    lines = [*forge.opening(name, "Bob"), *forge.turns(name, "Bob", count=2)]
    report = imported("\n".join(lines))
    (game,) = report.games
    assert report.files[0].tally.not_understood == 0
    assert [event.player for event in events(game, TurnBegan)] == ["seat1", "seat2"]


def test_the_size_of_a_library_is_unknown_until_a_record_tells_it() -> None:
    """Nothing is made up: a library of which only some cards were seen is no library of so many."""
    (game,) = imported(MADE["forge"]).games
    last = fold(game.log)[-1]
    assert {player.uncounted for player in last.players.values()} == {frozenset({"library"})}
    counted = ZoneCountObserved(player=last.turn_order[0], zone=Zone.LIBRARY, count=50)
    told = fold(game.log.append([Draft(event=counted, by="import")]))[-1]
    assert told.players[last.turn_order[0]].uncounted == frozenset()
    rows = next(part.rows for part in parts(told, "en") if "library" in part.headings)
    assert sorted(row[3] for row in rows) == ["50", "?"]


def test_what_a_division_did_is_told_by_what_was_dealt() -> None:
    """A record without resolutions: damage says what it comes from, or nobody knows what each got."""
    spell = [
        "T1.M2: Ann casts Fire [7f0] targeting Goblin [a11] (3) Bob (1)",
        "T1.M2: Goblin [a11] gets 3 damage",
    ]
    (game,) = imported(log(*spell, "T2.UP: Bob draws a card")).games
    (told,) = divisions(game.log.records, fold(game.log))
    assert told.card == "Fire"
    assert [(one.received, one.lost, one.is_over) for one in told.shares] == [(0, 0, False)] * 2
