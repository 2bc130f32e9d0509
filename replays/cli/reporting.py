"""``report``: one page about a moment of a game, for players, judges and the archive."""

import sys
from pathlib import Path

import click

from replays.catalogue import told
from replays.cli.completing import complete_log, complete_path
from replays.cli.exporting import write_new
from replays.cli.inputs import open_at, warn_of_break
from replays.cli.options import command
from replays.output import LANGUAGES, Screen
from replays.reports.forms import FORMS, Form, form_of, written
from replays.reports.moments import find, moment_page
from replays.reports.summary import summary
from replays.showing.seats import checked_seat


@command("report")
@click.argument("log", metavar="LOG@POSITION", shell_complete=complete_log)
@click.option("--question", default="", metavar="TEXT", help="What is asked, in your own words.")
@click.option(
    "--answer", default="", metavar="TEXT", help="What to answer first, in your own words."
)
@click.option(
    "--path",
    default="",
    metavar="PATH",
    shell_complete=complete_path,
    help="The value it is about: players.bob.life.",
)
@click.option("-o", "--output", metavar="FILE", help="Write to FILE: .html, .md or .txt.")
@click.option("--form", type=click.Choice(FORMS), help="The form, where no file's name says it.")
@click.option("--both", is_flag=True, help="English and Japanese, side by side.")
@click.option("--summary", "short", is_flag=True, help="Write a summary for a chat instead.")
@click.option("--overwrite", is_flag=True, help="Replace a file that is there.")
@click.option("--prefix", is_flag=True, help="Use what comes before a break in a damaged log.")
def report(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    log: str,
    *,
    question: str,
    answer: str,
    path: str,
    output: str | None,
    form: Form | None,
    both: bool,
    short: bool,
    overwrite: bool,
    prefix: bool,
) -> None:
    """Write one page about a moment: question, answer, facts, table, options, ruling, verification.

    It can be printed, sent or kept, and tells on which record and hash it rests. --summary has at
    most 1,900 characters.
    """
    game, seq = open_at(log, prefix=prefix)
    warn_of_break(game, screen)
    seat = checked_seat(game, screen.settings.seat)
    found = find(game, seq, seat=seat, path=path, question=question, answer=answer)
    languages = LANGUAGES if both else (screen.lang,)
    if short:
        text = "\n\n".join(summary(found, lang) for lang in languages) + "\n"
    else:
        pages = [moment_page(found, lang) for lang in languages]
        if screen.is_json and output is None:
            import msgspec

            screen.data({"kind": "report", "pages": [msgspec.to_builtins(one) for one in pages]})
            return
        text = written(pages, form or (form_of(output) if output else "txt"))
    if output is None:
        sys.stdout.write(text)
        return
    write_new(Path(output), [text.encode()], overwrite=overwrite)
    screen.note(told(screen.lang, "dispute.written", file=output))
