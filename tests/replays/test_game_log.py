"""A log as people use it: a sequence of records, tables on demand."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import apnap
from events.damage import LifeChanged
from events.errors import DataError
from projections.fold import fold
from replays.files import write_log
from replays.game_log import GameLog
from tests.replays.games import BOB, game_of, header, log_of, whole_game

GAME = whole_game()


def test_it_is_a_sequence_of_records() -> None:
    assert isinstance(GAME, Sequence)
    assert len(GAME) == len(GAME.log)
    assert GAME[3] == GAME.log[3]
    assert GAME[-1] == GAME.log[-1]
    assert GAME[10:12] == GAME.log[10:12]
    assert list(GAME) == list(GAME.log)


def test_records_by_position() -> None:
    assert GAME["t2"] == GAME.log[GAME.seq("t2")]
    assert GAME.between("t2..t3") == GAME.log[GAME.seq("t2") : GAME.seq("t3") + 1]


def test_tables_by_position() -> None:
    tables = fold(GAME.log)

    assert GAME.at(5) == tables[5]
    assert GAME.at("end") == tables[-1]
    assert GAME.at(-1) == tables[-1]
    assert list(GAME.states()) == tables
    assert GAME.tables[2:5] == tables[2:5]
    assert GAME.tables[-2] == tables[-2]


def test_tables_are_folded_once_and_no_further_than_asked() -> None:
    game = GameLog(GAME.log)

    table = game.at(4)

    assert len(game._tables._known) == 5
    assert game.at(4) is table


def test_the_first_record_after_which_something_holds() -> None:
    found = GAME.first(lambda table: table.players[BOB].life < 20)

    assert found is not None
    assert found.event == LifeChanged(player=BOB, change=-3, life=17)
    assert GAME.first(lambda table: table.players[BOB].life < 0) is None


def test_header_and_head() -> None:
    assert GAME.header == header()
    assert GAME.head == GAME.log.head


def test_repr_is_one_line() -> None:
    assert repr(GAME) == f"<GameLog test.apnap.jsonl test: ann, bob; {len(GAME)} records>"


def test_notebooks_get_static_html() -> None:
    page = GAME._repr_html_()

    assert "<table>" in page
    assert "<script" not in page
    assert GAME.head in page


def test_names_are_escaped_for_notebooks() -> None:
    game = game_of(first=header(game="<b>&"))

    assert "&lt;b&gt;&amp;" in game._repr_html_()


def test_logs_are_equal_by_their_records() -> None:
    assert GameLog(GAME.log, path="elsewhere") == GAME
    assert game_of() != GAME
    assert len({GAME, GameLog(GAME.log)}) == 1


def test_open_and_write(tmp_path: Path) -> None:
    path = tmp_path / "game.apnap.jsonl"
    write_log(GAME.log, path)

    game = apnap.open(path)

    assert game == GAME
    assert game.path == str(path)


def test_a_broken_log_is_refused_or_read_up_to_its_break(tmp_path: Path) -> None:
    path = _broken(tmp_path)

    with pytest.raises(DataError, match="cut off"):
        apnap.open(path)
    game = apnap.open(path, prefix=True)

    assert len(game) == len(GAME) - 1
    assert game.failure is not None
    assert game.failure.code == "log/torn"


def _broken(folder: Path) -> Path:
    path = folder / "broken.apnap.jsonl"
    lines = b"\n".join(GAME.log.lines())
    path.write_bytes(lines[:-20])
    return path


def test_nothing_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        apnap.open(tmp_path / "nothing", prefix=True)


def test_scan_lists_what_is_broken_and_goes_on(tmp_path: Path) -> None:
    write_log(GAME.log, tmp_path / "a.apnap.jsonl")
    write_log(log_of(), tmp_path / "c.apnap.jsonl")
    broken = _broken(tmp_path)

    scan = apnap.scan(str(tmp_path / "**" / "*.jsonl"))

    assert [len(game) for game in scan] == [len(GAME), 1]
    assert [(one.path, one.code) for one in scan.skipped] == [(str(broken), "log/torn")]
    assert len(scan) == 3
    assert [len(game) for game in scan] == [len(GAME), 1], "it can be gone through again"
    assert len(scan.skipped) == 1


def test_scan_takes_paths(tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"

    scan = apnap.scan([missing])

    assert list(scan) == []
    assert scan.skipped[0].code == "file/missing"


def test_event_classes_are_there_by_name() -> None:
    assert apnap.LifeChanged is LifeChanged
    assert apnap.GameLog is GameLog
    assert "CoinFlipped" in dir(apnap)
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        apnap.Nonsense  # noqa: B018 - the look-up itself is tried


def test_importing_apnap_loads_nothing_heavy() -> None:
    heavy = "{'rich', 'click', 'structlog', 'transitions', 'msgspec', 'sqlite3', 'zstandard'}"
    code = f"import sys, apnap; print(sorted({heavy} & set(sys.modules)))"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
