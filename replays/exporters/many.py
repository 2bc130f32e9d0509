"""Many logs exported at once: any engine, any format, the same files; broken inputs are listed.

Implements nothing of the rules. A folder of files appears whole, or not at all.
"""

import hashlib
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from events.errors import ApnapError
from projections.viewers import check_viewer
from replays.analysis.columns import SCHEMA_VERSION, TableKind, all_tables, table_named
from replays.analysis.reading import Reading, View
from replays.batch import Engine, Failed
from replays.exporters.formats import WRITERS, Writer, encode
from replays.files import SUFFIX
from replays.scan import SkippedFile, open_game
from replays.version import version

GAMES_OF_A_JOB = 20
BYTES_OF_A_JOB = 400_000
"""Logs that one job reads, at most: of many short ones, or of one or two whole games."""

MANIFEST = "manifest.json"


class Job(Struct, frozen=True):
    """Some logs to read, and what to make of them: plain data, for any engine."""

    paths: tuple[str, ...]
    tables: tuple[str, ...]
    form: str
    view: View


class Part(Struct, frozen=True):
    """What came of a job: pieces of files by table, and what was read or skipped."""

    pieces: dict[str, bytes]
    rows: dict[str, int]
    games: int = 0
    records: int = 0
    heads: tuple[tuple[str, str], ...] = ()
    """(Hash of the last record, name of the file) of each log."""
    skipped: tuple[SkippedFile, ...] = ()


class TableFile(Struct, frozen=True, kw_only=True):
    """One table of an export, in the manifest."""

    name: str
    file: str
    rows: int
    bytes: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    """What an export holds, how it was made, and what could not be read."""

    schema_version: int
    apnap: str
    format: str
    seat: str
    names: bool
    """False: players, seats and games have pseudonyms."""
    full: bool
    """The logs can be had back from the events, byte for byte."""
    states_every: int
    options_listed: int
    games: int
    records: int
    files: int
    """Inputs, readable or not."""
    tables: tuple[TableFile, ...]
    skipped: tuple[SkippedFile, ...] = ()
    duplicates: tuple[str, ...] = ()
    """Files with the same log as another one before it: their rows are there twice."""


def read_job(job: Job) -> Part:
    """Read some logs into pieces of files. No input stops anything."""
    kinds = [table_named(name) for name in job.tables]
    rows: dict[str, list[object]] = {kind.name: [] for kind in kinds}
    skipped: list[SkippedFile] = []
    heads: list[tuple[str, str]] = []
    records = 0
    for path in job.paths:
        found = _read(path, job.view, kinds)
        if isinstance(found, SkippedFile):
            skipped.append(found)
            continue
        heads.append((found.head, Path(path).name))
        records += found.records
        for name, more in found.rows.items():
            rows[name] += more
    pieces = {kind.name: encode(job.form, kind, rows[kind.name]) for kind in kinds}  # type: ignore[arg-type]
    counts = {name: len(some) for name, some in rows.items()}
    return Part(pieces, counts, len(heads), records, tuple(heads), tuple(skipped))


class _Read(Struct, frozen=True):
    head: str
    records: int
    rows: dict[str, list[object]]


def _read(path: str, view: View, kinds: Sequence[TableKind]) -> _Read | SkippedFile:
    """Return all rows of one log, or why there are none: nothing of a log is half read."""
    try:
        game = open_game(path)
        check_viewer(game.header, view.seat)
        reading = Reading(game, view)
        rows: dict[str, list[object]] = {kind.name: list(kind.rows(reading)) for kind in kinds}
    except ApnapError as error:
        return SkippedFile(path=path, code=error.code, reason=error.message)
    except Exception as error:  # noqa: BLE001 - one odd log in ten thousand stops nothing
        reason = f"it could not be read into rows ({type(error).__name__}: {error})"
        return SkippedFile(path=path, code="export/failed", reason=reason)
    return _Read(game.head, len(game), rows)


def inputs(paths: Iterable[str]) -> list[str]:
    """Return the files of paths, patterns and folders, in a fixed order, each once."""
    from replays.scan import Scan

    found: list[str] = []
    for path in paths:
        if Path(path).is_dir():
            inside = (one for one in Path(path).rglob(f"*{SUFFIX}*") if one.is_file())
            found += sorted(map(str, inside))
        else:
            found += Scan(path).paths
    return list(dict.fromkeys(found))


def jobs_of(paths: Sequence[str], tables: Sequence[str], form: str, view: View) -> list[Job]:
    """Return the jobs of an export: the same ones whatever engine does them."""
    groups: list[list[str]] = []
    filled = 0
    for path in paths:
        size = _size(path)
        full = filled + size > BYTES_OF_A_JOB
        if not groups or full or len(groups[-1]) == GAMES_OF_A_JOB:
            groups.append([])
            filled = 0
        groups[-1].append(path)
        filled += size
    return [Job(tuple(some), tuple(tables), form, view) for some in groups]


def _size(path: str) -> int:
    """Return how large a file is; nothing where there is none: whoever reads it says so."""
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


Advance = Callable[[int], None]


