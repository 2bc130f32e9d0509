"""The contract of a store of game logs: create, append, load, read, games, close.

One suite, ``tests/replays/stores/test_contract.py``, holds every store to it.
"""

from collections.abc import Iterable
from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self

from msgspec import Struct

from events.log import EventLog
from events.records import Draft, Record


class Durability(StrEnum):
    """What an acknowledged batch survives. A killed process loses nothing in any mode."""

    FULL = "full"
    """A power cut loses nothing that was acknowledged."""
    NORMAL = "normal"
    """A power cut may lose the newest batches. In plain files it may also tear the last one,
    which a reader reports."""
    OFF = "off"
    """A power cut may lose or damage the whole store: for games that can be made again."""


class Appended(Struct, frozen=True):
    """A batch is in the log: where it begins, and how long the log is with it."""

    first_seq: int
    length: int
    """The length of the log with this batch at its end: what the next append expects."""
    head: str
    """The hash of the batch's last record."""
    repeated: bool = False
    """The batch was there already, under the same key; nothing was appended."""


class Store(Protocol):
    """Logs of games by their id. A store belongs to one thread; open another one for another.

    Every error is an ``ApnapError``; after one, the store and what it holds are as before.
    """

    def create(self, header: Draft) -> Appended:
        """Begin the log of the game that ``header`` creates.

        Raises ``ConflictError`` ``store/game_exists``, unless the header has an ``id`` and was
        stored under it with equal content.
        """
        ...

    def append(
        self, game: str, drafts: Iterable[Draft], *, expected: int, key: str = ""
    ) -> Appended:
        """Append a batch, all or nothing, to a log that has exactly ``expected`` records.

        The ``key`` is stored as the ``id`` of the first record, and decided first: the same key
        with equal content is acknowledged again; with other content it raises ``ConflictError``
        ``store/key_reused``. Another length than ``expected`` raises ``store/conflict``.
        """
        ...

    def load(self, game: str) -> EventLog:
        """Return the whole log, its bytes, numbers and chain checked. Raises ``DataError``."""
        ...

    def read(self, game: str, start: int) -> tuple[Record, ...]:
        """Return the records from ``start`` to the end: none if ``start`` is the log's length."""
        ...

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, sorted."""
        ...

    def close(self) -> None:
        """Let go of everything; a closed store only says that it is closed."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
