"""What went wrong elsewhere when something was divided, one test for each report."""

import pytest

from events.division import CountersDivided, DamageDivided, PreventionDivided
from events.errors import IllegalAction
from events.stack import StackingCompleted
from events.zones import CountersChanged
from tests.machine.division.desk import RICH, Board, Desk, entered

KINDS = [
    ("deal_divided_damage", DamageDivided),
    ("distribute_counters", CountersDivided),
    ("prevent_divided_damage", PreventionDivided),
]


def volley(
    do: str, amount: object, *, least: int = 0, most: int | str = "any"
) -> dict[str, object]:
    """Return a sorcery that divides something among creatures."""
    targets = {"least": least, "most": most, "kinds": ["creature"]}
    program = [{"do": do, "amount": amount, "targets": targets}]
    abilities = [{"kind": "spell", "program": program}]
    return {"name": "Volley", "cost": "{X}{R}", "types": ["Sorcery"], "abilities": abilities}


def board(*creatures: str) -> Board:
    return {
        "ann": {"hand": ["Volley"], "mana": RICH},
        "bob": {"battlefield": list(creatures or ("Wall as one", "Wall as two", "Wall as three"))},
    }


@pytest.mark.parametrize(("do", "kind"), KINDS)
def test_b020_targets_are_capped_by_the_amount(do: str, kind: type) -> None:
    desk = Desk(board(), cards=(volley(do, {"value": "x"}, most=2),))
    for x, most in ((0, 0), (1, 1), (2, 2), (5, 2)):
        for number in range(3):
            targets = ["one", "two"][:number]
            fields = {"player": "ann", "card": "Volley", "x": x, "targets": targets}
            if number > most:
                desk.refused("targets/number", cast=fields)
            else:
                again = Desk(board(), cards=(volley(do, {"value": "x"}, most=2),))
                again.step(cast=fields)
                made = [one for one in again.events if type(one) is kind]
                assert len(made) == bool(number)


def test_b022_not_all_of_it_to_everybody() -> None:
    desk = Desk(board(), cards=(volley("deal_divided_damage", 4),))
    desk.step(cast={"player": "ann", "card": "Volley", "targets": ["one", "two"], "divide": [3, 1]})
    desk.resolve()
    assert (desk.thing("one").damage, desk.thing("two").damage) == (3, 1)


def test_b023_a_trigger_keeps_its_division() -> None:
    desk = Desk(
        {
            "ann": {"hand": ["Shrapnel Ogre"], "mana": RICH},
            "bob": {"battlefield": [f"Wall as w{number}" for number in range(6)]},
        }
    )
    desk.step(cast={"player": "ann", "card": "Shrapnel Ogre"})
    desk.resolve()
    six = [f"w{number}" for number in range(6)]
    chosen = {"type": "TargetsChosen", "player": "ann", "object": "stack", "targets": six}
    desk.refused("targets/number", decide=chosen)
    desk.step(decide={**chosen, "targets": six[:4]})
    shares = {"type": "DamageDivided", "player": "ann", "object": "stack", "amount": 4}
    desk.step(decide={**shares, "shares": [1, 1, 1, 1], "targets": six[:4]})
    item = desk.table.stack[-1]
    assert item.shares[0] == (1, 1, 1, 1)
    assert item.complete
    desk.resolve()
    assert [desk.thing(name).damage for name in six] == [1, 1, 1, 1, 0, 0]


@pytest.mark.parametrize(("do", "kind"), KINDS)
def test_b025_up_to_two_targets_for_every_kind(do: str, kind: type) -> None:
    for number in range(4):
        desk = Desk(board(), cards=(volley(do, 3, most=2),))
        targets = ["one", "two", "three"][:number]
        fields = {"player": "ann", "card": "Volley", "targets": targets}
        if number > 2:
            desk.refused("targets/number", cast=fields)
            continue
        desk.step(cast=fields)
        assert sum(type(one) is kind for one in desk.events) == (number > 0)


