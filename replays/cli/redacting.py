"""``redact``: a log for others to read, without names and without what a seat may not know."""

import secrets

import click

from events.log import EventLog
from projections.viewers import JUDGE
from replays.cli.completing import complete_log
from replays.cli.inputs import warn_of_break
from replays.cli.looking import PREFIX
from replays.cli.options import command
from replays.files import write_log
from replays.game_log import GameLog
from replays.output import Screen
from replays.redacting import redacted
from replays.scan import open_game
from replays.showing.words import word


@command("redact")
@click.argument("log", metavar="LOG", shell_complete=complete_log)
@click.option("-o", "--output", metavar="FILE", required=True, help="Where to write the log.")
@click.option("--names", is_flag=True, help="Keep the names of players, seats and games.")
@click.option("--times", is_flag=True, help="Keep when things happened.")
@click.option("--salt", metavar="TEXT", default="", help="Makes the same pseudonyms every time.")
@click.option("--overwrite", is_flag=True, help="Replace files that are there.")
@PREFIX
def redact(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    log: str,
    *,
    output: str,
    names: bool,
    times: bool,
    salt: str,
    overwrite: bool,
    prefix: bool,
) -> None:
    """Write a log for others to read: without names, and with --seat without what it may not know.

    Players become numbered seats, notes and rulings lose their words, times are left out.
    The whole log still verifies. With --seat SEAT, or --seat public, hidden cards are absent; such a
    log can be looked at, audited and exported, but no longer re-derived.
    """
    game = open_game(log, prefix=prefix)
    warn_of_break(game, screen)
    seat = screen.settings.seat
    made = redacted(game, seat=seat, names=names, times=times, salt=salt or secrets.token_hex(16))
    write_log(made, output, overwrite=overwrite)
    _tell(screen, game, made, output)


def _tell(screen: Screen, game: GameLog, made: EventLog, output: str) -> None:
    seat = screen.settings.seat
    if screen.is_json:
        facts = {"file": output, "seat": seat, "records": len(made), "original": len(game)}
        screen.data(facts | {"head": made.head, "whole": seat == JUDGE})
        return
    lang = screen.lang
    screen.note(f"apnap: {output}: {len(made)} {word(lang, 'records')} ({seat})")
