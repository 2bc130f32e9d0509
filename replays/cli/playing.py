"""``play``: a game at the terminal, or through pipes."""

import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import click
import msgspec

from events.errors import ApnapError, DataError
from events.identifiers import Seat
from projections.table import Table
from projections.views import seat_view
from replays.cli.completing import complete_file
from replays.cli.errors import Exit, plain_error
from replays.cli.looking import entry, row_of
from replays.cli.options import command
from replays.new_game import draws_of
from replays.output import Screen, write
from replays.play.dialogue import Dialogue
from replays.play.questions import MOST_LISTED, pick_of
from replays.play.teller import Asking, mana_abilities
from replays.play.telling import (
    is_quiet,
    told_hand,
    told_moment,
    told_name,
    told_option,
    told_part,
    told_stack,
)
from replays.play.words import HELP, said
from replays.positions import resolve
from replays.session import Game, Stored
from replays.showing.drawing import parts
from replays.showing.parts import points
from replays.showing.seats import checked_seat
from replays.stores.one_file import OneFileStore
from replays.translation import error_text

ALL = "all"
LAST_SHOWN = 20
"""Records that ``log`` shows without a number."""


@command("play")
@click.argument("log", metavar="GAME", shell_complete=complete_file)
@click.option(
    "--auto", "autos", multiple=True, metavar="SEAT|all", help="A seat that plays by itself."
)
@click.option("--seed", default="", help="Makes seats that play by themselves play the same again.")
@click.option("--until", "place", metavar="POSITION", help="Stop once this is reached: @t5 @flip:1")
@click.option("--turns", type=click.IntRange(min=1), metavar="N", help="Stop after so many turns.")
def play(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    log: str,
    *,
    autos: tuple[str, ...],
    seed: str,
    place: str | None,
    turns: int | None,
) -> None:
    """Play a game: the referee asks, in order, for what the rules ask for.

    Every decision is written to GAME before its result is shown, so the game can be left at any
    moment (`quit`, or the end of the input) and taken up again. `help` tells what can be typed.
    """
    with closing(OneFileStore(log)) as store:
        game = stored_game(store)
        checked_seat(game.log, screen.settings.seat)
        seats = _autos(game, autos)
        teller = JsonTeller(screen) if screen.is_json else PeopleTeller(screen)
        dialogue = Dialogue(
            game,
            teller,
            autos=seats,
            seed=seed,
            stop=_stop(game, place, turns),
            in_turns=not screen.is_json and sys.stdin.isatty() and sys.stdout.isatty(),
        )
        try:
            dialogue.run()
        except KeyboardInterrupt:
            screen.note("")
        teller.ends(game, log)
    failed = dialogue.refusals and not sys.stdin.isatty()
    raise click.exceptions.Exit(Exit.FINDINGS if failed else Exit.DONE)


def stored_game(store: OneFileStore) -> Game:
    """Return the game of a file, ready to go on, with its own chance."""
    (name,) = store.games()
    journal = Stored(store, name)
    log = store.load(name)
    return Game(log, journal=journal, draws=draws_of(log.header))


def _autos(game: Game, names: Sequence[str]) -> frozenset[Seat]:
    seats = game.table.turn_order
    for name in names:
        if name != ALL and name not in seats:
            known = ", ".join((*seats, ALL))
            raise DataError("usage/seat", f"nobody called {name!r} plays; there are {known}")
    return frozenset(seats if ALL in names else map(Seat, names))


def _stop(game: Game, place: str | None, turns: int | None) -> Callable[[Game], bool]:
    """Return whether a game has come to where it is to stop."""
    began = game.table.turn.number

    def stops(now: Game) -> bool:
        if turns is not None and now.table.turn.number >= began + turns:
            return True
        return place is not None and _reached(now, place)

    if place is not None:
        _reached(game, place)
    return stops


def _reached(game: Game, place: str) -> bool:
    """Whether a position is in the log; what no log could have is an error at once."""
    try:
        resolve(game.log, place)
    except DataError as error:
        if error.code == "position/unknown":
            raise
        return False
    return True


