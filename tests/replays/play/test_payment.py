"""The sensible payer taps what it can best spare, and never taps in vain (CR 601.2g-h)."""

import pytest

from events.base import Decision
from events.identifiers import ObjectId, Seat
from events.stack import CostPaid, ManaAbilityActivated, SpellCast
from projections.table import Table
from replays.play.payment import next_payment, taps_for, ways_of_paying
from replays.session import Game
from tests.replays.play.tables import game

ANN = Seat("ann")


def announced(game: Game, card: str = "") -> tuple[SpellCast, Table]:
    hand = game.table.players[ANN].hand
    name = next(one for one in hand if not card or game.table.objects[one].card == card)
    first = SpellCast(player=ANN, card=name)
    return first, game.draft(first)


def tapped(game: Game, card: str = "") -> list[tuple[str, str]]:
    """Return the cards and the mana of what is tapped for a spell."""
    _, table = announced(game, card)
    return [(str(table.objects[one.source].card), one.mana) for one in taps_for(table, ANN)]


@pytest.mark.parametrize(
    ("hand", "lands", "expected"),
    [
        pytest.param(
            "Bear", ["Dual", "Forest"], [("Forest", "{G}"), ("Dual", "{R}")], id="one-of-each"
        ),
        pytest.param(
            "Goblin", ["Dual", "Mountain", "Forest"], [("Mountain", "{R}")], id="the-basic-land"
        ),
        pytest.param("Goblin", ["Forest", "Dual"], [("Dual", "{R}")], id="only-it-has-the-colour"),
        pytest.param("Bear", ["Mountain", "Mountain"], [], id="no-colour"),
        pytest.param("Bear", ["Forest"], [], id="too-few"),
        pytest.param(
            "Elephant",
            ["Mountain", "Dual", "Mountain", "Mountain"],
            [("Dual", "{G}"), ("Mountain", "{R}"), ("Mountain", "{R}"), ("Mountain", "{R}")],
            id="the-colour-first",
        ),
    ],
)
def test_which_lands_are_tapped(
    hand: str, lands: list[str], expected: list[tuple[str, str]]
) -> None:
    assert tapped(game(ann={"hand": [hand], "battlefield": lands})) == expected


def test_one_source_gives_way_where_another_can_stand_in() -> None:
    """A red and a green are lacking; the dual land must make what the other land cannot."""
    cards = [
        {"name": "Both", "cost": "{R}{G}", "types": ["Sorcery"]},
        {
            "name": "Dual",
            "types": ["Land"],
            "abilities": [{"kind": "mana", "mana": ["{R}", "{G}"]}],
        },
        {
            "name": "Other",
            "types": ["Land"],
            "abilities": [{"kind": "mana", "mana": ["{R}", "{W}"]}],
        },
    ]
    made = game(ann={"hand": ["Both"], "battlefield": ["Dual", "Other"]}, cards=cards)

    assert sorted(tapped(made)) == [("Dual", "{G}"), ("Other", "{R}")]


def test_a_treasure_is_spared_while_there_are_lands() -> None:
    made = game(
        ann={"hand": ["Goblin"], "battlefield": [{"card": "Treasure", "token": True}, "Mountain"]}
    )

    assert tapped(made) == [("Mountain", "{R}")]


def test_mana_in_the_pool_comes_first() -> None:
    made = game(ann={"hand": ["Goblin"], "battlefield": ["Mountain"], "mana": "{R}"})
    _, table = announced(made)

    assert isinstance(next_payment(table, ANN), CostPaid)


def test_step_by_step_to_the_end() -> None:
    made = game(ann={"hand": ["Elephant"], "battlefield": ["Forest*5"]})
    steps: list[Decision] = [announced(made)[0]]
    while not isinstance(steps[-1], CostPaid):
        step = next_payment(made.draft(*steps), ANN)
        assert step is not None
        steps.append(step)
    made.submit(*steps)

    assert [type(one) for one in steps[1:]] == [ManaAbilityActivated] * 4 + [CostPaid]
    assert made.table.stack[0].card == "Elephant"


def test_what_is_sacrificed_is_a_choice() -> None:
    made = game(
        ann={"hand": ["Offering"], "battlefield": ["Bear as one", "Wall as two"], "mana": "{R}"}
    )
    _, table = announced(made)
    ways = ways_of_paying(table, ANN)
    wall = next(name for name in table.battlefield if table.objects[name].card == "Wall")

    assert len(ways) == 2
    assert next_payment(table, ANN, sacrificed=[wall]) == next(
        w for w in ways if wall in w.sacrificed
    )
    assert next_payment(table, ANN, sacrificed=[ObjectId("c999")]) is None


def test_nothing_is_paid_where_nothing_is_announced() -> None:
    made = game(ann={"battlefield": ["Mountain"]})

    assert taps_for(made.table, ANN) == ()
    assert next_payment(made.table, ANN) is None
