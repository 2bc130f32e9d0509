"""Backup sheets: every step back, what it crosses, who may decide; and carrying it out."""

from pathlib import Path

import pytest

from events.coin_flips import CoinFlipped
from events.errors import DataError, IllegalAction
from events.rulings import Rewound, RulingMade
from events.turns import CardsDrawn
from events.vocabulary import Face
from machine.referee import awaiting
from projections.fold import fold
from replays.boundaries import begins_batch
from replays.cli.rewinding import sheet_lines
from replays.demo import demo_bytes, demo_game
from replays.derivation import rederive
from replays.files import open_log
from replays.rewind import plan
from replays.rewind.applying import apply
from replays.session import Game
from tests.machine.random_games import middle_game, new_game, played
from tests.replays.cli.conftest import Run, data
from tests.replays.desk.games import BOB, at_flipper, faces, submit_all

GAME = demo_game()


@pytest.fixture
def demo(tmp_path: Path) -> str:
    path = tmp_path / "demo.apnap.jsonl"
    path.write_bytes(demo_bytes())
    return str(path)


def life_lost() -> int:
    """Return the last record by which bob loses life."""
    return next(write.seq for write in [GAME.last_write("players.bob.life")] if write is not None)


def test_a_number_goes_back_from_what_it_is_to_what_it_was() -> None:
    seq = life_lost()
    sheet = plan(GAME, seq - 20)

    texts = [step.text for step in sheet.steps]
    then, now = GAME.at(sheet.to).players[BOB].life, GAME.at("end").players[BOB].life
    assert f"Bob's life goes back from {now} to {then}" in texts


def test_steps_come_in_reverse_order() -> None:
    seqs = [step.seq for step in plan(GAME, "t3").steps]

    assert seqs == sorted(seqs, reverse=True)
    assert len(set(seqs)) > 20


def test_at_the_end_there_is_nothing_to_undo() -> None:
    sheet = plan(GAME, "end")

    assert (sheet.class_, sheet.steps, sheet.decisions, sheet.hidden) == ("free", (), (), ())
    assert sheet.reasons


def test_a_drawn_card_goes_back_at_random_unless_everybody_knows_it() -> None:
    sheet = plan(GAME, "t2")
    now = GAME.tables[-1]
    draws = [
        one.seq
        for one in GAME.log[sheet.to + 1 :]
        if isinstance(one.event, CardsDrawn) and one.event.count
    ]
    texts = {step.seq: step.text for step in sheet.steps if step.seq in draws}

    assert set(texts) == set(draws)
    for seq in draws:
        event = GAME.log[seq].event
        assert isinstance(event, CardsDrawn)
        in_hand = set(event.cards) & set(now.players[event.player].hand)
        assert ("chosen at random" in texts[seq]) == bool(in_hand)
        assert ("all players know them" in texts[seq]) == (not in_hand)
    assert {"chosen at random" in text for text in texts.values()} == {True, False}
    assert set(draws) <= {entry.seq for entry in sheet.hidden}


def test_chance_is_crossed_by_a_judge_alone() -> None:
    flip = GAME.seq("flip:2")
    sheet = plan(GAME, flip - 1)

    assert sheet.class_ == "judge"
    assert any("comes up the same" in entry.text for entry in sheet.random)


def free_game() -> tuple[Game, int]:
    """Return a game in which ann has decided once, and nobody has learned anything."""
    game = at_flipper(1)
    return game, next(
        one.seq for one in game.events if type(one.event).__name__ == "AbilityActivated"
    ) - 1


def test_ones_own_decision_is_free() -> None:
    game, before = free_game()
    sheet = plan(game.log, before)

    assert sheet.class_ == "free"
    assert sheet.consent_of == ()
    assert [entry.by for entry in sheet.decisions] == ["ann", "ann"]


def test_others_have_to_agree_once_they_have_decided() -> None:
    game, before = free_game()
    for _ in range(2):
        game.submit(next(iter(game.legal_decisions())))
        if len({one.by for one in game.events[before + 1 :]} & {"ann", "bob"}) > 1:
            break
    sheet = plan(game.log, before)
    if any(isinstance(one.event, CoinFlipped) for one in game.events):
        pytest.skip("the flip is over already")

    assert sheet.class_ == "consent"
    assert sheet.consent_of == (BOB,)
    with pytest.raises(IllegalAction) as refused:
        apply(game, sheet, why="misclick", by="players")
    assert refused.value.code == "rewind/not_agreed"
    apply(game, sheet, why="misclick", by="players", agreed=(BOB,))
    assert game.events[-1].event == Rewound(to=before, agreed=(BOB,), why="misclick")


