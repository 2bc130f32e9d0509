"""`apnap scenario`: what is as it should be, what is not, and what cannot be run."""

import json
from pathlib import Path

import pytest

from replays.files import open_log
from tests.replays.cli.conftest import Run, data

GOOD = """
- id: A1-passing
  rule: "117.4"
  given:
    turn: {number: 3, active: ann, phase: beginning.upkeep}
    players: {ann: {library: [Forest*3]}, bob: {library: [Forest*3]}}
  when:
    - pass: 2
  then:
    table: {turn.phase: beginning.draw}
"""
BAD = GOOD.replace("A1-passing", "A2-wrong").replace("beginning.draw", "beginning.untap")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.yaml"


def test_all_as_expected(run: Run, file: Path) -> None:
    file.write_text(GOOD, encoding="utf-8")
    result = run("scenario", str(file))

    assert result.exit_code == 0
    assert result.stdout == f"{file}\n  ✓ A1-passing (117.4)\n1 as expected, 0 not\n"


def test_what_is_not_as_expected_is_told(run: Run, file: Path) -> None:
    file.write_text(GOOD + BAD, encoding="utf-8")
    result = run("scenario", str(file))

    assert result.exit_code == 1
    assert "✗ A2-wrong (117.4)\n      turn.phase is 'beginning.draw', expected" in result.stdout
    assert result.stdout.endswith("1 as expected, 1 not\n")


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ("never: [CardMoved/exile]", "there is no event type CardMoved/exile"),
        ("never: [{type: CardMoved, into: exile}]", "CardMoved has no into"),
        ("count: {Cranked: 0}", "there is no event type Cranked"),
    ],
)
def test_what_no_event_can_be_is_no_expectation(
    run: Run, file: Path, expected: str, told: str
) -> None:
    file.write_text(GOOD.replace("table: {", f"{expected}\n    table: {{"), encoding="utf-8")
    result = run("scenario", str(file))

    assert result.exit_code == 1
    assert told in result.stdout


def test_as_json(run: Run, file: Path) -> None:
    file.write_text(GOOD + BAD, encoding="utf-8")
    told = data(run("scenario", "--json", str(file)))

    assert [(one["id"], one["ok"]) for one in told["scenarios"]] == [
        ("A1-passing", True),
        ("A2-wrong", False),
    ]


def test_logs_of_scenarios(run: Run, file: Path, tmp_path: Path) -> None:
    file.write_text(GOOD, encoding="utf-8")
    folder = tmp_path / "logs"

    assert run("scenario", str(file), "--log", str(folder)).exit_code == 0
    log = folder / "mine.A1-passing.apnap.jsonl"
    assert len(open_log(log)) > 5
    assert run("scenario", str(file), "--log", str(folder)).exit_code == 6
    assert run("scenario", str(file), "--log", str(folder), "--overwrite").exit_code == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "scenario/unreadable"),
        ("{", "scenario/no_yaml"),
        ("a: b", "scenario/shape"),
        ("- id: x\n  rule: '1'\n  nonsense: 1\n", "scenario/field"),
    ],
)
def test_a_bad_file_is_told_and_stops_no_other(
    run: Run, file: Path, tmp_path: Path, text: str | None, told: str
) -> None:
    good = tmp_path / "good.yaml"
    good.write_text(GOOD, encoding="utf-8")
    if text is not None:
        file.write_text(text, encoding="utf-8")
    result = run("scenario", str(file), str(good))
    as_json = run("scenario", "--json", str(file), str(good))

    assert result.exit_code == as_json.exit_code == 3
    assert told in result.stderr
    assert "1 as expected, 0 not" in result.stdout
    assert json.loads(as_json.stdout.splitlines()[0])["error"]["code"] == told
