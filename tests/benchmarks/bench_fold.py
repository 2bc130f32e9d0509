"""From a file to the table, against the peer's rebuild; any position, against rebuilding from the start."""

import random
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

from projections.fold import final, fold
from replays.files import open_log, write_log
from replays.game_log import GameLog
from tests.benchmarks.games import long_log
from tests.benchmarks.peer_store import filled, peer_games
from tests.benchmarks.timing import Row, best, percentile, rate

LOOKS = 2_000
ROUNDS = 11
"""More than elsewhere: a shared processor's clock changes within the seconds that one round takes."""


def rows() -> Iterator[Row]:
    """Yield the measurements."""
    yield _from_file(sqlite=False)
    yield _from_file(sqlite=True)
    yield _positions()
    yield _memory()


def _from_file(*, sqlite: bool) -> Row:
    """Compare with the peer's rebuild, from its memory or, like ours, from a file."""
    log = long_log()
    with tempfile.TemporaryDirectory() as folder, peer_games(sqlite=sqlite) as app:
        path = Path(folder) / "long.apnap.jsonl"
        write_log(log, path)
        name = filled(app, list(log))
        ours, peer = best(
            lambda: final(open_log(path)),
            lambda: app.repository.get(name),
            rounds=ROUNDS,
            clock=time.process_time,
        )
    return Row(
        what=f"a log of {len(log):,} records to its table, bytes and chain checked",
        ours=rate(len(log), ours),
        peer=f"eventsourcing, {'SQLite' if sqlite else 'in memory'}: {rate(len(log), peer)}",
        ratio=peer / ours,
        aim=5,
    )


def _positions() -> Row:
    log = long_log()
    game = GameLog(log)
    whole = len(
        game.tables[-1].players
    )  # fold once: what a user of a position has already paid for
    assert whole
    chosen = random.Random(1).sample(range(len(log)), LOOKS)  # noqa: S311
    taken = []
    for seq in chosen:
        begun = time.perf_counter()
        game.at(seq)
        taken.append(time.perf_counter() - begun)
    (rebuild,) = best(lambda: final(log), rounds=3)
    late = percentile(taken, 0.99)
    return Row(
        what=f"any of {len(log):,} positions, 99 of 100 looks",
        ours=f"{late * 1e6:,.1f} µs",
        peer=f"rebuilding from the start: {rebuild * 1e3:,.1f} ms",
        ratio=rebuild / late,
        aim=40,
    )


def _memory() -> Row:
    log = long_log()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    tables = fold(log)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return Row(
        what="memory of a retained table",
        ours=f"{(after - before) / len(tables):,.0f} bytes each",
        peer="",
    )
