"""Who goes on when a player leaves: priority in games of many.

Covers CR 104.5, 117.4, 800.4a, 800.4j.
"""

import pytest

from events.base import Event
from events.game import Conceded, DrawOffered
from events.identifiers import Seat
from events.turns import PriorityPassed, PriorityReceived
from events.vocabulary import Phase
from machine.referee import legal_decisions
from tests.machine.mulligans.playing import ANN, BOB, CYD, DAN, Game, game


def started(*seats: Seat, starting: Seat = ANN) -> Game:
    """Return a game in its first upkeep; the seats go round from the starting player."""
    order = seats[seats.index(starting) :] + seats[: seats.index(starting)]
    return game(seats=order, kind="none")


def passing(played: Game, *seats: Seat) -> tuple[Event, ...]:
    return played.do(*(PriorityPassed(player=seat) for seat in seats))


def holder(played: Game) -> Seat | None:
    return played.table.priority.holder


def test_800_4a_priority_passes_to_the_next_player_in_turn_order() -> None:
    played = started(ANN, BOB, CYD)
    passing(played, ANN)

    told = played.do(Conceded(player=BOB))

    assert told[-1] == PriorityReceived(player=CYD)
    assert holder(played) == CYD


def test_117_4_who_had_passed_before_somebody_left_has_passed() -> None:
    played = started(ANN, BOB, CYD)
    passing(played, ANN)
    played.do(Conceded(player=BOB))

    passing(played, CYD)

    assert played.phase is Phase.DRAW
    assert holder(played) == ANN


def test_800_4a_the_last_to_pass_leaves_and_the_first_has_priority_again() -> None:
    played = started(ANN, BOB, CYD)
    passing(played, ANN, BOB)

    played.do(Conceded(player=CYD))
    assert (played.phase, holder(played)) == (Phase.UPKEEP, ANN)

    passing(played, ANN)
    assert played.phase is Phase.DRAW  # bob has passed, and nobody has acted since


def test_800_4a_who_leaves_without_priority_changes_nothing_for_who_has_it() -> None:
    played = started(ANN, BOB, CYD)
    passing(played, ANN)

    played.do(Conceded(player=CYD))

    assert holder(played) == BOB
    passing(played, BOB)
    assert played.phase is Phase.DRAW


@pytest.mark.parametrize("leaver", [BOB, CYD], ids=["second", "third"])
def test_800_4j_without_an_active_player_the_next_in_turn_order_has_priority(leaver: Seat) -> None:
    order = (ANN, BOB, CYD, DAN)
    played = started(*order)
    while played.table.turn.active_player != leaver or played.phase is not Phase.UPKEEP:
        played.do(next(legal_decisions(played.table)))
    heir = order[order.index(leaver) + 1]

    played.do(Conceded(player=leaver))
    assert (played.phase, holder(played)) == (Phase.UPKEEP, heir)

    passing(played, heir, *order[order.index(heir) + 1 :], *order[: order.index(leaver)])
    assert (played.phase, holder(played)) == (Phase.DRAW, heir)


@pytest.mark.parametrize("kind", [Conceded, DrawOffered])
def test_104_5_who_has_left_neither_concedes_nor_offers(
    kind: type[Conceded] | type[DrawOffered],
) -> None:
    played = started(ANN, BOB, CYD)
    played.do(Conceded(player=BOB))

    refusal = played.refused(kind(player=BOB))
    assert (refusal.code, refusal.rule) == ("game/not_playing", "104.5")
    assert "offer a draw" in str(refusal) or kind is Conceded

    played.do(Conceded(player=ANN))
    refusal = played.refused(kind(player=CYD))
    assert (refusal.code, refusal.rule) == ("decision/game_over", "104.1")
