"""Exports: one truth in four formats, a manifest, pseudonyms, and nothing that a seat may not know."""

import csv
import gc
import hashlib
import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from events.errors import DataError
from replays.analysis.columns import Kind, all_tables
from replays.analysis.reading import Reading, View
from replays.batch import engine_named
from replays.cli import main
from replays.exporters.many import Job, Manifest, Part, export, inputs, jobs_of, tables_named
from replays.exporters.text import csv_lines
from replays.game_log import GameLog
from tests.replays.exporters.games import HIDDEN, games, opening, secret, write
from tests.replays.games import whole_game

WHY = "not installed: make analysis"
pa = pytest.importorskip("pyarrow", reason=f"pyarrow is {WHY}")
parquet = pytest.importorskip("pyarrow.parquet", reason=f"pyarrow is {WHY}")
duckdb = pytest.importorskip("duckdb", reason=f"DuckDB is {WHY}")

Rows = list[dict[str, Any]]


def made(folder: Path, form: str, paths: list[str], **view: Any) -> Manifest:  # noqa: ANN401
    told: dict[str, Any] = {"names": True, "salt": "s", "every": 10, **view}
    seen = View(**told)
    return export(paths, folder, form=form, view=seen, engine=engine_named("serial"))


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return write(tmp_path_factory.mktemp("logs"), **games())


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory, logs: list[str]) -> Path:
    """Return a folder with the same logs in all formats."""
    folder = tmp_path_factory.mktemp("out")
    for form in ("parquet", "jsonl", "csv", "excel", "duckdb"):
        made(folder / form, form, logs)
    return folder


def test_jobs_are_many_short_logs_or_a_few_long_ones(tmp_path: Path) -> None:
    sizes = [300_000, 300_000, 90_000, 500_000, *[1_000] * 45]
    paths = []
    for number, size in enumerate(sizes):
        path = tmp_path / f"{number:02}"
        path.write_bytes(b"x" * size)
        paths.append(str(path))
    paths.append(str(tmp_path / "missing"))
    jobs = jobs_of(paths, ("games",), "jsonl", View())

    assert [path for job in jobs for path in job.paths] == paths
    assert [len(job.paths) for job in jobs] == [1, 2, 1, 20, 20, 6]
    assert jobs_of([], ("games",), "jsonl", View()) == []
    nothing = [str(tmp_path / f"missing-{n}") for n in range(21)]
    assert [len(job.paths) for job in jobs_of(nothing, (), "jsonl", View())] == [20, 1]


def rows(out: Path, table: str) -> Rows:
    return [
        json.loads(line)
        for line in (out / "jsonl" / f"{table}.jsonl").read_text().split("\n")
        if line
    ]


# One truth in every format.


@pytest.mark.parametrize("table", all_tables())
def test_parquet_is_typed_compressed_and_described(out: Path, table: str) -> None:
    file = parquet.ParquetFile(out / "parquet" / f"{table}.parquet")
    schema, kind = file.schema_arrow, all_tables()[table]

    assert schema.names == [one.name for one in kind.columns]
    assert schema.metadata[b"apnap.table"] == table.encode()
    assert schema.metadata[b"apnap.schema_version"] == b"1"
    for one in kind.columns:
        field = schema.field(one.name)
        assert field.metadata[b"description"] == one.about.encode()
        assert field.nullable == one.optional
        assert pa.types.is_dictionary(field.type) == (one.kind is Kind.WORD), one.name
        if one.kind is Kind.TIME:
            assert field.type == pa.timestamp("ms", tz="UTC")
    for group in range(file.metadata.num_row_groups):
        column = file.metadata.row_group(group).column(0)
        assert column.compression == "ZSTD"


@pytest.mark.parametrize("table", all_tables())
def test_parquet_holds_what_json_lines_hold(out: Path, table: str) -> None:
    columns = {one.name: one.kind for one in all_tables()[table].columns}
    found = parquet.read_table(out / "parquet" / f"{table}.parquet").to_pylist()
    wanted = rows(out, table)

    assert len(found) == len(wanted)
    for row, other in zip(found, wanted, strict=True):
        for name, value in row.items():
            if columns[name] is Kind.TIME and value is not None:
                assert (
                    value.isoformat(timespec="milliseconds").replace("+00:00", "Z") == other[name]
                )
            else:
                assert value == other[name], name


