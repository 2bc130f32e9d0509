"""Many logs at once: what can be read, and a list of what cannot."""

import glob
from collections.abc import Iterable, Iterator
from os import PathLike, fspath
from typing import TYPE_CHECKING

from msgspec import Struct

from events.errors import ApnapError
from replays.files import read_log
from replays.game_log import GameLog

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa


class SkippedFile(Struct, frozen=True, kw_only=True):
    """A file that a scan could not use, and why."""

    path: str
    code: str
    reason: str


def open_game(path: str | PathLike[str], *, prefix: bool = False) -> GameLog:
    """Return the log of a file; with ``prefix`` also of a broken one, up to its break.

    Raises ``DataError`` otherwise, and always where there is not even a header.
    """
    name = fspath(path)
    reading = read_log(name)
    if reading.failure is not None and not (prefix and len(reading.log)):
        raise reading.failure
    return GameLog.of(reading, name)


class Scan(Iterable[GameLog]):
    """The readable logs among some files, one at a time; ``skipped`` has the others so far."""

    def __init__(self, paths: str | PathLike[str] | Iterable[str | PathLike[str]]) -> None:
        """Take a pattern (``**`` for any folders) or paths, each of which may be a pattern."""
        given = [paths] if isinstance(paths, str | PathLike) else list(paths)
        self.paths = tuple(path for one in given for path in _matching(fspath(one)))
        self.skipped: list[SkippedFile] = []

    def __len__(self) -> int:
        """Return the number of files, readable or not."""
        return len(self.paths)

    def __iter__(self) -> Iterator[GameLog]:
        self.skipped.clear()
        for path in self.paths:
            try:
                yield open_game(path)
            except ApnapError as error:
                self.skipped.append(SkippedFile(path=path, code=error.code, reason=error.message))

    def to_arrow(self, table: str) -> "pa.Table":
        """Return one table of all readable logs as an Arrow table; names are kept."""
        from replays.analysis.frames import to_arrow

        return to_arrow(self, table)

    def to_polars(self, table: str) -> "pl.DataFrame":
        """Return one table of all readable logs as a Polars frame."""
        from replays.analysis.frames import to_polars

        return to_polars(self, table)

    def to_pandas(self, table: str) -> "pd.DataFrame":
        """Return one table of all readable logs as a pandas frame."""
        from replays.analysis.frames import to_pandas

        return to_pandas(self, table)

    def lazy(self, table: str) -> "pl.LazyFrame":
        """Return one table lazily: logs are read when rows are asked for, and no further."""
        from replays.analysis.frames import lazy

        return lazy(lambda: iter(self), table)

    def __repr__(self) -> str:
        return f"<Scan of {len(self.paths)} files, {len(self.skipped)} skipped so far>"


def _matching(path: str) -> list[str]:
    """Return the files of a pattern in order; a plain path stays, so that its absence is told."""
    if not glob.has_magic(path):
        return [path]
    return sorted(glob.glob(path, recursive=True))  # noqa: PTH207 - patterns may be absolute
