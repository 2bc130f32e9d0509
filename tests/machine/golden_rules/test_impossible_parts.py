"""What is impossible is left out and recorded; what a card allows with a library that no rule does."""

import pytest

from events.errors import IllegalAction
from events.game import Conceded
from events.identifiers import Seat
from events.stack import (
    InstructionDone,
    MayChosen,
    ObjectsChosen,
    SpellCast,
)
from events.turns import CardsDrawn, PhaseEntered, PriorityPassed
from events.vocabulary import MoveReason, Phase, Zone
from events.zones import (
    CardMoved,
    CardsLookedAt,
    LibraryOrdered,
    LibraryShuffled,
)
from machine.referee import check, legal_decisions
from machine.verdicts import reasons
from projections.edit import edit_player
from projections.fold import apply
from projections.table import NO_COUNTERS
from tests.machine.golden_rules.tables import (
    ANN,
    BOB,
    Played,
    game,
    of_type,
    refusal,
    rules_on,
)

# -- impossible parts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "done", "skipped"),
    [pytest.param(["Bear"], 1, 1, id="R112-one-card"), pytest.param([], 0, 2, id="R113-no-card")],
)
def test_101_3_blightning(hand: list[str], done: int, skipped: int) -> None:
    played = Played(game(hands={ANN: ["Blightning"], BOB: hand}))
    played.cast(ANN, "Blightning", "bob").resolve()
    assert played.table.players[BOB].life == 17
    ends = of_type(played.events, InstructionDone)
    assert [(one.done, one.skipped) for one in ends] == [(1, 0), (done, skipped)]
    discarded = [
        one for one in of_type(played.events, CardMoved) if one.reason is MoveReason.DISCARDED
    ]
    assert len(discarded) == done


def test_101_3_a_cost_that_cannot_be_paid_is_no_impossible_part() -> None:
    table = edit_player(game(hands={ANN: ["Blightning"]}), ANN, mana=NO_COUNTERS)
    played = Played(table)
    decision = SpellCast(player=ANN, card=played.hand(ANN, "Blightning"))
    assert refusal(played, decision).code == "announce/incomplete"


def test_608_2b_an_illegal_target_is_not_an_impossible_part() -> None:
    seats = (ANN, BOB, Seat("cyd"))
    hands = {ANN: ["Blightning"], BOB: ["Bear", "Bear", "Bear"]}
    played = Played(game(seats, hands=hands)).cast(ANN, "Blightning", "bob")
    played.do(Conceded(player=BOB))
    played.resolve()
    names = [type(event).__name__ for event in played.events]
    assert "TargetBecameIllegal" in names
    assert "InstructionDone" not in names


def optional_draw(**given: object) -> Played:
    table = game(hands={ANN: ["Offered Page"]}, **given)  # type: ignore[arg-type]
    return Played(table).cast(ANN, "Offered Page").resolve()


def accept(played: Played) -> MayChosen:
    assert played.table.resolution is not None
    return MayChosen(player=ANN, object=played.table.resolution.item.id, accepted=True)


def test_121_3_an_optional_draw_from_an_empty_library_may_be_chosen() -> None:
    played = optional_draw(libraries={ANN: ()})
    assert reasons(played.table, accept(played)).allowed
    events = played.do(accept(played))
    assert CardsDrawn(player=ANN, count=0, missing=1) in events
    (end,) = of_type(events, InstructionDone)
    assert (end.done, end.skipped) == (0, 1)
    assert played.table.result is not None
    assert played.table.result.winners == (BOB,)


def test_121_3_unless_an_effect_says_that_players_cant_draw() -> None:
    played = optional_draw(battlefield={BOB: ["Maralen of the Mornsong"]})
    verdict = reasons(played.table, accept(played))
    assert not verdict.allowed
    assert next(one.source for one in verdict.reasons if not one.allows) == "c12"
    refused = refusal(played, accept(played))
    assert (refused.code, refused.rule) == ("resolve/impossible", "121.3")


@pytest.mark.parametrize(
    ("day", "empty", "prohibited"),
    [("2006-09-30", False, True), ("2006-10-01", True, True), ("2008-05-01", True, False)],
)
def test_121_3_by_edition(day: str, empty: bool, prohibited: bool) -> None:  # noqa: FBT001
    rules = rules_on(day)
    played = optional_draw(libraries={ANN: ()}, rules=rules)
    assert _passes(played) is empty
    played = optional_draw(battlefield={BOB: ["Maralen of the Mornsong"]}, rules=rules)
    assert _passes(played) is prohibited


def _passes(played: Played) -> bool:
    try:
        check(played.table, accept(played))
    except IllegalAction:
        return False
    return True


def test_704_5b_until_1999_10_the_loss_was_immediate() -> None:
    for day, at_once in (("1999-10-31", True), ("1999-11-01", False)):
        table = game(hands={ANN: ["Common Feast"]}, libraries={ANN: ()}, rules=rules_on(day))
        played = Played(table).cast(ANN, "Common Feast").resolve()
        names = [type(event).__name__ for event in played.events]
        assert (names.index("PlayerLost") < names.index("InstructionDone")) is at_once


