"""A player whom another one controls: who decides, who sees what, and what stays their own."""

from events.choices import ChoiceMade
from events.game import Conceded
from events.identifiers import CardName, Seat
from events.turns import PriorityPassed
from events.zones import LandPlayed
from machine.control import decider
from machine.referee import awaiting, legal_decisions
from machine.running import handle
from machine.verdicts import reasons
from projections.sight import looks_through
from projections.table import Table
from projections.views import seat_event, seat_view
from tests.machine.golden_rules.tables import (
    ANN,
    BOB,
    CYD,
    Played,
    game,
    refusal,
)


def land(played: Played, seat: Seat = ANN) -> LandPlayed:
    return LandPlayed(player=seat, card=played.hand(seat, "Forest"))


def controlled() -> Played:
    """Return a turn of ann's in which bob makes her decisions."""
    table = game(hands={ANN: ["Forest"], BOB: ["Borrowed Mind"]})
    played = Played(table)
    played.do(PriorityPassed(player=ANN))
    return played.cast(BOB, "Borrowed Mind", "ann").resolve()


def test_722_6_who_controls_a_turn_cannot_concede_for_its_player() -> None:
    played = controlled()
    refused = refusal(played, Conceded(player=ANN), by=BOB)
    assert (refused.code, refused.rule) == ("control/own_decision", "722.6")
    assert not reasons(played.table, Conceded(player=ANN), by=BOB).allowed
    assert reasons(played.table, Conceded(player=ANN), by=ANN).allowed
    played.do(Conceded(player=ANN), by=ANN)
    assert played.table.result is not None


def test_722_5_who_controls_a_player_makes_their_decisions() -> None:
    played = controlled()
    (asked,) = awaiting(played.table)
    assert (asked.player, asked.by) == (ANN, BOB)
    decision = land(played)
    refused = refusal(played, decision, by=ANN)
    assert (refused.code, refused.rule, refused.legal) == ("control/not_theirs", "722.5", (BOB,))
    batch = handle(played.table, [decision], played.chance, by=BOB)
    assert (batch.drafts[0].by, batch.drafts[0].event) == (BOB, decision)


def test_b070_the_active_player_has_priority_the_other_only_decides() -> None:
    played = controlled()
    assert played.table.priority.holder == ANN
    assert played.table.active_player == ANN


def test_722_5_without_an_effect_everybody_decides_for_themselves() -> None:
    played = Played(game(hands={ANN: ["Forest"]}))
    assert refusal(played, land(played), by=BOB).code == "control/not_theirs"
    played.do(land(played), by=ANN)


def test_805_8_of_a_player_of_a_team_the_whole_team_is_controlled() -> None:
    table = game(
        (ANN, CYD, BOB),
        hands={BOB: ["Borrowed Mind"]},
        teams={ANN: "red", CYD: "red", BOB: "blue"},
    )
    played = Played(table)
    played.do(PriorityPassed(player=ANN))
    played.do(PriorityPassed(player=CYD))
    played.cast(BOB, "Borrowed Mind", "ann").resolve()

    deciding = [decider(played.table, PriorityPassed(player=seat)) for seat in (ANN, CYD, BOB)]
    assert deciding == [BOB, BOB, BOB]
    assert decider(played.table, Conceded(player=CYD)) == CYD


# -- what is seen -----------------------------------------------------------------------------------


def names(view: Table, seat: Seat, zone: str) -> list[CardName | None]:
    return [view.objects[card].card for card in getattr(view.players[seat], zone)]


def three() -> Played:
    """Return a turn of ann's in which bob makes her decisions, and cyd looks on."""
    hands = {ANN: ["Forest", "Show and Tell", "Bear"], BOB: ["Borrowed Mind"], CYD: ["Wall"]}
    played = Played(game((ANN, BOB, CYD), hands=hands))
    played.do(PriorityPassed(player=ANN))
    return played.cast(BOB, "Borrowed Mind", "ann").resolve()


def test_722_4_who_controls_a_player_sees_that_players_hand_and_nobody_elses() -> None:
    played = three()
    assert looks_through(played.table, BOB) == (BOB, ANN)
    assert looks_through(played.table, ANN) == (ANN,)
    view = seat_view(played.table, BOB)
    assert names(view, ANN, "hand") == ["Forest", "Show and Tell", "Bear"]
    assert names(view, ANN, "library") == names(view, CYD, "hand") == []
    assert names(seat_view(played.table, CYD), ANN, "hand") == []
    assert names(seat_view(played.table, ANN), BOB, "hand") == []


def test_722_4_before_and_after_it_the_hand_is_hidden() -> None:
    played = three()
    assert names(seat_view(played.tables[0], BOB), ANN, "hand") == []
    for _ in range(60):
        if not played.table.effects:
            break
        played.do(next(iter(legal_decisions(played.table))))
    assert not played.table.effects
    assert names(seat_view(played.table, BOB), ANN, "hand") == []


def test_722_4_what_lies_face_down_for_the_player_lies_open_for_who_chose_it() -> None:
    played = three().cast(ANN, "Show and Tell").resolve()
    assert awaiting(played.table)[0].by == BOB
    bear = played.hand(ANN, "Bear")
    choice = ChoiceMade(player=ANN, round=1, picks=(bear,), hidden=True)
    before = played.table
    (event,) = played.do(choice, by=BOB)
    seen = [seat_event(before, played.table, event, seat) for seat in (ANN, BOB, CYD)]
    assert seen == [event, event, ChoiceMade(player=ANN, round=1, count=1, hidden=True)]
    view = seat_view(played.table, BOB)
    assert view.choice is not None
    assert view.choice.made[0].picks == (bear,)
