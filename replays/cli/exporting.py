"""``export``: logs as tables for analysis, or a log as a log again."""

import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from events.errors import ApnapError, DataError
from projections.viewers import JUDGE
from replays.analysis.reading import View
from replays.batch import ENGINES, engine_named
from replays.cli.completing import complete_file
from replays.cli.errors import Exit
from replays.cli.looking import PREFIX
from replays.cli.options import command
from replays.codes import meanings
from replays.exporters import jsonl
from replays.exporters.many import Manifest
from replays.game_log import GameLog
from replays.output import Screen, progress
from replays.scan import SkippedFile, open_game
from replays.showing.words import word

LOG = "log"
EVENTS = ".parquet"


def _log_lines(game: GameLog) -> Iterator[bytes]:
    return (line + b"\n" for line in game.log.lines())


STREAMS: dict[str, Callable[[GameLog], Iterable[bytes]]] = {
    "jsonl": jsonl.lines,
    LOG: _log_lines,
}
"""Name -> what makes the bytes of one log in this form, piece by piece, for standard output."""

TABLES = ("parquet", "csv", "jsonl", "duckdb")
"""Formats of tables, which go to a folder, or to one DuckDB file."""

engine_option = click.option(
    "--engine",
    type=click.Choice(("auto", *ENGINES)),
    default="auto",
    show_default=True,
    help="Who does the work; auto: all processors of this machine.",
)
workers_option = click.option(
    "--workers", type=click.IntRange(1, 256), metavar="N", help="How many at a time."
)
scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", default="", help="A Dask scheduler, tcp://host:8786."
)


@command("export")
@click.argument(
    "logs", metavar="LOG|FOLDER|PATTERN…", nargs=-1, required=True, shell_complete=complete_file
)
@click.option("-o", "--output", metavar="OUT", help="A new folder; a file for duckdb and log.")
@click.option(
    "--format",
    "form",
    type=click.Choice((*TABLES, LOG)),
    help="What to write: tables (parquet unless OUT says otherwise), or the log itself.",
)
@click.option("--tables", metavar="NAME,…", default="", help="Only some tables; all otherwise.")
@click.option("--names", is_flag=True, help="Keep the names of players, seats and games.")
@click.option("--salt", metavar="TEXT", default="", help="Makes the same pseudonyms every time.")
@click.option(
    "--every",
    type=click.IntRange(0, 1_000_000),
    metavar="N",
    default=25,
    show_default=True,
    help="One state for so many records; the end of each turn besides.",
)
@click.option(
    "--options",
    "listed",
    type=click.IntRange(0, 1_000),
    metavar="N",
    default=32,
    show_default=True,
    help="List what was legal at a decision up to so many; 0: do not work it out.",
)
@click.option("--excel", is_flag=True, help="CSV as Excel opens it: with --format csv.")
@click.option("--overwrite", is_flag=True, help="Replace OUT if it is there.")
@engine_option
@workers_option
@scheduler_option
@PREFIX
def export(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    logs: tuple[str, ...],
    *,
    output: str | None,
    form: str | None,
    tables: str,
    names: bool,
    salt: str,
    every: int,
    listed: int,
    excel: bool,
    overwrite: bool,
    engine: str,
    workers: int | None,
    scheduler: str,
    prefix: bool,
) -> None:
    """Write logs as tidy tables for analysis, or a log as a log again.

    Without OUT: one log, as flat rows (jsonl) or as it is (log), to standard output. Players and
    games get pseudonyms unless --names is given; --seat leaves out what a seat may not know. Inputs
    that cannot be read are listed in the manifest and stop nothing. Back from an export made with
    --names: `apnap export events.parquet --format log -o FOLDER`.
    """
    form = _form(form, output, excel=excel)
    if form == LOG or output is None:
        _one(screen, logs, form, output, overwrite=overwrite, prefix=prefix)
        return
    view = View(
        seat=screen.settings.seat,
        names=names,
        salt=salt or secrets.token_hex(16),
        every=every,
        options=listed,
    )
    runner = engine_named(engine, workers=workers or 0, scheduler=scheduler)
    try:
        manifest = _tables(
            screen, logs, Path(output), form, tables, view, runner, overwrite=overwrite
        )
    finally:
        runner.close()
    _tell(screen, manifest, output)
    if manifest.skipped:
        raise click.exceptions.Exit(Exit.FINDINGS)


