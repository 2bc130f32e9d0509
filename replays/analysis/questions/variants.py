"""Questions about divisions, Contraptions, time, and games played twice under two rules."""

from collections import Counter, defaultdict
from typing import Any

from replays.analysis.answers import Answer, mean, only_test, share
from replays.analysis.frameset import Frames
from replays.analysis.statistics import chi_square, mann_whitney, mcnemar, median_of

SPROCKETS = (1, 2, 3)
FEWEST_TIMES = 3
MOST_TYPES = 12
"""Types of decisions told by their time, the most frequent ones."""

FULL_HAND = 7


def divisions(frames: Frames) -> list[Answer]:
    """How amounts are divided, and what is lost because targets have become illegal."""
    rows = frames.rows("divisions", "kind", "amount", "unit", "targets", "lost", "is_over")
    found: list[Answer] = []
    for amount in sorted({row["amount"] for row in rows}):
        some = [row for row in rows if row["amount"] == amount]
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
    over = [row for row in rows if row["is_over"]]
    units = sum(row["amount"] * (2 if row["unit"] == "half" else 1) for row in over)
    if units:
        lost = sum(row["lost"] for row in over)
        found.append(share("divisions", "units lost to illegal targets", hits=lost, n=units))
    return found


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


def time(frames: Frames) -> list[Answer]:
    """How long decisions take, and whether a mulligan takes longer to declare than a keep."""
    groups: dict[str, list[float]] = defaultdict(list)
    for row in frames.rows("decisions", "type", "seconds"):
        if row["seconds"] is not None and row["seconds"] >= 0:
            groups[row["type"]].append(row["seconds"])
    frequent = sorted(groups, key=lambda name: (-len(groups[name]), name))[:MOST_TYPES]
    found = [_median(name, groups[name]) for name in frequent if len(groups[name]) >= FEWEST_TIMES]
    return found + _declaring(frames)


def _median(name: str, values: list[float]) -> Answer:
    middle, low, high = median_of(values)
    return Answer(
        question="time",
        group=(name,),
        measure="seconds",
        n=len(values),
        value=middle,
        low=low,
        high=high,
    )


def _declaring(frames: Frames) -> list[Answer]:
    said = {
        (row["game_id"], row["declared_seq"]): row["declared"]
        for row in frames.rows("mulligans", "game_id", "declared_seq", "declared")
    }
    times: dict[str, list[float]] = {"keep": [], "mulligan": []}
    for row in frames.rows("decisions", "game_id", "seq", "seconds"):
        declared = said.get((row["game_id"], row["seq"]))
        if declared in times and row["seconds"] is not None and row["seconds"] >= 0:
            times[declared].append(row["seconds"])
    keeps, others = times["keep"], times["mulligan"]
    if len(keeps) < FEWEST_TIMES or len(others) < FEWEST_TIMES:
        return []
    test = mann_whitney(keeps, others)
    return only_test("time", "keep against mulligan", n=len(keeps) + len(others), test=test)


def variants(frames: Frames) -> list[Answer]:
    """Games with the same seed under two rules: who keeps a full hand under one alone."""
    games = {
        row["game_id"]: row
        for row in frames.rows("games", "game_id", "seed", "rules_as_of")
        if row["seed"]
    }
    full: dict[str, dict[tuple[str, int], bool]] = defaultdict(dict)
    columns: tuple[str, ...] = ("game_id", "position", "kept_size")
    for row in frames.rows("players", *columns):
        game: dict[str, Any] | None = games.get(row["game_id"])
        if game is not None and row["kept_size"] is not None:
            key = (game["seed"], row["position"])
            full[game["rules_as_of"]][key] = row["kept_size"] == FULL_HAND
    days = sorted(full)
    found: list[Answer] = []
    for place, one in enumerate(days):
        for other in days[place + 1 :]:
            pairs = [
                (full[one][key], full[other][key]) for key in full[one].keys() & full[other].keys()
            ]
            first = sum(a and not b for a, b in pairs)
            second = sum(b and not a for a, b in pairs)
            if pairs:
                found += only_test(
                    "variants",
                    one,
                    other,
                    "full hand kept",
                    n=len(pairs),
                    test=mcnemar(first, second),
                )
    return found
