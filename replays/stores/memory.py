"""A store in memory: for tests, for trying things out, and as the model of the others."""

from collections.abc import Iterable

from events.log import EventLog
from events.records import Draft, Record
from replays.stores.batches import (
    Closing,
    check_new,
    check_start,
    game_of,
    key_index,
    keyed,
    no_game,
    plan,
)
from replays.stores.protocol import Appended


class MemoryStore(Closing):
    """Logs that last as long as the store."""

    def __init__(self) -> None:
        self._logs: dict[str, EventLog] = {}
        self._keys: dict[str, dict[str, int]] = {}

    def create(self, header: Draft) -> Appended:
        """Begin the log of the game that ``header`` creates."""
        self.check_open()
        game = game_of(header)
        log = self._logs.get(game, EventLog())
        if header.id not in self._keys.get(game, {}):
            check_new(game, len(log))
        return self._put(game, log, keyed((header,), ""), expected=0)

    def append(
        self, game: str, drafts: Iterable[Draft], *, expected: int, key: str = ""
    ) -> Appended:
        """Append a batch, all or nothing, to a log that has exactly ``expected`` records."""
        return self._put(game, self.load(game), keyed(drafts, key), expected=expected)

    def _put(
        self, game: str, log: EventLog, batch: tuple[Draft, ...], *, expected: int
    ) -> Appended:
        keys = self._keys.get(game, {})
        sealed = plan(game, log, keys, batch, expected=expected)
        if isinstance(sealed, Appended):
            return sealed
        self._logs[game] = log.grown(sealed)
        self._keys.setdefault(game, {}).update(key_index(sealed.records))
        return Appended(expected, expected + len(batch), sealed.head)

    def load(self, game: str) -> EventLog:
        """Return the whole log."""
        self.check_open()
        if game not in self._logs:
            raise no_game(game)
        return self._logs[game]

    def read(self, game: str, start: int) -> tuple[Record, ...]:
        """Return the records from ``start`` to the end."""
        log = self.load(game)
        check_start(start, len(log))
        return log[start:]

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, sorted."""
        self.check_open()
        return tuple(sorted(self._logs))

    def close(self) -> None:
        """Forget everything."""
        super().close()
        self._logs.clear()
        self._keys.clear()
