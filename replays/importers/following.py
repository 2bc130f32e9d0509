"""Following records while their clients still write them: what has come is read, from where it ended.

A file that becomes shorter has been begun anew. Nothing is written here.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from replays.importers.protocol import ImportReport
from replays.importers.sources import LARGEST_FILE, Source

BEGINNING = 64
"""Bytes by which a file is known again: a new one of the same length begins otherwise."""


class Growing:
    """One file that grows; its bytes so far stay in memory, only what has come is read."""

    def __init__(self, path: Path) -> None:
        """Nothing is read yet."""
        self._path = path
        self._data = bytearray()

    @property
    def offset(self) -> int:
        """Where reading goes on."""
        return len(self._data)

    def more(self) -> Source | None:
        """Return the file as a source if it has changed; nothing where it has not, or is not there."""
        try:
            with self._path.open("rb") as file:
                begun = file.read(BEGINNING)
                size = file.seek(0, 2)
                if size < self.offset or begun[: self.offset] != self._data[: len(begun)]:
                    self._data.clear()
                if size == self.offset or size > LARGEST_FILE:
                    return None
                file.seek(self.offset)
                self._data += file.read(LARGEST_FILE - self.offset)
        except OSError:
            return None
        return Source(self._path.name, data=bytes(self._data))


def follow(
    paths: Sequence[Path | str],
    read: Callable[[Source], ImportReport],
    *,
    goes_on: Callable[[], bool],
) -> Iterator[tuple[Path, ImportReport]]:
    """Yield each file with what ``read`` makes of it, whenever it has changed, while it ``goes_on``."""
    files = [(Path(path), Growing(Path(path))) for path in paths]
    while True:
        for path, file in files:
            source = file.more()
            if source is not None:
                yield path, read(source)
        if not goes_on():
            return
