"""Importers: other programs' records of games, read into event logs. The one door is ``import_files``.

Nothing is written here: a caller saves ``game.log`` under ``log_name(game)`` or anywhere else.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from events.editions import resolve
from events.errors import DataError
from replays.importers.arena import ArenaImporter
from replays.importers.cockatrice import CockatriceChatImporter, CockatriceImporter
from replays.importers.detect import detect
from replays.importers.forge import ForgeImporter
from replays.importers.lands17 import Lands17Importer
from replays.importers.mtgo import MtgoImporter
from replays.importers.phase import PhaseImporter
from replays.importers.protocol import (
    FileTally,
    ImportedGame,
    Importer,
    ImportOptions,
    ImportReport,
    Skipped,
    Tally,
    Told,
    merged,
)
from replays.importers.sources import Source
from replays.importers.times import zone_named
from replays.importers.xmage import XmageImporter

__all__ = [
    "IMPORTERS",
    "FileTally",
    "ImportOptions",
    "ImportReport",
    "ImportedGame",
    "Importer",
    "Skipped",
    "Source",
    "Tally",
    "Told",
    "checked",
    "import_files",
    "import_source",
    "importer_named",
    "log_name",
    "merged",
    "stream",
]

IMPORTERS: tuple[Importer, ...] = (
    ArenaImporter(),
    MtgoImporter(),
    ForgeImporter(),
    XmageImporter(),
    CockatriceChatImporter(),
    PhaseImporter(),
    Lands17Importer(),
    CockatriceImporter(),
)
"""All importers, in the order in which they are asked."""

AUTO = "auto"
Progress = Callable[[str, int, int], None]
"""Told before each file: its name, how many files are done, how many there are."""


def import_files(
    paths: Iterable[Path | str],
    options: ImportOptions | None = None,
    *,
    format: str = AUTO,  # noqa: A002 - the word the command line uses
    progress: Progress | None = None,
    **wanted: Any,  # noqa: ANN401 - the fields of ImportOptions
) -> ImportReport:
    """Return all games of all files, and everything that could not be used, with reasons.

    What is ``wanted`` of the import is given as ``options``, or by its fields. A file that cannot be
    read stops nothing. ``DataError`` where no importer is called ``format``, or an option is wrong.
    """
    if format != AUTO:
        importer_named(format)
    options = checked(options or ImportOptions(**wanted))
    sources = [Source.of(path) for path in paths]
    reports: list[ImportReport] = []
    for number, source in enumerate(sources):
        if progress is not None:
            progress(source.name, number, len(sources))
        reports.append(import_source(source, options, format=format))
    return merged(reports)


def checked(options: ImportOptions) -> ImportOptions:
    """Return options of which the time zone exists and the day, if one is given, is one."""
    zone_named(options.time_zone)
    if options.day:
        resolve(options.day)
    return options


def import_source(
    source: Source,
    options: ImportOptions,
    *,
    format: str = AUTO,  # noqa: A002 - the word the command line uses
) -> ImportReport:
    """Return the games of one file or of bytes already in memory."""
    told = list(stream(source, options, format=format))
    return ImportReport(
        games=tuple(one for one in told if isinstance(one, ImportedGame)),
        skipped=tuple(one for one in told if isinstance(one, Skipped)),
        files=tuple(one for one in told if isinstance(one, FileTally)),
    )


def stream(
    source: Source,
    options: ImportOptions,
    *,
    format: str = AUTO,  # noqa: A002 - the word the command line uses
) -> Iterator[Told | FileTally]:
    """Yield the games of one file as they are read, what could not be used, and at last its tally.

    Nothing of a game is kept here once the next one is asked for.
    """
    found = detect(source, IMPORTERS) if format == AUTO else importer_named(format)
    if isinstance(found, Skipped):
        yield found
        return
    tally, games = Tally(), 0
    for told in found.read(source, options, tally):
        games += isinstance(told, ImportedGame)
        yield told
    yield from _unread(source, tally)
    yield FileTally(source=source.name, format=found.name, games=games, tally=tally)


def _unread(source: Source, tally: Tally) -> Iterator[Skipped]:
    """Say it loudly where more lines were not understood than were: the client may have changed."""
    if not tally.messages or tally.not_understood <= tally.messages:
        return
    reason = (
        f"{tally.not_understood} of its lines were not understood, {tally.messages} were: the client "
        "may write them otherwise by now, or they are no part of a game; --unread lists them"
    )
    yield Skipped(source=source.name, reason=reason, code="import/not_understood")


def importer_named(name: str) -> Importer:
    """Return an importer by its name."""
    for importer in IMPORTERS:
        if importer.name == name:
            return importer
    known = ", ".join([AUTO, *(importer.name for importer in IMPORTERS)])
    raise DataError("import/format", f"no importer is called {name!r}; there are {known}")


def log_name(game: ImportedGame) -> str:
    """Return a file name for a game: client, beginning of the match's id, number of the game."""
    header = game.header
    client = header.imported.client if header.imported else "log"
    match = re.sub(r"[^A-Za-z0-9]", "", header.match.match)[:8] or "match"
    return f"{client}-{match}-g{header.match.game}.apnap.jsonl"
