"""Entries from outside the game: judges, set-ups, notes, take-backs; taken as they stand.

Nothing of them follows from the rules, so nothing of them is re-derived.
"""

from events.base import Decision
from events.records import Draft, Record
from events.rulings import Corrected, FactObserved, NoteAdded, Rewound, RulingMade

OUTSIDE_AUTHORS = frozenset({"judge", "apnap", "import"})
OUTSIDE_EVENTS = (RulingMade, Corrected, Rewound, NoteAdded, FactObserved)


def is_outside(entry: Record | Draft) -> bool:
    """Whether an entry was made by somebody beside the game, and not by a player or a rule."""
    if isinstance(entry.event, Decision):
        return False
    return entry.by in OUTSIDE_AUTHORS or isinstance(entry.event, OUTSIDE_EVENTS)
