"""A coin that was taken back comes up as it did: nobody gets another chance by going back."""

import pytest

from events.coin_flips import FlipCalled, FlipDeviceAnswered, FlipDeviceProposed, FlipIgnored
from events.errors import ApnapError
from events.identifiers import Seat
from events.stack import AbilityActivated
from events.vocabulary import Face, FlipDevice
from machine.chance import seeded
from replays.derivation import rederive
from replays.fork import fork
from replays.session import Game
from tests.replays.desk.games import ANN, BOB, at_flipper, coins, faces, pass_until, submit_all

SEEDS = range(6)


def flipped(seed: int, *, each: int = 1, sides: int = 0) -> tuple[Game, int]:
    """Return a game in which ann has flipped once, and the record before she did."""
    game = at_flipper(seed, thumbs=each - 1, sides=sides)
    before = len(game.events) - 1
    submit_all(game, Face.HEADS)
    return game, before


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_flip_made_again_has_the_same_face(seed: int) -> None:
    game, before = flipped(seed)
    first = faces(game)

    game.rewind(before)
    submit_all(game, Face.TAILS)

    assert faces(game)[len(first) :] == first
    assert [one.repeats for one in coins(game)] == [0, 1]
    assert game.table.taken_back.flips == ()
    assert rederive(game.events.records).derived.ok


@pytest.mark.parametrize("seed", SEEDS)
def test_every_coin_under_a_thumb_comes_again_in_its_order(seed: int) -> None:
    game, before = flipped(seed, each=2)
    first = faces(game)

    game.rewind(before)
    submit_all(game, Face.HEADS)

    assert faces(game)[2:] == first
    assert rederive(game.events.records).derived.ok


def test_a_second_rollback_changes_nothing() -> None:
    game, before = flipped(3)
    first = faces(game)
    for _ in range(3):
        game.rewind(before)
        submit_all(game, Face.HEADS)
    game.rewind(before)
    game.rewind(before)
    submit_all(game, Face.HEADS)

    assert faces(game) == first * 5
    assert rederive(game.events.records).derived.ok


def test_a_flip_after_those_taken_back_is_a_new_one() -> None:
    game, before = flipped(3)
    game.rewind(before)
    for _ in range(12):
        submit_all(game, Face.HEADS)

    tossed = coins(game)
    assert [coin.repeats for coin in tossed] == [0, 1, *[0] * 11]
    assert {coin.face for coin in tossed} == set(Face)
    assert rederive(game.events.records).derived.ok


def test_in_the_middle_of_a_flip() -> None:
    game = at_flipper(1, thumbs=1)
    submit_all(game, Face.HEADS, until=FlipIgnored)
    first = faces(game)
    called = max(one.seq for one in game.events if isinstance(one.event, FlipCalled))
    with pytest.raises(ApnapError, match="lies in the middle of what follows"):
        game.rewind(called)
    game.rewind(called - 1)
    submit_all(game, Face.HEADS, until=FlipIgnored)

    assert faces(game) == first * 2
    assert rederive(game.events.records).derived.ok


def test_a_ruling_may_have_coins_tossed_anew() -> None:
    told = set()
    for seed in range(12):
        game, before = flipped(seed)
        game.rewind(before, reflip=True)
        assert game.table.taken_back.flips == ()
        submit_all(game, Face.HEADS)
        game.rewind(before)
        submit_all(game, Face.HEADS)
        first, second, third = faces(game)
        assert second is third
        told.add(first is second)
        assert rederive(game.events.records).derived.ok
    assert told == {True, False}


def test_a_later_turn_has_flips_of_its_own() -> None:
    game, _ = flipped(3)
    activated = next(one.seq for one in game.events if isinstance(one.event, AbilityActivated))
    game.rewind(activated - 1)
    turn = game.table.turn.number

    pass_until(game, lambda table: table.turn.number > turn)
    assert game.table.taken_back.flips
    pass_until(game, lambda table: table.turn.active_player == ANN)
    submit_all(game, Face.HEADS)

    tossed = coins(game)
    assert [coin.repeats for coin in tossed] == [0, 0]


def test_a_die_shows_its_number_again() -> None:
    game, before = flipped(2, sides=6)
    game.rewind(before)
    submit_all(game, Face.HEADS)

    tossed = coins(game)
    assert tossed[0].shown == tossed[1].shown > 0
    assert rederive(game.events.records).derived.ok


@pytest.mark.parametrize(
    ("device", "heads"),
    [(FlipDevice.DIE_EVEN_ODD, "odd"), (FlipDevice.COIN, ""), (FlipDevice.DIE_EVEN_ODD, "even")],
)
def test_a_flip_with_something_else_is_another_flip(device: FlipDevice, heads: str) -> None:
    """From a die to what the table agrees on: the same number of the same flip is no way round it."""
    game = at_flipper(1, sides=6)
    waiting = len(game.events) - 1
    submit_all(game, Face.HEADS)
    (tossed,) = coins(game)

    game.rewind(waiting)
    sides = 2 if device is FlipDevice.COIN else 6
    game.submit(FlipDeviceProposed(player=ANN, device=device, sides=sides, heads=heads))
    if device is not FlipDevice.COIN:
        game.submit(FlipDeviceAnswered(player=BOB, accepted=True))
    submit_all(game, Face.HEADS)

    again = coins(game)[-1]
    assert again.repeats == (1 if heads == "even" else 0)
    assert (again.shown > 0) is (device is not FlipDevice.COIN)
    assert again.shown == tossed.shown or heads != "even"
    assert rederive(game.events.records).derived.ok


def test_a_branch_of_a_game_with_a_coin_that_came_again() -> None:
    game, before = flipped(3)
    game.rewind(before)
    submit_all(game, Face.HEADS)
    for at in range(before, len(game.events)):
        branch = fork(game.log, at, chance=seeded(at))
        assert rederive(branch.events.records).derived.ok, at


def test_seats_are_told_apart() -> None:
    game, before = flipped(3)
    game.rewind(before)
    kept = game.table.taken_back.flips[0]

    assert (kept.flipper, kept.card) == (Seat("ann"), "Flipper")
