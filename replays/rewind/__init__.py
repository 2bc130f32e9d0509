"""Backup sheets: what going back to a record takes, what it crosses, and who may decide on it."""

from replays.rewind.plan import RewindPlan, plan

__all__ = ["RewindPlan", "plan"]
