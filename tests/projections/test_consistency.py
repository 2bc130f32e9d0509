"""The checker of tables finds what is wrong with one."""

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from events.identifiers import ObjectId
from events.vocabulary import StackKind, Zone
from projections.consistency import faults
from projections.progress import Flip, StackItem
from projections.table import GameObject
from tests.projections.makers import ANN, BOB, table_of

C1, C99 = ObjectId("c1"), ObjectId("c99")
TABLE = table_of()
ITEM = StackItem(id=C1, kind=StackKind.SPELL, controller=ANN)


def _player(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of Player
    return {"players": TABLE.players.set(ANN, replace(TABLE.players[ANN], **changes))}


def _object(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of GameObject
    return {"objects": TABLE.objects.set(C1, replace(TABLE.objects[C1], **changes))}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"exile": (C99,)}, "c99 is listed in exile, but there is no such object"),
        ({"exile": (C1,)}, "c1 is listed in exile, but says that it is in library"),
        ({"exile": (C1,)}, "c1 is in 2 places"),
        (_player(library=()), "c1 says that it is in library, which does not list it"),
        (_object(owner=BOB), "c1 is listed in ann's library, but its owner is bob"),
        (_object(id=C99), "c1 is the object c99"),
        (_object(damage=-1), "c1 has less than no damage or counters"),
        ({"stack": (ITEM,)}, "c1 is on the stack, but says that it is in library"),
        ({"stack": (ITEM, ITEM)}, "c1 is on the stack 2 times"),
        (_player(unseen=Map({"hand": -1})), "ann has -1 unknown cards in hand"),
        (_player(mana=Map({"R": -1})), "ann has -1 of R"),
        (_player(seat=BOB), "ann is the player bob"),
        ({"turn_order": (ANN,)}, "the turn order and the players are not the same seats"),
        ({"flips": (Flip(flip=1, flipper=ANN),)}, "flip number 1 has been given"),
        (
            {
                "objects": TABLE.objects.set(C99, GameObject(id=C99, zone=Zone.EXILE)),
                "exile": (C99,),
            },
            "object number 21 has been given: there is 99",
        ),
    ],
)
def test_faults_tell_what_is_wrong(changes: dict[str, Any], told: str) -> None:
    assert faults(TABLE) == ()
    assert told in faults(replace(TABLE, **changes))
