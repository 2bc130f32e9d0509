"""Which records of a log still count: a take-back undoes what came after the record it names.

Everything stays in the log; what reads it as the story of a game asks here first.
"""

from collections.abc import Iterable

from events.base import Event
from events.records import Record
from events.rulings import Rewound


def standing(records: Iterable[Record]) -> tuple[Record, ...]:
    """Return the records that no take-back has undone, the take-backs that stand among them."""
    left: list[Record] = []
    for record in records:
        event: Event = record.event
        if isinstance(event, Rewound):
            while left and left[-1].seq > event.to:
                left.pop()
        left.append(record)
    return tuple(left)
