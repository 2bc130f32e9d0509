"""What is announced is announced for the object that asks for it, and stays as it is.

Implements CR 601.2b-d, 603.3d, 608.2d.
"""

import pytest
from msgspec.structs import replace

from events.base import Decision
from events.division import DamageDivided
from events.errors import IllegalAction
from events.stack import CostPaid, SpellCast, TargetsChosen, TriggerRemoved, ValueChosen
from machine.referee import legal_decisions
from tests.machine.division.desk import ANN, BOB, RICH, Desk

TWO = {"least": 1, "most": 2, "kinds": ["creature"]}
MOUNTAINS = {"of": {"subtypes": ["Mountain"], "whose": "you"}}


def divider(name: str, cost: str, amount: object, targets: dict[str, object]) -> dict[str, object]:
    program = [{"do": "deal_divided_damage", "amount": amount, "targets": targets}]
    abilities = [{"kind": "spell", "program": program}]
    return {"name": name, "cost": cost, "types": ["Instant"], "abilities": abilities}


ANY = {"least": 0, "most": "any", "kinds": ["creature", "player"]}
CARDS = (
    divider("Spray", "{R}", 4, ANY),
    divider("Torrent", "{X}{R}", {"value": "x"}, ANY),
)


def two_of(card: str, *, x: int | None = None) -> tuple[Desk, list[Decision]]:
    """Return a spell on the stack, and the beginning of another one's announcement."""
    desk = Desk(
        {"ann": {"hand": [f"{card} as first", f"{card} as second"], "mana": RICH}, "bob": {}},
        cards=CARDS,
    )
    fields = {"player": "ann", "card": "first", "targets": ["ann", "bob"], "divide": [1, 3]}
    desk.step(cast=fields if x is None else {**fields, "x": x})
    return desk, [SpellCast(player=ANN, card=desk.name("second"))]


def test_601_2d_what_has_been_announced_is_not_divided_anew() -> None:
    desk, made = two_of("Spray")
    first, second = desk.table.stack[-1], desk.draft(*made).stack[-1]
    made.append(TargetsChosen(player=ANN, object=second.id, targets=(ANN, BOB)))
    shares = DamageDivided(
        player=ANN, object=second.id, amount=4, shares=(3, 1), targets=(ANN, BOB)
    )

    with pytest.raises(IllegalAction) as refused:
        desk.draft(*made, replace(shares, object=first.id))
    assert refused.value.code == "divide/nothing"

    desk.submit(*made, shares, CostPaid(player=ANN, object=second.id, mana="{R}"))
    assert [item.shares[0] for item in desk.table.stack] == [(1, 3), (3, 1)]


def test_601_2b_x_is_announced_for_the_spell_that_asks_for_it() -> None:
    desk, made = two_of("Torrent", x=4)
    first, second = desk.table.stack[-1], desk.draft(*made).stack[-1]

    with pytest.raises(IllegalAction) as refused:
        desk.draft(*made, ValueChosen(player=ANN, object=first.id, value=9))
    assert refused.value.code == "announce/value"
    assert desk.draft(*made, ValueChosen(player=ANN, object=second.id, value=9)).stack[-1].x == 9


def test_603_3d_a_trigger_that_needs_a_target_has_nothing_to_divide() -> None:
    program = [{"do": "deal_divided_damage", "amount": MOUNTAINS, "targets": TWO}]
    card = {
        "name": "Quaker",
        "cost": "{R}",
        "types": ["Creature"],
        "power": 1,
        "toughness": 1,
        "abilities": [{"kind": "triggered", "on": "enters", "program": program}],
    }
    desk = Desk({"ann": {"hand": ["Quaker"], "mana": RICH}, "bob": {}}, cards=(card,))
    desk.step(cast={"player": "ann", "card": "Quaker"})
    desk.resolve()
    assert TriggerRemoved(trigger=1, why="no legal target") in desk.events
    assert not desk.table.stack


def test_601_2d_a_spell_that_needs_more_targets_than_there_are_points() -> None:
    desk = Desk(
        {"ann": {"hand": ["Quake"], "mana": RICH, "battlefield": ["Wall as wall"]}, "bob": {}},
        cards=(divider("Quake", "{R}", MOUNTAINS, TWO),),
    )
    assert not desk.legal(SpellCast)
    said = desk.refused(
        "targets/number", cast={"player": "ann", "card": "Quake", "targets": ["wall"]}
    )
    assert said.because == "it needs 1, and 0 can be chosen"


def test_608_2d_a_number_within_what_the_card_says() -> None:
    program = [
        {"do": "choose_number", "least": 1, "most": 3},
        {"do": "lose_life", "who": "opponents", "amount": {"value": "chosen"}},
    ]
    card = {
        "name": "Toll",
        "cost": "{B}",
        "types": ["Instant"],
        "abilities": [{"kind": "spell", "program": program}],
    }
    desk = Desk({"ann": {"hand": ["Toll"], "mana": "{B}"}, "bob": {}}, cards=(card,))
    desk.step(cast={"player": "ann", "card": "Toll"})
    desk.resolve()
    chosen = {"type": "ValueChosen", "player": "ann", "object": "stack"}
    assert [one.value for one in legal_decisions(desk.table) if isinstance(one, ValueChosen)] == [
        1,
        2,
        3,
    ]
    desk.refused("announce/value", decide={**chosen, "value": 0})
    desk.refused("announce/value", decide={**chosen, "value": 4})
    desk.step(decide={**chosen, "value": 3})
    assert desk.life("bob") == 17


def test_101_3_fewer_points_than_must_get_one_are_not_divided() -> None:
    """In 2003 everybody among whom something was divided got one, and it was announced at once."""
    program = [
        {
            "do": "divide_damage_among",
            "amount": 2,
            "among": {"types": ["Creature"]},
            "all_of_them": True,
        }
    ]
    card = {
        "name": "Scatterer",
        "types": ["Creature"],
        "power": 1,
        "toughness": 1,
        "abilities": [{"kind": "triggered", "on": "enters", "program": program}],
    }
    players = {"ann": {"hand": ["Scatterer"], "battlefield": ["Wall*2"]}, "bob": {}}
    desk = Desk(players, cards=(card,), edition="2003-10-15")
    desk.step(cast={"player": "ann", "card": "Scatterer"})
    desk.resolve()
    desk.resolve()
    assert not desk.table.stack
    assert not desk.legal(DamageDivided)
