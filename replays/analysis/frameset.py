"""The tables of many games in memory, from logs or from an export, for questions to be put to them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from events.errors import DataError
from replays.analysis.expectations import Sought
from replays.analysis.reading import View
from replays.batch import Engine
from replays.batch.needs import needed
from replays.exporters import arrow
from replays.exporters.many import MANIFEST, Advance, inputs, jobs_of, parts_of, read_job
from replays.scan import SkippedFile

ASKED = (
    "games",
    "players",
    "mulligans",
    "flips",
    "coins",
    "divisions",
    "shares",
    "cranks",
    "assemblies",
    "decisions",
)
"""The tables that questions are put to."""

Rows = list[dict[str, Any]]


class Frames(Struct, frozen=True):
    """Tables by name, as Arrow tables; and inputs that could not be read."""

    tables: Mapping[str, Any]
    skipped: tuple[SkippedFile, ...] = ()
    sought: Sought = Sought()
    """Cards that kept hands are asked for."""
    missing: tuple[str, ...] = ()
    """Tables that an export left out, of which nobody knows what they would say."""

    def rows(self, name: str, *columns: str) -> Rows:
        """Return some columns of a table, row by row."""
        rows: Rows = self.tables[name].select(list(columns)).to_pylist()
        return rows

    @property
    def namesakes(self) -> int:
        """How many games have the name of another one, so that nobody knows whose a row is."""
        names = self.tables["games"].column("game_id").to_pylist()
        return len(names) - len(set(names))

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.tables["games"])


def frames_of(
    paths: Sequence[str], engine: Engine, *, seat: str = "judge", advance: Advance | None = None
) -> Frames:
    """Return the tables of logs, or of a folder that ``apnap export`` wrote as Parquet."""
    if len(paths) == 1 and (Path(paths[0]) / MANIFEST).exists():
        return _exported(Path(paths[0]))
    view = View(seat=seat, options=0, every=0)
    jobs = jobs_of(inputs(paths), ASKED, "arrow", view)
    pieces: dict[str, list[Any]] = {name: [] for name in ASKED}
    skipped: list[SkippedFile] = []
    for job, part in zip(jobs, parts_of(jobs, engine, read_job), strict=True):
        skipped += part.skipped
        for name, piece in part.pieces.items():
            pieces[name].append(arrow.from_bytes(piece))
        if advance is not None:
            advance(len(job.paths))
    return Frames({name: arrow.joined(some, name) for name, some in pieces.items()}, tuple(skipped))


def _exported(folder: Path) -> Frames:
    """Return the tables of an export; without its games no question has an answer."""
    missing = tuple(name for name in ASKED if not (folder / f"{name}.parquet").exists())
    if "games" in missing:
        raise DataError(
            "stats/no_games",
            f"{folder} has no games.parquet: export as Parquet, with the table games among others",
        )
    return Frames({name: _stored(folder, name) for name in ASKED}, missing=missing)


def _stored(folder: Path, name: str) -> Any:  # noqa: ANN401 - pyarrow's table
    path = folder / f"{name}.parquet"
    if not path.exists():
        return arrow.schema_of(name).empty_table()
    return needed("pyarrow.parquet", "pyarrow").read_table(path)
