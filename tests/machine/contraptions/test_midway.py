"""What comes between the parts of one instruction, and what a judge sets by hand."""

from pathlib import Path
from typing import Any

import pytest

from events.base import Event
from events.contraptions import (
    ContraptionAssembled,
    ContraptionReassembled,
    ContraptionScrapped,
    CrankAdvanced,
    CrankChosen,
    SprocketChosen,
)
from events.game import Conceded
from events.identifiers import ObjectId, Seat
from events.identifiers import Path as Place
from events.rulings import Corrected
from events.stack import AbilityActivated, CostPaid, InstructionDone, SpellCast
from events.turns import PhaseEntered, PriorityPassed
from events.vocabulary import Phase
from events.zones import ControlChanged, LibraryOrdered
from machine.mana import is_summoning_sick
from replays.files import open_log, write_log
from replays.session import Game
from tests.machine.contraptions.desk import (
    ANN,
    BOB,
    PLAIN,
    cast,
    desk,
    events_of,
    offered,
    on,
    resolve,
)

CYD = Seat("cyd")

ARTIFACTS = {"least": 2, "most": 2, "among": {"types": ["Artifact"]}}


def instant(*program: dict[str, Any]) -> dict[str, Any]:
    """Return an invented instant that costs {R}."""
    abilities = [{"kind": "spell", "program": list(program)}]
    return {"name": "Odd Job", "cost": "{R}", "types": ["Instant"], "abilities": abilities}


def cast_by_bob(game: Game, card: ObjectId, mana: str) -> None:
    """Ann passes, and bob casts a spell that resolves."""
    game.submit(PriorityPassed(player=ANN))
    name = ObjectId(f"o{game.table.numbers.object}")
    game.submit(SpellCast(player=BOB, card=card), CostPaid(player=BOB, object=name, mana=mana))
    resolve(game)


def told(game: Game, kind: type[Event]) -> list[Any]:
    """Return the events of one kind."""
    return [one for one in events_of(game) if type(one) is kind]


def test_a_reassembled_contraption_that_leaves_takes_no_other_ones_turn() -> None:
    game, ids = desk(
        {
            "ann": {"hand": ["Odd Job as job"], "mana": "{R}", **PLAIN},
            "bob": {"battlefield": [on(1, label="his")], **PLAIN},
            "cyd": {"battlefield": [on(1, label="hers")], **PLAIN},
        },
        cards=[instant({"do": "reassemble", "targets": ARTIFACTS})],
    )
    cast(game, ids["job"], "{R}", ids["his"], ids["hers"])
    resolve(game)
    game.submit(ContraptionReassembled(player=ANN, contraption=ids["his"], sprocket=2))
    game.submit(Conceded(player=BOB))

    game.submit(ContraptionReassembled(player=ANN, contraption=ids["hers"], sprocket=3))
    assert (told(game, InstructionDone)[-1].done, told(game, InstructionDone)[-1].skipped) == (2, 0)
    assert game.table.sprockets[ANN] == {1: (), 2: (), 3: (ids["hers"],)}


def test_everybodys_counter_moves_although_one_of_them_has_left() -> None:
    game, ids = desk(
        {
            "ann": {"battlefield": [on(1)], **PLAIN},
            "bob": {"hand": ["Everybody Crank as spell"], "mana": "{R}{R}", **PLAIN},
            "cyd": {"battlefield": [on(1)], **PLAIN},
        }
    )
    cast_by_bob(game, ids["spell"], "{R}{R}")
    game.submit(Conceded(player=ANN))
    assert [one.player for one in told(game, CrankAdvanced)] == [ANN, BOB, CYD]


def test_401_4_an_owner_orders_although_one_before_them_has_left() -> None:
    stones = [{"name": "Stone", "types": ["Artifact"]}]
    mine: dict[str, Any] = {"battlefield": ["Stone", "Stone"], **PLAIN}
    spell = instant({"do": "put_on_library", "what": {"types": ["Artifact"]}})
    game, ids = desk(
        {
            "ann": mine,
            "bob": {**mine, "hand": ["Odd Job as job"], "mana": "{R}"},
            "cyd": mine,
        },
        cards=[spell, *stones],
    )
    cast_by_bob(game, ids["job"], "{R}")
    game.submit(offered(game, LibraryOrdered)[0])
    game.submit(Conceded(player=ANN))
    assert [(one.player, one.decisions) for one in game.awaiting] == [(BOB, (LibraryOrdered,))]


