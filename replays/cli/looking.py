"""``log`` and ``show``: what happened, and how the table stood."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click
import msgspec

from events.catalogue import EVENT_TYPES
from events.errors import DataError
from projections.plain import to_plain
from projections.table import Table
from projections.timeline import line, phase_name
from projections.viewers import JUDGE, seat_of
from replays.cli.completing import complete_log, complete_seat, complete_type
from replays.cli.inputs import open_at, warn_of_break
from replays.cli.options import command
from replays.diff import between
from replays.game_log import GameLog
from replays.output import Screen
from replays.positions import context_of, record_hash, resolve_range, split
from replays.scan import open_game
from replays.showing import changes
from replays.showing.drawing import parts
from replays.showing.seats import checked_seat, seen_event, seen_table
from replays.showing.words import word

PREFIX = click.option(
    "--prefix", is_flag=True, help="Use what comes before a break in a damaged log."
)


@command("log")
@click.argument("log", metavar="LOG[@A..B]", shell_complete=complete_log)
@click.option(
    "--type",
    "kinds",
    multiple=True,
    metavar="TYPE",
    shell_complete=complete_type,
    help="Records of this type alone.",
)
@click.option(
    "--who",
    metavar="SEAT",
    shell_complete=complete_seat,
    help="What this seat did, or what happened to it.",
)
@click.option("--turn", type=click.IntRange(min=1), metavar="N", help="Records of this turn alone.")
@click.option("--grep", metavar="PATTERN", help="Lines in which this regular expression matches.")
@PREFIX
def log(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    log: str,
    *,
    kinds: tuple[str, ...],
    who: str | None,
    turn: int | None,
    grep: str | None,
    prefix: bool,
) -> None:
    """List what happened, one line for each record.

    Columns: number, turn and step, who, what. All given filters must fit.
    """
    path, span = (log, "") if Path(log).exists() else split(log)
    game = open_game(path, prefix=prefix)
    warn_of_break(game, screen)
    seat = checked_seat(game, screen.settings.seat)
    wanted = _types(kinds)
    pattern = _pattern(grep)
    first, last = resolve_range(game, span or "..")
    rows = [
        row
        for row in _rows(game, first, last, screen.lang, seat)
        if (not wanted or row["type"] in wanted)
        and (who is None or _concerns(row, who))
        and (turn is None or row["turn"] == turn)
        and (pattern is None or pattern.search(row["text"]))
    ]
    if screen.is_json:
        screen.data({"log": path, "records": rows})
        return
    for row in rows:
        screen.line(entry(row))
    if not rows:
        screen.note(word(screen.lang, "no such record"))


def entry(row: dict[str, Any]) -> str:
    """Return one line of a listing."""
    return f"{row['seq']:>5}  {row['when']:<24} {row['by']:<8} {row['text']}"


def _rows(game: GameLog, first: int, last: int, lang: str, seat: str) -> Iterator[dict[str, Any]]:
    """Yield what a seat may see of some records; numbers show by their gaps what it may not."""
    for seq in range(first, last + 1):
        if (row := row_of(game, seq, lang, seat)) is not None:
            yield row


def row_of(game: GameLog, seq: int, lang: str, seat: str) -> dict[str, Any] | None:
    """Return a record as a listing tells it; nothing where the seat may see nothing of it."""
    event = seen_event(game, seq, seat)
    if event is None:
        return None
    before, after = game.tables[max(0, seq - 1)], game.tables[seq]
    viewer = seat if seat == JUDGE else seat_of(seat)
    when = context_of(after, event)
    record = game.log[seq]
    told = line(before, record.event, after, lang=lang, seat=viewer)
    return {
        "seq": seq,
        "turn": when.turn,
        "phase": when.phase and when.phase.value,
        "when": when.label,
        "by": record.by,
        "type": type(event).__name__,
        "text": f"{told} [{word(lang, 'reported')}]" if record.reported else told,
        "reported": record.reported,
        "event": msgspec.to_builtins(event),
    }


def _concerns(row: dict[str, Any], who: str) -> bool:
    event = row["event"]
    return who in (row["by"], event.get("player"), event.get("flipper"))


def _types(kinds: tuple[str, ...]) -> frozenset[str]:
    """Return the event types asked for, written in any case."""
    by_lower = {name.lower(): name for name in EVENT_TYPES}
    for kind in kinds:
        if kind.lower() not in by_lower:
            near = get_close_matches(kind, EVENT_TYPES, n=3, cutoff=0.4)
            hint = f"nearest: {', '.join(near)}" if near else "see `apnap explain`"
            raise DataError("usage/type", f"no event type is called {kind!r}; {hint}")
    return frozenset(by_lower[kind.lower()] for kind in kinds)


def _pattern(grep: str | None) -> re.Pattern[str] | None:
    try:
        return None if grep is None else re.compile(grep, re.IGNORECASE)
    except re.error as error:
        raise DataError("usage/pattern", f"{grep!r} is no regular expression: {error}") from error


@command("show")
@click.argument("log", metavar="LOG[@POSITION]", shell_complete=complete_log)
@click.option("--diff", is_flag=True, help="Mark what the last record changed: + - ~")
@PREFIX
def show(screen: Screen, log: str, *, diff: bool, prefix: bool) -> None:
    """Draw the table as it stood at a position, by default at the end.

    Positions: @42 @start @end @-3 @t5 @t5.upkeep @mull.2 @flip:3 @crank:2 @divide:1 @h:7c1e
    """
    game, seq = open_at(log, prefix=prefix)
    warn_of_break(game, screen)
    seat = checked_seat(game, screen.settings.seat)
    table = seen_table(game.tables[seq], seat)
    before = seen_table(game.tables[max(0, seq - 1)], seat) if diff else None
    if screen.is_json:
        screen.data(_plain(game, seq, table, before, screen))
        return
    draw(screen, game, seq, table, before)


def _plain(
    game: GameLog, seq: int, table: Table, before: Table | None, screen: Screen
) -> dict[str, Any]:
    row = row_of(game, seq, screen.lang, screen.settings.seat)
    told = {"log": game.path, "seat": screen.settings.seat, "record": row, "table": to_plain(table)}
    if screen.settings.seat == JUDGE:  # a hash would let a seat try out what it may not know
        told["hash"] = record_hash(game.log, seq)
    if before is not None:
        told["changes"] = [changes.plain(one) for one in between(before, table)]
    return told


def draw(screen: Screen, game: GameLog, seq: int, table: Table, before: Table | None) -> None:
    """Draw a table: when it is, what led to it, its parts, and what changed."""
    lang = screen.lang
    screen.line(_headline(game, seq, table, lang), style="heading")
    row = row_of(game, seq, lang, screen.settings.seat)
    told = f"{row['by']}: {row['text']}" if row else word(lang, "hidden from this seat")
    screen.line(f"@{seq} {told}", style="faint")
    for part in parts(table, lang, before=before):
        screen.table(part.headings, part.rows, title=part.title)
    if before is not None:
        _draw_changes(screen, before, table)


def _headline(game: GameLog, seq: int, table: Table, lang: str) -> str:
    when = context_of(table, game.log[seq].event)
    told = [f"@{seq} {word(lang, 'of')} {len(game) - 1}", when.label]
    if when.turn is None:
        told[1] = f"{word(lang, 'before turn 1')}: {phase_name(table.phase.value, lang)}"
    if when.active_player:
        told.append(f"{word(lang, 'active player')}: {when.active_player}")
    if table.priority.holder:
        told.append(f"{word(lang, 'priority')}: {table.priority.holder}")
    told.append(f"{word(lang, 'rules of')} {table.rules.as_of}")
    return " · ".join(told)


def _draw_changes(screen: Screen, before: Table, table: Table) -> None:
    found = between(before, table)
    screen.line(word(screen.lang, "what changed" if found else "nothing changed"), style="heading")
    changes.draw(screen, found, indent="  ")
