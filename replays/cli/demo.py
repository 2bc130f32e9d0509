"""``demo``: the main job on a game that ships with apnap."""

from pathlib import Path
from typing import Any

import click

from replays.audit import audit
from replays.cli.checking import draw_verdicts, plain_finding
from replays.cli.errors import Exit
from replays.cli.exporting import write_new
from replays.cli.looking import draw, entry, row_of
from replays.cli.options import command
from replays.demo import NAME, demo_bytes, demo_game, moment
from replays.game_log import GameLog
from replays.output import Screen
from replays.showing.words import word
from replays.verdicts import Verification

AROUND = 6
"""Records shown before and after the moment."""

NEXT = (
    ("apnap log {log} --grep mulligan", "one line for each record that matches"),
    ("apnap show {log}@t2 --diff", "the table at any position"),
    ("apnap diff {log}@start {log}@end", "what differs between two positions"),
    ("apnap explain DamageDivided", "what an event means, and its rule"),
    ("apnap import Player.log -o games", "your own Arena games"),
)


@command("demo")
@click.option("-o", "--output", metavar="FILE", help="Also keep the game, to try things on it.")
def demo(screen: Screen, *, output: str | None) -> None:
    """Show what apnap does, on a game that ships with it.

    The game is verified and audited; then the records around an interesting moment are shown, and
    the table as it stood.
    """
    game = demo_game()
    seq = moment(game)
    verification = game.verify()
    if output is not None:
        write_new(Path(output), [demo_bytes()], overwrite=False)
    if screen.is_json:
        screen.data(_plain(screen, game, seq, verification))
    else:
        _tell(screen, game, seq, verification)
        _try_next(screen, output)
    raise click.exceptions.Exit(Exit.DONE if verification.ok else Exit.FINDINGS)


def _around(game: GameLog, seq: int, screen: Screen) -> list[dict[str, Any]]:
    first, last = max(0, seq - AROUND), min(len(game) - 1, seq + AROUND)
    seat = screen.settings.seat
    rows = (row_of(game, number, screen.lang, seat) for number in range(first, last + 1))
    return [row for row in rows if row is not None]


def _plain(screen: Screen, game: GameLog, seq: int, verification: Verification) -> dict[str, Any]:
    findings = audit(game.log, game.tables)
    return {
        "verification": verification.to_plain(),
        "findings": [plain_finding(one) for one in findings],
        "moment": seq,
        "records": _around(game, seq, screen),
    }


def _tell(screen: Screen, game: GameLog, seq: int, verification: Verification) -> None:
    draw_verdicts(screen, verification)
    findings = audit(game.log, game.tables)
    screen.say(f"  audit: {len(findings)} findings" if findings else "  audit: nothing found")
    screen.line()
    screen.say(f"{NAME}, around @{seq}:", style="heading")
    for row in _around(game, seq, screen):
        screen.line(("> " if row["seq"] == seq else "  ") + entry(row))
    screen.line()
    draw(screen, game, seq, game.tables[seq], game.tables[seq - 1])


def _try_next(screen: Screen, output: str | None) -> None:
    log = output or NAME
    screen.line()
    if output is None:
        screen.say(
            "Next: keep the game with `apnap demo -o demo.apnap.jsonl`, then", style="heading"
        )
    else:
        screen.line(word(screen.lang, "next"), style="heading")
    for line, what in NEXT:
        screen.line(f"  {line.format(log=log):<58} {screen.told(what)}")
