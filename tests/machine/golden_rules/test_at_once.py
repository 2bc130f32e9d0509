"""What enters at once sees the others enter; what leaves at once sees the others leave.

Implements CR 603.6a, 603.10a.
"""

from events.choices import ChoiceMade
from events.identifiers import ObjectId
from events.stack import AbilityTriggered
from tests.machine.division.desk import RICH, Desk


def watcher(name: str, on: str, who: str) -> dict[str, object]:
    program = [{"do": "gain_life", "amount": 1}]
    ability = {"kind": "triggered", "on": on, "who": who, "program": program}
    creature = {"types": ["Creature"], "power": 1, "toughness": 1}
    return {"name": name, **creature, "abilities": [ability]}


def spell(*program: dict[str, object]) -> dict[str, object]:
    abilities = [{"kind": "spell", "program": list(program)}]
    return {"name": "Stroke", "types": ["Sorcery"], "abilities": abilities}


CREATURES = {"types": ["Creature"]}


def triggered(desk: Desk) -> list[tuple[str | None, str]]:
    """Return (source, what it saw) of every ability that triggered."""
    return [(one.source, one.about[0]) for one in desk.events if isinstance(one, AbilityTriggered)]


def mourned(*program: dict[str, object]) -> tuple[list[ObjectId], Desk]:
    desk = Desk(
        {
            "ann": {"hand": ["Stroke"], "battlefield": ["Mourner as one", "Mourner as two"]},
            "bob": {"battlefield": ["Mourner as three"]},
        },
        cards=(watcher("Mourner", "dies", "other_yours"), spell(*program)),
    )
    names = [desk.name(label) for label in ("one", "two", "three")]
    desk.step(cast={"player": "ann", "card": "Stroke"})
    desk.resolve()
    return names, desk


def test_603_10a_what_is_destroyed_at_once_sees_the_others_die() -> None:
    (one, two, _), desk = mourned({"do": "destroy", "what": CREATURES})
    assert triggered(desk) == [(two, one), (one, two)]


def test_603_10a_so_does_what_dies_in_one_check() -> None:
    (one, two, _), desk = mourned({"do": "deal_damage", "amount": 1, "to": CREATURES})
    assert triggered(desk) == [(two, one), (one, two)]


def test_603_6a_what_is_put_down_together_sees_the_others_enter() -> None:
    desk = Desk(
        {
            "ann": {"hand": ["Show and Tell", "Herald as first"], "mana": RICH},
            "bob": {"hand": ["Herald as second"], "battlefield": ["Herald as there"]},
        },
        cards=(watcher("Herald", "enters", "any"),),
    )
    desk.step(cast={"player": "ann", "card": "Show and Tell"})
    desk.resolve()
    for _ in range(2):
        desk.submit(desk.legal(ChoiceMade)[-1])
    there, first, second = desk.table.battlefield
    assert triggered(desk) == [
        (there, first),
        (first, first),
        (there, second),
        (first, second),
        (second, second),
        (second, first),
    ]


def test_603_6c_what_leaves_the_game_with_its_owner_leaves_the_battlefield() -> None:
    desk = Desk(
        {
            "ann": {"battlefield": ["Witness as anns"]},
            "bob": {"battlefield": ["Witness as bobs", "Bear as bear"]},
            "cyd": {},
        },
        cards=(watcher("Witness", "leaves", "any"),),
    )
    anns, bobs, bear = (desk.name(label) for label in ("anns", "bobs", "bear"))
    desk.step(decide={"type": "Conceded", "player": "bob"})
    assert triggered(desk) == [(anns, bobs), (anns, bear)]
