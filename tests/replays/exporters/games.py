"""Logs for exports: by hand, by the referee, from openings, from tables of coins and sprockets."""

from functools import cache
from pathlib import Path

from msgspec.structs import replace

from events.identifiers import CardName, Seat
from events.vocabulary import Face
from machine.chance import seeded
from replays.crank_table import CrankTable
from replays.crank_table import new_table as sprocket_table
from replays.files import write_log
from replays.flip_table import FlipTable
from replays.flip_table import new_table as coin_table
from replays.game_log import GameLog
from replays.new_game import Setup, header_of
from replays.session import InMemory
from replays.simulation.games import play_game
from replays.simulation.headers import header_of_game
from replays.simulation.openings import Openings
from replays.simulation.policies import Policy
from tests.replays.games import whole_game
from tests.replays.simulation.worlds import FIND, SEATS, deck, header

ANN, BOB = Seat("ann"), Seat("bob")
HIDDEN = CardName("Hidden Deed")
"""A card of ann's that nobody else ever sees."""


@cache
def opening(number: int, *, players: int = 2) -> GameLog:
    """Return an opening with mulligans and Powders, of a simulation."""
    world = header(players=players, cards=deck(40, Key=2, Serum_Powder=4, Forest=17))
    played = Openings(world, dict.fromkeys(SEATS, FIND)).play("tables", number)
    first = header_of_game(replace(world, game=f"opening-{players}"), "tables", number)
    return GameLog(played.log(first))


@cache
def secret() -> GameLog:
    """Return an opening in which ann has a deck of hidden cards and seeded chance."""
    cards = deck(40, Hidden_Deed=40), deck(40, Forest=40)
    world, _ = header_of(
        Setup(decks=dict(zip((ANN, BOB), cards, strict=True)), rules="2025-06-06", game="secret")
    )
    policies = {ANN: Policy(wants=({HIDDEN: 6},), down_to=5), BOB: Policy()}
    played = Openings(world, policies).play("secret seed", 1)
    return GameLog(played.log(header_of_game(world, "secret seed", 1)))


@cache
def random_game() -> GameLog:
    """Return a whole game by players who decide at random."""
    return GameLog(play_game(header(cards=deck(40, Forest=17)), "random", 1).events)


@cache
def coins() -> GameLog:
    """Return flips under one doubling effect, and one of faces alone."""
    table = FlipTable(coin_table(("ann", "bob")), chance=seeded("coins"))
    for _ in range(6):
        (flip,) = table.begin(ANN, thumbs=1)
        flip = table.call(flip, Face.HEADS)
        if flip.kept is None:
            table.keep(flip, 1)
    table.begin(BOB, contested=False)
    return table.log


@cache
def sprockets() -> GameLog:
    """Return two assemblies and an upkeep in which one of them is cranked."""
    log = sprocket_table(("ann", "bob"))
    table = CrankTable(log, InMemory(log))
    table.next_turn()
    table.assemble(ANN, 1, "Duck Press")
    table.assemble(ANN, 2, "Sprung Mattress")
    table.next_turn()
    table.next_turn()
    table.crank(["Duck"])
    return table.log


def games() -> dict[str, GameLog]:
    """Return all of them by name."""
    return {
        "whole": whole_game(),
        "opening-1": opening(1),
        "opening-2": opening(2),
        "pod": opening(1, players=3),
        "secret": secret(),
        "random": random_game(),
        "coins": coins(),
        "sprockets": sprockets(),
    }


def write(folder: Path, **some: GameLog) -> list[str]:
    """Write logs into a folder, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, game in some.items():
        path = folder / f"{name}.apnap.jsonl"
        write_log(game.log, path)
        paths.append(str(path))
    return paths
