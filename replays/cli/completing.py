"""``completion``: a script that completes commands, options, positions and paths in a shell."""

from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem

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


MOST_OFFERED = 200
"""Positions or paths that are offered at once."""


def complete_log(
    ctx: click.Context,  # noqa: ARG001 - click's signature
    param: click.Parameter,  # noqa: ARG001 - click's signature
    incomplete: str,
) -> list[CompletionItem]:
    """Offer files, and behind the ``@`` of a log the positions it has."""
    path, at, position = incomplete.rpartition("@")
    if not at or not Path(path).is_file():
        return [CompletionItem(incomplete, type="file")]
    begun, dots, last = position.rpartition("..")
    names = (name for name in _positions(path) if name.startswith(last))
    found = [f"{path}@{begun}{dots}{name}" for name, _ in zip(names, range(MOST_OFFERED))]  # noqa: B905
    return [CompletionItem(one) for one in found]


def complete_path(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001 - click's signature
    incomplete: str,
) -> list[CompletionItem]:
    """Offer the names that can follow in a path into the table of the log that was given."""
    log = ctx.params.get("log")
    names = _paths(log, incomplete) if isinstance(log, str) else iter(())
    return [CompletionItem(one) for one, _ in zip(names, range(MOST_OFFERED))]  # noqa: B905


def _positions(path: str) -> Iterator[str]:
    """Yield every position of a log that has a name of its own."""
    from events.errors import ApnapError
    from events.turns import PhaseEntered, TurnBegan
    from replays.positions import context_of, occurrences
    from replays.scan import open_game

    try:
        game = open_game(path, prefix=True)
    except ApnapError:
        return
    yield from ("start", "end")
    begun = (
        context_of(table, record.event).label
        for record, table in zip(game.log, game.tables, strict=True)
        if isinstance(record.event, TurnBegan | PhaseEntered)
    )
    yield from (label for label in dict.fromkeys(begun) if label[1:2].isdecimal())
    rounds = (table.mulligan.round for table in game.tables if table.mulligan is not None)
    yield from (f"mull.{number}" for number in dict.fromkeys(rounds) if number)
    for family in ("flip", "crank", "divide"):
        count = len(occurrences(game.log, family))
        yield from (f"{family}:{number}" for number in range(1, count + 1))


def _paths(log: str, incomplete: str) -> Iterator[str]:
    from events.errors import ApnapError
    from projections.paths import children, get
    from replays.positions import resolve, resolve_range, split
    from replays.scan import open_game

    path, position = (log, "") if Path(log).exists() else split(log)
    before, dot, begun = incomplete.rpartition(".")
    try:
        game = open_game(path, prefix=True)
        is_span = ".." in position
        seq = resolve_range(game, position)[1] if is_span else resolve(game, position or "end")
        value = get(game.tables[seq], before) if before else game.tables[seq]
    except ApnapError:
        return
    yield from (f"{before}{dot}{name}" for name in children(value) if name.startswith(begun))
