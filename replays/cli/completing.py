"""What a shell offers while a command is typed: files, positions, paths, seats, types of events."""

from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem

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


def complete_file(
    ctx: click.Context,  # noqa: ARG001 - click's signature
    param: click.Parameter,  # noqa: ARG001 - click's signature
    incomplete: str,
) -> list[CompletionItem]:
    """Offer files and folders."""
    return [CompletionItem(incomplete, type="file")]


def complete_seat(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001 - click's signature
    incomplete: str,
) -> list[CompletionItem]:
    """Offer the viewers there are: everybody, a judge, and the seats of a log that was given."""
    log = _log(ctx)
    seats = tuple(_seats(log)) if log else ()
    names = ("public", *seats, "judge")
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def complete_type(
    ctx: click.Context,  # noqa: ARG001 - click's signature
    param: click.Parameter,  # noqa: ARG001 - click's signature
    incomplete: str,
) -> list[CompletionItem]:
    """Offer the types of events, in whatever case they are begun."""
    from events.catalogue import EVENT_TYPES

    begun = incomplete.lower()
    return [CompletionItem(name) for name in EVENT_TYPES if name.lower().startswith(begun)]


def complete_path(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001 - click's signature
    incomplete: str,
) -> list[CompletionItem]:
    """Offer the names that can follow in a path into the table of the log that was given."""
    log = _log(ctx)
    names = _paths(log, incomplete) if log else iter(())
    return [CompletionItem(one) for one, _ in zip(names, range(MOST_OFFERED))]  # noqa: B905


def _log(ctx: click.Context) -> str:
    """Return the log that was given; click leaves it aside where an option still lacks its value."""
    given = [ctx.params.get("log"), *ctx.args]
    return next((one for one in given if isinstance(one, str)), "")


def _positions(path: str) -> Iterator[str]:
    """Yield every position of a log that has a name of its own."""
    from events.errors import ApnapError
    from replays.positions import named
    from replays.scan import open_game

    try:
        game = open_game(path, prefix=True)
    except ApnapError:
        return
    yield from named(game)


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


def _seats(log: str) -> Iterator[str]:
    from events.errors import ApnapError
    from replays.positions import split
    from replays.scan import open_game

    try:
        game = open_game(log if Path(log).exists() else split(log)[0], prefix=True)
    except ApnapError:
        return
    yield from (entry.seat for entry in game.header.seats)
