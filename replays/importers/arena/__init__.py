"""The importer of Magic: The Gathering Arena's ``Player.log``, and of its messages saved one a line.

From the outside in: ``framing`` finds the messages, ``games`` gives each to its game, ``build`` turns
the messages of one game into the records of one log.
"""

from replays.importers.arena.importer import ArenaImporter

__all__ = ["ArenaImporter"]
