"""Two records of one game: other ids and another order of what happens at once are no difference."""

import random
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from events.base import Event
from events.coin_flips import CoinFlipped
from events.damage import DamageDealt, LifeChanged
from events.game import GameEnded
from events.mulligans import HandKept, MulliganDeclared
from events.rulings import NoteAdded
from events.turns import CardsDrawn
from events.vocabulary import Face, GameResult
from events.zones import CardMoved, LibraryShuffled
from replays.diff import diff
from replays.game_log import GameLog
from tests.machine.random_games import middle_game, new_game, played
from tests.replays.desk.altered import chained, drafts_of, renamed, reordered
from tests.replays.games import MULLIGANS, OPENING, game_of

AT_ONCE = (CardMoved, CardsDrawn, LibraryShuffled, CoinFlipped, MulliganDeclared, HandKept)
KINDS = [
    ("london", "two"),
    ("london", "four"),
    ("vancouver", "two"),
    ("division-before-cost", "three"),
]


def random_game(edition: str, seating: str, seed: int, *, decisions: int = 60) -> GameLog:
    """Return a random game: from its start where the seed is even, from its middle otherwise."""
    make = middle_game if seed % 2 else new_game
    game = make(edition, seating, seed, un_cards=True)
    for _ in played(game, seed, decisions=decisions):
        pass
    return game.log


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("edition", "seating"), KINDS)
def test_other_ids_are_no_difference(edition: str, seating: str, seed: int) -> None:
    game = random_game(edition, seating, seed)

    found = diff(game, renamed(game, seed))

    assert found.first_divergence is None
    assert found.same
    assert found.changes == ()
    assert found.renamed


@pytest.mark.parametrize("seed", range(0, 6, 2))
@pytest.mark.parametrize(("edition", "seating"), KINDS)
def test_the_order_of_what_happens_at_once_is_no_difference(
    edition: str, seating: str, seed: int
) -> None:
    game = random_game(edition, seating, seed)
    other, turned = reordered(game, seed, AT_ONCE)

    assert diff(game, other).first_divergence is None
    assert diff(game, renamed(other, seed)).first_divergence is None
    assert turned or seating == "two"


@pytest.mark.parametrize("seed", range(12))
def test_a_changed_number_is_the_first_difference(seed: int) -> None:
    game = random_game("london", "two", seed, decisions=90)
    rng = random.Random(seed)  # noqa: S311 - which record
    places = [
        one.seq for one in game.log if isinstance(one.event, LifeChanged | DamageDealt | CardsDrawn)
    ]
    seq = rng.choice(places)
    drafts = drafts_of(renamed(game, seed))
    drafts[seq] = replace(drafts[seq], event=_other(drafts[seq].event))

    found = diff(game, chained(drafts))

    assert found.first_divergence is not None
    assert found.first_divergence.seq == found.common == seq
    assert found.first_divergence.seqs == (seq, seq)


def _other(event: Event) -> Event:
    match event:
        case LifeChanged():
            return replace(event, change=event.change - 1, life=event.life - 1)
        case DamageDealt():
            return replace(event, amount=event.amount + 1)
        case CardsDrawn():
            return replace(event, count=event.count + 1)
    raise AssertionError(event)


def _last_life(games: Iterable[GameLog]) -> tuple[GameLog, int]:
    """Return the first game in which somebody's life changes, and the last record of it."""
    for game in games:
        found = [one.seq for one in game.log if isinstance(one.event, LifeChanged)]
        if found:
            return game, found[-1]
    raise AssertionError


def test_changes_are_told_with_the_first_logs_ids() -> None:
    game, seq = _last_life(random_game("london", "two", seed) for seed in range(12))
    drafts = drafts_of(renamed(game, 3))
    drafts[seq] = replace(drafts[seq], event=_other(drafts[seq].event))

    found = diff(game, chained(drafts))

    assert [one.path.rpartition(".")[2] for one in found.changes] == ["life"]


def test_a_missing_record_is_found_on_either_side() -> None:
    game = random_game("london", "two", 2)
    seq = next(one.seq for one in game.log if isinstance(one.event, MulliganDeclared))
    short = [one for number, one in enumerate(drafts_of(game)) if number != seq]
    for draft in range(len(short)):
        short[draft] = replace(short[draft], cause=None)

    there = diff(game, chained(short))

    assert there.first_divergence is not None
    assert there.first_divergence.seqs[0] == seq


def test_another_face_is_a_difference_and_another_number_of_the_coin_is_none() -> None:
    coins = (
        CoinFlipped(flip=1, coin=1, face=Face.TAILS),
        CoinFlipped(flip=1, coin=2, face=Face.HEADS),
    )
    turned = (
        CoinFlipped(flip=1, coin=1, face=Face.HEADS),
        CoinFlipped(flip=1, coin=2, face=Face.TAILS),
    )
    other = (
        CoinFlipped(flip=1, coin=1, face=Face.HEADS),
        CoinFlipped(flip=1, coin=2, face=Face.HEADS),
    )
    before = [*OPENING, *MULLIGANS]
    one = game_of(*before, *coins)

    assert diff(one, game_of(*before, *turned)).first_divergence is None
    found = diff(one, game_of(*before, *other)).first_divergence
    assert found is not None
    assert found.seqs == (len(one) - 2, len(one) - 1)


def test_a_note_is_no_part_of_the_game() -> None:
    game = random_game("london", "two", 4, decisions=10)
    drafts = drafts_of(game)
    note = replace(drafts[-1], event=NoteAdded(text="bob sneezes"), by="judge", cause=None)

    assert diff(game, chained([*drafts, note])).first_divergence is None


def test_one_log_goes_on() -> None:
    game = random_game("london", "two", 4, decisions=10)
    more = replace(drafts_of(game)[-1], event=GameEnded(result=GameResult.DRAW), cause=None)

    found = diff(game, chained([*drafts_of(game), more])).first_divergence

    assert found is not None
    assert found.seqs == (None, len(game))
