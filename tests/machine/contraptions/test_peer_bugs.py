"""Contraptions as other programs had them wrong: one test for each of their rows."""

import ast
import inspect
from pathlib import Path
from typing import get_args

import pytest

from events.abilities import TriggeredAbility, TriggerOn
from events.card_files import known_cards, read_cards
from events.contraptions import (
    CrankAdvanced,
    CrankChosen,
    SprocketChosen,
)
from events.errors import DataError
from events.identifiers import CardName, ObjectId
from events.stack import AbilityTriggered
from events.turns import ExtraPhasesCreated
from events.vocabulary import SPROCKETS, Phase, Zone
from events.zones import CardMoved, CopyBecame
from machine import triggers
from machine.contraptions import awaiting
from projections.edit import edit_object
from replays.session import Game
from tests.machine.contraptions.desk import (
    ANN,
    BOB,
    CONTRAPTIONS,
    PLAIN,
    cast,
    desk,
    events_of,
    on,
    resolve,
)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, id=str(name).replace(" ", "_"))
        for name in CONTRAPTIONS
        if known_cards()[name].abilities
    ],
)
def test_b079_cranking_triggers_every_contraption_with_a_crank_ability(name: CardName) -> None:
    game, ids = desk(
        {"ann": {"battlefield": [on(1, name, label="it")], **PLAIN}, "bob": PLAIN},
        phase="beginning.upkeep",
        begins=True,
    )
    game.submit(CrankChosen(player=ANN, contraptions=(ids["it"],)))
    triggered = [one for one in events_of(game) if isinstance(one, AbilityTriggered)]
    assert [(one.player, one.source, one.card) for one in triggered] == [(ANN, ids["it"], name)]


def _words_emitted() -> set[str]:
    """Every word that ``machine.triggers`` writes down as what an event is to abilities."""
    tree = ast.parse(Path(inspect.getfile(triggers)).read_text(encoding="utf-8"))
    functions = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any("happenings.register" in ast.unparse(one) for one in node.decorator_list)
    ]
    constants = (one for function in functions for one in ast.walk(function))
    words = {one.value for one in constants if isinstance(one, ast.Constant)}
    return {word for word in words if isinstance(word, str)} | set(triggers.STEP_WORDS.values())


def test_b079_no_kind_of_trigger_is_dead() -> None:
    assert set(get_args(TriggerOn)) - _words_emitted() == set()


def test_b079_no_card_waits_for_something_that_never_happens() -> None:
    named = {
        ability.on
        for card in known_cards().values()
        for ability in card.abilities
        if isinstance(ability, TriggeredAbility)
    }
    assert named <= _words_emitted()


PAPER = {
    "name": "Morning Paper",
    "types": ["Enchantment"],
    "abilities": [
        {
            "kind": "triggered",
            "on": "upkeep",
            "who": "you",
            "program": [{"do": "gain_life", "amount": 1}],
        }
    ],
}


def until(game: Game, turn: int) -> None:
    """Take the first legal decision again and again, to a turn's first main phase."""
    for _ in range(400):
        if game.table.turn.number == turn and game.table.phase is Phase.PRECOMBAT_MAIN:
            return
        game.submit(next(iter(game.legal_decisions())))
    raise AssertionError(f"turn {turn} never came")


def test_b082_what_has_become_a_copy_triggers_in_every_upkeep_from_then_on() -> None:
    """CR 707.2: abilities are asked of what the permanent is now, not of a list made once."""
    game, ids = desk(
        {
            "ann": {"battlefield": ["Morning Paper as paper", "Bear as bear"], **PLAIN},
            "bob": PLAIN,
        },
        cards=[PAPER],
    )
    paper, bear = ids["paper"], ids["bear"]
    game.rule(CopyBecame(object=bear, copied=paper, card=CardName("Morning Paper")))
    until(game, game.table.turn.number + 4)
    sources = [one.source for one in events_of(game) if isinstance(one, AbilityTriggered)]
    assert sorted(sources, key=str) == sorted([paper, bear] * 2, key=str)


def test_b083_three_added_upkeeps_each_with_its_crank_and_its_triggers() -> None:
    """CR 500.9: each is an upkeep of its own, with what triggers in one and a move of the counter."""
    game, _ = desk(
        {
            "ann": {
                "battlefield": ["Morning Paper", *(on(number) for number in SPROCKETS)],
                **PLAIN,
            },
            "bob": PLAIN,
        },
        phase="beginning.upkeep",
        begins=True,
        cards=[PAPER],
    )
    phases = ExtraPhasesCreated(after=Phase.UPKEEP, phases=(Phase.UPKEEP,) * 3, steps_only=True)
    game.rule(phases)
    for _ in range(60):
        if game.table.phase is not Phase.UPKEEP:
            break
        game.submit(next(iter(game.legal_decisions())))
    told = events_of(game)
    moved = [(one.before, one.sprocket) for one in told if isinstance(one, CrankAdvanced)]
    assert moved == [(3, 1), (1, 2), (2, 3), (3, 1)]
    papers = [
        one for one in told if isinstance(one, AbilityTriggered) and one.card == PAPER["name"]
    ]
    assert len(papers) == 4
    assert game.table.players[ANN].life == 20 + 4 + 4 * 2


def test_b080_no_contraption_rests_without_a_sprocket() -> None:
    """Stolen, it waits for its new controller; never assembled, it goes to the scrapyard."""
    game, ids = desk({"ann": {"battlefield": [on(1, label="urn")], **PLAIN}, "bob": PLAIN})
    stolen = edit_object(game.table, ids["urn"], controller=BOB, sprocket=0)
    assert [(one.player, one.decisions) for one in awaiting(stolen)] == [(BOB, (SprocketChosen,))]

    other, names = desk({"ann": {"exile": ["Tea Urn as urn"], **PLAIN}, "bob": PLAIN})
    new = ObjectId(f"c{other.table.numbers.object}")
    other.rule(CardMoved(card=names["urn"], new=new, to=Zone.BATTLEFIELD))
    resolve(other)
    assert other.table.players[ANN].scrapyard


def test_t157_an_unknown_player_in_a_card_is_an_error() -> None:
    text = """
[[card]]
name = "Strange Key"
types = ["Artifact"]
subtypes = ["Contraption"]
abilities = [{ kind = "crank", program = [{ do = "advance_crank", who = "somebody" }] }]
"""
    with pytest.raises(DataError) as error:
        read_cards(text, "mine.toml")
    assert error.value.code == "cards/field"
    assert "Strange Key" in str(error.value)


def test_b079_becoming_a_target_is_emitted() -> None:
    """CR 601.2c: what becomes a target triggers once the announcement is complete."""
    own = {
        "name": "Shy Statue",
        "types": ["Artifact"],
        "abilities": [
            {
                "kind": "triggered",
                "on": "becomes_target",
                "program": [{"do": "gain_life", "amount": 1}],
            }
        ],
    }
    game, ids = desk(
        {
            "ann": {
                "battlefield": ["Shy Statue as statue"],
                "hand": ["Rust Bath as rust"],
                "mana": "{R}",
                **PLAIN,
            },
            "bob": PLAIN,
        },
        cards=[own],
    )
    cast(game, ids["rust"], "{R}", ids["statue"])
    assert [one.source for one in events_of(game) if isinstance(one, AbilityTriggered)] == [
        ids["statue"]
    ]
