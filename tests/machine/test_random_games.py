"""Random legal games hold what the design promises of every game: under every edition's rules.

Small ones here; `make soak` plays the same for minutes.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from events.base import Consequence, Decision, Event
from events.errors import IllegalAction
from events.log import EventLog
from events.records import Draft, Record
from events.turns import PriorityPassed
from events.zones import LandPlayed
from machine.chance import seeded
from machine.referee import legal_decisions
from machine.running import handle
from projections.consistency import faults
from projections.fold import fold
from replays.autoplay import play_on
from replays.boundaries import batch_end, batch_start
from replays.derivation import rederive
from replays.fork import fork
from replays.session import Game
from tests.machine.random_games import (
    EDITIONS,
    SEATINGS,
    dice,
    middle_game,
    new_game,
    played,
    player,
)

ROOT = Path(__file__).resolve().parents[2]
SEATING = tuple(SEATINGS)

SMALL = [
    pytest.param(
        edition,
        SEATING[number % len(SEATING)],
        number,
        id=f"{edition}-{SEATING[number % len(SEATING)]}",
    )
    for number, edition in enumerate(EDITIONS)
]
"""Every edition once, every seating twice."""

LARGE = [
    pytest.param(edition, seating, seed, id=f"{edition}-{seating}-{seed}")
    for edition in EDITIONS
    for seating in SEATINGS
    for seed in range(6)
]


def sound(game: Game) -> None:
    """Assert what holds of every game: one fold, one derivation, no faults, all of it legal."""
    found = rederive(game.events.records)

    assert found.derived.ok, found.derived
    assert found.legal.ok, found.legal
    assert fold(game.events) == game.tables
    assert list(found.tables) == game.tables
    assert [faults(table) for table in game.tables if faults(table)] == []


@pytest.mark.parametrize(("edition", "seating", "seed"), SMALL)
def test_from_the_beginning(edition: str, seating: str, seed: int) -> None:
    game = new_game(edition, seating, seed, un_cards=seed % 2 == 0)
    for _ in played(game, seed, decisions=60):
        pass

    sound(game)


@pytest.mark.parametrize(("edition", "seating", "seed"), SMALL)
def test_from_the_middle(edition: str, seating: str, seed: int) -> None:
    """Everything that is offered, and not only what is chosen, is accepted."""
    game = middle_game(edition, seating, seed, un_cards=seed % 2 == 1)
    for number, now in enumerate(played(game, seed, decisions=110)):
        if number % 10 == 0:
            _accepts_what_it_offers(now, seed + number)

    sound(game)


def test_to_the_end() -> None:
    game = middle_game("division-before-cost", "two", 5)
    play_on(game, player(dice(5)))

    assert game.table.result is not None
    assert not game.awaiting
    assert list(game.legal_decisions()) == []
    sound(game)


def _accepts_what_it_offers(game: Game, seed: int) -> None:
    """Submit some of what is offered, each on the table as it stands; announcements may go on."""
    rng = dice(seed)
    offers = list(islice(legal_decisions(game.table), 400))
    assert offers
    for decision in rng.sample(offers, min(4, len(offers))):
        assert _refusal(game, decision, seed) in ("", "announce/incomplete")


def _refusal(game: Game, decision: Decision, seed: int) -> str:
    try:
        handle(game.table, [decision], seeded(seed), seq=len(game.events))
    except IllegalAction as refusal:
        return refusal.code
    return ""


# -- altered logs ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def games() -> tuple[Game, ...]:
    """Return some games that are looked at again and again."""
    made = (
        new_game("london", "three", 1),
        middle_game("forced-results", "two", 2, un_cards=True),
        middle_game("damage-on-the-stack", "two", 3),
        middle_game("vancouver", "two-teams", 4),
    )
    for number, game in enumerate(made):
        for _ in played(game, number, decisions=70):
            pass
    return made


def test_a_changed_consequence_is_found_where_it_is(games: Sequence[Game]) -> None:
    rng = dice(7)
    for game in games:
        records = game.events.records
        mine = [r.seq for r in records[game.events.header.given + 1 :] if _is_derived(r)]
        for seq in rng.sample(mine, 12):
            for event in _altered(records[seq].event, rng):
                log = _with(records, seq, event)

                assert rederive(log.records).derived.seq == seq, (event, records[seq].event)


def test_a_missing_consequence_is_found_where_it_was(games: Sequence[Game]) -> None:
    rng = dice(8)
    for game in games:
        records = game.events.records
        mine = [
            r.seq
            for r in records[game.events.header.given + 1 : -1]
            if _is_derived(r) and r.event != records[r.seq + 1].event
        ]
        for seq in rng.sample(mine, 6):
            log = _chained([*records[:seq], *records[seq + 1 :]])

            assert rederive(log.records).derived.seq == seq


def _is_derived(record: Record) -> bool:
    return isinstance(record.event, Consequence) and record.by == "rules"


def _altered(event: Event, rng: Random) -> list[Event]:
    """Return an event with one of its fields changed, if it has one that can be."""
    names = list(event.__struct_fields__)
    rng.shuffle(names)
    for name in names:
        value = getattr(event, name)
        if isinstance(value, bool):
            return [replace(event, **{name: not value})]
        if isinstance(value, int):
            return [replace(event, **{name: value + 1})]
        if isinstance(value, tuple) and value:
            return [replace(event, **{name: value[:-1]})]
    return []


def _with(records: Sequence[Record], seq: int, event: Event) -> EventLog:
    return _chained([*records[:seq], replace(records[seq], event=event), *records[seq + 1 :]])


def _chained(records: Sequence[Record]) -> EventLog:
    """Return records with numbers and hashes as whoever altered them would write them."""
    return EventLog().append(
        [
            Draft(event=one.event, by=one.by, cause=one.cause, rule=one.rule, reported=one.reported)
            for one in records
        ]
    )


# -- forks ----------------------------------------------------------------------------------------


def test_a_fork_anywhere_shares_the_beginning_and_goes_on(games: Sequence[Game]) -> None:
    rng = dice(9)
    for game in games:
        log, tables = game.events, game.tables
        for seq in rng.sample(range(log.header.given, len(log)), 8):
            branch = fork(game.log, seq, name="branch")
            shared = _shared(branch.events, log)

            assert shared > seq or shared >= batch_start(log, tables, seq)
            assert branch.events.header.branch_of == log.prefix(seq + 1).head
            for _ in played(branch, seq, decisions=8):
                pass
            found = rederive(branch.events.records)
            assert found.derived.ok, found.derived
            assert found.legal.ok


def test_a_fork_inside_a_batch_has_all_up_to_its_record(games: Sequence[Game]) -> None:
    for game in games:
        log, tables = game.events, game.tables
        inside = [
            seq
            for seq in range(log.header.given + 1, len(log))
            if batch_end(log, tables, seq) > seq + 1 and log[seq].cause is not None
        ]
        for seq in dice(10).sample(inside, 8):
            branch = fork(game.log, seq)

            assert _shared(branch.events, log) > seq
            assert branch.awaiting or branch.table.result


def _shared(branch: EventLog, log: EventLog) -> int:
    """Return how many records two logs have in common, headers aside."""
    pairs = zip(branch.records[1:], log.records[1:], strict=False)
    return 1 + next(
        (n for n, (one, other) in enumerate(pairs) if one.event != other.event),
        min(len(branch), len(log)) - 1,
    )


# -- after something illegal ----------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["one-opponent-calls", "london", "division-before-cost"])
def test_a_game_goes_on_after_what_was_reported(edition: str) -> None:
    game = middle_game(edition, "three", 6)
    for _ in played(game, 6, decisions=25):
        pass
    for decision in _illegal(game):
        game.report(decision)
        for _ in played(game, 7, decisions=12):
            pass
    found = rederive(game.events.records)

    assert [r.seq for r in game.events if r.reported]
    assert found.derived.ok, found.derived
    assert [faults(table) for table in game.tables if faults(table)] == []


def _illegal(game: Game) -> list[Decision]:
    """Return decisions that are out of turn: a pass, and lands that nobody may play now."""
    seats = game.table.turn_order
    lands = [
        LandPlayed(player=seat, card=game.table.players[seat].hand[0])
        for seat in seats
        if game.table.players[seat].hand
    ]
    return [PriorityPassed(player=seats[-1]), *lands[-2:]]


# -- the same everywhere --------------------------------------------------------------------------

HEADS = """
from tests.machine.random_games import middle_game, new_game, played
for make, edition, seating in (
    (new_game, "london", "two-teams"),
    (middle_game, "forced-results", "three"),
    (middle_game, "damage-on-the-stack", "two"),
):
    game = make(edition, seating, 11, un_cards=edition == "forced-results")
    for _ in played(game, 11, decisions=30):
        pass
    print(len(game.events), game.events.head)
"""


def test_hash_order_changes_nothing() -> None:
    heads = {_heads(seed) for seed in ("0", "4242")}

    assert len(heads) == 1
    assert next(iter(heads)).count("\n") == 3


def _heads(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", HEADS],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout


# -- for minutes ----------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize(("edition", "seating", "seed"), LARGE)
def test_long_games(edition: str, seating: str, seed: int) -> None:
    make = middle_game if seed % 3 else new_game
    game = make(edition, seating, seed, un_cards=seed % 2 == 0)
    for number, now in enumerate(played(game, seed, decisions=900)):
        if number % 50 == 0:
            _accepts_what_it_offers(now, seed + number)

    sound(game)
