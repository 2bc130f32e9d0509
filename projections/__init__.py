"""Folds: from events to the table, and what it means to a reader."""
