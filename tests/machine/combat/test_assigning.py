"""Assigning combat damage: one decision a creature, all of them judged together.

The oracle is the rule itself: every way to assign everything, kept where the whole is legal.
"""

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from events.division import Assignment, CombatDamageAssigned, DamageOrderChosen
from events.errors import IllegalAction
from events.game import FormatEntry
from events.identifiers import ObjectId, Recipient
from machine.assigning import Assigning, Dealer
from machine.combat_damage import is_due
from machine.referee import check, legal_decisions
from machine.splits import compositions
from projections.fold import apply
from projections.table import Table
from tests.machine.division.desk import Desk
from tests.strategies import examples

FREE, ORDERED, EACH = "2026-11-01", "2015-06-01", "2010-06-01"

Whole = dict[ObjectId, dict[Recipient, int]]


def creature(name: str, power: int, toughness: int, *keywords: str) -> dict[str, object]:
    return {
        "name": name,
        "types": ["Creature"],
        "power": power,
        "toughness": toughness,
        "keywords": list(keywords),
    }


def fighting(  # noqa: PLR0913 - a fight has these sides
    attackers: Mapping[str, tuple[int, tuple[str, ...]]],
    blockers: Mapping[str, int],
    blocks: tuple[tuple[str, str], ...],
    edition: str,
    *,
    whom: Mapping[str, str] | None = None,
    loyalty: int = 3,
    un_cards: bool = False,
) -> Desk:
    """Return a fight whose damage is about to be assigned: attackers by power, blockers by toughness.

    Bob has a planeswalker, ``walker``; ``whom`` says what each attacks, bob if nothing else.
    """
    cards = (
        *(creature(f"A {name}", power, 9, *words) for name, (power, words) in attackers.items()),
        *(creature(f"B {name}", 0, tough, "blocks_additional") for name, tough in blockers.items()),
    )
    desk = Desk(
        {
            "ann": {"battlefield": [f"A {name} as {name}" for name in attackers]},
            "bob": {
                "battlefield": [
                    {"card": "Lamplighter", "as": "walker", "counters": {"loyalty": loyalty}},
                    *(f"B {name} as {name}" for name in blockers),
                ]
            },
        },
        edition=edition,
        phase="combat.beginning",
        cards=cards,
        play=FormatEntry(un_cards=un_cards),
    )
    desk.fight(dict.fromkeys(attackers, "bob") | dict(whom or {}), blocks)
    while isinstance(first := next(legal_decisions(desk.table)), DamageOrderChosen):
        desk.submit(first)
    desk.passes(2)
    return desk


def every_whole(table: Table) -> list[Whole]:
    """Return every complete assignment that is legal as a whole."""
    dealers = [one for one in Assigning(table).dealers if one.units and one.recipients]
    ways = [list(compositions(one.units, len(one.recipients), 0)) for one in dealers]
    wholes = []
    for chosen in product(*ways):
        whole = {
            dealer.creature: dict(zip(dealer.recipients, way, strict=True))
            for dealer, way in zip(dealers, chosen, strict=True)
        }
        if all(stands(table, dealer, dealers, whole) for dealer in dealers):
            wholes.append(whole)
    return wholes


def stands(table: Table, dealer: Dealer, dealers: list[Dealer], whole: Whole) -> bool:
    """CR 510.1c, 702.19b-c: whatever is behind gets damage only if what is before has enough."""
    amounts = whole[dealer.creature]
    past_walker = len(dealer.through) > 1 and amounts[dealer.through[1]]
    if past_walker:
        walker = dealer.through[0]
        loyalty = table.objects[ObjectId(walker)].counters["loyalty"]
        if sum(whole[one.creature].get(walker, 0) for one in dealers) < loyalty:
            return False
    before = list(dealer.fought) if any(amounts[name] for name in dealer.through) else []
    if dealer.is_ordered:
        hit = [place for place, name in enumerate(dealer.fought) if amounts[name]]
        before += dealer.fought[: max(hit, default=0)]
    for name in before:
        tough = table.cards[table.objects[name].card].toughness  # type: ignore[index]
        given_ = sum(whole[one.creature].get(name, 0) for one in dealers)
        deadly = any(one.is_deadly and whole[one.creature].get(name, 0) for one in dealers)
        if given_ < (tough or 0) and not deadly:
            return False
    return True


