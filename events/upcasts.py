"""Old versions of events, brought up to today's on reading and never on disk.

An event of version 1 is tagged by its name alone; later versions carry a number: ``FlipCalled.2``.
"""

from collections.abc import Callable, Mapping
from typing import Any

from events.catalogue import EVENT_TYPES
from events.errors import DataError, VersionError

Fields = dict[str, Any]
Upcast = Callable[[Fields], Fields]

UPCASTS: dict[str, Upcast] = {}
"""Tag of an old version -> what makes the next version of it. All events are at version 1 so far."""

LONGEST_CHAIN = 64
"""No event will ever have more versions; a longer chain is a circle."""


_TODAY = {str(kind.__struct_config__.tag): name for name, kind in EVENT_TYPES.items()}


def upcast(fields: Fields, chain: Mapping[str, Upcast] = UPCASTS) -> Fields:
    """Return an event's fields as today's version has them: the same object if they already are.

    Raises ``VersionError`` for a type that neither the catalogue nor the chain knows.
    """
    for _ in range(LONGEST_CHAIN):
        tag = fields.get("type")
        if not isinstance(tag, str) or tag not in chain:
            break
        fields = _step(chain[tag], fields, tag)
    else:
        raise VersionError("data/upcast_chain", f"the old versions of {tag} have no end")
    if not isinstance(tag, str) or tag not in _TODAY:
        raise VersionError("data/event_type", _unknown(tag))
    return fields


def _step(step: Upcast, fields: Fields, tag: str) -> Fields:
    try:
        return step(dict(fields))
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise DataError("data/field", f"this is no {tag}: {error!r}") from error


def _unknown(tag: object) -> str:
    name, _, version = str(tag).partition(".")
    if name in EVENT_TYPES and version.isdecimal():
        return f"{name} is here in version {version}, which this program does not know"
    return f"no event type is called {tag!r}"
