"""What every format comes to: numbers of cards by name, each in a part of the deck, with its line."""

from enum import StrEnum

from msgspec import Struct

from events.errors import DataError

MOST_OF_ONE = 250
"""Copies on one line: no format of play has a larger deck than people can shuffle."""

MOST_CARDS = 2_000
"""Cards of a whole list, sideboard included."""

LONGEST_NAME = 200
"""Characters of a card's name; the longest of any card has 141."""


class Part(StrEnum):
    """Where in a deck a card is."""

    MAIN = "main"
    SIDEBOARD = "sideboard"
    COMMANDERS = "commanders"
    CONTRAPTIONS = "contraptions"


class Entry(Struct, frozen=True, kw_only=True):
    """One line of a decklist."""

    count: int
    name: str
    part: Part
    line: int


class Decklist(Struct, frozen=True, kw_only=True):
    """A decklist as it was read."""

    format: str
    entries: tuple[Entry, ...]
    warnings: tuple[str, ...] = ()

    def size(self, part: Part) -> int:
        """Return how many cards a part has."""
        return sum(entry.count for entry in self.entries if entry.part is part)


def entry(count: str, name: str, part: Part, *, file: str, line: int) -> Entry:
    """Return a line's entry, or raise ``DataError`` where its number or name cannot be meant."""
    number = int(count) if count.isascii() and count.isdecimal() and len(count) < 10 else -1  # noqa: PLR2004
    if not 1 <= number <= MOST_OF_ONE:
        raise DataError(
            "deck/count",
            f"{count[:20]!r} is no number of cards: 1 to {MOST_OF_ONE}",
            file=file,
            line=line,
        )
    name = plain_name(name)
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise DataError("deck/name", f"{name[:40]!r} is no card's name", file=file, line=line)
    return Entry(count=number, name=name, part=part, line=line)


def plain_name(name: str) -> str:
    """Return a card's name as it is printed: one kind of apostrophe, ``//`` between two halves."""
    name = " ".join(name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
    halves = [half.strip() for half in name.replace("//", "/").split("/")]
    return " // ".join(halves) if len(halves) > 1 and all(halves) else name