def reached(table: Table) -> Iterator[Whole]:
    """Yield the complete assignments that legal decisions lead to."""
    assigning = Assigning(table)
    if assigning.next_choice() is None:
        yield {name: dict(parts) for name, parts in assigning.complete().items() if parts}
        return
    for decision in legal_decisions(table):
        if isinstance(decision, CombatDamageAssigned):
            yield from reached(apply(table, decision))


def told(wholes: list[Whole]) -> set[str]:
    """Return assignments in a form that can be compared: nought or absent is the same."""
    return {
        str(
            sorted(
                (who, sorted((to, n) for to, n in parts.items() if n)) for who, parts in one.items()
            )
        )
        for one in wholes
    }


def test_b035_tramplers_that_share_a_blocker() -> None:
    """Each has three power, the blocker three toughness: together three get through, however told."""
    desk = fighting(
        {"one": (3, ("trample",)), "two": (3, ("trample",))},
        {"wall": 3},
        (("wall", "one"), ("wall", "two")),
        FREE,
    )
    desk.assign("ann", "one", wall=0, bob=3)
    lacking = {
        "type": "CombatDamageAssigned",
        "player": "ann",
        "source": "two",
        "assignments": [["wall", 2], ["bob", 1]],
    }
    refusal = desk.refused("decision/not_asked", decide=lacking)
    assert refusal.rule  # the second has one way left, so nobody is asked for it
    assert desk.life("bob") == 17
    assert desk.thing("wall").zone == "graveyard"


def test_b035_a_promise_nobody_could_keep() -> None:
    desk = fighting(
        {"one": (5, ("trample",)), "two": (1, ("trample",))},
        {"wall": 3},
        (("wall", "one"), ("wall", "two")),
        FREE,
    )
    fields = {"player": "ann", "source": "one", "assignments": [["wall", 1], ["bob", 4]]}
    refusal = desk.refused("combat/lethal", decide={"type": "CombatDamageAssigned", **fields})
    assert refusal.rule == "702.19b"
    assert refusal.facts["lacking"] == {desk.name("wall"): 2}
    desk.assign("ann", "one", wall=2, bob=3)
    assert desk.life("bob") == 17


def test_each_creature_by_itself_until_2011_07_14() -> None:
    """CR 510.1c of 2009-07-11: what has not been assigned yet helps nobody."""
    board = {"one": (3, ("trample",)), "two": (3, ("trample",))}
    blocks = (("wall", "one"), ("wall", "two"))
    fields = {"player": "ann", "source": "one", "assignments": [["wall", 0], ["bob", 3]]}
    decision = {"type": "CombatDamageAssigned", **fields}
    fighting(board, {"wall": 3}, blocks, "2011-07-14").refused("combat/lethal", decide=decision)
    fighting(board, {"wall": 3}, blocks, "2011-07-15").step(decide=decision)


@pytest.mark.parametrize("first", ["one", "two"])
def test_who_comes_first_is_a_choice_where_each_is_checked_by_itself(first: str) -> None:
    desk = fighting(
        {"one": (3, ("trample",)), "two": (3, ("trample",))},
        {"wall": 3},
        (("wall", "one"), ("wall", "two")),
        EACH,
    )
    assert len(desk.legal(CombatDamageAssigned)) == 2
    second = "two" if first == "one" else "one"
    desk.assign("ann", first, wall=3, bob=0)
    assert len(desk.legal(CombatDamageAssigned)) == 4
    desk.assign("ann", second, wall=1, bob=2)
    assert desk.life("bob") == 18


