"""Cockatrice: ``.cor`` replays, and the chat log of a game as people paste it."""

from replays.importers.cockatrice.chat import CockatriceChatImporter
from replays.importers.cockatrice.importer import CockatriceImporter

__all__ = ["CockatriceChatImporter", "CockatriceImporter"]
