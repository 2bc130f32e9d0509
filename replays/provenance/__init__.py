"""Why a value is what it is: back through the events, rules, decisions and chance that made it."""

from replays.provenance.seen import Evidence
from replays.provenance.tree import Node, Why, why

__all__ = ["Evidence", "Node", "Why", "why"]
