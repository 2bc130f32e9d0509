"""Simulated mulligan phases as real records: on one core, two, and Dask; beside a plain Monte-Carlo.

On one core seconds are those of the core; of several workers they are those of the clock.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping

from events.game import DeckEntry, GameCreated
from events.identifiers import CardName, Seat
from replays.batch import Engine, engine_named
from replays.new_game import Setup, header_of
from replays.simulation.mulligans import exact, header_of_game, simulate
from replays.simulation.openings import Openings
from replays.simulation.policies import Policy
from tests.benchmarks.timing import Row, rate

AIM = 10_000
"""Phases of two players each second on one core."""

PHASES = 2_000
MANY = 8_000
LOGS = 100
ANN, BOB = Seat("ann"), Seat("bob")
LANDS: Mapping[int, tuple[int, int]] = {7: (2, 5), 6: (2, 4), 5: (2, 4)}
POLICY = Policy(lands=LANDS, down_to=4)
SIZE, FORESTS, HAND, TARGET = 60, 24, 7, 3


def rows() -> Iterator[Row]:
    """Yield the measurements."""
    header, policies = world(), {ANN: POLICY, BOB: POLICY}
    openings = Openings(header, policies)
    _play(openings, 500)  # the courses are computed once, and used ever after
    records = sum(len(openings.play("count", n).drafts) for n in range(PHASES)) / PHASES
    ours, plain = _cpu(lambda: _play(openings, PHASES), lambda: _plainly(PHASES))
    yield Row(
        what=f"mulligan phases of two, {records:.0f} records each, one core",
        ours=rate(PHASES, ours, "phases"),
        peer=f"plain Monte-Carlo without records: {rate(PHASES, plain, 'phases')}",
        ratio=plain / ours,
    )
    yield Row(
        what="the same, beside the aim",
        ours=rate(PHASES, ours, "phases"),
        peer=rate(AIM, 1, "phases"),
        ratio=PHASES / ours / AIM,
        aim=1,
    )
    (sealed,) = _cpu(lambda: _seal(openings, header), rounds=3)
    yield Row(
        what="the same as sealed logs: canonical lines, chained hashes",
        ours=rate(LOGS, sealed, "logs"),
        peer="",
    )
    yield from _scaling(header, policies)
    begun = time.perf_counter()
    exact(header, policies)
    yield Row(
        what="the same exactly, both players",
        ours=f"{time.perf_counter() - begun:.2f} s",
        peer=f"{MANY:,} phases: {MANY / PHASES * ours:.2f} s",
    )


def _cpu(*rivals: Callable[[], object], rounds: int = 5) -> tuple[float, ...]:
    """Return the least seconds of a core that each rival took: others may be at work beside it."""
    taken: list[list[float]] = [[] for _ in rivals]
    for _ in range(rounds):
        for rival, times in zip(rivals, taken, strict=True):
            begun = time.process_time()
            rival()
            times.append(time.process_time() - begun)
    return tuple(map(min, taken))


def world() -> GameCreated:
    """Return the header of two players with 24 lands in 60 cards."""
    names = (CardName("Forest"),) * FORESTS + (CardName("Wurm"),) * (SIZE - FORESTS)
    deck = DeckEntry(main=names)
    return header_of(Setup(decks={ANN: deck, BOB: deck}, rules="2025-06-06", game="bench"))[0]


def _play(openings: Openings, count: int) -> None:
    for number in range(count):
        openings.play("bench", number)


def _seal(openings: Openings, header: GameCreated) -> None:
    for number in range(LOGS):
        first = header_of_game(header, "bench", number)
        list(openings.play("bench", number).log(first).lines())


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
    one = _many("serial", header, policies)
    for name, what in (("processes", "two processes"), ("dask", "two Dask workers")):
        taken = _many(name, header, policies)
        yield Row(
            what=f"{MANY:,} phases, {what}",
            ours=rate(MANY, taken, "phases"),
            peer=f"one process: {rate(MANY, one, 'phases')}",
            ratio=one / taken,
        )


def _many(name: str, header: GameCreated, policies: Mapping[Seat, Policy]) -> float:
    engine = engine_named(name, workers=2)
    try:
        _run(engine, header, policies, 2_000)  # workers begin, import, and find the courses
        begun = time.perf_counter()
        _run(engine, header, policies, MANY)
        return time.perf_counter() - begun
    finally:
        engine.close()


def _run(engine: Engine, header: GameCreated, policies: Mapping[Seat, Policy], games: int) -> None:
    simulate(header, policies, games=games, seed="bench", engine=engine)
