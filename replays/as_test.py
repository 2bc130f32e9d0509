"""A log as a test of its own: the decisions and outcomes it is made from, and the value it leads to."""

import textwrap
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from events.base import Chance, Decision, Event
from events.codec import encode
from events.records import Record
from projections.plain import to_plain
from replays.boundaries import begins_batch
from replays.cutting import Cut
from replays.game_log import GameLog
from replays.outside import is_outside

WIDTH = 92
"""Characters of one line of a header; events stand on lines of their own."""

PLAYED = '''\
"""{path} comes to a value: a game of {count} records, cut down from {original}."""

{imports}

HEADER = (
{header}
)
"""The first record: who plays, what with, under which rules."""

CHANCE = (
{chance}
)
"""Every outcome, in order."""


def play(game: Game) -> None:
    """Make every decision, in order."""
    game.begin()
{steps}


def test_the_value() -> None:
    header = decode(HEADER.encode(), limit=len(HEADER)).event
    outcomes = [Draft(event=one, by="chance") for one in CHANCE]
    chance = Continued(outcomes, seeded("behind the value"))
    game = Game(EventLog().append([Draft(event=header, by="apnap")]), chance=chance)

    play(game)

    assert to_plain(paths.get(game.tables[{last}], "{path}")) == {value}
'''

RECORDED = '''\
"""{path} comes to a value: an imported log of {count} records, cut down from {original}."""

{imports}

HEADER = (
{header}
)
"""The first record: who plays, what with, under which rules."""

EVENTS = (
{events}
)
"""What was recorded, in order."""


def test_the_value() -> None:
    table = start(decode(HEADER.encode(), limit=len(HEADER)).event)

    for event in EVENTS:
        table = apply(table, event)

    assert to_plain(paths.get(table, "{path}")) == {value}
'''

OF_PLAYED = (
    "from events.codec import decode",
    "from events.log import EventLog",
    "from events.records import Draft",
    "from machine.chance import seeded",
    "from projections import paths",
    "from projections.plain import to_plain",
    "from replays.fork import Continued",
    "from replays.session import Game",
)
OF_RECORDED = (
    "from events.codec import decode",
    "from projections import paths",
    "from projections.fold import apply, start",
    "from projections.plain import to_plain",
)


def as_test(cut: Cut) -> str:
    """Return the source of a pytest file that needs apnap and nothing else.

    A game is played again from its decisions and outcomes; an imported log, or one that begins with
    a table set up, is folded.
    """
    game = cut.game
    told = {
        "path": cut.path,
        "count": str(len(cut.log)),
        "original": str(cut.original),
        "header": _lines(f"    {part!r}" for part in _parts(encode(game.log[0]).decode())),
        "value": repr(to_plain(cut.value)),
        "last": str(len(cut.log) - 1),
    }
    events: list[Event] = [record.event for record in game.log[1:]]
    if game.header.imported is not None or game.header.given:
        told |= {"imports": _imports(events, OF_RECORDED), "events": _listed(events)}
        return RECORDED.format(**told)
    chance = [event for event in events if isinstance(event, Chance)]
    batches = tuple(_batches(game))
    made: list[Event] = [record.event for batch in batches for record in batch]
    told |= {
        "imports": _imports((*chance, *made), OF_PLAYED),
        "chance": _listed(chance),
        "steps": _lines(f"    {_step(batch)}" for batch in batches),
    }
    return PLAYED.format(**told)


def _parts(text: str) -> Iterator[str]:
    for begin in range(0, len(text), WIDTH):
        yield text[begin : begin + WIDTH]


def _lines(parts: Iterable[str]) -> str:
    return "\n".join(parts)


def _listed(events: Iterable[Event]) -> str:
    return _lines(f"    {source(event)}," for event in events)


def _batches(game: GameLog) -> Iterator[tuple[Record, ...]]:
    """Yield what was done together: decisions of one announcement, or an entry from outside."""
    batch: list[Record] = []
    for record in game.log[1:]:
        event: Event = record.event
        by_hand = is_outside(record) or (isinstance(event, Decision) and record.cause is None)
        if not by_hand:
            continue
        if batch and begins_batch(game.log, game.tables, record.seq):
            yield tuple(batch)
            batch = []
        batch.append(record)
    if batch:
        yield tuple(batch)


def _step(batch: tuple[Record, ...]) -> str:
    """Return the call that does a batch again."""
    first = batch[0]
    if is_outside(first):
        return f"game.rule({source(first.event)}, by={first.by!r})"
    way = "report" if any(record.reported for record in batch) else "submit"
    return f"game.{way}({', '.join(source(record.event) for record in batch)})"


def source(value: Any) -> str:  # noqa: ANN401 - an event or a part of one
    """Return the Python expression of a value; fields left at their default are left out."""
    match value:
        case Enum():
            return f"{type(value).__name__}.{value.name}"
        case Struct():
            return f"{type(value).__name__}({', '.join(_arguments(value))})"
        case str():
            return repr(str(value))
        case tuple():
            inner = ", ".join(map(source, value))
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        case dict():
            pairs = (f"{source(key)}: {source(one)}" for key, one in value.items())
            return f"{{{', '.join(pairs)}}}"
        case _:
            return repr(value)


def _arguments(value: Struct) -> Iterator[str]:
    by_place = type(value).__struct_config__.array_like
    for field in fields(type(value)):
        one = getattr(value, field.name)
        if by_place:
            yield source(one)
        elif field.required or one != field.default:
            yield f"{field.name}={source(one)}"


def _imports(events: Iterable[Event], own: tuple[str, ...]) -> str:
    """Return the lines that import what some events are made of."""
    by_module: dict[str, set[str]] = {}
    for event in events:
        for kind in _kinds(event):
            by_module.setdefault(kind.__module__, set()).add(kind.__name__)
    told = (
        f"from {module} import {', '.join(sorted(names))}" for module, names in by_module.items()
    )
    return textwrap.dedent(_lines(sorted({*told, *own})))


def _kinds(value: Any) -> Iterator[type]:  # noqa: ANN401 - an event or a part of one
    match value:
        case Enum():
            yield type(value)
        case Struct():
            yield type(value)
            for name in value.__struct_fields__:
                yield from _kinds(getattr(value, name))
        case tuple():
            for one in value:
                yield from _kinds(one)
