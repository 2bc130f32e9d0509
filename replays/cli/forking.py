"""``fork``: a log of its own that goes on from a position of another one."""

from pathlib import Path

import click

from events.errors import DataError
from machine.chance import seeded
from projections.viewers import JUDGE
from replays.catalogue import cited
from replays.cli.completing import complete_log
from replays.cli.exporting import write_new
from replays.cli.inputs import open_at, warn_of_break
from replays.cli.looking import PREFIX
from replays.cli.options import command
from replays.fork import fork as fork_game
from replays.output import Screen
from replays.positions import context_of
from replays.session import Game
from replays.showing.words import word


@command("fork")
@click.argument("log", metavar="LOG[@POSITION]", shell_complete=complete_log)
@click.option("-o", "--output", metavar="NEW", required=True, help="The branch's file.")
@click.option("--name", default="", metavar="NAME", help="The branch's name in its header.")
@click.option("--seed", default="", metavar="TEXT", help="Draw what has to be drawn from a seed.")
@click.option("--overwrite", is_flag=True, help="Replace the file if it is there.")
@PREFIX
def fork(  # noqa: PLR0913 - one parameter for each option
    screen: Screen, log: str, *, output: str, name: str, seed: str, overwrite: bool, prefix: bool
) -> None:
    """Write a branch of a game: all up to a position, to be played on from there.

    The branch names in its header the record it leaves the main line at; the main line stays as it
    is. `apnap play NEW` goes on with it.
    """
    if screen.settings.seat != JUDGE:
        raise DataError("usage/seat", "a branch holds all that the log tells: leave out --seat")
    game, seq = open_at(log, prefix=prefix)
    warn_of_break(game, screen)
    chance = seeded(seed) if seed else None
    branch = fork_game(game, seq, name=name, chance=chance)
    lines = (line + b"\n" for line in branch.events.lines())
    write_new(Path(output), lines, overwrite=overwrite)
    if screen.is_json:
        screen.data(_plain(branch, output, seq))
    else:
        _tell(screen, branch, output, seq)


def _plain(branch: Game, output: str, seq: int) -> dict[str, object]:
    asked = [
        {"player": one.player, "what": one.what, "rule": one.rule, "decisions": list(one.names)}
        for one in branch.awaiting
    ]
    header = branch.log.header
    return {
        "file": output,
        "game": header.game,
        "branch_of": header.branch_of,
        "at": seq,
        "records": len(branch.events),
        "asked": asked,
    }


def _tell(screen: Screen, branch: Game, output: str, seq: int) -> None:
    header, lang = branch.log.header, screen.lang
    records = f"{len(branch.events)} {word(lang, 'records')}"
    screen.line(f"{output}: {word(lang, 'branch')} {header.game}, {records}", style="heading")
    label = context_of(branch.table).label
    screen.line(f"  {word(lang, 'leaves the main line at')} @{seq} {header.branch_of[:16]}…")
    screen.line(f"  {word(lang, 'stands at')} @{len(branch.events) - 1} {label}")
    for one in branch.awaiting:
        screen.line(
            f"  {word(lang, 'asked')}: {one.player}: {screen.told(one.what)} ({cited(one.rule)})"
        )
    screen.note(f"{word(lang, 'next')}: apnap play {output}")
