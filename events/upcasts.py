"""Old versions of events, brought up to today's on reading and never on disk.

An event of version 1 is tagged by its name alone; later versions carry a number: ``FlipCalled.2``.
"""

from collections.abc import Callable, Mapping
from typing import Any

from events.catalogue import EVENT_TYPES
from events.errors import VersionError

Fields = dict[str, Any]
Upcast = Callable[[Fields], Fields]

UPCASTS: dict[str, Upcast] = {}
"""Tag of an old version -> what makes the next version of it. All events are at version 1 so far."""

LONGEST_CHAIN = 64
"""No event will ever have more versions; a longer chain is a circle."""


def upcast(fields: Fields, chain: Mapping[str, Upcast] = UPCASTS) -> Fields:
    """Return an event's fields as today's version has them.

    Raises ``VersionError`` for a type that neither the catalogue nor the chain knows.
    """
    known = {kind.__struct_config__.tag for kind in EVENT_TYPES.values()}
    for _ in range(LONGEST_CHAIN):
        tag = fields.get("type")
        step = chain.get(tag) if isinstance(tag, str) else None
        if step is None:
            break
        fields = step(fields)
    if fields.get("type") not in known:
        raise VersionError("data/event_type", _unknown(fields.get("type")))
    return fields


def _unknown(tag: object) -> str:
    name, _, version = str(tag).partition(".")
    if name in EVENT_TYPES and version:
        return f"{name} is here in version {version}, which is newer than this program"
    return f"no event type is called {tag!r}"