# -- libraries --------------------------------------------------------------------------------------


def pondering() -> Played:
    library = ("Bear", "Wall", "Forest", "Island", "Swamp")
    table = game(hands={ANN: ["Ponder"]}, libraries={ANN: library})
    return Played(table).cast(ANN, "Ponder").resolve()


def test_101_1_ponder_looks_although_401_2_forbids_it() -> None:
    played = pondering()
    top = played.table.players[ANN].library[:3]
    assert CardsLookedAt(player=ANN, cards=top) in played.events
    decision = LibraryOrdered(player=ANN, top=top[::-1])
    verdict = reasons(played.table, decision)
    spell = played.table.stack[-1].id
    assert (verdict.allowed, verdict.rule) == (True, "101.1")
    assert [(one.allows, one.rule, one.source) for one in verdict.reasons] == [
        (False, "401.2", None),
        (True, "101.1", spell),
    ]
    played.do(decision)
    assert played.table.players[ANN].library[:3] == top[::-1]
    assert played.asked is MayChosen
    played.do(MayChosen(player=ANN, object=spell, accepted=False))
    assert [played.table.objects[card].card for card in played.table.players[ANN].hand] == [
        "Forest"
    ]
    assert not of_type(played.events, LibraryShuffled)


def test_401_2_nobody_else_and_nothing_else() -> None:
    played = pondering()
    top = played.table.players[ANN].library
    for cards in (top[:2], top[:4], (*top[:2], top[4])):
        assert refusal(played, LibraryOrdered(player=ANN, top=cards)).code == "library/order"
    away = LibraryOrdered(player=ANN, top=top[:2], bottom=top[2:3])
    assert refusal(played, away).code == "library/order"
    assert not reasons(played.table, LibraryOrdered(player=BOB, top=top[:3])).allowed


@pytest.mark.parametrize(("size", "looked", "skipped"), [(2, 2, 1), (1, 1, 2), (0, 0, 3)])
def test_101_3_fewer_cards_to_look_at(size: int, looked: int, skipped: int) -> None:
    table = game(hands={ANN: ["Ponder"]}, libraries={ANN: ("Bear",) * size})
    played = Played(table).cast(ANN, "Ponder").resolve()
    if played.asked is LibraryOrdered:
        played.do(next(iter(legal_decisions(played.table))))
    looks = of_type(played.events, CardsLookedAt)
    assert [len(one.cards) for one in looks] == ([looked] if looked else [])
    first = of_type(played.events, InstructionDone)[0]
    assert (first.done, first.skipped) == (looked, skipped)


def test_701_23_maralen_at_each_draw_step() -> None:
    table = game(battlefield={BOB: ["Maralen of the Mornsong"]}, libraries={ANN: ("Bear", "Wall")})
    played = Played(apply(table, PhaseEntered(phase=Phase.UPKEEP)))
    played.go_on()
    for seat in (ANN, BOB):
        played.do(PriorityPassed(player=seat))
    assert played.table.phase is Phase.DRAW
    assert not of_type(played.events, CardsDrawn)
    played.resolve()
    assert played.table.players[ANN].life == 17
    assert (played.players_asked, played.asked) == ((ANN,), ObjectsChosen)
    taken = played.table.players[ANN].library[1]
    assert played.table.resolution is not None
    name = played.table.resolution.item.id
    assert refusal(played, ObjectsChosen(player=ANN, object=name, chosen=())).rule == "701.23"
    played.do(ObjectsChosen(player=ANN, object=name, chosen=(taken,)))
    assert [played.table.objects[card].card for card in played.table.players[ANN].hand] == ["Wall"]


def test_701_23_a_search_for_a_kind_of_card_may_fail() -> None:
    library = ("Bear", "Forest", "Wall")
    table = game(hands={ANN: ["Open Ledger"]}, libraries={ANN: library})
    played = Played(table).cast(ANN, "Open Ledger").resolve()
    assert played.table.resolution is not None
    name = played.table.resolution.item.id
    cards = played.table.players[ANN].library
    offered = [one.chosen for one in of_type(legal_decisions(played.table), ObjectsChosen)]
    assert offered == [(), (cards[0],), (cards[2],)]
    forest = ObjectsChosen(player=ANN, object=name, chosen=(cards[1],))
    assert refusal(played, forest).code == "resolve/choice"
    events = played.do(ObjectsChosen(player=ANN, object=name, chosen=(cards[2],)))
    (move,) = [one for one in of_type(events, CardMoved) if one.to is Zone.HAND]
    assert move.reason is MoveReason.SEARCHED
    assert len(of_type(events, LibraryShuffled)) == 1
    assert len(played.table.players[ANN].library) == 2
