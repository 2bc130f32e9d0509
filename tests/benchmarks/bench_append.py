"""Appending to SQLite, one batch a commit, in the same durability mode as the peer.

Every commit waits for the disk in FULL, and its noise is large: there are more rounds than elsewhere,
and the ratio of the medians is told beside that of the best.
"""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, cast

from msgspec.structs import replace

from events.codec import encode_event
from events.records import Draft, Record
from replays.stores.protocol import Durability
from replays.stores.sqlite import SQLiteStore
from tests.benchmarks.games import long_log
from tests.benchmarks.peer_store import PeerGame, PeerGames, peer_games
from tests.benchmarks.timing import Row, measured, rate, waiting

BATCHES = 300
SIZE = 3
ROUNDS = 11


def rows() -> Iterator[Row]:
    """Yield the measurement in each mode of SQLite's synchronous setting."""
    for mode, pragma in ((Durability.FULL, "FULL"), (Durability.NORMAL, "NORMAL")):
        yield _appending(mode, pragma)


def _appending(mode: Durability, pragma: str) -> Row:
    log = long_log()
    batches = [log.records[n : n + SIZE] for n in range(1, BATCHES * SIZE, SIZE)]
    with (
        tempfile.TemporaryDirectory() as folder,
        SQLiteStore(Path(folder) / "ours.db", durability=mode) as store,
        peer_games(sqlite=True) as app,
    ):
        _synchronous(app, pragma)
        ours_each, peer_each = measured(
            _ours(store, log.records[0], batches),
            _peers(app, batches),
            rounds=ROUNDS,
            clock=waiting,
        )
    ours, peer = min(ours_each), min(peer_each)
    medians = median(peer_each) / median(ours_each)
    events = BATCHES * SIZE
    return Row(
        what=f"appending {BATCHES} batches of {SIZE} to SQLite, synchronous={pragma}"
        f" (medians: {medians:.1f}x)",
        ours=rate(events, ours),
        peer=f"eventsourcing: {rate(events, peer)}",
        ratio=peer / ours,
        aim=1.5,
    )


def _synchronous(app: PeerGames, pragma: str) -> None:
    """Set the same mode in the peer's writing connection, which its pool keeps."""
    datastore = cast("Any", app.factory).datastore
    with datastore.get_connection(commit=True) as connection:
        connection._sqlite_conn.execute(f"PRAGMA synchronous = {pragma}")


def _ours(
    store: SQLiteStore, header: Record, batches: list[tuple[Record, ...]]
) -> Callable[[], None]:
    """Append everything to a new game in the same store, as the peer does with its aggregate."""
    numbers = iter(range(1_000))
    created = header.event
    drafts = [
        [Draft(event=one.event, by=one.by, cause=one.cause) for one in batch] for batch in batches
    ]

    def run() -> None:
        game = f"bench{next(numbers)}"
        made = Draft(event=replace(created, game=game), by="apnap")
        length = store.create(made).length
        for batch in drafts:
            length = store.append(game, batch, expected=length).length

    return run


def _peers(app: PeerGames, batches: list[tuple[Record, ...]]) -> Callable[[], None]:
    def run() -> None:
        game = PeerGame("bench")
        for batch in batches:
            for record in batch:
                game.happen(type(record.event).__name__, encode_event(record.event).decode())
            app.save(game)

    return run
