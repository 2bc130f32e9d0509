"""File formats of an export: what a worker makes of rows, and what becomes one file a table.

A worker encodes the rows of a few games; the writer puts these pieces together in the order of the
games, so that the files are the same whoever encoded them.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

from replays.analysis.columns import Row, TableKind
from replays.batch.needs import needed
from replays.exporters import arrow, text

Format = Literal["parquet", "csv", "excel", "jsonl", "duckdb"]

ROWS_OF_A_GROUP = 131_072
"""Rows written to a Parquet file at once: what readers like to skip or read as one piece."""

ZSTD_LEVEL = 9

FULL = "apnap.full"
"""Key of a Parquet file's metadata: ``true`` where the events give back each log."""


class Writer(Protocol):
    """Writes pieces of tables."""

    def write(self, name: str, piece: bytes) -> None:
        """Add a piece of a table."""
        ...

    def close(self) -> dict[str, Path]:
        """Finish all files, and return them by table."""
        ...


def encode(form: str, kind: TableKind, rows: Sequence[Row]) -> bytes:
    """Return rows as a piece of a file: what workers send."""
    match form:
        case "jsonl":
            return text.json_lines(kind, rows)
        case "csv" | "excel":
            return text.csv_lines(kind, rows, excel=form == "excel").encode()
        case _:
            return arrow.to_bytes(arrow.table_of(kind, rows))


class TextFiles:
    """One text file for each table."""

    def __init__(self, folder: Path, kinds: Sequence[TableKind], form: str, _full: str) -> None:
        suffix = "jsonl" if form == "jsonl" else "csv"
        self._paths = {kind.name: folder / f"{kind.name}.{suffix}" for kind in kinds}
        self._files = {name: path.open("wb") for name, path in self._paths.items()}
        for kind in kinds if suffix == "csv" else ():
            end = "\r\n" if form == "excel" else "\n"
            mark = "\ufeff" if form == "excel" else ""  # Excel in Japan takes UTF-8 by this alone
            head = mark + ",".join(text.csv_head(kind)) + end
            self._files[kind.name].write(head.encode())

    def write(self, name: str, piece: bytes) -> None:
        """See ``Writer.write``."""
        self._files[name].write(piece)

    def close(self) -> dict[str, Path]:
        """See ``Writer.close``."""
        for file in self._files.values():
            file.close()
        return self._paths


class ParquetFiles:
    """One Parquet file for each table: zstd, dictionary types, descriptions as metadata."""

    def __init__(self, folder: Path, kinds: Sequence[TableKind], _form: str, full: str) -> None:
        self._full = full
        parquet = needed("pyarrow.parquet", "pyarrow")
        self._paths = {kind.name: folder / f"{kind.name}.parquet" for kind in kinds}
        self._files: dict[str, Any] = {
            name: parquet.ParquetWriter(
                path,
                arrow.schema_of(name),
                compression="zstd",
                compression_level=ZSTD_LEVEL,
            )
            for name, path in self._paths.items()
        }
        self._waiting: dict[str, list[Any]] = {name: [] for name in self._paths}

    def write(self, name: str, piece: bytes) -> None:
        """See ``Writer.write``."""
        waiting = self._waiting[name]
        waiting.append(arrow.from_bytes(piece))
        if sum(len(table) for table in waiting) >= ROWS_OF_A_GROUP:
            self._flush(name)

    def _flush(self, name: str) -> None:
        table = arrow.joined(self._waiting[name], name)
        self._waiting[name] = []
        if len(table):
            self._files[name].write_table(table, row_group_size=ROWS_OF_A_GROUP)

    def close(self) -> dict[str, Path]:
        """See ``Writer.close``."""
        for name, file in self._files.items():
            self._flush(name)
            file.add_key_value_metadata({FULL: self._full})
            file.close()
        return self._paths


class DuckDbFile:
    """One DuckDB database with all tables, each column commented."""

    def __init__(self, folder: Path, kinds: Sequence[TableKind], _form: str, _full: str) -> None:
        self.path = folder / "games.duckdb"
        self._base = needed("duckdb").connect(str(self.path))
        self._names = [kind.name for kind in kinds]
        for kind in kinds:
            piece = arrow.schema_of(kind.name).empty_table()
            self._base.register("piece", piece)
            self._base.execute(f'CREATE TABLE "{kind.name}" AS SELECT * FROM piece')  # noqa: S608 - a name of our own
            self._base.unregister("piece")
            self._base.execute(f'COMMENT ON TABLE "{kind.name}" IS {_quoted(kind.about)}')
            for column in kind.columns:
                self._base.execute(
                    f'COMMENT ON COLUMN "{kind.name}"."{column.name}" IS {_quoted(column.about)}'
                )

    def write(self, name: str, piece: bytes) -> None:
        """See ``Writer.write``."""
        self._base.register("piece", arrow.from_bytes(piece))
        self._base.execute(f'INSERT INTO "{name}" SELECT * FROM piece')  # noqa: S608 - own names
        self._base.unregister("piece")

    def close(self) -> dict[str, Path]:
        """See ``Writer.close``."""
        self._base.close()
        return dict.fromkeys(self._names, self.path)


def _quoted(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"


WRITERS: dict[str, Callable[[Path, Sequence[TableKind], str, str], Writer]] = {
    "parquet": ParquetFiles,
    "csv": TextFiles,
    "excel": TextFiles,
    "jsonl": TextFiles,
    "duckdb": DuckDbFile,
}
"""Format -> what writes it, of a folder, the tables, the format, and whether nothing is left out."""
