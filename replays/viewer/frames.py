"""Frames: what a page draws of a table, and what each record changes of it.

A frame is the table without what never changes, and with what is worked out from it: sizes of
creatures, sprocket boards, who must decide what. Changes are those of ``projections.paths``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from immutables import Map
from msgspec import NODEFAULT, Struct, defstruct
from msgspec.structs import asdict, fields

from events.identifiers import ObjectId
from machine.characteristics import is_creature, power, toughness
from machine.referee import awaiting
from projections.paths import ABSENT, Change, changes
from projections.plain import to_plain
from projections.progress import (
    ChoiceRound,
    Combat,
    Flip,
    MulliganProgress,
    Resolution,
    StackItem,
)
from projections.sprocket_board import PlayerBoard, board
from projections.table import GameObject, Player, Priority, Table, Turn
from projections.viewers import JUDGE
from replays.translation import translated

LEFT_OUT = frozenset({"header", "rules", "cards", "numbers", "last_known"})
"""Fields of a table that no page draws: they stand elsewhere in it, or only number things."""

KEPT = tuple(name for name in Table.__struct_fields__ if name not in LEFT_OUT)

Steps = list[str | int]
"""A path as a page walks it: keys of objects, and positions in lists."""

Patch = list[Any]
"""One change: the steps to a place, and its new value; without one, the place is gone."""


class Size(Struct, frozen=True):
    """Power and toughness now, in units of the game."""

    power: int
    toughness: int


class Asking(Struct, frozen=True, kw_only=True):
    """Who must decide what; of others, a seat knows only that they must."""

    player: str
    what: str = ""
    ja: str = ""
    """The same in Japanese."""
    rule: str = ""
    decisions: tuple[str, ...] = ()


Frame = defstruct(
    "Frame",
    [
        *((name, Any) for name in KEPT),
        ("sizes", Mapping[ObjectId, Size]),
        ("boards", tuple[PlayerBoard, ...]),
        ("asking", tuple[Asking, ...]),
    ],
    frozen=True,
    module=__name__,
)
"""What a page draws of one table."""


class Frames(Sequence[Any]):
    """The frames of a game for one viewer, made in order; neighbours share what did not change."""

    def __init__(self, seen: Sequence[Table], whole: Sequence[Table], viewer: str = JUDGE) -> None:
        """Take the tables as the viewer sees them, and as they are, which the referee reads."""
        self._seen, self._whole, self._viewer = seen, whole, viewer
        self._sizes: tuple[tuple[object, ...], Map[ObjectId, Size]] = ((), Map())
        self._boards: tuple[tuple[object, ...], tuple[PlayerBoard, ...]] = ((), ())
        self._last: tuple[int, Any] = (-1, None)

    def __len__(self) -> int:
        return len(self._seen)

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401 - a frame
        known, frame = self._last
        if known != index:
            frame = self._made(self._seen[index], self._whole[index])
            self._last = (index, frame)
        return frame

    def _made(self, table: Table, whole: Table) -> Any:  # noqa: ANN401 - a frame
        return Frame(
            **{name: getattr(table, name) for name in KEPT},
            sizes=self._sizes_of(table),
            boards=self._boards_of(table),
            asking=_asking(whole, self._viewer),
        )

    def _sizes_of(self, table: Table) -> Map[ObjectId, Size]:
        """CR 613: sizes depend on objects, on effects, and on whose turn it is, of all that is shown."""
        read = (table.objects, table.effects, table.battlefield, table.players, table.turn)
        known, sizes = self._sizes
        if not _same(known, read):
            every = (table.objects[name] for name in table.battlefield)
            found = {thing.id: _size(table, thing) for thing in every if _has_size(table, thing)}
            sizes = sizes if dict(sizes) == found else Map(found)
            self._sizes = (read, sizes)
        return sizes

    def _boards_of(self, table: Table) -> tuple[PlayerBoard, ...]:
        read = (table.objects, table.battlefield, table.players, table.cards)
        known, boards = self._boards
        if not _same(known, read):
            found = board(table)
            boards = boards if boards == found else found
            self._boards = (read, boards)
        return boards


def _same(known: tuple[object, ...], read: tuple[object, ...]) -> bool:
    return bool(known) and all(one is other for one, other in zip(known, read, strict=True))


def _has_size(table: Table, thing: GameObject) -> bool:
    return not thing.face_down and is_creature(table, thing)


def _size(table: Table, thing: GameObject) -> Size:
    return Size(power(table, thing), toughness(table, thing))


def _asking(table: Table, viewer: str) -> tuple[Asking, ...]:
    """Return who must decide what; an imported game has been decided elsewhere.

    The question put to another player may name what that player alone knows: deny by default.
    """
    if table.header.imported is not None or table.result is not None:
        return ()
    return tuple(
        Asking(
            player=who,
            what=one.what,
            ja=translated("ja", one.what),
            rule=one.rule,
            decisions=one.names,
        )
        if viewer in (JUDGE, who)
        else Asking(player=who)
        for one in awaiting(table)
        for who in (one.by or one.player,)
    )


def plain_frame(frame: Any) -> dict[str, Any]:  # noqa: ANN401 - a frame
    """Return a frame as a JSON object: within its fields, defaults are left out."""
    return {name: to_plain(value) for name, value in asdict(frame).items()}


PARTS: Mapping[str, tuple[int, type[Struct]]] = {
    "players": (2, Player),
    "objects": (2, GameObject),
    "stack": (2, StackItem),
    "flips": (2, Flip),
    "turn": (1, Turn),
    "priority": (1, Priority),
    "mulligan": (1, MulliganProgress),
    "combat": (1, Combat),
    "choice": (1, ChoiceRound),
    "resolution": (1, Resolution),
}
"""First name of a path -> how many names lead to a struct, and its type."""


def defaults() -> dict[str, dict[str, Any]]:
    """Return what a frame leaves out of its parts, so that a page can tell a value all the same."""
    return {
        name: {"depth": depth, "fields": _defaults(kind)} for name, (depth, kind) in PARTS.items()
    }


def _defaults(kind: type[Struct]) -> dict[str, Any]:
    return {
        field.name: to_plain(field.default)
        for field in fields(kind)
        if field.default is not NODEFAULT
    }


def patches(frames: Frames, seq: int) -> list[Patch]:
    """Return the changes of a record as a page applies them, one after another."""
    before, after = frames[seq - 1], frames[seq]
    return [_patch(change, before, after) for change in changes(before, after)]


def _patch(change: Change, before: Any, after: Any) -> Patch:  # noqa: ANN401 - frames
    if change.after is ABSENT:
        return [_steps(before, change.path)]
    return [_steps(after, change.path), to_plain(change.after)]


def _steps(value: Any, path: str) -> Steps:  # noqa: ANN401 - any value of a frame
    """Take a path apart as it leads into plain data; a key may itself have dots."""
    steps: Steps = []
    while path:
        name = path.partition(".")[0]
        if isinstance(value, tuple):
            steps.append(int(name))
            value = value[int(name)]
        elif isinstance(value, Struct):
            steps.append(name)
            value = getattr(value, name)
        else:
            name, value = next(_fitting(value, path))
            steps.append(name)
        path = path[len(name) + 1 :]
    return steps


def _fitting(value: Mapping[Any, Any], path: str) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a mapping that a path can begin with, the longest first."""
    end = len(path)
    while end > 0:  # shorter each time
        name = path[:end]
        key: str | int = int(name) if name.isascii() and name.isdecimal() else name
        for one in (name, key):
            if one in value:
                yield name, value[one]
        end = path.rfind(".", 0, end)
