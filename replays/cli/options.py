"""The global options, which work before and after a command's name, and what commands get of them."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from projections.viewers import JUDGE
from replays.cli.completing import complete_seat
from replays.cli.helping import TranslatedCommand
from replays.cli.settings import remember, settings_of
from replays.output import LANGUAGES, Screen

F = TypeVar("F", bound=Callable[..., Any])

GLOBAL_OPTIONS = {
    "--lang": click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        help="Language of what people read; the locale's otherwise.",
    ),
    "--json": click.option("--json", is_flag=True, help="Write JSON, with a schema version."),
    "--plain": click.option(
        "--plain", is_flag=True, help="Write plain text: no colours, no drawings."
    ),
    "--seat": click.option(
        "--seat",
        metavar="public|SEAT|judge",
        shell_complete=complete_seat,
        help=f"Whose eyes to look with; {JUDGE} sees all that the log tells.",
    ),
}


def global_options(command: F) -> F:
    """Give a command or group the global options, but for names that it has options of its own for."""
    own = {name for one in getattr(command, "__click_params__", ()) for name in one.opts}
    for name, option in reversed(GLOBAL_OPTIONS.items()):
        if name not in own:
            command = option(command)
    return command


def keep_global(command: click.Command) -> click.Command:
    """Make a command's global options be remembered instead of passed to it."""
    names = {"lang", "json", "plain", "seat"}
    for parameter in command.params:
        if parameter.name in names and isinstance(parameter, click.Option):
            parameter.expose_value = False
            parameter.callback = remember
            parameter.is_eager = True
    return command


def command(name: str, **attributes: Any) -> Callable[[Callable[..., None]], click.Command]:  # noqa: ANN401
    """Make a command that gets a ``Screen`` first, and has the global options."""

    def make(function: Callable[..., None]) -> click.Command:
        @wraps(function)
        def run(*arguments: Any, **options: Any) -> None:  # noqa: ANN401 - click's own
            ctx = click.get_current_context()
            function(Screen(settings_of(ctx)), *arguments, **options)

        made = click.command(name, cls=TranslatedCommand, **attributes)(global_options(run))
        return keep_global(made)

    return make
