"""Standing orders: until what a player passes, and what interrupts them."""

import pytest
from msgspec.structs import replace

from events.errors import DataError
from events.identifiers import Seat
from events.turns import PriorityPassed
from projections.table import Table
from replays.play.passing import WORDS, Standing, until
from replays.play.payment import next_payment
from replays.session import Game
from tests.machine.test_teams import giant
from tests.replays.play.tables import game
from tests.replays.play.test_payment import announced

ANN, BOB, CYD, DAN = Seat("ann"), Seat("bob"), Seat("cyd"), Seat("dan")


def first(game: Game, word: str, seat: Seat = ANN) -> Table:
    """Return the table on which a word is first reached, when everybody passes or does nothing."""
    reached = until(word, seat, game.table)
    for _ in range(200):
        if reached(game.table):
            return game.table
        options = list(game.legal_decisions())
        passing = [one for one in options if isinstance(one, PriorityPassed)]
        game.submit((passing or options)[0])
    raise AssertionError(word)


@pytest.mark.parametrize(
    ("word", "turn", "phase"),
    [
        ("combat", 3, "combat.beginning"),
        ("main2", 3, "main.postcombat"),
        ("main", 3, "main.postcombat"),
        ("end", 3, "ending.end"),
        ("turn", 4, "beginning.upkeep"),
        ("my turn", 5, "beginning.upkeep"),
        ("upkeep", 4, "beginning.upkeep"),
        ("main1", 4, "main.precombat"),
        ("t5", 5, "beginning.upkeep"),
        ("t5.draw", 5, "beginning.draw"),
        ("t4.main2", 4, "main.postcombat"),
        ("combat.beginning", 3, "combat.beginning"),
    ],
)
def test_what_a_word_reaches(word: str, turn: int, phase: str) -> None:
    table = first(game(ann={}), word)

    assert (table.turn.number, table.phase.value) == (turn, phase)


@pytest.mark.parametrize(("seat", "turn"), [(CYD, 3), (BOB, 2)])
def test_805_4_a_teams_turn_is_the_turn_of_each_of_its_players(seat: Seat, turn: int) -> None:
    start = giant(ANN, CYD, BOB, DAN).table
    ahead = replace(
        start, turn=replace(start.turn, number=turn, active_player=ANN if turn > 2 else BOB)
    )

    assert not until("my turn", seat, start)(start)
    assert until("my turn", seat, start)(ahead)
    assert not until("my turn", DAN if seat == CYD else CYD, start)(ahead)


def test_the_words_an_error_shows_all_mean_something() -> None:
    table = game(ann={}).table

    for word in WORDS.split(", "):
        assert until(word, ANN, table)(table) in (True, False)


@pytest.mark.parametrize("word", ["christmas", "t5.tea", "t", ""])
def test_what_is_no_place_to_pass_to(word: str) -> None:
    with pytest.raises(DataError) as error:
        until(word, ANN, game(ann={}).table)

    assert error.value.code == "pass/until"


def test_what_another_player_puts_on_the_stack_interrupts() -> None:
    made = game(ann={"hand": ["Goblin"], "mana": "{R}"})
    standing = Standing()
    for seat in (ANN, BOB):
        standing.order(seat, until("end", seat, made.table), made.table)
    cast, table = announced(made)
    step = next_payment(table, ANN)
    assert step is not None
    made.submit(cast, step)

    assert standing.passes(ANN, made.table)
    assert not standing.passes(BOB, made.table)


def test_an_order_that_is_over_is_forgotten() -> None:
    made = game(ann={})
    standing = Standing()
    standing.order(ANN, lambda _table: True, made.table)

    assert not standing.passes(ANN, made.table)
    assert not standing.passes(BOB, made.table)
    standing.order(ANN, lambda _table: False, made.table)
    assert standing.passes(ANN, made.table)
    standing.clear()
    assert not standing.passes(ANN, made.table)
