"""The mulligan history reads logs: what each hand was, and what a viewer may know of it."""

import pytest

from events.log import EventLog
from events.mulligans import (
    CardsBottomed,
    CardsSetAside,
    HandKept,
    LookChosen,
    LookedCardPlaced,
    MulliganActionTaken,
    MulliganDeclared,
    MulliganTaken,
)
from events.records import Draft, draft
from events.rulings import Rewound
from events.turns import CardsDrawn, PhaseEntered
from events.vocabulary import Phase
from projections.fold import fold
from projections.mulligan_history import Look, in_rounds, mulligan_history
from tests.machine.mulligans.playing import ANN, BEAR, BOB, CYD, FOREST, POWDER, Game, game


def history(played: Game, viewer: str | None = "judge") -> tuple[Look, ...]:
    log = EventLog().append(
        [Draft(event=played.table.header, by="apnap"), *(draft(event) for event in played.events)]
    )
    return mulligan_history(list(log), fold(log), viewer)


def london() -> Game:
    played = game(decks={ANN: (FOREST,) * 40, BOB: (BEAR,) * 40})
    played.keep(ANN)
    played.mulligan(BOB)
    played.bottom(BOB, 1)
    played.keep(BOB)
    return played


def test_each_hand_is_told_with_what_became_of_it() -> None:
    first, second, third = history(london())

    assert (first.player, first.declared, first.hand) == (ANN, "keep", (FOREST,) * 7)
    assert (second.player, second.declared, second.round, second.size) == (BOB, "mulligan", 1, 7)
    assert third == Look(
        seq=third.seq,
        player=BOB,
        number=1,
        counted=1,
        round=2,
        drawn=7,
        bottomed=(BEAR,),
        hand=(BEAR,) * 6,
        declared="keep",
    )


def test_a_seat_reads_its_own_cards_alone() -> None:
    ann, _, bob = history(london(), ANN)

    assert ann.hand == (FOREST,) * 7
    assert (bob.hand, bob.bottomed) == ((None,) * 6, (None,)), "how many, and not which"


@pytest.mark.parametrize("viewer", ["public", None])
def test_the_public_reads_numbers_alone(viewer: str | None) -> None:
    told = history(london(), viewer)

    assert {card for look in told for card in (*look.hand, *look.bottomed)} == {None}
    assert [look.size for look in told] == [7, 7, 6]


def test_exiled_hands_are_public() -> None:
    played = game(deck=(POWDER,))
    played.do(MulliganActionTaken(player=ANN, card=played.find(ANN, POWDER)))
    played.keep(ANN, BOB)
    look = history(played, BOB)[0]

    assert look.exiled == ((POWDER, *(FOREST,) * 6),)
    assert (look.hand, look.drawn, look.number) == ((None,) * 7, 7, 0)


def test_a_free_mulligan_is_told_as_free() -> None:
    played = game(seats=(ANN, BOB, CYD))
    played.mulligan(ANN)
    played.keep(BOB, CYD)
    played.mulligan(ANN)
    played.bottom(ANN, 1)
    played.keep(ANN)

    told = [
        (look.number, look.free, look.counted) for look in history(played) if look.player == ANN
    ]
    assert told == [(0, False, 0), (1, True, 0), (2, False, 1)]
    assert {number: set(row) for number, row in in_rounds(history(played)).items()} == {
        1: {ANN, BOB, CYD},
        2: {ANN},
        3: {ANN},
    }


def test_looks_and_hands_that_had_to_be_kept() -> None:
    played = game(kind="vancouver")
    played.keep(ANN)
    for _ in range(7):
        played.mulligan(BOB)
    played.do(LookChosen(player=BOB, look=True), LookedCardPlaced(player=BOB, bottom=True))
    last = history(played)[-1]

    assert (last.declared, last.size, last.looked) == ("forced", 0, "bottom")


def test_what_was_set_aside() -> None:
    played = game(kind="partial_paris")
    played.mulligan(ANN)
    played.keep(BOB)
    played.do(CardsSetAside(player=ANN, cards=played.table.players[ANN].hand[:3]))
    played.keep(ANN)
    hands = [look for look in history(played, BOB) if look.player == ANN]

    assert (hands[-1].set_aside, hands[-1].size) == ((None,) * 3, 6)


def test_what_was_taken_back_is_left_out() -> None:
    played = london()
    kept = next(
        number for number, event in enumerate(played.events, 1) if isinstance(event, HandKept)
    )
    played.events.append(Rewound(to=kept))

    assert [look.declared for look in history(played)] == ["keep", ""]


def test_a_record_that_tells_only_numbers() -> None:
    """An imported log names few cards, and may begin in the middle."""
    header = game().table.header
    events = [
        PhaseEntered(phase=Phase.MULLIGAN_DECLARING),
        MulliganDeclared(player=BOB, mulligan=True),
        PhaseEntered(phase=Phase.MULLIGAN_TAKING),
        MulliganTaken(player=BOB, number=1, counted=1),
        CardsDrawn(player=BOB, count=7),
        CardsBottomed(player=BOB, count=1),
        PhaseEntered(phase=Phase.MULLIGAN_DECLARING),
        MulliganDeclared(player=BOB, mulligan=False),
        HandKept(player=BOB, size=6),
    ]
    log = EventLog().append([Draft(event=header, by="apnap"), *(draft(event) for event in events)])
    first, second = mulligan_history(list(log), fold(log))

    assert (first.declared, second.declared, second.drawn) == ("mulligan", "keep", 7)
    assert (second.size, second.bottomed) == (6, (None,))
