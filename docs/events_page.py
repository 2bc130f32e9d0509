"""The reference of events: each type with its nature, rule, fields, and who may see them."""

from collections.abc import Iterator
from types import ModuleType

from msgspec import Struct
from msgspec.structs import fields

from events.base import NOBODY, PLAYER, Event
from events.catalogue import EVENT_TYPES, FAMILIES, EventType, catalogue
from events.citations import gloss
from markup import cited, code, page, paragraphs, prose, table
from scan import FieldDoc, class_fields, module_doc

INTRODUCTION = """\
Everything that can stand in a log. A *decision* is made by a player, *chance* is an outcome nobody
chose, a *consequence* follows from the rules. A field left at its default is absent in the log.
A private field is known to the named seat alone; other viewers get the event without it."""


def events_page() -> str:
    """Return the page of all events, family by family."""
    return page("Events", INTRODUCTION, _overview(), *(_family(family) for family in FAMILIES))


def _overview() -> str:
    rows = (
        (f"[{row.name}](#{row.name.lower()})", row.family, row.nature.value, cited(row.rule))
        for row in catalogue()
    )
    return table(("event", "family", "nature", "rule"), rows)


def _family(family: ModuleType) -> str:
    name = family.__name__.rpartition(".")[2]
    events = (_event(row) for row in catalogue() if row.family == name)
    structures = (_structure(kind) for kind in _structures_of(family))
    return "\n\n".join(
        (f"## {name}", paragraphs(module_doc(family.__name__)), *events, *structures)
    )


def _structures_of(family: ModuleType) -> Iterator[type[Struct]]:
    for value in vars(family).values():
        if not isinstance(value, type) or not issubclass(value, Struct):
            continue
        if value.__module__ == family.__name__ and not issubclass(value, Event):
            yield value


def _event(row: EventType) -> str:
    kind = EVENT_TYPES[row.name]
    told = f"*{row.nature.value}*, {cited(row.rule)} ({gloss(row.rule)}), since version {row.since}"
    return "\n\n".join(
        part
        for part in (f"### {row.name}", paragraphs(kind.__doc__), told, field_table(kind))
        if part
    )


def _structure(kind: type[Struct]) -> str:
    return "\n\n".join((f"### {kind.__name__}", paragraphs(kind.__doc__), field_table(kind)))


def field_table(kind: type[Struct]) -> str:
    """Return a struct's fields as a table: name, type, default, meaning."""
    written = _written(kind)
    rows = (
        (
            code(name),
            code(written[name].type),
            code(written[name].default),
            " ".join(part for part in (prose(written[name].doc), _seen_by(kind, name)) if part),
        )
        for name in (field.name for field in fields(kind))
    )
    return table(("field", "type", "default", "meaning"), rows)


def _written(kind: type[Struct]) -> dict[str, FieldDoc]:
    """Return the fields as they are written, a subclass's words over its base's."""
    return {
        field.name: field
        for base in reversed(kind.__mro__)
        for field in class_fields(base.__module__, base.__name__)
    }


def _seen_by(kind: type[Struct], name: str) -> str:
    seat = kind.private.get(name) if issubclass(kind, Event) else None
    if seat is None:
        return ""
    who = {NOBODY: "nobody", PLAYER: "the player"}.get(seat, f"the seat in `{seat}`")
    return f"*Private: seen by {who}.*"
