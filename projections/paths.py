"""Dotted places in a table: ``players.bob.life``, ``sprockets.ann.2``, ``stack.0.card``.

They reach data alone: fields, keys and positions, never a method or anything of Python's own.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from enum import Enum
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from events.errors import DataError
from projections.table import Table

COMPUTED: Final = ("sprockets", "playing", "active_player", "phase")
"""What a table works out from its fields and shows as if it were one."""


class Absent(Enum):
    """Stands for a value where there is none."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent.ABSENT
"""What a place holds that does not exist: before an object came, after it went."""


class Change(Struct, frozen=True):
    """One place in a table whose value is another one after."""

    path: str
    before: Any
    after: Any
    halves: bool = False
    """Both are counted in halves of points."""


_POINTS = re.compile(r"players\..+\.life|objects\..+\.damage|shields\.\d+\.amount")
"""Paths of amounts that an un-game counts in halves."""


def counts_halves(table: Table, path: str) -> bool:
    """Whether the amount at a path is counted in halves of points, as in an un-game."""
    return table.header.play.un_cards and _POINTS.fullmatch(path) is not None


def get(table: Table, path: str) -> Any:  # noqa: ANN401 - any value of a table
    """Return the value at a path; raises ``DataError`` with the nearest names for one that is none."""
    value: Any = table
    walked, rest = "", path
    while rest:
        name, after = _first(value, rest)
        found = _member(value, name)
        if found is ABSENT:
            raise _unknown(value, walked, name, path)
        value, rest = found, after
        walked = f"{walked}.{name}" if walked else name
    if not path:
        raise _unknown(table, "", "", path)
    return value


def children(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - any value of a table
    """Return the names that can follow a value in a path; none where it is a leaf."""
    match value:
        case Table():
            return (*value.__struct_fields__, *COMPUTED)
        case Struct():
            return value.__struct_fields__
        case Mapping():
            return tuple(str(key) for key in sorted(value))
        case tuple():
            return tuple(map(str, range(len(value))))
        case _:
            return ()


def walk(table: Table) -> Iterator[tuple[str, Any]]:
    """Yield every leaf of a table with its path: words, numbers, and lists of those."""
    return _leaves("", table)


def changes(before: Struct, after: Struct) -> tuple[Change, ...]:
    """Return every place where two tables, or parts of them, differ: the smallest that tell it.

    An object that came or went is one change; a list of ids is one value.
    """
    found = _differences("", before, after)
    if not isinstance(after, Table) or not after.header.play.un_cards:
        return tuple(found)
    return tuple(replace(one, halves=counts_halves(after, one.path)) for one in found)


def _first(value: Any, path: str) -> tuple[str, str]:  # noqa: ANN401 - any value of a table
    """Return the first name of a path and the rest; a key may itself have dots."""
    if isinstance(value, Mapping):
        keys = [str(key) for key in value]
        fitting = [key for key in keys if path == key or path.startswith(f"{key}.")]
        if fitting:
            longest = max(fitting, key=len)
            return longest, path[len(longest) + 1 :]
    name, _, rest = path.partition(".")
    return name, rest


def _member(value: Any, name: str) -> Any:  # noqa: ANN401 - any value of a table
    match value:
        case Table() if name in COMPUTED:
            return getattr(value, name)
        case Struct() if name in value.__struct_fields__:
            return getattr(value, name)
        case Mapping():
            return next((one for key, one in value.items() if str(key) == name), ABSENT)
        case tuple() if name.isascii() and name.isdecimal() and len(name) < 10:  # noqa: PLR2004 - bounded
            return value[int(name)] if int(name) < len(value) else ABSENT
        case _:
            return ABSENT


def _unknown(value: Any, walked: str, name: str, path: str) -> DataError:  # noqa: ANN401
    """Say what a path could have been: the nearest names, or all where there are few."""
    names = children(value)
    near = get_close_matches(name, names, n=3, cutoff=0.5) or names[:8]
    where = f"in {walked}" if walked else "in a table"
    if not names:
        text = f"there is nothing {where}: it is {'absent' if value is None else repr(value)}"
    else:
        text = f"there is no {name!r} {where}; there is {', '.join(near)}"
    return DataError("path/unknown", text, field=path or None)


def _is_leaf(value: Any) -> bool:  # noqa: ANN401 - any value of a table
    match value:
        case Struct() | Mapping():
            return not children(value)
        case tuple():
            return not any(isinstance(one, Struct) for one in value)
        case _:
            return True


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    if _is_leaf(value):
        yield path, value
        return
    for name, part in _parts(value):
        yield from _leaves(f"{path}.{name}" if path else name, part)


def _parts(value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any value of a table
    match value:
        case Struct():
            yield from ((name, getattr(value, name)) for name in value.__struct_fields__)
        case Mapping():
            yield from ((str(key), value[key]) for key in sorted(value))
        case tuple():
            yield from ((str(number), part) for number, part in enumerate(value))


def _differences(path: str, before: Any, after: Any) -> Iterator[Change]:  # noqa: ANN401
    """Find the smallest places that differ; whatever is the same value is not looked into."""
    if before is after:
        return
    if type(before) is not type(after) or _is_leaf(before) or _is_leaf(after):
        if before != after:
            yield Change(path, before, after)
        return
    if isinstance(before, Mapping):
        yield from _by_key(path, before, after)
    elif isinstance(before, Struct):
        for name in before.__struct_fields__:
            one, other = getattr(before, name), getattr(after, name)
            if one is not other:
                yield from _differences(f"{path}.{name}" if path else name, one, other)
    else:
        for number in range(max(len(before), len(after))):
            one = before[number] if number < len(before) else ABSENT
            other = after[number] if number < len(after) else ABSENT
            yield from _differences(f"{path}.{number}", one, other)


def _by_key(path: str, before: Mapping[Any, Any], after: Mapping[Any, Any]) -> Iterator[Change]:
    touched = [key for key, one in before.items() if after.get(key, ABSENT) is not one]
    touched += [key for key in after if key not in before]
    for key in sorted(touched):
        one, other = before.get(key, ABSENT), after.get(key, ABSENT)
        yield from _differences(f"{path}.{key}", one, other)
