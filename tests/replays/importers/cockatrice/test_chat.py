"""Chat logs of Cockatrice: the sentences of the message window, and what people say between them."""

import pytest

from events.chance import DieRolled
from events.coin_flips import CoinFlipped
from events.damage import LifeChanged
from events.game import Conceded
from events.mulligans import MulliganDeclared, MulliganTaken
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import Face, Phase
from replays.importers import ImportReport
from tests.replays.importers.made import check, errors, events, imported, inferred


def chat(*lines: str, **options: str) -> ImportReport:
    whole = [f"[20:{number // 60:02}:{number % 60:02}] {line}" for number, line in enumerate(lines)]
    return imported("\n".join(whole), **options)


HANDS = (
    "Ann rolls a 17 with a 20-sided die.",
    "Ben rolls a 4 with a 20-sided die.",
    "Ann's turn.",
    "Ann shuffles their deck and draws a new hand of 7 card(s).",
    "Ben shuffles their deck and draws a new hand.",
    "Ben shuffles their deck and draws a new hand of 7 card(s).",
)


def test_a_game() -> None:
    report = chat(
        *HANDS,
        "First Main",
        "Ann flipped a coin. It landed as Heads (1).",
        "Ann flips 3 coins. There are 1 heads and 2 tails.",
        "Ben: gg Ann's turn.",
        "Ben's turn.",
        "Ben sets counter Life to 18 (-2).",
        "Ben has conceded the game.",
        day="2024-05-01",
    )
    (game,) = report.games
    assert [one.text for one in report.files[0].tally.unread] == ["Ben: gg Ann's turn."]
    assert [one.value for one in events(game, DieRolled)] == [17, 4]
    assert [one.player for one in events(game, TurnBegan)] == ["seat1", "seat2"]
    assert [one.face for one in events(game, CoinFlipped)] == [
        Face.HEADS, Face.HEADS, Face.TAILS, Face.TAILS,
    ]  # fmt: skip
    assert inferred(game, CoinFlipped) == [False, True, True, True]  # the order is not told
    assert [one.change for one in events(game, LifeChanged)] == [-2]
    assert len(events(game, MulliganTaken)) == 1
    assert [one.player for one in events(game, Conceded)] == ["seat2"]
    assert game.log[0].at == "2024-05-01T20:00:00.000Z"
    assert errors(game) == []
    check(game)


def test_a_new_hand_after_the_first_turn_is_no_mulligan() -> None:
    (game,) = chat(*HANDS, "Ben's turn.", HANDS[3], "Ann's turn.").games
    assert len(events(game, MulliganTaken)) == 1


@pytest.mark.parametrize(
    "line", ["Ann flips 3 coins. There are 1 heads and 1 tails.", "Ann dances."]
)
def test_what_makes_no_sense_is_counted(line: str) -> None:
    report = chat(*HANDS, line)
    assert [one.text for one in report.files[0].tally.unread] == [line]


@pytest.mark.parametrize(
    ("words", "phase"),
    [("Untap step", Phase.UNTAP), ("upkeep", Phase.UPKEEP), ("Second Main", Phase.POSTCOMBAT_MAIN)],
)
def test_phases(words: str, phase: Phase) -> None:
    (game,) = chat(*HANDS, "First Main", words).games
    assert events(game, PhaseEntered)[-1].phase is phase


def test_markup_of_the_window_is_left_out() -> None:
    lines = (
        f"<br><font color='green'><b>[20:00:0{n}] {line}</b></font>" for n, line in enumerate(HANDS)
    )
    report = imported("\n".join(lines))
    assert report.files[0].tally.not_understood == 0
    assert len(events(report.games[0], MulliganDeclared)) > 0