class PeopleTeller:
    """Tells people what happens, in lines; at a terminal it hides hands between two people."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._lang = screen.lang

    def records(self, game: Game, first: int, seat: Seat | None) -> None:
        """Tell what happened, one line for each record that is of interest at a table."""
        log = game.log
        eyes = str(seat) if seat else self._screen.settings.seat
        for record in log.log[first:]:
            row = None if is_quiet(record.event) else row_of(log, record.seq, self._lang, eyes)
            if row is not None:
                self._screen.line(entry(row), style="faint")

    def asks(self, asking: Asking) -> str | None:
        """Put a question: when it is, what one has, what can be answered."""
        asked, table = asking.question, asking.table
        prompt = f"{asked.by or asked.player}> "
        if asking.again:
            return _line(prompt)
        if not asking.given:
            self._screen.line()
            self._screen.line(self._moment(table, asked.player), style="heading")
        what = said(self._lang, asked.what)
        head = said(self._lang, "{player}: {what}", player=asked.player, what=what)
        if asked.by is not None:
            whose = {"by": asked.by, "player": asked.player}
            head = said(self._lang, "{by} decides for {player}: {what}", what=what, **whose)
        self._screen.line(f"{head} ({_cited(asked.rule)})", style="heading")
        if asking.split is not None:
            self._split(asking)
        elif asked.is_long and pick_of(asked) is not None:
            self._pick(asking)
        else:
            self._list(asking, MOST_SCREEN)
        return _line(prompt)

    def _moment(self, table: Table, seat: Seat) -> str:
        halves = table.header.play.un_cards
        lives = " ".join(
            f"{name} {points(table.players[name].life, halves=halves)}" for name in table.turn_order
        )
        told = [told_moment(table, self._lang), lives]
        told.append(f"{said(self._lang, 'hand')}: {told_hand(table, seat) or '-'}")
        if table.stack:
            stack = told_stack(table, seat, self._lang)
            told.append(f"{said(self._lang, 'stack')}: {stack}")
        return " · ".join(told)

    def _list(self, asking: Asking, most: int) -> None:
        options = asking.question.options
        for number, option in enumerate(options[:most], 1):
            self._screen.line(f"  {number:>2}  {told_option(asking.table, option, self._lang)}")
        if len(options) > most or asking.question.is_cut:
            self._screen.line(
                f"   …  {said(self._lang, 'and more; answer with its parts or as JSON')}"
            )

    def _pick(self, asking: Asking) -> None:
        pick = pick_of(asking.question)
        assert pick is not None  # noqa: S101 - the caller has looked
        for number, part in enumerate(pick.parts, 1):
            told = told_part(asking.table, pick.template, pick.field, part, self._lang)
            self._screen.line(f"  {number:>2}  {told}")
        self._screen.line(f"      {said(self._lang, 'pick by numbers, all, or none')}")

    def _split(self, asking: Asking) -> None:
        split = asking.split
        assert split is not None  # noqa: S101 - the caller has looked
        names = [
            told_name(asking.table, name, asking.question.player, self._lang)
            for name in split.recipients
        ]
        for name, share in zip(names, asking.given, strict=False):
            self._screen.line(f"      {name}: {points(share, halves=split.halves)}")
        choices = [points(one, halves=split.halves) for one in split.choices(asking.given)]
        span = ", ".join(choices) if len(choices) <= MOST_LISTED else f"{choices[0]}-{choices[-1]}"
        left = points(split.left(asking.given), halves=split.halves)
        text = "{left} left; for {recipient}: {choices}"
        recipient = names[len(asking.given)]
        self._screen.line(
            f"      {said(self._lang, text, left=left, recipient=recipient, choices=span)}"
        )

    def confirms(self, seat: Seat, what: str) -> bool:
        """Ask a seat; anything but yes is no."""
        text = "{seat}: do you agree? {what} [yes/no]"
        self._screen.line(said(self._lang, text, seat=seat, what=what))
        return (_line(f"{seat}> ") or "").strip().casefold() in ("yes", "y", "はい")

    def hands_over(self, seat: Seat) -> bool:
        """Clear the screen, so that nobody sees another one's hand; the end of the input leaves."""
        _clear()
        text = "Now {seat} decides. Nobody else looks? Then press Enter."
        came = _line(f"{said(self._lang, text, seat=seat)} ") is not None
        _clear()
        return came

    def refused(self, error: ApnapError) -> None:
        """Tell what was refused, and why."""
        why = error_text(self._lang, error)
        write(f"  {said(self._lang, 'not accepted')}: {why} [{error.code}]", sys.stderr)

    def says(self, what: str, **values: object) -> None:
        """Remark something."""
        self._screen.line(f"  {said(self._lang, what, **values)}")

    def shows(self, what: str, game: Game, asking: Asking, argument: str) -> None:
        """Show what a command asks for."""
        seat = asking.question.player
        match what:
            case "table":
                for part in parts(seat_view(asking.table, seat), self._lang):
                    self._screen.table(part.headings, part.rows, title=part.title)
            case "hand":
                for name in asking.table.players[seat].hand:
                    self._screen.line(f"  {told_name(asking.table, name, seat, self._lang)}")
            case "log":
                count = int(argument) if argument.isdecimal() else LAST_SHOWN
                self.records(game, max(1, len(game.events) - count), seat)
            case "legal":
                self._list(asking, len(asking.question.options))
            case "mana":
                for option in mana_abilities(asking):
                    self._screen.line(f"  {told_option(asking.table, option, self._lang)}")
            case _:
                width = max(len(typed) for typed, _ in HELP)
                for typed, does in HELP:
                    self._screen.line(f"  {typed:<{width}}  {said(self._lang, does)}")

    def ends(self, game: Game, path: str) -> None:
        """Say how it ended, and how to go on."""
        result = game.table.result
        self._screen.line()
        if result is not None:
            told = " ".join((result.result.value, *result.winners))
            self._screen.line(said(self._lang, "The game is over: {result}", result=told))
            return
        text = "{path}: {records} records; everything is written. Go on with: apnap play {path}"
        self._screen.note(said(self._lang, text, path=path, records=len(game.events)))


