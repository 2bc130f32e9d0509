"""The first page of the documentation: its commands and its code run, and print what it shows."""

from pathlib import Path

import pytest

from tests.replays.cli.conftest import Run
from tests.replays.cli.pages import blocks, commands

TEXT = (Path(__file__).resolve().parents[3] / "docs" / "start.md").read_text(encoding="utf-8")


def test_the_page_says_what_is_printed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for words, shown in commands(TEXT):
        result = run(*words)
        printed = [line.rstrip() for line in result.stdout.splitlines()]
        assert [line for line in shown if line.rstrip() not in printed] == [], words
        assert result.exit_code == 0, words

    exec(blocks(TEXT, "python")[0], {})  # noqa: S102 - our own page
    assert capsys.readouterr().out.splitlines() == [
        "True 18",
        "11 ann MulliganDeclared",
        "12 bob MulliganDeclared",
    ]
