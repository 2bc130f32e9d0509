"""Games to measure on: native, random, seeded; made once for each run."""

import random
from collections.abc import Mapping
from functools import cache

from events.game import DeckEntry, FormatEntry
from events.identifiers import CardName, Seat
from events.log import EventLog
from machine.chance import seeded
from replays.autoplay import play_on, random_choice
from replays.new_game import Setup, header_draft, header_of
from replays.session import Game, fresh

LONG = 20_000
"""Records of the long log: what the aims are stated for."""


SMALL_DECK = {"Forest": 17, "Bear": 9, "Elephant": 8, "Viper": 6}
LARGE_DECK = {"Forest": 40, "Bear": 25, "Elephant": 20, "Viper": 14}
"""As many cards as a Commander deck has in its library: the largest that are played."""


def new_game(
    seed: int,
    seats: tuple[str, ...] = ("ann", "bob"),
    deck: Mapping[str, int] = SMALL_DECK,
    life: int = 20,
) -> Game:
    """Return a fresh game of plain creatures, lands and combat."""
    cards = DeckEntry(main=tuple(CardName(name) for name in deck for _ in range(deck[name])))
    decks = {Seat(seat): cards for seat in seats}
    play = FormatEntry(starting_life=life)
    header, _ = header_of(Setup(decks=decks, play=play, game="bench"))
    return fresh(header_draft(header), chance=seeded(seed))


@cache
def long_log() -> EventLog:
    """Return a log of at least ``LONG`` records: four random players whom no damage ends."""
    game = new_game(1, ("ann", "bob", "cyd", "dan"), LARGE_DECK, life=1_000_000)
    rng = random.Random(1)  # noqa: S311 - seeded on purpose
    play_on(game, random_choice(rng), until=lambda _: len(game.events) >= LONG)
    return game.events


@cache
def whole_games(count: int = 5) -> tuple[EventLog, ...]:
    """Return the logs of some whole games."""
    logs = []
    for seed in range(count):
        game = new_game(seed)
        play_on(game, random_choice(random.Random(seed)))  # noqa: S311 - seeded on purpose
        logs.append(game.events)
    return tuple(logs)
