"""Changes between two tables as people and programs read them: a sign, a path, two values."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from projections.paths import ABSENT, Change
from projections.plain import to_plain
from projections.table import GameObject
from replays.output import Screen
from replays.showing.parts import points

LONGEST = 100
"""Characters of a value that are shown; ``--json`` has all of it."""


class Row(NamedTuple):
    """One change as a line: ``+`` came, ``-`` went, ``~`` is another value now."""

    sign: str
    path: str
    values: str


def sign(change: Change) -> str:
    """Return the sign of a change."""
    if change.before is ABSENT:
        return "+"
    return "-" if change.after is ABSENT else "~"


def row(change: Change) -> Row:
    """Return a change as sign, path and values."""
    before, after, halves = change.before, change.after, change.halves
    if before is ABSENT:
        return Row("+", change.path, shown(after, halves=halves))
    if after is ABSENT:
        return Row("-", change.path, shown(before, halves=halves))
    if _is_list(before) and _is_list(after) and set(before) != set(after):
        return Row("~", change.path, _members(before, after))
    then, now = shown(before, halves=halves), shown(after, halves=halves)
    return Row("~", change.path, f"{then} → {now}")


def plain(change: Change) -> dict[str, Any]:
    """Return a change as a JSON object; a value that is not there is absent."""
    values = {"before": change.before, "after": change.after}
    told = {name: to_plain(value) for name, value in values.items() if value is not ABSENT}
    halves = {"halves": True} if change.halves else {}
    return {"path": change.path, "sign": sign(change)} | told | halves


def draw(screen: Screen, changes: tuple[Change, ...], *, indent: str = "") -> None:
    """Write changes, one line each."""
    for mark, path, values in map(row, changes):
        screen.line(f"{indent}{mark} {path}  {values}".rstrip())


def shown(value: Any, *, halves: bool = False) -> str:  # noqa: ANN401 - any value of a table
    """Return a value in few words; ``halves`` where it counts halves of points."""
    match value:
        case int() if halves:
            text = points(value, halves=True)
        case None | () | "":
            return "-"
        case bool():
            return str(value).lower()
        case GameObject():
            where = f"{value.owner}'s {value.zone}" if value.owner else str(value.zone)
            text = f"{value.name or 'unknown card'}, {where}"
        case Struct():
            text = ", ".join(_fields(to_plain(value)))
        case tuple() | frozenset():
            text = " ".join(map(str, to_plain(value)))
        case _:
            text = str(to_plain(value))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _fields(plain_value: Any) -> Iterator[str]:  # noqa: ANN401 - a struct in plain words
    if not isinstance(plain_value, dict):
        yield str(plain_value)
        return
    for name, value in plain_value.items():
        if isinstance(value, dict):
            yield f"{name} {value.get('id', '…')}"
        elif isinstance(value, list):
            yield f"{name} {' '.join(map(str, value))}"
        else:
            yield f"{name} {value}"


def _is_list(value: Any) -> bool:  # noqa: ANN401 - any value of a table
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


def _members(before: tuple[str, ...], after: tuple[str, ...]) -> str:
    """Return which members of a list came and went."""
    came = [f"+{one}" for one in after if one not in before]
    went = [f"-{one}" for one in before if one not in after]
    return " ".join((*came, *went))
