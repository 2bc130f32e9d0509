"""The opening of an Arena game, told by logs of our own: rounds, free mulligans, hands of nothing."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from events.chance import DieRolled
from events.game import Conceded, GameEnded, PlayerLost, StartingPlayerChosen
from events.identifiers import ObjectId, Seat
from events.mulligans import (
    CardsBottomed,
    HandKept,
    MulliganDeclared,
    MulliganTaken,
    OpeningHandActionTaken,
)
from events.rulings import FactObserved
from events.turns import CardsDrawn, PhaseEntered, TurnBegan
from events.vocabulary import EndReason, Phase
from events.zones import CardsIdentified, LibraryShuffled, ZoneCountObserved
from replays.importers import ImportOptions, Source, import_source
from tests.replays.importers.arena.conftest import MadeLog

TOLD = (MulliganDeclared, HandKept, MulliganTaken, CardsBottomed)


def told(events: list[Any]) -> list[str]:
    """The mulligans as a line each: who, what, how many."""
    lines: dict[type, Callable[[Any], str]] = {
        MulliganDeclared: lambda one: f"{one.player} {'mulligans' if one.mulligan else 'keeps'}",
        HandKept: lambda one: f"{one.player} has {one.size}",
        MulliganTaken: lambda one: f"{one.player} took {one.number} ({one.counted})",
        CardsBottomed: lambda one: f"{one.player} bottoms {len(one.cards)}",
        PhaseEntered: lambda one: one.phase.value,
    }
    return [
        lines[type(event)](event)
        for event in events
        if isinstance(event, TOLD)
        or (isinstance(event, PhaseEntered) and event.phase.value.startswith("mulligan"))
    ]


def test_declarations_come_before_all_mulligans() -> None:
    """CR 103.5: Arena deals the first seat's new hand before the second has declared."""
    made = MadeLog().begin().mulligan(1).mulligan(2).keep(1)
    made.state(*made.bottoms(1, 1), zones=[made.hand(1), made.library(1)]).keep(2)
    made.play(*made.bottoms(2, 1))
    assert told(made.events()) == [
        "mulligan.declaring",
        "seat1 mulligans",
        "seat2 mulligans",
        "mulligan.taking",
        "seat1 took 1 (1)",
        "seat1 bottoms 1",
        "seat2 took 1 (1)",
        "seat2 bottoms 1",
        "mulligan.declaring",
        "seat1 keeps",
        "seat2 keeps",
        "seat1 has 6",
        "seat2 has 6",
    ]


def test_a_later_round_is_for_those_who_have_not_kept() -> None:
    made = MadeLog(recorder=2).begin().keep(1).mulligan(2).mulligan(2).keep(2)
    made.play(*made.bottoms(2, 2))
    assert told(made.events()) == [
        "mulligan.declaring",
        "seat1 keeps",
        "seat2 mulligans",
        "seat1 has 7",
        "mulligan.taking",
        "seat2 took 1 (1)",
        "mulligan.declaring",
        "seat2 mulligans",
        "mulligan.taking",
        "seat2 took 2 (2)",
        "seat2 bottoms 2",
        "mulligan.declaring",
        "seat2 keeps",
        "seat2 has 5",
    ]


@pytest.mark.parametrize(
    ("variant", "granted", "counted", "overrides"),
    [
        ("GameVariant_Brawl", 1, 0, []),
        ("GameVariant_Brawl", 0, 1, ["mulligan.free_first"]),
        ("GameVariant_Normal", 1, 0, ["mulligan.free_extra"]),
        ("GameVariant_Normal", 0, 1, []),
    ],
)
def test_free_mulligans(variant: str, granted: int, counted: int, overrides: list[str]) -> None:
    """CR 103.5c: a Brawl's first mulligan is free; what a client does otherwise is an override."""
    info = {"variant": variant, "freeMulliganCount": granted}
    made = MadeLog().begin(info=info).mulligan(1).keep(1).keep(2)
    made.play(*made.bottoms(1, counted))
    events = made.events()
    assert [one.counted for one in events if isinstance(one, MulliganTaken)] == [counted]
    assert {one.player: one.size for one in events if isinstance(one, HandKept)} == {
        "seat1": 7 - counted,
        "seat2": 7,
    }
    assert [one.switch for one in events[0].rules.overrides] == overrides


def test_after_seven_mulligans_nobody_is_asked() -> None:
    """CR 103.5: no further mulligan at a hand of nothing."""
    made = MadeLog().begin()
    for number in range(1, 8):
        made.mulligan(1, asked=number < 7)
        if number == 1:
            made.keep(2)
    made.play(*made.bottoms(1, 7))
    lines = told(made.events())
    assert lines[-3:] == ["seat1 took 7 (7)", "seat1 bottoms 7", "seat1 has 0"]
    assert lines.count("seat1 mulligans") == 7
    assert "seat1 keeps" not in lines


def test_the_opening_in_order() -> None:
    made = MadeLog(starting=2, recorder=2).begin()
    made.client("ChooseStartingPlayerResp", chooseStartingPlayerResp={"systemSeatId": 2})
    made.keep(2).keep(1).play()
    records: list[Any] = list(made.imported().games[0].log)
    kinds = [type(record.event).__name__ for record in records]
    assert kinds == [
        "GameCreated",
        "PhaseEntered",
        "DieRolled",
        "DieRolled",
        "StartingPlayerChosen",
        "PhaseEntered",
        *["ZoneCountObserved", "LibraryShuffled"] * 2,
        "PhaseEntered",
        "CardsDrawn",
        "CardsIdentified",
        "CardsDrawn",
        "PhaseEntered",
        "MulliganDeclared",
        "MulliganDeclared",
        "HandKept",
        "HandKept",
        "PhaseEntered",
        "TurnBegan",
        "PhaseEntered",
        "PhaseEntered",
    ]
    assert [entry.seat for entry in records[0].event.seats] == ["seat2", "seat1"]
    by = {type(record.event): record.by for record in records}
    assert (by[DieRolled], by[StartingPlayerChosen]) == ("chance", "seat2")
    assert (by[LibraryShuffled], by[CardsDrawn]) == ("chance", "import")
    inferred = {type(record.event) for record in records if record.inferred}
    assert inferred == {PhaseEntered, LibraryShuffled, MulliganDeclared, HandKept}