def test_in_the_middle_of_a_batch_it_goes_before_the_decision() -> None:
    asked = next(
        seq
        for seq in range(GAME.seq("t5"), len(GAME) - 1)
        if not begins_batch(GAME.log, GAME.tables, seq + 1)
    )
    sheet = plan(GAME, asked)

    assert sheet.asked == asked
    assert sheet.to < asked
    assert begins_batch(GAME.log, GAME.tables, sheet.to + 1)
    assert awaiting(GAME.tables[sheet.to])


def test_a_judge_goes_back_and_nothing_is_deleted() -> None:
    game = at_flipper(4)
    before = len(game.events) - 1
    submit_all(game, Face.HEADS)
    old = game.events.records

    records = apply(game, plan(game.log, before), why="the flip was not due yet")

    assert game.events[: len(old)] == old
    ruling, back = (one.event for one in records)
    assert isinstance(ruling, RulingMade)
    assert back == Rewound(to=before, why="the flip was not due yet")
    assert game.table.flips == game.tables[before].flips
    assert game.table.players == game.tables[before].players
    first = faces(game)
    submit_all(game, Face.HEADS)
    assert faces(game) == first * 2
    assert rederive(game.events.records).derived.ok
    assert fold(game.events)[-1] == game.table


def test_what_was_taken_back_is_no_place_to_go_back_to() -> None:
    game = at_flipper(4)
    before = len(game.events) - 1
    submit_all(game, Face.HEADS)
    gone = len(game.events) - 1
    apply(game, plan(game.log, before), why="x")

    with pytest.raises(DataError, match=f"taken back already; nearest: @{before}"):
        plan(game.log, gone)
    assert plan(game.log, before).steps == ()


@pytest.mark.parametrize("seed", range(8))
def test_a_sheet_for_every_record_of_random_games(seed: int) -> None:
    make = middle_game if seed % 2 else new_game
    game = make("london", "three" if seed % 3 else "two", seed, un_cards=True)
    for _ in played(game, seed, decisions=40):
        pass
    log = game.log
    for seq in range(1 + log.header.given, len(log), 7):
        for lang in ("en", "ja"):
            sheet = plan(log, seq, lang=lang)
            assert sheet_lines(sheet, lang)
            assert sheet.class_ in ("free", "consent", "judge")
            assert sheet.class_ != "free" or not (sheet.hidden or sheet.random)
            undone = {step.seq for step in sheet.steps}
            assert all(sheet.to < one < len(log) for one in undone)


@pytest.mark.parametrize("seed", range(3))
def test_a_sheet_for_a_seat_names_no_card_that_it_may_not_know(seed: int) -> None:
    game = new_game("london", "two", seed)
    for _ in played(game, seed, decisions=25):
        pass
    text = "\n".join(sheet_lines(plan(game.log, 1, seat="public"), "en"))
    hands = {name for player in game.log.tables[-1].players.values() for name in player.hand}

    assert "nobody knew" in text
    assert [name for name in hands if f"({name})" in text] == []


def test_the_command(run: Run, demo: str) -> None:
    result = run("rewind", f"{demo}@t10", "--plan", "--json")

    told = data(result)
    assert result.exit_code == 0
    assert told["class"] == "judge"
    assert told["steps"][0]["seq"] > told["steps"][-1]["seq"]
    assert run("rewind", f"{demo}@t10").stdout.startswith("Backup sheet")
    assert "復元手順書" in run("rewind", f"{demo}@t10", "--lang", "ja").stdout


def test_the_command_goes_back_once_for_one_key(run: Run, demo: str) -> None:
    before = len(open_log(demo))
    words = [
        "rewind",
        f"{demo}@t10",
        "--apply",
        "--by",
        "judge",
        "--why",
        "a trigger",
        "--key",
        "k",
    ]

    first, again = run(*words), run(*words)

    assert first.exit_code == again.exit_code == 0, first.stderr
    log = open_log(demo)
    assert len(log) == before + 2
    assert [type(one.event) for one in log[-2:]] == [RulingMade, Rewound]
    assert [one.by for one in log[-2:]] == ["judge", "judge"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--apply"], 2),
        (["--apply", "--why", "x", "--by", "players"], 6),
        (["--apply", "--why", "x", "--agreed", "zoe"], 2),
    ],
)
def test_refusals(run: Run, demo: str, words: list[str], code: int) -> None:
    before = Path(demo).read_bytes()
    result = run("rewind", f"{demo}@t10", *words)

    assert result.exit_code == code
    assert result.stderr
    assert Path(demo).read_bytes() == before
