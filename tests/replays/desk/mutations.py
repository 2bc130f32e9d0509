"""One entry of a random game altered: what a mistake, a bug or a cheat would leave in a log."""

import random
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from events.base import Chance, Decision, Event
from events.chance import DieRolled
from events.coin_flips import CoinFlipped
from events.records import Draft
from events.turns import PriorityPassed
from events.vocabulary import Face
from events.zones import LibraryShuffled
from replays.game_log import GameLog
from tests.replays.desk.altered import chained, drafts_of


class Mutation(Struct, frozen=True):
    """An altered log, which record is the first wrong one, and what was done to it."""

    log: GameLog
    seq: int
    kind: str
    event: str


def mutated(log: GameLog, seed: int) -> Mutation:
    """Return a log with one entry altered, chained anew so that its hashes tell nothing."""
    rng = random.Random(seed)  # noqa: S311 - which entry, and how
    names = list(MUTATIONS)
    for turn in range(len(names)):  # one kind after another, from the seed's own on
        kind = names[(seed + turn) % len(names)]
        for seq in rng.sample(
            range(1 + log.header.given, len(log)), len(log) - 1 - log.header.given
        ):
            drafts = drafts_of(log)
            wrong = MUTATIONS[kind](drafts, seq, rng)
            if wrong is not None:
                event = type(log.log[seq].event).__name__
                return Mutation(chained(drafts, f"{kind}-{seq}"), wrong, kind, event)
    raise AssertionError("no entry of this game can be altered")


def _number(drafts: list[Draft], seq: int, rng: random.Random) -> int | None:
    """Change a number of a consequence, or of a decision, by one."""
    event: Event = drafts[seq].event
    if isinstance(event, Chance):
        return None
    numbers = [
        name
        for name in event.__struct_fields__
        if type(getattr(event, name)) is int and getattr(event, name) > 0
    ]
    if not numbers:
        return None
    name = rng.choice(numbers)
    drafts[seq] = replace(drafts[seq], event=replace(event, **{name: getattr(event, name) + 1}))
    return seq


def _player(drafts: list[Draft], seq: int, rng: random.Random) -> int | None:
    """Let another player be the one it happens to, or who does it."""
    event: Event = drafts[seq].event
    player = getattr(event, "player", None)
    if isinstance(event, Chance) or player not in ("ann", "bob"):
        return None
    other = {"ann": "bob", "bob": "ann"}[player]
    changed = replace(event, player=other)
    by = other if isinstance(event, Decision) else drafts[seq].by
    drafts[seq] = replace(drafts[seq], event=changed, by=by)
    del rng
    return seq


def _dropped(drafts: list[Draft], seq: int, rng: random.Random) -> int | None:
    """Leave a record out."""
    del rng
    if seq == len(drafts) - 1:
        return None
    drafts[:] = [
        replace(one, cause=one.cause - 1) if one.cause is not None and one.cause >= seq else one
        for number, one in enumerate(drafts)
        if number != seq
    ]
    return seq


def _twice(drafts: list[Draft], seq: int, rng: random.Random) -> int | None:
    """Write a record down twice."""
    del rng
    again = drafts[seq]
    drafts[seq + 1 :] = [
        replace(one, cause=one.cause + 1) if one.cause is not None and one.cause >= seq else one
        for one in drafts[seq + 1 :]
    ]
    drafts.insert(seq + 1, again)
    return seq + 1


def _swapped(drafts: list[Draft], seq: int, rng: random.Random) -> int | None:
    """Turn two neighbours round."""
    del rng
    if seq + 1 >= len(drafts) or drafts[seq].event == drafts[seq + 1].event:
        return None
    drafts[seq], drafts[seq + 1] = drafts[seq + 1], drafts[seq]
    return seq


def _list(drafts: list[Draft], seq: int, rng: random.Random) -> int | None:
    """Leave the last of several things out: a target, a share, a card, an attacker."""
    event: Event = drafts[seq].event
    if isinstance(event, Chance):
        return None
    lists = [
        name
        for name in event.__struct_fields__
        if isinstance(getattr(event, name), tuple) and getattr(event, name)
    ]
    if not lists:
        return None
    name = rng.choice(lists)
    changed = replace(event, **{name: getattr(event, name)[:-1]})
    drafts[seq] = replace(drafts[seq], event=changed)
    return seq


def _invented(drafts: list[Draft], seq: int, rng: random.Random) -> int | None:
    """Put in a consequence of another moment."""
    other = drafts[rng.randrange(1, len(drafts))]
    if other.by != "rules" or other.event == drafts[seq].event:
        return None
    drafts[seq:] = [
        replace(one, cause=one.cause + 1) if one.cause is not None and one.cause >= seq else one
        for one in drafts[seq:]
    ]
    drafts.insert(seq, replace(other, cause=seq - 1))
    return seq


def _out_of_turn(drafts: list[Draft], seq: int, rng: random.Random) -> int | None:
    """Put in a decision of another moment."""
    made = [one for one in drafts if isinstance(one.event, Decision)]
    decision = rng.choice(made)
    if isinstance(decision.event, PriorityPassed):
        return None
    drafts[seq:] = [
        replace(one, cause=one.cause + 1) if one.cause is not None and one.cause >= seq else one
        for one in drafts[seq:]
    ]
    drafts.insert(seq, replace(decision, cause=None))
    return seq


def _chance(drafts: list[Draft], seq: int, rng: random.Random) -> int | None:
    """Let another outcome have come up."""
    event: Event = drafts[seq].event
    match event:
        case CoinFlipped():
            face = Face.TAILS if event.face is Face.HEADS else Face.HEADS
            changed: Event = replace(event, face=face)
        case DieRolled():
            changed = replace(event, value=event.value % event.sides + 1)
        case LibraryShuffled() if len(event.order) > 1:
            order = list(event.order)
            rng.shuffle(order)
            changed = replace(event, order=tuple(order))
        case _:
            return None
    drafts[seq] = replace(drafts[seq], event=changed)
    return seq


MUTATIONS: dict[str, Callable[[list[Draft], int, random.Random], int | None]] = {
    "number": _number,
    "player": _player,
    "dropped": _dropped,
    "twice": _twice,
    "swapped": _swapped,
    "list": _list,
    "invented": _invented,
    "out_of_turn": _out_of_turn,
    "chance": _chance,
}
"""Kind -> what alters the drafts of a log and returns the first wrong record."""
