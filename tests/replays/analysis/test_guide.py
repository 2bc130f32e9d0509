"""The guide to analysis: its commands run and show what it shows, its queries answer."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from replays.cli import main
from tests.replays.cli.pages import blocks, commands
from tests.samples import WHY, samples

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: make analysis")

for library in ("pyarrow", "polars", "pandas", "duckdb", "scipy", "statsmodels"):
    pytest.importorskip(library, reason=f"{library} is not installed: make analysis")

TEXT = (Path(__file__).resolve().parents[3] / "docs" / "guides" / "analysis.md").read_text("utf-8")


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """Run the page once, from top to bottom, and return the names that its code has left."""
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("guide"))
    found: dict[str, Any] = {}
    try:
        for words, shown in commands(TEXT):
            told = run(*words)
            assert [line for line in shown if line not in told] == [], (words, told)
        exec("\n".join(blocks(TEXT, "python")), found)  # noqa: S102 - our own page
        found["log_bytes"] = {path.name: path.read_bytes() for path in Path("league").iterdir()}
        found["again_bytes"] = {path.name: path.read_bytes() for path in Path("again").iterdir()}
        found["page"] = Path("page.html").read_text(encoding="utf-8")
        yield found
    finally:
        os.chdir(before)


def run(*words: str) -> str:
    engine = ("--engine", "serial") if words[0] in ("export", "simulate", "stats") else ()
    result = CliRunner().invoke(main, [*words, *engine], env={"LC_ALL": "C.UTF-8"})
    assert result.exit_code == 0, result.output
    return result.output


def test_duckdb_answers(names: dict[str, Any]) -> None:
    sizes = {size: (players, lands) for size, players, lands in names["kept"]}

    assert sum(players for players, _ in sizes.values()) >= 40
    assert 2 <= sizes[7][1] <= 5


def test_polars_answers(names: dict[str, Any]) -> None:
    rates = {row["lands"]: row["kept"] for row in names["rate"].to_dicts()}

    assert rates[3] == 1.0
    assert rates[1] < 1


def test_frames_of_one_log_and_of_many(names: dict[str, Any]) -> None:
    assert set(names["hands"]["seat"]) == {"ann", "bob"}
    assert list(names["frame"]["position"]) == [1, 2]
    assert names["table"].num_rows == len(names["log"])
    assert names["first"].shape == (3, 2)


def test_a_notebook_for_17lands_finds_its_columns(names: dict[str, Any]) -> None:
    games = names["games"]

    assert len(games) == 21
    assert set(games["on_play"]) <= {True, False}
    assert all(len(hand.split("|")) <= 7 for hand in games["opening_hand"])


def test_logs_come_back(names: dict[str, Any]) -> None:
    assert names["log_bytes"] == names["again_bytes"]


def test_the_page_is_whole(names: dict[str, Any]) -> None:
    assert names["page"].startswith("<!doctype html>")
    assert "n = 21" in names["page"]


def test_its_queries_answer_on_records_of_arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = samples()
    if folder is None:
        pytest.skip(WHY)
    sessions = sorted((folder / "arena-player-log" / "slim").glob("*.gz"), key=_size)[:12]
    monkeypatch.chdir(tmp_path)
    run("import", *map(str, sessions), "-o", "league")
    run("export", "league", "-o", "tables", "--names")
    found: dict[str, Any] = {}
    exec("\n".join(blocks(TEXT, "python")[:2]), found)  # noqa: S102 - our own page

    rows = parquet.read_table("tables/players.parquet").to_pylist()
    sizes = Counter(row["kept_size"] for row in rows if row["deck_size"] == 60)
    assert {size: players for size, players, _ in found["kept"]} == dict(sizes)
    assert sizes[7] > 3
    hands = parquet.read_table("tables/mulligans.parquet").to_pylist()
    first = Counter(row["lands"] for row in hands if not row["look"] and row["lands"] is not None)
    assert {row["lands"]: row["n"] for row in found["rate"].to_dicts()} == dict(first)


def _size(path: Path) -> int:
    return path.stat().st_size
