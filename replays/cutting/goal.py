"""The value that a game told again has to lead to: by an event of the same type, on a fitting object."""

from collections.abc import Iterator
from typing import Any

from immutables import Map
from msgspec import Struct

from events.base import Event
from events.identifiers import ObjectId, is_object_id
from projections.paths import ABSENT
from projections.provenance import Steps, steps_of, value_at
from projections.table import Table
from replays.game_log import GameLog

NOT_COMPARED = frozenset(
    {"id", "numbers", "controlled_since", "seen_by", "flip", "round", "trigger", "effect", "shield"}
)
"""Fields of a value that another game numbers in its own way."""


class Goal:
    """A value that a game told again has to lead to, by an event of the same type."""

    def __init__(self, game: GameLog, path: str, seq: int) -> None:
        self._table = game.tables[seq]
        self._steps = steps_of(self._table, path)
        self._type = type(game.log[seq].event)
        self._value = alike(value_at(self._table, self._steps), self._table)

    def reached(self, before: Table, event: Event, after: Table) -> bool:
        """Whether the event has just written the value, on some object that fits the path's."""
        if type(event) is not self._type or before is after:
            return False
        return self._found(before, after) is not None

    def path_on(self, before: Table, after: Table) -> str:
        """Return the path of the value in a game told again."""
        found = self._found(before, after)
        return ".".join(found if found is not None else self._steps)

    def _found(self, before: Table, after: Table) -> Steps | None:
        for steps in self._candidates(after):
            value = value_at(after, steps)
            if value is ABSENT or alike(value, after) != self._value:
                continue
            if value_at(before, steps) != value:
                return steps
        return None

    def _candidates(self, table: Table) -> Iterator[Steps]:
        """Yield the path with each id in it replaced by those of the same card and owner."""
        places = [place for place, name in enumerate(self._steps) if self._is_object(name)]
        if not places:
            yield self._steps
            return
        place = places[0]
        thing = self._table.objects.get(ObjectId(self._steps[place]))
        if thing is None:
            yield self._steps
            return
        for name in sorted(table.objects, key=lambda one: int(one[1:])):
            other = table.objects[name]
            if (other.name, other.owner) == (thing.name, thing.owner):
                yield (*self._steps[:place], name, *self._steps[place + 1 :])

    def _is_object(self, name: str) -> bool:
        return is_object_id(name) and name in self._table.objects


def alike(value: Any, table: Table) -> Any:  # noqa: ANN401 - any value of a table
    """Return a value so that it equals that of another game: cards in place of ids, no numbers."""
    match value:
        case Struct():
            fields = (name for name in value.__struct_fields__ if name not in NOT_COMPARED)
            return tuple((name, alike(getattr(value, name), table)) for name in fields)
        case Map() | dict():
            pairs = ((alike(key, table), alike(one, table)) for key, one in value.items())
            return tuple(sorted(pairs, key=repr))
        case tuple():
            return tuple(alike(one, table) for one in value)
        case frozenset():
            return tuple(sorted((alike(one, table) for one in value), key=repr))
        case str() if is_object_id(value):
            thing = table.objects.get(ObjectId(value))
            return ("card", None if thing is None else thing.name)
        case _:
            return value
