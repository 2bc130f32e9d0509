"""A new game: its header put together from decks, a day's rules and options, and checked.

Implements CR 100.2, 103.1-103.4 as far as they can be judged before a game.
"""

from collections.abc import Mapping, Sequence
from uuid import uuid4

from msgspec import Struct

from events.card_files import cards_named
from events.cards import CardDefinition
from events.editions import latest, resolve
from events.errors import DataError
from events.game import (
    ChanceScheme,
    DeckEntry,
    FormatEntry,
    GameCreated,
    MatchEntry,
    SeatEntry,
)
from events.identifiers import CardName, Seat, parse_seat
from events.records import FORMAT, Draft
from events.rules import Override, RulesOfPlay
from machine.chance import seeded
from replays.session import Draws

FEWEST_PLAYERS = 2
MOST_PLAYERS = 8


class Setup(Struct, frozen=True, kw_only=True):
    """What a game is created from. Decks are by seat, in turn order."""

    decks: Mapping[Seat, DeckEntry]
    names: Mapping[Seat, str] = {}
    teams: Mapping[Seat, str] = {}
    rules: str = ""
    """The day whose rules are in force; empty for the latest known."""
    overrides: Sequence[Override] = ()
    play: FormatEntry = FormatEntry()
    match: MatchEntry = MatchEntry()
    cards: Mapping[CardName, CardDefinition] = {}
    """A user's own definitions, which win over the project's."""
    chance: ChanceScheme = ChanceScheme(kind="system")
    game: str = ""


def header_of(
    setup: Setup, *, also: Sequence[CardName] = ()
) -> tuple[GameCreated, tuple[CardName, ...]]:
    """Return the header of a new game, and the names of cards that nobody has defined.

    Such cards are plain objects: they can be drawn, discarded and moved, and do nothing; those of a
    Contraption deck are Contraptions, and artifacts. Cards from outside the decks are in ``also``.
    """
    seats = tuple(parse_seat(seat) for seat in setup.decks)
    if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        raise DataError(
            "new/players",
            f"a game has {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {len(seats)}",
        )
    names = [*also, *(name for deck in setup.decks.values() for name in every_card(deck))]
    cards, missing = cards_named(names, setup.cards)
    header = GameCreated(
        format=FORMAT,
        game=setup.game or uuid4().hex,
        seats=tuple(
            SeatEntry(seat=seat, name=setup.names.get(seat, ""), team=setup.teams.get(seat, ""))
            for seat in seats
        ),
        rules=rules_of(setup),
        play=setup.play,
        decks=dict(setup.decks),
        cards=(*cards, *_plain_contraptions(setup.decks, missing)),
        match=setup.match,
        chance=setup.chance,
    )
    return header, missing


def _plain_contraptions(
    decks: Mapping[Seat, DeckEntry], missing: Sequence[CardName]
) -> tuple[CardDefinition, ...]:
    """Return what is known of undefined cards by the deck they are in (Unstable FAQ)."""
    names = {name for deck in decks.values() for name in deck.contraptions}
    return tuple(
        CardDefinition(name=name, types=("Artifact",), subtypes=("Contraption",))
        for name in missing
        if name in names
    )


def rules_of(setup: Setup) -> RulesOfPlay:
    """Return the switches of a day, with Contraptions allowed where un-cards are."""
    overrides = tuple(setup.overrides)
    if setup.play.un_cards and not any(one.switch == "contraption.allowed" for one in overrides):
        reason = "un-cards are played"
        overrides += (Override(switch="contraption.allowed", value="true", reason=reason),)
    day = setup.rules or latest().as_of
    return resolve(day, overrides)


def draws_of(header: GameCreated) -> Draws | None:
    """Return the chance of a game with a seed, batch by batch; nothing where the system's serves."""
    if header.chance.kind != "seeded":
        return None
    seed = header.chance.seed
    return lambda seq: seeded(f"{seed}:{seq}")


def every_card(deck: DeckEntry) -> tuple[CardName, ...]:
    """Return all card names of a deck, the sideboard's too."""
    return (*deck.main, *deck.sideboard, *deck.commanders, *deck.contraptions)


def header_draft(header: GameCreated, *, at: str = "") -> Draft:
    """Return the first draft of a log."""
    return Draft(event=header, by="apnap", at=at)
