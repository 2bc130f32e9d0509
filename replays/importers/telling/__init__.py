"""What every record that tells a game fact by fact becomes: a tale, and in the end a log.

Readers of clients say what they read, in the order in which they read it. The tale knows what the
rules make of it: rounds of mulligans, turns counted over all players, new objects (CR 400.7).
"""

from replays.importers.telling.flips import ToldFlip, tell_flip
from replays.importers.telling.opening import STARTING_HAND, Opening
from replays.importers.telling.tale import Tale

__all__ = ["STARTING_HAND", "Opening", "Tale", "ToldFlip", "tell_flip"]
