"""How many divisions there are: every legal one is listed, every other one is refused.

The numbers are the binomials of CR 601.2d: N among k is C(N-1, k-1), any of t is C(N+t-1, N).
"""

from itertools import product
from math import comb

import pytest
from msgspec.structs import replace

from events.base import Decision
from events.division import CountersDivided, DamageDivided, PreventionDivided
from events.errors import IllegalAction
from events.game import FormatEntry
from events.identifiers import Recipient, Seat
from events.stack import SpellCast, TargetsChosen, ValueChosen
from machine.dividing import check_division
from machine.division import EVENT_OF, shape
from machine.referee import check, legal_decisions
from machine.splits import compositions, count_of, within
from projections.table import Table
from tests.machine.division.desk import ANN, RICH, Board, Desk

BOARD: Board = {
    "ann": {"hand": ["Rolling Thunder"], "mana": "{R}" * 12},
    "bob": {"battlefield": ["Wall*6"]},
}


def announced(desk: Desk, x: int, targets: tuple[Recipient, ...]) -> Table:
    """Return the table on which Rolling Thunder for X waits for its division."""
    cast = SpellCast(player=ANN, card=desk.table.players[ANN].hand[0])
    item = desk.draft(cast).stack[-1].id
    return desk.draft(
        cast,
        ValueChosen(player=ANN, object=item, value=x),
        TargetsChosen(player=ANN, object=item, targets=targets),
    )


def offered(table: Table) -> tuple[DamageDivided, ...]:
    return tuple(one for one in legal_decisions(table) if isinstance(one, DamageDivided))


@pytest.mark.parametrize(
    ("amount", "targets", "count"),
    [(4, 1, 1), (4, 2, 3), (4, 3, 3), (4, 4, 1), (5, 3, 6), (10, 4, 84)],
    ids=str,
)
def test_601_2d_shares_among_chosen_targets(amount: int, targets: int, count: int) -> None:
    desk = Desk(BOARD)
    table = announced(desk, amount, tuple(desk.table.battlefield[:targets]))
    found = offered(table)
    assert (
        len({one.shares for one in found}) == len(found) == count == comb(amount - 1, targets - 1)
    )
    described = shape(table, ANN)
    assert described is not None
    assert (described.amount, described.count) == (amount, count)
    assert described.targets == found[0].targets


def test_601_2c_three_points_never_reach_four_targets() -> None:
    desk = Desk(BOARD)
    with pytest.raises(IllegalAction) as refusal:
        announced(desk, 3, tuple(desk.table.battlefield[:4]))
    assert (refusal.value.code, refusal.value.rule) == ("targets/number", "601.2d")


def announcements(desk: Desk, card: str) -> int:
    """Count the ways to announce a spell: its targets, then a division of them."""
    hand = desk.table.players[ANN].hand
    cast = SpellCast(player=ANN, card=next(n for n in hand if desk.table.objects[n].card == card))
    total = 0
    for choice in legal_decisions(desk.draft(cast)):
        assert isinstance(choice, TargetsChosen)
        table = desk.draft(cast, choice)
        divided = [one for one in legal_decisions(table) if type(one) in EVENT_OF.values()]
        total += len(divided) if choice.targets else 1
    return total


def spark(
    amount: int, most: int | str, kinds: tuple[str, ...] = ("creature",)
) -> dict[str, object]:
    targets = {"least": 0, "most": most, "kinds": kinds}
    program = [{"do": "deal_divided_damage", "amount": amount, "targets": targets}]
    ability = {"kind": "spell", "program": program}
    return {"name": "Sparks", "cost": "{R}", "types": ["Sorcery"], "abilities": [ability]}


@pytest.mark.parametrize(
    ("amount", "most", "available", "count"),
    [(4, "any", 6, 126), (3, "any", 2, 4), (3, 2, 4, 16), (4, "any", 3, 15)],
)
def test_601_2d_targets_and_shares(
    amount: int, most: int | str, available: int, count: int
) -> None:
    board: Board = {
        "ann": {"hand": ["Sparks"], "mana": "{R}"},
        "bob": {"battlefield": [f"Wall*{available}"]},
    }
    obliged = Desk(board, edition="2015-06-01", cards=(spark(amount, most),))
    today = Desk(board, cards=(spark(amount, most),))
    zero_is_free = most != "any"  # "up to two" may always be none (CR 107.1c is about "any number")
    assert announcements(obliged, "Sparks") == count + zero_is_free
    assert announcements(today, "Sparks") == count + 1


