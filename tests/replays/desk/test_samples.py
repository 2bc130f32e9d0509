"""The desk on real records, where a machine has them: every position tried at random."""

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

import apnap
from replays.cli import main
from replays.diff import diff
from replays.dispute.desk import dispute
from replays.game_log import GameLog
from replays.positions import undone
from replays.reports.moments import find, moment_page
from replays.reports.summary import LONGEST, summary
from replays.rewind import plan
from tests.replays.cli.conftest import Run, data
from tests.samples import WHY, samples

SAMPLES = samples()
RECORDS = sorted((SAMPLES / "arena-player-log" / "slim").glob("*.gz")) if SAMPLES else []
EVERY = 5
"""Every how many of the records are looked at here."""

TRIED = 6
"""Positions of each game that are tried."""

pytestmark = pytest.mark.skipif(not RECORDS, reason=WHY)


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("games")
    words = ["import", *map(str, RECORDS[::EVERY]), "-o", str(folder), "--json"]
    told = json.loads(CliRunner().invoke(main, words).stdout)
    return [game["log"] for game in told["games"]]


@pytest.fixture(scope="module")
def games(paths: list[str]) -> list[GameLog]:
    return [apnap.open(path) for path in paths]


def positions(game: GameLog, seed: int) -> list[int]:
    rng = random.Random(f"{game.header.game}:{seed}")  # noqa: S311 - which positions
    return sorted(rng.sample(range(len(game)), min(TRIED, len(game))))


def test_show_why_and_find_anywhere(run: Run, paths: list[str], games: list[GameLog]) -> None:
    for path, game in zip(paths, games, strict=True):
        for seq in positions(game, 1)[:2]:
            assert run("show", f"{path}@{seq}", "--json").exit_code == 0
            for seat in game.at(seq).players:
                assert game.why(f"players.{seat}.life", seq).at == seq
        seat = next(iter(game.header.seats)).seat
        found = run("find", "--first", f"players.{seat}.life < 20", path, "--json")
        assert found.exit_code in (0, 1), found.stderr


def test_reports_anywhere(games: list[GameLog]) -> None:
    for number, game in enumerate(games):
        for seq in positions(game, 2)[: 3 if number % 2 else 1]:
            found = find(game, seq)
            for lang in ("en", "ja"):
                assert len(moment_page(found, lang).sections) == 8
                assert len(summary(found, lang)) <= LONGEST


def test_backup_sheets_anywhere(games: list[GameLog]) -> None:
    for game in games:
        gone = undone(game.log)
        for seq in positions(game, 3):
            if seq not in gone:
                sheet = plan(game, seq)
                assert sheet.to == seq
                assert sheet.class_ in ("free", "consent", "judge")


def test_a_record_differs_from_itself_nowhere_and_from_another_somewhere(
    games: list[GameLog],
) -> None:
    for game, other in pairwise(games):
        assert diff(game, game).same
        assert not diff(game, other).same
        for seq in positions(game, 4)[:2]:
            cut = GameLog(game.log.prefix(seq + 1))
            found = diff(game, cut).first_divergence
            assert found is None or found.seqs[1] is None


def test_a_dispute_with_a_record_that_stops(games: list[GameLog]) -> None:
    for game in games[:6]:
        cut = GameLog(game.log.prefix(max(2, len(game) * 2 // 3)))
        found = dispute(game, cut)
        assert found.judgement_b is None
        assert any("imported from" in one for one in found.unknown)


def test_games_of_a_match(tmp_path: Path) -> None:
    lines = sorted((SAMPLES / "arena-match-jsonl").glob("*match*.gz")) if SAMPLES else []
    for line in lines:
        words = ["import", str(line), "-o", str(tmp_path / line.stem), "--json"]
        told = json.loads(CliRunner().invoke(main, words).stdout)
        for game in told["games"]:
            log = apnap.open(game["log"])
            assert diff(log, log).same


def test_a_path_with_a_typo(run: Run, paths: list[str]) -> None:
    refused = run("report", f"{paths[0]}@end", "--path", "players.seat9.life")

    assert refused.exit_code == 2
    assert "there is" in refused.stderr


def test_a_report_of_a_real_record(run: Run, paths: list[str], tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    assert run("report", f"{paths[0]}@t2", "-o", str(out), "--both").exit_code == 0
    assert "imported" in out.read_text(encoding="utf-8")
    assert data(run("rewind", f"{paths[0]}@t2", "--json"))["kind"] == "rewind"
