"""A store in one SQLite file, the default: one row for each record, holding its canonical line.

Write-ahead logging, so that readers do not wait for writers and see whole batches only.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import structlog
from msgspec import Struct

from events.codec import decode, hash_read
from events.errors import ApnapError, DataError, VersionError
from events.log import EventLog, read, read_line
from events.records import NO_HASH, Draft, Record
from replays.stores.batches import (
    Closing,
    acknowledge,
    check_keys,
    check_new,
    check_start,
    file_stem,
    game_of,
    keyed,
    no_game,
    seal_next,
)
from replays.stores.protocol import Appended, Durability

SCHEMA = 2
"""The version of the tables below, kept as SQLite's ``user_version``."""

APPLICATION = 0x61706E70
"""SQLite's ``application_id`` of our files: ``apnp``."""

PATIENCE = 10.0
"""Seconds to wait for another writer: no batch takes one, and nobody at a table waits longer."""

SEQ_BITS = 32
"""Bits of a record's place that are its number in its game; the game's number stands above them. With
one integer for both, SQLite puts a new record behind the last one without moving any other."""

LONGEST_WAL = 250
"""Pages of the write-ahead log, one megabyte, after which they are moved into the database. From then
on the file is written over: a commit need not wait until the disk has a new size of it, too."""

_TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE IF NOT EXISTS records (
    place INTEGER PRIMARY KEY,
    key TEXT,
    line TEXT NOT NULL,
    game INTEGER AS (place >> {SEQ_BITS}) REFERENCES games (id),
    seq INTEGER AS (place & {(1 << SEQ_BITS) - 1})
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS records_by_key ON records (game, key) WHERE key IS NOT NULL;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
COMMIT;
"""

_log = structlog.get_logger()


class _End(Struct, frozen=True):
    """Where a log ends, and SQLite's ``data_version``, which another connection's commit changes."""

    game: str
    version: int
    number: int
    length: int
    head: str


class SQLiteStore(Closing):
    """Logs in one SQLite file, which several processes may have open.

    It remembers where the log ends that it appended to last, and reads that anew only where another
    connection has written.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        durability: Durability = Durability.FULL,
        patience: float = PATIENCE,
    ) -> None:
        self._path = str(path)
        self._kept: _End | None = None
        with self._telling():
            self._database = sqlite3.connect(self._path, timeout=patience, isolation_level=None)
        try:
            with self._telling():
                self._prepare(durability)
        except ApnapError:
            self._database.close()
            raise

    def create(self, header: Draft) -> Appended:
        """Begin the log of the game that ``header`` creates."""
        game = game_of(header)
        with self._writing():
            self._run("INSERT OR IGNORE INTO games (name) VALUES (?)", game)
            end = self._end(game)
            if not header.id or self._find(end.number, header.id) is None:
                check_new(game, end.length)
            done = self._put(end, keyed((header,), ""), expected=0)
        return self._keep(end, done)

    def append(
        self, game: str, drafts: Iterable[Draft], *, expected: int, key: str = ""
    ) -> Appended:
        """Append a batch, all or nothing, to a log that has exactly ``expected`` records."""
        batch = keyed(drafts, key)
        with self._writing():
            end = self._end(game)
            done = self._put(end, batch, expected=expected)
        return self._keep(end, done)

    def load(self, game: str) -> EventLog:
        """Return the whole log, its bytes, numbers and chain checked."""
        with self._reading():
            lines = self._lines(self._number(game), 0)
            return read(lines, file=f"{self._path}:{game}").strict()

    def read(self, game: str, start: int) -> tuple[Record, ...]:
        """Return the records from ``start`` to the end, checked against the one before them."""
        with self._reading():
            number = self._number(game)
            check_start(start, self._tip(number)[0])
            lines = self._lines(number, max(start - 1, 0))
            head = _hash(next(lines)[:-1]) if start else NO_HASH
            return tuple(_chained(lines, start, head))

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, sorted."""
        with self._reading():
            return tuple(sorted(row[0].decode() for row in self._run("SELECT name FROM games")))

    def close(self) -> None:
        """Close the file."""
        super().close()
        self._database.close()

    def _prepare(self, durability: Durability) -> None:
        self._database.text_factory = bytes
        version = int(self._one("PRAGMA user_version"))
        application = int(self._one("PRAGMA application_id"))
        tables = int(self._one("SELECT count(*) FROM sqlite_schema"))
        if application != APPLICATION and (tables or application):
            raise DataError("store/foreign", "this is another program's database", file=self._path)
        if version not in {0, SCHEMA}:
            raise VersionError(
                "store/version",
                f"the store has version {version}; this program reads {SCHEMA}",
                file=self._path,
            )
        mode = str(self._one("PRAGMA journal_mode = WAL"), "ascii")
        if mode != "wal":
            _log.warning("wal_refused", store=self._path, journal_mode=mode)
        self._run(f"PRAGMA synchronous = {durability.value.upper()}")
        self._run(f"PRAGMA wal_autocheckpoint = {LONGEST_WAL}")
        self._run("PRAGMA foreign_keys = ON")
        if not version:
            self._database.executescript(_TABLES)
            _log.info("store_created", store=self._path, version=SCHEMA)

    def _end(self, game: str) -> _End:
        """Return where a log ends: as this store left it, if nobody else has written since.

        It is forgotten until the next batch stands, so that nothing is known of one that failed.
        """
        kept, self._kept = self._kept, None
        version = int(self._one("PRAGMA data_version"))
        if kept is not None and (kept.game, kept.version) == (game, version):
            return kept
        number = self._number(game)
        return _End(game, version, number, *self._tip(number))

    def _keep(self, end: _End, done: Appended) -> Appended:
        if not done.repeated:
            self._kept = _End(end.game, end.version, end.number, done.length, done.head)
        return done

    def _put(self, end: _End, batch: tuple[Draft, ...], *, expected: int) -> Appended:
        number, length = end.number, end.length
        first = self._find(number, batch[0].id) if batch[0].id else None
        if first is not None:
            return self._again(number, first, batch)
        sealed = seal_next(end.game, batch, length, end.head, expected=expected)
        later = [entry.id for entry in batch[1:] if entry.id]
        check_keys(
            batch, {key for key in later if self._find(number, key) is not None}, expected=expected
        )
        self._database.executemany(
            "INSERT INTO records (place, key, line) VALUES (?, ?, ?)",
            [
                (_place(number, record.seq), record.id or None, line[:-1].decode())
                for record, line in zip(sealed.records, sealed.lines, strict=True)
            ],
        )
        return Appended(length, length + len(batch), sealed.head)

    def _again(self, number: int, first: int, batch: tuple[Draft, ...]) -> Appended:
        lines = [line[:-1] for line in self._lines(number, first, len(batch))]
        stored = [decode(line, limit=len(line)) for line in lines]
        return acknowledge(batch, stored, _hash(lines[-1]))

    def _number(self, game: str) -> int:
        file_stem(game)
        row = self._run("SELECT id FROM games WHERE name = ?", game).fetchone()
        if row is None:
            raise no_game(game)
        return int(row[0])

    def _find(self, number: int, key: str) -> int | None:
        row = self._run("SELECT seq FROM records WHERE game = ? AND key = ?", number, key)
        found = row.fetchone()
        return None if found is None else int(found[0])

    def _tip(self, number: int) -> tuple[int, str]:
        """Return a log's length and head."""
        row = self._run(
            "SELECT seq, line FROM records WHERE place >= ? AND place < ? ORDER BY place DESC LIMIT 1",
            _place(number, 0),
            _place(number + 1, 0),
        ).fetchone()
        if row is None:
            return 0, NO_HASH
        seq, line = row
        return seq + 1, _hash(line)

    def _lines(self, number: int, start: int, most: int = -1) -> Iterator[bytes]:
        """Yield a log's lines from ``start``: at most so many, or all."""
        rows = self._run(
            "SELECT line || char(10) FROM records WHERE place >= ? AND place < ? ORDER BY place LIMIT ?",
            _place(number, start),
            _place(number + 1, 0),
            most,
        )
        return (line for (line,) in rows)

    def _run(self, statement: str, *values: str | int) -> sqlite3.Cursor:
        return self._database.execute(statement, values)

    def _one(self, statement: str) -> Any:  # noqa: ANN401 - whatever SQLite has there
        return self._run(statement).fetchone()[0]

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Everything inside is written, or nothing is."""
        yield from self._within("BEGIN IMMEDIATE")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Everything inside sees the store at one moment."""
        yield from self._within("BEGIN")

    def _within(self, begin: str) -> Iterator[None]:
        self.check_open()
        with self._telling():
            self._run(begin)
            try:
                yield
                self._run("COMMIT")
            finally:
                if self._database.in_transaction:
                    self._run("ROLLBACK")

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Say in our own words what SQLite complains of."""
        try:
            yield
        except sqlite3.Error as error:
            raise _in_our_words(error, self._path) from error


def _place(number: int, seq: int) -> int:
    return (number << SEQ_BITS) + seq


def _hash(line: bytes) -> str:
    return hash_read(line, decode(line, limit=len(line)))


def _chained(lines: Iterator[bytes], start: int, head: str) -> Iterator[Record]:
    for seq, line in enumerate(lines, start):
        record, head = read_line(line, seq, head)
        yield record


def _in_our_words(error: sqlite3.Error, path: str) -> ApnapError:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return ApnapError("store/busy", f"{path}: another writer holds the store; try again")
    if name.startswith("SQLITE_NOTADB"):
        return DataError("store/foreign", "this is no SQLite database", file=path)
    if name.startswith("SQLITE_CORRUPT"):
        return DataError("store/damaged", f"the database is damaged ({error})", file=path)
    if name.startswith("SQLITE_CANTOPEN"):
        return DataError("store/unreadable", "the database cannot be opened", file=path)
    return ApnapError("store/write", f"{path}: nothing was stored ({error})")
