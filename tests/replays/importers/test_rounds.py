"""CR 103.5: declarations in rounds, whatever the pace at which a client took them."""

import pytest

from replays.importers.rounds import Round, rounds


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, []),
        ({"a": [False], "b": [False]}, [("ab", "ab", "")]),
        ({"a": [True, False], "b": [False]}, [("ab", "b", "a"), ("a", "a", "")]),
        ({"a": [True, True, False], "b": [True, False]}, [("ab", "", "ab"), ("ab", "b", "a"), ("a", "a", "")]),
        ({"a": [], "b": [True]}, [("b", "", "b")]),
    ],
    ids=["nobody", "all_keep", "one_mulligan", "two_and_one", "cut_off"],
)  # fmt: skip
def test_rounds(said: dict[str, list[bool]], expected: list[tuple[str, str, str]]) -> None:
    found: list[Round[str]] = list(rounds(list(said), lambda seat: said[seat]))
    told = [
        tuple("".join(part) for part in (one.speaking, one.keeping, one.taking)) for one in found
    ]
    assert told == expected
    assert [one.number for one in found] == list(range(1, len(found) + 1))
