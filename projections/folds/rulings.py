"""Folds of what stands beside the game: dice, rulings, corrections, notes."""

from typing import Any

from immutables import Map
from msgspec import Struct
from msgspec.structs import replace

from events.chance import DieRolled, RandomlyChosen
from events.rulings import (
    Corrected,
    FactObserved,
    NoteAdded,
    Rewound,
    RulingMade,
    TakeBackAgreed,
)
from events.vocabulary import SPROCKETS
from projections.handlers import applies, nothing
from projections.table import Table

applies(NoteAdded)(nothing)
applies(FactObserved)(nothing)
applies(TakeBackAgreed)(nothing)
applies(RandomlyChosen)(nothing)

STARTING_PLAYER = "starting_player"
"""The purpose of a die that is rolled for who chooses the starting player (CR 103.1)."""


TIME_CALLED = "time_called"
"""The code of a ruling by which a round's time is over."""


@applies(RulingMade)
def _ruled(table: Table, event: RulingMade) -> Table:
    return replace(table, time_called=True) if event.code == TIME_CALLED else table


@applies(DieRolled)
def _rolled(table: Table, event: DieRolled) -> Table:
    if event.purpose != STARTING_PLAYER:
        return table
    return replace(table, rolls=(*table.rolls, (event.player, event.value)))


@applies(Rewound)
def _rewound(table: Table, _event: Rewound) -> Table:
    return table  # ``projections.fold`` goes back: one table alone does not know the earlier ones


CORRECTABLE = frozenset(
    {
        ("players", "life"),
        ("players", "crank"),
        ("players", "lands_played"),
        ("players", "last_turn"),
        ("players", "maximum_hand_size"),
        ("objects", "tapped"),
        ("objects", "damage"),
        ("objects", "sprocket"),
        ("objects", "controller"),
        ("objects", "face_down"),
    }
)
"""What a judge may set by hand: (kind, field). Zones are corrected by moving cards."""


def _fits(table: Table, field: str, value: str | int | bool) -> bool:  # noqa: FBT001 - what a judge wrote
    """Whether a value can stand in a field; of the numbers only life may be below none."""
    if field == "controller":
        return value in table.players
    if field in ("tapped", "face_down"):
        return isinstance(value, bool)
    if type(value) is not int:
        return False
    match field:
        case "crank":
            return value in SPROCKETS
        case "sprocket":
            return value in (0, *SPROCKETS)
        case _:
            return value >= 0 or field == "life"


@applies(Corrected)
def _corrected(table: Table, event: Corrected) -> Table:
    kind, _, rest = event.path.partition(".")
    name, _, field = rest.partition(".")
    if (kind, field) not in CORRECTABLE:
        return table
    group: Map[Any, Struct] = getattr(table, kind)
    member = group.get(name)
    if member is None or not _fits(table, field, event.value):
        return table
    changed: dict[str, Any] = {field: event.value}
    if field == "controller" and getattr(member, field) != event.value:
        changed["sprocket"] = 0  # as with every change of control: its new controller chooses
    return replace(table, **{kind: group.set(name, replace(member, **changed))})
