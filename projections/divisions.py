"""Divisions as a reading of a log: what was announced, what each got, what was lost.

Implements CR 601.2d, 608.2b, 608.2d, 707.10 for readers; nothing here decides anything.
"""

from collections.abc import Sequence
from functools import singledispatchmethod

from msgspec import Struct
from msgspec.structs import replace

from events.base import Event
from events.damage import DamageDealt, DamagePrevented
from events.division import CountersDivided, DamageDivided, PreventionDivided, ShieldCreated
from events.game import PlayerLeft
from events.identifiers import CardName, ObjectId, Recipient, Seat
from events.records import Record
from events.stack import (
    InstructionDone,
    ResolutionEnded,
    SpellCopied,
    SpellCountered,
    TargetBecameIllegal,
    TargetsChanged,
)
from events.vocabulary import DivisionKind, DivisionUnit, Zone
from events.zones import CardMoved, CountersChanged
from projections.folds.stack import item_named
from projections.standing import standing
from projections.table import Table

Divided = DamageDivided | CountersDivided | PreventionDivided

KINDS: dict[type[Event], DivisionKind] = {
    DamageDivided: DivisionKind.DAMAGE,
    CountersDivided: DivisionKind.COUNTERS,
    PreventionDivided: DivisionKind.PREVENTION,
}


class Share(Struct, frozen=True, kw_only=True):
    """What one target of a division was to get, and got; all numbers in units of the division."""

    target: Recipient
    """Its target now: a changed target takes over the share of the slot (CR 115.7f)."""
    announced: int
    received: int = 0
    """Damage dealt, counters put, or prevention it has a shield for."""
    prevented: int = 0
    """Damage of this share that was prevented."""
    is_over: bool = False
    """The share has had its effect, or lost it; never where a record does not tell what it did."""

    @property
    def lost(self) -> int:
        """What nobody got: an illegal target's share is given to no other (CR 608.2b)."""
        return self.announced - self.received - self.prevented if self.is_over else 0


class Division(Struct, frozen=True, kw_only=True):
    """One division, from its announcement to its end."""

    seq: int
    """The record that announced it or, for a copy, made the copy."""
    object: ObjectId
    instruction: int
    player: Seat
    kind: DivisionKind
    amount: int
    """In whole points."""
    unit: DivisionUnit
    shares: tuple[Share, ...]
    card: CardName | None = None
    on_resolution: bool = False
    """It was made while its object resolved (CR 608.2d)."""
    copy_of: ObjectId | None = None
    """The object whose division it repeats (CR 707.10)."""

    @property
    def received(self) -> int:
        """What all targets together got, in units."""
        return sum(share.received for share in self.shares)

    @property
    def lost(self) -> int:
        """What nobody got, in units."""
        return sum(share.lost for share in self.shares)

    @property
    def is_over(self) -> bool:
        """Whether it has had its effect, or lost it."""
        return all(share.is_over for share in self.shares)


def divisions(records: Sequence[Record], tables: Sequence[Table]) -> tuple[Division, ...]:
    """Return the divisions of a log, in the order in which they were announced.

    ``tables`` holds the table after each record, as ``projections.fold.fold`` gives them. What was
    taken back is left out.
    """
    reading = _Reading()
    for record in standing(records):
        if record.seq:
            reading.read(record.event, record.seq, tables[record.seq - 1])
    return tuple(reading.found.values())


Key = tuple[ObjectId, int]


def _card(table: Table, name: ObjectId) -> CardName | None:
    """Return which card an object on the stack is, where the table knows."""
    item, thing = item_named(table, name), table.objects.get(name)
    return (item.card if item is not None else None) or (thing.card if thing is not None else None)


