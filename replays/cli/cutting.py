"""``cut``: the shortest legal log that still leads to a value, also as a test."""

from pathlib import Path

import click

from events.errors import DataError
from projections.plain import to_plain
from projections.viewers import JUDGE
from replays.as_test import as_test
from replays.cli.completing import complete_log, complete_path
from replays.cli.exporting import write_new
from replays.cli.inputs import open_at, warn_of_break
from replays.cli.looking import PREFIX, entry, row_of
from replays.cli.options import command
from replays.cutting import MOST_TRIES, PATIENCE, Cut
from replays.cutting import cut as cut_down
from replays.output import Screen
from replays.provenance.drawing import short
from replays.showing.words import word

MOST_SHOWN = 60
"""Records of a cut log that are listed; a longer one is told in numbers."""


@command("cut")
@click.argument("log", metavar="LOG[@POSITION]", shell_complete=complete_log)
@click.argument("path", metavar="PATH", shell_complete=complete_path)
@click.option("-o", "--output", metavar="FILE", help="Where to write the log.")
@click.option("--pytest", "test", metavar="FILE", help="Where to write it as a test.")
@click.option(
    "--tries",
    type=click.IntRange(1, 100_000),
    default=MOST_TRIES,
    show_default=True,
    metavar="N",
    help="Games that are told again at most.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 3600),
    default=PATIENCE,
    show_default=True,
    metavar="S",
    help="How long the search may take.",
)
@click.option("--overwrite", is_flag=True, help="Replace files that are there.")
@PREFIX
def cut(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    log: str,
    path: str,
    *,
    output: str | None,
    test: str | None,
    tries: int,
    seconds: float,
    overwrite: bool,
    prefix: bool,
) -> None:
    """Cut a log down to the shortest one found that still leads to a value.

    Decisions and outcomes are left out as long as the game stays legal and comes to the value by an
    event of the same type; everything else is derived anew, with new ids. Of an imported log, those
    records are kept that made the value.
    """
    if screen.settings.seat != JUDGE:
        raise DataError("usage/seat", "a log is cut with all that it tells: leave out --seat")
    game, seq = open_at(log, prefix=prefix)
    warn_of_break(game, screen)
    found = cut_down(game, path, seq, tries=tries, seconds=seconds)
    if output is not None:
        write_new(Path(output), _lines(found), overwrite=overwrite)
    if test is not None:
        write_new(Path(test), [as_test(found).encode()], overwrite=overwrite)
    if screen.is_json:
        screen.data(_plain(found, output, test))
    else:
        _tell(screen, found)


def _lines(found: Cut) -> list[bytes]:
    return [line + b"\n" for line in found.log.lines()]


def _plain(found: Cut, output: str | None, test: str | None) -> dict[str, object]:
    return {
        "file": output,
        "test": test,
        "path": found.path,
        "value": to_plain(found.value),
        "records": len(found.log),
        "original": found.original,
        "tries": found.tries,
        "done": found.is_done,
    }


def _tell(screen: Screen, found: Cut) -> None:
    lang, records = screen.lang, word(screen.lang, "records")
    screen.line(f"{found.path} = {short(to_plain(found.value))}", style="heading")
    count = f"{len(found.log)} {word(lang, 'of')} {found.original} {records}"
    tries = "try" if found.tries == 1 else "tries"
    end = "nothing more can be left out" if found.is_done else "stopped at a limit"
    screen.line(f"  {count}, {found.tries} {word(lang, tries)}: {word(lang, end)}")
    if len(found.log) > MOST_SHOWN:
        return
    game = found.game
    for seq in range(len(game)):
        row = row_of(game, seq, lang, JUDGE)
        if row is not None:
            screen.line(entry(row))
