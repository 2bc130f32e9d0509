"""Rows of 17Lands: hands, mulligans, bottomed cards, turns; what is not told stays out."""

import csv
import io
from pathlib import Path

import pytest

from events.game import GameEnded, StartingPlayerChosen
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.stack import SpellCast, TargetsChosen
from events.turns import CardsDrawn, TurnBegan
from events.zones import CardsIdentified, LandPlayed
from replays.importers import import_files
from replays.importers.lands17 import importer
from replays.importers.lands17.rows import less
from tests.replays.importers.made import check, each_sample, errors, events, imported

HANDS = ["1001|1001|1002|1003|1004|1005|1006", "1001|1001|1001|1002|1003|1007|1008"]


def file(*rows: dict[str, str]) -> bytes:
    """Return rows as the data write them; columns that a row leaves out are empty."""
    turns = [
        f"{side}_turn_{number}_{column}"
        for number in (1, 2)
        for side in ("user", "oppo")
        for column in (
            "cards_drawn", "cards_discarded", "lands_played", "creatures_cast", "non_creatures_cast",
            "user_instants_sorceries_cast", "oppo_instants_sorceries_cast", "user_mana_spent",
            "eot_user_life", "eot_oppo_life",
        )
    ]  # fmt: skip
    columns = [
        "expansion", "event_type", "draft_id", "draft_time", "build_index", "match_number",
        "game_number", "game_time", "on_play", "num_mulligans", "opp_num_mulligans", "num_turns",
        "won", *(f"candidate_hand_{number}" for number in range(1, 8)), "opening_hand", *turns,
    ]  # fmt: skip
    text = io.StringIO()
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    for number, row in enumerate(rows, 1):
        usual = {
            "expansion": "TST",
            "draft_id": "draft-of-somebody",
            "match_number": str(number),
            "game_number": "1",
        }
        writer.writerow(usual | row)
    return text.getvalue().encode()


ROW = {
    "game_time": "2024-03-01 10:00:00",
    "on_play": "True",
    "num_mulligans": "1",
    "opp_num_mulligans": "0",
    "candidate_hand_1": HANDS[0],
    "candidate_hand_2": HANDS[1],
    "opening_hand": "1001|1001|1001|1002|1003|1007",
    "won": "True",
    "num_turns": "4",
    "user_turn_1_lands_played": "1001",
    "user_turn_1_eot_user_life": "20.0",
    "oppo_turn_1_cards_drawn": "1.0",
    "oppo_turn_1_creatures_cast": "2001",
    "oppo_turn_1_eot_user_life": "18.0",
    "user_turn_2_cards_drawn": "1009",
    "user_turn_2_creatures_cast": "1002",
    "user_turn_2_eot_oppo_life": "0.0",
}


@pytest.mark.parametrize("path", each_sample("17lands-synthetic"))
def test_the_sample(path: Path) -> None:
    report = import_files([path])
    with path.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert (len(report.games), report.skipped) == (len(rows), ())
    for game, row in zip(report.games, rows, strict=True):
        assert errors(game) == []
        check(game)
        taken = [event.player for event in events(game, MulliganTaken)]
        assert taken.count("seat1") == float(row["num_mulligans"] or 0)
        assert taken.count("seat2") == float(row["opp_num_mulligans"] or 0)
        first = events(game, StartingPlayerChosen)[0].starting_player
        assert (first == "seat1") == (row["on_play"] == "True")
        assert ("seat1" in events(game, GameEnded)[0].winners) == (row["won"] == "True")
        assert game.header.imported is not None
        assert game.header.imported.recorder == "seat1"


def test_a_row() -> None:
    (game,) = imported(file(ROW)).games
    assert errors(game) == []
    assert game.header.rules.as_of == "2024-03-01"
    (back,) = events(game, CardsBottomed)
    names = {
        thing: name for one in events(game, CardsIdentified) for thing, name in one.cards.items()
    }
    assert [names[card] for card in back.cards] == ["grp:1008"]
    assert [(one.player, one.size) for one in events(game, HandKept)] == [
        ("seat2", 7),
        ("seat1", 6),
    ]
    assert [one.number for one in events(game, TurnBegan)] == [1, 2, 3]
    assert len(events(game, LandPlayed)) == 1
    assert [one.player for one in events(game, SpellCast)] == ["seat2", "seat1"]
    assert events(game, TargetsChosen) == []
    assert [one.count for one in events(game, CardsDrawn)][-2:] == [1, 1]
    assert "order" in game.notes[0]
    assert b"draft-of-somebody" not in b"".join(game.log.lines())


def test_cards_get_names_from_a_table() -> None:
    (game,) = imported(file(ROW), cards={1001: "Forest"}).games
    assert b'"Forest"' in b"".join(game.log.lines())


@pytest.mark.parametrize(
    ("mulligans", "opening"), [("0", HANDS[0]), ("1", ""), ("1", "9999|1001"), ("7", "")]
)
def test_hands_that_do_not_fit_are_never_made_to(mulligans: str, opening: str) -> None:
    row = ROW | {"num_mulligans": mulligans, "opening_hand": opening}
    (game,) = imported(file(row)).games
    check(game)
    assert len([one for one in events(game, MulliganDeclared) if one.mulligan]) == int(mulligans)


def test_rows_cut_off_are_told_and_the_others_kept() -> None:
    data = file(ROW, ROW, ROW)
    lines = data.split(b"\r\n")
    lines[2] = lines[2][:40]
    report = imported(b"\r\n".join(lines))
    assert len(report.games) == 2
    assert [one.code for one in report.skipped] == ["17lands/cut"]
    assert "line 3" in report.skipped[0].reason


def test_a_file_of_too_many_games_says_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "MOST_GAMES", 2)
    report = imported(file(ROW, ROW, ROW, ROW))
    assert len(report.games) == 2
    assert [one.code for one in report.skipped] == ["17lands/too_many"]
    assert "line 3" in report.skipped[0].reason


@pytest.mark.parametrize(
    ("cards", "others", "left"),
    [((1, 1, 2), (1, 2), (1,)), ((1,), (2,), None), ((), (), ()), ((3, 3), (), (3, 3))],
)
def test_cards_less_others(
    cards: tuple[int, ...], others: tuple[int, ...], left: tuple[int, ...] | None
) -> None:
    assert less(cards, others) == left
