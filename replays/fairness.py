"""What the coins of logs say about chance, exactly, and how little so few coins can say.

A number of this module is never a verdict on a player: a fair coin gives every series now and then.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, sqrt
from statistics import NormalDist

from msgspec import Struct
from msgspec.structs import replace

from events.vocabulary import Face
from projections.flip_ledger import FlipEntry

LEVEL = 0.05
POWER = 0.8
FAIR = Fraction(1, 2)
BIASES = (0.6, 0.55, 0.51)
"""Chances of heads for which the number of coins is told that it takes to see them."""

MOST_COINS = 20_000
"""Coins of one look, the first ones: exact sums of more take minutes."""


class Look(Struct, frozen=True, kw_only=True):
    """One question put to one series of coins, and the chance of such an answer if all is fair."""

    player: str
    device: str
    question: str
    """``heads``: how many; ``runs``: how often the face changes."""
    coins: int
    heads: int
    seen: int
    expected: float
    p: float
    """How often fair coins are at least so far from what is expected."""
    p_corrected: float = 1.0
    """The same, corrected for all looks taken together (Holm)."""
    low: float = 0.0
    high: float = 1.0
    """Between these the chance of heads lies with 95 % confidence (Wilson)."""


def binomial_p(successes: int, trials: int, chance: Fraction = FAIR) -> Fraction:
    """Return the exact two-sided p: of all counts, those that are no likelier than the one seen."""
    parts, whole = chance.numerator, chance.denominator
    fails = whole - parts
    likelihood = fails**trials
    ways = [likelihood]
    for count in range(trials):
        likelihood = likelihood * (trials - count) * parts // ((count + 1) * fails)
        ways.append(likelihood)
    return Fraction(sum(one for one in ways if one <= ways[successes]), whole**trials)


def count_runs(faces: Sequence[Face]) -> int:
    """Return how many runs of one face a series has."""
    changes = sum(one is not other for one, other in pairwise(faces))
    return changes + 1 if faces else 0


def expected_runs(heads: int, tails: int) -> Fraction:
    """Return how many runs so many heads and tails have on average, in random order."""
    if not heads + tails:
        return Fraction(0)
    return 1 + Fraction(2 * heads * tails, heads + tails)


def ways_of_runs(heads: int, tails: int) -> list[int]:
    """Return in how many orders so many heads and tails have 0, 1, 2 … runs (Wald and Wolfowitz)."""
    if not heads or not tails:
        return [int(not heads + tails), int(heads + tails > 0)]
    mine, theirs = _compositions(heads), _compositions(tails)
    return [_orders(mine, theirs, runs) for runs in range(heads + tails + 1)]


def _orders(mine: Sequence[int], theirs: Sequence[int], runs: int) -> int:
    """Return the orders with so many runs: the faces' runs take turns, one face begins."""
    half, odd = divmod(runs, 2)

    def ways(mine_runs: int, their_runs: int) -> int:
        if mine_runs >= len(mine) or their_runs >= len(theirs):
            return 0
        return mine[mine_runs] * theirs[their_runs]

    return ways(half + 1, half) + ways(half, half + 1) if odd else 2 * ways(half, half)


def _compositions(total: int) -> list[int]:
    """Return in how many ways a total is a sum of 0, 1, 2 … parts of at least one."""
    number = 1
    ways = [0]
    for parts in range(1, total + 1):
        ways.append(number)
        number = number * (total - parts) // parts
    return ways


def runs_p(faces: Sequence[Face]) -> Fraction:
    """Return the exact two-sided p of the runs test: orders whose number of runs is no likelier."""
    heads = sum(face is Face.HEADS for face in faces)
    ways = ways_of_runs(heads, len(faces) - heads)
    seen = ways[count_runs(faces)]
    return Fraction(sum(one for one in ways if one <= seen), sum(ways))


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a proportion."""
    if not trials:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(1 - LEVEL / 2)
    share, scale = successes / trials, 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / scale
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / scale
    return max(0.0, middle - spread), min(1.0, middle + spread)


def coins_needed(heads: float) -> int:
    """Return how many coins show such a bias in four of five series, at five in a hundred."""
    normal = NormalDist()
    sure, seen = normal.inv_cdf(1 - LEVEL / 2), normal.inv_cdf(POWER)
    spread = sure * 0.5 + seen * sqrt(heads * (1 - heads))
    return ceil((spread / (heads - 0.5)) ** 2)


def holm(looks: Sequence[Look]) -> tuple[Look, ...]:
    """Return the looks with p corrected for their number: the smallest times n, and so on."""
    order = sorted(range(len(looks)), key=lambda place: looks[place].p)
    corrected = list(looks)
    largest = 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(looks) - rank) * looks[place].p))
        corrected[place] = replace(looks[place], p_corrected=largest)
    return tuple(corrected)


def looks_at(
    entries: Iterable[FlipEntry], *, player: str = "", device: str = ""
) -> tuple[Look, ...]:
    """Return two looks at every player's coins, by what they flipped, corrected together.

    Every coin that came up counts, ignored ones too: which was kept was somebody's choice.
    """
    series: dict[tuple[str, str], list[Face]] = {}
    for entry in entries:
        key = (str(entry.flipper or ""), entry.device.value)
        if (player and key[0] != player) or (device and key[1] != device):
            continue
        series.setdefault(key, []).extend(coin.face for coin in entry.coins)
    looks = [
        look
        for (seat, kind), faces in series.items()
        if faces
        for look in _looks(seat, kind, faces[:MOST_COINS])
    ]
    return holm(looks)


def _looks(player: str, device: str, faces: Sequence[Face]) -> Iterator[Look]:
    heads = sum(face is Face.HEADS for face in faces)
    low, high = wilson(heads, len(faces))
    known = {
        "player": player,
        "device": device,
        "coins": len(faces),
        "heads": heads,
        "low": low,
        "high": high,
    }
    yield Look(
        question="heads",
        seen=heads,
        expected=len(faces) / 2,
        p=float(binomial_p(heads, len(faces))),
        **known,  # type: ignore[arg-type]
    )
    yield Look(
        question="runs",
        seen=count_runs(faces),
        expected=float(expected_runs(heads, len(faces) - heads)),
        p=float(runs_p(faces)),
        **known,  # type: ignore[arg-type]
    )
