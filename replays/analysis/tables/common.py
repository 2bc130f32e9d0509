"""What several tables read off a game, once for each reading."""

import re
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from events.identifiers import CardName
from projections.flip_ledger import FlipEntry, flip_ledger
from projections.mulligan_history import Look, mulligan_history
from replays.analysis.reading import Reading

_LOOKS: WeakKeyDictionary[Reading, tuple[Look, ...]] = WeakKeyDictionary()
_FLIPS: WeakKeyDictionary[Reading, tuple[FlipEntry, ...]] = WeakKeyDictionary()


def looks_of(reading: Reading) -> tuple[Look, ...]:
    """Return every hand of the opening, as far as its cards may be known."""
    found = _LOOKS.get(reading)
    if found is None:
        found = mulligan_history(reading.records, reading.tables, reading.viewer)
        _LOOKS[reading] = found
    return found


def flips_of(reading: Reading) -> tuple[FlipEntry, ...]:
    """Return every flip."""
    found = _FLIPS.get(reading)
    if found is None:
        found = flip_ledger(reading.seen, reading.seen_tables)
        _FLIPS[reading] = found
    return found


def known(cards: Sequence[CardName | None]) -> tuple[str, ...]:
    """Return the cards that are known, by name."""
    return tuple(card for card in cards if card is not None)


_SYMBOL = re.compile(r"\{([^}]*)\}")


def mana_value(text: str) -> int:
    """Return how much mana is written as ``{R}{2}``."""
    symbols = _SYMBOL.findall(text)
    return sum(int(one) if one.isdecimal() else 1 for one in symbols)
