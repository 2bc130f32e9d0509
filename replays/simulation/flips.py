"""Coin flips over many series, or exactly: wins and coins under Krark's Thumb's effect.

Implements CR 705 and 614.5 through ``replays.flip_table``: what the faces that come up amount to is
the referee's, asked once for each way in which the coins of one flip can fall.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Literal, NamedTuple, cast

import msgspec
from msgspec import Struct

from events.errors import DataError
from events.vocabulary import Face, FlipOutcome
from machine.chance import Scripted
from projections.progress import Flip
from replays.batch import Engine
from replays.files import write_log
from replays.flip_table import FlipTable, choices, new_table, outcome_of
from replays.simulation.blocks import Advance, Block, Counted, blocks, gathered, log_path
from replays.simulation.chance import Swift, chance_of
from replays.simulation.intervals import Estimate, certain, mean, share

Until = Literal["flips", "wins", "loss", "losses", "heads"]

MOST_THUMBS = 4
"""Copies of the effect: sixteen coins for one flip can fall in 65,536 ways."""
MOST_TIMES = 1_000
MOST_FLIPS = 100_000
"""Flips of one series. One that goes on is refused, not cut short: that would make a mean too small."""


class Series(Struct, frozen=True, kw_only=True):
    """One series of flips by one player, who calls heads and keeps a winning coin if there is one."""

    until: Until = "flips"
    """``flips``: so many; ``wins``, ``loss``: until so many were won, or one lost; ``losses``: until
    so many were lost one after another; ``heads``: two players flip for faces alone, a coin each,
    until both are heads (nobody wins or loses these: CR 705.2)."""
    times: int = 1
    thumbs: int = 0
    day: str = ""

    def check(self) -> None:
        """Raise ``DataError`` where that is no series."""
        if not 0 <= self.thumbs <= MOST_THUMBS or not 1 <= self.times <= MOST_TIMES:
            raise DataError(
                "usage/series",
                f"a series has 1 to {MOST_TIMES} times, and at most {MOST_THUMBS} such effects",
            )


class Cell(NamedTuple):
    """What came of a series."""

    flips: int
    wins: int
    coins: int
    own_tails: int = 0
    other_tails: int = 0


class FlipSummary(Struct, frozen=True, kw_only=True):
    """What a simulation of flips, or an exact sum, came to."""

    series: int
    """0 for an exact sum."""
    estimates: tuple[Estimate, ...]

    def estimate(self, what: str) -> Estimate:
        """Return one number."""
        return next(one for one in self.estimates if one.what == what)


@lru_cache(maxsize=100_000)
def judged(thumbs: int, heads: tuple[bool, ...], *, contested: bool, day: str = "") -> bool:
    """Return whether a flip whose coins fall so is won; of faces alone, whether it is heads."""
    table = FlipTable(
        new_table(("ann", "bob"), day=day), chance=Scripted([0 if one else 1 for one in heads])
    )
    (flip,) = table.begin(table.seat("ann"), thumbs=thumbs, contested=contested)
    if flip.outcome is None and contested:
        flip = table.call(flip, Face.HEADS)
    if flip.outcome is None:
        flip = table.keep(flip, _best(flip))
    return flip.outcome is FlipOutcome.WON if contested else flip.face is Face.HEADS


def _best(given: Flip) -> int:
    """Return the coin that wins, or shows heads, if there is one."""

    def wanted(coin: int) -> bool:
        face = given.coins[coin - 1]
        won = outcome_of(given, face) is FlipOutcome.WON
        return won or (not given.contested and face is Face.HEADS)

    options = choices(given)
    return next((coin for coin in options if wanted(coin)), options[0])


def chance_of_one(series: Series, *, contested: bool = True) -> Fraction:
    """Return the chance that a flip is won, summed over every way in which its coins can fall."""
    coins = 2**series.thumbs
    won = sum(
        judged(series.thumbs, _faces(way, coins), contested=contested, day=series.day)
        for way in range(2**coins)
    )
    return Fraction(won, 2**coins)


def _faces(way: int, coins: int) -> tuple[bool, ...]:
    return tuple(bool(way >> place & 1) for place in range(coins))


class _Thrower:
    """One series' coins."""

    def __init__(self, series: Series, chance: Swift) -> None:
        self.series, self.chance = series, chance
        self.flips = self.wins = self.coins = 0

    def flip(self, *, contested: bool = True, thumbs: int | None = None) -> bool:
        copies = self.series.thumbs if thumbs is None else thumbs
        count = 2**copies
        heads = tuple(not self.chance.below(2, "coin") for _ in range(count))
        good = judged(copies, heads, contested=contested, day=self.series.day)
        self.flips += 1
        self.coins += count
        self.wins += good and contested
        return good


