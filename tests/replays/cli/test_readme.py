"""The README's tour: its commands run, and give the lines that it shows."""

from pathlib import Path

import pytest

from tests.replays.cli.conftest import Run
from tests.replays.cli.pages import blocks, commands

README = (Path(__file__).resolve().parents[3] / "README.md").read_text(encoding="utf-8")
TOUR = README.partition("<!-- tour: begin -->")[2].partition("<!-- tour: end -->")[0]
FINDINGS = 1


def test_the_tour_is_what_the_commands_print(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    told = list(commands(TOUR))

    assert len(told) >= 8
    for words, shown in told:
        result = run(*words)
        printed = [line.rstrip() for line in (result.stdout + result.stderr).splitlines()]
        assert [line for line in shown if line.rstrip() not in printed] == [], words
        assert result.exit_code in (0, FINDINGS), words


def test_the_python_of_the_tour_runs(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("demo", "-o", "demo.apnap.jsonl").exit_code == 0
    exec(blocks(TOUR, "python")[0], {})  # noqa: S102 - our own page

    assert capsys.readouterr().out.splitlines() == ["214 18 True", "562"]
