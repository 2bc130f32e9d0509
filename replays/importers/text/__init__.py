"""Game logs made of sentences: one engine, and a grammar for each client.

A grammar is a table of rules; the engine cleans lines, learns who plays, splits games and counts
what no rule reads. A client's teller says what the sentences mean.
"""

from replays.importers.text.entries import Entry, entries
from replays.importers.text.grammar import Fact, Grammar, Rule
from replays.importers.text.reader import TextReader

__all__ = ["Entry", "Fact", "Grammar", "Rule", "TextReader", "entries"]
