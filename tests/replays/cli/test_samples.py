"""The commands on real records, where a machine has them: they are inputs, never part of the project."""

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

import apnap
from replays.cli import main
from tests.replays.cli.conftest import Run, data, samples

SAMPLES = samples()
RECORDS = sorted((SAMPLES / "arena-player-log" / "slim").glob("*.gz")) if SAMPLES else []
DEALS = "2026-03-22_1232"
"""The record in which a player takes one mulligan after another."""
EVERY = 7
"""Every how many of the records are used here: the importer's own tests read them all."""

pytestmark = pytest.mark.skipif(
    not RECORDS, reason="no real records here: put them in shared/samples, or set APNAP_SAMPLES"
)


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Import some records once, and return the logs."""
    folder = tmp_path_factory.mktemp("games")
    words = ["import", *map(str, RECORDS[::EVERY]), "-o", str(folder), "--json"]
    told = json.loads(CliRunner().invoke(main, words).stdout)
    return [game["log"] for game in told["games"]]


def test_import(run: Run, tmp_path: Path) -> None:
    result = run("import", str(RECORDS[0]), "-o", str(tmp_path / "games"), "--json")

    told = data(result)
    assert result.exit_code == (1 if told["skipped"] else 0)
    for game in told["games"]:
        assert {"log", "match", "game", "events", "turns", "complete"} <= set(game)
        assert len(apnap.open(game["log"])) == game["events"]


def test_import_lists_what_it_skips(run: Run, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.log"
    nothing.write_bytes(b"")

    result = run("import", str(nothing), str(RECORDS[0]), "-o", str(tmp_path), "--json")

    assert result.exit_code == 1
    assert data(result)["skipped"][0]["source"] == "nothing.log"


def test_a_record_imported_again_leaves_its_logs_as_they_are(run: Run, tmp_path: Path) -> None:
    words = ["import", str(RECORDS[0]), "-o", str(tmp_path)]
    first = run(*words).exit_code
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}

    assert run(*words).exit_code == first
    assert before
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_import_never_replaces_a_log_of_another_game_unless_told(run: Run, tmp_path: Path) -> None:
    words = ["import", str(RECORDS[0]), "-o", str(tmp_path)]
    run(*words)
    log = min(tmp_path.glob("*.apnap.jsonl"))
    run("demo", "-o", str(tmp_path / "demo.apnap.jsonl"))
    other = (tmp_path / "demo.apnap.jsonl").rename(log).read_bytes()

    assert run(*words).exit_code == 6
    assert log.read_bytes() == other
    assert run(*words, "--overwrite").exit_code in (0, 1)
    assert log.read_bytes() != other


def test_verify(run: Run, imported: list[str]) -> None:
    for line in run("verify", "--json", *imported).stdout.splitlines():
        verdicts = json.loads(line)["verdicts"]
        assert verdicts["intact"] == {"ok": True}
        assert verdicts["derived"] == {"ok": None, "reason": "not applicable: imported"}


def test_audit_finds_no_error(run: Run, imported: list[str]) -> None:
    result = run("audit", "--json", "--errors", *imported)

    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(one["log"], one["findings"]) for one in found if one["findings"]] == []
    assert result.exit_code == 0


def test_audit_tells_how_the_client_deals_as_information(run: Run, tmp_path: Path) -> None:
    """The hand is dealt at once, and cards go to the bottom at the keep: odd, and no error."""
    record = next((path for path in RECORDS if path.name.startswith(DEALS)), None)
    if record is None:
        pytest.skip("no record here in which a player mulligans twice")
    told = data(run("import", str(record), "-o", str(tmp_path), "--json"))
    result = run("audit", "--json", *(game["log"] for game in told["games"]))
    found = [one for line in result.stdout.splitlines() for one in json.loads(line)["findings"]]
    dealt = [one for one in found if one["code"] == "mulligan/bottom_first"]

    assert result.exit_code == 0
    assert {one["severity"] for one in dealt} == {"info"}
    assert all("this client deals at once" in one["message"] for one in dealt)


@pytest.mark.parametrize("seat", ["judge", "public"])
def test_show_anywhere(run: Run, imported: list[str], seat: str) -> None:
    chosen = random.Random(705)  # noqa: S311 - which positions to look at
    for path in imported:
        seq = chosen.randrange(len(apnap.open(path)))
        result = run("show", f"{path}@{seq}", "--diff", "--seat", seat)
        assert result.exit_code == 0, result.stderr


def test_log(run: Run, imported: list[str]) -> None:
    for path in imported[:3]:
        assert len(run("log", path).stdout.splitlines()) == len(apnap.open(path))


def test_export_and_read_again(run: Run, imported: list[str], tmp_path: Path) -> None:
    for number, path in enumerate(imported):
        copy = tmp_path / f"{number}.apnap.jsonl"
        assert run("export", path, "--format", "log", "-o", str(copy)).exit_code == 0
        assert copy.read_bytes() == Path(path).read_bytes()
        rows = run("export", path).stdout.splitlines()
        assert len(rows) == len(apnap.open(path))


def test_scan(imported: list[str]) -> None:
    scan = apnap.scan(str(Path(imported[0]).parent / "*.jsonl"))

    assert len(list(scan)) == len(imported)
    assert scan.skipped == []
