"""Flips without a game: the referee carries each through, and the log stands like any other."""

import pytest

from events.coin_flips import CoinFlipped, FlipDeviceProposed
from events.errors import DataError, IllegalAction, LimitExceeded
from events.identifiers import Seat
from events.log import EventLog
from events.vocabulary import Face, FlipDevice, FlipOutcome
from machine.chance import Scripted
from projections.flip_ledger import FlipEntry, flip_totals
from projections.progress import Flip
from replays.flip_table import FlipTable, choices, device_of, new_table, outcome_of
from tests.replays.games import whole_game

ANN, BOB = Seat("ann"), Seat("bob")
HEADS, TAILS = 0, 1


def table(*coins: int, seats: tuple[str, ...] = ("ann",), day: str = "") -> FlipTable:
    return FlipTable(new_table(seats, day=day), chance=Scripted(coins))


def one(here: FlipTable, *, thumbs: int = 0, contested: bool = True) -> Flip:
    """Begin a single flip."""
    (flip,) = here.begin(ANN, thumbs=thumbs, contested=contested)
    return flip


def last(here: FlipTable) -> tuple[FlipEntry, ...]:
    """Return the flips of the last batch."""
    return here.entries_of(here.table.flips[-1].batch)


def test_705_2_a_flip_is_called_tossed_and_won() -> None:
    here = table(TAILS)
    flip = here.call(one(here), Face.TAILS)

    assert flip.outcome is FlipOutcome.WON
    assert not here.at_once
    assert last(here) == here.entries()


def test_705_2_faces_alone_are_over_at_once() -> None:
    here = table(TAILS, HEADS)

    assert one(here, contested=False).outcome is FlipOutcome.NONE
    assert one(here, contested=False).face is Face.HEADS


def test_614_1a_all_coins_lie_there_before_one_is_kept() -> None:
    here = table(TAILS, HEADS, TAILS, TAILS)
    flip = here.call(one(here, thumbs=2), Face.HEADS)

    assert flip.coins == (Face.TAILS, Face.HEADS, Face.TAILS, Face.TAILS)
    assert choices(flip) == (2, 1)
    assert [outcome_of(flip, face) for face in Face] == [FlipOutcome.WON, FlipOutcome.LOST]
    assert here.keep(flip, 2).outcome is FlipOutcome.WON
    assert last(here)[0].kept is not None


def test_faces_alone_with_two_coins_are_chosen_from() -> None:
    here = table(TAILS, HEADS)
    flip = one(here, thumbs=1, contested=False)

    assert outcome_of(flip, Face.HEADS) is FlipOutcome.NONE
    assert here.keep(flip, 2).face is Face.HEADS


def test_the_other_player_calls_in_2004() -> None:
    here = table(HEADS, seats=("ann", "bob"), day="2004-01-01")
    begun = one(here)
    assert begun.caller == BOB
    flip = here.call(begun, Face.TAILS)

    assert flip.outcome is FlipOutcome.WON
    assert outcome_of(flip, Face.TAILS) is FlipOutcome.LOST


def test_614_1a_flips_made_at_once_are_one_batch() -> None:
    """Every call comes before the first coin, and every coin before the first choice."""
    here = table(HEADS, TAILS, TAILS, TAILS, TAILS, HEADS)
    here.begin(ANN, times=3, thumbs=1)
    while here.uncalled is not None:
        assert not any(flip.coins for flip in here.at_once)
        here.call(here.uncalled, Face.HEADS)
    assert [len(flip.coins) for flip in here.at_once] == [2, 2, 2]
    while here.unkept is not None:
        assert all(flip.outcome is None for flip in here.at_once)
        here.keep(here.unkept, 1)

    assert [entry.outcome for entry in last(here)] == [
        FlipOutcome.WON,
        FlipOutcome.LOST,
        FlipOutcome.LOST,
    ]
    assert {entry.batch for entry in last(here)} == {1}
    shape = [type(record.event).__name__ for record in here.log.log[4:]]
    assert shape == [
        *["FlipInstructed"] * 3,
        *["FlipCalled"] * 3,
        *["CoinFlipped"] * 6,
        *["FlipIgnored"] * 3,
        *["FlipWon", "FlipLost", "FlipLost"],
    ]


def test_flips_of_faces_alone_made_at_once_come_up_together() -> None:
    here = table(HEADS, TAILS, HEADS)
    here.begin(ANN, times=3, contested=False)

    assert [entry.face for entry in last(here)] == [Face.HEADS, Face.TAILS, Face.HEADS]
    assert here.log.verify().derived.ok


