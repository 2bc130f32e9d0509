"""``rewind``: the backup sheet of going back to a position; with ``--apply`` it is carried out."""

import shlex
from contextlib import closing

import click

from events.errors import DataError
from events.identifiers import Seat, parse_seat
from projections.viewers import JUDGE
from replays.catalogue import joined, told
from replays.cli.completing import complete_log
from replays.cli.inputs import open_at
from replays.cli.looking import entry, row_of
from replays.cli.options import command
from replays.cli.playing import stored_game
from replays.game_log import GameLog
from replays.output import Screen
from replays.positions import split
from replays.rewind.applying import apply
from replays.rewind.plan import Entry, RewindPlan, class_words, plan
from replays.showing.seats import checked_seat
from replays.stores.one_file import OneFileStore


@command("rewind")
@click.argument("log", metavar="LOG@POSITION", shell_complete=complete_log)
@click.option("--plan", "only_plan", is_flag=True, help="Write the backup sheet; the default.")
@click.option("--apply", "carry_out", is_flag=True, help="Append the ruling and go back.")
@click.option(
    "--by",
    type=click.Choice(["judge", "players"]),
    default="judge",
    help="Who decides: a judge, or the players where the sheet lets them.",
)
@click.option("--agreed", multiple=True, metavar="SEAT", help="A player who agrees.")
@click.option("--why", default="", metavar="TEXT", help="The ruling, in words; needed to go back.")
@click.option("--reflip", is_flag=True, help="Toss coins anew that are flipped again.")
@click.option("--key", default="", help="Appended once, however often it is called with this key.")
def rewind(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    log: str,
    *,
    only_plan: bool,
    carry_out: bool,
    by: str,
    agreed: tuple[str, ...],
    why: str,
    reflip: bool,
    key: str,
) -> None:
    """Say what going back to a position takes: steps, hidden and random information, decisions.

    The sheet never rules. --apply appends a ruling and the record that goes back; nothing is
    deleted. A coin that was tossed comes up the same when it is flipped again, unless --reflip.
    """
    path, position = split(log)
    if not position:
        raise DataError("usage/position", f"say where to go back to, as in {path}@t5.upkeep")
    game, seq = open_at(log, prefix=False)
    seat = checked_seat(game, screen.settings.seat)
    sheet = plan(game, seq, lang=screen.lang, seat=seat)
    if only_plan or not carry_out:
        _show(screen, game, sheet)
        return
    if not why:
        raise DataError("usage/why", "to go back, say why: --why TEXT")
    with closing(OneFileStore(path)) as store:
        live = stored_game(store)
        records = apply(
            live,
            sheet,
            why=why,
            by=by,
            agreed=tuple(_seats(game, agreed)),
            reflip=reflip,
            key=key,
        )
        rows = [row_of(live.log, record.seq, screen.lang, seat) for record in records]
    rows_told = [row for row in rows if row is not None]
    if screen.is_json:
        screen.data({"log": path, "plan": sheet.to_plain(), "appended": rows_told})
        return
    for row in rows_told:
        screen.line(entry(row))


def _seats(game: GameLog, names: tuple[str, ...]) -> list[Seat]:
    known = [entry.seat for entry in game.header.seats]
    for name in names:
        if name not in known:
            raise DataError(
                "usage/seat", f"nobody called {name!r} plays; there are {', '.join(known)}"
            )
    return [parse_seat(name) for name in names]


def _show(screen: Screen, game: GameLog, sheet: RewindPlan) -> None:
    if screen.is_json:
        screen.data({"kind": "rewind", **sheet.to_plain()})
        return
    for number, text in enumerate(sheet_lines(sheet, screen.lang)):
        screen.line(text, style="heading" if not number else "")
    if screen.settings.seat == JUDGE and sheet.to != sheet.last:
        where = shlex.quote(f"{game.path}@{sheet.to}")
        screen.note(f"apnap rewind {where} --apply --by judge --why TEXT")


def sheet_lines(sheet: RewindPlan, lang: str) -> list[str]:
    """Return a backup sheet as lines of text."""
    lines = [told(lang, "rewind.title", to=sheet.to, when=sheet.when, last=sheet.last)]
    if sheet.asked != sheet.to:
        lines.append(f"  {told(lang, 'rewind.moved_boundary', asked=sheet.asked, to=sheet.to)}")
    lines.append(f"  {class_words(sheet, lang)}")
    lines += [f"    - {reason}" for reason in sheet.reasons]
    lines.append(told(lang, "rewind.heading_steps"))
    lines += [
        f"  {number:>3}. {step.text}  (@{step.seq})" for number, step in enumerate(sheet.steps, 1)
    ] or [f"  {told(lang, 'rewind.nothing_to_undo')}"]
    if sheet.without_steps:
        lines.append(f"  {told(lang, 'rewind.without_steps', count=sheet.without_steps)}")
    lines += _part(lang, "rewind.heading_hidden", sheet.hidden)
    lines += _part(lang, "rewind.heading_random", sheet.random)
    if sheet.reshuffle:
        lines.append(told(lang, "rewind.heading_reshuffle"))
        lines += [f"  {text}" for text in sheet.reshuffle]
    lines += _part(lang, "rewind.heading_decisions", sheet.decisions)
    if sheet.passes:
        passes = [f"{seat} {count}" for seat, count in sheet.passes.items()]
        lines.append(f"  {told(lang, 'rewind.passes', passes=joined(lang, passes))}")
    lines.append(told(lang, "rewind.never_rules"))
    return lines


def _part(lang: str, heading: str, entries: tuple[Entry, ...]) -> list[str]:
    if not entries:
        return []
    return [told(lang, heading), *(f"  @{one.seq:<5} {_by(one)}{one.text}" for one in entries)]


def _by(one: Entry) -> str:
    return f"{one.by}: " if one.by else ""
