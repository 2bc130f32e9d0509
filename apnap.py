"""apnap in one import: open logs, look at any moment of a game, verify, audit and compare.

    import apnap
    log = apnap.open("game.apnap.jsonl")
    log["t5.upkeep"], log.at("flip:3").players["ann"].life

Event classes are here by name as well (``apnap.CoinFlipped``); what is heavy loads when used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike

    from events.errors import ApnapError, DataError, IllegalAction, IntegrityError
    from events.game import DeckEntry
    from events.log import EventLog
    from events.records import Record
    from projections.table import Table
    from replays.audit import Finding
    from replays.diff import LogDiff
    from replays.game_log import GameLog
    from replays.scan import Scan
    from replays.session import Game
    from replays.verdicts import Verification

__all__ = [
    "ApnapError",
    "DataError",
    "EventLog",
    "Finding",
    "Game",
    "GameLog",
    "IllegalAction",
    "IntegrityError",
    "Record",
    "Scan",
    "Table",
    "Verification",
    "diff",
    "new",
    "open",
    "scan",
]

_PLACES = {
    "Game": "replays.session",
    "GameLog": "replays.game_log",
    "Scan": "replays.scan",
    "Table": "projections.table",
    "EventLog": "events.log",
    "Record": "events.records",
    "ApnapError": "events.errors",
    "DataError": "events.errors",
    "IllegalAction": "events.errors",
    "IntegrityError": "events.errors",
    "Finding": "replays.audit",
    "Verification": "replays.verify",
}
"""Public name -> the module that has it."""


def open(path: "str | PathLike[str]", *, prefix: bool = False) -> "GameLog":  # noqa: A001 - apnap.open
    """Return the log of a file, or raise ``DataError`` with the place where it is broken.

    With ``prefix`` what comes before a break is returned, and ``failure`` says what it was.
    """
    from replays.scan import open_game

    return open_game(path, prefix=prefix)


def new(
    decks: "Mapping[str, str | DeckEntry]",
    *,
    rules: str = "",
    switches: "Mapping[str, str] | None" = None,
    seed: str | int | None = None,
    **more: Any,  # noqa: ANN401 - see replays.starting.new
) -> "Game":
    """Return a new game: ``apnap.new({"ann": "bears", "bob": "my.dck"}, rules="2019-07-12")``.

    It is in memory and waits for decisions: ``game.awaiting``, ``game.legal_decisions()``,
    ``game.submit(…)``. ``play``, ``cards`` and ``game`` are as in ``replays.starting.new``.
    """
    from replays.starting import new as start

    return start(decks, rules=rules, switches=switches, seed=seed, **more)


def scan(paths: "str | PathLike[str] | Iterable[str | PathLike[str]]") -> "Scan":
    """Return the logs that match a pattern such as ``league/**/*.jsonl``, or of several paths.

    Files that cannot be read are listed in ``skipped`` and stop nothing.
    """
    from replays.scan import Scan

    return Scan(paths)


def diff(a: "GameLog", b: "GameLog") -> "LogDiff":
    """Return what differs between two logs, and the first record where they part."""
    from replays.diff import diff as compare

    return compare(a, b)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any public name
    """Find a public name, or an event class, when it is first asked for."""
    if name == "__version__":
        from replays.version import version

        return version()
    if name in _PLACES:
        return getattr(import_module(_PLACES[name]), name)
    if name[:1].isupper():
        from events.catalogue import EVENT_TYPES

        if name in EVENT_TYPES:
            return EVENT_TYPES[name]
    raise AttributeError(f"module 'apnap' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names, and every event class."""
    from events.catalogue import EVENT_TYPES

    return sorted({*__all__, *_PLACES, *EVENT_TYPES})
