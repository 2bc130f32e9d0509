"""Every shared oracle is asked for by a test here, or says why a simulation has no say in it."""

import re
from pathlib import Path

import pytest

from tests.replays.simulation.worlds import ORACLES

HERE = Path(__file__).parent
ELSEWHERE = {
    "divide_": "divisions are enumerated in tests/machine/division",
    "combat_": "combat damage is enumerated in tests/machine/division",
    "halves_": "half points are enumerated in tests/machine/division",
    "contraptions_": "sprockets are enumerated in tests/machine/contraptions",
    "crank_after_": "the CRANK! counter is moved in tests/machine/contraptions",
    "binom_": "statistics: tests/replays/analysis",
    "seat": "statistics: tests/replays/analysis",
    "runs_": "statistics: tests/replays/test_fairness.py",
}
"""Beginning of an oracle's name -> where its number is tested, if not by simulated openings."""


def asked() -> list[re.Pattern[str]]:
    """Return what the tests of this folder ask for; a name made of parts is a pattern."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    names = set(re.findall(r'"([a-z0-9_{}A-Z]+)"', text))
    names |= {name.replace("{where}", "{}") for name in re.findall(r'f"([a-z0-9_{}A-Z]+)"', text)}
    return [re.compile(re.sub(r"\\{[a-z]*\\}", r"\\w+", re.escape(name))) for name in names]


def test_every_oracle_is_asked_for() -> None:
    if not ORACLES:
        pytest.skip("no shared/oracles above this folder")
    patterns = asked()
    left = [
        name
        for name in ORACLES
        if not name.startswith(tuple(ELSEWHERE))
        and not any(one.fullmatch(name) for one in patterns)
    ]

    assert left == []
