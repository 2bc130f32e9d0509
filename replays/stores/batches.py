"""What every store decides the same way: names, keys, versions, and what may be written."""

from collections.abc import Container, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Self
from urllib.parse import quote

from msgspec.structs import replace

from events.codec import LONGEST_LINE, decode_lines, encode
from events.errors import ApnapError, ConflictError, DataError
from events.game import GameCreated
from events.log import EventLog, Sealed, late_causes, read_line, seal_batch
from events.records import Draft, Record
from replays.stores.protocol import Appended

LONGEST_NAME = 200
"""Characters of a game's id as a file name, escapes included: most file systems take 255."""


class Closing:
    """A store's end: a context manager, and a word for everything that is asked after it."""

    _closed = False

    def close(self) -> None:
        """Let go of everything; closing twice is closing once."""
        self._closed = True

    def check_open(self) -> None:
        """Raise ``ApnapError`` on a closed store."""
        if self._closed:
            raise ApnapError("store/closed", "the store is closed")

    def __enter__(self) -> Self:
        self.check_open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def file_stem(game: str) -> str:
    """Return a game's id as a file name, or raise ``DataError`` where no store could keep it."""
    try:
        stem = quote(game, safe="")
    except UnicodeEncodeError:
        stem = ""
    if not stem or len(stem) > LONGEST_NAME:
        raise DataError("store/game_name", f"{game[:40]!r} cannot be the id of a stored game")
    return stem


def game_of(header: Draft) -> str:
    """Return the id of the game that a header creates."""
    event: object = header.event
    if not isinstance(event, GameCreated):
        raise DataError(
            "log/no_header", f"a game begins with a GameCreated, not with a {type(event).__name__}"
        )
    file_stem(event.game)
    return event.game


def no_game(game: str) -> DataError:
    """Return the error for a game that the store does not have."""
    return DataError("store/no_game", f"the store has no game {game!r}")


def check_start(start: int, length: int) -> None:
    """Raise ``DataError`` unless records can be read from ``start``."""
    if not 0 <= start <= length:
        raise DataError("position/range", f"the log has {length} records, so none from {start}")


def check_new(game: str, length: int) -> None:
    """Raise ``ConflictError`` where a game to be created has records already."""
    if length:
        raise ConflictError(
            "store/game_exists",
            f"the game {game!r} exists already, with {length} records",
            expected=0,
            actual=length,
        )


def keyed(drafts: Iterable[Draft], key: str) -> tuple[Draft, ...]:
    """Return a batch with its key on its first draft. Raises ``DataError`` if it is empty."""
    batch = tuple(drafts)
    if not batch:
        raise DataError("store/empty_batch", "a batch without records cannot be appended")
    return (replace(batch[0], id=key), *batch[1:]) if key else batch


def check_keys(batch: Sequence[Draft], known: Container[str], *, expected: int) -> None:
    """Raise ``ConflictError`` where a key comes twice. That of the first draft is known to be new."""
    seen = {batch[0].id}
    for key in filter(None, (entry.id for entry in batch[1:])):
        if key in seen or key in known:
            raise _key_reused(key, expected=expected, actual=expected)
        seen.add(key)


def acknowledge(batch: Sequence[Draft], stored: Sequence[Record], head: str) -> Appended:
    """Return the answer to a batch whose key is known: ``stored`` begins with that key's record.

    ``stored`` is as long as the batch where the log is, and ``head`` is the hash of its last one.
    The time does not count: whoever asks again asks later. A log does not tell where a batch ends,
    so the first part of a stored batch is as good as the whole.
    """
    first = stored[0].seq
    offered = seal_batch(batch, first, stored[0].prev).records
    same = len(offered) == len(stored) and all(map(_is_same, offered, stored))
    if not same:
        raise _key_reused(batch[0].id, expected=first, actual=first + len(stored))
    return Appended(first, first + len(stored), head, repeated=True)


def _is_same(offered: Record, stored: Record) -> bool:
    return encode(replace(offered, at=stored.at, prev=stored.prev)) == encode(
        replace(stored, open=None)
    )


def _key_reused(key: str, *, expected: int, actual: int) -> ConflictError:
    return ConflictError(
        "store/key_reused",
        f"the key {key!r} was used before, for another batch",
        expected=expected,
        actual=actual,
    )


def seal_next(
    game: str, batch: Sequence[Draft], length: int, head: str, *, expected: int
) -> Sealed:
    """Return a batch as it will be written, read as a reader will read it.

    Raises ``ConflictError`` unless the log has ``expected`` records, and what reading raises where
    a draft holds something that no log may hold: nothing unreadable is ever acknowledged.
    """
    if expected != length:
        raise ConflictError(
            "store/conflict",
            f"the log of {game!r} has {length} records, not {expected}: "
            "somebody else appended; load it again",
            expected=expected,
            actual=length,
        )
    try:
        sealed = seal_batch(batch, length, head)
    except (UnicodeEncodeError, TypeError, ValueError, OverflowError) as error:
        raise DataError("data/field", f"this cannot stand in a log ({error})") from error
    return _read_back(sealed, length, head)


def _read_back(sealed: Sealed, seq: int, head: str) -> Sealed:
    """Return a batch with its records as their lines tell them.

    Usual lines that read as what was written have the numbers and hashes that were just given out.
    """
    usual = seq and max(map(len, sealed.lines)) <= LONGEST_LINE
    records = decode_lines(b"".join(sealed.lines)) if usual else None
    if records is None or late_causes(records):
        records = []
        for number, line in enumerate(sealed.lines, seq):
            record, head = read_line(line, number, head)
            records.append(record)
    return Sealed(tuple(records), sealed.lines, sealed.head)


def key_index(records: Iterable[Record]) -> dict[str, int]:
    """Return the keys of records, each with the number of its record."""
    return {record.id: record.seq for record in records if record.id}


def plan(
    game: str,
    log: EventLog,
    keys: Mapping[str, int],
    batch: Sequence[Draft],
    *,
    expected: int,
) -> Sealed | Appended:
    """Return what is to be written onto a log held in memory, or the answer of the first time."""
    first = keys.get(batch[0].id)
    if first is not None:
        stored = log[first : first + len(batch)]
        return acknowledge(batch, stored, log.prefix(first + len(stored)).head)
    sealed = seal_next(game, batch, len(log), log.head, expected=expected)
    check_keys(batch, keys, expected=expected)
    return sealed
