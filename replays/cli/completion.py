"""``completion``: a script that completes commands, options, positions and paths in a shell."""

import click

from replays.cli.options import command
from replays.output import Screen

SHELLS = ("bash", "zsh", "fish")
WHERE = {
    "bash": "apnap completion bash > ~/.local/share/bash-completion/completions/apnap",
    "zsh": "apnap completion zsh > a folder of your fpath, as _apnap",
    "fish": "apnap completion fish > ~/.config/fish/completions/apnap.fish",
}


@command("completion")
@click.argument("shell", type=click.Choice(SHELLS), metavar="bash|zsh|fish")
def completion(screen: Screen, shell: str) -> None:
    """Write a completion script for a shell.

    Where it belongs is told on standard error.
    """
    from click.shell_completion import get_completion_class

    from replays.cli.app import main

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    script = kind(main, {}, "apnap", "_APNAP_COMPLETE").source()
    if screen.is_json:
        screen.data({"shell": shell, "script": script})
        return
    screen.line(script.rstrip("\n"))
    screen.note(f"# to keep it: {WHERE[shell]}")
