"""What it takes to have a coin flipped again, and to keep a permanent with cumulative upkeep."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.base import Decision
from events.coin_flips import FlipCalled, ReflipChosen
from events.errors import IllegalAction
from events.identifiers import ObjectId
from events.stack import CostPaid, ManaAbilityActivated, ManaAdded, MayChosen
from events.turns import PriorityPassed
from events.vocabulary import Face, Phase
from machine.chance import Scripted
from machine.procedure import CHECKS
from machine.referee import awaiting, legal_decisions
from machine.running import handle, start
from projections.fold import apply
from projections.table import Table
from tests.machine.coin_flips.desk import ANN, BOB, activation, desk, flipper

HEADS = 0


def refused(table: Table, decision: Decision) -> str:
    with pytest.raises(IllegalAction) as error:
        CHECKS[type(decision)](table, decision)
    return error.value.code


# -- flipping again --------------------------------------------------------------------------------


def shown(mana: str) -> tuple[Table, ObjectId]:
    """Return a table on which a coin of ann's lies, and the creature that flips it again."""
    mine = ["Flipper as flipper", "Goblin Bookie as bookie"]
    table, labels = desk({"ann": {"battlefield": mine, "mana": mana}, "bob": {}}, cards=[flipper()])
    chance = Scripted([HEADS])
    table = handle(table, activation(table, labels["flipper"]), chance).table
    for seat in (ANN, BOB):
        table = handle(table, (PriorityPassed(player=seat),), chance).table
    call = FlipCalled(player=ANN, flip=1, call=Face.HEADS)
    return handle(table, (call,), chance).table, labels["bookie"]


def test_the_refusals_of_another_flip() -> None:
    table, bookie = shown("{R}{G}")
    right = ReflipChosen(player=ANN, flip=1, source=bookie, mana="{R}", tapped=(bookie,))
    CHECKS[ReflipChosen](table, right)

    wrong: dict[str, tuple[dict[str, Any], ...]] = {
        "flip/not_shown": ({"flip": 2},),
        "flip/no_reflip": ({"ability": 1}, {"source": ObjectId("c99")}, {"player": BOB}),
        "cost/mana": ({"mana": ""}, {"mana": "{G}"}, {"mana": "{R}{R}"}),
        "cost/tap": ({"tapped": ()}, {"tapped": (bookie, bookie)}),
        "flip/stands": ({"flip": 0},),
    }
    for code, changes in wrong.items():
        for change in changes:
            assert refused(table, replace(right, **change)) == code


def test_mana_that_could_be_made_is_not_yet_in_the_pool() -> None:
    mine = ["Flipper as flipper", "Goblin Bookie as bookie", "Mountain as land"]
    table, labels = desk({"ann": {"battlefield": mine}, "bob": {}}, cards=[flipper()])
    chance = Scripted([HEADS])
    table = handle(table, activation(table, labels["flipper"]), chance).table
    for seat in (ANN, BOB):
        table = handle(table, (PriorityPassed(player=seat),), chance).table
    table = handle(table, (FlipCalled(player=ANN, flip=1, call=Face.HEADS),), chance).table
    bookie = labels["bookie"]
    wanted = ReflipChosen(player=ANN, flip=1, source=bookie, mana="{R}", tapped=(bookie,))

    assert refused(table, wanted) == "cost/pool"
    offered = list(legal_decisions(table))
    assert ReflipChosen(player=ANN) in offered
    assert wanted not in offered
    tap = ManaAbilityActivated(player=ANN, source=labels["land"], mana="{R}")
    assert tap in offered
    assert wanted in list(legal_decisions(handle(table, (tap,), chance).table))


# -- cumulative upkeep -----------------------------------------------------------------------------


def upkeep(pool: str, **cost: Any) -> tuple[Table, ObjectId]:  # noqa: ANN401 - fields of a cost
    """Return a table on which the second upkeep of a permanent waits to be paid for."""
    card = {
        "name": "Tower",
        "types": ["Artifact"],
        "abilities": [{"kind": "cumulative_upkeep", "cost": cost}],
    }
    tower = {"card": "Tower", "counters": {"age": 1}}
    table, _ = desk(
        {
            "ann": {"battlefield": [tower], "library": ["Bear"], "life": 5},
            "bob": {"library": ["Bear"]},
        },
        turn={"phase": "beginning.untap"},
        cards=[card],
    )
    table = start(_upkeep_begun(table, pool), Scripted()).table
    for seat in (ANN, BOB):
        table = handle(table, (PriorityPassed(player=seat),), Scripted()).table
    assert table.resolution is not None
    return table, table.resolution.item.id


def _upkeep_begun(table: Table, pool: str) -> Table:
    """Return the table in the upkeep, with mana; the ability has triggered in the real step."""
    while table.phase is not Phase.UPKEEP or not table.stack:
        assert awaiting(table), "no upkeep comes"
        table = handle(table, (PriorityPassed(player=ANN),), Scripted()).table
    return apply(table, ManaAdded(player=ANN, mana=pool))


def test_the_refusals_of_an_upkeep() -> None:
    table, name = upkeep("{R}{G}", mana="{1}", life=1)
    right = CostPaid(player=ANN, object=name, mana="{R}{G}", life=2)
    CHECKS[CostPaid](table, right)

    wrong: dict[str, tuple[dict[str, Any], ...]] = {
        "cost/nothing": ({"player": BOB},),
        "cost/mana": ({"mana": "{R}"}, {"mana": ""}),
        "cost/pool": ({"mana": "{R}{R}"},),
        "cost/life": ({"life": 1},),
        "cost/flips": ({"flips": 1},),
        "cost/other": ({"tapped": (ObjectId("c1"),)}, {"sacrificed": (ObjectId("c1"),)}),
    }
    for code, changes in wrong.items():
        for change in changes:
            assert refused(table, replace(right, **change)) == code


def test_what_is_offered_for_an_upkeep() -> None:
    table, name = upkeep("{R}{G}", mana="{1}", life=1)

    offered = list(legal_decisions(table))
    assert offered == [
        CostPaid(player=ANN, object=name, mana=offered[0].mana, life=2),  # type: ignore[attr-defined]
        MayChosen(player=ANN, object=name, accepted=False),
    ]
    after = handle(table, (offered[0],), Scripted()).table
    assert after.players[ANN].life == 3


def test_more_life_than_there_is_cannot_be_paid() -> None:
    table, name = upkeep("{R}", life=3)

    assert refused(table, CostPaid(player=ANN, object=name, life=6)) == "cost/life"
    assert [type(one) for one in legal_decisions(table)] == [MayChosen]
