"""Stores of game logs: one contract, three implementations."""
