"""Questions about opening hands: how often they are kept, and how that compares.

Implements CR 103.5 as what is asked of ``mulligans`` and ``players``.
"""

from collections import Counter, defaultdict
from functools import cache
from math import erfc, sqrt
from typing import Any

from replays.analysis.answers import Answer, mean, odds, share, tested
from replays.analysis.frameset import Frames
from replays.analysis.statistics import Test, hypergeometric, logistic, stratified

FEW_LANDS, MANY_LANDS = 2, 5
"""The plain policy that hands are compared with: seven cards with two to five lands are kept."""

SEVEN = 7

Row = dict[str, Any]


SIDES = ("on the play", "on the draw", "not told")


def side(on_play: bool | None) -> str:  # noqa: FBT001 - a column of a table
    """Return the word for who took the first turn."""
    return {True: "on the play", False: "on the draw", None: "not told"}[on_play]


def mulligans(frames: Frames) -> list[Answer]:
    """How many mulligans players take, and how many cards they keep, on the play and on the draw."""
    rows = [
        row
        for row in frames.rows("players", "on_play", "mulligans", "mulligans_counted", "kept_size")
        if row["kept_size"] is not None
    ]
    found: list[Answer] = []
    groups = _by(rows, lambda row: side(row["on_play"]))
    for who in sorted(groups, key=SIDES.index):
        some = groups[who]
        found.append(mean("mulligans", who, "mulligans", values=[row["mulligans"] for row in some]))
        found.append(mean("mulligans", who, "hand size", values=[row["kept_size"] for row in some]))
        sizes = Counter(row["kept_size"] for row in some)
        found += [
            share("mulligans", who, f"kept {size}", hits=sizes[size], n=len(some))
            for size in sorted(sizes, reverse=True)
        ]
    return found


def keep_rate(frames: Frames) -> list[Answer]:
    """How often a hand is kept, by its size and lands; and what matters in a regression."""
    rows = _declared(frames)
    found = [
        share(
            "keep_rate",
            f"{size} cards",
            f"{lands} lands",
            hits=sum(row["declared"] == "keep" for row in some),
            n=len(some),
        )
        for (size, lands), some in sorted(
            _by(rows, lambda row: (row["size"], row["lands"])).items(), reverse=True
        )
    ]
    effects = logistic(
        [int(row["declared"] == "keep") for row in rows],
        {
            "lands away from three": [abs(row["lands"] - 3) for row in rows],
            "hand size": [row["size"] for row in rows],
            "on the play": [int(bool(row["on_play"])) for row in rows],
        },
    )
    return [*found, *odds("keep_rate", "odds of keeping", effects, n=len(rows))]


def _declared(frames: Frames) -> list[Row]:
    rows = frames.rows("mulligans", "size", "lands", "declared", "on_play")
    return [
        row for row in rows if row["declared"] in ("keep", "mulligan") and row["lands"] is not None
    ]


def policy(frames: Frames) -> list[Answer]:
    """First hands of seven given up, against the plain policy on the same decks."""
    columns = ("look", "size", "declared", "deck_size", "deck_lands", "hands_exiled")
    rows = [
        row
        for row in frames.rows("mulligans", *columns)
        if row["look"] == 0
        and row["size"] == SEVEN
        and row["declared"] in ("keep", "mulligan")
        and row["deck_lands"] is not None
        and row["hands_exiled"] == 0
    ]
    if not rows:
        return []
    chances = [_given_up(row["deck_size"], row["deck_lands"]) for row in rows]
    taken = sum(row["declared"] == "mulligan" for row in rows)
    expected = sum(chances)
    spread = sqrt(sum(chance * (1 - chance) for chance in chances))
    z = (taken - expected) / spread if spread else 0.0
    test = Test("z of a sum of chances", z, erfc(abs(z) / sqrt(2)))
    answer = share(
        "policy", "first hands given up", hits=taken, n=len(rows), expected=expected / len(rows)
    )
    return [tested(answer, test)]


@cache
def _given_up(size: int, lands: int) -> float:
    spread = hypergeometric(size, lands, SEVEN)
    return 1 - sum(spread[FEW_LANDS : MANY_LANDS + 1])


def free_mulligans(frames: Frames) -> list[Answer]:
    """How many take the free mulligan where there is one, and what they keep."""
    free = {
        row["game_id"]
        for row in frames.rows("games", "game_id", "free_mulligans")
        if row["free_mulligans"]
    }
    rows = [
        row
        for row in frames.rows("players", "game_id", "mulligans", "kept_size")
        if row["game_id"] in free and row["kept_size"] is not None
    ]
    if not rows:
        return []
    used = sum(row["mulligans"] > 0 for row in rows)
    sizes = [row["kept_size"] for row in rows]
    return [
        share("free_mulligans", "used", hits=used, n=len(rows)),
        mean("free_mulligans", "hand size", values=sizes),
    ]


def powder(frames: Frames) -> list[Answer]:
    """Hands exiled with a card that can do so (CR 103.5b), and what is kept then."""
    rows = frames.rows("players", "hands_exiled", "kept_size", "won")
    used = [row for row in rows if row["hands_exiled"]]
    if not used:
        return []
    sizes = [row["kept_size"] for row in used if row["kept_size"] is not None]
    ended = [row for row in used if row["won"] is not None]
    found = [share("powder", "players who exiled a hand", hits=len(used), n=len(rows))]
    found.append(mean("powder", "hands exiled", values=[row["hands_exiled"] for row in used]))
    if sizes:
        found.append(mean("powder", "hand size", values=sizes))
    if ended:
        won = sum(row["won"] for row in ended)
        found.append(share("powder", "games won", hits=won, n=len(ended)))
    return found


def hearing(frames: Frames) -> list[Answer]:
    """Whether players keep more often after hearing that somebody has kept, alike in lands."""
    columns = ("size", "lands", "declared", "order", "heard_mulligans")
    rows = [
        row
        for row in frames.rows("mulligans", *columns)
        if row["declared"] in ("keep", "mulligan")
        and row["lands"] is not None
        and (row["order"] or 0) > 1
    ]
    found = [
        share(
            "hearing",
            heard,
            hits=sum(row["declared"] == "keep" for row in some),
            n=len(some),
        )
        for heard, some in _by(rows, _heard).items()
    ]
    strata = [
        [
            _kept_or_not([row for row in some if _heard(row) == "nobody took a mulligan"]),
            _kept_or_not([row for row in some if _heard(row) == "somebody took a mulligan"]),
        ]
        for some in _by(rows, lambda row: (row["size"], row["lands"])).values()
    ]
    pooled = stratified(strata)
    if pooled is not None:
        ratio, low, high, test = pooled
        answer = Answer(
            question="hearing",
            group=("odds of keeping", "nobody took a mulligan"),
            measure="ratio",
            n=len(rows),
            value=ratio,
            low=low,
            high=high,
            expected=1.0,
        )
        found.append(tested(answer, test))
    return found


def _heard(row: Row) -> str:
    return "somebody took a mulligan" if row["heard_mulligans"] else "nobody took a mulligan"


def _kept_or_not(rows: list[Row]) -> list[int]:
    kept = sum(row["declared"] == "keep" for row in rows)
    return [kept, len(rows) - kept]


def _by(rows: list[Row], key: Any) -> dict[Any, list[Row]]:  # noqa: ANN401 - any key
    groups: dict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return dict(sorted(groups.items(), key=lambda one: str(one[0])))
