"""``apnap divide``: lists, counts and refusals, as people read them and as JSON."""

import json
from math import comb

import pytest

from tests.replays.cli.conftest import Run, data


def test_every_division_is_listed_and_counted(run: Run) -> None:
    result = run("divide", "4", "bob", "Bear", "--rules", "2026-11-01")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "bob 3, Bear 1",
        "bob 2, Bear 2",
        "bob 1, Bear 3",
        "3 divisions (CR 601.2d, 2026-11-01)",
    ]


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("4", "a"), 1),
        (("4", "a", "b", "c", "d"), 1),
        (("10", "a", "b", "c", "d"), 84),
        (("4", "a", "b", "c", "d", "e", "f", "--any"), 126),
        (("3", "a", "b", "--any"), 4),
        (("4", "a", "b", "c", "--unit", "1/2"), 21),
        (("4", "a", "b", "--rules", "1999-06-01"), 5),
        (("0",), 1),
        (("1000", *(f"t{number}" for number in range(40)), "--any"), comb(1039, 1000)),
    ],
    ids=lambda words: str(words)[:40],
)
def test_the_count(words: tuple[str, ...], count: int, run: Run) -> None:
    assert data(run("divide", *words, "--json"))["count"] == count


def test_a_long_list_is_cut_unless_all_is_asked_for(run: Run) -> None:
    words = ("divide", "12", "a", "b", "c", "d")
    cut, whole = run(*words), run(*words, "--all")
    assert len(cut.stdout.splitlines()) == 101
    assert "100 of 165; --all" in cut.stderr
    assert len(whole.stdout.splitlines()) == 166


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("4", "a", "b", "--shares", "3,2"), "divide/sum"),
        (("4", "a", "b", "--shares", "4,0"), "divide/minimum"),
        (("4", "a", "b", "--shares", "4"), "divide/targets"),
        (("4", "a", "b", "c", "d", "e"), "targets/number"),
        (("4", "a", "b", "c", "d", "e", "--shares", "1,1,1,1,0"), "targets/number"),
        (("1", "a", "b", "c", "--unit", "1/2", "--shares", "1/2,1/2,0"), "targets/number"),
    ],
    ids=str,
)
def test_a_refusal_says_why(words: tuple[str, ...], code: str, run: Run) -> None:
    result = run("divide", *words, "--json")
    assert result.exit_code == 6
    told = json.loads(result.stderr)["error"]
    assert (told["code"], told["rule"]) == (code, "601.2d")


@pytest.mark.parametrize(
    ("shares", "told"),
    [
        ("4,4", "cannot divide 4 as [4, 4] (CR 601.2d): the shares add up to 8 "),
        ("1½,2", "cannot divide 4 as [1½, 2] (CR 601.2d): the shares add up to 3½ "),
        ("4,0", "cannot divide 4 as [4, 0] (CR 601.2d): each target gets at least one half "),
    ],
)
def test_a_refusal_tells_points_where_halves_are_divided(shares: str, told: str, run: Run) -> None:
    assert told in run("divide", "4", "bob", "Bear", "--unit", "1/2", "--shares", shares).stderr


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("4", "bob", "Bear", "--shares", "3,1"), "legal: bob 3, Bear 1 (CR 601.2d)"),
        (
            ("4", "bob", "Bear", "--unit", "1/2", "--shares", "3½,1/2"),
            "legal: bob 3½, Bear ½ (CR 601.2d)",
        ),
        (
            ("4", "bob", "Bear", "--rules", "1999-06-01", "--shares", "4,0"),
            "legal: bob 4, Bear 0 (CR 601.2d)",
        ),
    ],
    ids=str,
)
def test_a_legal_division(words: tuple[str, ...], line: str, run: Run) -> None:
    result = run("divide", *words)
    assert (result.exit_code, result.stdout.strip()) == (0, line)


@pytest.mark.parametrize(
    "words",
    [("4", "a", "a"), ("4", "a", "--shares", "x"), ("4", "a", "b", "--shares", "3½,½")],
    ids=str,
)
def test_what_is_no_question(words: tuple[str, ...], run: Run) -> None:
    result = run("divide", *words)
    assert result.exit_code != 0
    assert "usage/divide" in result.stderr
