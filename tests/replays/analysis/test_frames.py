"""Frames of logs: Arrow, Polars, pandas, and lazily, reading no more than is asked for."""

from pathlib import Path
from typing import Any

import pytest

import apnap
from events.errors import DataError
from replays.analysis.columns import all_tables
from replays.analysis.frames import GAMES_OF_A_BATCH, open_table
from replays.analysis.reading import View
from replays.batch import engine_named, needs
from replays.batch.needs import NotInstalled
from replays.exporters.many import export
from replays.game_log import GameLog
from tests.replays.exporters.games import games, opening, write
from tests.replays.games import whole_game

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: make analysis")
pl = pytest.importorskip("polars", reason="Polars is not installed: make analysis")
pytest.importorskip("pandas", reason="pandas is not installed: make analysis")


@pytest.mark.parametrize("table", all_tables())
def test_a_log_gives_the_same_rows_in_three_libraries(table: str) -> None:
    for game in games().values():
        arrow = game.to_arrow(table)
        polars, pandas = game.to_polars(table), game.to_pandas(table)
        assert polars.to_dicts() == arrow.to_pylist()
        assert list(pandas.columns) == arrow.column_names
        assert len(pandas) == len(arrow)


def test_polars_takes_the_numbers_of_arrow_without_copying() -> None:
    arrow = whole_game().to_arrow("events")
    column = arrow.column("seq").chunk(0)
    frame: Any = pl.from_arrow(arrow)

    assert frame["seq"].to_arrow().buffers()[1].address == column.buffers()[1].address


def test_a_scan_reads_all_and_lists_the_broken(tmp_path: Path) -> None:
    write(tmp_path, one=opening(1), two=opening(2))
    (tmp_path / "three.apnap.jsonl").write_text("nonsense\n")
    scan = apnap.scan(str(tmp_path / "*.jsonl"))
    frame = scan.to_polars("games")

    assert len(frame) == 2
    assert [one.code for one in scan.skipped] == ["file/not_a_log"]
    assert len(scan.to_pandas("players")) == len(scan.to_arrow("players")) == 4


def test_a_lazy_scan_reads_no_more_logs_than_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = GAMES_OF_A_BATCH + 20
    paths = write(tmp_path, **{f"g{n:03d}": whole_game(name=f"g{n}") for n in range(count)})
    scan, opened = apnap.scan(paths), []
    original = GameLog.of

    def of(reading: Any, path: str = "") -> GameLog:  # noqa: ANN401 - a reading of a log
        opened.append(path)
        return original(reading, path)

    monkeypatch.setattr(GameLog, "of", of)
    first = scan.lazy("games").select("game_id").head(3).collect()

    assert first["game_id"].to_list() == ["g0", "g1", "g2"]
    assert len(opened) <= GAMES_OF_A_BATCH
    turns = scan.lazy("turns").filter(pl.col("turn") == 2).collect()
    assert len(turns) == count


def test_a_table_of_an_export_is_scanned_lazily(tmp_path: Path) -> None:
    paths = write(tmp_path / "logs", one=opening(1))
    export(paths, tmp_path / "out", form="parquet", view=View(), engine=engine_named("serial"))

    assert open_table(tmp_path / "out", "players").select("seat").collect().height == 2
    with pytest.raises(DataError, match="no such file"):
        open_table(tmp_path / "nowhere", "players")


def test_a_table_that_nobody_has(tmp_path: Path) -> None:
    (path,) = write(tmp_path, one=opening(1))

    with pytest.raises(DataError, match="no table is called 'flops'"):
        apnap.open(path).to_polars("flops")


def test_a_missing_library_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(needs, "import_module", absent)
    with pytest.raises(NotInstalled, match=r"pip install 'apnap\[analysis\]'"):
        needs.needed("polars")