@pytest.mark.parametrize("table", all_tables())
def test_duckdb_holds_as_much_and_tells_what_it_is(out: Path, table: str) -> None:
    with duckdb.connect(str(out / "duckdb"), read_only=True) as base:
        ((count,),) = base.execute(f'SELECT count(*) FROM "{table}"').fetchall()  # noqa: S608 - ours
        told = dict(
            base.execute(
                "SELECT column_name, comment FROM duckdb_columns() WHERE table_name = ?", [table]
            ).fetchall()
        )

    assert count == len(rows(out, table))
    assert told == {one.name: one.about for one in all_tables()[table].columns}


@pytest.mark.parametrize("table", all_tables())
def test_csv_holds_as_much(out: Path, table: str) -> None:
    text = (out / "csv" / f"{table}.csv").read_bytes().decode()
    head, *lines = csv.reader(io.StringIO(text))

    assert head == [one.name for one in all_tables()[table].columns]
    assert len(lines) == len(rows(out, table))
    place = head.index("game_id")
    assert [line[place] for line in lines] == [row["game_id"] for row in rows(out, table)]


def test_rows_are_what_the_json_schema_says(out: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason=f"jsonschema is {WHY}")
    file = Path(__file__).resolve().parents[3] / "docs" / "reference" / "tables.schema.json"
    schema = json.loads(file.read_text(encoding="utf-8"))
    for table in all_tables():
        check = jsonschema.Draft202012Validator(schema["$defs"][table])
        for row in rows(out, table)[:50]:
            check.validate(row)


def test_excel_in_japan_reads_the_names(out: Path) -> None:
    data = (out / "excel" / "players.csv").read_bytes()

    assert data.startswith(b"\xef\xbb\xbfgame_id,")
    assert data.count(b"\r\n") == data.count(b"\n")


def test_excel_is_given_no_formula() -> None:
    kind = all_tables()["players"]
    (row,) = [one for one in kind.rows(_reading(whole_game())) if one.seat == "ann"]  # type: ignore[attr-defined]
    evil = replace(row, player="=cmd()")
    assert ",'=cmd()," in csv_lines(kind, [evil], excel=True)
    assert ",=cmd()," in csv_lines(kind, [evil], excel=False)


def _reading(game: GameLog) -> Any:  # noqa: ANN401 - a reading
    return Reading(game)


# The manifest.


def test_the_manifest_counts_and_seals(out: Path, logs: list[str]) -> None:
    manifest = json.loads((out / "parquet" / "manifest.json").read_text())

    assert (manifest["games"], manifest["files"]) == (len(logs), len(logs))
    assert manifest["records"] == sum(len(game.log) for game in games().values())
    assert manifest["full"]
    assert [one["name"] for one in manifest["tables"]] == list(all_tables())
    for one in manifest["tables"]:
        data = (out / "parquet" / one["file"]).read_bytes()
        assert one["sha256"] == hashlib.sha256(data).hexdigest()
        assert one["rows"] == len(rows(out, one["name"]))


def test_the_events_of_a_full_export_are_all_records(out: Path) -> None:
    found = Counter(row["game_id"] for row in rows(out, "events"))

    assert found == {game.header.game: len(game.log) for game in games().values()}


def test_the_same_export_is_the_same_bytes(out: Path, logs: list[str], tmp_path: Path) -> None:
    made(tmp_path / "again", "parquet", logs)

    for path in (out / "parquet").iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_broken_inputs_are_listed_and_stop_nothing(tmp_path: Path) -> None:
    paths = write(tmp_path / "logs", one=opening(1), two=opening(2))
    torn = tmp_path / "logs" / "torn.apnap.jsonl"
    torn.write_bytes(Path(paths[0]).read_bytes()[:3_000])
    (tmp_path / "logs" / "words.apnap.jsonl").write_text("no log\n")
    result = run("export", tmp_path / "logs", "-o", tmp_path / "out", "--names")

    assert result.exit_code == 1
    assert "2 games" in result.stderr
    assert "torn.apnap.jsonl, line" in result.stderr
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert {one["path"]: one["code"] for one in manifest["skipped"]} == {
        "torn.apnap.jsonl": "log/torn",
        "words.apnap.jsonl": "file/not_a_log",
    }
    assert (manifest["games"], manifest["files"]) == (2, 4)


def test_a_log_that_is_there_twice_is_told(tmp_path: Path) -> None:
    paths = write(tmp_path, one=opening(1), copy=opening(1))
    manifest = made(tmp_path / "out", "jsonl", paths)

    assert manifest.duplicates == ("copy.apnap.jsonl",)


# The command.


def run(*words: object) -> Result:
    engine = ["--engine", "serial"]
    return CliRunner().invoke(main, [*map(str, words), *engine], env={"LC_ALL": "C.UTF-8"})


