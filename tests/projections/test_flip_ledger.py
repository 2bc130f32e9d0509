"""The flip ledger: coin by coin, with what is ignored, set, repeated, taken back or not told."""

from collections.abc import Iterable

import pytest

from events.base import Event
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipDeviceAgreed,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipRepeated,
    FlipShown,
    FlipWon,
)
from events.identifiers import ObjectId
from events.log import EventLog
from events.records import Draft, Record
from events.rulings import Rewound
from events.turns import TurnBegan
from events.vocabulary import Face, FlipDevice, FlipOutcome
from projections.flip_ledger import (
    Coin,
    FlipEntry,
    FlipTotals,
    every_toss,
    flip_ledger,
    flip_totals,
)
from tests.projections.makers import ANN, BOB, header

HEADS, TAILS = Face.HEADS, Face.TAILS


def records(*events: Event) -> tuple[Record, ...]:
    drafts = [Draft(event=event, by="rules") for event in (header(), *events)]
    return tuple(EventLog().append(drafts).records)


def only(events: Iterable[Event]) -> FlipEntry:
    (entry,) = flip_ledger(records(*events))
    return entry


THUMBED = (
    TurnBegan(number=4, player=ANN),
    FlipInstructed(
        flip=7, flipper=ANN, contested=True, caller=ANN, coins=2, batch=3, purpose="Mijae Djinn"
    ),
    FlipCalled(player=ANN, flip=7, call=HEADS),
    CoinFlipped(flip=7, coin=1, face=TAILS),
    CoinFlipped(flip=7, coin=2, face=HEADS),
    FlipIgnored(player=ANN, flip=7, coins=(1,)),
    FlipWon(flip=7, player=ANN, face=HEADS),
)


def test_705_2_a_flip_from_instruction_to_meaning() -> None:
    assert only(THUMBED) == FlipEntry(
        number=1,
        flip=7,
        seq=2,
        turn=4,
        flipper=ANN,
        contested=True,
        caller=ANN,
        call=HEADS,
        coins=(Coin(coin=1, face=TAILS, ignored=True), Coin(coin=2, face=HEADS)),
        outcome=FlipOutcome.WON,
        face=HEADS,
        batch=3,
        purpose="Mijae Djinn",
    )


def test_the_coin_that_counts() -> None:
    assert only(THUMBED).kept == Coin(coin=2, face=HEADS)
    assert only(THUMBED[:5]).kept is None


def test_705_3_a_set_result_keeps_what_the_coin_showed() -> None:
    entry = only(
        (
            FlipInstructed(flip=1, flipper=ANN, contested=False),
            CoinFlipped(flip=1, coin=1, face=TAILS),
            FlipWon(flip=1, player=ANN, face=HEADS, forced=True, source=ObjectId("c9")),
        )
    )

    assert entry.kept == Coin(coin=1, face=TAILS)
    assert (entry.face, entry.forced, entry.forced_by) == (HEADS, True, "c9")


def test_a_repeated_flip_keeps_the_first_coin_on_record() -> None:
    entry = only(
        (
            FlipInstructed(flip=1, flipper=ANN, contested=True, caller=ANN),
            FlipCalled(player=ANN, flip=1, call=HEADS),
            CoinFlipped(flip=1, coin=1, face=TAILS),
            FlipRepeated(flip=1),
            CoinFlipped(flip=1, coin=1, face=HEADS),
            FlipWon(flip=1, player=ANN, face=HEADS),
        )
    )

    assert entry.coins == (
        Coin(coin=1, face=TAILS, repeated=True),
        Coin(coin=1, face=HEADS),
    )
    assert flip_totals([entry])[ANN].ignored == 1


def test_what_was_taken_back_is_left_out() -> None:
    again = (*THUMBED, Rewound(to=4), CoinFlipped(flip=7, coin=2, face=TAILS))

    assert [coin.face for coin in only(again).coins] == [TAILS, TAILS]
    assert only(again).outcome is None
    assert flip_ledger(records(*THUMBED, Rewound(to=1))) == ()


def test_a_coin_that_was_taken_back_was_tossed_once() -> None:
    again = FlipInstructed(flip=8, flipper=ANN, contested=False, coins=3, batch=4)
    kept = [
        CoinFlipped(flip=8, coin=1, face=TAILS, repeats=7),
        CoinFlipped(flip=8, coin=2, face=HEADS, repeats=7),
        CoinFlipped(flip=8, coin=3, face=HEADS),
    ]
    log = records(*THUMBED, Rewound(to=1), again, *kept)

    assert [len(one.coins) for one in flip_ledger(log)] == [3]
    assert [tuple(coin.face for coin in one.coins) for one in every_toss(log)] == [
        (TAILS, HEADS),
        (HEADS,),
    ]


def test_a_device_that_is_agreed_on_before_the_coin_is_what_is_flipped() -> None:
    entries = flip_ledger(
        records(
            *THUMBED,
            FlipInstructed(flip=8, flipper=BOB, contested=True, caller=BOB),
            FlipDeviceAgreed(device=FlipDevice.DIE_EVEN_ODD, sides=6),
            CoinFlipped(flip=8, coin=1, face=HEADS, shown=4),
        )
    )

    assert [one.device for one in entries] == [FlipDevice.COIN, FlipDevice.DIE_EVEN_ODD]
    assert entries[1].coins[0].shown == 4


@pytest.mark.parametrize(
    ("events", "told"),
    [
        pytest.param(
            (CoinFlipped(flip=1, coin=1, face=HEADS, player=BOB),),
            {"flipper": BOB, "contested": None, "call": None, "outcome": None},
            id="a-coin-alone",
        ),
        pytest.param(
            (FlipWon(flip=1, player=BOB),),
            {"flipper": BOB, "face": None, "coins": (), "outcome": FlipOutcome.WON},
            id="an-outcome-alone",
        ),
        pytest.param(
            (CoinFlipped(flip=1, coin=1, face=TAILS), FlipLost(flip=1, player=ANN, face=TAILS)),
            {"flipper": ANN, "call": None, "outcome": FlipOutcome.LOST},
            id="no-call",
        ),
        pytest.param((FlipIgnored(player=ANN, flip=1, coins=(1,)),), {"coins": ()}, id="no-coin"),
    ],
)
def test_imported_records_tell_less(events: tuple[Event, ...], told: dict[str, object]) -> None:
    entry = only(events)

    assert {name: getattr(entry, name) for name in told} == told


def test_totals_by_player() -> None:
    entries = flip_ledger(
        records(
            *THUMBED,
            FlipInstructed(flip=8, flipper=BOB, contested=False, batch=4),
            CoinFlipped(flip=8, coin=1, face=HEADS),
            FlipShown(flip=8, player=BOB, face=HEADS),
            FlipInstructed(flip=9, flipper=BOB, contested=True, caller=BOB, batch=5),
        )
    )

    assert [entry.number for entry in entries] == [1, 2, 3]
    assert flip_totals(entries) == {
        ANN: FlipTotals(flips=1, won=1, coins=2, heads=1, tails=1, ignored=1),
        BOB: FlipTotals(flips=2, neither=1, open=1, coins=1, heads=1),
    }
