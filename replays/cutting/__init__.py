"""``cut``: the shortest log found that is legal and still leads to a value."""

from replays.cutting.cut import MOST_TRIES, PATIENCE, cut
from replays.cutting.result import Cut

__all__ = ["MOST_TRIES", "PATIENCE", "Cut", "cut"]