def play_series(series: Series, chance: Swift) -> Cell:
    """Play one series and return what came of it."""
    thrower = _Thrower(series, chance)
    if series.until == "heads":
        return _faces_alone(thrower)
    losing = 0
    for _ in range(MOST_FLIPS):
        won = thrower.flip()
        losing = 0 if won else losing + 1
        over: Mapping[Until, bool] = {
            "flips": thrower.flips >= series.times,
            "wins": thrower.wins >= series.times,
            "loss": not won,
            "losses": losing >= series.times,
        }
        if over[series.until]:
            return Cell(thrower.flips, thrower.wins, thrower.coins)
    raise DataError(
        "usage/series",
        f"a series has gone on for {MOST_FLIPS:,} flips: too long to be played; --exact sums it up",
    )


def _faces_alone(thrower: _Thrower) -> Cell:
    """CR 705.2: a face decides, nobody wins; the first player has the effects, the second none."""
    own = other = 0
    for _ in range(MOST_FLIPS):
        mine = thrower.flip(contested=False)
        theirs = thrower.flip(contested=False, thumbs=0)
        own += not mine
        other += not theirs
        if mine and theirs:
            break
    return Cell(thrower.flips, 0, thrower.coins, own, other)


def play_block(block: Block) -> Counted:
    """Play some series; a job for any engine."""
    series = msgspec.json.decode(block.setting, type=Series)
    cells: dict[Cell, int] = {}
    for number in range(block.first, block.first + block.count):
        cell = play_series(series, chance_of(block.seed, number))
        cells[cell] = cells.get(cell, 0) + 1
        if block.keep:
            _keep(series, block, number)
    return Counted(block.count, tuple(cells.items()))


def _keep(series: Series, block: Block, number: int) -> None:
    """Write a series as a log: the same coins, at a table of their own."""
    chance = chance_of(block.seed, number)
    game = f"flips-{block.seed}-{number:07d}"
    log = new_table(("ann", "bob"), day=series.day, game=game, seed=f"{block.seed}:{number}")
    table = FlipTable(log, chance=chance)
    seats = [table.seat("ann"), table.seat("bob")] if series.until == "heads" else [None]
    flips = play_series(series, chance_of(block.seed, number)).flips
    for place in range(flips):
        seat = seats[place % len(seats)] or table.seat("ann")
        thumbs = series.thumbs if seat == table.seat("ann") else 0
        contested = series.until != "heads"
        (flip,) = table.begin(seat, thumbs=thumbs, contested=contested)
        if flip.outcome is None and contested:
            flip = table.call(flip, Face.HEADS)
        if flip.outcome is None:
            table.keep(flip, _best(flip))
    write_log(table.log.log, log_path(block.keep, game), overwrite=True)


def simulate(  # noqa: PLR0913 - each part of a simulation is named
    series: Series,
    *,
    games: int,
    seed: str,
    engine: Engine,
    keep: str = "",
    kept: int = 0,
    advance: Advance | None = None,
) -> FlipSummary:
    """Play many series and return their summary; the logs of the first ``kept`` are written."""
    series.check()
    jobs = blocks(msgspec.json.encode(series), games=games, seed=seed, keep=keep, kept=kept)
    cells = gathered(engine, play_block, jobs, advance)
    return FlipSummary(series=games, estimates=tuple(_estimates(cells, games)))


