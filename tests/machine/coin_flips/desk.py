"""Tables on which coins are flipped, and every way in which they can fall, with its exact chance."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import Any, TypeVar

import msgspec

from events.base import Decision, Event
from events.coin_flips import FlipCalled, FlipIgnored
from events.identifiers import ObjectId, Seat
from events.stack import AbilityActivated, CostPaid, ProgramRepeated, ResolutionEnded
from events.turns import PriorityPassed
from events.vocabulary import Face
from machine.chance import Branching, Chance, Scripted
from machine.coin_flips import in_progress
from machine.referee import advance, awaiting, check
from machine.running import Run, handle, start
from projections.table import Table
from replays.scenarios.setting import Setting
from replays.scenarios.shape import Given

ANN, BOB, CYD = Seat("ann"), Seat("bob"), Seat("cyd")
MOST_DECISIONS = 400
T = TypeVar("T")

THUMB = {
    "name": "Thumb",
    "types": ["Artifact"],
    "abilities": [{"kind": "replacement", "replaces": "flip", "how": "two_ignore_one"}],
}
"""A Thumb that is no legend: a player may control several."""


def flipper(**flip: Any) -> Mapping[str, Any]:  # noqa: ANN401 - fields of the instruction
    """Return a permanent that flips as often as its controller likes."""
    program = [{"do": "flip_coins", **flip}]
    abilities = [{"kind": "activated", "cost": {}, "program": program}]
    return {"name": "Flipper", "types": ["Artifact"], "abilities": abilities}


def desk(
    players: Mapping[str, Mapping[str, Any]],
    *,
    turn: Mapping[str, Any] | None = None,
    **given: Any,  # noqa: ANN401 - fields of Given
) -> tuple[Table, dict[str, ObjectId]]:
    """Return a table that waits for its first decision, and the ids of its labelled cards."""
    data = {"players": players, "turn": {"active": "ann", **(turn or {})}, **given}
    setting = Setting(msgspec.convert(data, Given, strict=False))
    _, labels = setting.build()
    return start(setting.table, Scripted()).table, labels


def thumbed(thumbs: int, *more: str, **flip: Any) -> tuple[Table, ObjectId]:  # noqa: ANN401
    """Return a table with a flipper, some Thumbs and other permanents of ann's, and the flipper."""
    mine = ["Flipper as flipper", *("Thumb",) * thumbs, *more]
    table, labels = desk(
        {"ann": {"battlefield": mine, "library": ["Bear*40"]}, "bob": {"library": ["Bear"]}},
        cards=[THUMB, flipper(**flip)],
    )
    return table, labels["flipper"]


def activation(table: Table, source: ObjectId) -> tuple[Decision, ...]:
    """Return the announcement of a free ability."""
    name = ObjectId(f"o{table.numbers.object}")
    return (
        AbilityActivated(player=ANN, source=source),
        CostPaid(player=ANN, object=name),
    )


def answer(table: Table, wanted: Face = Face.HEADS) -> Decision | None:
    """Return the plainest decision: pass; call heads; keep a coin of the wanted face if there is one."""
    asked = awaiting(table)
    if not asked:
        return None
    seat, kinds = asked[0].player, asked[0].decisions
    if PriorityPassed in kinds:
        return PriorityPassed(player=seat)
    flips = in_progress(table)
    if FlipCalled in kinds:
        flip = next(one for one in flips if one.caller == seat and one.call is None)
        return FlipCalled(player=seat, flip=flip.flip, call=Face.HEADS)
    assert FlipIgnored in kinds
    flip = next(one for one in flips if one.flipper == seat and one.kept is None)
    kept = flip.coins.index(wanted) if wanted in flip.coins else 0
    coins = tuple(n for n in range(1, flip.wanted + 1) if n != kept + 1)
    return FlipIgnored(player=seat, flip=flip.flip, coins=coins)


def settled(table: Table, chance: Chance, until: Callable[[Table], bool]) -> Table:
    """Return the table once everything has resolved, or as soon as something is so."""
    for _ in range(MOST_DECISIONS):
        decision = answer(table)
        if decision is None or until(table):
            return table
        if not table.stack and table.resolution is None and isinstance(decision, PriorityPassed):
            return table
        table = handle(table, (decision,), chance).table
    raise AssertionError(f"not settled in {MOST_DECISIONS} decisions")


def ways(play: Callable[[Chance], T]) -> Iterator[tuple[Fraction, T]]:
    """Yield what comes of every way in which chance can go, with the probability of that way."""
    path: list[int] | None = []
    while path is not None:
        chance = Branching(path)
        found = play(chance)
        yield Fraction(1, prod(bound for _, bound in chance.taken)), found
        path = chance.next_path()


def never(_table: Table) -> bool:
    return False


def flipped_once(table: Table, source: ObjectId) -> Iterator[tuple[Fraction, Table]]:
    """Yield the tables after one activation and all it leads to, each with its probability."""

    def play(chance: Chance) -> Table:
        begun = handle(table, activation(table, source), chance).table
        return settled(begun, chance, never)

    return ways(play)


def one_round(table: Table) -> Iterator[tuple[Fraction, Table, bool]]:
    """Yield the tables after one round of a process that repeats, and whether it is over."""

    def play(chance: Chance) -> tuple[Table, bool]:
        run = Run(table, chance, 1)
        for _ in range(MOST_DECISIONS):
            events = _next(run, chance)
            run.emit(events, None)
            kinds: set[type[Event]] = {type(event) for event in events}
            if not kinds.isdisjoint((ProgramRepeated, ResolutionEnded)):
                return run.table, ResolutionEnded in kinds
        raise AssertionError("no round ends")

    return ((chance, *found) for chance, found in ways(play))


def _next(run: Run, chance: Chance) -> tuple[Event, ...]:
    events = advance(run.table, chance)
    if events:
        return events
    decision = answer(run.table)
    assert decision is not None
    check(run.table, decision)
    return (decision,)
