"""Simulated mulligan phases: as event records, as hashed logs, counted; beside a plain Monte-Carlo.

On one core seconds are those of the core; of several workers they are those of the clock. A hashed
log is what a log file holds: the header and every record as canonical lines, chained by SHA-256, and
the hash of the last one.
"""

import hashlib
import random
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import msgspec

from events.game import DeckEntry, GameCreated
from events.identifiers import CardName, Seat
from replays.batch import engine_named
from replays.new_game import Setup, header_of
from replays.simulation.blocks import Block, Counted, blocks, gathered
from replays.simulation.headers import HeaderLines
from replays.simulation.mulligans import Setting, exact, openings_of
from replays.simulation.openings import Openings
from replays.simulation.policies import Policy
from tests.benchmarks.timing import Row, best, rate

AIM = 10_000
"""Phases of two players each second on one core."""

PHASES = 500
ROUNDS = 20
CLOCKED = 3
"""Rounds of several workers, for whom everything else on the machine counts."""

MANY = 16_000
"""Phases for several workers: a second or more of work for each."""

ANN, BOB = Seat("ann"), Seat("bob")
LANDS: Mapping[int, tuple[int, int]] = {7: (2, 5), 6: (2, 4), 5: (2, 4)}
POLICY = Policy(lands=LANDS, down_to=4)
SIZE, FORESTS, HAND, TARGET = 60, 24, 7, 3


def rows() -> Iterator[Row]:
    """Yield the measurements."""
    header, policies = world(), {ANN: POLICY, BOB: POLICY}
    yield from _one_core(header, policies)
    yield from _scaling(header, policies)
    begun = time.perf_counter()
    exact(header, policies)
    yield Row(
        what="the same exactly, both players",
        ours=f"{time.perf_counter() - begun:.2f} s",
        peer="",
    )


def _one_core(header: GameCreated, policies: Mapping[Seat, Policy]) -> Iterator[Row]:
    openings, lines = Openings(header, policies), HeaderLines(header)
    records = _as_records(openings) / PHASES  # also finds the courses, which every round uses again
    counted, drafted, hashed, plain = best(
        partial(_counted, openings),
        partial(_as_records, openings),
        partial(_as_logs, openings, lines),
        partial(_plainly, PHASES),
        rounds=ROUNDS,
        clock=time.process_time,
    )
    peer = f"plain Monte-Carlo without records: {rate(PHASES, plain, 'phases')}"
    for what, taken in (
        (f"mulligan phases of two, {records:.0f} event records each", drafted),
        ("the same as hashed logs: header, canonical lines, chain, last hash", hashed),
        ("the same counted alone: hands kept, no records", counted),
    ):
        ours = rate(PHASES, taken, "phases")
        yield Row(what=f"{what}, one core", ours=ours, peer=peer, ratio=plain / taken)
    for what, taken in (("event records", drafted), ("hashed logs", hashed)):
        yield Row(
            what=f"mulligan phases as {what}, one core, beside the aim",
            ours=rate(PHASES, taken, "phases"),
            peer=rate(AIM, 1, "phases"),
            ratio=PHASES / taken / AIM,
            aim=1,
        )


def world() -> GameCreated:
    """Return the header of two players with 24 lands in 60 cards."""
    names = (CardName("Forest"),) * FORESTS + (CardName("Wurm"),) * (SIZE - FORESTS)
    deck = DeckEntry(main=names)
    return header_of(Setup(decks={ANN: deck, BOB: deck}, rules="2025-06-06", game="bench"))[0]


def _counted(openings: Openings) -> int:
    return sum(len(openings.play("bench", number).kept) for number in range(PHASES))


def _as_records(openings: Openings) -> int:
    return sum(len(openings.play("bench", number).drafts) for number in range(PHASES))


def _as_logs(openings: Openings, lines: HeaderLines) -> str:
    heads = hashlib.sha256()
    for number in range(PHASES):
        log = openings.play("bench", number).chain(lines.line("bench", number))
        heads.update(log.head.encode())
    return heads.hexdigest()


def _plainly(count: int) -> int:
    """What a person writes who wants the numbers alone: two players, London, no records."""
    chance, kept = random.Random("plain"), 0  # noqa: S311 - seeded on purpose
    deck = [1] * FORESTS + [0] * (SIZE - FORESTS)
    for _ in range(2 * count):
        for size in (7, 6, 5, 4):
            chance.shuffle(deck)
            lands = sum(deck[:HAND])
            gone = HAND - size
            stay = min(max(TARGET, lands - gone), lands, size)
            low, high = LANDS.get(size, (0, size))
            if size == POLICY.down_to or low <= stay <= high:
                kept += size
                break
    return kept


def _scaling(header: GameCreated, policies: Mapping[Seat, Policy]) -> Iterator[Row]:
    """Yield one process, two, and two Dask workers; beginning them is not counted."""
    setting = msgspec.json.encode(Setting(header, dict(policies)))
    for work, what in ((block_of_records, "event records"), (block_of_logs, "hashed logs")):
        one = _many("serial", work, setting)
        for name, workers in (("processes", "two processes"), ("dask", "two Dask workers")):
            taken = _many(name, work, setting)
            yield Row(
                what=f"{MANY:,} phases as {what}, {workers}",
                ours=rate(MANY, taken, "phases"),
                peer=f"one process: {rate(MANY, one, 'phases')}",
                ratio=one / taken,
            )


def _many(name: str, work: Callable[[Block], Counted], setting: bytes) -> float:
    """Return the seconds of the clock; workers have begun, and found the courses, before."""
    engine = engine_named(name, workers=2)
    try:
        gathered(engine, work, blocks(setting, games=MANY // 2, seed="bench"))
        jobs = blocks(setting, games=MANY, seed="bench")
        (taken,) = best(lambda: gathered(engine, work, jobs), rounds=CLOCKED)
        return taken
    finally:
        engine.close()


def block_of_records(block: Block) -> Counted:
    """Play some phases as event records; a job for any engine."""
    openings, records = openings_of(block.setting), 0
    for number in range(block.first, block.first + block.count):
        records += len(openings.play(block.seed, number).drafts)
    return Counted(block.count, (("records", records),))


def block_of_logs(block: Block) -> Counted:
    """Play some phases as hashed logs; a job for any engine."""
    openings, size = openings_of(block.setting), 0
    lines = HeaderLines(openings.header)
    for number in range(block.first, block.first + block.count):
        log = openings.play(block.seed, number).chain(lines.line(block.seed, number))
        size += sum(map(len, log.lines))
    return Counted(block.count, (("bytes", size),))
