"""``explain LOG@POS DECISION``: who says what for and against a decision."""

import json
from pathlib import Path

import pytest

from replays.files import write_log
from replays.scenarios import load_scenarios, run_scenario
from tests.replays.cli.conftest import Run, data

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "golden_rules.yaml"


def log_of(scenario: str, folder: Path) -> str:
    """Return the path of the log that a scenario makes."""
    found = next(one for one in load_scenarios(SCENARIOS) if one.id == scenario)
    game = run_scenario(found).log
    assert game is not None
    path = folder / "game.apnap.jsonl"
    write_log(game.log, path)
    return str(path)


@pytest.fixture
def lands(tmp_path: Path) -> str:
    return log_of("R109-cant-play-lands-beats-an-additional-land", tmp_path)


def played(log: str) -> str:
    header, *records = map(json.loads, Path(log).read_text(encoding="utf-8").splitlines())
    assert header["event"]["type"] == "GameCreated"
    forest = next(one["event"]["new"] for one in records if one["event"].get("to") == "hand")
    return json.dumps({"type": "LandPlayed", "player": "ann", "card": forest})


def test_101_2_the_whole_chain(run: Run, lands: str) -> None:
    result = run("explain", "--json", f"{lands}@end", played(lands))

    told = data(result)
    assert result.exit_code == 1
    assert (told["allowed"], told["rule"], told["by"]) == (False, "101.2", "ann")
    chain = [(one["allows"], one["by"], one.get("card"), one["decides"]) for one in told["reasons"]]
    assert chain == [
        (True, "rule", None, False),
        (True, "effect", "Second Furrow", False),
        (False, "effect", "Fallow Decree", True),
    ]


def test_101_2_for_people(run: Run, lands: str) -> None:
    result = run("explain", f"{lands}@end", played(lands))

    assert "ann: LandPlayed" in result.stdout
    assert "not allowed" in result.stdout
    assert "- 101.2    Fallow Decree" in result.stdout
    assert result.stdout.count("<- decides") == 1


def test_101_1_what_is_allowed_ends_with_code_0(run: Run, tmp_path: Path) -> None:
    log = log_of("R110-the-rule-alone", tmp_path)
    concession = json.dumps({"type": "Conceded", "player": "ann"})
    told = data(run("explain", "--json", log, concession))
    assert (told["allowed"], told["rule"]) == (True, "104.3a")
    assert run("explain", log, concession).exit_code == 0


def test_722_6_by_another_player(run: Run, lands: str) -> None:
    concession = json.dumps({"type": "Conceded", "player": "ann"})
    told = data(run("explain", "--json", "--by", "bob", lands, concession))
    assert (told["allowed"], told["rule"]) == (False, "722.6")


def test_400_2_nobody_asks_for_another_seat(run: Run, lands: str) -> None:
    result = run("explain", "--seat", "bob", lands, played(lands))
    assert result.exit_code == 2
    assert "may not know what ann could do" in result.stderr
    assert run("explain", "--seat", "ann", lands, played(lands)).exit_code == 1


def test_722_4_who_controls_a_player_may_ask_for_them(run: Run, tmp_path: Path) -> None:
    log = log_of("R126-nobody-concedes-for-another", tmp_path)
    played = next(
        record
        for record in map(json.loads, Path(log).read_text(encoding="utf-8").splitlines())
        if record["event"]["type"] == "LandPlayed"
    )
    place, decision = f"{log}@{played['seq'] - 1}", json.dumps(played["event"])
    assert run("explain", "--seat", "bob", "--by", "bob", place, decision).exit_code == 0
    assert run("explain", "--seat", "bob", f"{log}@1", decision).exit_code == 2


@pytest.mark.parametrize(
    ("place", "decision", "code"),
    [
        ("@end", "no JSON", "usage/json"),
        ("@end", '{"type": "LandPlayed"}', "usage/decision_field"),
        ("@end", '{"type": "CoinFlipped", "flip": 1}', "usage/decision_type"),
        ("@end", '{"type": "Nothing", "player": "ann"}', "usage/decision_type"),
        ("@end", '{"type": "Conceded", "player": "zed"}', "usage/decision_player"),
        ("@999", '{"type": "Conceded", "player": "ann"}', "position/range"),
    ],
)
def test_what_cannot_be_explained(
    run: Run, lands: str, place: str, decision: str, code: str
) -> None:
    result = run("explain", f"{lands}{place}", decision)
    assert result.exit_code == 2
    assert f"[{code}]" in result.stderr


def test_101_1_the_rules_of_the_day_do_not_say(run: Run, tmp_path: Path) -> None:
    """Before 2004-06-01 it was not said whose "can't" beats a "may": the chain tells so."""
    log = log_of("R110-before-the-rules-said-whose-cant-beats-a-may", tmp_path)
    played = next(
        record
        for record in map(json.loads, Path(log).read_text(encoding="utf-8").splitlines())
        if record["event"]["type"] == "LandPlayed"
    )
    place, decision = f"{log}@{played['seq'] - 1}", json.dumps(played["event"])
    result = run("explain", place, decision)
    assert result.exit_code == 0
    assert "the rules of that day do not say" in result.stdout
    assert [line.split()[:2] for line in result.stdout.splitlines()[3:]] == [
        ["-", "305.1"],
        ["+", "101.1"],
    ]
