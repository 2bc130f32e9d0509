"""Logs as tidy tables: what each table holds, rows of a game, statistics and charts of many."""
