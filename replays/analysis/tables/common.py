"""What several tables read off a game, once for each reading."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from weakref import WeakKeyDictionary

from events.identifiers import CardName
from events.mana import symbols
from events.mulligans import HandKept
from projections.flip_ledger import FlipEntry, flip_ledger
from projections.mulligan_history import Cards, Look, mulligan_history
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


def kept_look(reading: Reading, seat: str) -> Look | None:
    """Return the hand that a player kept; nothing where the record breaks off before, or was lost.

    A client lets cards go to the bottom after the declaration: who concedes then has kept no hand.
    """
    kept = any(
        isinstance(record.event, HandKept) and record.event.player == seat
        for record in reading.standing
    )
    looks = [look for look in looks_of(reading) if look.player == seat]
    return looks[-1] if kept and looks and looks[-1].declared in ("keep", "forced") else None


def dealt(look: Look) -> Cards | None:
    """Return what a shuffled library gave for a hand; nothing where that cannot be told apart.

    What came in the place of exiled hands is left out (CR 103.5b): their cards, and those that went
    to the bottom before, are the ones that the shuffle dealt.
    """
    if look.exiled:
        return (*look.exiled[0], *look.bottomed) if look.exiled[0] else None
    cards = (*look.hand, *look.bottomed)
    return cards if len(cards) == look.drawn else None


def known(cards: Sequence[CardName | None]) -> tuple[str, ...]:
    """Return the cards that are known, by name."""
    return tuple(card for card in cards if card is not None)


def moment(at: str) -> str | None:
    """Return a time of a log in UTC to the millisecond; nothing where there is none, or no time."""
    if not at:
        return None
    try:
        told = datetime.fromisoformat(at)
    except ValueError:
        return None
    there = told.replace(tzinfo=UTC) if told.tzinfo is None else told.astimezone(UTC)
    return there.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seconds_between(begun: str | None, ended: str | None) -> float | None:
    """Return the seconds from one moment to another; nothing where one is missing."""
    if not begun or not ended:
        return None
    return (datetime.fromisoformat(ended) - datetime.fromisoformat(begun)).total_seconds()


COLOURS = "WUBRG"


def colours_of(costs: Iterable[str]) -> str:
    """Return the colours of some costs, in the order of WUBRG."""
    there = "".join(costs)
    return "".join(colour for colour in COLOURS if colour in there)


def mana_value(text: str) -> int:
    """Return how much mana is written as ``{R}{2}``."""
    return sum(int(one) if one.isdecimal() else 1 for one in symbols(text))
