"""Long questions: parts to pick, and numbers that have to add up, with what is left counted."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.combat import AttackersDeclared
from events.division import DamageDivided
from events.identifiers import Seat
from events.stack import SpellCast, TargetsChosen
from events.turns import PriorityPassed
from machine.referee import awaiting
from projections.table import Table
from replays.play.payment import next_payment
from replays.play.questions import Pick, Question, Split, pick_of, question, split_of
from replays.session import Game
from tests.replays.play.tables import game

ANN = Seat("ann")
BEARS = [f"Bear as bear{n}" for n in range(4)]


def asked(game: Game, *made: Any) -> Question:  # noqa: ANN401 - decisions
    table: Table = game.draft(*made) if made else game.table
    return question(table, awaiting(table)[0])


def fire(*, targets: int) -> tuple[Game, SpellCast, TargetsChosen]:
    """Return a game in which nine damage are divided among so many targets."""
    made = game(
        ann={"hand": ["Great Fire"], "battlefield": ["Mountain"]},
        bob={"battlefield": BEARS},
    )
    cast = SpellCast(player=ANN, card=made.table.players[ANN].hand[0])
    draft = made.draft(cast)
    names = ("bob", *(n for n in draft.battlefield if draft.objects[n].card == "Bear"))
    chosen = TargetsChosen(player=ANN, object=draft.stack[0].id, targets=names[:targets])
    return made, cast, chosen


def test_acting_or_passing_lists_no_mana_abilities() -> None:
    made = game(ann={"battlefield": ["Mountain"], "hand": ["Goblin"]})
    found = asked(made)

    assert [type(one) for one in found.options] == [PriorityPassed, SpellCast]
    assert not found.is_long
    assert (pick_of(found), split_of(found)) == (None, None)


def test_many_sets_of_targets_are_picked_from_their_parts() -> None:
    made, cast, _ = fire(targets=0)
    found = asked(made, cast)
    pick = pick_of(found)

    assert found.is_long
    assert isinstance(pick, Pick)
    assert len(pick.parts) == 6
    assert pick.decision(pick.parts[1:3]) in found.options


def test_a_split_counts_what_is_left_and_offers_only_what_can_be_completed() -> None:
    made, cast, chosen = fire(targets=3)
    split = split_of(asked(made, cast, chosen))

    assert isinstance(split, Split)
    assert split.recipients == chosen.targets
    assert split.choices(()) == tuple(range(1, 8))
    assert (split.left((5,)), split.choices((5,))) == (4, (1, 2, 3))
    assert split.choices((5, 3)) == (1,)
    assert split.choices((9,)) == ()
    assert split.decision((5, 3, 1)) == DamageDivided(
        player=ANN,
        object=chosen.object,
        amount=9,
        shares=(5, 3, 1),
        targets=chosen.targets,
    )


def test_a_split_with_too_many_ways_is_judged_by_the_referee() -> None:
    made, cast, chosen = fire(targets=2)
    found = asked(made, cast, chosen)
    cut = split_of(replace(found, is_cut=True))

    assert cut is not None
    assert cut.choices(()) == tuple(range(10))
    assert cut.choices((4,)) == (5,)
    assert cut.decision((4, 5)) in found.options


def test_one_recipient_is_no_split() -> None:
    made, cast, chosen = fire(targets=1)

    assert split_of(asked(made, cast, chosen)) is None


@pytest.mark.parametrize("number", [2, 5])
def test_attackers(number: int) -> None:
    made = game(
        ann={"battlefield": [f"Bear*{number}"]},
        turn={"number": 3, "active": "ann", "phase": "combat.beginning"},
    )
    for seat in made.table.turn_order:
        made.submit(PriorityPassed(player=seat))
    found = asked(made)

    assert found.kinds == (AttackersDeclared,)
    assert len(found.options) == 2**number
    pick = pick_of(found)
    assert pick is not None
    assert len(pick.parts) == number


def test_where_nobody_has_to_get_anything_zero_for_all_is_one_of_the_ways() -> None:
    """CR 608.2d: who gets damage is chosen with the shares, and may be nobody."""
    hunt = {
        "name": "Hunt",
        "cost": "{R}",
        "types": ["Sorcery"],
        "abilities": [
            {
                "kind": "spell",
                "program": [
                    {"do": "divide_damage_among", "amount": 4, "among": {"types": ["Creature"]}}
                ],
            }
        ],
    }
    made = game(
        ann={"hand": ["Hunt"], "mana": "{R}"}, bob={"battlefield": ["Bear*3"]}, cards=[hunt]
    )
    cast = SpellCast(player=ANN, card=made.table.players[ANN].hand[0])
    pay = next_payment(made.draft(cast), ANN)
    assert pay is not None
    made.submit(cast, pay)
    for seat in made.table.turn_order:
        made.submit(PriorityPassed(player=seat))
    split = split_of(asked(made))

    assert split is not None
    assert (len(split.recipients), split.total) == (3, 4)
    assert split.choices(()) == (0, 1, 2, 3, 4)
    assert split.choices((0, 0)) == (0, 4)
    assert split.choices((3,)) == (0, 1)
    assert split.decision((0, 0, 0)).shares == ()  # type: ignore[attr-defined]
