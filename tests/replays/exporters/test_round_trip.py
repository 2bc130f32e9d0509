"""Of a full export every log comes back byte for byte; of any other, none."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from events.errors import DataError
from replays.analysis.reading import View
from replays.batch import engine_named
from replays.cli import main
from replays.demo import demo_bytes
from replays.exporters.many import export
from replays.exporters.restoring import logs_of
from tests.replays.exporters.games import games, secret, write
from tests.replays.games import whole_game

pytest.importorskip("pyarrow", reason="pyarrow is not installed: make analysis")


def exported(folder: Path, paths: list[str], view: View) -> Path:
    export(
        paths, folder, form="parquet", view=view, engine=engine_named("serial"), tables=("events",)
    )
    return folder / "events.parquet"


def test_every_log_comes_back_byte_for_byte(tmp_path: Path) -> None:
    paths = write(tmp_path / "logs", **games())
    file = exported(tmp_path / "out", paths, View())
    words = ["export", str(file), "--format", "log", "-o", str(tmp_path / "again"), "--json"]
    result = CliRunner().invoke(main, words)

    assert result.exit_code == 0
    again = json.loads(result.stdout)["logs"]
    assert [Path(one).read_bytes() for one in again] == [Path(one).read_bytes() for one in paths]


def test_times_sources_openings_and_flags_come_back(tmp_path: Path) -> None:
    """What a record holds beside its event: the demo has times, take-backs and rulings."""
    path = tmp_path / "demo.apnap.jsonl"
    path.write_bytes(demo_bytes())
    (log,) = logs_of(exported(tmp_path / "out", [str(path)], View()))

    assert b"".join(line + b"\n" for line in log.lines()) == demo_bytes()


@pytest.mark.parametrize(
    "view", [View(names=False, salt="s"), View(seat="bob"), View(seat="public")]
)
def test_what_left_something_out_is_no_log(tmp_path: Path, view: View) -> None:
    file = exported(tmp_path / "out", write(tmp_path / "logs", game=secret()), view)

    with pytest.raises(DataError) as told:
        list(logs_of(file))
    assert told.value.code == "export/not_full"


def test_games_of_one_name_are_all_kept(tmp_path: Path) -> None:
    paths = write(tmp_path / "logs", one=whole_game(life=3), two=whole_game(life=4))
    file = exported(tmp_path / "out", paths, View())
    words = ["export", str(file), "--format", "log", "-o", str(tmp_path / "again")]

    assert CliRunner().invoke(main, words).exit_code == 0
    again = sorted((tmp_path / "again").iterdir())
    assert [one.name for one in again] == ["test-2.apnap.jsonl", "test.apnap.jsonl"]
    assert {one.read_bytes() for one in again} == {Path(one).read_bytes() for one in paths}
    assert CliRunner().invoke(main, words).exit_code == 6, "nothing is replaced"
