"""``find`` and ``watch``: where something holds, and when a value changed."""

import re
from pathlib import Path

import click

from projections.paths import Change
from projections.provenance import Write
from replays.cli.completing import complete_log, complete_path
from replays.cli.errors import Exit
from replays.cli.inputs import warn_of_break
from replays.cli.looking import PREFIX, entry, row_of
from replays.cli.options import command
from replays.game_log import GameLog
from replays.output import Screen
from replays.positions import resolve_range, split
from replays.provenance.seen import Evidence
from replays.scan import open_game
from replays.search.find import Span, find_all, find_first
from replays.search.watch import watch_seen
from replays.showing import changes
from replays.showing.seats import checked_seat
from replays.showing.words import word

_AMOUNTS = re.compile(r"\b(?:life|damage)\b")


def open_span(text: str, *, prefix: bool = False) -> tuple[GameLog, int, int]:
    """Return the log of ``LOG[@A..B]``, and the first and last record of the span."""
    path, span = (text, "") if Path(text).exists() else split(text)
    game = open_game(path, prefix=prefix)
    return game, *resolve_range(game, span or "..")


@command("find")
@click.argument("expression", metavar="EXPR")
@click.argument("log", metavar="LOG[@A..B]", shell_complete=complete_log)
@click.option(
    "--first", "mode", flag_value="first", default="first", help="The first record (the default)."
)
@click.option("--all", "mode", flag_value="all", help="Every run of records.")
@PREFIX
def find(screen: Screen, expression: str, log: str, *, mode: str, prefix: bool) -> None:
    """Find the records after which an expression holds; exit code 1 where it never does.

    Examples: 'players.bob.life < 9', 'any(p.life < 0 for p in players)',
    'event.type == "FlipWon" and turn.number > 3', 'len(battlefield) > len(before.battlefield)'.

    Names are those of a table's fields, and seq, by, event, and before: the table of the record
    before. There are any, all, count, len, min, max, sum and keys; and, or, not, in; and none.
    """
    if _is_log(expression) and not _is_log(log):
        expression, log = log, expression  # other commands take the log first
    game, first, last = open_span(log, prefix=prefix)
    warn_of_break(game, screen)
    seat = checked_seat(game, screen.settings.seat)
    if mode == "all":
        spans = find_all(game, expression, first, last, seat=seat)
    else:
        found = find_first(game, expression, first, last, seat=seat)
        spans = () if found is None else (Span(found, found),)
    if game.header.play.un_cards and _AMOUNTS.search(expression):
        screen.note("in this un-game life and damage count halves: 40 are 20 points")
    _tell(screen, game, expression, spans)
    raise click.exceptions.Exit(Exit.DONE if spans else Exit.FINDINGS)


def _is_log(text: str) -> bool:
    return Path(text).is_file() or Path(split(text)[0]).is_file()


def _tell(screen: Screen, game: GameLog, expression: str, spans: tuple[Span, ...]) -> None:
    rows = [row_of(game, one.first, screen.lang, screen.settings.seat) for one in spans]
    if screen.is_json:
        told = [
            {"first": one.first, "last": one.last, "record": row}
            for one, row in zip(spans, rows, strict=True)
        ]
        screen.data({"log": game.path, "expression": expression, "found": told})
        return
    for one, row in zip(spans, rows, strict=True):
        hidden = f"{one.first:>5}  {word(screen.lang, 'hidden from this seat')}"
        text = entry(row) if row is not None else hidden
        until = f"  … @{one.last}" if one.last > one.first else ""
        screen.line(f"{text}{until}")
    if not spans:
        screen.note(word(screen.lang, "no such record"))
    else:
        screen.note(f"{word(screen.lang, 'next')}: apnap show {game.path}@{spans[0].first} --diff")


@command("watch")
@click.argument("log", metavar="LOG[@A..B]", shell_complete=complete_log)
@click.argument("path", metavar="PATH", shell_complete=complete_path)
@PREFIX
def watch(screen: Screen, log: str, path: str, *, prefix: bool) -> None:
    """List every record that changed a value, with the value before and after.

    PATH is a place in the table, such as players.bob.life. Exit code 1 where it never changed.
    """
    game, first, last = open_span(log, prefix=prefix)
    warn_of_break(game, screen)
    seat = checked_seat(game, screen.settings.seat)
    found = tuple(watch_seen(Evidence(game, seat), path, first, last))
    if screen.is_json:
        told = [_plain(game, one, screen) for one in found]
        screen.data({"log": game.path, "path": path, "changes": told})
    else:
        for one in found:
            screen.line(_line(game, one, screen))
        if not found:
            screen.note(word(screen.lang, "nothing changed"))
    raise click.exceptions.Exit(Exit.DONE if found else Exit.FINDINGS)


def _change(one: Write) -> Change:
    return Change(one.path, one.before, one.after, one.halves)


def _plain(game: GameLog, one: Write, screen: Screen) -> dict[str, object]:
    row = row_of(game, one.seq, screen.lang, screen.settings.seat)
    return {"seq": one.seq, "record": row} | changes.plain(_change(one))


def _line(game: GameLog, one: Write, screen: Screen) -> str:
    row = row_of(game, one.seq, screen.lang, screen.settings.seat)
    told = entry(row) if row is not None else f"{one.seq:>5}"
    sign, _, values = changes.row(_change(one))
    return f"{told}  {sign} {values}"
