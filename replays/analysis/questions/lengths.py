"""Questions about how long games and decisions last, where some were cut off before their end."""

from collections import Counter, defaultdict
from typing import Any

from replays.analysis.answers import Answer, Measure, only_test
from replays.analysis.frameset import Frames
from replays.analysis.statistics import Survival, mann_whitney, median_of, survival

FEWEST_TIMES = 3
MOST_TYPES = 12
"""Types of decisions told by their time, the most frequent ones."""

MARKS = 8
"""Turns after which it is told how many games go on, at most."""

CUT_SHORT = frozenset({"conceded", "timeout", "judge"})
"""Why a player lost whose game might have gone on."""

AGREED = frozenset({"agreement", "time", "concession", "timeout", "judge"})
"""Why a game is over that might have gone on."""

NOT_TOLD = frozenset({"last_player", "unknown"})
"""Reasons that leave open why the last one lost: then a concession of anybody may have been the end."""

Row = dict[str, Any]


def length(frames: Frames) -> list[Answer]:
    """How many turns games last; concessions and logs that break off cut them short."""
    cut = {
        row["game_id"]
        for row in frames.rows("players", "game_id", "lost_by")
        if row["lost_by"] in CUT_SHORT
    }
    groups: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for row in frames.rows("games", "game_id", "seats", "turns", "is_complete", "reason"):
        if row["turns"]:
            open_end = row["reason"] in NOT_TOLD and row["game_id"] in cut
            ended = row["is_complete"] and row["reason"] not in AGREED and not open_end
            groups[row["seats"]].append((row["turns"], bool(ended)))
    found: list[Answer] = []
    for seats, games in sorted(groups.items()):
        turns, ended = [turn for turn, _ in games], [end for _, end in games]
        told = survival(turns, ended)
        if told is not None:
            who = f"{seats} players"
            found.append(_median_of_survival("length", (who, "median"), "turns", told))
            found += _going_on(who, turns, told)
    return found


def _median_of_survival(
    question: str, group: tuple[str, ...], measure: Measure, told: Survival
) -> Answer:
    return Answer(
        question=question,
        group=(*group, f"{told.n - told.ended} cut short"),
        measure=measure,
        n=told.n,
        value=told.median,
        low=told.low,
        high=told.high,
    )


def _going_on(who: str, turns: list[int], told: Survival) -> list[Answer]:
    """Return how many games go on after some turns; n: those that were seen to last so long."""
    last = int(told.going[-1][0])
    step = max(1, -(-last // MARKS))
    found = []
    for mark in range(step, last + 1, step):
        before = [one for one in told.going if one[0] <= mark]
        if before:
            _, _, share, low, high = before[-1]
            answer = Answer(
                question="length",
                group=(who, f"going on after turn {mark}"),
                measure="share",
                n=sum(turn >= mark for turn in turns),
                value=share,
                low=low,
                high=high,
            )
            found.append(answer)
    return found


def time(frames: Frames) -> list[Answer]:
    """How long decisions take, and whether a mulligan takes longer to declare than a keep."""
    groups: dict[str, list[float]] = defaultdict(list)
    rows = _timed(frames)
    for row in rows:
        groups[row["type"]].append(row["seconds"])
    frequent = sorted(groups, key=lambda name: (-len(groups[name]), name))[:MOST_TYPES]
    found = [_median(groups[name], name) for name in frequent if len(groups[name]) >= FEWEST_TIMES]
    return [*found, *_cut_off(rows), *_declaring(frames, rows)]


def _timed(frames: Frames) -> list[Row]:
    """Return decisions whose time is told.

    In a record of a client, what has the time of the record before it came in one message with it:
    nobody knows how long it took.
    """
    imported = {
        row["game_id"] for row in frames.rows("games", "game_id", "client") if row["client"]
    }
    return [
        {**row, "imported": row["game_id"] in imported}
        for row in frames.rows("decisions", "game_id", "seq", "type", "seconds")
        if row["seconds"] is not None
        and (row["seconds"] > 0 or (row["seconds"] == 0 and row["game_id"] not in imported))
    ]


def _median(values: list[float], *group: str) -> Answer:
    middle, low, high = median_of(values)
    return Answer(
        question="time",
        group=group,
        measure="seconds",
        n=len(values),
        value=middle,
        low=low,
        high=high,
    )


def _cut_off(rows: list[Row]) -> list[Answer]:
    """Return the time of any decision, where concessions cut some off; nothing without any."""
    made = [row["type"] != "Conceded" for row in rows]
    told = survival([row["seconds"] for row in rows], made) if not all(made) else None
    return (
        [] if told is None else [_median_of_survival("time", ("all decisions",), "seconds", told)]
    )


def _declaring(frames: Frames, rows: list[Row]) -> list[Answer]:
    """Return times of declarations by hand, and two comparisons of them."""
    columns = ("game_id", "declared_seq", "declared", "look", "order")
    said = {
        (row["game_id"], row["declared_seq"]): row for row in frames.rows("mulligans", *columns)
    }
    timed = [
        ({**hand, "imported": row["imported"]}, row["seconds"])
        for row in rows
        if (hand := said.get((row["game_id"], row["seq"]))) is not None
        and hand["declared"] in ("keep", "mulligan")
    ]
    looks = Counter(hand["look"] for hand, _ in timed)
    found = [
        _median([seconds for hand, seconds in timed if hand["look"] == look], f"look {look}")
        for look in sorted(looks)
        if looks[look] >= FEWEST_TIMES and len(looks) > 1
    ]
    keeps = [seconds for hand, seconds in timed if hand["declared"] == "keep"]
    mulligans = [seconds for hand, seconds in timed if hand["declared"] == "mulligan"]
    in_order = [one for one in timed if not one[0]["imported"]]  # clients ask all at once
    first = [seconds for hand, seconds in in_order if hand["order"] == 1]
    later = [seconds for hand, seconds in in_order if hand["order"] != 1]
    return [
        *found,
        *_compared("keep against mulligan", keeps, mulligans),
        *_compared("first to declare against later ones", first, later),
    ]


def _compared(group: str, one: list[float], other: list[float]) -> list[Answer]:
    if min(len(one), len(other)) < FEWEST_TIMES:
        return []
    return only_test("time", group, n=len(one) + len(other), test=mann_whitney(one, other))