def test_b026_targets_of_another_instruction_get_no_share() -> None:
    desk = Desk(
        {
            "ann": {"hand": ["Smoke and Ropes"], "mana": RICH},
            "bob": {"battlefield": ["Wall as one", "Wall as two", "Wall as three"]},
        }
    )
    targets = [["one", "bob"], ["two", "three"]]
    fields = {"player": "ann", "card": "Smoke and Ropes", "targets": targets, "divide": [3, 1]}
    desk.step(cast=fields)
    desk.resolve()
    assert [desk.thing(name).damage for name in ("one", "two", "three")] == [3, 0, 0]
    assert [desk.thing(name).tapped for name in ("one", "two", "three")] == [False, True, True]
    assert desk.life("bob") == 19


def test_b028_two_among_two_is_one_each() -> None:
    desk = Desk(board(), cards=(volley("deal_divided_damage", 2, least=1, most=2),))
    desk.step(cast={"player": "ann", "card": "Volley", "targets": ["one", "two"]})
    desk.resolve()
    assert (desk.thing("one").damage, desk.thing("two").damage) == (1, 1)


def test_b029_no_target_without_a_counter() -> None:
    desk = Desk(board(), cards=(volley("distribute_counters", 3),))
    fields = {"player": "ann", "card": "Volley", "targets": ["one", "two", "three"]}
    refusal = desk.refused("divide/minimum", cast={**fields, "divide": [2, 1, 0]})
    assert refusal.rule == "601.2d"
    assert refusal.facts["shares"] == [2, 1, 0]


def test_b031_what_was_distributed_is_put_there() -> None:
    desk = Desk(board(), cards=(volley("distribute_counters", 7),))
    fields = {"player": "ann", "card": "Volley", "targets": ["one", "two"], "divide": [5, 2]}
    desk.step(cast=fields)
    desk.resolve()
    assert desk.thing("one").counters["+1/+1"] == 5
    assert desk.thing("two").counters["+1/+1"] == 2
    (division,) = desk.divisions
    assert [share.received for share in division.shares] == [5, 2]


def test_b032_up_to_so_many_counters() -> None:
    """Nought to two counters on three creatures: as many as one likes, one at least for each chosen."""
    legal, refused = set(), set()
    for shares in [(), (1,), (2,), (3,), (1, 1), (1, 2), (2, 0), (1, 1, 1)]:
        desk = Desk(
            {
                "ann": {"hand": ["Gentle Rain"], "mana": "{G}{G}"},
                "bob": {"battlefield": ["Wall as one", "Wall as two", "Wall as three"]},
            }
        )
        names = ["one", "two", "three"][: len(shares)]
        said = {"player": "ann", "object": "stack"}
        counters = {"type": "CountersDivided", "amount": sum(shares), "shares": list(shares)}
        steps = [
            {"type": "SpellCast", "player": "ann", "card": "Gentle Rain"},
            {"type": "TargetsChosen", **said, "targets": names},
            *([{**said, **counters, "targets": names}] if shares else []),
            {"type": "CostPaid", **said, "mana": "{G}{G}"},
        ]
        try:
            desk.step(announce=steps)
        except IllegalAction as refusal:
            refused.add(refusal.rule)
        else:
            legal.add(shares)
    assert refused == {"601.2d"}
    assert legal == {(), (1,), (2,), (1, 1)}


def test_b034_planeswalkers_are_dealt_a_share() -> None:
    desk = Desk(
        {
            "ann": {"hand": ["Pyrotechnics"], "mana": RICH},
            "bob": {
                "battlefield": [{"card": "Lamplighter", "as": "walker", "counters": {"loyalty": 4}}]
            },
        }
    )
    targets = ["walker", "bob"]
    desk.step(cast={"player": "ann", "card": "Pyrotechnics", "targets": targets, "divide": [3, 1]})
    desk.resolve()
    assert desk.thing("walker").counters["loyalty"] == 1
    assert desk.life("bob") == 19


