"""Batches of records that recur from game to game: written once, with room for what is a game's own.

Made by ``events.codec`` and ``events.log`` alone; here their lines are only cut where games differ.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from events.base import Event
from events.codec import encode_event, hash_line
from events.log import seal_batch
from events.records import NO_HASH, Draft

_HASH = NO_HASH.encode()
_EVENT = b'"event":'

Frame = tuple[bytes, bytes, bytes]
"""A line before an event of the game's own, between it and ``prev``, and after ``prev``.

Where the event recurs too, it stands in the first part, and nothing is between.
"""


class Recurring:
    """Drafts from record ``first`` on; the events in ``own`` places are each game's own."""

    __slots__ = ("drafts", "frames", "own")

    def __init__(self, drafts: Sequence[Draft], first: int, own: Sequence[int] = ()) -> None:
        """Encode them once."""
        self.drafts, self.own = tuple(drafts), tuple(own)
        self.frames = tuple(
            _frame(entry, first + place, is_own=place in self.own)
            for place, entry in enumerate(self.drafts)
        )

    def filled(self, events: Sequence[Event]) -> Sequence[Draft]:
        """Return the drafts of a game that has these events of its own."""
        if not events:
            return self.drafts
        drafts = list(self.drafts)
        for place, event in zip(self.own, events, strict=True):
            model = drafts[place]
            drafts[place] = Draft(event=event, by=model.by, cause=model.cause, rule=model.rule)
        return drafts


def _frame(entry: Draft, seq: int, *, is_own: bool) -> Frame:
    (line,) = seal_batch((entry,), seq, NO_HASH).lines
    before, _, after = line.removesuffix(b"\n").rpartition(_HASH)
    if not is_own:
        return before, b"", after
    start, _, between = before.partition(_EVENT + encode_event(entry.event))
    return start + _EVENT, between, after


Part = tuple[Recurring, Sequence[Event]]
"""A batch of a game, with the events in it that are its own."""


def drafts_of(parts: Iterable[Part]) -> tuple[Draft, ...]:
    """Return a game's drafts."""
    drafts: list[Draft] = []
    for batch, events in parts:
        drafts += batch.filled(events)
    return tuple(drafts)


class Chain(NamedTuple):
    """A log as its canonical lines, without line ends, and the hash of each."""

    lines: Sequence[bytes]
    hashes: Sequence[str]

    @property
    def head(self) -> str:
        """The hash of the last record."""
        return self.hashes[-1]


def chained(first: bytes, parts: Iterable[Part]) -> Chain:
    """Return the log of a header's line and a game's drafts, as ``events.log`` would seal them."""
    head = hash_line(first)
    lines, hashes = [first], [head]
    for batch, events in parts:
        own = iter(events)
        for before, between, after in batch.frames:
            start = before + encode_event(next(own)) + between if between else before
            line = start + head.encode() + after
            head = hash_line(line)
            lines.append(line)
            hashes.append(head)
    return Chain(lines, hashes)
