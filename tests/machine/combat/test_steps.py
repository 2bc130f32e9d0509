"""Which steps of combat there are."""

import pytest

from events.combat import Attack, AttackersDeclared, RemovedFromCombat
from events.identifiers import Recipient, Seat
from events.turns import PhaseEntered
from events.vocabulary import Phase
from machine.phases import has_attackers, no_attackers
from projections.fold import apply
from tests.machine.division.desk import Desk

BEAR = {"name": "Bear", "types": ["Creature"], "power": 2, "toughness": 2, "keywords": []}
BOB = Recipient("bob")


@pytest.mark.parametrize(
    ("attacks", "removed", "blocks"), [(1, 0, True), (1, 1, True), (0, 0, False)]
)
def test_508_8_blockers_are_declared_where_something_was_declared_as_an_attacker(
    *, attacks: int, removed: int, blocks: bool
) -> None:
    """CR 508.8: the steps are skipped where nothing attacked, not where nothing attacks any more.

    Real records show it: an attacker that dies in its own declare attackers step.
    """
    desk = Desk(
        {"ann": {"battlefield": ["Bear as bear"]}, "bob": {}},
        phase="combat.beginning",
        cards=(BEAR,),
    )
    bear = desk.name("bear")
    declared = AttackersDeclared(player=Seat("ann"), attacks=(Attack(bear, BOB),) * attacks)
    table = apply(desk.table, PhaseEntered(phase=Phase.DECLARE_ATTACKERS))
    table = apply(table, declared)
    for _ in range(removed):
        table = apply(table, RemovedFromCombat(object=bear))

    assert has_attackers(table) is blocks
    assert no_attackers(table) is not blocks
