"""A store in a directory: one log file for each game, which every tool can read.

A batch is first written to ``<game>.pending``, so that a kill between two of its lines leaves no
half batch: the next to open the game finishes it. POSIX only: it locks with ``flock``.
"""

import fcntl
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import unquote

from msgspec import Struct
from msgspec.structs import replace

from events.errors import ApnapError, DataError, LimitExceeded
from events.log import EventLog, read_on
from events.records import Draft, Record
from replays.files import LARGEST_FILE, SUFFIX, bounded_lines
from replays.stores.batches import (
    Closing,
    check_new,
    check_start,
    file_stem,
    game_of,
    key_index,
    keyed,
    no_game,
    plan,
)
from replays.stores.pending import recover, undo, write_all, write_pending
from replays.stores.protocol import Appended, Durability

PENDING = ".pending"

PATIENCE = 10.0
"""Seconds to wait for another writer: no batch takes one, and nobody at a table waits longer."""

PAUSE = 0.002
"""Seconds between two looks at a lock: ``flock`` cannot wait with a limit."""

MOST_KEPT = 64
"""Games whose logs are kept in memory between two appends; the oldest goes first."""


class _Held(Struct, frozen=True):
    """A log as last read or written, and the file's state then."""

    log: EventLog
    keys: dict[str, int]
    state: tuple[int, int, int]


class PlainFileStore(Closing):
    """Logs as files in one directory, which several processes may write to."""

    def __init__(
        self,
        directory: str | Path,
        *,
        durability: Durability = Durability.FULL,
        patience: float = PATIENCE,
    ) -> None:
        self._directory = Path(directory)
        self._durability = durability
        self._patience = patience
        self._held: dict[str, _Held] = {}
        self._prepare()

    def _prepare(self) -> None:
        """Make the directory, and finish what dead processes left pending in it."""
        with _telling(self._directory):
            self._directory.mkdir(parents=True, exist_ok=True)
        for pending in sorted(self._directory.glob(f"*{PENDING}")):
            with self._locked(unquote(pending.name.removesuffix(PENDING)), create=True):
                pass

    def create(self, header: Draft) -> Appended:
        """Begin the log of the game that ``header`` creates."""
        game = game_of(header)
        with self._locked(game, create=True) as file:
            held = self._current(game, file)
            if header.id not in held.keys:
                check_new(game, len(held.log))
            return self._put(game, file, held, keyed((header,), ""), expected=0)

    def append(
        self, game: str, drafts: Iterable[Draft], *, expected: int, key: str = ""
    ) -> Appended:
        """Append a batch, all or nothing, to a log that has exactly ``expected`` records."""
        batch = keyed(drafts, key)
        with self._locked(game) as file:
            held = self._current(game, file)
            if not held.log:
                raise no_game(game)
            return self._put(game, file, held, batch, expected=expected)

    def load(self, game: str) -> EventLog:
        """Return the whole log, its bytes, numbers and chain checked anew."""
        self._held.pop(game, None)
        return self._log_of(game)

    def read(self, game: str, start: int) -> tuple[Record, ...]:
        """Return the records from ``start`` to the end."""
        log = self._log_of(game)
        check_start(start, len(log))
        return log[start:]

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, sorted."""
        self.check_open()
        with _telling(self._directory):
            paths = [path for path in self._directory.glob(f"*{SUFFIX}") if path.stat().st_size]
        return tuple(sorted(unquote(path.name.removesuffix(SUFFIX)) for path in paths))

    def close(self) -> None:
        """Forget what is kept in memory."""
        super().close()
        self._held.clear()

    def _log_of(self, game: str) -> EventLog:
        with self._locked(game) as file:
            log = self._current(game, file).log
        if not log:
            raise no_game(game)
        return log

    def _put(
        self, game: str, file: int, held: _Held, batch: tuple[Draft, ...], *, expected: int
    ) -> Appended:
        sealed = plan(game, held.log, held.keys, batch, expected=expected)
        if isinstance(sealed, Appended):
            return sealed
        self._write(game, file, b"".join(sealed.lines))
        keys = held.keys | key_index(sealed.records)
        self._keep(game, file, _Held(held.log.grown(sealed), keys, held.state))
        return Appended(expected, expected + len(batch), sealed.head)

    def _current(self, game: str, file: int) -> _Held:
        """Return the log as it stands, having read what is new; all of it, if more changed."""
        state = _state(file)
        held = self._held.get(game)
        if held is not None and held.state == state:
            return held
        if held is None or held.state[0] != state[0] or held.state[1] >= state[1]:
            held = _Held(EventLog(), {}, (state[0], 0, 0))
        with os.fdopen(os.dup(file), "rb") as stream:
            stream.seek(held.state[1])
            lines = bounded_lines(stream, header=not held.log)
            log = (
                read_on(held.log, lines, file=str(self._path(game))).strict()
                if state[1]
                else held.log
            )
        if log and log.header.game != game:
            raise DataError(
                "store/wrong_game",
                f"the log is that of {log.header.game!r}; a file in a store is named for its game",
                file=str(self._path(game)),
            )
        keys = held.keys | key_index(log[len(held.log) :])
        return self._keep(game, file, _Held(log, keys, state))

    def _keep(self, game: str, file: int, held: _Held) -> _Held:
        self._held.pop(game, None)
        if len(self._held) >= MOST_KEPT:
            del self._held[next(iter(self._held))]
        self._held[game] = replace(held, state=_state(file))
        return self._held[game]

    def _write(self, game: str, file: int, data: bytes) -> None:
        """Write a batch at the end of its log, or leave the log and the disk as they were."""
        at, pending = os.fstat(file).st_size, self._path(game, PENDING)
        if at + len(data) > LARGEST_FILE:
            raise LimitExceeded("store/log_too_long", f"a log has at most {LARGEST_FILE:,} bytes")
        try:
            write_pending(pending, at, data, sync=self._durability is Durability.FULL)
            write_all(file, data, at)
            if self._durability is not Durability.OFF:
                os.fsync(file)
        except BaseException:
            undo(pending, file, at)
            raise
        with suppress(OSError):  # what is left is found to be written already
            pending.unlink()

    def _path(self, game: str, suffix: str = SUFFIX) -> Path:
        return self._directory / (file_stem(game) + suffix)

    @contextmanager
    def _locked(self, game: str, *, create: bool = False) -> Iterator[int]:
        """Hold a game's file for oneself, a batch left behind by a dead process taken care of."""
        self.check_open()
        path = self._path(game)
        with _telling(path):
            try:
                file = os.open(path, os.O_RDWR | (os.O_CREAT if create else 0), 0o666)
            except FileNotFoundError:
                raise no_game(game) from None
            try:
                self._lock(file, path)
                recover(self._path(game, PENDING), file)
                yield file
            finally:
                os.close(file)

    def _lock(self, file: int, path: Path) -> None:
        end = time.monotonic() + self._patience
        while True:
            with suppress(BlockingIOError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            if time.monotonic() >= end:
                raise ApnapError("store/busy", f"{path}: another writer holds the log; try again")
            time.sleep(PAUSE)


def _state(file: int) -> tuple[int, int, int]:
    status = os.fstat(file)
    return status.st_ino, status.st_size, status.st_mtime_ns


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """Say in our own words what the operating system complains of."""
    try:
        yield
    except OSError as error:
        raise ApnapError("store/write", f"{path}: nothing was stored ({error.strerror})") from error
