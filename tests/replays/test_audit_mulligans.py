"""The audit of mulligans, code by code: a legal game has no finding, each defect has its own."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from events.base import Event
from events.game import GameCreated, ImportEntry
from events.identifiers import Seat
from events.log import EventLog
from events.mulligans import (
    CardsBottomed,
    HandKept,
    LookChosen,
    MulliganActionTaken,
    MulliganDeclared,
    MulliganTaken,
    OpeningHandActionTaken,
)
from events.records import Draft, draft
from events.turns import PhaseEntered
from events.vocabulary import Phase
from events.zones import CardsLookedAt
from projections.fold import fold
from replays.audit import audit
from tests.machine.mulligans.playing import (
    ANN,
    BEAR,
    BOB,
    CYD,
    DAYS,
    FOREST,
    HOUSE,
    LEYLINE,
    POWDER,
    Game,
    game,
    table,
)
from tests.machine.mulligans.test_random import TABLES, Random

DECLARING = PhaseEntered(phase=Phase.MULLIGAN_DECLARING)
TAKING = PhaseEntered(phase=Phase.MULLIGAN_TAKING)


def codes(played: Game, *more: Event) -> list[str]:
    """Return what the audit of mulligans finds in a game and in what is recorded after it.

    It finds the same in a log that was imported.
    """
    native = _codes(played.table.header, *played.events, *more)
    imported = replace(played.table.header, imported=ImportEntry(client="test"))
    assert _codes(imported, *played.events, *more) == native
    return native


def _codes(header: GameCreated, *events: Event) -> list[str]:
    entries: Sequence[Draft] = [Draft(event=header, by="apnap"), *map(draft, events)]
    log = EventLog().append(entries)
    return [finding.code for finding in audit(log, fold(log), only=("mulligans",))]


def declares(seat: Seat, *, mulligan: bool) -> MulliganDeclared:
    return MulliganDeclared(player=seat, mulligan=mulligan)


def taken(**given: Any) -> Game:  # noqa: ANN401 - the arguments of game
    """Return a game in which bob has taken a mulligan and has cards to put on the bottom."""
    played = game(**given)
    played.keep(ANN)
    played.mulligan(BOB)
    return played


def named(played: Game, count: int) -> CardsBottomed:
    return CardsBottomed(player=BOB, cards=played.table.players[BOB].hand[:count])


def test_declared_out_of_order() -> None:
    assert codes(game(), declares(BOB, mulligan=False)) == ["mulligan/out_of_turn"]


def test_declared_before_another_has_finished_alone() -> None:
    played = game(kind="paris_sequential")
    played.mulligan(ANN)

    assert codes(played, declares(BOB, mulligan=False)) == ["mulligan/out_of_turn"]


def test_teammates_declare_in_any_order() -> None:
    played = game(**TABLES["teams"])
    first, second = (seat for seat, _ in played.asked)

    assert codes(played, declares(second, mulligan=False), declares(first, mulligan=False)) == []


@pytest.mark.parametrize("count", [0, 2])
def test_bottomed_too_few_or_too_many(count: int) -> None:
    played = taken()

    assert codes(played, named(played, count)) == ["mulligan/bottom_count"]


def test_bottomed_late() -> None:
    played = taken()
    late = [DECLARING, declares(BOB, mulligan=False), named(played, 1)]

    assert codes(played, *late) == ["mulligan/bottom_first", "mulligan/bottom_late"]


def test_bottomed_after_the_keep() -> None:
    played = taken()
    kept = [DECLARING, declares(BOB, mulligan=False), HandKept(player=BOB, size=7)]

    assert codes(played, *kept, named(played, 1)) == [
        "mulligan/bottom_first",
        "mulligan/kept_size",
        "mulligan/bottom_late",
    ]


def test_a_mulligan_after_the_keep() -> None:
    played = game()
    played.keep(ANN)
    again = MulliganTaken(player=ANN, number=1, counted=1)

    assert codes(played, again) == ["mulligan/taken_after_keep"]


def test_a_mulligan_taken_before_all_have_declared() -> None:
    played = game()
    played.mulligan(ANN)

    assert codes(played, MulliganTaken(player=ANN, number=1, counted=1)) == ["mulligan/taken_early"]


@pytest.mark.parametrize(
    ("seats", "counted"),
    [
        pytest.param((ANN, BOB), 0, id="free-in-a-duel"),
        pytest.param((ANN, BOB, CYD), 1, id="counted-among-three"),
    ],
)
def test_a_free_mulligan_in_the_wrong_game(seats: tuple[Seat, ...], counted: int) -> None:
    played = game(seats=seats)
    played.mulligan(ANN)
    for seat in seats[1:]:
        played.events.extend((declares(seat, mulligan=False), HandKept(player=seat, size=7)))

    assert codes(played, TAKING, MulliganTaken(player=ANN, number=1, counted=counted)) == [
        "mulligan/counted"
    ]


def test_a_look_without_a_mulligan() -> None:
    played = game(kind="vancouver")
    played.mulligan(ANN)
    played.keep(BOB)
    played.keep(ANN)

    assert codes(played, LookChosen(player=BOB, look=True)) == ["mulligan/no_look"]
    assert codes(played, CardsLookedAt(player=BOB, count=1)) == ["mulligan/no_look"]


def test_a_look_that_is_not_in_the_rules() -> None:
    played = game(deck=(LEYLINE,))
    played.keep(ANN, BOB)

    assert codes(played, CardsLookedAt(player=BOB, count=1)) == ["mulligan/no_look"]


def test_a_look_before_all_have_kept() -> None:
    played = game(kind="vancouver")
    played.mulligan(ANN, BOB)
    played.keep(ANN)

    assert codes(played, CardsLookedAt(player=ANN, count=1)) == ["mulligan/look_early"]


def test_a_powder_before_the_bottoming() -> None:
    played = taken(deck=(POWDER,) * 40)
    powder = MulliganActionTaken(player=BOB, card=played.find(BOB, POWDER))

    assert codes(played, powder) == ["mulligan/bottom_first"]


def test_a_powder_after_declaring_and_another_card_in_its_place() -> None:
    played = game(deck=(POWDER,))
    powder = MulliganActionTaken(player=ANN, card=played.find(ANN, POWDER))
    other = MulliganActionTaken(player=ANN, card=played.find(ANN, FOREST))
    assert _codes(played.table.header, *played.events, other) == ["mulligan/no_action"], (
        "an imported record does not tell which card it is"
    )
    played.mulligan(ANN)

    assert codes(played, powder) == ["mulligan/out_of_turn"]


def test_a_mixed_hand_in_the_original_rule() -> None:
    played = game(kind="original_reveal", deck=(FOREST, *(BEAR,) * 6))

    redraws = declares(ANN, mulligan=True)
    assert _codes(played.table.header, *played.events, redraws) == ["mulligan/mixed_hand"]


def test_an_opening_hand_action_before_all_have_kept() -> None:
    played = game(deck=(LEYLINE,))
    played.keep(ANN)
    early = OpeningHandActionTaken(player=ANN, card=played.find(ANN, LEYLINE))

    assert codes(played, early) == ["opening_hand/too_early"]


@pytest.mark.parametrize("kind", [*DAYS, *HOUSE])
@pytest.mark.parametrize("where", TABLES)
def test_what_the_machine_does_has_no_finding(kind: str, where: str) -> None:
    for seed in range(3):
        deck = (POWDER, POWDER, LEYLINE, BEAR, BEAR)
        played = Random(table(kind=kind, deck=deck, **{"size": 16, **TABLES[where]}), seed)
        played.play()

        assert codes(played) == []


@pytest.mark.parametrize(
    ("day", "size"),
    [("2008-01-01", 6), ("2012-01-01", 7)],
    ids=["six-is-printed", "one-fewer-than-before"],
)
def test_the_hand_that_a_day_prints_is_kept_without_a_finding(day: str, size: int) -> None:
    played = game(day=day, starting_hand_size=8)
    played.mulligan(ANN)
    if day == "2008-01-01":
        played.keep(ANN, BOB)
    else:
        played.keep(BOB, ANN)

    assert HandKept(player=ANN, size=size) in played.events
    assert codes(played) == []


def test_the_others_of_two_players_declare_in_any_order() -> None:
    played = game(day="2004-01-01", seats=(ANN, BOB, CYD))
    played.keep(ANN, CYD, BOB)

    assert codes(played) == []
