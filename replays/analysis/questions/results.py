"""Questions about who wins: by mulligans, by who begins, by seat.

None of these is about causes: a weak hand makes a player take mulligans and lose.
"""

from collections import defaultdict
from typing import Any

from msgspec.structs import replace

from replays.analysis.answers import Answer, odds, only_test, share, tested
from replays.analysis.frameset import Frames
from replays.analysis.power import shown_between
from replays.analysis.questions.hands import side
from replays.analysis.statistics import (
    binomial,
    chi_square,
    logistic,
    stratified,
    trend,
    two_proportions,
)

TWO = 2
MOST_MULLIGANS = 3
"""Players with so many mulligans or more are one group."""

Row = dict[str, Any]


def _players(frames: Frames) -> list[Row]:
    """Return the players of decided games of two, each with what is known of the game."""
    games = {
        row["game_id"]: row
        for row in frames.rows("games", "game_id", "seats", "game_number", "previous_loser")
        if row["seats"] == TWO
    }
    columns = (
        *("game_id", "seat", "player", "won", "on_play", "mulligans", "kept_size"),
        *("deck_size", "deck_lands"),
    )
    return [
        {**games[row["game_id"]], **row}
        for row in frames.rows("players", *columns)
        if row["game_id"] in games and row["won"] is not None
    ]


def win_by_mulligans(frames: Frames) -> list[Answer]:
    """Games won by the number of mulligans, and by the size kept, on the play and on the draw."""
    rows = _players(frames)
    found: list[Answer] = []
    for who in ("on the play", "on the draw"):
        mine = [row for row in rows if side(row["on_play"]) == who]
        found += _by_number(mine, who)
        found += [
            share(
                "win_by_mulligans",
                who,
                f"kept {size}",
                hits=sum(row["won"] for row in some),
                n=len(some),
            )
            for size, some in _grouped(mine, "kept_size")
        ]
    return [*found, *_regression(rows), *_alike(rows)]


def _by_number(rows: list[Row], who: str) -> list[Answer]:
    counts: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        counts[min(row["mulligans"], MOST_MULLIGANS)].append(row)
    groups = [counts.get(number, []) for number in range(MOST_MULLIGANS + 1)]
    hits = [sum(row["won"] for row in some) for some in groups]
    totals = [len(some) for some in groups]
    found = [
        share("win_by_mulligans", who, _so_many(number), hits=hits[number], n=totals[number])
        for number in range(MOST_MULLIGANS + 1)
        if totals[number]
    ]
    if totals[0] and totals[1]:
        place = next(n for n, one in enumerate(found) if one.group[1] == _so_many(1))
        test = two_proportions(hits[0], totals[0], hits[1], totals[1])
        shown = shown_between(totals[0], totals[1], hits[0] / totals[0])
        found[place] = replace(tested(found[place], test), shown=shown)
    return found + only_test(
        "win_by_mulligans", who, "trend", n=sum(totals), test=trend(hits, totals)
    )


def _so_many(number: int) -> str:
    return f"{number} mulligans" + (" or more" if number == MOST_MULLIGANS else "")


def _regression(rows: list[Row]) -> list[Answer]:
    """One row a game: the starting player's result, by both players' mulligans."""
    games: dict[str, dict[bool, Row]] = defaultdict(dict)
    for row in rows:
        if row["on_play"] is not None:
            games[row["game_id"]][row["on_play"]] = row
    pairs = [both for both in games.values() if len(both) == TWO]
    effects = logistic(
        [int(both[True]["won"]) for both in pairs],
        {
            "own mulligans": [both[True]["mulligans"] for both in pairs],
            "opponent's mulligans": [both[False]["mulligans"] for both in pairs],
        },
    )
    return odds("win_by_mulligans", "odds of the starting player", effects, n=len(pairs))


def _alike(rows: list[Row]) -> list[Answer]:
    """Return the odds of winning after a mulligan, among games of one player with one sort of deck."""
    strata: dict[tuple[Any, ...], list[list[int]]] = defaultdict(lambda: [[0, 0], [0, 0]])
    for row in rows:
        if row["player"]:
            key = (row["player"], row["deck_size"], row["deck_lands"], row["on_play"])
            strata[key][row["mulligans"] > 0][not row["won"]] += 1
    tables = [[table[1], table[0]] for table in strata.values()]
    found = stratified(tables)
    if found is None:
        return []
    ratio, low, high, test = found
    answer = Answer(
        question="win_by_mulligans",
        group=("odds of winning after a mulligan", "player, deck and turn order alike"),
        measure="ratio",
        n=sum(map(sum, (side for table in tables for side in table))),
        value=ratio,
        low=low,
        high=high,
        expected=1.0,
    )
    return [tested(answer, test)]


def play_draw(frames: Frames) -> list[Answer]:
    """Games won by the player who began: first games, where nobody lost before, and the others."""
    rows = [row for row in _players(frames) if row["on_play"]]
    later = [row for row in rows if row["game_number"] > 1]
    told = [row for row in later if row["previous_loser"]]
    found: list[Answer] = []
    for name, some in (
        ("first games", [row for row in rows if row["game_number"] == 1]),
        ("later games", later),
        ("the last game's loser begins", [r for r in told if r["seat"] == r["previous_loser"]]),
        ("the last game's winner begins", [r for r in told if r["seat"] != r["previous_loser"]]),
    ):
        if some:
            won = sum(row["won"] for row in some)
            answer = share("play_draw", name, hits=won, n=len(some), expected=0.5)
            found.append(tested(answer, binomial(won, len(some), 0.5)))
    return found


def seat_bias(frames: Frames) -> list[Answer]:
    """Games of more than two players won by place in turn order; teams have no such places."""
    sizes = {
        row["game_id"]: row["seats"]
        for row in frames.rows("games", "game_id", "seats")
        if row["seats"] > TWO
    }
    rows = frames.rows("players", "game_id", "position", "won", "team")
    teams = {row["game_id"] for row in rows if row["team"]}
    won: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for row in rows:
        if row["won"] and row["game_id"] in sizes and row["game_id"] not in teams:
            won[sizes[row["game_id"]]][row["position"]] += 1
    found: list[Answer] = []
    for seats, counts in sorted(won.items()):
        total = sum(counts.values())
        found += [
            share(
                "seat_bias",
                f"{seats} players",
                f"seat {place}",
                hits=counts[place],
                n=total,
                expected=1 / seats,
            )
            for place in range(1, seats + 1)
        ]
        test = chi_square([counts[place] for place in range(1, seats + 1)], [total / seats] * seats)
        found += only_test("seat_bias", f"{seats} players", "all seats alike", n=total, test=test)
    return found


def _grouped(rows: list[Row], column: str) -> list[tuple[Any, list[Row]]]:
    groups: dict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        if row[column] is not None:
            groups[row[column]].append(row)
    return sorted(groups.items(), reverse=True)