def test_101_3_contraptions_put_on_a_library_have_been_moved() -> None:
    """Where they really went does not matter: what the instruction says has been done to both."""
    program = (
        {"do": "put_on_library", "targets": ARTIFACTS},
        {"do": "gain_life", "amount": 3, "when": {"done": True}},
    )
    game, ids = desk(
        {
            "ann": {
                "battlefield": [on(1, label="urn"), on(2, "Reading Lamp", label="lamp")],
                "hand": ["Odd Job as job"],
                "mana": "{R}",
                **PLAIN,
            },
            "bob": PLAIN,
        },
        cards=[instant(*program)],
    )
    cast(game, ids["job"], "{R}", ids["urn"], ids["lamp"])
    resolve(game)
    assert len(told(game, ContraptionScrapped)) == 2
    assert [(one.done, one.skipped) for one in told(game, InstructionDone)] == [(2, 0), (1, 0)]
    assert game.table.players[ANN].life == 23


def test_b080_a_sprocket_there_is_not_is_no_place_to_rest() -> None:
    """What people did is recorded as reported; then the Contraption gets a sprocket."""
    game, ids = desk({"ann": {"contraptions": ["Tea Urn as urn"], **PLAIN}, "bob": PLAIN})
    game.report(ContraptionAssembled(player=ANN, card=ids["urn"], sprocket=7))
    assert [(one.player, one.decisions) for one in game.awaiting] == [(ANN, (SprocketChosen,))]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_judge_moves_a_counter_to_any_sprocket(number: int) -> None:
    game, _ = desk({"ann": {"battlefield": [on(1)], **PLAIN}, "bob": PLAIN})
    game.rule(Corrected(path=Place("players.ann.crank"), value=number))
    assert game.table.players[ANN].crank == number


def test_a_judge_gives_a_contraption_to_somebody_who_then_chooses_its_sprocket() -> None:
    game, ids = desk({"ann": {"battlefield": [on(2, label="urn")], **PLAIN}, "bob": PLAIN})
    game.rule(Corrected(path=Place(f"objects.{ids['urn']}.controller"), value="bob"))
    assert [(one.player, one.decisions) for one in game.awaiting] == [(BOB, (SprocketChosen,))]


def test_a_judge_says_the_sprocket_as_well() -> None:
    game, ids = desk({"ann": {"battlefield": [on(2, label="urn")], **PLAIN}, "bob": PLAIN})
    path = f"objects.{ids['urn']}"
    game.rule(
        Corrected(path=Place(f"{path}.controller"), value="bob"),
        Corrected(path=Place(f"{path}.sprocket"), value=1),
    )
    assert game.table.sprockets[BOB][1] == (ids["urn"],)
    assert game.awaiting[0].decisions != (SprocketChosen,)


@pytest.mark.parametrize("number", [0, 4, -1, True])
def test_a_judge_moves_no_counter_to_where_there_is_no_sprocket(number: int) -> None:
    game, _ = desk({"ann": {"battlefield": [on(1)], **PLAIN}, "bob": PLAIN})
    game.rule(Corrected(path=Place("players.ann.crank"), value=number))
    assert game.table.players[ANN].crank == 3


@pytest.mark.parametrize("field", ["sprocket", "controller"])
def test_what_cannot_be_corrected_so_stays(field: str) -> None:
    game, ids = desk({"ann": {"battlefield": [on(1, label="urn")], **PLAIN}, "bob": PLAIN})
    before = game.table.objects[ids["urn"]]
    value: int | str = 9 if field == "sprocket" else "nobody"
    game.rule(Corrected(path=Place(f"objects.{ids['urn']}.{field}"), value=value))
    assert game.table.objects[ids["urn"]] == before