def _estimates(cells: Mapping[Hashable, int], games: int) -> list[Estimate]:
    outcomes = cast("Mapping[Cell, int]", cells)
    flips = sum(one.flips * n for one, n in outcomes.items())
    wins = sum(one.wins * n for one, n in outcomes.items())

    def over(what: str, of: Callable[[Cell], int]) -> Estimate:
        total = sum(of(one) * n for one, n in outcomes.items())
        squares = sum(of(one) ** 2 * n for one, n in outcomes.items())
        return mean(what, total, squares, games)

    found = [over("flips", lambda one: one.flips), over("coins", lambda one: one.coins)]
    if not any(one.own_tails or one.other_tails for one in outcomes):
        found += [share("won", wins, flips), over("wins", lambda one: one.wins)]
        spread: Counter[int] = Counter()
        for one, n in outcomes.items():
            spread[one.wins] += n
        listed = sorted(spread.most_common(MOST_LISTED))
        found += [share(f"wins {wins}", hits, games) for wins, hits in listed]
        if len(spread) > MOST_LISTED:
            found.append(share(OTHER_WINS, games - sum(hits for _, hits in listed), games))
    else:
        found += [
            over("own tails", lambda one: one.own_tails),
            over("other tails", lambda one: one.other_tails),
            share(
                "as many tails",
                sum(n for one, n in outcomes.items() if one.own_tails == one.other_tails),
                games,
            ),
        ]
    return found


MOST_LISTED = 25
"""Numbers of wins that a summary lists, the likeliest ones; the others are told together."""

OTHER_WINS = "any other number of wins"


def exact(series: Series) -> FlipSummary:
    """Return the same numbers exactly: closed forms of the chance that the referee gives one flip."""
    series.check()
    won = chance_of_one(series, contested=series.until != "heads")
    coins = 2**series.thumbs
    told = {
        "flips": _fixed,
        "wins": _until_wins,
        "loss": _until_loss,
        "losses": _until_losses,
        "heads": _until_heads,
    }[series.until](won, series.times, coins)
    return FlipSummary(series=0, estimates=tuple(certain(what, value) for what, value in told))


Told = list[tuple[str, Fraction]]


def _fixed(won: Fraction, times: int, coins: int) -> Told:
    chances = [comb(times, k) * won**k * (1 - won) ** (times - k) for k in range(times + 1)]
    likeliest = sorted(range(times + 1), key=lambda k: -chances[k])[:MOST_LISTED]
    spread = [(f"wins {k}", chances[k]) for k in sorted(likeliest)]
    if times >= MOST_LISTED:
        spread.append((OTHER_WINS, Fraction(1) - sum(chances[k] for k in likeliest)))
    return [
        ("flips", Fraction(times)),
        ("coins", Fraction(times * coins)),
        ("won", won),
        ("wins", times * won),
        *spread,
    ]


def _until_wins(won: Fraction, times: int, coins: int) -> Told:
    """Negative binomial: each win takes 1/p flips on average."""
    flips = times / won
    return [("flips", flips), ("coins", flips * coins), ("won", won), ("wins", Fraction(times))]


def _until_loss(won: Fraction, _times: int, coins: int) -> Told:
    """Geometric: p^k (1 - p) for k wins."""
    flips = 1 / (1 - won)
    spread = [(f"wins {k}", won**k * (1 - won)) for k in range(MOST_LISTED)]
    spread.append((OTHER_WINS, won**MOST_LISTED))
    return [("flips", flips), ("coins", flips * coins), ("won", won), ("wins", flips - 1), *spread]


def _until_losses(won: Fraction, times: int, coins: int) -> Told:
    """The first run of n losses, each of chance q: (1 - q^n) / (q^n (1 - q)) flips on average."""
    lost = 1 - won
    flips = (1 - lost**times) / (lost**times * won)
    return [("flips", flips), ("coins", flips * coins), ("won", won), ("wins", flips * won)]


def _until_heads(heads: Fraction, _times: int, coins: int) -> Told:
    """Rounds until both are heads: 1 / (p p') of them, each with tails of chance 1 - p."""
    other = Fraction(1, 2)
    rounds = 1 / (heads * other)
    return [
        ("flips", 2 * rounds),
        ("coins", rounds * (coins + 1)),
        ("own tails", rounds * (1 - heads)),
        ("other tails", rounds * (1 - other)),
    ]
