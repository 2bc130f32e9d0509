"""Simulation: many openings, flips or whole games by policies, with intervals, and exactly where possible."""
