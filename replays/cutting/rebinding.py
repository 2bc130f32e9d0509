"""Decisions carried over to another game: the same cards in the same places, under other ids and numbers."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from events.base import Decision
from events.identifiers import ObjectId, is_object_id
from events.records import Record
from projections.table import Numbers, Table
from replays.game_log import GameLog

NUMBERED = {
    "flip": "flip",
    "round": "round",
    "shield": "shield",
    "effect": "effect",
    "trigger": "trigger",
    "order": "trigger",
}
"""Fields of decisions that hold numbers of the game -> which of its counters gave them."""


def carried(game: GameLog, record: Record, table: Table) -> Decision:
    """Return a recorded decision as one about the same things on another table."""
    decision: Decision = rebound(record.event, game.tables[record.seq - 1], table)
    return decision


def rebound(value: Any, old: Table, new: Table) -> Any:  # noqa: ANN401 - an event or a part of one
    """Return a value with the ids and numbers of one table replaced by those of another."""
    match value:
        case Struct():
            told = {name: getattr(value, name) for name in value.__struct_fields__}
            return replace(
                value, **{name: _field(name, one, old, new) for name, one in told.items()}
            )
        case tuple():
            return tuple(rebound(one, old, new) for one in value)
        case dict():
            return {rebound(key, old, new): rebound(one, old, new) for key, one in value.items()}
        case str() if type(value) is str and is_object_id(value):
            return counterpart(ObjectId(value), old, new)
        case _:
            return value


def _field(name: str, value: Any, old: Table, new: Table) -> Any:  # noqa: ANN401 - a field's value
    counter = NUMBERED.get(name)
    if counter is None:
        return rebound(value, old, new)
    away = _number(new.numbers, counter) - _number(old.numbers, counter)
    if isinstance(value, tuple):
        if not all(isinstance(one, int) for one in value):
            return rebound(value, old, new)
        return tuple(max(1, one + away) for one in value)
    return max(1, value + away) if isinstance(value, int) and value else value


def _number(numbers: Numbers, counter: str) -> int:
    number: int = getattr(numbers, counter)
    return number


def counterpart(name: ObjectId, old: Table, new: Table) -> ObjectId:
    """Return the object of another table that stands where one stood: the same card in the same place.

    What is not on the table yet keeps its distance from the next id.
    """
    thing = old.objects.get(name)
    if thing is None:
        return _unborn(name, old, new)
    wanted = _alike(old, name)
    place = wanted.index(name)
    found = [
        other.id
        for other in new.objects.values()
        if (other.zone, other.owner, other.controller, other.name)
        == (thing.zone, thing.owner, thing.controller, thing.name)
    ]
    ordered = _alike(new, min(found, key=_age)) if found else []
    return ordered[min(place, len(ordered) - 1)] if ordered else name


def _alike(table: Table, name: ObjectId) -> list[ObjectId]:
    """Return all objects that stand where one stands and are the same card, the oldest first."""
    thing = table.objects[name]
    key = (thing.zone, thing.owner, thing.controller, thing.name)
    alike = (
        other.id
        for other in table.objects.values()
        if (other.zone, other.owner, other.controller, other.name) == key
    )
    return sorted(alike, key=_age)


def _age(name: ObjectId) -> tuple[int, str]:
    return int(name[1:]), name


def _unborn(name: ObjectId, old: Table, new: Table) -> ObjectId:
    for place, item in enumerate(reversed(old.stack)):
        if item.id == name:
            depth = len(new.stack) - 1 - place
            return new.stack[depth].id if depth >= 0 else name
    number = int(name[1:]) - old.numbers.object + new.numbers.object
    return ObjectId(f"{name[0]}{max(1, number)}")
