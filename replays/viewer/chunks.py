"""Chunks: stretches of a game that a page unpacks when somebody looks there.

Each begins with a whole frame; the changes of its records follow. Nothing of other chunks is needed.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from replays.viewer.frames import Frames, Patch, patches, plain_frame
from replays.viewer.reasons import Link, links
from replays.viewer.seen import Seen

LONGEST = 1_000
"""Records of one chunk: a look anywhere applies so many changes at most."""

FRAMES_WORTH = 3
"""A chunk ends where its changes are so many times as large as its first frame."""

SMALLEST = 60_000
"""Bytes of changes below which no new chunk is worth its frame."""

SAME = 0
"""Stands for a record's changes, event or links where the first viewer has the same."""

Chunk = dict[str, Any]
Part = tuple[list[Patch], dict[str, Any] | None, list[Link]]
"""A record's changes, its event, and its links; no event where nothing is seen."""


class Story:
    """A game for one viewer, record by record: what changed, what the record says, why it is there."""

    def __init__(self, seen: Seen) -> None:
        """Take a game as a viewer sees it."""
        self._seen = seen
        self._frames = Frames(seen.tables, seen.game.tables, seen.viewer)
        self._records = {record.seq: record for record in seen.records}

    def frame(self, seq: int) -> dict[str, Any]:
        """Return the whole frame after a record."""
        return plain_frame(self._frames[seq])

    def part(self, seq: int) -> Part:
        """Return what there is to tell of a record."""
        changed = patches(self._frames, seq) if seq else []
        record = self._records.get(seq)
        if record is None:
            return changed, None, []
        return changed, msgspec.to_builtins(record.event), links(self._seen, record)


def chunks_of(seens: Sequence[Seen], first: int = 0) -> Iterator[list[Chunk]]:
    """Yield the chunks of a game from a record on, each as a list: one for each viewer.

    What another viewer has in common with the first is ``SAME`` in the other's.
    """
    stories = [Story(seen) for seen in seens]
    length = len(seens[0])
    while first < length:
        chunks, first = _chunk(stories, first, length)
        yield chunks


def _chunk(stories: list[Story], first: int, length: int) -> tuple[list[Chunk], int]:
    made: list[Chunk] = [
        {"start": first, "frame": story.frame(first), "changes": [], "events": [], "links": []}
        for story in stories
    ]
    enough = max(SMALLEST, FRAMES_WORTH * len(msgspec.json.encode(made[0]["frame"])))
    size = 0
    for seq in range(first, min(length, first + LONGEST)):
        known = _add(made[0], stories[0].part(seq))
        size += len(msgspec.json.encode(known[0]))
        for chunk, story in zip(made[1:], stories[1:], strict=True):
            _add(chunk, story.part(seq), known)
        if size >= enough:
            return made, seq + 1
    return made, min(length, first + LONGEST)


def _add(chunk: Chunk, part: Part, known: Part | None = None) -> Part:
    """Add a record to a chunk; the changes of the first one show what its frame has anew."""
    for number, name in enumerate(("changes", "events", "links")):
        same = known is not None and part[number] == known[number]
        chunk[name].append(SAME if same else part[number])
    return part
