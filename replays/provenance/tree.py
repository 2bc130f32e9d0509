"""``why``: the tree of what made a value, from its last write back to decisions and chance."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from events.base import Event
from events.errors import DataError
from events.identifiers import ObjectId, Seat, is_object_id
from events.rulings import Rewound
from events.vocabulary import Nature
from projections import paths
from projections.paths import ABSENT
from projections.plain import to_plain
from projections.provenance import Write, held, last_write, lives, steps_of, value_at
from projections.table import Table
from projections.timeline import line
from projections.viewers import JUDGE
from replays.game_log import GameLog
from replays.positions import context_of
from replays.provenance import readers as _readers  # noqa: F401 - importing it registers its readers
from replays.provenance.links import Found, Read, has_sources, sources
from replays.provenance.seen import Evidence

DEPTH = 5
"""Levels of a tree, unless asked for more."""

DEEPEST = 40
"""Levels that can be asked for."""

MOST_NODES = 400
"""Nodes of one tree: behind that, what is left out is counted."""

EARLIER = 3
"""Earlier writes of the value that are listed, unless asked for more."""


class Node(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One record in the tree, how it bears on the one above, and what made it in turn."""

    seq: int
    role: str
    type: str = ""
    """Absent where the viewer may see nothing of the event."""
    by: str = ""
    nature: str = ""
    rule: tuple[str, ...] = ()
    when: str = ""
    text: str = ""
    path: str = ""
    """The value that this record wrote, where the one above read it."""
    before: Any = None
    after: Any = None
    halves: bool = False
    """Both are counted in halves of points, in an un-game."""
    reported: bool = False
    inferred: bool = False
    between: int = 0
    """Consequences between this record and the one above that only passed the cause on."""
    shown: bool = False
    """It stands elsewhere in the tree, with what made it."""
    more: int = 0
    """Sources that are left out: the tree is deep or large enough."""
    sources: "tuple[Node, ...]" = ()


