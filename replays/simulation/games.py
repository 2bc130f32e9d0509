"""Whole games by players that play at random, sensibly as far as that goes; each one a real log."""

import random
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import NamedTuple, cast

import msgspec
from msgspec import Struct

from events.game import GameCreated
from events.identifiers import Seat
from events.log import EventLog
from events.mulligans import MulliganDeclared
from replays.autoplay import casual_choice, play_one
from replays.batch import Engine
from replays.files import write_log
from replays.new_game import header_draft
from replays.session import Game
from replays.simulation.blocks import Advance, Block, Counted, blocks, gathered, log_path
from replays.simulation.chance import chance_of
from replays.simulation.headers import header_of_game
from replays.simulation.intervals import Estimate, mean, share

BLOCK = 4
"""Games of one job: whole games take about a second."""

MOST_TURNS = 60
"""Turns after which players at random are stopped; the game is then no win of anybody."""

MOST_DECISIONS = 20_000


class Cell(NamedTuple):
    """How a game ended."""

    winners: tuple[Seat, ...]
    first: Seat
    turns: int
    mulligans: int
    records: int


class GamesSummary(Struct, frozen=True, kw_only=True):
    """What many games came to."""

    games: int
    estimates: tuple[Estimate, ...]

    def estimate(self, what: str) -> Estimate:
        """Return one number."""
        return next(one for one in self.estimates if one.what == what)


def play_game(header: GameCreated, seed: str, number: int) -> Game:
    """Play one game of a simulation to its end, or as far as they are played."""
    first = header_draft(header_of_game(header, seed, number))
    game = Game(EventLog().append([first]), chance=chance_of(seed, number))
    game.begin()
    choose = casual_choice(random.Random(f"{seed}:{number}:play"))  # noqa: S311 - no secret
    for _ in range(MOST_DECISIONS):
        if game.table.result is not None or game.table.turn.number > MOST_TURNS:
            break
        play_one(game, choose)
    return game


def play_block(block: Block) -> Counted:
    """Play some games; a job for any engine."""
    header = msgspec.json.decode(block.setting, type=GameCreated)
    cells: dict[Cell, int] = {}
    for number in range(block.first, block.first + block.count):
        game = play_game(header, block.seed, number)
        cell = _cell(game)
        cells[cell] = cells.get(cell, 0) + 1
        if block.keep:
            name = game.events.header.game
            write_log(game.events, log_path(block.keep, name), overwrite=True)
    return Counted(block.count, tuple(cells.items()))


def _cell(game: Game) -> Cell:
    table = game.table
    mulligans = sum(
        isinstance(record.event, MulliganDeclared) and record.event.mulligan
        for record in game.events
    )
    return Cell(
        winners=table.result.winners if table.result is not None else (),
        first=table.turn_order[0],
        turns=table.turn.number,
        mulligans=mulligans,
        records=len(game.events),
    )


def simulate(  # noqa: PLR0913 - each part of a simulation is named
    header: GameCreated,
    *,
    games: int,
    seed: str,
    engine: Engine,
    keep: str = "",
    kept: int = 0,
    advance: Advance | None = None,
) -> GamesSummary:
    """Play whole games and return their summary; the logs of the first ``kept`` are written."""
    setting = msgspec.json.encode(header)
    jobs = blocks(setting, games=games, seed=seed, size=BLOCK, keep=keep, kept=kept)
    cells = gathered(engine, play_block, jobs, advance)
    seats = [one.seat for one in header.seats]
    return GamesSummary(games=games, estimates=tuple(_estimates(cells, seats, games)))


def _won(seat: Seat, one: Cell) -> bool:
    return seat in one.winners


def _estimates(cells: Mapping[Hashable, int], seats: list[Seat], games: int) -> list[Estimate]:
    outcomes = list(cast("Mapping[Cell, int]", cells).items())

    def hits(holds: Callable[[Cell], bool]) -> int:
        return sum(n for one, n in outcomes if holds(one))

    found = [share(f"{seat} wins", hits(partial(_won, seat)), games) for seat in seats]
    decided = hits(lambda one: bool(one.winners))
    first = hits(lambda one: one.first in one.winners)
    found += [
        share("decided", decided, games),
        share("starting player wins, of decided", first, decided),
    ]
    for what in ("turns", "mulligans", "records"):
        total = sum(getattr(one, what) * n for one, n in outcomes)
        squares = sum(getattr(one, what) ** 2 * n for one, n in outcomes)
        found.append(mean(what, total, squares, games))
    return found
