"""``import``: records of other programs, turned into logs."""

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from events.errors import DataError
from projections.fold import final
from replays.cli.completing import complete_file
from replays.cli.errors import Exit
from replays.cli.options import command
from replays.importers import (
    FileTally,
    ImportedGame,
    ImportOptions,
    ImportReport,
    Skipped,
    Source,
    checked,
    following,
    import_source,
    merged,
    stream,
)
from replays.output import Screen, progress
from replays.shelf import Shelf
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

Written = dict[str, Any]
"""What the command tells of a log that it has written."""

BETWEEN_LOOKS = 1.0
"""Seconds between two looks at files that are followed."""
LONGEST_WAIT = 15.0
"""Seconds counted of a slow import: the wait is at most twice as long."""


@command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=complete_file)
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
    report, written = _import(screen, paths, options, kind, shelf)
    _tell(screen, report, written, unread=unread)
    if shelf.refused:
        raise click.exceptions.Exit(Exit.REFUSED)
    raise click.exceptions.Exit(Exit.FINDINGS if report.skipped else Exit.DONE)


def _import(
    screen: Screen, paths: list[Path], options: ImportOptions, kind: str, shelf: Shelf
) -> tuple[ImportReport, list[Written]]:
    """Write each game as soon as it is read; return what there is to tell, without the games."""
    written: list[Written] = []
    reports: list[ImportReport] = []
    sizes = [_size(path) for path in paths]
    with progress(word(screen.lang, "reading"), sum(sizes), unit="bytes") as bar:
        for number, path in enumerate(paths):
            source = Source.of(path)
            shelf.open(path)
            for told in stream(source, options, format=kind):
                if isinstance(told, ImportedGame):
                    skipped = _put(shelf, path, told, written)
                else:
                    skipped = (told,) if isinstance(told, Skipped) else ()
                files = (told,) if isinstance(told, FileTally) else ()
                reports.append(ImportReport(skipped=skipped, files=files))
                bar.reach(sum(sizes[:number]) + source.done)
    return merged(reports), written


def _put(
    shelf: Shelf, record: Path, game: ImportedGame, written: list[Written]
) -> tuple[Skipped, ...]:
    """Put a game on the shelf; return why it cannot be there, if it cannot."""
    put = shelf.put(record, game)
    if isinstance(put, Skipped):
        return (put,)
    if put is not None:
        written.append(_told(game, put))
    return ()


def _size(path: Path) -> int:
    """Return how large a file is; nothing where there is none: the import says so."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _follow(  # noqa: PLR0913 - what the command was told
    screen: Screen,
    paths: list[Path],
    options: ImportOptions,
    kind: str,
    shelf: Shelf,
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
        for path, report in following.follow(paths, reader, goes_on=goes_on):
            shelf.open(path)
            written: list[Written] = []
            skipped = [one for game in report.games for one in _put(shelf, path, game, written)]
            told = replace(report, skipped=(*report.skipped, *skipped))
            if written or told.skipped:
                _tell(screen, told, written, unread=unread)
            took[0] = min(time.monotonic() - began, LONGEST_WAIT)
            began = time.monotonic()


def _tell(screen: Screen, report: ImportReport, written: list[Written], *, unread: bool) -> None:
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


def _told(game: ImportedGame, path: Path) -> Written:
    return {
        "log": str(path),
        "match": game.header.match.match,
        "game": game.header.match.game,
        "events": len(game.log),
        "turns": final(game.log).turn.number,
        "complete": game.complete,
        "notes": list(game.notes),
    }


def _draw(screen: Screen, games: list[Written], skipped: list[dict[str, str]]) -> None:
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
        screen.note(f"  {one['source']}: {screen.told(one['reason'])}")