def _form(form: str | None, output: str | None, *, excel: bool) -> str:
    if form is None:
        form = "jsonl" if output is None else "duckdb" if output.endswith(".duckdb") else "parquet"
        form = "csv" if excel else form
    if excel and form != "csv":
        raise DataError("usage/excel", "--excel goes with --format csv")
    if output is None and form not in STREAMS:
        raise DataError("usage/output", f"{form} needs -o OUT")
    return "excel" if excel else form


def _tables(  # noqa: PLR0913, PLR0917 - the parts of an export
    screen: Screen,
    logs: tuple[str, ...],
    output: Path,
    form: str,
    tables: str,
    view: View,
    engine: Any,  # noqa: ANN401 - any engine
    *,
    overwrite: bool,
) -> Manifest:
    from replays.exporters.many import export as export_many
    from replays.exporters.many import inputs, tables_named

    paths = inputs(logs)
    with progress(word(screen.lang, "games"), len(paths)) as bar:
        return export_many(
            paths,
            output,
            form=form,
            view=view,
            engine=engine,
            tables=tables_named(tables),
            overwrite=overwrite,
            advance=bar.advance,
        )


def _tell(screen: Screen, manifest: Manifest, output: str) -> None:
    if screen.is_json:
        screen.data({"output": output, "manifest": msgspec.to_builtins(manifest)})
        return
    for one in manifest.skipped:
        screen.note(f"  {one.path}: {_why(screen, one)}")
    rows = sum(one.rows for one in manifest.tables)
    screen.note(
        f"apnap: {manifest.games:,} games, {manifest.records:,} records, {rows:,} rows in {output}; "
        f"inputs skipped: {len(manifest.skipped)}"
    )
    if manifest.duplicates:
        screen.note(f"  the same log twice: {', '.join(manifest.duplicates[:12])}")


def _why(screen: Screen, one: SkippedFile) -> str:
    """Return why an input was skipped: in a pseudonymous manifest, what its code means."""
    found = meanings(one.code) if one.reason == one.code else ()
    return f"{screen.told(found[0].says)} [{one.code}]" if found else one.reason


def _one(  # noqa: PLR0913 - the options of a log alone
    screen: Screen,
    logs: tuple[str, ...],
    form: str,
    output: str | None,
    *,
    overwrite: bool,
    prefix: bool,
) -> None:
    if logs[0].endswith(EVENTS) and output is not None:
        _restore(screen, logs, Path(output))
        return
    if len(logs) > 1:
        raise DataError("usage/output", "several logs at once are tables: they need -o OUT")
    if screen.settings.seat != JUDGE:
        raise DataError("usage/seat", "a log is whole: `apnap redact` makes what a seat may know")
    game = open_game(logs[0], prefix=prefix)
    pieces = STREAMS[form](game)
    if output is None:
        _to_output(pieces)
        return
    count = write_new(Path(output), pieces, overwrite=overwrite)
    if screen.is_json:
        screen.data({"file": output, "format": form, "records": len(game), "bytes": count})
    else:
        screen.note(f"apnap: {len(game)} records, {count:,} bytes in {output}")


def _restore(screen: Screen, files: tuple[str, ...], folder: Path) -> None:
    """Write the logs of full exports into a folder, each under the name of its game."""
    from replays.exporters.restoring import logs_of
    from replays.files import SUFFIX, write_log

    folder.mkdir(parents=True, exist_ok=True)
    written: dict[str, int] = {}
    for file in files:
        for log in logs_of(file):
            name, number = _safe(log.header.game), 1
            while (path := folder / f"{name}{SUFFIX}") in {Path(one) for one in written}:
                number += 1  # each pass is another game of the same name
                name = f"{_safe(log.header.game)}-{number}"
            write_log(log, path)
            written[str(path)] = len(log)
    if screen.is_json:
        screen.data({"logs": list(written)})
    else:
        screen.note(f"apnap: {len(written):,} logs in {folder}")


def _safe(name: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in name)[:100]


def _to_output(pieces: Iterable[bytes]) -> None:
    sys.stdout.flush()
    for piece in pieces:
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


def write_new(path: Path, pieces: Iterable[bytes], *, overwrite: bool) -> int:
    """Write a file that appears whole or not at all, and return its size."""
    if path.exists() and not overwrite:
        raise ApnapError("file/exists", f"{path}: there is a file already; it was left as it is")
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        with temporary.open("wb") as file:
            count = sum(file.write(piece) for piece in pieces)
        temporary.replace(path)
    except OSError as error:
        raise ApnapError("file/write", f"{path}: it was not written ({error.strerror})") from error
    finally:
        temporary.unlink(missing_ok=True)
    return count
