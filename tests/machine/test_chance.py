"""The door to randomness: what a record of chance may say, and that each outcome is as likely."""

import random

import pytest

from events.chance import RandomlyChosen
from events.coin_flips import CoinFlipped
from events.identifiers import Seat
from events.vocabulary import Face
from machine.chance import ChanceExhausted, Generated, Recorded, seeded

ANN = Seat("ann")
AMONG = ("c1", "c2", "c3")


def chosen(*names: str) -> RandomlyChosen:
    return RandomlyChosen(purpose="discard", chosen=names, among=AMONG, player=ANN)


def test_701_9b_a_record_of_a_random_choice_puts_nothing_back() -> None:
    good = chosen("c3", "c1")
    assert Recorded([good]).choose("discard", AMONG, 2, ANN) == good
    for bad in (chosen("c1", "c1"), chosen("c1"), chosen("c1", "c4"), chosen(*AMONG)):
        with pytest.raises(ChanceExhausted):
            Recorded([bad]).choose("discard", AMONG, 2, ANN)


def test_what_is_chosen_from_may_hold_the_same_name_twice() -> None:
    twice = RandomlyChosen(purpose="team", chosen=("red", "red"), among=("red", "red", "blue"))
    assert Recorded([twice]).choose("team", twice.among, 2) == twice


def test_705_1_a_record_of_a_coin_says_nothing_of_who_flips_it() -> None:
    """That stands in the instruction alone: a coin written to somebody else's name is another one."""
    told = CoinFlipped(flip=1, coin=1, face=Face.TAILS, player=ANN)

    assert Recorded([told]).coin(1, 1) == CoinFlipped(flip=1, coin=1, face=Face.TAILS)


class Bits(random.Random):
    """A generator whose numbers are written down."""

    def __init__(self, *numbers: int) -> None:
        super().__init__()
        self._numbers = iter(numbers)

    def getrandbits(self, _width: int, /) -> int:
        return next(self._numbers)


@pytest.mark.parametrize(
    ("bound", "bits", "number"), [(6, (7, 6, 2), 2), (2, (1,), 1), (3, (3, 0), 0), (1, (), 0)]
)
def test_a_number_that_is_too_large_is_drawn_again(
    bound: int, bits: tuple[int, ...], number: int
) -> None:
    assert Generated(Bits(*bits)).below(bound, "") == number


def test_the_same_seed_draws_the_same() -> None:
    first, second, other = seeded("7:3"), seeded("7:3"), seeded("7:4")
    draws = [[chance.below(1 << 40, "") for _ in range(4)] for chance in (first, second, other)]

    assert draws[0] == draws[1] != draws[2]
