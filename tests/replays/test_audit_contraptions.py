"""The audit of Contraptions: what nobody could have done by the rules, recorded all the same."""

from collections.abc import Sequence

import pytest

from events.base import Event
from events.contraptions import (
    ContraptionCranked,
    ContraptionScrapped,
    CrankAdvanced,
    CrankChosen,
    SprocketChosen,
)
from events.game import DeckEntry
from events.identifiers import CardName, ObjectId
from events.log import EventLog
from events.turns import PhaseEntered
from events.vocabulary import Phase, Zone
from events.zones import CardMoved, CopyBecame
from replays.audit import audit
from replays.new_game import Setup, header_draft, header_of
from replays.session import Game
from tests.machine.contraptions.desk import ANN, BOB, CONTRAPTIONS, desk, random_game

NEW = ObjectId("c90")


def codes(game: Game) -> list[str]:
    found = audit(game.events, game.log.tables, only=["contraptions"])
    return [one.code for one in found]


def recorded(*events: Event, phase: str = "beginning.upkeep", begins: bool = False) -> list[str]:
    """Return what is found where these things were written into a game's log.

    In an upkeep ann's counter has come to sprocket 1, she has cranked nothing, and has priority.
    """
    game, _ = desk(PLAYERS, phase=phase, begins=begins)
    if phase == "beginning.upkeep" and not begins:
        game.submit(CrankChosen(player=ANN, contraptions=()))
    for event in events:
        game.rule(event)
    return codes(game)


PLAYERS = {
    "ann": {
        "battlefield": [
            {"card": "Tea Urn", "sprocket": 1},
            {"card": "Reading Lamp", "sprocket": 2},
            "Bear",
        ],
        "library": ["Mountain*3"],
    },
    "bob": {"battlefield": [{"card": "Tea Urn", "sprocket": 1}], "library": ["Mountain*3"]},
}
URN, LAMP, BEAR, HIS = (ObjectId(f"c{number}") for number in (11, 12, 13, 14))


def test_the_ids_are_those_of_the_table() -> None:
    game, _ = desk(PLAYERS)
    names = [game.table.objects[name].card for name in (URN, LAMP, BEAR, HIS)]
    assert names == ["Tea Urn", "Reading Lamp", "Bear", "Tea Urn"]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_by_the_rules_has_no_finding(seed: int) -> None:
    assert codes(random_game(seed, turns=14)) == []


def moves(before: int, sprocket: int, seat: str = "ann") -> CrankAdvanced:
    return CrankAdvanced(player=ANN if seat == "ann" else BOB, before=before, sprocket=sprocket)