def test_the_opponents_hand_stays_unknown() -> None:
    events = MadeLog().begin().keep(1).keep(2).play().events()
    known = {card for one in events if isinstance(one, CardsIdentified) for card in one.cards}
    drawn = [one for one in events if isinstance(one, CardsDrawn)]
    counted = [one for one in events if isinstance(one, ZoneCountObserved)]
    assert known == set(drawn[0].cards)
    assert [one.count for one in counted] == [40, 40]
    assert [one.player for one in drawn] == ["seat1", "seat2"]


def test_a_game_that_ends_in_its_mulligans_has_no_turn() -> None:
    made = MadeLog().begin().mulligan(1).keep(1)
    made.client("ConcedeReq", concedeReq={"scope": "MatchScope_Game"})
    made.over(winner=2, reason="ResultReason_Concede")
    events = made.events()
    assert not [one for one in events if isinstance(one, TurnBegan)]
    assert [one.kind for one in events if isinstance(one, FactObserved)] == ["NewTurnStarted"]
    assert [type(one) for one in events[-2:]] == [PlayerLost, GameEnded]
    assert [one.player for one in events if isinstance(one, Conceded)] == ["seat1"]
    assert events[-1].winners == ("seat2",)
    assert events[-1].reason is EndReason.CONCESSION
    assert "seat1 has 6" not in told(events)


def test_the_first_turn_begins_after_the_opening_hands() -> None:
    events = MadeLog().begin().keep(1).keep(2).play().events()
    began = next(number for number, one in enumerate(events) if isinstance(one, TurnBegan))
    assert events[began - 1] == PhaseEntered(phase=Phase.OPENING_HAND_ACTIONS)
    assert events[began + 1] == PhaseEntered(phase=Phase.UNTAP)


def test_an_action_of_a_hidden_opening_hand_is_its_players() -> None:
    """CR 103.6: the card is seen as it enters; by then its ability has come and gone, unseen."""
    made = MadeLog().begin().keep(1).keep(2)
    card = made.hands[2].pop(0)
    ability, there = 900, 901
    made.play(
        made.note("AbilityInstanceCreated", card, ability, source_zone=35),
        made.note("ResolutionStart", ability, ability, grpid=5),
        *made.moved(card, there, 35, 28, "Put", ability),
        made.note("AbilityInstanceDeleted", card, ability),
        made.note("UserActionTaken", 2, ability, actionType=15, abilityGrpId=5),
    )
    (game,) = made.imported().games
    taken = OpeningHandActionTaken(player=Seat("seat2"), card=ObjectId(f"c{card}"))

    assert [one.by for one in game.log if one.event == taken] == ["seat2"]
    assert "seat0" not in {one.by for one in game.log}


@pytest.mark.parametrize("seats", ["1", "0", "-7", "4096", '"x"', ""])
def test_seats_that_cannot_be_are_no_reason_to_fail(seats: str) -> None:
    """Found by fuzzing: the first state told one seat twice, and no log could be written."""
    data = MadeLog().begin().keep(1).keep(2).play().data
    spoiled = data.replace(b'"systemSeatNumber": 2', f'"systemSeatNumber": {seats}'.encode())
    assert spoiled != data
    report = import_source(Source("made.log", data=spoiled), ImportOptions())
    assert [one.code for one in report.skipped if one.code.endswith("unexpected")] == []


def test_a_game_that_begins_in_a_message_of_another_kind_is_none() -> None:
    """Found by fuzzing: the first state stood in a message that is not one of the game's own."""
    data = MadeLog().begin().keep(1).keep(2).play().data
    spoiled = data.replace(b"GREMessageType_GameStateMessage", b"GREMessageType_SomethingElse")
    report = import_source(Source("made.log", data=spoiled), ImportOptions())
    assert report.games == ()
    assert [one.code for one in report.skipped] == ["arena/no_game"]


@pytest.mark.parametrize("line", [0, -1, 2**60])
def test_a_line_number_that_cannot_be_is_not_believed(line: int) -> None:
    """Found by fuzzing: the one-message-a-line form says which line it was made from."""
    messages = MadeLog().begin().keep(1).keep(2).play().lines
    told = [
        json.loads(text) for text in messages if text[:1] == "{" and '"greToClientEvent"' in text
    ]
    slim = [
        json.dumps({"line": line, "ts": "1", "dir": "gre", "msg": message})
        for one in told
        for message in one["greToClientEvent"]["greToClientMessages"]
    ]
    (game,) = import_source(Source("x", data="\n".join(slim).encode()), ImportOptions()).games
    assert max(record.source.line for record in game.log if record.source) <= len(slim)


def test_a_concession_in_the_opening_stands_behind_it() -> None:
    """CR 104.3a: somebody concedes before the first turn; what preceded it is told first."""
    made = MadeLog().begin()
    made.client("ConcedeReq", concedeReq={"scope": "MatchScope_Game"})
    kinds = [type(event) for event in made.events()]
    assert kinds[1] is PhaseEntered
    assert kinds.count(Conceded) == 1
    assert kinds.index(Conceded) > max(
        number for number, kind in enumerate(kinds) if kind in (PhaseEntered, CardsDrawn)
    )