class Why(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a value is what it is at a position."""

    log: str
    path: str
    at: int
    seat: str
    value: Any = None
    halves: bool = False
    """The value is counted in halves of points, in an un-game."""
    is_absent: bool = False
    """There is no value at the path any more, or none that the viewer may know."""
    unseen: int = 0
    """Cards of the zone at the path that the viewer, or the record, does not know."""
    root: Node | None = None
    """The record that wrote it; none where it has been so from the start."""
    earlier: tuple[Node, ...] = ()
    """Earlier writes of the value, the last first."""
    lives: tuple[Node, ...] = ()
    """For an object: what made each of the objects that the card was before, the last first."""

    def to_plain(self) -> dict[str, Any]:
        """Return the tree as a JSON object."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def __str__(self) -> str:
        from replays.provenance.drawing import lines

        return "\n".join(lines(self))

    def _repr_html_(self) -> str:
        from replays.provenance.drawing import to_html

        return to_html(self)


def why(  # noqa: PLR0913 - a question has a subject, a moment, a viewer, and a size
    game: GameLog,
    path: str,
    at: int,
    *,
    seat: str = JUDGE,
    lang: str = "en",
    depth: int = DEPTH,
    earlier: int = EARLIER,
) -> Why:
    """Return what made a value, for a viewer: from those records alone that the viewer may see.

    Raises ``DataError`` with the nearest paths where there never was such a value.
    """
    evidence = Evidence(game, seat)
    check_path(evidence, path, at)
    maker = Maker(evidence, lang, min(depth, DEEPEST))
    value = value_at(evidence.tables[at], steps_of(evidence.tables[at], path))
    write = last_write(evidence.tables, path, at)
    return Why(
        log=game.path,
        path=path,
        at=at,
        seat=seat,
        value=None if value is ABSENT else to_plain(value),
        halves=paths.counts_halves(evidence.tables[at], path),
        is_absent=value is ABSENT,
        unseen=_unseen(evidence.tables[at], path),
        root=None if write is None else maker.wrote(write, "wrote", 0),
        earlier=tuple(maker.earlier(write, earlier)),
        lives=tuple(maker.lives(path, at)),
    )


def _unseen(table: Table, path: str) -> int:
    """Return how many cards of a zone are not known, where the path is that of a player's zone."""
    first, _, rest = path.partition(".")
    seat, _, zone = rest.partition(".")
    player = table.players.get(Seat(seat)) if first == "players" else None
    return 0 if player is None else player.unseen.get(zone, 0)


def check_path(evidence: Evidence, path: str, at: int) -> None:
    """Raise with the nearest names unless there is, or was, a value at a path."""
    if path and held(evidence.tables, path, at) is not None:
        return
    later = next(
        (
            seq
            for seq in range(at + 1, len(evidence) if path else 0)
            if value_at(evidence.tables[seq], steps_of(evidence.tables[seq], path)) is not ABSENT
        ),
        None,
    )
    if later is not None:
        raise DataError(
            "path/later", f"there is no {path} at {at} yet; nearest: @{later}", field=path
        )
    paths.get(evidence.tables[at], path)


class Maker:
    """Makes the nodes of one tree, each record with its sources once."""

    def __init__(self, evidence: Evidence, lang: str, depth: int) -> None:
        self._evidence = evidence
        self._lang = lang
        self._depth = depth
        self._shown: set[int] = set()
        self._left = MOST_NODES

    def wrote(self, write: Write, role: str, depth: int) -> Node:
        """Return the node of a record that wrote a value, with what made it."""
        return self.node(write.seq, role, depth, **_fields(write))

    def node(self, seq: int, role: str, depth: int, **fields: Any) -> Node:  # noqa: ANN401 - fields of Node
        """Return the node of a record, with its sources as far as the tree may grow."""
        told = self._told(seq, role) | fields
        if seq in self._shown:
            return Node(**told, shown=self._evidence.event(seq) is not None)
        self._shown.add(seq)
        self._left -= 1
        found = self._sources(seq)
        if depth >= self._depth or self._left <= 0:
            return Node(**told, more=len(found))
        return Node(**told, sources=tuple(self._followed(found, depth + 1, told)))

    def _told(self, seq: int, role: str) -> dict[str, Any]:
        """Return what a node says of its record."""
        event = self._evidence.event(seq)
        if event is None:
            return {"seq": seq, "role": role}
        record = self._evidence.record(seq)
        tables = self._evidence.game.tables
        before, after = tables[max(0, seq - 1)], tables[seq]
        whole: Event = record.event
        return {
            "seq": seq,
            "role": role,
            "type": type(event).__name__,
            "by": record.by,
            "nature": event.nature.value,
            "rule": record.rule or ((event.rule,) if event.rule else ()),
            "when": context_of(after, event).label,
            "text": line(before, whole, after, lang=self._lang, seat=self._evidence.seat),
            "reported": record.reported,
            "inferred": record.inferred,
        }

    def _sources(self, seq: int) -> "list[Found | Read | Caused]":
        """Return what made a record: what its event read, and what caused it, each record once."""
        found: list[Found | Read | Caused] = list(sources(self._evidence, seq))
        known = {one.seq for one in found if isinstance(one, Found)}
        cause = self._cause(seq, known)
        if cause is not None and cause.seq not in known:
            found.append(cause)
        unique: dict[object, Found | Read | Caused] = {}
        for one in found:
            unique.setdefault(one.path if isinstance(one, Read) else one.seq, one)
        return list(unique.values())

    def _cause(self, seq: int, known: set[int]) -> "Caused | None":
        """Return the nearest cause that tells something; those between only passed it on."""
        between = 0
        cause = self._evidence.record(seq).cause
        while cause:  # a cause comes before what it causes; 0, the header, causes nothing here
            if cause in known or self._tells(cause):
                return Caused(cause, between)
            between += 1
            cause = self._evidence.record(cause).cause
        return None

    def _tells(self, seq: int) -> bool:
        event = self._evidence.event(seq)
        return event is None or event.nature is not Nature.CONSEQUENCE or has_sources(event)

    def _followed(
        self, found: "list[Found | Read | Caused]", depth: int, told: dict[str, Any]
    ) -> Iterator[Node]:
        for one in found:
            match one:
                case Found():
                    yield self.node(one.seq, one.role, depth)
                case Caused():
                    yield self.node(one.seq, "because of", depth, between=one.between)
                case Read():
                    write = last_write(self._evidence.tables, one.path, one.at)
                    if write is not None:
                        yield self.wrote(write, one.role, depth)
        event = self._evidence.event(told["seq"])
        if isinstance(event, Rewound) and "path" in told and event.to < told["seq"]:
            write = last_write(self._evidence.tables, told["path"], event.to)
            if write is not None:
                yield self.wrote(write, "as it was", depth)

    def earlier(self, write: Write | None, most: int) -> Iterator[Node]:
        """Yield the writes of a value before the last one, without what made them."""
        for _ in range(most):
            if write is None or write.seq < 1:
                return
            write = last_write(self._evidence.tables, write.path, write.seq - 1)
            if write is not None:
                yield self._bare(write, "earlier")

    def _bare(self, write: Write, role: str) -> Node:
        return Node(**self._told(write.seq, role), **_fields(write))

    def lives(self, path: str, at: int) -> Iterator[Node]:
        """Yield what made each of the objects that a card was, where a path leads to an object."""
        first, _, rest = path.partition(".")
        name = rest.partition(".")[0]
        if first not in ("objects", "last_known") or not is_object_id(name):
            return
        known = self._evidence
        for life in lives(known.tables, known.event, ObjectId(name), at):
            told = self._told(life.seq, "lived as")
            yield Node(**told, path=f"objects.{life.id}", before=life.earlier, after=life.id)


def _fields(write: Write) -> dict[str, Any]:
    """Return what a node says of the value that its record wrote."""
    return {
        "path": write.path,
        "before": None if write.before is ABSENT else to_plain(write.before),
        "after": None if write.after is ABSENT else to_plain(write.after),
        "halves": write.halves,
    }


class Caused(Struct, frozen=True):
    """The nearest cause of a record that tells something."""

    seq: int
    between: int
