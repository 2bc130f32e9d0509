"""Vectors from other engines' own tests about amounts that are shared out among several slots."""

import pytest

from events.division import CountersDivided
from events.errors import IllegalAction
from events.stack import SpellCast, TargetsChosen
from machine.dividing import check_shares
from machine.division import target_bounds
from machine.programs import program_of
from machine.referee import legal_decisions
from machine.splits import splits
from tests.machine.division.desk import ANN, Board, Desk


def test_t122_eight_points_reach_eight_of_eleven_targets() -> None:
    program = [
        {
            "do": "deal_divided_damage",
            "amount": 8,
            "targets": {"least": 0, "most": "any", "kinds": ["creature", "planeswalker"]},
        }
    ]
    card = {
        "name": "Eight Embers",
        "cost": "{R}",
        "types": ["Sorcery"],
        "abilities": [{"kind": "spell", "program": program}],
    }
    board: Board = {
        "ann": {"hand": ["Eight Embers"], "mana": "{R}"},
        "bob": {"battlefield": ["Wall*11"]},
    }
    desk = Desk(board, cards=(card,))
    cast = SpellCast(player=ANN, card=desk.table.players[ANN].hand[0])
    table = desk.draft(cast)
    item = table.stack[-1]

    assert target_bounds(table, item, program_of(table, item)[0]) == (0, 8)
    names = tuple(table.battlefield)
    desk.draft(cast, TargetsChosen(player=ANN, object=item.id, targets=names[:8]))
    with pytest.raises(IllegalAction) as refusal:
        desk.draft(cast, TargetsChosen(player=ANN, object=item.id, targets=names[:9]))
    assert (refusal.value.code, refusal.value.rule) == ("targets/number", "601.2d")


@pytest.mark.parametrize("slots", range(4))
@pytest.mark.parametrize("least", [0, 1, 2])
def test_t125_the_first_split_gives_the_first_slot_everything(slots: int, least: int) -> None:
    """What is offered first: all of the smallest amount on the first slot; no slot, no share."""
    first = next(splits(least, (0,) * slots), None)

    if not slots:
        assert first == (() if not least else None)
    else:
        assert first == (least,) + (0,) * (slots - 1)


@pytest.mark.parametrize("amount", range(5))
def test_t127_shares_are_right_for_their_sum_alone(amount: int) -> None:
    """0, 1 and 1 are a split of two among three slots that may get nothing, and of nothing else."""
    if amount == 2:
        check_shares("ann", amount, (0, 1, 1), minimum=(0, 0, 0))
        return
    with pytest.raises(IllegalAction) as refusal:
        check_shares("ann", amount, (0, 1, 1), minimum=(0, 0, 0))
    assert refusal.value.code == "divide/sum"


def test_t127_one_share_for_each_slot() -> None:
    with pytest.raises(IllegalAction) as refusal:
        check_shares("ann", 2, (0, 1, 1), minimum=(0, 0))
    assert refusal.value.code == "divide/targets"


def test_t127_up_to_so_many_has_a_least_and_a_greatest_amount() -> None:
    """Up to three counters on two targets: one for each at least, three in all at most."""
    program = [
        {
            "do": "distribute_counters",
            "amount": 3,
            "up_to": True,
            "targets": {"least": 0, "most": 2, "kinds": ["creature"]},
        }
    ]
    card = {
        "name": "Some Growth",
        "cost": "{G}",
        "types": ["Sorcery"],
        "abilities": [{"kind": "spell", "program": program}],
    }
    board: Board = {
        "ann": {"hand": ["Some Growth"], "mana": "{G}", "battlefield": ["Wall*2"]},
        "bob": {},
    }
    desk = Desk(board, cards=(card,))
    cast = SpellCast(player=ANN, card=desk.table.players[ANN].hand[0])
    item = desk.draft(cast).stack[-1].id
    both = TargetsChosen(player=ANN, object=item, targets=tuple(desk.table.battlefield))
    found = [
        one.shares
        for one in legal_decisions(desk.draft(cast, both))
        if isinstance(one, CountersDivided)
    ]

    assert found == [(1, 1), (2, 1), (1, 2)]
