"""Whether a Contraption deck may be played: how many cards, which, and whether twice.

Implements CR 100.2 as the Unstable FAQ has it for Contraptions: in constructed at least fifteen, all
different; in limited any of one's own, or none.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from events.cards import CardDefinition
from events.errors import IllegalAction
from events.game import DeckEntry, GameCreated
from events.identifiers import CardName, Seat
from events.rules import ContraptionRules
from machine.procedure import refuse

FEWEST = 15
"""A constructed Contraption deck holds so many different cards at least."""

RULE = "UFAQ.deck"

_COVERED = {
    "unspecified": (RULE, ""),
    "silver_border": ("100.7", "; cards with a silver border are outside these rules"),
    "silver_border_and_acorn": (
        "100.7",
        "; cards with a silver border or an acorn are outside these rules",
    ),
}
"""What the rules of a day say of un-cards: the number, and the words."""


def deck_faults(header: GameCreated) -> tuple[IllegalAction, ...]:
    """Return everything wrong with the Contraption decks of a game, seat by seat in turn order."""
    cards = {card.name: card for card in header.cards}
    return tuple(
        fault
        for entry in header.seats
        if entry.seat in header.decks
        for fault in contraption_faults(
            entry.seat,
            header.decks[entry.seat],
            cards,
            header.rules.contraption,
            limited=header.play.limited,
        )
    )


def contraption_faults(
    seat: Seat,
    deck: DeckEntry,
    cards: Mapping[CardName, CardDefinition],
    rules: ContraptionRules,
    *,
    limited: bool = False,
) -> Iterator[IllegalAction]:
    """Yield what is wrong with a player's Contraption deck; a card nobody defined is believed.

    A deck without Contraptions has no Contraption deck, which is always right.
    """
    what = f"{seat}'s Contraption deck cannot be played"
    yield from _misplaced(seat, deck, cards)
    if not deck.contraptions:
        return
    if not rules.allowed:
        number, covered = _COVERED[rules.cards_not_covered]
        because = f"un-cards are not played in this game{covered}"
        yield refuse("deck/not_allowed", what, number, because)
    if not rules.subtype_exists:
        because = "the rules of the day know no artifact type of that name"
        yield refuse("deck/no_such_type", what, "205.3g", because)
    if limited:
        return
    size = len(deck.contraptions)
    if size < FEWEST:
        because = f"it has {size} cards; constructed asks for {FEWEST}"
        yield refuse("deck/contraptions_few", what, RULE, because, size=size, fewest=FEWEST)
    twice = tuple(name for name, count in sorted(Counter(deck.contraptions).items()) if count > 1)
    if twice:
        because = f"{', '.join(twice)} is in it more than once; constructed asks for one of each"
        yield refuse("deck/contraptions_twice", what, RULE, because, twice=twice)


def _misplaced(
    seat: Seat, deck: DeckEntry, cards: Mapping[CardName, CardDefinition]
) -> Iterator[IllegalAction]:
    """A Contraption has a back of its own: it lies in that deck, and nothing else does."""
    for name in dict.fromkeys(deck.contraptions):
        if name in cards and "Contraption" not in cards[name].subtypes:
            what = f"{name} cannot be in {seat}'s Contraption deck"
            yield refuse("deck/no_contraption", what, RULE, "it is no Contraption", card=name)
    for name in dict.fromkeys((*deck.main, *deck.commanders)):
        if name in cards and "Contraption" in cards[name].subtypes:
            what = f"{name} cannot be in {seat}'s deck"
            because = "a Contraption belongs into the Contraption deck"
            yield refuse("deck/contraption_in_main", what, RULE, because, card=name)
