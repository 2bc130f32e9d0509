"""Tables of logs in memory: Arrow, Polars, pandas, and lazily, one log at a time.

Heavy libraries are imported when used; Polars takes Arrow's memory as it is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from events.errors import DataError
from replays.analysis.columns import Row, table_named
from replays.analysis.reading import Reading, View
from replays.batch.needs import needed
from replays.exporters import arrow
from replays.game_log import GameLog

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

GAMES_OF_A_BATCH = 50
"""Logs read into memory at once where a table is read lazily."""


def rows_of_game(game: GameLog, table: str, view: View | None = None) -> list[Row]:
    """Return a table's rows of one game."""
    return list(table_named(table).rows(Reading(game, view)))


def to_arrow(games: Iterable[GameLog], table: str, view: View | None = None) -> "pa.Table":
    """Return a table of some games as an Arrow table."""
    kind = table_named(table)
    rows = [row for game in games for row in kind.rows(Reading(game, view))]
    return arrow.table_of(kind, rows)


def to_polars(games: Iterable[GameLog], table: str, view: View | None = None) -> "pl.DataFrame":
    """Return a table of some games as a Polars frame."""
    frame: pl.DataFrame = needed("polars").from_arrow(to_arrow(games, table, view))
    return frame


def to_pandas(games: Iterable[GameLog], table: str, view: View | None = None) -> "pd.DataFrame":
    """Return a table of some games as a pandas frame."""
    needed("pandas")
    frame: pd.DataFrame = to_arrow(games, table, view).to_pandas()
    return frame


def lazy(games: Callable[[], Iterator[GameLog]], table: str) -> "pl.LazyFrame":
    """Return a lazy Polars frame that reads logs as it goes, and no more of them than it needs."""
    polars = needed("polars")
    plugins = needed("polars.io.plugins", "polars")
    schema = polars.from_arrow(arrow.schema_of(table).empty_table()).schema

    def batches(
        columns: Sequence[str] | None,
        predicate: Any,  # noqa: ANN401 - an expression of Polars
        rows: int | None,
        _size: int | None,
    ) -> Iterator[Any]:
        left = rows
        for some in _in_batches(games()):
            frame = to_polars(some, table)
            if predicate is not None:
                frame = frame.filter(predicate)
            if columns is not None:
                frame = frame.select(columns)
            if left is not None:
                frame = frame.head(left)
                left -= len(frame)
            yield frame
            if left == 0:
                return

    found: pl.LazyFrame = plugins.register_io_source(batches, schema=schema)
    return found


def _in_batches(games: Iterable[GameLog]) -> Iterator[list[GameLog]]:
    batch: list[GameLog] = []
    for game in games:
        batch.append(game)
        if len(batch) == GAMES_OF_A_BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def open_table(folder: str | Path, table: str) -> "pl.LazyFrame":
    """Return a table of an export as a lazy Polars frame: nothing is read until it is asked for."""
    path = Path(folder) / f"{table_named(table).name}.parquet"
    if not path.exists():
        raise DataError("file/missing", f"{path}: there is no such file")
    frame: pl.LazyFrame = needed("polars").scan_parquet(path)
    return frame