def export(  # noqa: PLR0913 - each part of an export is named
    paths: Sequence[str],
    output: Path,
    *,
    form: str,
    view: View,
    engine: Engine,
    tables: Sequence[str] = (),
    overwrite: bool = False,
    advance: Advance | None = None,
    work: Callable[[Job], Part] = read_job,
) -> Manifest:
    """Write the tables of many logs and a manifest; raise ``file/exists`` before anything is lost.

    ``advance`` is told how many more files are done. ``work`` is what engines do with a job.
    """
    tables = tables or tuple(all_tables())
    kinds = [table_named(name) for name in tables]
    if output.exists() and not overwrite:
        raise ApnapError("file/exists", f"{output}: it is there already; it was left as it is")
    folder = output.with_name(f".{output.name}.{secrets.token_hex(4)}.tmp")
    try:
        folder.mkdir(parents=True)
        manifest = _fill(folder, kinds, jobs_of(paths, tables, form, view), engine, advance, work)
        _put_in_place(folder, output, form)
    except OSError as error:
        raise ApnapError("file/write", f"{output}: it was not written ({error})") from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return manifest


def _put_in_place(folder: Path, output: Path, form: str) -> None:
    if form == "duckdb":
        (folder / "games.duckdb").replace(output)
        (folder / MANIFEST).replace(output.with_name(f"{output.name}.{MANIFEST}"))
        return
    if output.is_dir():
        shutil.rmtree(output)
    elif output.exists():
        output.unlink()
    folder.rename(output)


@contextmanager
def _let_go_on_failure(writer: Writer) -> Iterator[None]:
    """Close the files of an export that breaks off; they are removed with their folder."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            writer.close()
        raise


def _fill(  # noqa: PLR0913, PLR0917 - the parts of an export
    folder: Path,
    kinds: Sequence[TableKind],
    jobs: Sequence[Job],
    engine: Engine,
    advance: Advance | None,
    work: Callable[[Job], Part],
) -> Manifest:
    form, view = (jobs[0].form, jobs[0].view) if jobs else ("parquet", View())
    writer = WRITERS[form](folder, kinds, form, str(view.is_full).lower())
    rows = dict.fromkeys((kind.name for kind in kinds), 0)
    games = records = 0
    skipped: list[SkippedFile] = []
    first_with: dict[str, str] = {}
    duplicates: list[str] = []
    with _let_go_on_failure(writer):
        for job, part in zip(jobs, parts_of(jobs, engine, work), strict=True):
            for name, piece in part.pieces.items():
                writer.write(name, piece)
                rows[name] += part.rows[name]
            games, records = games + part.games, records + part.records
            skipped += part.skipped
            for head, file in part.heads:
                if first_with.setdefault(head, file) is not file:
                    duplicates.append(file)
            if advance is not None:
                advance(len(job.paths))
    files = writer.close()
    manifest = Manifest(
        schema_version=SCHEMA_VERSION,
        apnap=version(),
        format=form,
        seat=view.seat,
        names=view.names,
        full=view.is_full,
        states_every=view.every,
        options_listed=view.options,
        games=games,
        records=records,
        files=sum(len(job.paths) for job in jobs),
        tables=tuple(_described(name, path, rows[name]) for name, path in files.items()),
        skipped=tuple(_told(one, view) for one in skipped),
        duplicates=tuple(duplicates),
    )
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    (folder / MANIFEST).write_bytes(text + b"\n")
    return manifest


def parts_of(jobs: Sequence[Job], engine: Engine, work: Callable[[Job], Part]) -> Iterator[Part]:
    """Yield what came of each job, in order; a log that kills its worker costs no other one."""
    for result in engine.run(work, jobs):
        if not isinstance(result, Failed):
            yield result
            continue
        job = jobs[result.place]
        if len(job.paths) == 1:
            skipped = SkippedFile(path=job.paths[0], code=result.code, reason=result.reason)
            yield Part({}, dict.fromkeys(job.tables, 0), skipped=(skipped,))
        else:
            yield _one_by_one(job, engine, work)


def _one_by_one(job: Job, engine: Engine, work: Callable[[Job], Part]) -> Part:
    """Find the log that kills its worker among those of a job, and keep the others."""
    singles = [Job((path,), job.tables, job.form, job.view) for path in job.paths]
    parts = list(parts_of(singles, engine, work))
    pieces = {name: _glued(job.form, name, parts) for name in job.tables}
    return Part(
        pieces,
        {name: sum(part.rows[name] for part in parts) for name in job.tables},
        sum(part.games for part in parts),
        sum(part.records for part in parts),
        tuple(head for part in parts for head in part.heads),
        tuple(one for part in parts for one in part.skipped),
    )


def _glued(form: str, name: str, parts: Sequence[Part]) -> bytes:
    pieces = [part.pieces[name] for part in parts if name in part.pieces]
    if form in ("jsonl", "csv", "excel"):
        return b"".join(pieces)
    from replays.exporters import arrow

    return arrow.to_bytes(arrow.joined([arrow.from_bytes(piece) for piece in pieces], name))


def _told(one: SkippedFile, view: View) -> SkippedFile:
    """Return a skipped file by its name alone: a manifest travels with the tables."""
    name = Path(one.path).name
    reason = one.reason.replace(one.path, name) if view.names else one.code
    return SkippedFile(path=name, code=one.code, reason=reason)


def _described(name: str, path: Path, rows: int) -> TableFile:
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    return TableFile(name=name, file=path.name, rows=rows, bytes=len(data), sha256=digest)


def tables_named(names: str) -> tuple[str, ...]:
    """Return the tables of a text such as ``flips,coins``, each of which has to exist."""
    if not names:
        return tuple(all_tables())
    wanted = tuple(name.strip() for name in names.split(",") if name.strip())
    for name in wanted:
        table_named(name)
    return wanted
