"""``import``: records of other programs, turned into logs."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from events.errors import ApnapError, DataError
from projections.fold import final
from replays.cli.errors import Exit
from replays.cli.options import command
from replays.cli.words import word
from replays.files import SUFFIX, write_log
from replays.importers import ImportedGame, ImportReport, import_files, log_name
from replays.output import Screen, progress

FORMATS = ("auto", "arena")


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
@click.option("--overwrite", is_flag=True, help="Replace logs that are already there.")
def import_(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    files: tuple[str, ...],
    *,
    folder: str,
    kind: str,
    cards: str | None,
    keep_names: bool,
    overwrite: bool,
) -> None:
    """Turn records of other programs into logs, one for each game.

    Player names become neutral ones unless --keep-names is given. What cannot be used is listed
    with what to do about it, and stops nothing.
    """
    table = card_table(cards) if cards else {}
    with progress(word(screen.lang, "reading"), len(files)) as bar:
        report = import_files(
            [Path(file) for file in files],
            format=kind,
            cards=table,
            keep_names=keep_names,
            progress=lambda _name, done, _total: bar.reach(done),
        )
    written = _write(report, Path(folder), overwrite=overwrite)
    skipped = [{"source": one.source, "reason": one.reason} for one in report.skipped]
    if screen.is_json:
        screen.data({"games": written, "skipped": skipped})
    else:
        _draw(screen, written, skipped)
    raise click.exceptions.Exit(Exit.FINDINGS if skipped else Exit.DONE)


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


def _write(report: ImportReport, folder: Path, *, overwrite: bool) -> list[dict[str, Any]]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ApnapError("file/write", f"{folder}: it cannot be made ({error.strerror})") from error
    taken: Counter[str] = Counter()
    written = []
    for game in report.games:
        name = log_name(game)
        taken[name] += 1
        if taken[name] > 1:
            name = f"{name.removesuffix(SUFFIX)}-{taken[name]}{SUFFIX}"
        path = folder / name
        write_log(game.log, path, overwrite=overwrite)
        written.append(_told(game, path))
    return written


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
