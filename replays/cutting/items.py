"""What a game is made from: decisions with all that belongs to them, outcomes, entries from outside."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from events.base import Chance as ChanceEvent
from events.base import Decision, Event
from events.combat import AttackersDeclared, BlockersDeclared
from events.records import Record
from events.rulings import Rewound
from events.turns import PriorityPassed
from replays.boundaries import begins_batch, standing
from replays.game_log import GameLog
from replays.outside import is_outside


class Item(Struct, frozen=True):
    """One thing that can be left out: a decision with all that belongs to it, or one outcome."""

    kind: Literal["decisions", "chance", "outside"]
    records: tuple[Record, ...]

    @property
    def seq(self) -> int:
        """The number of its first record in the original."""
        return self.records[0].seq


def items_of(game: GameLog, at: int) -> tuple[Item, ...]:
    """Return what a game up to a record was made from, without what was taken back."""
    log, tables = game.log, game.tables
    items: list[Item] = []
    for seq in standing(log[: at + 1]):
        record = log[seq]
        event: Event = record.event
        if seq <= game.header.given or isinstance(event, Rewound):
            continue
        if isinstance(event, ChanceEvent):
            items.append(Item("chance", (record,)))
        elif is_outside(record):
            items.append(Item("outside", (record,)))
        elif isinstance(event, Decision) and record.cause is None:
            together = bool(items) and not begins_batch(log, tables, seq)
            place = _last_decisions(items) if together else None
            if place is None:
                items.append(Item("decisions", (record,)))
            else:
                items[place] = Item("decisions", (*items[place].records, record))
    return tuple(items)


def _last_decisions(items: Sequence[Item]) -> int | None:
    places = (place for place in reversed(range(len(items))) if items[place].kind == "decisions")
    return next(places, None)


def is_idle(item: Item) -> bool:
    """Whether an item is a decision to do nothing, which is made again wherever it is needed."""
    event: Event = item.records[0].event
    match event:
        case PriorityPassed():
            return True
        case AttackersDeclared():
            return not event.attacks
        case BlockersDeclared():
            return not event.blocks
        case _:
            return False