def test_no_table_tosses_so_many_coins_at_once() -> None:
    here = table()
    with pytest.raises(LimitExceeded):
        here.begin(ANN, times=1000, thumbs=3)
    assert not here.entries()


def test_the_log_is_intact_derived_and_legal() -> None:
    here = table(TAILS, HEADS, HEADS, TAILS)
    here.call(one(here), Face.TAILS)
    one(here, contested=False)
    here.keep(here.call(one(here, thumbs=1), Face.TAILS), 2)
    assert not here.at_once
    found = here.log.verify()

    assert found.intact.ok
    assert found.derived.ok
    assert found.legal.ok


def test_a_log_goes_on_where_it_stopped() -> None:
    first = table(HEADS)
    first.call(one(first), Face.HEADS)
    second = FlipTable(first.log.log, chance=Scripted([TAILS]))
    second.call(one(second), Face.HEADS)

    assert flip_totals(second.entries())[ANN].flips == 2
    assert [one.number for one in second.entries()] == [1, 2]


def test_a_flip_that_was_left_open_is_still_there() -> None:
    first = table()
    one(first)
    second = FlipTable(first.log.log, chance=Scripted([TAILS]))

    assert second.uncalled is not None
    assert second.call(second.uncalled, Face.HEADS).outcome is FlipOutcome.LOST


def test_the_log_of_a_game_flips_its_own_coins() -> None:
    with pytest.raises(DataError, match="log of a game"):
        FlipTable(whole_game().log)


@pytest.mark.parametrize("seats", [(), ("ann", "bob", "cyd"), ("ann", "ann")])
def test_one_or_two_players_flip(seats: tuple[str, ...]) -> None:
    with pytest.raises(DataError):
        new_table(seats)


def test_a_seat_that_is_not_there() -> None:
    here = table(seats=("ann", "bob"))

    assert here.seat("") == ANN
    assert here.seat("bob") == BOB
    with pytest.raises(DataError):
        here.seat("cyd")


@pytest.mark.parametrize(
    ("text", "device", "sides", "heads"),
    [
        ("coin", FlipDevice.COIN, 2, ""),
        ("coin:the bird", FlipDevice.COIN, 2, "the bird"),
        ("d6", FlipDevice.DIE_EVEN_ODD, 6, "even"),
        ("d20:odd", FlipDevice.DIE_EVEN_ODD, 20, "odd"),
        ("d6:1,2,3", FlipDevice.DIE_MAPPED, 6, "1,2,3"),
        ("cards:the Mountain", FlipDevice.TWO_CARDS, 2, "the Mountain"),
        ("other:red", FlipDevice.OTHER, 2, "red"),
    ],
)
def test_705_1_what_is_flipped_as_people_write_it(
    text: str, device: FlipDevice, sides: int, heads: str
) -> None:
    proposal = device_of(text, ANN)

    assert (proposal.device, proposal.sides, proposal.heads) == (device, sides, heads)


@pytest.mark.parametrize("text", ["", "d", "six", "d0", "d99999", "6"])
def test_what_nobody_can_flip(text: str) -> None:
    with pytest.raises(DataError):
        device_of(text, ANN)


def test_705_1_the_other_player_is_asked_about_a_die() -> None:
    here = table(3, TAILS, seats=("ann", "bob"))

    assert here.propose(device_of("d6", ANN)) == BOB
    here.agree(BOB, accepted=True)
    assert here.to_agree is None
    assert here.call(one(here), Face.HEADS).outcome is FlipOutcome.WON
    coin = last(here)[0].coins[0]
    assert (coin.face, coin.shown) == (Face.HEADS, 4)
    here.propose(device_of("d6:1,2,3", ANN))
    here.agree(BOB, accepted=False)
    assert here.table.device.device is FlipDevice.DIE_EVEN_ODD


def test_705_1_alone_nobody_has_to_agree() -> None:
    here = table(seats=("ann",))

    assert here.propose(device_of("d6", ANN)) is None
    with pytest.raises(IllegalAction):
        here.propose(device_of("d7", ANN))


def test_a_device_is_a_record_and_a_coin_a_chance() -> None:
    here = table(0, seats=("ann",))
    here.propose(device_of("d6", ANN))
    one(here, contested=False)
    events = [record.event for record in here.log]

    assert any(isinstance(event, FlipDeviceProposed) for event in events)
    assert CoinFlipped(flip=1, coin=1, face=Face.TAILS, shown=1) in events
    assert isinstance(here.log.log, EventLog)
    assert not here.is_real
