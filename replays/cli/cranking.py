"""``crank``: sprockets at a table where no game is being played with apnap."""

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import click
import msgspec

from events.errors import ApnapError, DataError
from projections.sprocket_board import PlayerBoard, board, board_rows, crank_history, titled
from replays.cli.completing import complete_file
from replays.cli.errors import Exit, plain_error
from replays.cli.options import command
from replays.crank_table import CrankTable, Done, new_table
from replays.files import write_log
from replays.output import Screen
from replays.session import Stored
from replays.showing.words import word
from replays.stores.one_file import OneFileStore
from replays.translation import error_text

ACTIONS = {
    "assemble": "assemble PLAYER SPROCKET NAME",
    "next": "next [PLAYER]",
    "advance": "advance PLAYER",
    "crank": "crank all | none | NAME, NAME…",
    "scrap": "scrap NAME",
    "exile": "exile NAME",
    "move": "move NAME SPROCKET [PLAYER]",
    "undo": "undo",
    "show": "show",
    "history": "history",
}
"""Action -> how it is written."""

LONGEST_LINE = 1000


@command("crank")
@click.argument("log", metavar="LOG", shell_complete=complete_file)
@click.argument("words", nargs=-1, metavar="[ACTION…]")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SEAT",
    help="Who sits at the table: begins a log.",
)
def crank(screen: Screen, log: str, words: tuple[str, ...], *, players: tuple[str, ...]) -> None:
    r"""Keep track of Contraptions without a game: every action is a record of LOG.

    \b
    assemble PLAYER SPROCKET NAME     next [PLAYER]          undo
    crank all | none | NAME, NAME…    advance PLAYER         show
    move NAME SPROCKET [PLAYER]       scrap NAME             history
                                      exile NAME

    Without an action, actions are read line by line. `next` begins an upkeep: the CRANK! counter
    moves if its player has a Contraption; `advance` moves it once more, as an effect does. Nothing
    is deleted: `undo` is a record as well.
    """
    if players:
        write_log(new_table(players), Path(log))
    with closing(OneFileStore(log)) as store:
        (name,) = store.games()
        here = CrankTable(store.load(name), Stored(store, name))
        if words:
            _act(screen, here, words)
            return
        refused = _converse(screen, here) if not players or not sys.stdin.isatty() else 0
        _show(screen, here, None)
    raise click.exceptions.Exit(Exit.FINDINGS if refused else Exit.DONE)


def _converse(screen: Screen, here: CrankTable) -> int:
    """Carry out lines from the standard input; what is refused is told, and the rest goes on."""
    refused = 0
    for line in _lines():
        try:
            words = shlex.split(line)
            if words:
                _act(screen, here, words)
        except (ApnapError, ValueError) as error:
            refused += 1
            told = error_text(screen.lang, error) if isinstance(error, ApnapError) else str(error)
            if screen.is_json and isinstance(error, ApnapError):
                screen.data({"error": plain_error(error)})
            screen.note(f"apnap: {told}")
    return refused


def _lines() -> Iterator[str]:
    """Yield lines until the end of the input, or ``quit``; prompt only at a terminal."""
    asks = sys.stdin.isatty()
    while True:
        if asks:
            sys.stderr.write("crank> ")
            sys.stderr.flush()
        line = sys.stdin.readline(LONGEST_LINE)
        if not line or line.strip() == "quit":
            return
        yield line


def _act(screen: Screen, here: CrankTable, words: Sequence[str]) -> None:
    """Carry out one action and show the table after it."""
    name, *more = words
    action = _DOING.get(name)
    if name == "history":
        _history(screen, here)
        return
    if name == "show":
        _show(screen, here, None)
        return
    if action is None:
        known = "; ".join(ACTIONS.values())
        raise DataError("usage/action", f"there is no action {name!r}; there are: {known}")
    done = action(here, more)
    _show(screen, here, done)


def _written(name: str) -> DataError:
    return DataError("usage/action", f"it is written: {ACTIONS[name]}")


def _number(text: str, name: str) -> int:
    if not text.isdecimal():
        raise _written(name)
    return int(text)


