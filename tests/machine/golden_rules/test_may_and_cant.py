"""May and can't: who says so, which beats which, and what is simply impossible."""

import pytest
from msgspec.structs import replace

from events.abilities import StaticAbility
from events.game import Conceded, GameEnded, PlayerLost
from events.identifiers import CardName, ObjectId, Seat
from events.rules import GoldenRules
from events.selectors import Selector
from events.stack import (
    EffectCreated,
    SpellCast,
)
from events.turns import PriorityPassed
from events.vocabulary import Zone
from events.zones import (
    CardMoved,
    LandPlayed,
)
from machine.characteristics import has_keyword
from machine.golden_rules import Reason, Verdict, is_prohibited, weigh
from machine.referee import check, legal_decisions
from machine.verdicts import reasons
from projections.edit import edit_player
from projections.fold import apply
from tests.machine.golden_rules.tables import (
    ANN,
    BOB,
    Played,
    game,
    of_type,
    refusal,
    rules_on,
)

RULE_MAY = Reason(allows=True, rule="116.2a", by="rule")
RULE_CANT = Reason(allows=False, rule="305.1", by="rule", case="zone")
CARD_MAY = Reason(allows=True, rule="101.1", source=ObjectId("c1"), case="zone")
OTHER_MAY = Reason(allows=True, rule="101.1", source=ObjectId("c1"), case="number")
CARD_CANT = Reason(allows=False, rule="101.2", source=ObjectId("c2"))


@pytest.mark.parametrize(
    ("told", "allowed", "rule"),
    [
        pytest.param((RULE_MAY,), True, "116.2a", id="101.1-the-rules-allow"),
        pytest.param((), False, "101.3", id="nothing-allows"),
        pytest.param((RULE_CANT,), False, "305.1", id="the-rules-forbid"),
        pytest.param((RULE_CANT, CARD_MAY), True, "101.1", id="101.1-a-card-beats-a-rule"),
        pytest.param((RULE_CANT, OTHER_MAY), False, "305.1", id="101.1-for-that-case-only"),
        pytest.param((RULE_MAY, CARD_CANT), False, "101.2", id="101.2-cant-beats-a-rule"),
        pytest.param((RULE_CANT, CARD_MAY, CARD_CANT), False, "101.2", id="101.2-cant-beats-can"),
    ],
)
def test_weigh(told: tuple[Reason, ...], allowed: bool, rule: str) -> None:  # noqa: FBT001
    verdict = weigh(game(), told)
    assert (verdict.allowed, verdict.rule, verdict.unwritten) == (allowed, rule, False)
    assert verdict.reasons == told


def test_101_2_no_rule_weighed_two_cards_before_1999_11() -> None:
    for day, unwritten in (("1999-10-31", True), ("1999-11-01", False)):
        verdict = weigh(game(rules=rules_on(day)), (CARD_MAY, CARD_CANT))
        assert (verdict.allowed, verdict.unwritten) == (False, unwritten)


def test_101_1_no_rule_said_whose_cant_beats_a_may_before_2004_06() -> None:
    """From 1999-11 to then, "can't beats can" might have meant the rules' own "can't" as well."""
    days = ("1999-10-31", "1999-11-01", "2004-05-31", "2004-06-01")
    told = []
    for day in days:
        table = game(
            graveyards={ANN: ["Forest"]},
            battlefield={ANN: ["Grave Orchard"]},
            rules=rules_on(day),
        )
        forest = LandPlayed(player=ANN, card=table.players[ANN].graveyard[0])
        weighed, verdict = weigh(table, (RULE_CANT, CARD_MAY)), reasons(table, forest)
        assert weighed.allowed
        assert verdict.allowed
        told.append((weighed.unwritten, verdict.unwritten))
    assert told == [(False, False), (True, True), (True, True), (False, False)]


def test_weigh_follows_the_switch_alone() -> None:
    older = game()
    golden = replace(older.rules.golden, cant_beats_can=False)
    older = replace(older, rules=replace(older.rules, golden=golden))
    assert isinstance(golden, GoldenRules)
    assert weigh(older, (CARD_MAY, CARD_CANT)).unwritten
    assert not weigh(older, (RULE_MAY, CARD_CANT)).unwritten


# -- lands ------------------------------------------------------------------------------------------


