"""Who last wrote a value: found in neighbouring tables, quickly where they share what did not change.

Nothing is recorded while folding: tables are persistent, so a part that two of them share is one
object, and a look at its identity says that nothing below it was written.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from immutables import Map
from msgspec import Struct

from events.base import Event
from events.identifiers import ObjectId
from events.turns import CardsDrawn
from events.vocabulary import Zone
from projections.identity import renamed
from projections.paths import ABSENT, COMPUTED, counts_halves
from projections.table import Table

Steps = tuple[str, ...]
"""A path taken apart: one name for each level."""


class Write(Struct, frozen=True):
    """A record with which the value at a path became another one, came, or went."""

    seq: int
    path: str
    before: Any
    after: Any
    halves: bool = False
    """Both are counted in halves of points."""


class Life(Struct, frozen=True):
    """One of the objects that a card was (CR 400.7), and the record that made it."""

    seq: int
    id: ObjectId
    earlier: ObjectId | None
    """What it was before that record; absent where nothing is known to have become it."""


def steps_of(table: Table, path: str) -> Steps:
    """Return a path taken apart: as it fits a table, and at its dots where it fits no longer.

    A key may itself have dots; the longest one that fits is meant.
    """
    names: list[str] = []
    value: Any = table
    rest = path
    while rest:
        name = _first(value, rest)
        names.append(name)
        rest = rest[len(name) + 1 :]
        value = part(value, name)
    return tuple(names)


def _first(value: Any, path: str) -> str:  # noqa: ANN401 - any value of a table
    if isinstance(value, Map | dict) and "." in path:
        fitting = [str(key) for key in value if f"{path}.".startswith(f"{key}.")]
        if fitting:
            return max(fitting, key=len)
    return path.partition(".")[0]


def part(value: Any, name: str) -> Any:  # noqa: ANN401 - any value of a table
    """Return what stands under a name in a value of a table; ``ABSENT`` where nothing does."""
    match value:
        case Table() if name in COMPUTED:
            return getattr(value, name)
        case Struct():
            return getattr(value, name) if name in value.__struct_fields__ else ABSENT
        case Map() | dict():
            return _under(value, name)
        case tuple() if name.isascii() and name.isdecimal() and len(name) < 10:  # noqa: PLR2004 - bounded
            return value[int(name)] if int(name) < len(value) else ABSENT
        case _:
            return ABSENT


def _under(value: Any, name: str) -> Any:  # noqa: ANN401 - a mapping whose keys are words or numbers
    found = value.get(name, ABSENT)
    if found is ABSENT and name.isascii() and name.isdecimal():
        return value.get(int(name), ABSENT)
    return found


def value_at(table: Table, steps: Steps) -> Any:  # noqa: ANN401 - any value of a table
    """Return the value at a path; ``ABSENT`` where there is none."""
    value: Any = table
    for name in steps:
        value = part(value, name)
        if value is ABSENT:
            return ABSENT
    return value


def was_written(before: Table, after: Table, steps: Steps) -> bool:
    """Whether the value at a path differs between two tables."""
    one: Any = before
    other: Any = after
    for name in steps:
        one, other = part(one, name), part(other, name)
        if one is other:
            return False
    return bool(one != other)


def last_write(tables: Sequence[Table], path: str, at: int) -> Write | None:
    """Return the last record, up to ``at``, that wrote a value; nothing where it was so from the start."""
    steps = steps_of(tables[at], path)
    after = tables[at]
    for seq in range(at, 0, -1):
        before = tables[seq - 1]
        if before is not after and was_written(before, after, steps):
            return _write(seq, path, value_at(before, steps), value_at(after, steps), after)
        after = before
    return None


def _write(seq: int, path: str, before: Any, after: Any, table: Table) -> Write:  # noqa: ANN401
    return Write(seq, path, before, after, counts_halves(table, path))


def writes(
    tables: Sequence[Table], path: str, first: int = 0, last: int | None = None
) -> Iterator[Write]:
    """Yield every record of a span that wrote a value, in order."""
    end = len(tables) - 1 if last is None else last
    steps = steps_of(tables[end], path)
    before = tables[max(0, first - 1)]
    for seq in range(max(1, first), end + 1):
        after = tables[seq]
        if before is not after and was_written(before, after, steps):
            yield _write(seq, path, value_at(before, steps), value_at(after, steps), after)
        before = after


def held(tables: Sequence[Table], path: str, at: int) -> int | None:
    """Return the last record up to ``at`` after which there is a value at a path."""
    steps = steps_of(tables[at], path)
    return next(
        (seq for seq in range(at, -1, -1) if value_at(tables[seq], steps) is not ABSENT), None
    )


def lives(
    tables: Sequence[Table],
    event_at: Callable[[int], Event | None],
    name: ObjectId,
    at: int,
) -> Iterator[Life]:
    """Yield the objects that a card was, back from one of them: each with the record that made it.

    ``event_at`` gives the event of a record, or nothing where it is not to be known.
    """
    seen: set[ObjectId] = set()
    while name not in seen:  # an id comes once
        seen.add(name)
        born = birth(tables, name, at)
        if born is None:
            return
        event = event_at(born) if born else None
        earlier = None if event is None else earlier_id(event, tables[born - 1], name)
        yield Life(born, name, earlier)
        if earlier is None:
            return
        name, at = earlier, born - 1


def birth(tables: Sequence[Table], name: ObjectId, at: int) -> int | None:
    """Return the record with which an object came to be; nothing where there is none up to ``at``."""
    seq = at
    while seq >= 0 and not _exists(tables[seq], name):  # it may have ceased before
        seq -= 1
    if seq < 0:
        return None
    while seq > 0 and _exists(tables[seq - 1], name):
        seq -= 1
    return seq


def _exists(table: Table, name: ObjectId) -> bool:
    return name in table.objects


def earlier_id(event: Event, before: Table, name: ObjectId) -> ObjectId | None:
    """Return what an object was before the event that made it, where the table tells."""
    if isinstance(event, CardsDrawn):
        player = before.players.get(event.player)
        if player is None or player.unseen.get(Zone.LIBRARY.value, 0):
            return None  # which card was on top is not known
    for old, new in renamed(event, before).items():
        if new == name and old != name:
            return old
    return None
