"""Where batches begin and end, what still counts after a take-back, and forks between them."""

import pytest

from events.base import Decision
from events.errors import ApnapError, ConflictError, DataError
from events.identifiers import Seat
from events.stack import SpellCast
from events.turns import PriorityPassed
from machine.chance import seeded
from machine.referee import legal_decisions
from replays.boundaries import batch_end, batch_start, begins_batch, is_boundary, standing
from replays.fork import fork
from replays.play.payment import next_payment
from replays.session import Game
from tests.replays.dispute import logs
from tests.replays.play.tables import game

ANN = Seat("ann")


def cast(made: Game, *, key: str = "") -> int:
    """Cast a goblin from two lands, and return the batch's first record."""
    first = len(made.events)
    decision = SpellCast(player=ANN, card=made.table.players[ANN].hand[0])
    tap = next_payment(made.draft(decision), ANN)
    assert tap is not None
    pay = next_payment(made.draft(decision, tap), ANN)
    assert pay is not None
    made.submit(decision, tap, pay, key=key)
    return first


@pytest.fixture
def made() -> Game:
    return game(ann={"hand": ["Goblin", "Forest"], "battlefield": ["Mountain"]})


def test_an_announcement_is_one_batch_whatever_it_is_made_of(made: Game) -> None:
    first = cast(made)
    log, tables = made.events, made.tables

    assert [begins_batch(log, tables, seq) for seq in range(first, len(log))] == [
        True,
        *[False] * (len(log) - first - 1),
    ]
    assert batch_start(log, tables, len(log) - 1) == first
    assert batch_end(log, tables, first + 1) == len(log)


def test_each_entry_from_outside_is_a_batch(made: Game) -> None:
    made.note("one")
    made.note("two")
    log, tables = made.events, made.tables

    assert batch_start(log, tables, len(log) - 2) == len(log) - 2
    assert batch_end(log, tables, len(log) - 2) == len(log) - 1


def test_what_was_taken_back_counts_no_more(made: Game) -> None:
    first = cast(made)
    made.rewind(first - 1)
    made.note("again")

    assert standing(made.events) == (*range(first), len(made.events) - 2, len(made.events) - 1)


def test_a_key_acknowledges_a_whole_announcement_again(made: Game) -> None:
    first = cast(made, key="k")
    before = made.events
    events = [record.event for record in before[first:]]
    decisions = [one for one in events if isinstance(one, Decision)]

    assert made.submit(*decisions, key="k") == before[first:]
    assert made.events == before
    with pytest.raises(ConflictError, match="used for something else"):
        made.submit(decisions[0], key="k")


def test_a_fork_between_the_decisions_of_an_announcement_drops_it(made: Game) -> None:
    """CR 732: what was not announced to the end has not begun."""
    first = cast(made)
    branch = fork(made.log, first + 1)

    assert len(branch.events) == first
    assert branch.table.stack == ()
    assert branch.awaiting == game(ann={"hand": ["Goblin"], "battlefield": ["Mountain"]}).awaiting


def test_a_fork_at_the_end_is_the_game_so_far_under_another_name(made: Game) -> None:
    cast(made)
    branch = fork(made.log, len(made.events) - 1, name="what if")

    assert [r.event for r in branch.events[1:]] == [r.event for r in made.events[1:]]
    assert branch.events.header.game == "what if"
    assert branch.events.header.branch_of == made.events.head
    assert branch.table.players == made.table.players
    branch.submit(PriorityPassed(player=ANN))
    assert len(branch.events) > len(made.events)


def test_a_fork_inside_a_batch_draws_anew_from_there_on() -> None:
    """The coins up to the record are those of the log; what comes after it is another chance's."""
    made = game(ann={"hand": ["Mana Clash"], "mana": "{R}"}, seed="2")
    decision = SpellCast(player=ANN, card=made.table.players[ANN].hand[0])
    targets = next(legal_decisions(made.draft(decision)))
    pay = next_payment(made.draft(decision, targets), ANN)
    assert pay is not None
    made.submit(decision, targets, pay)
    for seat in ("ann", "bob"):
        made.submit(PriorityPassed(player=Seat(seat)))
    coins = [r.seq for r in made.events if type(r.event).__name__ == "CoinFlipped"]
    lengths = set()
    for seed in range(8):
        branch = fork(made.log, coins[0], chance=seeded(seed))
        assert branch.events[coins[0]].event == made.events[coins[0]].event
        lengths.add(len(branch.events))

    assert len(lengths) > 1


@pytest.mark.parametrize("seq", [-1, 10_000])
def test_there_is_no_fork_where_there_is_no_record(made: Game, seq: int) -> None:
    with pytest.raises(DataError) as error:
        fork(made.log, seq)

    assert error.value.code == "position/range"


def test_only_between_batches_can_a_game_be_taken_back(made: Game) -> None:
    first = cast(made)
    made.note("later")

    with pytest.raises(ApnapError, match=f"record {first + 1} lies in the middle") as refused:
        made.rewind(first + 1)
    assert refused.value.code == "rewind/mid_batch"
    assert f"go back to {first - 1}, before it, or to" in refused.value.message
    with pytest.raises(ApnapError, match=f"there is no record 999.*0 to {len(made.events) - 1}"):
        made.rewind(999)

    last = batch_end(made.events, made.tables, first) - 1
    assert is_boundary(made.events, made.tables, last)
    made.rewind(last)
    assert made.table.stack == made.tables[last].stack


def test_a_game_taken_back_to_its_beginning_begins_again() -> None:
    played = logs.begun(3)
    asked = played.awaiting
    made = played.rewind(0)

    assert len(made) > 1
    assert [one.what for one in played.awaiting] == [one.what for one in asked]
    assert played.log.verify().derived.ok