POWERS = st.integers(1, 4)
OVER = "trample_over_planeswalkers"
WORDS = st.sampled_from(
    [(), ("trample",), ("deathtouch",), ("trample", "deathtouch"), (OVER,), (OVER, "deathtouch")]
)
WHOM = st.sampled_from(["bob", "walker"])
BLOCKS = st.sets(st.sampled_from([("wa", "xa"), ("wa", "xb"), ("wb", "xa"), ("wb", "xb")]))


FIGHTS = st.builds(
    fighting,
    st.fixed_dictionaries({"xa": st.tuples(POWERS, WORDS), "xb": st.tuples(POWERS, WORDS)}),
    st.fixed_dictionaries({"wa": st.integers(1, 4), "wb": st.integers(1, 4)}),
    BLOCKS.map(sorted).map(tuple),
    st.sampled_from([FREE, ORDERED, "2008-06-01"]),
    whom=st.fixed_dictionaries({"xa": WHOM, "xb": WHOM}),
    loyalty=st.integers(1, 4),
)


@examples(60)
@given(desk=FIGHTS)
def test_510_1_decisions_reach_what_is_legal_as_a_whole(desk: Desk) -> None:
    if not is_due(desk.table):
        return  # nobody had a choice
    assert told(list(reached(desk.table))) == told(every_whole(desk.table))


@pytest.mark.parametrize("edition", [FREE, ORDERED, EACH, "2008-06-01"])
def test_510_1c_every_other_assignment_is_refused(edition: str) -> None:
    desk = fighting(
        {"one": (4, ("trample",))},
        {"left": 2, "right": 1},
        (("left", "one"), ("right", "one")),
        edition,
    )
    table = desk.table
    legal = {one for one in legal_decisions(table) if isinstance(one, CombatDamageAssigned)}
    sample = next(iter(legal))
    names = [part.recipient for part in sample.assignments]
    for amounts in product(range(5), repeat=3):
        pairs = [[name, n] for name, n in zip(names, amounts, strict=True)]
        fields = {"player": "ann", "source": sample.source, "assignments": pairs}
        decision = desk.decision({"type": "CombatDamageAssigned", **fields})
        if decision in legal:
            check(table, decision)
            continue
        with pytest.raises(IllegalAction) as refusal:
            check(table, decision)
        assert refusal.value.code == ("combat/sum" if sum(amounts) != 4 else "combat/lethal")


@pytest.mark.parametrize(
    ("left", "player", "halves", "because"),
    [
        (2, 2, False, "it assigns 3, no more and no less"),
        (5, 2, True, "it assigns 3, no more and no less"),
        (3, 3, True, "lacks ½"),
    ],
)
def test_107_1_a_refusal_tells_points_where_halves_are_played(
    left: int,
    player: int,
    halves: bool,  # noqa: FBT001 - a parameter
    because: str,
) -> None:
    desk = fighting(
        {"one": (3, ("trample",))}, {"left": 2}, (("left", "one"),), FREE, un_cards=True
    )
    sample = desk.legal(CombatDamageAssigned)[0]
    assert isinstance(sample, CombatDamageAssigned)
    pairs = zip((part.recipient for part in sample.assignments), (left, player), strict=True)
    decision = replace(sample, assignments=tuple(Assignment(*one) for one in pairs), halves=halves)
    with pytest.raises(IllegalAction, match=because):
        check(desk.table, decision)


def test_510_1c_free_splits_are_counted() -> None:
    """Six among three: C(8, 2) = 28, zero included."""
    desk = fighting(
        {"one": (6, ())},
        {"a1x": 2, "b1x": 2, "c1x": 2},
        (("a1x", "one"), ("b1x", "one"), ("c1x", "one")),
        FREE,
    )
    assert len(desk.legal(CombatDamageAssigned)) == 28