def test_b034_a_planeswalker_enters_with_its_loyalty() -> None:
    desk = Desk({"ann": {"hand": ["Lamplighter as walker"], "mana": RICH}, "bob": {}})
    desk.step(cast={"player": "ann", "card": "walker"})
    desk.resolve()
    assert desk.thing("walker").counters["loyalty"] == 4


def test_b037_a_counter_on_each_is_no_division() -> None:
    desk = Desk(
        {
            "ann": {"hand": ["Even Tending"], "mana": RICH},
            "bob": {"battlefield": ["Wall as one", "Wall as two", "Wall as three"]},
        }
    )
    desk.step(cast={"player": "ann", "card": "Even Tending", "targets": ["one", "two", "three"]})
    desk.resolve()
    assert not any(isinstance(one, CountersDivided) for one in desk.events)
    assert [desk.thing(name).counters["+1/+1"] for name in ("one", "two", "three")] == [1, 1, 1]


def test_b038_no_share_is_too_large() -> None:
    desk = Desk(board("Bear as bear"), cards=(volley("deal_divided_damage", 4),))
    desk.step(cast={"player": "ann", "card": "Volley", "targets": ["bear"], "divide": [4]})
    desk.resolve()
    assert desk.divisions[0].received == 4
    assert desk.thing("bear").zone == "graveyard"


def test_b040_a_shield_does_not_follow_a_card() -> None:
    """CR 400.7: a creature that has left and come back is another object."""
    desk = Desk(
        {
            "ann": {"hand": ["Pyrotechnics"], "mana": RICH},
            "bob": {"hand": ["Remedy"], "mana": RICH, "battlefield": ["Wall as wall"]},
        }
    )
    desk.passes(1)
    desk.step(cast={"player": "bob", "card": "Remedy", "targets": ["wall"]})
    desk.resolve()
    shielded = desk.table.shields[0].recipient
    for zone in ("hand", "battlefield"):
        new = f"c{desk.table.numbers.object}"
        desk.step(judge={"type": "CardMoved", "card": "wall", "new": new, "to": zone})
    assert desk.name("wall") != shielded
    desk.step(cast={"player": "ann", "card": "Pyrotechnics", "targets": ["wall"]})
    desk.resolve()
    assert desk.thing("wall").damage == 4
    assert desk.table.shields[0].amount == 5


def test_b041_what_prevents_everything_spares_the_shield() -> None:
    """CR 616.1 leaves the order to the affected side; this order never loses anything."""
    hold = {
        "name": "Hold",
        "cost": "{W}",
        "types": ["Instant"],
        "abilities": [
            {
                "kind": "spell",
                "program": [
                    {
                        "do": "prevent_combat_damage",
                        "by": "targets",
                        "targets": {"kinds": ["creature"]},
                    }
                ],
            }
        ],
    }
    desk = Desk(
        {
            "ann": {"battlefield": ["Bear as bear", "Elephant as elephant"]},
            "bob": {"hand": ["Hold", "Remedy"], "battlefield": ["Plains*3"]},
        },
        cards=(hold,),
        phase="combat.beginning",
    )
    desk.passes(1)
    desk.step(cast={"player": "bob", "card": "Remedy", "targets": ["bob"]})
    desk.resolve()
    desk.passes(1)
    desk.step(cast={"player": "bob", "card": "Hold", "targets": ["elephant"]})
    desk.resolve()
    desk.passes(2)
    desk.step(attack={"player": "ann", "attackers": {"bear": "bob", "elephant": "bob"}})
    desk.passes(4)
    assert entered(desk, "combat.damage")
    assert desk.life("bob") == 20
    assert [shield.amount for shield in desk.table.shields] == [3]


def test_the_amount_is_in_the_log() -> None:
    desk = Desk(board(), cards=(volley("deal_divided_damage", 4),))
    desk.step(cast={"player": "ann", "card": "Volley", "targets": ["one"]})
    (completed,) = [one for one in desk.events if isinstance(one, StackingCompleted)]
    assert completed.amount == 4
    assert not any(isinstance(one, CountersChanged) for one in desk.events)
