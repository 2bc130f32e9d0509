"""Batches: a decision and everything that follows from it, up to the next one.

Implements the frame of all procedures, with CR 732 for announcements that cannot be completed. Events
are folded as they come, and the referee is asked on the table after each what comes next.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from events.base import Decision, Event
from events.damage import DamageDealt
from events.errors import LimitExceeded
from events.identifiers import Seat
from events.records import Draft, draft
from events.turns import CardsDrawn
from machine import ending, triggers
from machine.chance import Chance
from machine.control import decider
from machine.damage import result_of
from machine.procedure import refuse
from machine.referee import advance, awaiting, check, effects_of
from machine.triggers import Together
from projections.fold import apply
from projections.folds.stack import drafted
from projections.table import Table

MOST_STEPS = 20_000
"""Automatic batches after one decision. No card here needs a hundredth; a loop of mandatory actions
that nobody can stop would be a draw (CR 104.4b), and is reported as that."""


class Batch(Struct, frozen=True):
    """What a decision led to: the events to append as one batch, and the table after them."""

    drafts: tuple[Draft, ...]
    tables: tuple[Table, ...]
    """The table after each of them."""
    before: Table
    """The table on which it was made: also the one after a batch without events."""

    @property
    def table(self) -> Table:
        """The table after the batch."""
        return self.tables[-1] if self.tables else self.before

    @property
    def events(self) -> tuple[Event, ...]:
        """The events alone."""
        return tuple(one.event for one in self.drafts)


class Run:
    """A batch in the making: events are folded as they come, and what each leads to follows it."""

    def __init__(self, table: Table, chance: Chance, seq: int) -> None:
        """Begin on a table; ``seq`` is the number that the first record will have."""
        self.table = table
        self.drafts: list[Draft] = []
        self.tables: list[Table] = []
        """The table after each draft."""
        self._chance = chance
        self._seq = seq

    @property
    def next_seq(self) -> int:
        """The number of the next record."""
        return self._seq + len(self.drafts)

    def emit(self, events: Sequence[Event], cause: int | None) -> None:
        """Add events that happen at once, each followed by what it leads to."""
        together = Together(self.table, events) if len(events) > 1 else None
        for event in events:
            self.add(draft(event, cause=cause), together)

    def add(self, entry: Draft, together: Together | None = None) -> None:
        """Add one event, followed by what it leads to; ``together`` if it does not happen alone."""
        before = self.table
        self.put(entry)
        if type(entry.event) in CONSEQUENTIAL:
            follow_ups = consequences(before, self.table, entry.event, together)
            if follow_ups:
                self.emit(follow_ups, self.next_seq - 1)

    def put(self, entry: Draft, after: Table | None = None) -> None:
        """Add one event alone; ``after`` is the table after it where its fold does not tell."""
        table = self.table = apply(self.table, entry.event) if after is None else after
        self.drafts.append(entry)
        self.tables.append(table)

    def decide(self, decision: Decision, by: Seat | None = None) -> None:
        """Add a decision and everything up to the next one; raise if it is illegal.

        It is recorded as made by who makes it: its player, or who controls them (CR 722.5).
        """
        check(self.table, decision, by)
        self.accept(replace(draft(decision), by=by or decider(self.table, decision)))

    def accept(self, entry: Draft) -> None:
        """Add a decision whatever the rules say of it, and everything up to the next one."""
        decision = entry.event
        effects = effects_of(self.table, decision)
        here = self.next_seq
        self.add(entry)
        if effects:
            self.emit(effects, here)
        self.settle()

    def settle(self) -> None:
        """Go on until a player must decide; raise ``LimitExceeded`` where that never comes."""
        for _ in range(MOST_STEPS):
            events = advance(self.table, self._chance)
            if not events:
                return
            self.emit(events, self.next_seq - 1)
        raise LimitExceeded(
            "limit/steps",
            f"{MOST_STEPS} steps and nobody has to decide: a loop that nobody can stop is a draw "
            "(CR 104.4b); otherwise this is a defect",
        )


CONSEQUENTIAL = triggers.TRIGGERING | {DamageDealt, CardsDrawn}
"""Kinds of events that can lead to anything at once."""


def consequences(
    before: Table, after: Table, event: Event, together: Together | None = None
) -> tuple[Event, ...]:
    """Return what an event leads to at once: the loss of life, and abilities that trigger."""
    triggered = triggers.triggered_by(before, after, event, together)
    if type(event) is DamageDealt:
        return (*result_of(after, event), *triggered)
    if type(event) is CardsDrawn:
        return (*ending.lost_at_once(after, event), *triggered)
    return triggered


def handle(
    table: Table,
    decisions: Sequence[Decision],
    chance: Chance,
    *,
    seq: int = 0,
    by: Seat | None = None,
) -> Batch:
    """Return the batch of one decision, or of all decisions of one announcement.

    ``seq`` is the number of the first record, ``by`` who decides, where that is to be judged too.
    Raises ``IllegalAction`` and leaves no trace of an announcement that cannot be completed (CR 732).
    """
    run = drafting(table, decisions, chance, seq=seq, by=by)
    item = drafted(run.table)
    if item is not None and not item.trigger:
        asked = awaiting(run.table)
        raise refuse(
            "announce/incomplete",
            f"{item.controller} has not finished announcing {item.card or item.id}",
            "601.2",
            f"still to do: {asked[0].what}" if asked else "",
            legal=asked[0].names if asked else (),
        )
    return Batch(tuple(run.drafts), tuple(run.tables), table)


def drafting(
    table: Table,
    decisions: Sequence[Decision],
    chance: Chance,
    *,
    seq: int = 0,
    by: Seat | None = None,
) -> Run:
    """Return a batch in the making, whose announcement may not be complete yet.

    Several decisions belong together only while each goes on with one announcement.
    """
    run = Run(table, chance, seq)
    for number, decision in enumerate(decisions):
        if number and drafted(run.table) is None:
            raise refuse(
                "batch/unrelated",
                f"{decision.player} cannot submit {type(decision).__name__} in the same batch",
                "732.1",
                "the announcement was already complete",
            )
        run.decide(decision, by)
    return run


def start(table: Table, chance: Chance, *, seq: int = 1) -> Batch:
    """Return what happens before anybody decides anything: the first batch after a header."""
    run = Run(table, chance, seq)
    run.settle()
    return Batch(tuple(run.drafts), tuple(run.tables), table)
