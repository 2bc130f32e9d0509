"""Verdicts: each its own, with the first record that fails."""

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from events.base import Event
from events.errors import DataError
from events.game import DeckEntry, GameEnded
from events.identifiers import CardName
from events.log import EventLog, read
from events.mulligans import HandKept, MulliganDeclared
from events.records import Draft
from events.turns import PriorityPassed
from events.vocabulary import EndReason, GameResult
from machine.chance import seeded
from replays import crank_table, flip_table
from replays import verify as verifying
from replays.autoplay import play_on, random_choice
from replays.game_log import GameLog
from replays.new_game import Setup, header_draft, header_of
from replays.session import fresh
from replays.verdicts import Verdict
from replays.verify import verify
from tests.replays.dispute import logs
from tests.replays.games import ANN, BOB, game_of, header, whole_game

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


@pytest.mark.parametrize(
    "log", [flip_table.new_table(("ann",)), crank_table.new_table(("ann",))], ids=["flips", "crank"]
)
def test_a_log_of_one_procedure_has_no_end_to_miss(log: EventLog) -> None:
    found = verify(GameLog(log))

    assert found.complete == Verdict(ok=None, reason="not applicable: no game")
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


def test_a_native_log_is_derived(monkeypatch: pytest.MonkeyPatch) -> None:
    diverged = Verdict(ok=False, seq=3, reason="flip 1 should have been won")
    monkeypatch.setattr(verifying, "derive", lambda _: (diverged, Verdict(ok=True)))
    end = GameEnded(result=GameResult.WIN, winners=(ANN,), reason=EndReason.LIFE)

    found = verify(game_of(end, first=header(imported=False)))

    assert (found.derived, found.legal) == (diverged, Verdict(ok=True))
    assert not found.ok


def test_nothing_can_be_said_of_an_empty_log() -> None:
    with pytest.raises(DataError, match="no records"):
        verify(GameLog(EventLog()))


@cache
def _native() -> GameLog:
    """Return the beginning of a game that was played here: dice, shuffles, mulligans, two turns."""
    deck = DeckEntry(main=(CardName("Mountain"),) * 40)
    header_of_game, _ = header_of(Setup(decks={ANN: deck, BOB: deck}, game="native"))
    game = fresh(header_draft(header_of_game), chance=seeded(705))
    play_on(game, random_choice(Random(705)), until=lambda table: table.turn.number > 2)  # noqa: S311
    return game.log


def _with(seq: int, event: Event) -> GameLog:
    """Return the native game with another event in place of one, and a chain that fits."""
    records = _native().log.records
    drafts = [
        Draft(event=event if one.seq == seq else one.event, by=one.by, cause=one.cause)
        for one in records
    ]
    return GameLog(EventLog().append(drafts))


def test_a_game_played_here_is_derived_and_legal() -> None:
    found = verify(_native())

    assert found.intact.ok
    assert found.derived == Verdict(ok=True)
    assert found.legal == Verdict(ok=True)
    assert found.complete.ok is False, "it was stopped in its third turn"
    assert _native().audit() == ()


def test_another_consequence_is_found_where_it_stands() -> None:
    kept = next(one for one in _native().log if type(one.event) is HandKept)

    found = verify(_with(kept.seq, replace(kept.event, size=3)))

    assert found.intact.ok, "whoever changed it has made the chain anew"
    assert found.derived.ok is False
    assert found.derived.seq == kept.seq


def test_an_illegal_decision_is_found_where_it_stands() -> None:
    declared = next(one for one in _native().log if type(one.event) is MulliganDeclared)
    other = BOB if declared.by == ANN else ANN

    found = verify(_with(declared.seq, MulliganDeclared(player=other, mulligan=False)))

    assert found.legal.ok is False or found.derived.ok is False
    assert declared.seq in (found.legal.seq, found.derived.seq)


def test_what_was_recorded_as_reported_is_no_failure_and_is_told() -> None:
    game = logs.begun(3)
    game.report(PriorityPassed(player=ANN))
    seq = next(one.seq for one in game.events if one.reported)

    found = verify(game.log)

    assert found.legal.ok
    assert found.legal.code == "verify/reported"
    assert found.legal.reason == f"but for what was recorded as reported: @{seq}"
