"""Questions about opening hands beside what the rules lead to, exactly.

Implements CR 103.5 as what is asked of ``mulligans`` and ``players``.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any

from msgspec.structs import replace

from replays.analysis.answers import Answer, mean, share, tested
from replays.analysis.expectations import (
    GAME_COLUMNS,
    MOST_WORLDS,
    REST,
    SEVEN,
    Plain,
    Sought,
    World,
    chance_to_hold,
    holds_powder,
    plain_numbers,
    sought_alone,
    world_of,
)
from replays.analysis.frameset import Frames
from replays.analysis.statistics import binomial, hypergeometric, sum_of_chances

FEW_LANDS, MANY_LANDS = 2, 5
"""The plain policy that hands are compared with: seven cards with two to five lands are kept."""

FEWEST_HANDS = 20
MOST_PLAYERS = 12
"""Players who are told apart: those with the most hands, if they have enough."""

EVERYBODY = "all players"


def policy(frames: Frames) -> list[Answer]:
    """First hands of seven given up, and cards kept, against the plain policy on the same decks.

    A hand that is exiled is given up. Decks that can do so are not asked for the size they keep: the
    plain policy has no such card, and players who did not use theirs had good hands.
    """
    names = {
        (row["game_id"], row["seat"]): row["player"]
        for row in frames.rows("players", "game_id", "seat", "player")
    }
    found = []
    for who, some in _by_player(_first_hands(frames), names):
        taken = sum(row["declared"] == "mulligan" or row["hands_exiled"] > 0 for row in some)
        chances = [_given_up(row["deck_size"], row["deck_lands"]) for row in some]
        answer = share(
            "policy",
            who,
            "first hands given up",
            hits=taken,
            n=len(some),
            expected=sum(chances) / len(some),
        )
        found.append(tested(answer, sum_of_chances(taken, chances)))
    for who, some in _by_player(_plainly_played(frames), names):
        sizes = [row["kept_size"] for row in some]
        expected = sum(row["plain"].kept_size for row in some) / len(some)
        found.append(mean("policy", who, "hand size", values=sizes, expected=expected))
    return found


def _first_hands(frames: Frames) -> list[dict[str, Any]]:
    columns = "game_id seat look size declared deck_size deck_lands hands_exiled"
    return [
        row
        for row in frames.rows("mulligans", *columns.split())
        if row["look"] == 0
        and row["size"] == SEVEN
        and row["declared"] in ("keep", "mulligan")
        and row["deck_lands"] is not None
    ]


@cache
def _given_up(size: int, lands: int) -> float:
    spread = hypergeometric(size, lands, SEVEN)
    return 1 - sum(spread[FEW_LANDS : MANY_LANDS + 1])


def _plainly_played(frames: Frames) -> list[dict[str, Any]]:
    """Return players whose deck cannot exile hands, each with what the plain policy keeps."""
    games = {row["game_id"]: row for row in frames.rows("games", *GAME_COLUMNS)}
    columns = "game_id seat deck deck_size deck_lands kept_size mulligans"
    rows = [
        {**row, "game": games[row["game_id"]]}
        for row in frames.rows("players", *columns.split())
        if row["kept_size"] is not None
        and row["deck_lands"] is not None
        and not holds_powder(row["deck"])
        and row["game_id"] in games
    ]
    cases = [(row["game"], row["deck_size"], row["deck_lands"]) for row in rows]
    plain: Iterable[Plain | None] = plain_numbers(cases)
    return [{**row, "plain": one} for row, one in zip(rows, plain, strict=True) if one is not None]


def _by_player(
    rows: list[dict[str, Any]], names: dict[tuple[str, str], str | None]
) -> Iterable[tuple[str, list[dict[str, Any]]]]:
    """Return all rows, then those of each player with enough of them, the most frequent first."""
    if not rows:
        return
    yield EVERYBODY, rows
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        name = names.get((row["game_id"], row["seat"]))
        if name:
            groups[name].append(row)
    often = sorted(groups, key=lambda name: (-len(groups[name]), name))[:MOST_PLAYERS]
    yield from ((name, groups[name]) for name in often if len(groups[name]) >= FEWEST_HANDS)


def free_mulligans(frames: Frames) -> list[Answer]:
    """How many take the free mulligan where there is one, what it costs, and what they keep."""
    free = {
        row["game_id"]
        for row in frames.rows("games", "game_id", "free_mulligans")
        if row["free_mulligans"]
    }
    columns = ("game_id", "mulligans", "mulligans_counted", "kept_size")
    rows = [
        row
        for row in frames.rows("players", *columns)
        if row["game_id"] in free and row["kept_size"] is not None
    ]
    if not rows:
        return []
    counted = [row["mulligans_counted"] for row in rows]
    uncounted = [row["mulligans"] - row["mulligans_counted"] for row in rows]
    used = sum(row["mulligans"] > 0 for row in rows)
    found = [
        share("free_mulligans", "used", hits=used, n=len(rows)),
        mean("free_mulligans", "mulligans not counted", values=uncounted),
        mean("free_mulligans", "mulligans counted", values=counted),
        mean("free_mulligans", "hand size", values=[row["kept_size"] for row in rows]),
    ]
    return found + _free_by_deck([row for row in _plainly_played(frames) if row["game_id"] in free])


def _free_by_deck(rows: list[dict[str, Any]]) -> list[Answer]:
    """Of each deck: how often the first hand is given up, and what is kept, beside the plain policy."""
    groups: dict[tuple[int, int, Plain], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["deck_size"], row["deck_lands"], row["plain"]].append(row)
    found = []
    for (size, lands, plain), some in sorted(groups.items()):
        deck = f"{lands} lands of {size}"
        used = sum(row["mulligans"] > 0 for row in some)
        answer = share(
            "free_mulligans", deck, "used", hits=used, n=len(some), expected=plain.given_up
        )
        found.append(tested(answer, binomial(used, len(some), plain.given_up)))
        sizes = [row["kept_size"] for row in some]
        found.append(
            mean("free_mulligans", deck, "hand size", values=sizes, expected=plain.kept_size)
        )
    return found


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


def sought(frames: Frames) -> list[Answer]:
    """Hands kept that hold what was looked for, with and without Powders, beside the exact chance.

    Expected of players who keep nothing else, down to the smallest hand, and exile what they can.
    """
    games = {row["game_id"]: row for row in frames.rows("games", *GAME_COLUMNS)}
    groups: dict[tuple[str, bool, World, Sought], list[bool]] = defaultdict(list)
    columns = ("game_id", "deck", "opening_hand", "kept_size")
    for row in frames.rows("players", *columns):
        game, hand = games.get(row["game_id"]), row["opening_hand"]
        if game is None or hand is None or not row["deck"] or len(hand) != row["kept_size"]:
            continue
        deck = sought_alone(row["deck"], frames.sought)
        goal = _possible(frames.sought, deck)
        world = world_of(game, deck)
        if goal.lines and world is not None:
            key = (game["mulligan_kind"], bool(game["free_mulligans"]), world, goal)
            groups[key].append(goal.holds(hand))
    often = sorted(groups, key=lambda one: (-len(groups[one]), one[:3]))
    return [_beside(*one, groups[one]) for one in often[:MOST_WORLDS]]


def _possible(goal: Sought, deck: dict[str, int]) -> Sought:
    """Return what can be looked for in a deck: the lines that it holds."""
    there = {name.casefold(): count for name, count in deck.items()}
    lines = tuple(
        line
        for line in goal.lines
        if all(there.get(name.casefold(), 0) >= count for name, count in line)
    )
    return replace(goal, lines=lines)


def _beside(kind: str, is_free: bool, world: World, goal: Sought, held: list[bool]) -> Answer:  # noqa: FBT001 - a key's part
    expected = chance_to_hold(world, goal)
    size = sum(count for _, count in world.deck)
    answer = share(
        "sought",
        kind,
        *(("free mulligan",) if is_free else ()),
        " + ".join(f"{count} {name}" for name, count in world.deck if name != REST),
        f"decks of {size}",
        f"down to {goal.down_to}",
        hits=sum(held),
        n=len(held),
        expected=expected,
    )
    return answer if expected is None else tested(answer, binomial(sum(held), len(held), expected))
