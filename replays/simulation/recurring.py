"""Batches of records that recur from game to game: written once, with room for what is a game's own.

Made by ``events.codec`` and ``events.log`` alone; here their lines are only cut where games differ.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.json import encode
from msgspec.structs import replace

from events.codec import hash_line
from events.log import seal_batch
from events.records import NO_HASH, Draft

_HASH = NO_HASH.encode()
NOTHING: Mapping[int, str] = {}

Value = Any
"""Of a field of an event: an id, ids, the number on a die."""

Frame = tuple[bytes, bytes, bytes]
"""A line before a value of the game's own, between it and ``prev``, and after ``prev``.

Where nothing is the game's own, all is in the first part, and nothing is between.
"""


class Recurring:
    """Drafts from record ``first`` on. In ``own`` places one field of the event is each game's own."""

    __slots__ = ("drafts", "frames", "own")

    def __init__(
        self, drafts: Sequence[Draft], first: int, own: Mapping[int, str] = NOTHING
    ) -> None:
        """Encode them once."""
        self.drafts, self.own = tuple(drafts), own
        self.frames = tuple(
            _frame(entry, first + place, own.get(place, ""))
            for place, entry in enumerate(self.drafts)
        )

    def filled(self, values: Iterator[Value]) -> Sequence[Draft]:
        """Return the drafts of a game that has these values of its own; others may follow them."""
        if not self.own:
            return self.drafts
        drafts = list(self.drafts)
        for place, field in self.own.items():
            model = drafts[place]
            event = replace(model.event, **{field: next(values)})
            drafts[place] = Draft(event=event, by=model.by, cause=model.cause, rule=model.rule)
        return drafts


def _frame(entry: Draft, seq: int, field: str) -> Frame:
    (line,) = seal_batch((entry,), seq, NO_HASH).lines
    before, _, after = line.removesuffix(b"\n").rpartition(_HASH)
    if not field:
        return before, b"", after
    name = encode(field) + b":"
    start, _, between = before.partition(name + encode(getattr(entry.event, field)))
    return start + name, between, after


class Chain(NamedTuple):
    """A log as its canonical lines, without line ends, and the hash of the last one."""

    lines: Sequence[bytes]
    head: str


def chained(first: bytes, batches: Iterable[Recurring], values: Iterator[Value]) -> Chain:
    """Return the log of a header's line and a game's batches, as ``events.log`` would seal it."""
    lines, head = [first], hash_line(first)
    for batch in batches:
        for before, between, after in batch.frames:
            start = before + encode(next(values)) + between if between else before
            line = start + head.encode() + after
            head = hash_line(line)
            lines.append(line)
    return Chain(lines, head)
