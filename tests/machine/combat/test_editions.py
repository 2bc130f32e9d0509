"""The same board in 2008, in 2015 and today: three ways for one attacker's damage, side by side."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from events.base import Event
from events.combat import BlockersDeclared, CombatDamageCompleted, CombatDamageStacked
from events.damage import DamageDealt
from events.division import CombatDamageAssigned, DamageOrderChosen
from events.identifiers import ObjectId
from events.stack import ResolutionBegan, ResolutionEnded
from events.turns import PriorityReceived
from events.vocabulary import DamageKind
from machine.referee import legal_decisions
from tests.machine.division.desk import Desk

TOLD = (
    BlockersDeclared,
    DamageOrderChosen,
    PriorityReceived,
    CombatDamageAssigned,
    CombatDamageStacked,
    ResolutionBegan,
    DamageDealt,
    CombatDamageCompleted,
    ResolutionEnded,
)

GUIDE = Path(__file__).parents[3] / "docs" / "guides" / "division.md"

DAYS = re.compile(r"^(\d{4}-\d\d-\d\d): [^\n]+\n\n```text\n([^`]+)```", re.MULTILINE)
GOLDEN = dict(DAYS.findall(GUIDE.read_text(encoding="utf-8")))
"""What the guide says of each day."""

LEGAL = {
    "2008-06-01": [(4, 0), (3, 1), (2, 2), (1, 3), (0, 4)],
    "2015-06-01": [(4, 0), (3, 1), (2, 2)],
    "2026-11-01": [(4, 0), (3, 1), (2, 2), (1, 3), (0, 4)],
}


def fight(edition: str) -> Desk:
    """Return a 4/5 blocked by two 2/2s, about to assign its damage."""
    ogre = {"name": "Ogre", "types": ["Creature"], "power": 4, "toughness": 5}
    desk = Desk(
        {
            "ann": {"battlefield": ["Ogre as ogre"]},
            "bob": {"battlefield": ["Bear as one", "Bear as two"]},
        },
        edition=edition,
        phase="combat.beginning",
        cards=(ogre,),
    )
    desk.fight({"ogre": "bob"}, (("one", "ogre"), ("two", "ogre")))
    first = next(legal_decisions(desk.table))
    if isinstance(first, DamageOrderChosen):
        desk.submit(first)
    desk.passes(2)
    return desk


@pytest.mark.parametrize("edition", GOLDEN)
def test_golden(edition: str) -> None:
    desk = fight(edition)
    started = next(n for n, one in enumerate(desk.events) if isinstance(one, BlockersDeclared))
    names = {desk.name(label): label for label in ("ogre", "one", "two")}
    last = 2 if edition == "2015-06-01" else 3
    desk.assign("ann", "ogre", one=4 - last, two=last)
    if desk.table.stack:
        desk.resolve()
    told = [line for one in desk.events[started:] if (line := _line(one, names))]
    assert told == GOLDEN[edition].splitlines()


def _line(event: Event, names: Mapping[ObjectId, str]) -> str:
    word = type(event).__name__ if isinstance(event, TOLD) else ""
    match event:
        case PriorityReceived(player=player):
            return f"{word} {player}"
        case DamageOrderChosen(order=order):
            return f"{word} {', '.join(names[name] for name in order)}"
        case CombatDamageAssigned(assignments=parts):
            told = ", ".join(f"{names[ObjectId(part.recipient)]} {part.amount}" for part in parts)
            return f"{word} {told}"
        case DamageDealt(kind=DamageKind.COMBAT, source=source, recipient=to, amount=amount):
            return f"{word} {names[ObjectId(str(source))]} to {names[ObjectId(to)]} {amount}"
        case _:
            return word


@pytest.mark.parametrize("edition", LEGAL)
def test_what_may_be_assigned(edition: str) -> None:
    found = [
        tuple(part.amount for part in one.assignments)
        for one in fight(edition).legal(CombatDamageAssigned)
        if isinstance(one, CombatDamageAssigned)
    ]
    assert found == LEGAL[edition]
    *some, last = ("-".join(map(str, way)) for way in found)
    assert (
        f"{edition}: {', '.join(some)} or {last}" in GUIDE.read_text(encoding="utf-8").splitlines()
    )


def test_the_guide_tells_of_all_three_days() -> None:
    assert GOLDEN.keys() == LEGAL.keys()
