"""``view``: a game as one page that anybody can open, offline."""

import webbrowser
from pathlib import Path

import click

from replays.cli.completing import complete_log
from replays.cli.exporting import write_new
from replays.cli.inputs import open_at, warn_of_break
from replays.cli.looking import PREFIX
from replays.cli.options import command
from replays.files import SUFFIX
from replays.output import Screen
from replays.scan import open_game
from replays.showing.seats import checked_seat


@command("view")
@click.argument("log", metavar="LOG[@POSITION]", shell_complete=complete_log)
@click.option("-o", "--output", metavar="FILE", help="Where to write; beside the log otherwise.")
@click.option("--compare", metavar="OTHER", help="Another log, or a branch, to show side by side.")
@click.option("--only", is_flag=True, help="Leave out the views of those who know less.")
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@click.option("--overwrite", is_flag=True, help="Replace the file if it is there.")
@PREFIX
def view(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    log: str,
    *,
    output: str | None,
    compare: str | None,
    only: bool,
    opens: bool,
    overwrite: bool,
    prefix: bool,
) -> None:
    """Write a game as one page that anybody can open, without a network.

    What the chosen seat may not know is not in the file. The page opens at the position.
    """
    from replays.viewer import Options, page_of

    game, seq = open_at(log, prefix=prefix)
    warn_of_break(game, screen)
    viewer = checked_seat(game, screen.settings.seat)
    other = open_game(compare, prefix=prefix) if compare else None
    path = Path(output) if output else _beside(game.path)
    options = Options(at=seq, viewer=viewer, lang=screen.lang, alone=only)
    page = page_of(game, options, compare=other)
    count = write_new(path, [page.html.encode()], overwrite=overwrite)
    if opens:
        webbrowser.open(path.resolve().as_uri())
    if screen.is_json:
        told = {"file": str(path), "records": len(game), "at": seq, "seat": viewer, "bytes": count}
        screen.data(told)
    else:
        screen.note(f"apnap: {len(game)} records, {count:,} bytes in {path}")


def _beside(log: str) -> Path:
    """Return the name of the page of a log: its own, in the same folder, with another ending."""
    path = Path(log)
    name = path.name
    for ending in (".gz", ".zst", SUFFIX):
        name = name.removesuffix(ending)
    return path.with_name(f"{name}.html")
