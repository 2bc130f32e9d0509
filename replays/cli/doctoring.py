"""``doctor``: a check-up of this installation and of log files."""

import click

from replays.cli.completing import complete_file
from replays.cli.errors import Exit
from replays.cli.options import command
from replays.doctor import State, examine
from replays.output import Screen
from replays.showing.words import word

SIGNS = {State.OK: ("✓", "good"), State.NOTE: ("·", ""), State.BROKEN: ("✗", "bad")}


@command("doctor")
@click.argument("logs", nargs=-1, metavar="[LOG…]", shell_complete=complete_file)
def doctor(screen: Screen, logs: tuple[str, ...]) -> None:
    """Check this installation, and log files: what is broken, and what to do.

    Nothing is changed; what is written for a check goes to a temporary folder and is removed.
    """
    checks = examine(logs)
    broken = [one for one in checks if one.state is State.BROKEN]
    if screen.is_json:
        told = [
            {"name": one.name, "state": one.state.value, "found": one.found, "advice": one.advice}
            for one in checks
        ]
        screen.data({"ok": not broken, "checks": told})
    else:
        for one in checks:
            sign, style = SIGNS[one.state]
            name, found = word(screen.lang, one.name), screen.told(one.found)
            screen.line(f"{sign} {name:<18} {found}", style=style)
            if one.advice:
                screen.line(f"    {word(screen.lang, 'advice')}: {screen.told(one.advice)}")
    raise click.exceptions.Exit(Exit.FINDINGS if broken else Exit.DONE)
