"""Mulligan policies over many openings, or exactly: how many cards are kept, what is found.

Implements CR 103.5 by ``replays.simulation.openings`` and ``replays.simulation.exact``.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar, cast

import msgspec
from msgspec import Struct

from events.game import GameCreated
from events.identifiers import Seat
from replays.batch import Engine
from replays.files import write_log
from replays.simulation.blocks import Advance, Block, Counted, blocks, gathered, log_path
from replays.simulation.exact import exactly
from replays.simulation.headers import header_of_game
from replays.simulation.intervals import Estimate, certain, mean, share
from replays.simulation.kept import Kept
from replays.simulation.openings import Openings
from replays.simulation.policies import Player, Policy

N = TypeVar("N", int, Fraction)


class Setting(Struct, frozen=True):
    """What is simulated: a game's header, and the policy of each seat."""

    header: GameCreated
    policies: dict[Seat, Policy]


class Cell(NamedTuple):
    """How one player's opening ended, as far as a summary counts it."""

    seat: Seat
    size: int
    taken: int
    counted: int
    powders: int
    lands: int
    found: bool
    """The hand kept is one that its policy likes."""


class Summary(Struct, frozen=True, kw_only=True):
    """What a simulation, or an exact sum, came to: numbers by seat."""

    games: int
    """0 for an exact sum."""
    seats: dict[Seat, tuple[Estimate, ...]]

    def estimate(self, seat: str, what: str) -> Estimate:
        """Return one number."""
        return next(one for one in self.seats[Seat(seat)] if one.what == what)


def simulate(  # noqa: PLR0913 - each part of a simulation is named
    header: GameCreated,
    policies: Mapping[Seat, Policy],
    *,
    games: int,
    seed: str,
    engine: Engine,
    keep: str = "",
    kept: int = 0,
    advance: Advance | None = None,
) -> Summary:
    """Play many openings and return their summary; the logs of the first ``kept`` are written."""
    setting = msgspec.json.encode(Setting(header, dict(policies)))
    Openings(header, policies)  # what is wrong with a policy is told here, once
    jobs = blocks(setting, games=games, seed=seed, keep=keep, kept=kept)
    cells = cast("dict[Cell, int]", gathered(engine, play_block, jobs, advance))
    return summary(cells, [one.seat for one in header.seats], games)


def exact(header: GameCreated, policies: Mapping[Seat, Policy], *, dealt: int = 1) -> Summary:
    """Return the same numbers exactly; each seat for itself, since policies see one hand alone.

    ``dealt``: how many first hands each player is dealt, of which one counts.
    """
    cells: dict[Cell, Fraction] = {}
    for entry in header.seats:
        policy = policies.get(entry.seat, Policy())
        found = exactly(header, entry.seat, policy, dealt=dealt)
        player = Player(policy, found.pile)
        for one, part in found.endings.items():
            cell = _cell(entry.seat, one, player)
            cells[cell] = cells.get(cell, Fraction(0)) + part
    return summary(cells, [one.seat for one in header.seats], 0)


@lru_cache(maxsize=4)
def openings_of(setting: bytes) -> Openings:
    """Return the openings of a ``Setting`` in JSON: made once in each process, for all its blocks."""
    made = msgspec.json.decode(setting, type=Setting)
    return Openings(made.header, made.policies)


def play_block(block: Block) -> Counted:
    """Play some openings; a job for any engine."""
    openings = openings_of(block.setting)
    cells: dict[Cell, int] = {}
    for number in range(block.first, block.first + block.count):
        opening = openings.play(block.seed, number)
        for kept in opening.kept:
            cell = _cell(kept.seat, kept, openings.player(kept.seat))
            cells[cell] = cells.get(cell, 0) + 1
        if block.keep:
            header = header_of_game(openings.header, block.seed, number)
            write_log(opening.log(header), log_path(block.keep, header.game), overwrite=True)
    return Counted(block.count, tuple(cells.items()))


class _Ended(Struct, frozen=True):
    """What ``Kept`` and ``Ending`` have in common."""

    hand: tuple[int, ...]
    taken: int
    counted: int
    powders: int


def _cell(seat: Seat, one: "Kept | object", player: Player) -> Cell:
    ended = cast("_Ended", one)
    hand = ended.hand
    lands = sum(map(player.pile.lands.__getitem__, hand))
    found = bool(hand) and player.likes(hand)
    return Cell(seat, len(hand), ended.taken, ended.counted, ended.powders, lands, found)


def summary(cells: Mapping[Cell, N], seats: list[Seat], games: int) -> Summary:
    """Return the numbers of outcomes that were counted, or of their probabilities."""
    return Summary(
        games=games,
        seats={
            seat: tuple(_estimates({one: n for one, n in cells.items() if one.seat == seat}, games))
            for seat in seats
        },
    )


def _has(field: str, wanted: int, one: Cell) -> bool:
    found: int = getattr(one, field)
    return found == wanted


def _estimates(cells: Mapping[Cell, N], games: int) -> "list[Estimate]":
    found: list[Estimate] = []

    def shares(what: str, of: Callable[[Cell], bool]) -> None:
        hits = sum(n for one, n in cells.items() if of(one))
        told = share(what, int(hits), games) if games else certain(what, Fraction(hits))
        found.append(told)

    def means(what: str, of: Callable[[Cell], int]) -> None:
        total = sum(of(one) * n for one, n in cells.items())
        squares = sum(of(one) ** 2 * n for one, n in cells.items())
        if games:
            found.append(mean(what, int(total), int(squares), games))
        else:
            found.append(certain(what, Fraction(total)))

    shares("good hand kept", lambda one: one.found)
    for size in sorted({one.size for one in cells}, reverse=True):
        shares(f"kept {size}", partial(_has, "size", size))
    means("hand size", lambda one: one.size)
    means("mulligans", lambda one: one.taken)
    if any(one.taken != one.counted for one in cells):
        means("mulligans counted", lambda one: one.counted)
    if any(one.powders for one in cells):
        means("hands exiled", lambda one: one.powders)
    for lands in sorted({one.lands for one in cells}):
        shares(f"lands {lands}", partial(_has, "lands", lands))
    return found
