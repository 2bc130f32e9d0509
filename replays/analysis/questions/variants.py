"""Questions about divisions, Contraptions, and games played twice under two rules."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from events.vocabulary import DivisionUnit
from replays.analysis.answers import Answer, difference, mean, only_test, share, tested
from replays.analysis.frameset import Frames
from replays.analysis.statistics import chi_square, mcnemar
from replays.showing.parts import points

SPROCKETS = (1, 2, 3)
MOST_WAYS = 12
"""Ways to divide an amount that are told, the most frequent ones."""

FULL_HAND = 7


def divisions(frames: Frames) -> list[Answer]:
    """How amounts are divided, and what is lost because targets have become illegal."""
    rows = frames.rows("divisions", "amount", "unit", "targets", "lost", "is_over", "copy_of")
    found: list[Answer] = []
    chosen = [row for row in rows if not row["copy_of"]]  # a copy repeats what was divided
    for amount in sorted({row["amount"] for row in chosen}):
        some = [row for row in chosen if row["amount"] == amount]
        counts = Counter(row["targets"] for row in some)
        found += [
            share(
                "divisions",
                f"{amount} points",
                f"{targets} targets",
                hits=counts[targets],
                n=len(some),
            )
            for targets in sorted(counts)
        ]
    found += _compositions(frames)
    over = [row for row in rows if row["is_over"]]
    units = sum(row["amount"] * _units(row) for row in over)
    if units:
        lost = sum(row["lost"] for row in over)
        found.append(share("divisions", "units lost to illegal targets", hits=lost, n=units))
    return found


def _units(row: Mapping[str, Any]) -> int:
    """Return how many units of its division a point is."""
    return 2 if row["unit"] == DivisionUnit.HALF.value else 1


def _compositions(frames: Frames) -> list[Answer]:
    """Return how often each way to divide an amount was announced, the largest share first."""
    announced: dict[tuple[str, int, str, int], list[int]] = defaultdict(list)
    key = ("game_id", "seq", "object", "instruction")
    for row in frames.rows("shares", *key, "announced"):
        place = (row["game_id"], row["seq"], row["object"], row["instruction"])
        announced[place].append(row["announced"])
    ways: dict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for row in frames.rows("divisions", *key, "amount", "unit", "copy_of"):
        shares = announced.get((row["game_id"], row["seq"], row["object"], row["instruction"]))
        if shares and not row["copy_of"]:
            halves = (share * 2 // _units(row) for share in shares)
            ways[row["amount"]][tuple(sorted(halves, reverse=True))] += 1
    return [
        share(
            "divisions",
            f"{amount} points",
            f"{'+'.join(points(share, halves=True) for share in way)} announced",
            hits=hits,
            n=counts.total(),
        )
        for amount, counts in sorted(ways.items())
        for way, hits in sorted(counts.most_common(MOST_WAYS), key=lambda one: one[0], reverse=True)
    ]


def contraptions(frames: Frames) -> list[Answer]:
    """Which sprockets are chosen, and how many Contraptions there are cranked."""
    chosen = Counter(row["sprocket"] for row in frames.rows("assemblies", "sprocket"))
    total = sum(chosen[one] for one in SPROCKETS)
    found: list[Answer] = []
    if total:
        found += [
            share(
                "contraptions",
                f"sprocket {one}",
                "chosen",
                hits=chosen[one],
                n=total,
                expected=1 / 3,
            )
            for one in SPROCKETS
        ]
        test = chi_square([chosen[one] for one in SPROCKETS], [total / 3] * 3)
        found += only_test("contraptions", "all sprockets alike", n=total, test=test)
    moves = [
        row
        for row in frames.rows("cranks", "by_effect", "there", "cranked")
        if not row["by_effect"]
    ]
    if moves:
        found.append(
            mean("contraptions", "cranked in an upkeep", values=[row["cranked"] for row in moves])
        )
        there = sum(row["there"] for row in moves)
        if there:
            cranked = sum(min(row["cranked"], row["there"]) for row in moves)
            found.append(share("contraptions", "cranked of those there", hits=cranked, n=there))
    return found


def variants(frames: Frames) -> list[Answer]:
    """Games with the same seed under two rules: cards kept, and who keeps a full hand under one alone."""
    games = {
        row["game_id"]: row
        for row in frames.rows("games", "game_id", "seed", "rules_as_of", "overrides")
        if row["seed"]
    }
    sizes: dict[str, dict[tuple[str, int], int]] = defaultdict(dict)
    for row in frames.rows("players", "game_id", "position", "kept_size"):
        game = games.get(row["game_id"])
        if game is not None and row["kept_size"] is not None:
            rules = ", ".join((game["rules_as_of"], *game["overrides"]))
            sizes[rules][game["seed"], row["position"]] = row["kept_size"]
    return [
        answer
        for one, other in combinations(sorted(sizes), 2)
        for answer in _paired(one, other, sizes)
    ]


def _paired(
    one: str, other: str, sizes: Mapping[str, Mapping[tuple[str, int], int]]
) -> list[Answer]:
    """Return the differences within pairs of games, the second rules less the first."""
    both = sorted(sizes[one].keys() & sizes[other].keys())
    if not both:
        return []
    pairs = [(sizes[one][key], sizes[other][key]) for key in both]
    full = [(first == FULL_HAND, second == FULL_HAND) for first, second in pairs]
    gained = [int(second) - int(first) for first, second in full]
    answer = difference("variants", one, other, "full hand kept", values=gained)
    return [
        tested(answer, mcnemar(gained.count(-1), gained.count(1))),
        difference(
            "variants", one, other, "hand size", values=[second - first for first, second in pairs]
        ),
    ]
