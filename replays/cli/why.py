"""``why``: what made a value, back to decisions and chance."""

import click

from replays.cli.completing import complete_log, complete_path
from replays.cli.inputs import open_at, warn_of_break
from replays.cli.looking import PREFIX
from replays.cli.options import command
from replays.output import Screen
from replays.provenance import Why
from replays.provenance import why as explain_why
from replays.provenance.drawing import lines, to_html
from replays.provenance.tree import DEEPEST, DEPTH, EARLIER
from replays.showing.seats import checked_seat
from replays.showing.words import word


@command("why")
@click.argument("log", metavar="LOG[@POSITION]", shell_complete=complete_log)
@click.argument("path", metavar="PATH", shell_complete=complete_path)
@click.option(
    "--depth",
    type=click.IntRange(1, DEEPEST),
    default=DEPTH,
    show_default=True,
    metavar="N",
    help="Levels of the tree.",
)
@click.option(
    "--earlier",
    type=click.IntRange(0, 1000),
    default=EARLIER,
    show_default=True,
    metavar="N",
    help="Earlier values that are listed.",
)
@click.option("--html", is_flag=True, help="Write the tree as a piece of HTML.")
@PREFIX
def why(  # noqa: PLR0913 - one parameter for each option
    screen: Screen, log: str, path: str, *, depth: int, earlier: int, html: bool, prefix: bool
) -> None:
    """Say which events, rules, decisions and chance made a value.

    PATH is a place in the table, such as players.bob.life or objects.c231.zone. The record that last
    wrote it comes first, below it what that rests on, and so on. With --seat, only what that seat
    may know is looked at.
    """
    game, seq = open_at(log, prefix=prefix)
    warn_of_break(game, screen)
    seat = checked_seat(game, screen.settings.seat)
    found = explain_why(game, path, seq, seat=seat, lang=screen.lang, depth=depth, earlier=earlier)
    if html:
        screen.line(to_html(found, lambda text: word(screen.lang, text)))
    elif screen.is_json:
        screen.data(found.to_plain())
    else:
        draw(screen, found)


def draw(screen: Screen, found: Why) -> None:
    """Write a tree of reasons, with branches or, in plain text, without."""
    told = lines(found, word=lambda text: word(screen.lang, text), plain=screen.settings.plain)
    for number, line in enumerate(told):
        screen.line(line, style="" if number else "heading")
