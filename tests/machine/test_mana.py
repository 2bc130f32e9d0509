"""What a cost asks for, and what pays it (CR 106, 107.4, 601.2f-h)."""

import pytest
from immutables import Map

from events.stack import SpellCast
from machine.mana import Price, payments, payments_with_life, pays, prices, value_of
from tests.machine.division.desk import Board, Desk


@pytest.mark.parametrize(
    ("cost", "x", "expected"),
    [
        ("{2}{R}{R}", 0, (Price(("R", "R"), 2),)),
        ("{X}{X}{G}", 3, (Price(("G",), 6),)),
        ("{R/G}", 0, (Price(("R",)), Price(("G",)))),
        ("{R/G}{R/G}", 0, (Price(("R", "R")), Price(("R", "G")), Price(("G", "G")))),
        ("{2/W}", 0, (Price((), 2), Price(("W",)))),
        ("{U/P}", 0, (Price(("U",)), Price((), 0, 2))),
        ("", 0, (Price(),)),
    ],
)
def test_107_4_what_a_cost_asks_for(cost: str, x: int, expected: tuple[Price, ...]) -> None:
    found = prices(cost, x)

    assert {(tuple(sorted(one.coloured)), one.generic, one.life) for one in expected} == {
        (tuple(sorted(one.coloured)), one.generic, one.life) for one in found
    }
    assert len(found) == len(expected)


@pytest.mark.parametrize(
    ("cost", "mana", "life", "enough"),
    [
        ("{R/G}{1}", "{G}{W}", 0, True),
        ("{R/G}{1}", "{W}{W}", 0, False),
        ("{R/G}{R/G}", "{R}{G}", 0, True),
        ("{2/W}{2/W}", "{W}{B}{B}", 0, True),
        ("{2/W}{2/W}", "{W}{B}", 0, False),
        ("{2/W}{2/W}", "{W}{W}", 0, True),
        ("{1}{U/P}", "{B}", 2, True),
        ("{1}{U/P}", "{B}", 0, False),
        ("{1}{U/P}", "{B}{U}", 0, True),
        ("{1}{U/P}", "{B}{U}", 2, False),
    ],
)
def test_107_4e_hybrid_symbols_are_paid_with_either_half(
    *, cost: str, mana: str, life: int, enough: bool
) -> None:
    assert pays(cost, 0, mana, life) is enough


def test_the_ways_of_paying_a_hybrid_cost() -> None:
    pool = Map({"R": 1, "G": 1, "W": 1})

    assert sorted(payments("{R/G}{1}", 0, pool)) == ["{G}{W}", "{R}{G}", "{R}{W}"]
    assert set(payments_with_life("{R/P}", 0, pool)) == {("{R}", 0), ("", 2)}
    assert list(payments("{R/P}", 0, pool)) == ["{R}"]


@pytest.mark.parametrize(
    ("cost", "value"), [("{R/G}", 1), ("{2/W}{2/U}", 4), ("{W/P}", 1), ("{X}{2}{R}", 3), ("", 0)]
)
def test_202_3_mana_value(cost: str, value: int) -> None:
    assert value_of(cost) == value


@pytest.mark.parametrize(
    ("lands", "cost", "enough"),
    [
        (["Border", "Mountain"], "{W}{U}", False),
        (["Border", "Border"], "{W}{U}", True),
        (["Border", "Border", "Mountain"], "{1}{W}{U}", True),
        (["Border", "Mountain"], "{W/R}{U/R}", True),
        (["Mountain"], "{R}{W/P}", True),
        (["Mountain"], "{R}{W/P}{W/P}", False),
    ],
    ids=str,
)
def test_601_2h_what_can_be_paid_is_offered(lands: list[str], cost: str, *, enough: bool) -> None:
    """Each symbol needs a source of its own; life for Phyrexian symbols has to be there (3 life)."""
    cards = (
        {
            "name": "Border",
            "types": ["Land"],
            "abilities": [{"kind": "mana", "mana": ["{W}", "{U}"]}],
        },
        {"name": "Charm", "cost": cost, "types": ["Instant"], "abilities": [{"kind": "spell"}]},
    )
    board: Board = {"ann": {"hand": ["Charm"], "battlefield": lands, "life": 3}, "bob": {}}

    assert bool(Desk(board, cards=cards).legal(SpellCast)) is enough
