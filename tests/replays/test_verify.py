"""Verdicts: each its own, with the first record that fails."""

import pytest

from events.errors import DataError
from events.game import GameEnded
from events.log import EventLog, read
from events.vocabulary import EndReason, GameResult
from replays import verify as verifying
from replays.game_log import GameLog
from replays.verify import Verdict, verify
from tests.replays.games import ANN, game_of, header, whole_game

GAME = whole_game()


def _changed(seq: int, old: bytes, new: bytes) -> GameLog:
    lines = [line + b"\n" for line in GAME.log.lines()]
    assert old in lines[seq]
    lines[seq] = lines[seq].replace(old, new)
    return GameLog.of(read(lines), "changed")


def test_a_whole_imported_game() -> None:
    found = verify(GAME)

    assert found.to_plain() == {
        "log": "test.apnap.jsonl",
        "head": GAME.head,
        "records": len(GAME),
        "verdicts": {
            "intact": {"ok": True},
            "complete": {"ok": True},
            "derived": {"ok": None, "reason": "not applicable: imported"},
            "legal": {"ok": None, "reason": "not applicable: imported"},
        },
    }
    assert found.ok


def test_a_record_that_was_changed_is_found() -> None:
    seq = GAME.seq("flip:1") + 2

    found = verify(_changed(seq, b"tails", b"heads"))

    assert found.intact.ok is False
    assert found.intact.seq == seq + 1, "the next record names the hash that was"
    assert found.intact.code == "log/chain"
    assert found.records == seq + 1


def test_a_game_without_an_end_is_incomplete() -> None:
    found = verify(game_of(*(record.event for record in GAME.log[1:20])))

    assert found.intact.ok
    assert found.complete.ok is False
    assert found.complete.seq == 19
    assert "nothing says how the game ended" in found.complete.reason


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (GameResult.UNFINISHED, EndReason.UNKNOWN),
        (GameResult.DRAW, EndReason.RECORD_STOPS),
    ],
)
def test_a_game_that_says_it_was_not_finished_is_incomplete(
    result: GameResult, reason: EndReason
) -> None:
    found = verify(game_of(GameEnded(result=result, reason=reason)))

    assert found.complete.code == "verify/unfinished"


def test_a_native_log_is_derived_by_whoever_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    diverged = Verdict(ok=False, seq=3, reason="flip 1 should have been won")
    monkeypatch.setattr(verifying, "_derivers", [lambda _: (diverged, Verdict(ok=True))])
    end = GameEnded(result=GameResult.WIN, winners=(ANN,), reason=EndReason.LIFE)

    found = verify(game_of(end, first=header(imported=False)))

    assert (found.derived, found.legal) == (diverged, Verdict(ok=True))
    assert not found.ok


def test_nothing_can_be_said_of_an_empty_log() -> None:
    with pytest.raises(DataError, match="no records"):
        verify(GameLog(EventLog()))
