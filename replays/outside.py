"""Entries from outside the game: judges, set-ups, notes, take-backs; taken as they stand.

Nothing of them follows from the rules, so nothing of them is re-derived; but not everybody may write one.
"""

from collections.abc import Collection

from events.base import Decision
from events.errors import IllegalAction
from events.records import Draft, Record
from events.rulings import Corrected, FactObserved, NoteAdded, Rewound, RulingMade

OUTSIDE_AUTHORS = frozenset({"judge", "apnap", "import"})
OUTSIDE_EVENTS = (RulingMade, Corrected, Rewound, NoteAdded, FactObserved)

NATIVE_AUTHORS = ("judge", "apnap")
"""Who may enter anything in a game that was played here; players may add notes."""

RULE = "MTR.judge"


def is_outside(entry: Record | Draft) -> bool:
    """Whether an entry was made by somebody beside the game, and not by a player or a rule."""
    if isinstance(entry.event, Decision):
        return False
    return entry.by in OUTSIDE_AUTHORS or isinstance(entry.event, OUTSIDE_EVENTS)


def check_author(entry: Record | Draft, seats: Collection[str]) -> None:
    """Raise ``IllegalAction`` unless what stands in a native log as it is, is its author's to enter."""
    by, event = entry.by, entry.event
    if by in NATIVE_AUTHORS or (by in seats and isinstance(event, Decision | NoteAdded)):
        return
    raise IllegalAction(
        "record/author",
        f"{by or 'nobody'} cannot enter {type(event).__name__}",
        rule=RULE,
        because="a judge enters what nothing leads to; players decide, and add notes",
        legal=NATIVE_AUTHORS,
    )
