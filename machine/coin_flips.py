"""Not written yet."""

from events.base import Event
from machine.chance import Chance
from machine.procedure import NOBODY, Asked
from projections.table import Table


def awaiting(table: Table) -> Asked:
    """Nobody."""
    del table
    return NOBODY


def advance(table: Table, chance: Chance | None = None) -> tuple[Event, ...]:
    """Nothing."""
    del table, chance
    return ()
