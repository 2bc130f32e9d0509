"""The closed union of all events, and what is known of each: type, family, nature, rule, version.

The reference in ``docs/`` is generated from here.
"""

import inspect
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias, Union

from msgspec import Struct
from msgspec.structs import fields

from events import (
    chance,
    choices,
    coin_flips,
    combat,
    contraptions,
    damage,
    division,
    game,
    mulligans,
    rulings,
    stack,
    turns,
    zones,
)
from events.base import Chance, Consequence, Decision, Event
from events.vocabulary import Nature

FAMILIES: tuple[ModuleType, ...] = (
    game,
    mulligans,
    turns,
    coin_flips,
    division,
    choices,
    contraptions,
    zones,
    stack,
    combat,
    damage,
    chance,
    rulings,
)


def _events_of(family: ModuleType) -> tuple[type[Event], ...]:
    abstract = {Event, Decision, Chance, Consequence}
    return tuple(
        value
        for value in vars(family).values()
        if inspect.isclass(value)
        and issubclass(value, Event)
        and value not in abstract
        and value.__module__ == family.__name__
    )


EVENT_TYPES: dict[str, type[Event]] = {
    kind.__name__: kind for family in FAMILIES for kind in _events_of(family)
}
"""Type name -> class, family by family."""

if TYPE_CHECKING:
    AnyEvent: TypeAlias = Event
else:
    AnyEvent = Union[tuple(EVENT_TYPES.values())]  # noqa: UP007 - built from the register


class EventType(Struct, frozen=True):
    """One row of the catalogue."""

    name: str
    family: str
    nature: Nature
    rule: str
    since: int
    summary: str
    fields: tuple[str, ...]


@cache
def catalogue() -> tuple[EventType, ...]:
    """Return every event type, family by family, in the order of the source."""
    return tuple(_row(kind) for kind in EVENT_TYPES.values())


def _row(kind: type[Event]) -> EventType:
    summary = (kind.__doc__ or "").strip().partition("\n")[0]
    return EventType(
        kind.__name__,
        kind.__module__.rpartition(".")[2],
        kind.nature,
        kind.rule,
        kind.since,
        summary,
        tuple(field.name for field in fields(kind)),
    )
