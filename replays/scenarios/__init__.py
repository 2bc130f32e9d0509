"""Scenarios: given a table, when these decisions are made, then this follows. Files that anyone can run."""

from replays.scenarios.running import Outcome, run_file, run_scenario
from replays.scenarios.shape import Scenario, load_scenarios

__all__ = ["Outcome", "Scenario", "load_scenarios", "run_file", "run_scenario"]
