"""The register of folds: which function applies which event.

A fold is total: an event out of place changes what it can and never fails.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from events.base import Event
from projections.table import Table

Fold = Callable[[Table, Any], Table]
E = TypeVar("E", bound=Event)

FOLDS: dict[type[Event], Fold] = {}


def applies(kind: type[E]) -> Callable[[Callable[[Table, E], Table]], Callable[[Table, E], Table]]:
    """Register the decorated function as what applies one kind of event."""

    def register(fold: Callable[[Table, E], Table]) -> Callable[[Table, E], Table]:
        if kind in FOLDS:
            raise ValueError(f"two folds apply {kind.__name__}")
        FOLDS[kind] = fold
        return fold

    return register


def nothing(table: Table, _event: Event) -> Table:
    """Apply an event that changes nothing on the table."""
    return table
