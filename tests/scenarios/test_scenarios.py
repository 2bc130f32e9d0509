"""Every scenario of this folder, run."""

from pathlib import Path

import pytest

from replays.scenarios import Scenario, load_scenarios, run_scenario

FILES = sorted(Path(__file__).parent.glob("*.yaml"))
SCENARIOS = [
    pytest.param(scenario, id=f"{file.stem}/{scenario.id}")
    for file in FILES
    for scenario in load_scenarios(file)
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenario(scenario: Scenario) -> None:
    """Given, when, then: nothing is as it should not be."""
    outcome = run_scenario(scenario)
    assert not outcome.failures
