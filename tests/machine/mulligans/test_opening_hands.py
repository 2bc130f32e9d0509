"""CR 103.6: what may be done with an opening hand before the first turn."""

import pytest

from events.mulligans import OpeningHandActionsFinished, OpeningHandActionTaken
from events.stack import AbilityTriggered, EffectCreated
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import MoveReason, Phase, Zone
from events.zones import CardMoved, CardsRevealed, CountersChanged
from tests.machine.mulligans.playing import (
    ANN,
    BOB,
    CAVERNS,
    CHANCELLOR,
    FOREST,
    LEYLINE,
    SEATS,
    Game,
    game,
)


def kept(**given: object) -> Game:
    """Return a game whose players have kept their hands."""
    played = game(**given)
    while played.table.turn.number == 0 and played.asked[0][1] == "MulliganDeclared":
        played.keep(played.asked[0][0])
    return played


def take(played: Game, seat: str, card: str, exiled: str | None = None) -> OpeningHandActionTaken:
    name = played.find(seat, card)  # type: ignore[arg-type]
    return OpeningHandActionTaken(player=seat, card=name, exiled=exiled)  # type: ignore[arg-type]


def test_103_6_the_starting_player_acts_fully_then_the_next() -> None:
    played = kept(deck=(LEYLINE, LEYLINE))
    assert played.asked == [(ANN, "OpeningHandActionsFinished")]
    played.do(take(played, ANN, LEYLINE))
    played.do(take(played, ANN, LEYLINE))
    assert played.refused(take(played, BOB, LEYLINE)).code == "decision/not_asked"
    played.do(OpeningHandActionsFinished(player=ANN))
    assert played.asked == [(BOB, "OpeningHandActionsFinished")]
    played.do(take(played, BOB, LEYLINE), OpeningHandActionsFinished(player=BOB))

    assert len(played.table.battlefield) == 3
    assert played.table.turn.number == 1


def test_103_6a_a_card_begins_on_the_battlefield() -> None:
    played = kept(deck=(LEYLINE,))
    decision = take(played, ANN, LEYLINE)

    told = played.do(decision)

    (here,) = played.table.battlefield
    moved = CardMoved(
        card=decision.card, new=here, to=Zone.BATTLEFIELD, reason=MoveReason.OPENING_HAND
    )
    assert told == (decision, moved)
    assert played.sizes(ANN) == (6, 33)


def test_r098_not_while_anybody_is_still_redrawing() -> None:
    played = game(deck=(LEYLINE,))
    played.keep(ANN)
    played.mulligan(BOB)
    played.bottom(BOB, 1)

    assert played.refused(take(played, ANN, LEYLINE)).code == "opening_hand/too_early"


def test_103_6a_a_card_that_asks_its_player_not_to_start() -> None:
    played = kept(deck=(CAVERNS,))
    other = played.table.players[ANN].hand[1]
    assert played.refused(take(played, ANN, CAVERNS, other)).code == "opening_hand/condition"
    played.do(OpeningHandActionsFinished(player=ANN))
    other = played.table.players[BOB].hand[1]
    decision = take(played, BOB, CAVERNS, other)

    told = played.do(decision)

    (here,), (away,) = played.table.battlefield, played.table.exile
    why = MoveReason.OPENING_HAND
    assert told == (
        decision,
        CardMoved(card=decision.card, new=here, to=Zone.BATTLEFIELD, reason=why),
        CountersChanged(object=here, kind="luck", change=1),
        CardMoved(card=other, new=away, to=Zone.EXILE, reason=why),
    )


@pytest.mark.parametrize("which", ["none", "itself", "stranger"])
def test_103_6a_another_card_of_the_hand_is_exiled_for_it(which: str) -> None:
    played = kept(deck=(CAVERNS,))
    played.do(OpeningHandActionsFinished(player=ANN))
    exiled = {
        "none": None,
        "itself": played.find(BOB, CAVERNS),
        "stranger": played.table.players[BOB].library[0],
    }[which]

    refusal = played.refused(take(played, BOB, CAVERNS, exiled))

    assert refusal.code == "opening_hand/exile"


def test_101_3_nothing_is_exiled_where_there_is_no_other_card() -> None:
    played = kept(deck=(CAVERNS,), starting_hand_size=1)
    played.do(OpeningHandActionsFinished(player=ANN))
    played.do(take(played, BOB, CAVERNS))

    assert (len(played.table.battlefield), played.table.exile) == (1, ())