class _Reading:
    """The divisions found so far, by object and instruction."""

    def __init__(self) -> None:
        self.found: dict[Key, Division] = {}

    @singledispatchmethod
    def read(self, event: Event, seq: int, before: Table) -> None:
        """Take in one event; most have nothing to do with divisions."""
        del event, seq, before

    @read.register
    def _(self, event: DamageDivided, seq: int, before: Table) -> None:
        self._announced(event, seq, before)

    @read.register
    def _(self, event: CountersDivided, seq: int, before: Table) -> None:
        self._announced(event, seq, before)

    @read.register
    def _(self, event: PreventionDivided, seq: int, before: Table) -> None:
        self._announced(event, seq, before)

    def _announced(self, event: Divided, seq: int, before: Table) -> None:
        item = item_named(before, event.object)
        frame = before.resolution
        known = item.targets.get(event.instruction, ()) if item is not None else ()
        targets = event.targets or known or ("",) * len(event.shares)
        self.found[event.object, event.instruction] = Division(
            seq=seq,
            object=event.object,
            instruction=event.instruction,
            player=event.player,
            kind=KINDS[type(event)],
            amount=event.amount,
            unit=event.unit,
            shares=tuple(
                Share(target=target, announced=share)
                for target, share in zip(targets, event.shares, strict=False)
            ),
            card=_card(before, event.object),
            on_resolution=frame is not None and frame.item.id == event.object,
        )

    @read.register
    def _(self, event: SpellCopied, seq: int, before: Table) -> None:
        del before
        for (name, instruction), division in tuple(self.found.items()):
            if name != event.original:
                continue
            shares = tuple(
                Share(target=share.target, announced=share.announced) for share in division.shares
            )
            self.found[event.object, instruction] = replace(
                division,
                seq=seq,
                object=event.object,
                player=event.player,
                shares=shares,
                copy_of=event.original,
            )

    @read.register
    def _(self, event: TargetsChanged, seq: int, before: Table) -> None:
        del seq, before
        division = self.found.get((event.object, event.instruction))
        if division is None:
            return
        new = (*event.targets, *(share.target for share in division.shares[len(event.targets) :]))
        shares = (
            replace(share, target=target)
            for share, target in zip(division.shares, new, strict=False)
        )
        self._put(division, tuple(shares))

    @read.register
    def _(self, event: TargetBecameIllegal, seq: int, before: Table) -> None:
        del seq
        if before.resolution is None:
            return
        places = [
            (index, slot)
            for index, targets in sorted(before.resolution.item.targets.items())
            for slot in range(len(targets))
        ]
        if event.slot > len(places):
            return
        index, slot = places[event.slot - 1]
        division = self.found.get((event.object, index))
        if division is not None and slot < len(division.shares):
            self._change(division, slot, is_over=True)

    @read.register
    def _(self, event: DamageDealt, seq: int, before: Table) -> None:
        del seq
        points = event.amount, event.halves
        division = self._under_way(before) if before.resolution else self._told(event)
        self._got(division, DivisionKind.DAMAGE, event.recipient, points, "received")

    def _told(self, event: DamageDealt) -> Division | None:
        """Return the division that a record without resolutions shows damage to come from."""
        every = (one for one in self.found.values() if one.object == event.source)
        return next((one for one in every if not one.is_over), None)

    @read.register
    def _(self, event: DamagePrevented, seq: int, before: Table) -> None:
        del seq
        points = event.amount, event.halves
        self._got(
            self._under_way(before), DivisionKind.DAMAGE, event.recipient, points, "prevented"
        )

    @read.register
    def _(self, event: ShieldCreated, seq: int, before: Table) -> None:
        del seq
        points = event.amount, event.halves
        self._got(
            self._under_way(before), DivisionKind.PREVENTION, event.recipient, points, "received"
        )

    @read.register
    def _(self, event: CountersChanged, seq: int, before: Table) -> None:
        del seq
        points = event.change, False
        self._got(self._under_way(before), DivisionKind.COUNTERS, event.object, points, "received")

    def _got(
        self,
        division: Division | None,
        kind: DivisionKind,
        recipient: Recipient,
        points: tuple[int, bool],
        field: str,
    ) -> None:
        """Add to the share of a recipient, if the instruction under way is a division of that kind."""
        if division is None or division.kind is not kind:
            return
        amount, halves = points
        units = amount * (2 if division.unit is DivisionUnit.HALF else 1) // (2 if halves else 1)
        for slot, share in enumerate(division.shares):
            if share.target == recipient and not share.is_over:
                self._change(division, slot, **{field: getattr(share, field) + units})
                return

    def _under_way(self, before: Table) -> Division | None:
        frame = before.resolution
        return self.found.get((frame.item.id, frame.instruction)) if frame is not None else None

    @read.register
    def _(self, event: InstructionDone, seq: int, before: Table) -> None:
        del seq, before
        division = self.found.get((event.object, event.instruction))
        if division is not None:
            self._end(division)

    @read.register
    def _(self, event: ResolutionEnded, seq: int, before: Table) -> None:
        """What a resolution that nobody saw begin has done is told by what was dealt, or not at all."""
        del seq
        frame = before.resolution
        seen = frame is not None and frame.item.id == event.object
        dealt = any(one.received for one in self.found.values() if one.object == event.object)
        if seen or dealt:
            self._end_all(event.object)

    @read.register
    def _(self, event: SpellCountered, seq: int, before: Table) -> None:
        del seq, before
        self._end_all(event.object)

    @read.register
    def _(self, event: CardMoved, seq: int, before: Table) -> None:
        """A spell that leaves the stack in any other way does nothing of what it divides (CR 400.7)."""
        del seq
        thing = before.objects.get(event.card)
        if thing is not None and thing.zone is Zone.STACK and before.header.imported is None:
            self._end_all(event.card)

    @read.register
    def _(self, event: PlayerLeft, seq: int, before: Table) -> None:
        """CR 800.4a: what a leaving player has on the stack goes with them."""
        del seq
        for item in before.stack:
            if item.controller == event.player:
                self._end_all(item.id)

    def _end_all(self, name: ObjectId) -> None:
        for division in tuple(self.found.values()):
            if division.object == name:
                self._end(division)

    def _end(self, division: Division) -> None:
        self._put(division, tuple(replace(share, is_over=True) for share in division.shares))

    def _change(self, division: Division, slot: int, **changes: int) -> None:
        shares = list(division.shares)
        shares[slot] = replace(shares[slot], **changes)
        self._put(division, tuple(shares))

    def _put(self, division: Division, shares: tuple[Share, ...]) -> None:
        self.found[division.object, division.instruction] = replace(division, shares=shares)
