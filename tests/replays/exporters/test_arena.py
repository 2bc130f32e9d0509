"""Records of Arena, exported: as many facts as their index counts, and hands as they were shown."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from events.mulligans import CardsBottomed, MulliganDeclared
from events.turns import CardsDrawn
from replays.analysis.frames import rows_of_game
from replays.game_log import GameLog
from replays.importers import import_files
from tests.samples import WHY, samples

SMALL = 30_000
"""Bytes of a packed session up to which it is read in every run; the others in `make soak`."""

SESSIONS = samples()
FOLDER = SESSIONS / "arena-player-log" if SESSIONS else None
FACTS = {"NewTurnStarted": "turns", "MulliganReq": "mulligan_prompts"}


def _index() -> list[Any]:
    file = FOLDER / "slim-index.json" if FOLDER else None
    if file is None or not file.is_file():
        return [pytest.param(None, marks=pytest.mark.skip(reason=WHY))]
    rows = json.loads(file.read_text(encoding="utf-8"))
    return [
        pytest.param(
            row,
            id=row["session"],
            marks=() if row["gz_bytes"] < SMALL else pytest.mark.soak,
        )
        for row in rows
    ]


def _games(session: dict[str, Any]) -> tuple[list[GameLog], int]:
    assert FOLDER is not None
    path = FOLDER / "slim" / f"{session['session']}.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"{path.name} is not among the samples here")
    report = import_files([path])
    return [GameLog(one.log) for one in report.games], _told_twice(report)


def _told_twice(report: Any) -> int:  # noqa: ANN401 - a report of the importer
    told: int = report.files[0].tally.repeated.get("DamageDealt", 0)
    return told


@pytest.mark.parametrize("session", _index())
def test_the_tables_count_what_the_index_counts(session: dict[str, Any]) -> None:
    games, told_twice = _games(session)
    found = Counter(damage=told_twice)
    for game in games:
        found += _counted(game)

    names = ("games", "turns", "mulligan_prompts", "AcceptHand", "Mulligan", "damage")
    assert {name: session[name] for name in names if name in session} == +found


def _counted(game: GameLog) -> Counter[str]:
    """Count one game from its rows alone."""
    events: Any = rows_of_game(game, "events")
    row: Any = rows_of_game(game, "games")[0]
    found = Counter(games=int(any(one.type == "DieRolled" for one in events)))
    for one in events:
        event = json.loads(one.event)
        match one.type:
            case "TurnBegan" if not one.inferred:
                found["turns"] += 1
            case "FactObserved" if event["kind"] in FACTS:
                found[FACTS[event["kind"]]] += 1
            case "MulliganDeclared" if one.seat == row.recorder and not one.inferred:
                found["mulligan_prompts"] += 1
                found["Mulligan" if event["mulligan"] else "AcceptHand"] += 1
            case "DamageDealt":
                found["damage"] += 1
    return found


@pytest.mark.parametrize("session", _index())
def test_columns_of_17lands_are_what_the_log_tells(session: dict[str, Any]) -> None:
    games, _ = _games(session)
    for game in games:
        rows: Any = rows_of_game(game, "turns_17lands")
        if rows:
            _check(game, rows[0])


def _check(game: GameLog, row: Any) -> None:  # noqa: ANN401 - a row of turns_17lands
    events = [record.event for record in game.log]
    user = game.header.imported.recorder if game.header.imported else None
    taken = [one for one in events if isinstance(one, MulliganDeclared) and one.player == user]
    starting = game.tables[-1].starting_player
    drawn = [
        one
        for place, one in enumerate(events)
        if isinstance(one, CardsDrawn) and one.player == user and not game.tables[place].turn.number
    ]
    bottomed = [one for one in events if isinstance(one, CardsBottomed) and one.player == user]
    hands = [getattr(row, f"candidate_hand_{n}") for n in range(1, 8)]

    assert row.user_seat == user
    assert row.on_play == (None if starting is None else starting == user)
    assert row.num_mulligans == sum(one.mulligan for one in taken)
    if not drawn or row.opening_hand is None:
        return
    shown = [hand.split("|") for hand in hands if hand]
    kept = row.opening_hand.split("|") if row.opening_hand else []
    assert len(shown) == min(7, row.num_mulligans + 1), "17Lands has room for seven hands"
    assert {len(hand) for hand in shown} <= {7}
    if row.num_mulligans == 7:
        assert kept == []
        return
    gone = Counter(shown[-1]) - Counter(kept)
    assert not Counter(kept) - Counter(shown[-1])
    assert gone.total() == (len(bottomed[-1].cards) if bottomed else 0)


def test_there_is_an_index() -> None:
    if FOLDER is None:
        pytest.skip(WHY)
    assert Path(FOLDER / "slim-index.json").is_file()
