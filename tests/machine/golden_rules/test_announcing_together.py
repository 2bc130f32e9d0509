"""Choices while a spell or ability is announced: its controller first, whatever the turn order."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from events.abilities import SpellAbility, TriggeredAbility
from events.cards import CardDefinition
from events.errors import IllegalAction
from events.game import Conceded
from events.identifiers import CardName, ObjectId, Seat
from events.instructions import DealDamage
from events.selectors import Targets
from events.stack import (
    AbilityTriggered,
    CostPaid,
    ObjectsChosen,
    SpellCast,
    StackingCompleted,
    TargetsChosen,
)
from events.turns import PhaseEntered
from events.vocabulary import Phase
from machine.referee import awaiting, legal_decisions
from machine.running import drafting, handle
from projections.fold import apply
from projections.table import Table
from tests.machine.golden_rules.tables import ANN, BOB, CYD, Played, game, of_type, refusal

SPELL = CardName("Duel of the Test")
THREE = (ANN, BOB, CYD)

ANOTHERS = DealDamage(amount=1, targets=Targets(kinds=("player",), chooser="opponent"))
OWN = DealDamage(amount=2, targets=Targets(kinds=("player",)))


def with_card(table: Table, card: CardDefinition) -> Table:
    header = replace(table.header, cards=(*table.header.cards, card))
    return replace(table, header=header, cards=table.cards.set(card.name, card))


def dueling(seats: Sequence[Seat] = THREE, active: Seat = BOB) -> Played:
    """Return a game in which the active player holds a spell of which an opponent chooses a target."""
    ability = SpellAbility(program=(ANOTHERS, OWN))
    card = CardDefinition(name=SPELL, cost="{U}", types=("Sorcery",), abilities=(ability,))
    table = with_card(game(seats, hands={active: [SPELL]}, active=active), card)
    return Played(table)


def asked(played: Played, *decisions: object) -> tuple[Seat, str, str]:
    """Return who is asked what next by an announcement, and by which rule."""
    table = drafting(played.table, decisions, played.chance).table  # type: ignore[arg-type]
    (one,) = awaiting(table)
    return one.player, one.names[0], one.rule


def test_601_7b_the_controller_first_and_then_the_opponent_named() -> None:
    """CR 101.4 does not order these: bob, whose turn it is, casts; cyd comes after him, ann is not asked."""
    played = dueling()
    made: list[object] = [SpellCast(player=BOB, card=played.hand(BOB, SPELL))]
    name = drafting(played.table, made, played.chance).table.stack[-1].id  # type: ignore[arg-type]
    steps = (
        TargetsChosen(player=BOB, object=name, instruction=1, targets=("ann",)),
        ObjectsChosen(player=BOB, object=name, chosen=("cyd",)),
        TargetsChosen(player=CYD, object=name, instruction=0, targets=("bob",)),
        CostPaid(player=BOB, object=name, mana="{U}"),
    )
    order = []
    for step in steps:
        order.append(asked(played, *made))
        made.append(step)
    assert order == [
        (BOB, "TargetsChosen", "601.2c"),
        (BOB, "ObjectsChosen", "601.7a"),
        (CYD, "TargetsChosen", "601.2c"),
        (BOB, "CostPaid", "601.2h"),
    ]
    played.do(*made)  # type: ignore[arg-type]
    assert of_type(played.events, StackingCompleted)
    played.resolve()
    lives = {seat: played.table.players[seat].life for seat in THREE}
    assert lives == {ANN: 18, BOB: 19, CYD: 20}


def test_601_7b_the_opponent_cannot_go_first() -> None:
    played = dueling()
    cast = SpellCast(player=BOB, card=played.hand(BOB, SPELL))
    name = drafting(played.table, [cast], played.chance).table.stack[-1].id
    early = TargetsChosen(player=CYD, object=name, instruction=0, targets=("bob",))
    assert refusal(played, cast, early).code == "decision/not_asked"
    own = TargetsChosen(player=BOB, object=name, instruction=1, targets=("ann",))
    nobody = ObjectsChosen(player=BOB, object=name, chosen=("bob",))
    refused = refusal(played, cast, own, nobody)
    assert (refused.code, refused.rule, refused.legal) == ("resolve/choice", "601.7a", (CYD, ANN))


def test_601_7a_the_only_opponent_need_not_be_named() -> None:
    played = dueling((ANN, BOB), active=ANN)
    cast = SpellCast(player=ANN, card=played.hand(ANN, SPELL))
    name = drafting(played.table, [cast], played.chance).table.stack[-1].id
    own = TargetsChosen(player=ANN, object=name, instruction=1, targets=("bob",))
    assert asked(played, cast, own) == (BOB, "TargetsChosen", "601.2c")


def belled() -> Played:
    """Return an upkeep of ann's in which a triggered ability lets an opponent choose its target."""
    bell = TriggeredAbility(on="upkeep", who="you", program=(ANOTHERS,))
    card = CardDefinition(name=CardName("Bell"), types=("Artifact",), abilities=(bell,))
    table = with_card(game(THREE, battlefield={ANN: ["Bell"]}), card)
    trigger = AbilityTriggered(
        trigger=1, player=ANN, source=table.battlefield[0], card=CardName("Bell")
    )
    for event in (PhaseEntered(phase=Phase.UPKEEP), trigger):
        table = apply(table, event)
    return Played(table).go_on()


def test_603_3d_an_opponent_is_named_for_a_triggered_ability_as_well() -> None:
    played = belled()
    (one,) = awaiting(played.table)
    assert (one.player, one.rule) == (ANN, "601.7a")
    named = of_type(legal_decisions(played.table), ObjectsChosen)
    assert [one.chosen for one in named] == [("bob",), ("cyd",)]
    played.do(named[1])
    assert played.players_asked == (CYD,)
    played.do(
        TargetsChosen(player=CYD, object=ObjectId(played.table.stack[-1].id), targets=("ann",))
    )
    played.resolve()
    assert played.table.players[ANN].life == 19


def test_800_4_who_was_named_has_left_and_another_is_named() -> None:
    played = belled()
    played.do(ObjectsChosen(player=ANN, object=played.table.stack[-1].id, chosen=("cyd",)))
    played.do(Conceded(player=CYD))
    assert played.players_asked == (BOB,), "the only opponent that is left"
    with pytest.raises(IllegalAction):
        handle(
            played.table,
            [ObjectsChosen(player=ANN, object=played.table.stack[-1].id, chosen=("bob",))],
            played.chance,
        )
