"""The peer among event stores: an aggregate of the ``eventsourcing`` library with the same facts."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from events.codec import encode_event
from events.records import Record


class PeerGame(Aggregate):
    """A game as the library's users write one: each event sets a few attributes."""

    @event("Created")
    def __init__(self, game: str) -> None:
        self.game = game
        self.last = ""
        self.size = 0
        self.count = 0

    @event("Happened")
    def happen(self, kind: str, data: str) -> None:
        """Take one event in."""
        self.last = kind
        self.size = len(data)
        self.count += 1


class PeerGames(Application[UUID]):
    """The library's application: its repository rebuilds an aggregate from its stored events."""


@contextmanager
def peer_games(*, sqlite: bool) -> Iterator[PeerGames]:
    """Yield an application, in memory or on SQLite in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        env = {}
        if sqlite:
            env = {
                "PERSISTENCE_MODULE": "eventsourcing.sqlite",
                "SQLITE_DBNAME": os.path.join(folder, "peer.db"),  # noqa: PTH118 - an env value
            }
        app = PeerGames(env=env)
        try:
            yield app
        finally:
            app.close()


def filled(app: PeerGames, records: list[Record]) -> UUID:
    """Store as many events as there are records; return the aggregate's id."""
    game = PeerGame("bench")
    for number, record in enumerate(records, 1):
        game.happen(type(record.event).__name__, encode_event(record.event).decode())
        if number % 1000 == 0:
            app.save(game)
    app.save(game)
    return game.id
