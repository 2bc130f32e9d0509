"""Decklists: files of eight programs' formats, told apart by what is in them, and decks made of them."""

from replays.decklists.decks import Deck, deck_of
from replays.decklists.parsed import Decklist, Part
from replays.decklists.reading import FORMATS, bundled_decks, open_decklist, read_decklist

__all__ = [
    "FORMATS",
    "Deck",
    "Decklist",
    "Part",
    "bundled_decks",
    "deck_of",
    "open_decklist",
    "read_decklist",
]
