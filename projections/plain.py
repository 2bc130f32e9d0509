"""Tables and their parts as plain data for JSON: sorted, defaults omitted, words for enums."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import fields

from events.base import Event
from projections.table import Table

_encoder = msgspec.json.Encoder(order="sorted")
_defaults: dict[type[Struct], tuple[tuple[str, Any], ...]] = {}


def encode_table(table: Table) -> bytes:
    """Return the one JSON text of a table: equal tables give equal bytes."""
    return _encoder.encode(to_plain(table))


def to_plain(value: Any) -> Any:  # noqa: ANN401, PLR0911 - any part of a table
    """Return a value of a table as dictionaries, lists, strings and numbers."""
    match value:
        case Event():
            return msgspec.to_builtins(value)
        case Struct():
            return _struct(value)
        case Enum():
            return value.value
        case str() | bool() | int() | None:
            return value
        case Mapping():
            return {str(key): to_plain(value[key]) for key in sorted(value)}
        case frozenset():
            return sorted((to_plain(one) for one in value), key=_encoder.encode)
        case tuple() | list():
            return [to_plain(one) for one in value]
        case _:
            raise TypeError(f"no part of a table: {type(value).__name__}")


def _struct(value: Struct) -> dict[str, Any] | list[Any]:
    kind = type(value)
    if kind.__struct_config__.array_like:
        return [to_plain(getattr(value, name)) for name in kind.__struct_fields__]
    told = {}
    for name, default in _fields(kind):
        part = getattr(value, name)
        if default is UNSET or part != default:
            told[name] = to_plain(part)
    return told


def _fields(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a struct with their defaults, ``UNSET`` where there is none."""
    known = _defaults.get(kind)
    if known is None:
        known = tuple((field.name, _default(field)) for field in fields(kind))
        _defaults[kind] = known
    return known


def _default(field: msgspec.structs.FieldInfo) -> Any:  # noqa: ANN401 - any default
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return UNSET if field.default_factory is msgspec.NODEFAULT else field.default_factory()
