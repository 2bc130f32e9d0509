"""What players have learned since a record, and cannot forget by going back.

Implements CR 400.2 backwards. Seen for the first time: nobody knew the card (a draw, a look).
Shown: its player knew it, and others know it now.
"""

from collections.abc import Iterator

from msgspec import Struct

from events.identifiers import ObjectId, Seat
from events.vocabulary import Zone
from projections.identity import renamed
from projections.sight import can_tell
from projections.table import GameObject, Table
from replays.game_log import GameLog


class Learned(Struct, frozen=True, kw_only=True):
    """A card that players came to know with a record."""

    seq: int
    card: ObjectId
    """As it is named after the record."""
    seats: tuple[Seat, ...]
    shown: bool
    """Somebody knew it before: it was only shown to the others."""
    zone: Zone
    """Where it lay when they came to know it."""


def learned(before: Table, after: Table, seq: int, log: GameLog) -> Iterator[Learned]:
    """Yield each card that somebody came to know with a record."""
    if before.objects is after.objects:
        return
    was = {new: old for old, new in renamed(log.log[seq].event, before).items()}
    for name in sorted(after.objects):
        thing = after.objects[name]
        if thing is before.objects.get(name) or thing.is_token:
            continue
        old = before.objects.get(was.get(name, name))
        knew = _tellers(before, old)
        new = tuple(seat for seat in _tellers(after, thing) if seat not in knew)
        if new and old is not None:
            yield Learned(seq=seq, card=name, seats=new, shown=bool(knew), zone=old.zone)


def _tellers(table: Table, thing: GameObject | None) -> tuple[Seat, ...]:
    """Return who can tell which card an object is."""
    if thing is None:
        return ()
    return tuple(seat for seat in table.turn_order if can_tell(table, thing, seat))


class Followed:
    """Follows cards through their lives, to say which of them everybody knows in the end."""

    def __init__(self) -> None:
        self._now: dict[ObjectId, ObjectId] = {}
        """The name a card has now -> the name it was followed from."""
        self.known: set[ObjectId] = set()

    def follow(self, name: ObjectId) -> None:
        """Follow a card from now on."""
        self._now[name] = name

    def step(self, log: GameLog, seq: int) -> None:
        """Go on to the table after a record."""
        before, after = log.tables[seq - 1], log.tables[seq]
        for old, new in renamed(log.log[seq].event, before).items():
            if old in self._now:
                self._now[new] = self._now.pop(old)
        if before.objects is after.objects:
            return
        for name, first in self._now.items():
            thing = after.objects.get(name)
            if thing is not None and len(_tellers(after, thing)) == len(after.turn_order):
                self.known.add(first)
