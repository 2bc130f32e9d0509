"""Users' card files: definitions in TOML, MTGJSON's and Scryfall's cards."""

import json
from pathlib import Path
from typing import Any

import pytest

from events.abilities import ManaAbility
from events.cards import CardDefinition
from events.errors import DataError
from events.identifiers import CardName
from replays.decklists import card_data
from replays.decklists.card_data import open_card_files
from tests.samples import WHY, samples

SAMPLES = samples()

VENTS: dict[str, Any] = {
    "name": "Steam Vents",
    "types": ["Land"],
    "subtypes": ["Island", "Mountain"],
    "text": "skipped",
    "identifiers": {"mtgoId": "12"},
}
BEETLE: dict[str, Any] = {
    "name": "Beetle // Bug",
    "manaCost": "{2}{G}",
    "types": ["Creature"],
    "subtypes": ["Insect"],
    "power": "3",
    "toughness": "1+*",
    "keywords": ["Flying", "First strike", "Enchant"],
    "side": "a",
}
ATOMIC = {
    "meta": {},
    "data": {"Steam Vents": [VENTS], "Beetle // Bug": [BEETLE, BEETLE | {"side": "b"}]},
}
PRINTINGS = {"data": {"GPT": {"code": "GPT", "cards": [VENTS]}, "XYZ": {"cards": [BEETLE, VENTS]}}}
ONE_SET = {"data": {"code": "GPT", "cards": [VENTS, BEETLE]}}
SCRYFALL: dict[str, Any] = {
    "object": "card",
    "name": "Steam Vents",
    "type_line": "Land — Island Mountain",
    "mana_cost": "",
    "mtgo_id": 12,
    "oracle_text": "skipped",
}
SCRYFALL_BEETLE: dict[str, Any] = {
    "object": "card",
    "name": "Beetle // Bug",
    "type_line": "Creature — Insect // Creature — Insect",
    "keywords": ["Flying", "First strike", "Transform"],
    "card_faces": [
        {"name": "Beetle", "mana_cost": "{2}{G}", "power": "3", "toughness": "1+*"},
        {"name": "Bug", "mana_cost": "", "power": "9", "toughness": "9"},
    ],
}

EXPECTED = (
    CardDefinition(
        name=CardName("Beetle // Bug"),
        cost="{2}{G}",
        types=("Creature",),
        subtypes=("Insect",),
        power=3,
        keywords=("flying", "first_strike"),
    ),
    CardDefinition(
        name=CardName("Steam Vents"),
        types=("Land",),
        subtypes=("Island", "Mountain"),
        abilities=(ManaAbility(mana=("{U}", "{R}")),),
    ),
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cards.json"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(ATOMIC, id="mtgjson-by-name"),
        pytest.param(PRINTINGS, id="mtgjson-all-sets"),
        pytest.param(ONE_SET, id="mtgjson-one-set"),
        pytest.param([SCRYFALL, SCRYFALL_BEETLE], id="scryfall-bulk"),
        pytest.param({"object": "list", "data": [SCRYFALL, SCRYFALL_BEETLE]}, id="scryfall-search"),
    ],
)
def test_every_shape_gives_the_same_cards(file: Path, content: object) -> None:
    file.write_text(json.dumps(content), encoding="utf-8")
    found = open_card_files([file])

    assert tuple(found.cards[name] for name in sorted(found.cards)) == EXPECTED
    assert found.numbered == {"mtgo:12": "Steam Vents"}


def test_what_apnap_defines_is_not_replaced_by_cards_without_abilities(file: Path) -> None:
    file.write_text(json.dumps([SCRYFALL | {"name": "Pyrotechnics"}]), encoding="utf-8")

    assert open_card_files([file]).cards == {}


def test_ones_own_definitions_win(tmp_path: Path, file: Path) -> None:
    file.write_text(json.dumps([SCRYFALL]), encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(
        '[[card]]\nname = "Bear"\npower = 9\n\n[[card]]\nname = "Steam Vents"\n', "utf-8"
    )
    found = open_card_files([own, file])

    assert found.cards[CardName("Bear")].power == 9
    assert found.cards[CardName("Steam Vents")] == CardDefinition(name=CardName("Steam Vents"))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param('{"data": 3}', "cards/json", id="no-cards"),
        pytest.param("{}", "cards/json", id="an-empty-object"),
        pytest.param("[]", "cards/json", id="an-empty-list"),
        pytest.param('[{"name": "A"}]', "cards/json", id="objects-that-are-no-cards"),
        pytest.param('{"data": {"A": [{"types": []}]}}', "cards/json", id="no-name"),
        pytest.param('{"data": {"A"', "cards/json", id="cut-off"),
        pytest.param('{"data":' * 100_000, "cards/json", id="deep"),
        pytest.param("[[card]]\nname = 3\n", "cards/field", id="a-field"),
        pytest.param('[[card]]\nname = "A"\nx = 3\n', "cards/field", id="an-unknown-field"),
        pytest.param(
            '[[card]]\nname = "A"\n'
            'abilities = [{kind = "cumulative_upkeep", cost = {tap = true}}]\n',
            "cards/cost",
            id="a-cost-that-nobody-asks-for",
        ),
        pytest.param("[[card]\n", "cards/no_toml", id="no-toml"),
        pytest.param('name = "A"\n', "cards/shape", id="no-cards-in-toml"),
        pytest.param('[[card]]\nname = "A"\n[[card]]\nname = "A"\n', "cards/twice", id="twice"),
    ],
)
def test_bad_files_are_refused_by_name(file: Path, content: str, code: str) -> None:
    file.write_text(content, encoding="utf-8")
    with pytest.raises(DataError) as error:
        open_card_files([file])

    assert error.value.code == code
    assert error.value.message.startswith(str(file))


def test_a_file_beyond_the_bound_is_not_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_data, "LARGEST", 10)
    file.write_text(json.dumps([SCRYFALL]), encoding="utf-8")
    with pytest.raises(DataError) as error:
        open_card_files([file])

    assert error.value.code == "cards/too_large"


def test_no_text(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError) as error:
        open_card_files([file])

    assert error.value.code == "cards/no_text"


@pytest.mark.skipif(SAMPLES is None, reason=WHY)
def test_a_real_card() -> None:
    assert SAMPLES is not None
    found = open_card_files([SAMPLES / "cards" / "scryfall-card-example.json"])

    (card,) = found.cards.values()
    assert (card.cost, card.types, card.power, card.toughness) == ("{3}{B}", ("Creature",), 4, 2)
