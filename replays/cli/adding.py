"""``add``: one decision, or a judge's entry, is appended to a log."""

import sys
from contextlib import closing
from typing import Any

import click
import msgspec

from events.base import Decision
from events.errors import DataError
from events.records import Record
from projections.folds.rulings import TIME_CALLED
from replays.cli.completing import complete_file
from replays.cli.looking import entry, row_of
from replays.cli.options import command
from replays.cli.playing import stored_game
from replays.output import Screen
from replays.play.answers import LONGEST_ANSWER, decisions_of, known_seat
from replays.session import Game
from replays.showing.seats import checked_seat
from replays.stores.one_file import OneFileStore


@command("add")
@click.argument("log", metavar="LOG", shell_complete=complete_file)
@click.argument("decision", metavar="JSON", default="")
@click.option(
    "--as-reported", is_flag=True, help="Append it even if it is illegal, and flag it so."
)
@click.option("--key", default="", help="Appended once, however often it is called with this key.")
@click.option("--ruling", metavar="TEXT", help="A judge's ruling, in place of a decision.")
@click.option(
    "--time-called",
    is_flag=True,
    help="With --ruling: time is up; a game still in its mulligans ends as it stands.",
)
@click.option("--note", metavar="TEXT", help="A note, in place of a decision.")
@click.option(
    "--about", type=click.IntRange(min=0), default=0, metavar="SEQ", help="The record it is about."
)
def add(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    log: str,
    decision: str,
    *,
    as_reported: bool,
    key: str,
    ruling: str | None,
    time_called: bool,
    note: str | None,
    about: int,
) -> None:
    """Append a decision and all that follows from it to a log, or nothing at all.

    JSON is a decision such as {"type": "MulliganDeclared", "player": "ann", "mulligan": false},
    a list of decisions that make one announcement, or - for the standard input. What is refused
    ends with code 6, its rule, and what is legal; nothing is appended then.
    """
    if sum((bool(decision), ruling is not None, note is not None)) != 1:
        raise DataError("usage/add", "exactly one of JSON, --ruling and --note is appended")
    if time_called and ruling is None:
        raise DataError("usage/add", "--time-called is a ruling: it goes with --ruling TEXT")
    with closing(OneFileStore(log)) as store:
        game = stored_game(store)
        checked_seat(game.log, screen.settings.seat)
        before = len(game.events)
        if about and about >= before:
            raise DataError("usage/about", f"there is no record {about}; the last is {before - 1}")
        if decision:
            made = _decisions(decision, game)
            records = _append(game, made, key, as_reported=as_reported)
        elif ruling is not None:
            records = game.ruling(
                ruling, about=about, code=TIME_CALLED if time_called else "", key=key
            )
        else:
            records = game.note(note or "", about=about, key=key)
    _tell(screen, game, log, records, repeated=len(game.events) == before)


def _decisions(text: str, game: Game) -> tuple[Decision, ...]:
    if text == "-":
        text = sys.stdin.read(LONGEST_ANSWER + 1)
    if len(text) > LONGEST_ANSWER:
        raise DataError("usage/json", f"a decision has at most {LONGEST_ANSWER:,} characters")
    made = decisions_of(text)
    for one in made:
        known_seat(one, game.table)
    return made


def _append(
    game: Game, decisions: tuple[Decision, ...], key: str, *, as_reported: bool
) -> tuple[Record, ...]:
    if as_reported:
        return game.report(*decisions, key=key)
    return game.submit(*decisions, key=key)


def _tell(
    screen: Screen, game: Game, log: str, records: tuple[Record, ...], *, repeated: bool
) -> None:
    seat = screen.settings.seat
    rows = [row_of(game.log, record.seq, screen.lang, seat) for record in records]
    told: list[dict[str, Any]] = [row for row in rows if row is not None]
    asked = game.awaiting
    if screen.is_json:
        awaited = [
            {"player": one.player, "what": one.what, "decisions": list(one.names)} for one in asked
        ]
        result = game.table.result
        screen.data(
            {
                "log": log,
                "repeated": repeated,
                "appended": told,
                "awaiting": awaited,
                "result": None if result is None else msgspec.to_builtins(result),
            }
        )
        return
    if repeated:
        screen.note("apnap: it was there already, under the same key; nothing was appended")
    for row in told:
        screen.line(entry(row))
    for one in asked:
        screen.note(f"{one.player} has to {one.what}: {', '.join(one.names)}")
