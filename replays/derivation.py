"""Re-derivation: decisions and chance of a log, fed back to the referee, give every consequence.

Says DERIVED and LEGAL, each with the first record that fails, in one run. Judges' entries, what set the
table up, and what was recorded as reported, are taken as they stand, and named.
"""

from collections.abc import Iterator, Sequence
from enum import Enum

from msgspec import Struct

from events.base import Chance as ChanceEvent
from events.base import Decision, Event
from events.errors import IllegalAction, LimitExceeded
from events.identifiers import Seat
from events.log import EventLog
from events.records import Draft, Record
from events.rulings import Rewound
from machine.chance import ChanceExhausted, Recorded, is_drawn
from machine.control import decider
from machine.referee import check
from machine.running import Run
from projections.fold import back_to, start, step
from projections.table import Table
from replays.boundaries import is_boundary, standing
from replays.game_log import GameLog
from replays.outside import check_author, is_outside
from replays.verdicts import Derivation, Verdict

MOST_NAMED = 5
"""Entries recorded as reported, or from outside, that a verdict names."""

APNAP = "apnap"


class Diverged(Exception):
    """The referee's next event is not the recorded one."""

    def __init__(self, seq: int, reason: str, expected: Event | None = None) -> None:
        super().__init__(reason)
        self.seq = seq
        self.reason = reason
        self.expected = expected


class Finished(Exception):
    """All recorded events have been derived."""


class Comparison(Run):
    """A run of the referee in which each event has to be the recorded one."""

    def __init__(self, records: Sequence[Record]) -> None:
        header = EventLog(tuple(records[:1])).header
        self._drawn = 0
        super().__init__(start(header), Recorded(self._outcomes(records)), 1)
        self.records = records
        self.tables = [self.table]
        """The table after each record: as many as there are records put."""
        self.illegal: tuple[int, IllegalAction] | None = None
        self.outside: list[int] = []
        """The entries from outside the game that changed the table."""

    def _outcomes(self, records: Sequence[Record]) -> Iterator[Event]:
        """Yield the recorded outcomes, and count how many have been drawn."""
        for record in records:
            if _is_outcome(record):
                self._drawn += 1
                yield record.event

    def put(self, entry: Draft, after: Table | None = None) -> None:
        """Put an event on the table if it is the recorded one."""
        seq, event = len(self.tables), entry.event
        if seq >= len(self.records):
            raise Finished
        record = self.records[seq]
        if record.event is not event and record.event != event:
            raise Diverged(seq, _difference(event, record.event), event)
        if record.cause != entry.cause or record.by != entry.by:
            raise Diverged(
                seq,
                f"recorded by {record.by} because of {record.cause}, "
                f"derived by {entry.by} because of {entry.cause}",
            )
        _check_frame(record)
        super().put(entry, after)

    def go(self) -> None:
        """Derive the whole log; ends in ``Finished`` or ``Diverged``.

        What chance cannot give is a divergence where it was asked for.
        """
        try:
            self._follow()
        except ChanceExhausted as error:
            if self.next_seq >= len(self.records):
                raise Finished from error
            raise Diverged(self._misfit(error), error.message) from error
        except LimitExceeded as error:
            raise Diverged(self.next_seq, error.message) from error
        raise Finished

    def _follow(self) -> None:
        self._check_header(self.records[0])
        for record in self.records[1 : 1 + self.table.header.given]:
            self._set_up(record)
        if self.next_seq >= len(self.records) or not is_outside(self.records[self.next_seq]):
            self.settle()
        while (seq := len(self.tables)) < len(self.records):
            self._outside_or_decision(self.records[seq])

    def _check_header(self, record: Record) -> None:
        _check_frame(record)
        if record.by != APNAP or record.cause is not None:
            raise Diverged(0, "a header is apnap's own, and nothing leads to it")

    def _set_up(self, record: Record) -> None:
        """Take a record that sets the table up: nothing follows from it yet."""
        _check_frame(record)
        if record.by != APNAP or isinstance(record.event, Decision):
            raise Diverged(record.seq, f"the header counts it as set-up, and {record.by} made it")
        super().put(_as_draft(record), step(self.tables, record.event))

    def _misfit(self, error: ChanceExhausted) -> int:
        """Return the record where the outcome should stand: those drawn with it come before it."""
        put = sum(map(_is_outcome, self.drafts))
        return self.next_seq + self._drawn - put - (error.code == "chance/other")

    def _outside_or_decision(self, record: Record) -> None:
        event = record.event
        if isinstance(event, Decision):
            self._judge(record, event)
            made_by = record.by if record.reported else decider(self.table, event)
            self.accept(Draft(event=event, by=made_by))
        elif is_outside(record):
            self._take(record)
            if not self._has_more_from_outside():
                self.settle()
        else:
            raise Diverged(record.seq, f"nothing leads to this {type(event).__name__}")

    def _has_more_from_outside(self) -> bool:
        """Whether the next entry is from outside too: such entries stand together, then the rest follows."""
        following = self.records[self.next_seq : self.next_seq + 1]
        return any(map(is_outside, following))

    def _judge(self, record: Record, decision: Decision) -> None:
        if self.illegal is not None:
            return
        try:
            if record.reported:
                check_author(record, self.table.players)
            else:
                check(self.table, decision, Seat(record.by))
        except IllegalAction as refusal:
            self.illegal = (record.seq, refusal)

    def _take(self, record: Record) -> None:
        """Take an entry from outside the game as it stands."""
        event, before = record.event, self.table
        _check_frame(record)
        self._judge_author(record)
        if isinstance(event, Rewound):
            self._check_way_back(record.seq, event.to)
            super().put(_as_draft(record), back_to(self.tables, event.to, reflip=event.reflip))
        else:
            self.add(_as_draft(record))
        if self.tables[record.seq] is not before:
            self.outside.append(record.seq)

    def _judge_author(self, record: Record) -> None:
        if self.illegal is not None:
            return
        try:
            check_author(record, self.table.players)
        except IllegalAction as refusal:
            self.illegal = (record.seq, refusal)

    def _check_way_back(self, seq: int, to: int) -> None:
        """Going back into the middle of a batch would lose what follows from its beginning."""
        if to >= seq:
            raise Diverged(seq, f"it goes back to record {to}, which is not before it")
        if to not in standing(self.records[:seq]):
            raise Diverged(seq, f"it goes back to record {to}, which has been taken back already")
        if not is_boundary(self.records[:seq], self.tables, to):
            raise Diverged(seq, f"it goes back to record {to}, in the middle of what follows there")