def test_103_6b_a_card_is_revealed_and_waits_for_the_first_upkeep() -> None:
    played = kept(deck=(CHANCELLOR,))
    decision = take(played, ANN, CHANCELLOR)
    told = played.do(decision)
    assert told == (
        decision,
        CardsRevealed(player=ANN, cards=(decision.card,)),
        EffectCreated(
            effect=1,
            kind="delayed:upkeep",
            player=ANN,
            source=decision.card,
            card=CHANCELLOR,
            until="first_upkeep",
        ),
    )
    assert played.table.objects[decision.card].seen_by == {ANN, BOB}

    told = played.do(OpeningHandActionsFinished(player=ANN), OpeningHandActionsFinished(player=BOB))

    where = told.index(PhaseEntered(phase=Phase.UPKEEP))
    trigger = told[where + 1]
    assert isinstance(trigger, AbilityTriggered)
    assert (trigger.player, trigger.card, trigger.delayed) == (ANN, CHANCELLOR, True)
    assert not played.table.effects, "it triggers once"
    assert len(played.table.stack) == 1


def test_r100_a_card_is_revealed_once() -> None:
    played = kept(deck=(CHANCELLOR,))
    decision = take(played, ANN, CHANCELLOR)
    played.do(decision)

    assert played.refused(decision).code == "opening_hand/once"


def test_103_6_only_cards_with_such_an_action() -> None:
    played = kept(deck=(LEYLINE,))

    assert played.refused(take(played, ANN, FOREST)).code == "opening_hand/no_action"


def test_103_6_whose_hand_is_finished_stays_so() -> None:
    played = kept(deck=(LEYLINE,))
    played.do(OpeningHandActionsFinished(player=ANN))

    assert played.refused(take(played, ANN, LEYLINE)).code == "opening_hand/finished"


def test_103_6_too_late_once_the_turn_has_begun() -> None:
    played = kept(deck=(LEYLINE,))
    late = take(played, ANN, LEYLINE)
    played.do(OpeningHandActionsFinished(player=ANN), OpeningHandActionsFinished(player=BOB))

    assert played.refused(late).code == "opening_hand/too_late"


def test_103_6_everybody_is_asked_where_any_deck_has_such_a_card() -> None:
    played = kept(decks={ANN: (FOREST,) * 40, BOB: (*(FOREST,) * 20, LEYLINE, *(FOREST,) * 19)})

    assert played.asked == [(ANN, "OpeningHandActionsFinished")], "asking tells nothing of a hand"


def test_103_6_nobody_is_asked_where_no_deck_has_one() -> None:
    assert kept().table.turn.number == 1


@pytest.mark.parametrize(
    ("day", "card", "asked"),
    [
        pytest.param("2006-01-31", LEYLINE, False, id="no-such-card-before-2006-02-01"),
        pytest.param("2006-02-01", LEYLINE, True, id="by-the-cards-own-words-since"),
        pytest.param("2007-07-13", LEYLINE, True, id="a-step-of-its-own-since"),
        pytest.param("2011-04-30", CHANCELLOR, False, id="no-reveal-before-2011-05-01"),
        pytest.param("2011-05-01", CHANCELLOR, True, id="any-action-since"),
    ],
)
def test_103_6_by_edition(day: str, card: str, *, asked: bool) -> None:
    played = kept(day=day, deck=(card,))

    assert (played.phase is Phase.OPENING_HAND_ACTIONS) is asked


def test_103_6_the_look_of_vancouver_comes_first() -> None:
    played = game(kind="vancouver", deck=(LEYLINE,))
    played.mulligan(ANN)
    played.keep(BOB, ANN)

    assert played.phase is Phase.MULLIGAN_LOOKING
    assert played.asked == [(ANN, "LookChosen")]


def test_103_6_teammates_act_in_any_order() -> None:
    teams = dict(zip(SEATS, "abab", strict=True))
    played = game(seats=SEATS, teams=teams, shared_team_turns=True, deck=(LEYLINE,))
    while played.asked[0][1] == "MulliganDeclared":
        played.keep(played.asked[0][0])

    assert [seat for seat, _ in played.asked] == [SEATS[0], SEATS[2]]


def test_103_6_legends_of_one_name_stay_until_somebody_gets_priority() -> None:
    played = kept(deck=(CAVERNS, CAVERNS))
    played.do(OpeningHandActionsFinished(player=ANN))
    for _ in range(2):
        played.do(take(played, BOB, CAVERNS, played.table.players[BOB].hand[-1]))
    assert len(played.table.battlefield) == 2
    told = played.do(OpeningHandActionsFinished(player=BOB))

    assert TurnBegan(number=1, player=ANN) in told
    assert played.asked == [(BOB, "LegendChosen")]
    assert played.phase is Phase.UPKEEP
