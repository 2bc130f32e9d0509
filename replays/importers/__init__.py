"""Importers: other programs' records of games, read into event logs. The one door is ``import_files``.

Nothing is written here: a caller saves ``game.log`` under ``log_name(game)`` or anywhere else.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

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
    Imported,
    ImportedGame,
    Importer,
    ImportOptions,
    ImportReport,
    Skipped,
    Tally,
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
    "Imported",
    "ImportedGame",
    "Importer",
    "Skipped",
    "Source",
    "Tally",
    "import_files",
    "import_source",
    "log_name",
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


def import_files(  # noqa: PLR0913 - what the user can say of an import
    paths: Iterable[Path | str],
    *,
    format: str = AUTO,  # noqa: A002 - the word the command line uses
    cards: Mapping[int, str] | None = None,
    keep_names: bool = False,
    time_zone: str = "UTC",
    day: str = "",
    progress: Progress | None = None,
) -> ImportReport:
    """Return all games of all files, and everything that could not be used, with reasons.

    A file that cannot be read stops nothing. ``DataError`` where no importer is called ``format``,
    ``time_zone`` is no zone, or ``day`` (for records that tell none) is no day.
    """
    if format != AUTO:
        importer_named(format)
    zone_named(time_zone)
    if day:
        resolve(day)
    options = ImportOptions(
        cards=dict(cards or {}), keep_names=keep_names, time_zone=time_zone, day=day
    )
    sources = [Source.of(path) for path in paths]
    reports: list[ImportReport] = []
    for number, source in enumerate(sources):
        if progress is not None:
            progress(source.name, number, len(sources))
        reports.append(import_source(source, options, format=format))
    return merged(reports)


def import_source(
    source: Source,
    options: ImportOptions,
    *,
    format: str = AUTO,  # noqa: A002 - the word the command line uses
) -> ImportReport:
    """Return the games of one file or of bytes already in memory."""
    found: Importer | Skipped
    found = detect(source, IMPORTERS) if format == AUTO else importer_named(format)
    if isinstance(found, Skipped):
        return ImportReport(skipped=(found,))
    imported = found.read(source, options)
    tally = FileTally(
        source=source.name, format=found.name, games=len(imported.games), tally=imported.tally
    )
    return ImportReport(games=imported.games, skipped=imported.skipped, files=(tally,))


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