def _check_frame(record: Record) -> None:
    """Raise ``Diverged`` where a record has fields that nothing here writes: importers alone do."""
    if record.rule or record.inferred or record.source is not None:
        raise Diverged(
            record.seq, "it names rules or a source, or is inferred: only imports do that"
        )
    if record.reported and not isinstance(record.event, Decision):
        raise Diverged(record.seq, "it is marked as reported, and nobody decided it")


def _is_outcome(entry: Record | Draft) -> bool:
    return isinstance(entry.event, ChanceEvent) and is_drawn(entry.event)


def _as_draft(record: Record) -> Draft:
    return Draft(event=record.event, by=record.by, cause=record.cause)


def _difference(derived: Event, recorded: Event) -> str:
    """Say how two events differ, in a few words."""
    if type(derived) is not type(recorded):
        return f"{type(recorded).__name__} is recorded where {type(derived).__name__} follows"
    fields = [
        f"{name} {_value(recorded, name)} instead of {_value(derived, name)}"
        for name in derived.__struct_fields__
        if getattr(derived, name) != getattr(recorded, name)
    ]
    return f"{type(recorded).__name__}: {'; '.join(fields)}"


def _value(event: Event, name: str) -> str:
    """Return what an event says in a field, as it stands in a log."""
    value = getattr(event, name)
    return repr(value.value if isinstance(value, Enum) else value)


class Derived(Struct, frozen=True):
    """What a re-derivation found, and the tables it went through."""

    derived: Verdict
    legal: Verdict
    tables: tuple[Table, ...]
    expected: Event | None = None
    """What follows where the log diverges, if anything does."""


def rederive(records: Sequence[Record]) -> Derived:
    """Feed a native log's decisions and chance back to the referee and compare every event."""
    run = Comparison(records)
    expected = None
    try:
        run.go()
    except Finished:
        verdict = _as_entered(run)
    except Diverged as found:
        verdict = Verdict(ok=False, seq=found.seq, code="derive/diverged", reason=found.reason)
        expected = found.expected
    return Derived(verdict, _legality(run), tuple(run.tables), expected)


def _legality(run: Comparison) -> Verdict:
    if run.illegal is None:
        return _as_reported(run.records)
    seq, refusal = run.illegal
    return Verdict(ok=False, seq=seq, code=refusal.code, rule=refusal.rule, reason=refusal.message)


def _as_entered(run: Comparison) -> Verdict:
    """Return that all follows, and what was taken as it stands because nothing leads to it."""
    given = min(run.table.header.given, len(run.records) - 1)
    places = _places(run.outside)
    if given and places:
        reason = f"but for what set the table up, @1 to @{given}, and came from outside: {places}"
    elif given:
        reason = f"but for what set the table up: @1 to @{given}"
    elif places:
        reason = f"but for what came from outside the game: {places}"
    else:
        return Verdict(ok=True)
    return Verdict(ok=True, code="verify/outside", reason=reason)


def _as_reported(records: Sequence[Record]) -> Verdict:
    """Return that all is legal, and which entries were recorded as reported although they are not."""
    reported = [record.seq for record in records if record.reported]
    if not reported:
        return Verdict(ok=True)
    reason = f"but for what was recorded as reported: {_places(reported)}"
    return Verdict(ok=True, code="verify/reported", reason=reason)


def _places(seqs: Sequence[int]) -> str:
    more = ["…"] if len(seqs) > MOST_NAMED else []
    return " ".join([*(f"@{seq}" for seq in seqs[:MOST_NAMED]), *more])


def derive_native(game: GameLog) -> Derivation:
    """Answer the verifier's question for a log that this program wrote."""
    found = rederive(game.log.records)
    return found.derived, found.legal