def cranks(name: ObjectId, sprocket: int) -> ContraptionCranked:
    return ContraptionCranked(player=ANN, contraption=name, sprocket=sprocket)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param((moves(1, 2),), ["contraption/late"], id="UFAQ-after_priority"),
        pytest.param(
            (moves(2, 3),),
            ["contraption/counter_elsewhere", "contraption/late"],
            id="UMECH-from_elsewhere",
        ),
        pytest.param(
            (moves(1, 3),), ["contraption/counter_jumped", "contraption/late"], id="UMECH-jumped"
        ),
        pytest.param((moves(3, 1, "bob"),), ["contraption/no_upkeep"], id="UFAQ-not_his_upkeep"),
        pytest.param((cranks(LAMP, 1),), ["contraption/wrong_sprocket"], id="UFAQ-wrong_sprocket"),
        pytest.param(
            (cranks(HIS, 1),),
            ["contraption/cranked_others"],
            id="UFAQ-somebody_elses",
        ),
        pytest.param((cranks(NEW, 1),), ["contraption/cranked_gone"], id="UFAQ-not_in_play"),
        pytest.param(
            (CopyBecame(object=URN, copied=BEAR, card=CardName("Bear")), cranks(URN, 1)),
            ["contraption/cranked_no_contraption"],
            id="UFAQ-a_copy_of_a_creature",
        ),
        pytest.param(
            (CardMoved(card=URN, new=NEW, to=Zone.GRAVEYARD),),
            ["contraption/not_scrapped"],
            id="UFAQ-in_a_graveyard",
        ),
        pytest.param(
            (CardMoved(card=URN, new=NEW, to=Zone.HAND),),
            ["contraption/not_scrapped"],
            id="UFAQ-in_a_hand",
        ),
        pytest.param((CardMoved(card=URN, new=NEW, to=Zone.EXILE),), [], id="UFAQ-exile_is_right"),
        pytest.param(
            (CardMoved(card=BEAR, new=NEW, to=Zone.SCRAPYARD),),
            ["contraption/scrapyard_stranger"],
            id="UFAQ-a_bear_in_the_scrapyard",
        ),
        pytest.param(
            (ContraptionScrapped(player=ANN, contraption=BEAR, new=NEW),),
            ["contraption/scrapyard_stranger"],
            id="UFAQ-a_bear_scrapped",
        ),
        pytest.param(
            (ContraptionScrapped(player=ANN, contraption=URN, new=NEW, instead_of=Zone.EXILE),),
            ["contraption/scrapped_exile"],
            id="UFAQ-scrapped_instead_of_exile",
        ),
        pytest.param(
            (ContraptionScrapped(player=BOB, contraption=URN, new=NEW),),
            ["contraption/others_scrapyard"],
            id="UFAQ-in_another_scrapyard",
        ),
        pytest.param(
            (SprocketChosen(player=ANN, contraption=URN, sprocket=4),),
            ["contraption/no_sprocket"],
            id="UFAQ-a_fourth_sprocket",
        ),
    ],
)
def test_findings(events: Sequence[Event], expected: list[str]) -> None:
    assert recorded(*events) == expected


def test_outside_an_upkeep() -> None:
    found = recorded(moves(3, 1), cranks(URN, 1), phase="main.precombat")
    assert found == ["contraption/no_upkeep", "contraption/no_upkeep"]


def test_in_the_upkeep_of_another_player() -> None:
    his = ContraptionCranked(player=BOB, contraption=HIS, sprocket=3)
    assert recorded(his) == ["contraption/no_upkeep", "contraption/wrong_sprocket"]
    at_home = CrankAdvanced(player=BOB, before=3, sprocket=1)
    found = recorded(at_home, ContraptionCranked(player=BOB, contraption=HIS, sprocket=1))
    assert found == ["contraption/no_upkeep", "contraption/no_upkeep"]


def test_twice_in_one_upkeep() -> None:
    assert recorded(moves(1, 2), begins=True) == ["contraption/again"]


def test_without_a_contraption() -> None:
    game, _ = desk({"ann": {"library": ["Mountain"]}, "bob": {"library": ["Mountain"]}})
    game.rule(PhaseEntered(phase=Phase.UPKEEP))
    game.rule(moves(3, 1))
    assert "contraption/nothing_to_crank" in codes(game)


def test_exile_by_the_older_reading() -> None:
    game, _ = desk(PLAYERS, set={"contraption.exile_goes_to": "scrapyard"})
    game.rule(CardMoved(card=URN, new=NEW, to=Zone.EXILE))
    assert codes(game) == ["contraption/not_scrapped"]


def test_a_deck_too_small_with_a_card_twice() -> None:
    deck = DeckEntry(
        main=(CardName("Mountain"),) * 40, contraptions=(*CONTRAPTIONS[:5], CONTRAPTIONS[0])
    )
    header, _ = header_of(Setup(decks={ANN: deck, BOB: DeckEntry()}, game="decks"))
    game = Game(EventLog().append([header_draft(header)]))
    assert codes(game) == [
        "deck/contraptions_few",
        "deck/contraptions_twice",
        "deck/not_allowed",
    ]
