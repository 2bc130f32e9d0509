"""Games to measure on: native, random, seeded; made once for each run."""

import random
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


def new_game(seed: int, copies: int = 1, life: int = 20) -> Game:
    """Return a fresh two-player game of plain creatures, lands and combat."""
    names = ("Forest",) * 17 + ("Bear",) * 9 + ("Elephant",) * 8 + ("Viper",) * 6
    deck = DeckEntry(main=tuple(CardName(name) for name in names) * copies)
    decks = {Seat("ann"): deck, Seat("bob"): deck}
    play = FormatEntry(starting_life=life)
    header, _ = header_of(Setup(decks=decks, play=play, game="bench"))
    return fresh(header_draft(header), chance=seeded(seed))


@cache
def long_log() -> EventLog:
    """Return a log of at least ``LONG`` records: one long game of random players."""
    game = new_game(1, copies=24, life=1_000_000)
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
