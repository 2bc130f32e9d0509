"""``import``: records of other programs, turned into logs."""

import json
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import click

from events.errors import ApnapError, DataError
from events.log import EventLog
from projections.fold import final
from replays.cli.errors import Exit
from replays.cli.options import command
from replays.files import SUFFIX, write_log
from replays.importers import (
    ImportedGame,
    ImportOptions,
    ImportReport,
    checked,
    following,
    import_files,
    import_source,
    log_name,
)
from replays.output import Screen, progress
from replays.showing.words import word

FORMATS = (
    "auto",
    "arena",
    "mtgo",
    "forge",
    "xmage",
    "cockatrice-chat",
    "phase",
    "17lands",
    "cockatrice",
)
"""The importers' names; a test holds them to those that there are."""

BETWEEN_LOOKS = 1.0
"""Seconds between two looks at files that are followed."""
LONGEST_WAIT = 15.0
"""Seconds counted of a slow import: the wait is at most twice as long."""


@command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    metavar="DIR",
    help="Folder for the logs; it is made if it is not there.",
)
@click.option(
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    default="auto",
    show_default=True,
    help="The program the records come from.",
)
@click.option("--cards", metavar="TABLE", help="A JSON file: the program's card id -> card name.")
@click.option("--keep-names", is_flag=True, help="Keep the players' names as the record has them.")
@click.option(
    "--time-zone",
    default="UTC",
    show_default=True,
    metavar="ZONE",
    help="The zone of the record's local times, such as Asia/Tokyo.",
)
@click.option(
    "--day",
    default="",
    metavar="YYYY-MM-DD",
    help="The day of a record that tells none: it decides which rules were in force.",
)
@click.option("--unread", is_flag=True, help="List the lines that were not understood.")
@click.option(
    "--follow", is_flag=True, help="Go on while the files grow, until you press Control-C."
)
@click.option("--overwrite", is_flag=True, help="Replace logs that are already there.")
def import_(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    files: tuple[str, ...],
    *,
    folder: str,
    kind: str,
    cards: str | None,
    keep_names: bool,
    time_zone: str,
    day: str,
    unread: bool,
    follow: bool,
    overwrite: bool,
) -> None:
    """Turn records of other programs into logs, one for each game.

    Player names become neutral ones unless --keep-names is given. What cannot be used is listed
    with what to do about it, and stops nothing.
    """
    table = card_table(cards) if cards else {}
    options = checked(
        ImportOptions(cards=table, keep_names=keep_names, time_zone=time_zone, day=day)
    )
    paths = [Path(file) for file in files]
    shelf = Shelf(Path(folder), overwrite=overwrite)
    if follow:
        _follow(screen, paths, options, kind, shelf, unread=unread)
        return
    with progress(word(screen.lang, "reading"), len(files)) as bar:
        report = import_files(
            paths,
            options,
            format=kind,
            progress=lambda _name, done, _total: bar.reach(done),
        )
    _tell(screen, report, shelf.put(report), unread=unread)
    raise click.exceptions.Exit(Exit.FINDINGS if report.skipped else Exit.DONE)


def _follow(  # noqa: PLR0913 - what the command was told
    screen: Screen,
    paths: list[Path],
    options: ImportOptions,
    kind: str,
    shelf: "Shelf",
    *,
    unread: bool,
) -> None:
    """Import whenever a file has grown; Control-C ends it, and nothing of it is lost."""
    reader = partial(import_source, options=options, format=kind)
    took = [0.0]

    def goes_on() -> bool:
        time.sleep(max(BETWEEN_LOOKS, 2 * took[0]))
        return True

    with suppress(KeyboardInterrupt):
        began = time.monotonic()
        for report in following.follow(paths, reader, goes_on=goes_on):
            written = shelf.put(report)
            if written or report.skipped:
                _tell(screen, report, written, unread=unread)
            took[0] = min(time.monotonic() - began, LONGEST_WAIT)
            began = time.monotonic()


