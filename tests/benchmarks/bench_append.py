"""Appending to SQLite, one batch a commit, in the same durability mode as the peer."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from events.codec import encode_event
from events.records import Draft, Record
from replays.stores.protocol import Durability
from replays.stores.sqlite import SQLiteStore
from tests.benchmarks.games import long_log
from tests.benchmarks.peer_store import PeerGame, peer_games
from tests.benchmarks.timing import Row, best, rate

BATCHES = 300
SIZE = 3


def rows() -> Iterator[Row]:
    """Yield the measurement in each mode of SQLite's synchronous setting."""
    for mode, pragma in ((Durability.FULL, "FULL"), (Durability.NORMAL, "NORMAL")):
        yield _appending(mode, pragma)


def _appending(mode: Durability, pragma: str) -> Row:
    log = long_log()
    batches = [log.records[n : n + SIZE] for n in range(1, BATCHES * SIZE, SIZE)]
    with tempfile.TemporaryDirectory() as folder, peer_games(sqlite=True) as app:
        _synchronous(app, pragma)
        ours, peer = best(
            _ours(Path(folder), log.records[0], batches, mode), _peers(app, batches), rounds=3
        )
    events = BATCHES * SIZE
    return Row(
        what=f"appending {BATCHES} batches of {SIZE} to SQLite, synchronous={pragma}",
        ours=rate(events, ours),
        peer=f"eventsourcing: {rate(events, peer)}",
        ratio=peer / ours,
        aim=1.5,
    )


def _synchronous(app: object, pragma: str) -> None:
    """Set the same mode in the peer's connections."""
    datastore = app.factory.datastore  # type: ignore[attr-defined]
    with datastore.transaction(commit=True) as cursor:
        cursor.execute(f"PRAGMA synchronous = {pragma}")


def _ours(
    folder: Path, header: Record, batches: list[tuple[Record, ...]], mode: Durability
) -> Callable[[], None]:
    numbers = iter(range(1_000))

    def run() -> None:
        with SQLiteStore(folder / f"{next(numbers)}.db", durability=mode) as store:
            made = Draft(event=header.event, by="apnap")
            length = store.create(made).length
            for batch in batches:
                drafts = [Draft(event=one.event, by=one.by, cause=one.cause) for one in batch]
                length = store.append("bench", drafts, expected=length).length

    return run


def _peers(app: object, batches: list[tuple[Record, ...]]) -> Callable[[], None]:
    def run() -> None:
        game = PeerGame("bench")
        for batch in batches:
            for record in batch:
                game.happen(type(record.event).__name__, encode_event(record.event).decode())
            app.save(game)  # type: ignore[attr-defined]

    return run
