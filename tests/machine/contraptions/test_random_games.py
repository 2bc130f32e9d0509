"""What holds of every Unstable game, and one whole game in which everything happens."""

from collections import Counter
from collections.abc import Iterator

import pytest

from events.base import Event
from events.contraptions import (
    ContraptionCranked,
    CrankAdvanced,
    CrankChosen,
)
from events.identifiers import Seat
from events.vocabulary import SPROCKETS, Zone
from machine.characteristics import card_named, is_contraption_card
from machine.contraptions import next_sprocket
from machine.deck_check import deck_faults
from projections.consistency import faults
from projections.sprocket_board import board, crank_history
from projections.table import Table
from replays.boundaries import batch_start
from replays.derivation import rederive
from replays.session import Game
from replays.verdicts import Verdict
from tests.machine.contraptions.desk import CONTRAPTIONS, deck, random_game
from tests.machine.contraptions.wanted import WANTED, seen

SEEDS = range(1, 5)
MOST_GAMES = 12
"""Whole games tried until everything has happened in one of them; the first should do."""

PLACES = frozenset({Zone.CONTRAPTION_DECK, Zone.BATTLEFIELD, Zone.SCRAPYARD, Zone.EXILE})


@pytest.fixture(scope="module", params=SEEDS, ids=lambda seed: f"seed {seed}")
def game(request: pytest.FixtureRequest) -> Game:
    return random_game(request.param, turns=14)


def tables(game: Game) -> Iterator[tuple[Event, Table]]:
    """Yield each event with the table after it, those with a player about to act only."""
    for seq, table in enumerate(game.log.tables):
        yield game.log[seq].event, table


def test_every_contraption_is_in_one_of_four_places(game: Game) -> None:
    for _, table in tables(game):
        cards = [thing for thing in table.objects.values() if is_contraption_card(table, thing)]
        assert {thing.zone for thing in cards} <= PLACES
        owned = Counter(thing.owner for thing in cards)
        assert owned == {Seat("ann"): len(CONTRAPTIONS), Seat("bob"): len(CONTRAPTIONS)}
    assert not faults(game.table)


def test_every_contraption_in_play_is_on_a_sprocket(game: Game) -> None:
    for _, table in tables(game):
        if table.priority.holder is None:
            continue
        for name in table.battlefield:
            thing = table.objects[name]
            if "Contraption" in card_named(table, thing.name).subtypes:
                assert thing.assembled
                assert thing.sprocket in SPROCKETS


def test_the_counter_is_where_its_history_takes_it(game: Game) -> None:
    places = {Seat("ann"): 3, Seat("bob"): 3}
    for event, table in tables(game):
        if isinstance(event, CrankAdvanced):
            assert event.before == places[event.player]
            assert event.sprocket == next_sprocket(event.before)
            places[event.player] = event.sprocket
        assert {seat: player.crank for seat, player in table.players.items()} == places


def test_cranked_is_what_was_chosen_where_the_counter_is(game: Game) -> None:
    chosen: list[tuple[str, str]] = []
    for event, table in tables(game):
        if isinstance(event, CrankChosen):
            chosen += [(event.player, name) for name in event.contraptions]
        elif isinstance(event, ContraptionCranked):
            assert (event.player, event.contraption) == chosen.pop(0)
            thing = table.objects[event.contraption]
            assert (thing.controller, thing.sprocket) == (event.player, event.sprocket)
            assert table.players[event.player].crank == event.sprocket
    assert not chosen


def test_an_upkeep_moves_a_counter_at_most_once(game: Game) -> None:
    moved = Counter(
        (entry.turn, entry.player)
        for entry in crank_history(tuple(game.log), game.log.tables)
        if not entry.by_effect
    )
    assert set(moved.values()) <= {1}
    by_turn = {
        entry.turn: entry.player for entry in crank_history(tuple(game.log), game.log.tables)
    }
    assert by_turn


def test_the_scrapyard_is_no_graveyard(game: Game) -> None:
    for _, table in tables(game):
        for player in table.players.values():
            assert all(is_contraption_card(table, table.objects[one]) for one in player.scrapyard)
            elsewhere = (*player.graveyard, *player.hand, *player.library)
            assert not any(is_contraption_card(table, table.objects[one]) for one in elsewhere)


def test_the_board_shows_the_table(game: Game) -> None:
    for _, table in tables(game):
        for one in board(table):
            assert one.crank == table.players[one.seat].crank
            assert [row.sprocket for row in one.sprockets] == list(SPROCKETS)
            assert sum(row.has_counter for row in one.sprockets) == 1
            on = {row.sprocket: tuple(x.id for x in row.contraptions) for row in one.sprockets}
            assert on == table.sprockets[one.seat]


def test_the_log_is_derived_again_event_for_event(game: Game) -> None:
    found = rederive(game.log)
    assert (found.derived, found.legal) == (Verdict(ok=True), Verdict(ok=True))


# -- one whole game ---------------------------------------------------------------------------------


def test_a_whole_game_with_everything_in_it() -> None:
    """A complete game of two random players, of ten turns at least, with all that there is."""
    missing: list[set[str]] = []
    cards = deck(copies=1, lands=14)
    for seed in range(MOST_GAMES):
        game = random_game(seed, turns=200, life=20, cards=cards)
        missing.append(set(WANTED) - seen(game.log))
        if not missing[-1] and game.table.turn.number >= 10:
            break
    assert not missing[-1], missing
    assert game.table.result is not None
    assert game.table.turn.number >= 10
    assert game.log.verify().ok
    assert game.log.audit() == ()
    assert not deck_faults(game.log.header)


def test_undone_cranks_are_not_in_the_history() -> None:
    """A rewound crank stays in the log, and counts for nothing."""
    game = random_game(1, turns=14)
    before = crank_history(tuple(game.log), game.log.tables)
    last = before[-1]
    game.rewind(batch_start(game.log, game.log.tables, last.seq) - 1)
    after = crank_history(tuple(game.log), game.log.tables)
    assert after == before[:-1]
    assert game.table.players[last.player].crank == last.before