def land(played: Played, seat: Seat = ANN) -> LandPlayed:
    return LandPlayed(player=seat, card=played.hand(seat, "Forest"))


def test_101_2_cant_play_lands_beats_an_additional_land() -> None:
    field = {ANN: ["Second Furrow"], BOB: ["Fallow Decree"]}
    played = Played(game(hands={ANN: ["Forest"]}, battlefield=field))
    verdict = reasons(played.table, land(played))
    furrow, decree = played.table.battlefield
    assert not verdict.allowed
    assert verdict.rule == "101.2"
    assert [(one.allows, one.by, one.source) for one in verdict.reasons] == [
        (True, "rule", None),
        (True, "effect", furrow),
        (False, "effect", decree),
    ]
    refused = refusal(played, land(played))
    assert (refused.code, refused.rule) == ("land/prohibited", "101.2")


def test_305_2_an_additional_land_and_no_more() -> None:
    table = game(hands={ANN: ["Forest"] * 3}, battlefield={ANN: ["Second Furrow"]})
    played = Played(table)
    played.do(land(played))
    verdict = reasons(played.table, land(played))
    assert (verdict.allowed, verdict.rule) == (True, "101.1")
    played.do(land(played))
    refused = refusal(played, land(played))
    assert (refused.code, refused.rule, refused.facts) == ("land/number", "305.2", {"allowed": 2})


def test_101_1_a_card_says_may_where_a_rule_says_cant() -> None:
    grave = {ANN: ["Forest", "Bear"]}
    without = Played(game(graveyards=grave))
    forest, bear = without.table.players[ANN].graveyard
    assert refusal(without, LandPlayed(player=ANN, card=forest)).code == "land/not_in_hand"
    played = Played(game(graveyards=grave, battlefield={ANN: ["Grave Orchard"]}))
    verdict = reasons(played.table, LandPlayed(player=ANN, card=forest))
    assert (verdict.allowed, verdict.rule) == (True, "101.1")
    assert [(one.allows, one.by, one.rule) for one in verdict.reasons] == [
        (False, "rule", "305.1"),
        (True, "effect", "101.1"),
    ]
    assert refusal(played, LandPlayed(player=ANN, card=bear)).code == "land/no_land"
    assert LandPlayed(player=ANN, card=forest) in set(legal_decisions(played.table))
    played.do(LandPlayed(player=ANN, card=forest))
    assert played.table.objects[played.table.battlefield[-1]].card == "Forest"


def test_101_1_the_card_beats_that_rule_alone() -> None:
    table = game(
        hands={ANN: ["Forest"]},
        graveyards={ANN: ["Island"]},
        battlefield={ANN: ["Grave Orchard"]},
    )
    played = Played(table)
    played.do(land(played))
    island = LandPlayed(player=ANN, card=played.table.players[ANN].graveyard[0])
    assert refusal(played, island).code == "land/number"


def test_305_3_not_in_another_players_turn() -> None:
    played = Played(game(hands={BOB: ["Forest"]}))
    verdict = reasons(played.table, land(played, BOB))
    assert "305.3" in {one.rule for one in verdict.reasons}
    assert not verdict.allowed


def test_400_2_of_a_hidden_card_nothing_is_told() -> None:
    played = Played(game(hands={BOB: ["Forest", "Bear"]}))
    forest, bear = played.table.players[BOB].hand
    first, second = (
        reasons(played.table, LandPlayed(player=ANN, card=card)) for card in (forest, bear)
    )
    assert first == second


# -- other actions ----------------------------------------------------------------------------------


def restricted(action: str, *subjects: str) -> EffectCreated:
    return EffectCreated(
        effect=1, kind=f"restrict:{action}", player=BOB, objects=subjects, until="end_of_turn"
    )


def test_101_2_cant_cast() -> None:
    table = apply(game(hands={ANN: ["Bear"]}), restricted("cast", ANN))
    played = Played(table)
    decision = SpellCast(player=ANN, card=played.hand(ANN, "Bear"))
    assert refusal(played, decision).code == "cast/prohibited"
    assert reasons(table, decision).rule == "101.2"


