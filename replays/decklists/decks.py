"""From a decklist to a deck: cards by their defined names, Contraptions in their own deck, warnings.

Implements CR 100.2 and 100.4 as advice. ``machine.deck_check`` judges Contraption decks.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from events.cards import CardDefinition
from events.errors import DataError
from events.game import DeckEntry, FormatEntry
from events.identifiers import CardName
from replays.decklists.parsed import Decklist, Entry, Part

CONTRAPTION = "Contraption"
BASIC = "Basic"

LEAST_CONSTRUCTED = 60
LEAST_LIMITED = 40
LARGEST_SIDEBOARD = 15
MOST_COPIES = 4
MOST_COMMANDERS = 2
MOST_NAMED = 12
"""Cards that one warning names."""


class Deck(Struct, frozen=True):
    """A deck as a header holds it, and what somebody should know about it."""

    entry: DeckEntry
    warnings: tuple[str, ...]


def deck_of(
    decklist: Decklist,
    cards: Mapping[CardName, CardDefinition],
    *,
    play: FormatEntry = FormatEntry(),  # noqa: B008 - frozen
    numbered: Mapping[str, CardName] | None = None,
) -> Deck:
    """Return the deck of a list. ``cards`` are all definitions there are, by name.

    ``numbered`` tells the names of cards of which a list gives a program's number alone. A card
    that nobody has defined stays in the deck by its name, with a warning. Raises ``DataError``
    where a card can be in no deck.
    """
    by_name = {name.partition(" // ")[0].casefold(): name for name in cards}
    by_name |= {name.casefold(): name for name in cards}
    parts: dict[Part, list[CardName]] = {part: [] for part in Part}
    unknown: list[str] = []
    for entry in decklist.entries:
        name = _name(entry, by_name, numbered or {})
        definition = cards.get(name)
        if definition is None and name not in unknown:
            unknown.append(name)
        parts[_part(entry, definition)] += [name] * entry.count
    if play.commander or play.brawl:
        _find_commanders(decklist, parts)
    deck = DeckEntry(
        main=tuple(parts[Part.MAIN]),
        sideboard=tuple(parts[Part.SIDEBOARD]),
        commanders=tuple(parts[Part.COMMANDERS]),
        contraptions=tuple(parts[Part.CONTRAPTIONS]),
    )
    warnings = (*decklist.warnings, *_unknown(unknown), *advice(deck, cards, play))
    return Deck(deck, warnings)


def _find_commanders(decklist: Decklist, parts: dict[Part, list[CardName]]) -> None:
    """XMage keeps a deck's commanders, one or two, as its whole sideboard."""
    side = parts[Part.SIDEBOARD]
    if decklist.format == "xmage" and not parts[Part.COMMANDERS] and len(side) <= MOST_COMMANDERS:
        parts[Part.COMMANDERS], parts[Part.SIDEBOARD] = side, []


def _name(
    entry: Entry, by_name: Mapping[str, CardName], numbered: Mapping[str, CardName]
) -> CardName:
    """Return the defined name of a card, written in any case; of two halves also the first alone."""
    written = numbered.get(entry.name, entry.name)
    first = written.partition(" // ")[0]
    found = by_name.get(written.casefold()) or by_name.get(first.casefold())
    return found or CardName(written)


def _part(entry: Entry, definition: CardDefinition | None) -> Part:
    """Contraptions of the main deck are the Contraption deck; those of a sideboard stay there."""
    if definition is None:
        return entry.part
    if definition.is_token:
        raise DataError(
            "deck/token", f"{entry.name} is a token, and no deck holds one", line=entry.line
        )
    if entry.part is Part.MAIN and CONTRAPTION in definition.subtypes:
        return Part.CONTRAPTIONS
    return entry.part


def _unknown(names: list[str]) -> Iterator[str]:
    if names:
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        cards = "card" if len(names) == 1 else "cards"
        yield (
            f"{len(names)} {cards} without a definition, which only lie there and do nothing: "
            f"{'; '.join(names[:MOST_NAMED])}{more}"
        )


def advice(
    deck: DeckEntry, cards: Mapping[CardName, CardDefinition], play: FormatEntry
) -> Iterator[str]:
    """Yield what deck construction rules ask for and the deck does not have. None of it is refused."""
    least = LEAST_LIMITED if play.limited else LEAST_CONSTRUCTED
    if len(deck.main) < least and not (play.commander or play.brawl):
        yield f"the main deck has {len(deck.main)} of at least {least} cards (CR 100.2)"
    if len(deck.sideboard) > LARGEST_SIDEBOARD and not play.limited:
        yield f"the sideboard has {len(deck.sideboard)} cards, not {LARGEST_SIDEBOARD} (CR 100.4)"
    most = 1 if play.commander or play.brawl else MOST_COPIES
    counts = Counter((*deck.main, *deck.sideboard))
    many = sorted(
        name for name, number in counts.items() if number > most and not _basic(name, cards)
    )
    if many and not play.limited:
        yield f"more than {most} copies of {'; '.join(many[:MOST_NAMED])} (CR 100.2)"


def _basic(name: CardName, cards: Mapping[CardName, CardDefinition]) -> bool:
    definition = cards.get(name)
    return definition is None or BASIC in definition.supertypes
