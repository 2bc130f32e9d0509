"""The guide to playing: its commands run, with the exit codes and the output that it shows."""

import re
from pathlib import Path

import pytest

from events.card_files import read_cards
from replays.play.answers import COMMANDS
from tests.replays.cli.conftest import Run
from tests.replays.cli.pages import blocks, commands

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guides" / "playing.md"
TEXT = GUIDE.read_text(encoding="utf-8")
REFUSED = 6


def test_the_commands_do_what_the_guide_shows(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    codes = []
    for words, shown in commands(TEXT):
        result = run(*words)
        told = result.stdout + result.stderr
        assert [line for line in shown if line not in told] == [], words
        codes.append(result.exit_code)

    assert codes == [0, 0, 0, 0, 0, 0, REFUSED, 0, 0]


def test_the_card_of_the_guide_is_a_card() -> None:
    assert [card.name for card in read_cards(blocks(TEXT, "toml")[0], "guide")] == ["Great Fire"]


def test_the_python_of_the_guide_runs() -> None:
    names: dict[str, object] = {}
    exec(blocks(TEXT, "python")[0], names)  # noqa: S102 - our own page

    assert "decision" in names


def test_every_word_for_a_command_is_in_the_guide() -> None:
    named = set(re.findall(r"`([a-z]+)(?: \d+)?`", TEXT))

    assert sorted(set(COMMANDS.values()) - named) == []
