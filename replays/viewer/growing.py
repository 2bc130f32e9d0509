"""A log that grows while it is shown: what has come is read from where the last look ended.

Nothing is written. A line that is still being written is left for the next look.
"""

from pathlib import Path
from threading import Lock

from events.errors import DataError
from events.log import EventLog, read_on
from projections.table import Table
from replays.files import LARGEST_FILE
from replays.game_log import GameLog
from replays.scan import open_game

COMPRESSED = (b"\x1f\x8b", b"\x28\xb5")
"""How compressed logs begin: they do not grow."""

BEGINNING = 512
"""Bytes by which a file is known again: a new one begins otherwise."""


class Growing:
    """One log file. ``look`` reads what has come since; ``times`` counts how often it began anew."""

    def __init__(self, path: Path) -> None:
        """Nothing is read yet."""
        self.path = path
        self.times = 0
        self._begun = b""
        self._offset = 0
        self._log = EventLog()
        self._tables: list[Table] = []
        self._lock = Lock()

    def look(self) -> GameLog:
        """Return the game as far as it has been written, folded; several may look at once.

        Raises ``DataError`` where not even a header can be read.
        """
        with self._lock:
            game = self._look()
            if len(game):
                _ = game.tables[-1]  # all are made while nobody else makes them
            return game

    def _look(self) -> GameLog:
        with self.path.open("rb") as file:
            begun = file.read(BEGINNING)
            if begun.startswith(COMPRESSED):
                return open_game(self.path, prefix=True)
            if not begun.startswith(self._begun) or file.seek(0, 2) < self._offset:
                self._begin_anew()
            file.seek(self._offset)
            more = file.read(LARGEST_FILE - self._offset)
        self._begun = begun
        return self._read(more[: more.rfind(b"\n") + 1])

    def _begin_anew(self) -> None:
        self.times += 1
        self._offset = 0
        self._log, self._tables = EventLog(), []

    def _read(self, more: bytes) -> GameLog:
        failure: DataError | None = None
        if more or not len(self._log):
            reading = read_on(self._log, more.splitlines(keepends=True), file=self.path.name)
            self._log, failure = reading.log, reading.failure
            if failure is None:
                self._offset += len(more)
        if not len(self._log):
            raise failure or DataError("log/empty", "the log is empty", file=self.path.name)
        return GameLog(self._log, path=str(self.path), failure=failure, tables=self._tables)