MOST_SCREEN = 40
"""Answers that are listed without being asked for all of them."""


def _cited(rule: str) -> str:
    return f"CR {rule}" if rule[:1].isdigit() else rule


ERASE_SCROLLED = "\x1b[3J"
"""What terminals that can scroll back understand as: forget what was shown before."""


def _clear() -> None:
    click.clear()
    click.echo(ERASE_SCROLLED, nl=False)


def _line(prompt: str) -> str | None:
    """Return a line that somebody types, or nothing at the end of the input."""
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            write("")
            return None
    sys.stdout.flush()
    line = sys.stdin.readline(64 * 1024)
    return line or None


class JsonTeller:
    """Tells programs what happens: one JSON object a line, a question's answer is one line too."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def _tell(self, kind: str, value: Any) -> None:  # noqa: ANN401 - any JSON
        self._screen.data({kind: value})
        sys.stdout.flush()

    def records(self, game: Game, first: int, seat: Seat | None) -> None:
        """Write each record as the seat may see it."""
        log = game.log
        eyes = str(seat) if seat else self._screen.settings.seat
        for record in log.log[first:]:
            row = row_of(log, record.seq, self._screen.lang, eyes)
            if row is not None:
                self._tell("record", row)

    def asks(self, asking: Asking) -> str | None:
        """Write the question with its legal answers."""
        asked = asking.question
        value = {
            "player": asked.player,
            "by": asked.by or asked.player,
            "what": asked.what,
            "rule": asked.rule,
            "decisions": [kind.__name__ for kind in asked.kinds],
            "options": [msgspec.to_builtins(one) for one in asked.options],
            "more": asked.is_cut,
            "announced": [msgspec.to_builtins(one) for one in asking.made],
        }
        self._tell("question", value)
        return _line("")

    def confirms(self, seat: Seat, what: str) -> bool:
        """Ask a seat; anything but yes is no."""
        self._tell("confirm", {"player": seat, "what": what})
        return (_line("") or "").strip().casefold() in ("yes", "y")

    def hands_over(self, seat: Seat) -> bool:
        """Programs do not change places."""
        del seat
        return True

    def refused(self, error: ApnapError) -> None:
        """Write the refusal to standard output, in its place among the answers."""
        self._tell("refused", plain_error(error))

    def says(self, what: str, **values: object) -> None:
        """Write a remark."""
        self._tell("remark", what.format(**values))

    def shows(self, what: str, game: Game, asking: Asking, argument: str) -> None:
        """Write the table as the seat may see it; everything else stands in the question."""
        from projections.plain import to_plain

        del game, argument
        self._tell(what, to_plain(seat_view(asking.table, asking.question.player)))

    def ends(self, game: Game, path: str) -> None:
        """Write where the game stands."""
        result = game.table.result
        told = None if result is None else msgspec.to_builtins(result)
        self._tell("end", {"log": path, "records": len(game.events), "result": told})
