"""``apnap stats`` as people run it: cards looked for, samples, corrections, and what is refused."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from replays.cli import main

for library in ("pyarrow", "scipy", "statsmodels"):
    pytest.importorskip(library, reason=f"{library} is not installed: make analysis")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), env={"LC_ALL": "C.UTF-8"})


def test_sizes_of_samples_need_no_logs() -> None:
    result = run("--json", "stats", "--sample", "60,50/75,59.4:46.3")

    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert [(one["groups"], one["games"]) for one in told["samples"]] == [
        (1, 194),
        (1, 26),
        (2, 227),
    ]
    assert "227" in run("--lang", "ja", "stats", "--sample", "59.4:46.3").stdout


@pytest.mark.parametrize("text", ["50", "60:60", "0", "101", "sixty", "60,"])
def test_samples_that_say_nothing_are_refused(text: str) -> None:
    result = run("stats", "--sample", text)

    assert result.exit_code == 2
    assert "write 60 (beside 50 %)" in result.stderr


def test_nothing_to_ask_is_refused() -> None:
    result = run("stats")

    assert result.exit_code == 2
    assert "give logs" in result.stderr


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return an export of 40 openings in which both players look for a key, with Powders."""
    folder = tmp_path_factory.mktemp("sought")
    deck = "4 Key, 4 Serum Powder, 52 Other"
    words = ("--deck", deck, "--want", "key", "--games", "40", "--seed", "sought")
    engine = ("--engine", "serial")
    logs = ("--keep-logs", f"{folder}/logs")
    assert run("simulate", "mulligans", *words, *logs, *engine).exit_code == 0
    out = f"{folder}/tables"
    assert run("export", f"{folder}/logs", "-o", out, "--names", *engine).exit_code == 0
    return out


def test_cards_looked_for_beside_the_exact_chance(tables: str, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    words = ("--want", "key", "--html", str(html))
    told = json.loads(run("--json", "stats", tables, "--only", "sought,policy", *words).stdout)
    (answer,) = told["answers"]

    assert answer["group"] == ["london", "4 Key + 4 Serum Powder", "decks of 60", "down to 1"]
    assert answer["n"] == 80
    assert round(100 * answer["expected"], 3) == 99.253
    assert answer["low"] < answer["value"] <= answer["high"]
    assert "99.3 %" in html.read_text(encoding="utf-8")


def test_one_seed_under_two_rules_is_compared_game_by_game(tmp_path: Path) -> None:
    """The same shuffles: Paris and London give the same first hands, and other ones after."""
    logs = str(tmp_path / "logs")
    words = ("--deck", "24 Forest, 36 Wurm", "--keep", "7:3-4", "--down-to", "5", "--seed", "two")
    for day in ("2012-01-01", "2025-06-06"):
        more = ("--rules", day, "--games", "30", "--keep-logs", logs, "--engine", "serial")
        assert run("simulate", "mulligans", *words, *more).exit_code == 0
    again = run("simulate", "mulligans", *words, "--keep-logs", logs, "--rules", "2012-01-01")
    assert again.exit_code == 6, "nothing is replaced"

    result = run("--json", "stats", logs, "--only", "variants", "--engine", "serial")
    full, size = json.loads(result.stdout)["answers"]
    assert full["group"] == ["2012-01-01", "2025-06-06", "full hand kept"]
    assert (full["n"], full["test"], size["n"]) == (60, "McNemar", 60)
    assert result.stderr == ""


def test_what_an_export_left_out_is_told(tmp_path: Path) -> None:
    logs, engine = str(tmp_path / "logs"), ("--engine", "serial")
    words = ("mulligans", "--games", "3", "--keep-logs", logs)
    assert run("simulate", *words, *engine).exit_code == 0
    for tables, form in (("games,players", "parquet"), ("coins", "parquet"), ("games", "csv")):
        out = str(tmp_path / f"{tables}.{form}")
        more = ("--tables", tables, "--format", form, *engine)
        assert run("export", logs, "-o", out, *more).exit_code == 0

    some = run("stats", str(tmp_path / "games,players.parquet"), "--only", "mulligans,flips")
    assert "no answer to flips: this export has no mulligans, flips, coins" in some.stderr
    whole = run("stats", str(tmp_path / "games,players.parquet"), "--only", "mulligans")
    assert whole.stderr == ""
    for name in ("coins.parquet", "games.csv"):
        none = run("stats", str(tmp_path / name))
        assert none.exit_code == 3
        assert "has no games.parquet" in none.stderr


def test_games_of_one_name_are_told(tmp_path: Path) -> None:
    words = ("simulate", "mulligans", "--games", "3", "--engine", "serial", "--keep-logs")
    folders = [str(tmp_path / name) for name in ("one", "other")]
    for folder in folders:
        assert run(*words, folder).exit_code == 0
    result = run("stats", *folders, "--only", "mulligans", "--engine", "serial")

    assert "games with the name of another one: 3" in result.stderr


def test_exploring_is_corrected_less(tables: str) -> None:
    values = []
    for correction in ("holm", "benjamini-hochberg"):
        words = ("stats", tables, "--want", "Key", "--correction", correction)
        told = json.loads(run("--json", *words).stdout)
        values.append([one["p_corrected"] for one in told["answers"] if one["p"] is not None])

    assert len(values[0]) > 1
    assert all(a >= b for a, b in zip(*values, strict=True))