def test_nothing_is_replaced_unless_told(tmp_path: Path) -> None:
    (path,) = write(tmp_path, one=opening(1))
    words = ("export", path, "-o", tmp_path / "out", "--tables", "games")

    assert run(*words).exit_code == 0
    before = (tmp_path / "out" / "games.parquet").read_bytes()
    assert run(*words).exit_code == 6
    assert (tmp_path / "out" / "games.parquet").read_bytes() == before
    assert run(*words, "--overwrite").exit_code == 0
    assert [one.name for one in sorted(tmp_path.iterdir())] == ["one.apnap.jsonl", "out"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--tables", "nonsense"), "no table is called 'nonsense'"),
        (("--excel", "--format", "parquet"), "--excel goes with --format csv"),
        (("--scheduler", "tcp://x:1"), "--engine dask"),
    ],
)
def test_wrong_words_are_told(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    (path,) = write(tmp_path, one=opening(1))
    result = run("export", path, "-o", tmp_path / "out", *words)

    assert result.exit_code in {2, 3}
    assert told in result.stderr
    assert not (tmp_path / "out").exists()


def test_tables_by_name() -> None:
    assert tables_named("flips, coins") == ("flips", "coins")
    assert tables_named("") == tuple(all_tables())
    with pytest.raises(DataError, match="there are"):
        tables_named("flops")


def test_inputs_are_files_folders_and_patterns_each_once(tmp_path: Path) -> None:
    paths = write(tmp_path / "a", one=opening(1), two=opening(2))

    assert inputs([str(tmp_path)]) == paths
    assert inputs([paths[1], str(tmp_path / "a" / "*.jsonl")]) == [paths[1], paths[0]]


# What nobody may know.


def everything(folder: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.iterdir()))


def test_pseudonyms_hide_every_name(tmp_path: Path) -> None:
    paths = write(tmp_path / "ann-and-bob", game=whole_game(name="Anns basement"))
    made(tmp_path / "out", "jsonl", paths, names=False)
    text = everything(tmp_path / "out")

    for name in ("ann", "Ann", "bob", "basement", "catch a train"):
        assert re.search(rf"\b{name}\b", text) is None, name
    assert '"seat1"' in text


def test_the_same_salt_gives_the_same_pseudonyms(tmp_path: Path) -> None:
    paths = write(tmp_path / "logs", one=whole_game(name="one"), two=whole_game(name="two"))
    for name, salt in (("a", "x"), ("b", "x"), ("c", "y")):
        made(tmp_path / name, "jsonl", paths, names=False, salt=salt)

    assert everything(tmp_path / "a") == everything(tmp_path / "b")
    assert everything(tmp_path / "a") != everything(tmp_path / "c")
    players = [
        json.loads(line)
        for line in (tmp_path / "a" / "players.jsonl").read_text().split("\n")
        if line
    ]
    assert len({row["game_id"] for row in players}) == 2
    assert len({row["player"] for row in players if row["seat"] == "seat1"}) == 1


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("seat", ["bob", "public"])
def test_a_seat_is_told_nothing_it_may_not_know(tmp_path: Path, seat: str, *, names: bool) -> None:
    paths = write(tmp_path / "logs", game=secret())
    made(tmp_path / "out", "jsonl", paths, seat=seat, names=names)
    text = everything(tmp_path / "out")

    assert HIDDEN not in text
    assert "secret seed" not in text
    assert ("Forest" in text) == (seat == "bob")
    made(tmp_path / "judge", "jsonl", paths)
    assert HIDDEN in everything(tmp_path / "judge")
    assert "secret seed" in everything(tmp_path / "judge")


def test_a_seat_that_nobody_has_is_listed(tmp_path: Path) -> None:
    paths = write(tmp_path / "logs", game=secret(), pod=opening(1, players=3))
    manifest = made(tmp_path / "out", "jsonl", paths, seat="cyd")

    assert manifest.games == 1
    assert [one.code for one in manifest.skipped] == ["usage/seat"]


def test_an_export_that_breaks_off_leaves_nothing_behind(tmp_path: Path, logs: list[str]) -> None:
    def breaks(job: Job) -> Part:
        raise ArithmeticError(job.form)

    serial = engine_named("serial")
    with pytest.raises(ArithmeticError) as told:
        export(logs, tmp_path / "out", form="jsonl", view=View(), engine=serial, work=breaks)
    writers = [one for one in gc.get_objects() if isinstance(one, io.BufferedWriter)]

    assert [one for one in writers if str(tmp_path) in str(one.name) and not one.closed] == []
    assert list(tmp_path.iterdir()) == []
    assert str(told.value) == "jsonl"
