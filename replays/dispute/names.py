"""Which object of one log is which of another: found as events are matched, one to one.

Ids reveal nothing (CR 400.7) and two recorders number differently; what a card is must agree.
"""

from typing import Any, TypeVar

from immutables import Map
from msgspec import Struct
from msgspec.structs import replace

from events.identifiers import ObjectId, is_object_id
from projections.table import Table

Name = tuple[str, str]
"""A kind of number or id, and the one of it: ``("object", "c40")``, ``("flip", "7")``."""

OBJECT = "object"
T = TypeVar("T")


class Names:
    """The names that are known to mean the same; what was bound can be taken back."""

    def __init__(self) -> None:
        self._there: dict[Name, str] = {}
        self._back: dict[Name, str] = {}
        self._trail: list[tuple[Name, Name]] = []

    def bind(self, kind: str, one: str, other: str) -> bool:
        """Let two names mean the same, unless one of them means something else already."""
        known = self._there.get((kind, one))
        if known is not None:
            return known == other
        if (kind, other) in self._back:
            return False
        self._there[kind, one] = other
        self._back[kind, other] = one
        self._trail.append(((kind, one), (kind, other)))
        return True

    def knows(self, kind: str, one: str, other: str) -> bool:
        """Whether either name is bound."""
        return (kind, one) in self._there or (kind, other) in self._back

    def first(self, kind: str, other: str) -> str:
        """Return what a name of the second log is in the first; itself where nothing is known."""
        return self._back.get((kind, other), other)

    @property
    def mark(self) -> int:
        """Where the trail is now, for ``back_to``."""
        return len(self._trail)

    def back_to(self, mark: int) -> None:
        """Forget what was bound since a mark."""
        while len(self._trail) > mark:
            one, other = self._trail.pop()
            del self._there[one]
            del self._back[other]

    @property
    def to_first(self) -> dict[str, str]:
        """Object of the second log -> object of the first, where their ids differ."""
        back = self._back.items()
        return {name: one for (kind, name), one in back if kind == OBJECT and name != one}


def card_of(table: Table, name: str) -> str | None:
    """Return what card an object is on a table, if that is known there."""
    thing = table.objects.get(ObjectId(name)) or table.last_known.get(ObjectId(name))
    return None if thing is None else thing.card


def renamed(value: T, names: dict[str, str]) -> T:
    """Return a value of a table with the ids of another log."""
    return value if not names else _renamed(value, names)


APART = ("header", "rules", "cards")
"""Parts of a table without ids of its objects."""


def _renamed(value: Any, names: dict[str, str]) -> Any:  # noqa: ANN401 - any value of a table
    match value:
        case Struct():
            kept = APART if isinstance(value, Table) else ()
            fields = {
                name: new
                for name in value.__struct_fields__
                if name not in kept
                and (new := _renamed(old := getattr(value, name), names)) is not old
            }
            return replace(value, **fields) if fields else value
        case Map():
            return Map({_renamed(key, names): _renamed(one, names) for key, one in value.items()})
        case tuple():
            new = tuple(_renamed(one, names) for one in value)
            return value if all(a is b for a, b in zip(new, value, strict=True)) else new
        case frozenset():
            return frozenset(_renamed(one, names) for one in value)
        case str() if is_object_id(value):
            return names.get(value, value)
        case _:
            return value