def test_601_2d_half_points() -> None:
    desk = Desk(
        {"ann": {"hand": ["Pyrotechnics"], "mana": RICH}, "bob": {"battlefield": ["Wall*8"]}},
        play=FormatEntry(un_cards=True),
    )
    cast = SpellCast(player=ANN, card=desk.table.players[ANN].hand[0])
    item = desk.draft(cast).stack[-1].id

    def with_targets(number: int) -> Table:
        targets = tuple(desk.table.battlefield[:number])
        return desk.draft(cast, TargetsChosen(player=ANN, object=item, targets=targets))

    assert len(offered(with_targets(3))) == 21 == comb(7, 2)
    assert len(offered(with_targets(8))) == 1
    assert {one.unit for one in offered(with_targets(3))} == {"1/2"}
    with pytest.raises(IllegalAction):
        desk.draft(
            cast,
            TargetsChosen(
                player=ANN, object=item, targets=(Seat("bob"), *desk.table.battlefield[:8])
            ),
        )


@pytest.mark.parametrize("amount", [1, 2, 3, 4])
@pytest.mark.parametrize("targets", [1, 2, 3])
def test_601_2d_every_other_split_is_refused(amount: int, targets: int) -> None:
    """The whole square of shares from 0 to one too many: listed and legal, or refused and why."""
    if targets > amount:
        return
    desk = Desk(BOARD)
    table = announced(desk, amount, tuple(desk.table.battlefield[:targets]))
    found = {one.shares: one for one in offered(table)}
    sample = next(iter(found.values()))
    for length in (targets - 1, targets, targets + 1):
        for shares in product(range(amount + 2), repeat=length):
            decision = DamageDivided(
                player=ANN,
                object=sample.object,
                amount=amount,
                shares=shares,
                targets=sample.targets,
            )
            assert code_of(table, decision) == expected(amount, targets, shares)
            assert (shares in found) == (expected(amount, targets, shares) == "")


def expected(amount: int, targets: int, shares: tuple[int, ...]) -> str:
    if len(shares) != targets:
        return "601.2d divide/targets"
    if min(shares) < 1:
        return "601.2d divide/minimum"
    return "" if sum(shares) == amount else "601.2d divide/sum"


def code_of(table: Table, decision: Decision) -> str:
    try:
        check(table, decision)
    except IllegalAction as refusal:
        return f"{refusal.rule} {refusal.code}"
    return ""


def test_601_2d_nothing_but_what_was_announced() -> None:
    desk = Desk(BOARD)
    table = announced(desk, 3, tuple(desk.table.battlefield[:2]))
    right = offered(table)[0]
    others = {
        "divide/amount": replace(right, amount=2),
        "divide/other_targets": replace(right, targets=tuple(reversed(right.targets))),
        "divide/nothing": replace(right, object=desk.table.battlefield[0]),
        "decision/not_asked": PreventionDivided(
            player=ANN, object=right.object, amount=3, shares=(2, 1)
        ),
    }
    for code, decision in others.items():
        with pytest.raises(IllegalAction) as refusal:
            check(table, decision)
        assert refusal.value.code == code
    twin = CountersDivided(player=ANN, object=right.object, amount=3, shares=(2, 1))
    with pytest.raises(IllegalAction) as refusal:
        check_division(table, twin)
    assert refusal.value.code == "divide/kind"


def test_untargeted_division_is_counted_and_listed() -> None:
    board: Board = {
        "ann": {"hand": ["Falling Cinders"], "mana": RICH},
        "bob": {"battlefield": ["Wall*3"]},
    }
    for edition, count in (("2015-06-01", 15), ("", 16)):
        desk = Desk(board, edition=edition)
        desk.step(cast={"player": "ann", "card": "Falling Cinders"})
        desk.resolve()
        described = shape(desk.table, ANN)
        assert described is not None
        assert described.any_number
        assert described.count == len(desk.legal(DamageDivided)) == count
        assert shape(desk.table, Seat("bob")) is None


def test_arithmetic() -> None:
    for amount in range(9):
        for parts in range(6):
            for minimum in (0, 1, 2):
                ways = list(compositions(amount, parts, minimum))
                assert len(set(ways)) == len(ways) == count_of(amount, parts, minimum)
                assert all(sum(way) == amount for way in ways)
    limits = (2, 0, 3)
    brute = [one for one in product(range(4), repeat=3) if sum(one) == 3]
    fits = [one for one in brute if all(n <= m for n, m in zip(one, limits, strict=True))]
    assert sorted(within(3, limits)) == sorted(fits)
    assert list(within(0, ())) == [()]
