"""Why things are so, for a page: each record's own sources, from which it grows any tree."""

from typing import Any

from events.records import Record
from replays.provenance.tree import Maker, Node
from replays.viewer.seen import Seen

Link = list[Any]
"""A role and a record, then the path that was read, or how many records only passed a cause on."""


def links(seen: Seen, record: Record) -> list[Link]:
    """Return what made a record, as far as the viewer may know."""
    root = Maker(seen.evidence, "en", 1).node(record.seq, "wrote", 0)
    return [_link(node) for node in root.sources]


def _link(node: Node) -> Link:
    if node.path:
        return [node.role, node.seq, node.path]
    return [node.role, node.seq, node.between] if node.between else [node.role, node.seq]
