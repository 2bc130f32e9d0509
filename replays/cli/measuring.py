"""``fairness``: what the coins of logs say about chance."""

import click
import msgspec

from events.errors import DataError
from events.vocabulary import FlipDevice
from projections.flip_ledger import FlipEntry, every_toss
from replays.cli.completing import complete_file
from replays.cli.options import command
from replays.fairness import BIASES, MOST_COINS, Look, coins_needed, looks_at
from replays.output import Screen
from replays.scan import open_game
from replays.showing.words import word

NO_VERDICT = "This accuses nobody: fair coins give every series now and then, and no number tells why one did."
DRAWN = "{count} of these logs were flipped by apnap itself: they say nothing about anybody's coin."
HEADINGS = (
    "player",
    "what",
    "question",
    "coins",
    "seen",
    "expected",
    "p",
    "p corrected",
    "heads, 95 %",
)


@command("fairness")
@click.argument("logs", metavar="LOG…", nargs=-1, required=True, shell_complete=complete_file)
@click.option("--who", default="", metavar="SEAT", help="The coins of one player alone.")
@click.option(
    "--device",
    default="",
    type=click.Choice(("", *(device.value for device in FlipDevice))),
    metavar="WHAT",
    help="What was flipped: coin, die_even_odd and the like.",
)
def fairness(screen: Screen, logs: tuple[str, ...], *, who: str, device: str) -> None:
    """Test the coins of logs: how many heads, how often the face changes, and what that can show.

    Both tests are exact and two-sided. Looking often finds something sooner or later, so every look
    is counted and its p corrected (Holm). Ignored coins count, and those taken back: they came up
    as well.
    """
    entries: list[FlipEntry] = []
    drawn = 0
    for path in logs:
        game = open_game(path)
        entries += every_toss(game)
        drawn += game.header.chance.kind in ("system", "seeded")
    _check_player(who, entries)
    looks = looks_at(entries, player=who, device=device)
    needed = {f"{bias:.0%}": coins_needed(bias) for bias in BIASES}
    if screen.is_json:
        screen.data(
            {
                "logs": list(logs),
                "flips": len(entries),
                "looks": [msgspec.to_builtins(look) for look in looks],
                "drawn_by_apnap": drawn,
                "coins_needed": needed,
                "note": NO_VERDICT,
            }
        )
        return
    _tell(screen, looks)
    told = ", ".join(f"{bias} heads: {number:,} coins" for bias, number in needed.items())
    screen.say(f"How many coins it takes to see a bias in four of five series: {told}.")
    if drawn:
        screen.say(DRAWN.format(count=drawn))
    screen.say(NO_VERDICT)


def _check_player(who: str, entries: list[FlipEntry]) -> None:
    """Refuse a name that flips nothing where others do: it is more likely mistyped."""
    players = sorted({entry.flipper for entry in entries if entry.flipper})
    if who and players and who not in players:
        raise DataError(
            "usage/seat",
            f"nobody called {who!r} flips in these logs; there are {', '.join(players)}",
        )


def _tell(screen: Screen, looks: tuple[Look, ...]) -> None:
    if not looks:
        screen.say("no coins")
        return
    rows = [
        (
            look.player or "-",
            word(screen.lang, look.device),
            word(screen.lang, look.question),
            str(look.coins),
            str(look.seen),
            f"{look.expected:.1f}",
            f"{look.p:.4f}",
            f"{look.p_corrected:.4f}",
            f"{look.low:.1%} - {look.high:.1%}",
        )
        for look in looks
    ]
    screen.table(tuple(word(screen.lang, one) for one in HEADINGS), rows)
    screen.say(f"{len(looks)} looks; p is corrected for all of them (Holm).")
    if any(look.coins == MOST_COINS for look in looks):
        screen.say(f"Of a longer series only the first {MOST_COINS:,} coins are looked at.")
