"""``export``: a log in another form."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from events.errors import ApnapError
from replays.cli.looking import PREFIX
from replays.cli.options import command
from replays.exporters import jsonl
from replays.game_log import GameLog
from replays.output import Screen
from replays.scan import open_game


def _log_lines(game: GameLog) -> Iterator[bytes]:
    return (line + b"\n" for line in game.log.lines())


FORMATS: dict[str, Callable[[GameLog], Iterable[bytes]]] = {
    "jsonl": jsonl.lines,
    "log": _log_lines,
}
"""Name -> what makes the bytes of a log in this form, piece by piece."""


@command("export")
@click.argument("log", metavar="LOG")
@click.option(
    "--format",
    "form",
    type=click.Choice(tuple(FORMATS)),
    default="jsonl",
    show_default=True,
    help="jsonl: one flat row for each record. log: the log itself, byte for byte.",
)
@click.option("-o", "--output", metavar="FILE", help="Where to write; standard output otherwise.")
@click.option("--overwrite", is_flag=True, help="Replace the file if it is there.")
@PREFIX
def export(  # noqa: PLR0913 - one parameter for each option
    screen: Screen, log: str, *, form: str, output: str | None, overwrite: bool, prefix: bool
) -> None:
    """Write a log as flat rows for analysis, or as a log again.

    A row has game, seq, turn, phase, active_player, by, type, nature, then the event's own fields;
    before the first turn, turn is null.
    """
    game = open_game(log, prefix=prefix)
    pieces = FORMATS[form](game)
    if output is None:
        _to_output(pieces)
        return
    count = write_new(Path(output), pieces, overwrite=overwrite)
    if screen.is_json:
        screen.data({"file": output, "format": form, "records": len(game), "bytes": count})
    else:
        screen.note(f"apnap: {len(game)} records, {count:,} bytes in {output}")


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