def test_101_2a_gaining_an_ability_is_no_contest() -> None:
    table = game(battlefield={ANN: ["Bear"]})
    bear = table.battlefield[0]
    table = apply(table, restricted("keyword:flying", bear))
    table = apply(
        table, EffectCreated(effect=2, kind="keyword:flying", player=ANN, objects=(bear,))
    )
    assert is_prohibited(table, "keyword:flying", bear)
    assert has_keyword(table, table.objects[bear], "flying")


def test_101_2_cant_untap() -> None:
    table = game(battlefield={BOB: ["Bear"]})
    bear = table.battlefield[0]
    assert not is_prohibited(table, "untap", bear)
    assert is_prohibited(apply(table, restricted("untap", bear)), "untap", bear)


def test_101_2_cant_lose_at_no_life() -> None:
    field = {ANN: ["Deathless Idol"]}
    table = edit_player(game(battlefield=field, hands={ANN: ["Offered Page"]}), ANN, life=-4)
    played = Played(table)
    played.do(PriorityPassed(player=ANN))
    played.do(PriorityPassed(player=BOB))
    assert played.table.result is None
    assert not of_type(played.events, PlayerLost)


def test_704_5b_a_draw_survived_is_not_asked_about_again() -> None:
    table = edit_player(game(battlefield={ANN: ["Deathless Idol"]}), ANN, drew_from_empty=True)
    (idol,) = table.battlefield
    played = Played(table)
    played.do(PriorityPassed(player=ANN))
    played.do(PriorityPassed(player=BOB))
    played.table = apply(played.table, CardMoved(card=idol, new=ObjectId("g1"), to=Zone.GRAVEYARD))
    assert not is_prohibited(played.table, "lose", ANN)

    played.do(PriorityPassed(player=ANN))
    played.do(PriorityPassed(player=BOB))

    assert played.table.result is None
    assert not of_type(played.events, PlayerLost)


def test_104_2a_the_last_player_wins_although_an_effect_says_they_cant() -> None:
    played = Played(game(battlefield={BOB: ["Deathless Idol"]}))
    played.do(Conceded(player=BOB))
    assert played.table.result is not None
    assert played.table.result.winners == (ANN,)


# -- conceding --------------------------------------------------------------------------------------


def test_104_3a_conceding_beats_cant_lose() -> None:
    played = Played(game(battlefield={ANN: ["Deathless Idol"]}))
    verdict = reasons(played.table, Conceded(player=ANN))
    assert (verdict.allowed, verdict.rule) == (True, "104.3a")
    assert [one.allows for one in verdict.reasons] == [True, False]
    events = played.do(Conceded(player=ANN))
    assert [type(event) for event in events] == [Conceded, GameEnded]


def test_104_3a_until_2003_11_no_rule_said_that_conceding_is_beyond_cards() -> None:
    for day, unwritten in (("2003-11-30", True), ("2003-12-01", False)):
        table = game(battlefield={ANN: ["Deathless Idol"]}, rules=rules_on(day))
        verdict = reasons(table, Conceded(player=ANN))
        assert (verdict.allowed, verdict.unwritten) == (True, unwritten)


def test_101_2_a_static_cant_is_about_what_it_selects_or_about_itself() -> None:
    walls = StaticAbility(restrict="attack", to=Selector(subtypes=("Wall",)))
    own = StaticAbility(restrict="block")
    table = game(battlefield={ANN: ["Bear"], BOB: ["Wall"]})
    bear, wall = table.battlefield
    card = replace(table.cards[CardName("Bear")], abilities=(walls, own))
    table = replace(table, cards=table.cards.set(card.name, card))
    assert [is_prohibited(table, "attack", name) for name in (bear, wall)] == [False, True]
    assert [is_prohibited(table, "block", name) for name in (bear, wall)] == [True, False]


def test_104_3a_in_the_middle_of_a_resolution() -> None:
    hands = {ANN: ["Delirium Skeins", *["Bear"] * 4], BOB: ["Bear"] * 4}
    played = Played(game(hands=hands)).cast(ANN, "Delirium Skeins").resolve()
    for seat in (ANN, BOB):
        check(played.table, Conceded(player=seat), seat)
    events = played.do(Conceded(player=BOB))
    assert [type(event) for event in events] == [Conceded, GameEnded]


def test_verdicts_are_data() -> None:
    assert Verdict(allowed=True).against is None
    assert weigh(game(), (RULE_CANT, CARD_CANT)).against is CARD_CANT
