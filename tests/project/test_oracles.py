"""Every shared oracle is asked for by a test."""

import re
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from events.vocabulary import SPROCKETS
from machine.contraptions import next_sprocket
from machine.splits import compositions, count_of
from tests.replays.simulation.worlds import ORACLES

TESTS = Path(__file__).resolve().parents[1]
LEAST = 4
"""Letters that a name made of parts must begin with: otherwise it would match any other."""

COUNTS = {
    name: one["params"]
    for name, one in ORACLES.items()
    if name.startswith(("divide_", "combat_", "halves_", "contraptions_", "crank_after_"))
}

needs_oracles = pytest.mark.skipif(not ORACLES, reason="no shared/oracles above this folder")


def count(params: dict[str, Any]) -> int:
    """Return what the machine counts for the parameters of an oracle."""
    match params:
        case {"total": total, "targets": targets, "minimum each": 1}:
            return _among(total, targets, 1)
        case {"total": total, "targets": targets, "minimum each": "1/2 (Un-games)"}:
            return _among(2 * total, targets, 1)
        case {"damage": damage, "recipients": recipients, "minimum each": 0}:
            return _among(damage, recipients, 0)
        case {"total": total, "available targets": there}:
            most = min(params.get("at most", there), total)
            return sum(comb(there, some) * _among(total, some, 1) for some in range(1, most + 1))
        case {"contraptions": contraptions, "sprockets": sprockets}:
            assert sprockets == len(SPROCKETS)
            return int(len(SPROCKETS) ** int(contraptions))
        case {"upkeeps with a contraption": upkeeps, "start": sprocket}:
            for _ in range(upkeeps):
                sprocket = next_sprocket(sprocket)
            return int(sprocket)
    raise AssertionError(params)


def _among(amount: int, parts: int, least: int) -> int:
    found = set(compositions(amount, parts, least))
    assert len(found) == count_of(amount, parts, least)
    return len(found)


@needs_oracles
@pytest.mark.parametrize("name", COUNTS)
def test_counts_are_those_of_the_oracles(name: str) -> None:
    assert count(COUNTS[name]) == Fraction(ORACLES[name]["fraction"])


def asked() -> list[re.Pattern[str]]:
    """Return the names that tests ask for; of one made of parts, a pattern with its fixed ones."""
    files = (path for path in TESTS.rglob("*.py") if path != Path(__file__))
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    names = re.findall(rf'"([a-z][a-zA-Z0-9_]{{{LEAST},}})"', text)
    made = re.findall(rf'f"([a-z][a-zA-Z0-9_]{{{LEAST - 1},}}{{[a-zA-Z0-9_{{}}]+)"', text)
    patterns = (re.sub(r"\\{[a-z]*\\}", r"\\w+", re.escape(name)) for name in made)
    return [*map(re.compile, map(re.escape, set(names))), *map(re.compile, set(patterns))]


@needs_oracles
def test_every_oracle_is_asked_for() -> None:
    patterns = asked()
    left = [
        name
        for name in ORACLES
        if name not in COUNTS and not any(one.fullmatch(name) for one in patterns)
    ]

    assert left == []
    assert not any(one.fullmatch("an_oracle_that_nobody_has") for one in patterns)
