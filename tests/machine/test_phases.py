"""The machine of phases: what it fires to is what its edges tell without firing."""

import pytest

from machine.phases import FINISH, PROCEED, follow, next_phase
from tests.machine.random_games import EDITIONS, SEATINGS, new_game, played


@pytest.mark.parametrize("number", range(len(EDITIONS)), ids=EDITIONS)
def test_an_edge_read_is_the_edge_fired(number: int) -> None:
    edition, seating = list(EDITIONS)[number], list(SEATINGS)[number % len(SEATINGS)]
    game = new_game(edition, seating, number, un_cards=number % 2 == 0)
    for _ in played(game, number, decisions=60):
        pass

    for table in game.tables:
        for trigger in (PROCEED, FINISH):
            fired = follow(table, trigger)
            assert next_phase(table, trigger) == (None if fired is None else fired.phase)