def _assemble(here: CrankTable, words: Sequence[str]) -> Done:
    if len(words) < 3:  # noqa: PLR2004 - player, sprocket, name
        raise _written("assemble")
    seat, sprocket, *name = words
    return here.assemble(here.seat(seat), _number(sprocket, "assemble"), " ".join(name))


def _next(here: CrankTable, words: Sequence[str]) -> Done:
    if len(words) > 1:
        raise _written("next")
    return here.next_turn(here.seat(words[0]) if words else None)


def _advance(here: CrankTable, words: Sequence[str]) -> Done:
    if len(words) != 1:
        raise _written("advance")
    return here.advance(here.seat(words[0]))


def _crank(here: CrankTable, words: Sequence[str]) -> Done:
    named = [one.strip() for one in " ".join(words).split(",") if one.strip()]
    if not named:
        raise _written("crank")
    return here.crank(named)


def _scrap(here: CrankTable, words: Sequence[str]) -> Done:
    if not words:
        raise _written("scrap")
    return here.scrap(" ".join(words))


def _exile(here: CrankTable, words: Sequence[str]) -> Done:
    if not words:
        raise _written("exile")
    return here.exile(" ".join(words))


def _move(here: CrankTable, words: Sequence[str]) -> Done:
    """The last word may be a player; the number before it is the sprocket."""
    place = next((n for n in range(len(words) - 1, 0, -1) if words[n].isdecimal()), 0)
    after = words[place + 1 :]
    if not place or len(after) > 1:
        raise _written("move")
    name, sprocket = " ".join(words[:place]), _number(words[place], "move")
    return here.move(name, sprocket, here.seat(after[0]) if after else None)


def _undo(here: CrankTable, words: Sequence[str]) -> Done:
    if words:
        raise _written("undo")
    return here.undo()


_DOING: dict[str, Callable[[CrankTable, Sequence[str]], Done]] = {
    "assemble": _assemble,
    "next": _next,
    "advance": _advance,
    "crank": _crank,
    "scrap": _scrap,
    "exile": _exile,
    "move": _move,
    "undo": _undo,
}


def _show(screen: Screen, here: CrankTable, done: Done | None) -> None:
    """Write every board, what may be cranked now, and who is asked."""
    table, asked = here.table, here.asked
    boards = board(table, table.turn_order)
    if screen.is_json:
        screen.data(
            {
                "records": len(here.log),
                "first": done.first if done is not None else None,
                "turn": table.turn.number,
                "active_player": table.turn.active_player,
                "board": [_plain(one) for one in boards],
                "awaiting": [
                    {"player": one.player, "what": one.what, "decisions": list(one.names)}
                    for one in asked
                ],
            }
        )
        return
    for one in boards:
        mark = "▸" if table.turn.active_player == one.seat else " "
        screen.table(("", "", ""), board_rows(one), title=f"{mark} {one.seat}")
        if one.scrapyard:
            told = ", ".join(str(name) for name in one.scrapyard)
            screen.line(f"    {word(screen.lang, 'scrapyard')}: {told}", style="faint")
    for waiting in asked:
        screen.note(f"{waiting.player} has to {waiting.what}: {_choices(here, waiting.player)}")


def _choices(here: CrankTable, player: str) -> str:
    rows = next(one for one in board(here.table, here.table.turn_order) if one.seat == player)
    there = rows.sprockets[rows.crank - 1].contraptions
    return ", ".join(titled(rows, one) for one in there)


def _plain(one: PlayerBoard) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(one)
    return {**plain, "preview": [thing.id for thing in one.preview]}


def _history(screen: Screen, here: CrankTable) -> None:
    """Write every move of a counter that still stands, and what was cranked."""
    entries = crank_history(tuple(here.log), here.log.tables)
    if screen.is_json:
        screen.data({"history": msgspec.to_builtins(entries)})
        return
    rows = [
        (
            str(one.turn),
            one.player,
            f"{one.before} → {one.sprocket}",
            ", ".join(str(name or thing) for thing, name in one.cranked),
        )
        for one in entries
    ]
    headings = ("turn", "player", "CRANK! counter", "cranked")
    screen.table(tuple(word(screen.lang, one) for one in headings), rows)