def test_a_question_about_cranking_outlives_what_was_there() -> None:
    """A judge takes the only Contraption away: none can be cranked, and the game goes on."""
    game, ids = desk(
        {"ann": {"battlefield": [on(1, label="urn")], **PLAIN}, "bob": PLAIN},
        phase="beginning.upkeep",
        begins=True,
    )
    new = ObjectId(f"c{game.table.numbers.object}")
    game.rule(ContraptionScrapped(player=ANN, contraption=ids["urn"], new=new))
    assert offered(game, CrankChosen) == [CrankChosen(player=ANN, contraptions=())]


def test_302_6_a_creature_that_comes_back_from_who_leaves_is_controlled_anew() -> None:
    """It may not attack in that turn: its owner has not controlled it since the turn began."""
    game, ids = desk(
        {
            "ann": {"battlefield": [{"card": "Bear", "as": "bear", "controller": "cyd"}], **PLAIN},
            "bob": PLAIN,
            "cyd": PLAIN,
        }
    )
    game.submit(Conceded(player=CYD))
    bear = game.table.objects[ids["bear"]]
    assert (bear.controller, bear.controlled_since) == (ANN, game.table.turn.number)
    assert is_summoning_sick(game.table, bear)


def test_614_5_twenty_doublings_are_more_than_a_log_can_count(tmp_path: Path) -> None:
    game, ids = desk(
        {
            "ann": {
                "contraptions": ["Tea Urn", "Reading Lamp"],
                "battlefield": ["Steamflogger Boss*20", "Night-Shift Rigger as rigger"],
                "mana": "{R}{R}",
                **PLAIN,
            },
            "bob": PLAIN,
        }
    )
    name = ObjectId(f"o{game.table.numbers.object}")
    paid = CostPaid(player=ANN, object=name, mana="{R}{R}", tapped=(ids["rigger"],))
    game.submit(AbilityActivated(player=ANN, source=ids["rigger"], ability=0), paid)
    resolve(game)
    for _ in range(2):
        game.submit(offered(game, ContraptionAssembled)[0])
    assert told(game, InstructionDone)[-1].done == 2
    write_log(game.events, tmp_path / "many.apnap.jsonl")
    assert len(open_log(tmp_path / "many.apnap.jsonl")) == len(game.log)


# -- what made it so ---------------------------------------------------------------------------------


def roles(game: Game, path: str) -> list[tuple[str, str]]:
    """Return what the last write of a value depends on: how, and the kind of event."""
    root = game.log.why(path).root
    assert root is not None
    return [(one.role, one.type) for one in root.sources]


def test_a_counter_leads_back_to_a_contraption_its_player_has() -> None:
    """Not to one that was assembled and is another's by now."""
    game, ids = desk(
        {
            "ann": {
                "battlefield": [on(1, label="urn")],
                "hand": ["Moving Day as move"],
                "mana": "{R}{R}",
                **PLAIN,
            },
            "bob": {"battlefield": [on(2, "Reading Lamp", label="lamp")], **PLAIN},
        }
    )
    cast(game, ids["move"], "{R}{R}", ids["lamp"])
    resolve(game)
    game.submit(ContraptionReassembled(player=ANN, contraption=ids["lamp"], sprocket=1))
    game.rule(PhaseEntered(phase=Phase.UPKEEP))
    assert roles(game, "players.ann.crank")[0] == ("Contraption", "ContraptionReassembled")
    assert roles(game, f"objects.{ids['lamp']}.sprocket") == [("resolving", "ResolutionBegan")]


def test_a_counter_that_an_effect_moves_leads_back_to_it() -> None:
    game, ids = desk(
        {"ann": {"hand": ["Wind-Up Signal as signal"], "mana": "{R}", **PLAIN}, "bob": PLAIN}
    )
    cast(game, ids["signal"], "{R}")
    resolve(game)
    assert roles(game, "players.ann.crank")[0] == ("resolving", "ResolutionBegan")


def test_a_chosen_sprocket_leads_back_to_what_gave_the_contraption() -> None:
    game, ids = desk({"ann": {"battlefield": [on(1, label="urn")], **PLAIN}, "bob": PLAIN})
    game.rule(ControlChanged(object=ids["urn"], controller=BOB))
    game.submit(SprocketChosen(player=BOB, contraption=ids["urn"], sprocket=3))
    assert roles(game, f"objects.{ids['urn']}.sprocket") == [("control", "ControlChanged")]
