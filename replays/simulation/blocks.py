"""Many games in blocks: each game has its own seed, so that any engine gives the same numbers."""

from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from events.errors import ApnapError, DataError
from replays.batch import Engine, Failed

C = TypeVar("C", bound=Hashable)

BLOCK = 1_000
"""Games of one job: about a tenth of a second of openings."""

MOST_GAMES = 100_000_000

Advance = Callable[[int], None]
"""Told how many more games are done."""


class Block(Struct, frozen=True):
    """Some games of a simulation: a job for an engine."""

    setting: bytes
    """What is played, as its module writes it: all games of all blocks have the same."""
    seed: str
    first: int
    count: int
    keep: str = ""
    """The folder for the logs of this block; empty to keep none."""


class Counted(Struct, frozen=True):
    """What came of a block: (outcome, how often)."""

    games: int
    cells: tuple[tuple[Hashable, int], ...]


def blocks(  # noqa: PLR0913 - a block has so many parts
    setting: bytes, *, games: int, seed: str, size: int = BLOCK, keep: str = "", kept: int = 0
) -> list[Block]:
    """Return the jobs of a simulation; the logs of the first ``kept`` games are kept."""
    if not 0 < games <= MOST_GAMES:
        raise DataError("usage/games", f"it has to be 1 to {MOST_GAMES:,} games, not {games}")
    jobs: list[Block] = []
    first = 0
    while first < games:  # each pass is a block
        count = min(size, games - first)
        if keep and first < kept:
            count = min(count, kept - first)
        folder = keep if first < kept else ""
        jobs.append(Block(setting, seed, first, count, folder))
        first += count
    return jobs


def gathered(
    engine: Engine,
    work: Callable[[Block], Counted],
    jobs: list[Block],
    advance: Advance | None = None,
) -> dict[Hashable, int]:
    """Return how often each outcome came, over all blocks, in one order whatever the engine."""
    total: dict[Hashable, int] = {}
    for done in _results(engine, work, jobs):
        for cell, count in done.cells:
            total[cell] = total.get(cell, 0) + count
        if advance is not None:
            advance(done.games)
    return total


def _results(
    engine: Engine, work: Callable[[Block], Counted], jobs: list[Block]
) -> Iterator[Counted]:
    for result in engine.run(work, jobs):
        if isinstance(result, Failed):
            job = jobs[result.place]
            raise ApnapError(
                result.code, f"games {job.first} to {job.first + job.count - 1}: {result.reason}"
            )
        yield result


def log_path(folder: str, game: str) -> Path:
    """Return where the log of a simulated game goes."""
    from replays.files import SUFFIX

    return Path(folder) / f"{game}{SUFFIX}"
