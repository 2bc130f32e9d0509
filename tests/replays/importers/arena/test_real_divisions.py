"""Divisions and combat damage in real records: they pass the audit, and altered they do not.

CR 510.1c: a blocker may be assigned nothing. CR 601.2d: a target is never given nothing.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.base import Event
from events.division import Assignment, CombatDamageAssigned, DamageDivided
from projections.fold import fold
from replays.audit import audit
from replays.game_log import GameLog
from replays.importers import ImportedGame, ImportReport
from tests.replays.desk.altered import chained, drafts_of

Reader = Callable[[str], ImportReport]
Found = tuple[ImportedGame, int]
CHECKS = ["divisions", "combat"]


@pytest.fixture(scope="module")
def games(samples: Path, imported: Reader) -> tuple[ImportedGame, ...]:
    """Return the games with something divided or assigned in them."""
    folder = samples / "arena-player-log" / "slim"
    paths = sorted(folder.glob("*.jsonl.gz"))
    every = [
        game for path in paths for game in imported(f"arena-player-log/slim/{path.name}").games
    ]
    return tuple(
        game
        for game in every
        if any(isinstance(one.event, CombatDamageAssigned | DamageDivided) for one in game.log)
    )


def found(games: tuple[ImportedGame, ...], kind: type[Event]) -> list[Found]:
    return [(game, one.seq) for game in games for one in game.log if isinstance(one.event, kind)]


def codes(game: ImportedGame, seq: int, event: Event) -> list[tuple[int, str]]:
    """Return what an audit finds once a record has been altered."""
    drafts = drafts_of(GameLog(game.log))
    drafts[seq] = replace(drafts[seq], event=event)
    log = chained(drafts).log
    return [(one.seq, one.code) for one in audit(log, fold(log), only=CHECKS)]


def test_all_of_them_pass(games: tuple[ImportedGame, ...]) -> None:
    assert len(found(games, CombatDamageAssigned)) > 5
    assert len(found(games, DamageDivided)) > 3
    for game in games:
        assert list(audit(game.log, fold(game.log), only=CHECKS)) == []


def test_510_1c_a_blocker_that_gets_nothing_is_legal(games: tuple[ImportedGame, ...]) -> None:
    zeros = [
        game.log[seq].event
        for game, seq in found(games, CombatDamageAssigned)
        if any(part.amount == 0 for part in game.log[seq].event.assignments)  # type: ignore[attr-defined]
    ]

    assert len(zeros) == 1


def test_601_2d_a_target_that_gets_nothing_is_found(games: tuple[ImportedGame, ...]) -> None:
    for game, seq in found(games, DamageDivided):
        event = game.log[seq].event
        assert isinstance(event, DamageDivided)
        nothing = replace(event, targets=(*event.targets, "seat2"), shares=(*event.shares, 0))
        assert (seq, "division/nothing") in codes(game, seq, nothing)
        more = replace(event, shares=(event.shares[0] + 1, *event.shares[1:]))
        assert (seq, "division/sum") in codes(game, seq, more)


def test_510_1a_more_than_its_power_is_found(games: tuple[ImportedGame, ...]) -> None:
    for game, seq in found(games, CombatDamageAssigned):
        event = game.log[seq].event
        assert isinstance(event, CombatDamageAssigned)
        first, *rest = event.assignments
        more = Assignment(first.recipient, first.amount + 1)
        altered = replace(event, assignments=(more, *rest))
        assert codes(game, seq, altered) == [(seq, "combat/assigned_sum")]
