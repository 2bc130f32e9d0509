"""The lines of a phase-rs record: an action, what was waited for, and the events that followed.

The engine's schema moves: every part is optional, and what is of another shape reads as absent.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from replays.importers.protocol import Tally
from replays.importers.sources import Source

Data = Mapping[str, Any]
NOTHING: Data = {}
LARGEST = 100_000_000
"""Ids and amounts beyond it are none."""
MOST_AMOUNT = 1_000_000
"""Damage, life, counters: no game has more of anything."""
MOST_LINES = 200_000
"""Actions of one file: a long game has some thousands."""
MOST_EVENTS = 20_000
"""Events of one action: the largest met have some hundreds."""


class Typed(Struct, frozen=True):
    """A tagged value of the engine: ``{"type": …, "data": {…}}``."""

    type: str = ""
    data: Any = None
    player: Any = None

    @property
    def fields(self) -> Data:
        """Return its data where they are fields."""
        return self.data if isinstance(self.data, dict) else NOTHING


class LogText(Struct, frozen=True):
    """A line that the engine writes for people."""

    text: str = ""


class Action(Struct, frozen=True):
    """One line of a record."""

    seq: int
    action: Typed
    actor: int | None = None
    waiting_for: Typed | None = None
    events: list[Typed] = []
    log: list[LogText] = []


class Read(Struct, frozen=True, kw_only=True):
    """An action with the line it was read on."""

    line: int
    action: Action


_DECODER = msgspec.json.Decoder(Action)


def actions(source: Source, tally: Tally) -> Iterator[Read]:
    """Yield the actions of a record; count the lines that cannot be read."""
    for number, raw in source.lines():
        tally.lines = number
        if number > MOST_LINES:
            source.failure = f"it has more than {MOST_LINES:,} lines"
            return
        if not raw.strip():
            continue
        try:
            action = _DECODER.decode(raw)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            tally.cut_line(number)
            continue
        if len(action.events) > MOST_EVENTS:
            tally.cut_line(number)
            continue
        yield Read(line=number, action=action)


def integer(data: Data, name: str, default: int = -1) -> int:
    """Return a number of some data; ``default`` where it has none, or one of no use."""
    value = data.get(name, default)
    usable = isinstance(value, int) and not isinstance(value, bool) and -LARGEST < value < LARGEST
    return value if usable else default


def listed(data: Data, name: str) -> list[Any]:
    """Return a list of some data; empty where it has none."""
    value = data.get(name)
    return value if isinstance(value, list) else []


def target_of(value: Any) -> tuple[str, int]:  # noqa: ANN401 - any JSON
    """Return what ``{"Player": 1}``, ``{"Object": 5}`` or ``{"type": "Player", "data": 1}`` name."""
    if isinstance(value, dict):
        if value.get("type") in ("Player", "Object"):
            return str(value["type"]), integer(value, "data")
        for kind in ("Player", "Object"):
            if kind in value:
                return kind, integer(value, kind)
    return "", -1


_NAME = r"(?P<name>[^#]{1,120}?)#(?P<id>\d{1,8})"
_NAMED = (
    re.compile(
        rf"{_NAME} (?:moves from|tapped|untapped|enters|deals|is destroyed|attacks|blocks|"
        r"adds|token)\b.*"
    ),
    re.compile(rf"Player \d+ (?:plays|casts|discards|sacrifices|activates ability:) {_NAME}"),
)


def names_in(texts: list[LogText]) -> Iterator[tuple[int, str]]:
    """Yield (object, name) of the cards that the engine's own sentences name: ``Mountain#52``."""
    for one in texts:
        for pattern in _NAMED:
            match = pattern.fullmatch(one.text) if len(one.text) < 1_000 else None  # noqa: PLR2004
            if match is not None:
                yield int(match["id"]), match["name"]
                break
