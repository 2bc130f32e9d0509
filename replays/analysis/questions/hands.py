"""Questions about opening hands: how often they are kept, and how that compares.

Implements CR 103.5 as what is asked of ``mulligans`` and ``players``.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from replays.analysis.answers import Answer, mean, odds, share, tested
from replays.analysis.expectations import SEVEN
from replays.analysis.frameset import Frames
from replays.analysis.statistics import logistic, stratified

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
    full = [row for row in rows if row["size"] == SEVEN and row["spells"]]
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
            **_looks(rows),
        },
    )
    composed = logistic(
        [int(row["declared"] == "keep") for row in full],
        {
            "lands away from three": [abs(row["lands"] - 3) for row in full],
            "mean mana value": [row["spells_value"] / row["spells"] for row in full],
            "colours": [len(row["colors"]) for row in full],
        },
    )
    return [
        *found,
        *_by_composition(full),
        *odds("keep_rate", "odds of keeping", effects, n=len(rows)),
        *odds("keep_rate", "odds of keeping seven known cards", composed, n=len(full)),
    ]


def _by_composition(rows: list[Row]) -> list[Answer]:
    """Return how often seven cards are kept, by the colours and the mean mana value of spells."""
    keys: tuple[Callable[[Row], str], ...] = (
        lambda row: f"{len(row['colors'])} colours",
        lambda row: f"spells of about {round(row['spells_value'] / row['spells'])} mana",
    )
    return [
        share(
            "keep_rate",
            "7 cards",
            what,
            hits=sum(row["declared"] == "keep" for row in some),
            n=len(some),
        )
        for key in keys
        for what, some in _by(rows, key).items()
    ]


def _looks(rows: list[Row]) -> dict[str, list[float]]:
    """Return the mulligans before each hand, where they are not told by its size alone."""
    sizes = {(row["size"], row["look"]) for row in rows}
    if len(sizes) == len({size for size, _ in sizes}):
        return {}
    return {"mulligans before": [row["look"] for row in rows]}


def _declared(frames: Frames) -> list[Row]:
    """Return hands that were kept or not, and whose lands are known.

    Of a deck with a card that nobody has defined there are none: its hands without that card would
    not be a fair part of all. Nor are there hands after a London mulligan in a client's record: there
    cards go to the bottom of hands that are kept, so that six cards would always be kept.
    """
    columns = (
        "game_id size lands declared on_play look spells spells_value colors order "
        "heard_mulligans deck_size deck_lands counted mulligan_kind"
    )
    imported = {
        row["game_id"] for row in frames.rows("games", "game_id", "client") if row["client"]
    }
    return [
        row
        for row in frames.rows("mulligans", *columns.split())
        if row["declared"] in ("keep", "mulligan")
        and row["lands"] is not None
        and (row["deck_size"] is None or row["deck_lands"] is not None)
        and not (row["counted"] and row["mulligan_kind"] == "london" and row["game_id"] in imported)
    ]


def hearing(frames: Frames) -> list[Answer]:
    """Whether players keep more often after hearing that somebody has kept, alike in lands."""
    rows = [row for row in _declared(frames) if (row["order"] or 0) > 1]
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
