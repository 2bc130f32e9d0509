"""`apnap.new`: a game in one call, in memory, for notebooks."""

from pathlib import Path

import pytest

import apnap
from events.errors import DataError
from events.game import DeckEntry, FormatEntry
from events.identifiers import CardName, Seat
from events.mulligans import MulliganDeclared


def test_a_game_in_one_call_waits_for_decisions() -> None:
    game = apnap.new({"ann": "bears", "bob": "division"}, rules="2019-07-12", seed=1)
    game.submit(next(iter(game.legal_decisions())))
    first = game.awaiting[0].player
    game.submit(MulliganDeclared(player=first, mulligan=True))

    assert isinstance(game, apnap.Game)
    assert game.events.header.rules.as_of == "2019-07-12"
    assert game.log.verify().derived.ok


def test_decks_may_be_entries_and_cards_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[[card]]\nname = "Storm Crow"\npower = 1\n', encoding="utf-8")
    deck = DeckEntry(main=(CardName("Storm Crow"),) * 9)
    game = apnap.new(
        {"ann": deck, "bob": "bears"},
        switches={"mulligan.kind": "vancouver"},
        cards=[file],
        play=FormatEntry(starting_life=7),
        game="crows",
    )

    assert game.events.header.game == "crows"
    assert game.events.header.rules.mulligan.kind == "vancouver"
    assert game.table.players[Seat("ann")].life == 7
    assert game.table.cards[CardName("Storm Crow")].power == 1


def test_a_seed_gives_the_same_game() -> None:
    one, other = (apnap.new({"ann": "bears", "bob": "bears"}, seed=3, game="g") for _ in "ab")

    assert one.events == other.events


@pytest.mark.parametrize("decks", [{"ann": "bears"}, {"ann": "bears", "bob": "nothing"}])
def test_what_is_amiss_is_told(decks: dict[str, str]) -> None:
    with pytest.raises(DataError):
        apnap.new(decks)