def _tell(
    screen: Screen, report: ImportReport, written: list[dict[str, Any]], *, unread: bool
) -> None:
    skipped = [{"source": one.source, "reason": one.reason} for one in report.skipped]
    count = sum(file.tally.not_understood for file in report.files)
    lines = [
        {"source": file.source, "line": one.line, "text": one.text}
        for file in report.files
        for one in (file.tally.unread if unread else ())
    ]
    if screen.is_json:
        data = {"games": written, "skipped": skipped, "not_understood": count}
        screen.data(data | ({"unread": lines} if unread else {}))
        return
    _draw(screen, written, skipped)
    if count:
        screen.note(f"{count} {word(screen.lang, 'lines not understood')}")
    for line in lines:
        screen.note(f"  {line['source']}:{line['line']}: {plain(str(line['text']))}")


def plain(text: str) -> str:
    """Return a text of somebody else's file without what would steer a terminal."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def card_table(path: str) -> Mapping[int, str]:
    """Return a table of card names: ``{"1234": "Forest"}``, or a client's ``{"Cards": …}``."""
    try:
        raw = json.loads(Path(path).read_text(encoding="utf-8"))
        raw = raw.get("Cards", raw.get("cards", raw))
        return {int(number): _card_name(entry) for number, entry in raw.items()}
    except FileNotFoundError:
        raise DataError("file/missing", "there is no such file", file=path) from None
    except (OSError, ValueError, TypeError, AttributeError, KeyError) as error:
        shape = 'it should be JSON such as {"1234": "Forest"}'
        raise DataError(
            "data/cards", f"this is no table of card names: {shape}", file=path
        ) from error


def _card_name(entry: Any) -> str:  # noqa: ANN401 - a name, or a client's object with one
    name = entry if isinstance(entry, str) else entry.get("Name") or entry["name"]
    if not isinstance(name, str):
        raise TypeError
    return name


class Shelf:
    """The folder of the logs, and what this run has put there: a game that goes on is continued."""

    def __init__(self, folder: Path, *, overwrite: bool) -> None:
        """Make the folder."""
        self._folder = folder
        self._overwrite = overwrite
        self._put: dict[Path, EventLog] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            told = f"{folder}: it cannot be made ({error.strerror})"
            raise ApnapError("file/write", told) from error

    def put(self, report: ImportReport) -> list[dict[str, Any]]:
        """Write the games of a report; return what there is to tell of those that have changed."""
        taken: Counter[str] = Counter()
        written = []
        for game in report.games:
            name = log_name(game)
            taken[name] += 1
            if taken[name] > 1:
                name = f"{name.removesuffix(SUFFIX)}-{taken[name]}{SUFFIX}"
            if self._write(game.log, self._folder / name):
                written.append(_told(game, self._folder / name))
        return written

    def _write(self, log: EventLog, path: Path) -> bool:
        before = self._put.get(path)
        if before == log:
            return False
        if before is None:
            write_log(log, path, overwrite=self._overwrite)
        elif len(before) < len(log) and log.prefix(len(before)) == before:
            _append(log, len(before), path)
        else:
            write_log(log, path, overwrite=True)
        self._put[path] = log
        return True


def _append(log: EventLog, length: int, path: Path) -> None:
    """Write the records of a log that a file does not have yet."""
    lines = b"".join(line + b"\n" for line in islice(log.lines(), length, None))
    try:
        with path.open("ab") as file:
            file.write(lines)
    except OSError as error:
        raise ApnapError("file/write", f"{path}: it was not written ({error.strerror})") from error


def _told(game: ImportedGame, path: Path) -> dict[str, Any]:
    return {
        "log": str(path),
        "match": game.header.match.match,
        "game": game.header.match.game,
        "events": len(game.log),
        "turns": final(game.log).turn.number,
        "complete": game.complete,
        "notes": list(game.notes),
    }


def _draw(screen: Screen, games: list[dict[str, Any]], skipped: list[dict[str, str]]) -> None:
    lang = screen.lang
    if games:
        names = ("log", "game", "records", "turns", "complete")
        rows = (
            (
                game["log"],
                str(game["game"]),
                str(game["events"]),
                str(game["turns"]),
                word(lang, "yes" if game["complete"] else "no"),
            )
            for game in games
        )
        screen.table([word(lang, name) for name in names], rows)
    screen.line(f"{len(games)} {word(lang, 'games')}, {len(skipped)} {word(lang, 'skipped')}")
    for one in skipped:
        screen.note(f"  {one['source']}: {one['reason']}")
