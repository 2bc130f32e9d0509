"""Live play: a game that goes on, every batch appended before anybody sees its result.

The session holds no game of its own: its table is the fold of the log it has written.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import structlog
from msgspec.structs import replace

from events.base import Decision, Event
from events.errors import ApnapError, ConflictError, IllegalAction
from events.identifiers import Seat
from events.log import EventLog
from events.records import Draft, Record
from events.rulings import NoteAdded, Rewound, RulingMade
from machine.chance import Chance, Generated
from machine.procedure import Asked
from machine.referee import awaiting, check, is_allowed, legal_decisions
from machine.running import Run, drafting, handle
from projections.fold import back_to, fold
from projections.table import Table
from replays.boundaries import batch_end, batch_start, check_standing, is_boundary
from replays.game_log import GameLog
from replays.outside import check_author
from replays.stores.protocol import Store

_told = structlog.get_logger()

Draws = Callable[[int], Chance]
"""The chance of the batch that begins at a record: the same whenever a game is taken up again."""


class Journal(Protocol):
    """Where a session writes: appends a batch durably, or raises and has written nothing."""

    def append(self, drafts: Sequence[Draft], *, expected: int, key: str) -> EventLog:
        """Append a batch to the log as it stood at ``expected`` records; return the whole log."""
        ...


class InMemory:
    """A journal that keeps the log in memory."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    def append(self, drafts: Sequence[Draft], *, expected: int, key: str) -> EventLog:
        """See ``Journal.append``."""
        del expected
        first, *rest = drafts
        self._log = self._log.append([replace(first, id=key), *rest])
        return self._log


class Stored:
    """A journal that keeps the log in a store."""

    def __init__(self, store: Store, game: str) -> None:
        self._store = store
        self._game = game
        self._log = store.load(game)

    def append(self, drafts: Sequence[Draft], *, expected: int, key: str) -> EventLog:
        """See ``Journal.append``."""
        self._store.append(self._game, drafts, expected=expected, key=key)
        self._log = self._log.extend(self._store.read(self._game, len(self._log)))
        return self._log


class Game:
    """A game in progress. ``submit`` is the one way in for players' decisions."""

    def __init__(
        self,
        log: EventLog,
        *,
        journal: Journal | None = None,
        chance: Chance | None = None,
        draws: Draws | None = None,
    ) -> None:
        """Go on with a log: any log, forked, imported, or with illegal entries in it.

        Chance is the same for all batches, or with ``draws`` made anew for each.
        """
        self._log = log
        self._journal = journal or InMemory(log)
        whole = chance or Generated()
        self._draws = draws or (lambda _seq: whole)
        self._tables = fold(log)

    @property
    def log(self) -> GameLog:
        """The log so far."""
        return GameLog(self._log, tables=self._tables)

    @property
    def events(self) -> EventLog:
        """The log so far, bare."""
        return self._log

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self._tables[-1]

    @property
    def tables(self) -> Sequence[Table]:
        """The table after each record."""
        return self._tables

    @property
    def awaiting(self) -> Asked:
        """Who must decide what."""
        return awaiting(self.table)

    def legal_decisions(self) -> Iterator[Decision]:
        """Yield what may be decided now."""
        return legal_decisions(self.table)

    def check(self, decision: Decision) -> None:
        """Raise ``IllegalAction`` unless a decision is legal now; append nothing."""
        check(self.table, decision)

    def draft(self, *decisions: Decision) -> Table:
        """Return the table on which an announcement goes on, without appending anything."""
        return drafting(self.table, decisions, self._next_chance(), seq=len(self._log)).table

    def begin(self) -> tuple[Record, ...]:
        """Append what happens before anybody decides anything; nothing where that is done."""
        run = self._run()
        run.settle()
        return self._append(run.drafts, run.tables, "")

    def submit(
        self, *decisions: Decision, key: str = "", by: Seat | None = None
    ) -> tuple[Record, ...]:
        """Append decisions that belong together, and all that follows from them, as one batch.

        Raises ``IllegalAction`` and appends nothing where one of them is illegal. A ``key`` makes
        the call repeatable: the same key with the same decisions is acknowledged again. ``by`` is
        who decides, where that is to be judged too (CR 722.5).
        """
        repeated = self._already(key, decisions)
        if repeated is not None:
            return repeated
        try:
            batch = handle(self.table, decisions, self._next_chance(), seq=len(self._log), by=by)
        except IllegalAction as refusal:
            _told.debug("decision_refused", code=refusal.code, rule=refusal.rule)
            raise
        return self._append(batch.drafts, batch.tables, key)

    def report(self, *decisions: Decision, key: str = "") -> tuple[Record, ...]:
        """Append what the players did although the rules forbid it, flagged as reported.

        Of several decisions those are flagged that are illegal.
        """
        repeated = self._already(key, decisions)
        if repeated is not None:
            return repeated
        run = self._run()
        for decision in decisions:
            reported = not is_allowed(run.table, decision)
            run.accept(Draft(event=decision, by=decision.player, reported=reported))
        return self._append(run.drafts, run.tables, key)

    def rule(self, *events: Event, by: str = "judge", key: str = "") -> tuple[Record, ...]:
        """Append an entry from outside the game, and what follows from the table it leaves.

        Several entries stand together: nothing follows from one before the next is there. Raises
        ``IllegalAction`` where it is not for ``by`` to enter: players add notes alone.
        """
        repeated = self._already(key, events)
        if repeated is not None:
            return repeated
        run = self._run()
        for event in events:
            run.add(self._from_outside(event, by))
        run.settle()
        return self._append(run.drafts, run.tables, key)

    def note(
        self, text: str, *, about: int = 0, by: str = "judge", key: str = ""
    ) -> tuple[Record, ...]:
        """Write something down."""
        return self.rule(NoteAdded(text=text, about=about), by=by, key=key)

    def ruling(
        self, text: str, *, about: int = 0, code: str = "", key: str = ""
    ) -> tuple[Record, ...]:
        """Append a judge's ruling."""
        return self.rule(RulingMade(text=text, about=about, code=code), key=key)

    def rewind(
        self,
        to: int,
        *,
        agreed: tuple[Seat, ...] = (),
        why: str = "",
        by: str = "judge",
        reflip: bool = False,
    ) -> tuple[Record, ...]:
        """Go back to how the table stood after a record; nothing is deleted.

        It has to be one after which the game can go on, as ``rewind --plan`` finds it.
        A coin that was tossed since comes up the same when it is flipped again, unless ``reflip``.
        """
        if not 0 <= to < len(self._log):
            last = len(self._log) - 1
            raise ApnapError(
                "rewind/range", f"there is no record {to} to go back to; there are 0 to {last}"
            )
        if not is_boundary(self._log, self._tables, to):
            first = batch_start(self._log, self._tables, to)
            last = batch_end(self._log, self._tables, to) - 1
            raise ApnapError(
                "rewind/mid_batch",
                f"record {to} lies in the middle of what follows from record {first}; "
                f"go back to {first - 1}, before it, or to {last}, after all that follows",
            )
        check_standing(self._log, to)
        event = Rewound(to=to, agreed=agreed, why=why, reflip=reflip)
        table = back_to(self._tables, to, reflip=reflip)
        run = Run(table, self._next_chance(), len(self._log) + 1)
        run.settle()
        drafts = [self._from_outside(event, by), *run.drafts]
        return self._append(drafts, [table, *run.tables], "")

    def _from_outside(self, event: Event, by: str) -> Draft:
        entry = Draft(event=event, by=by)
        if self.table.header.imported is None:
            check_author(entry, self.table.players)
        return entry

    def _next_chance(self) -> Chance:
        return self._draws(len(self._log))

    def _run(self) -> Run:
        return Run(self.table, self._next_chance(), len(self._log))

    def _already(self, key: str, events: Sequence[Event]) -> tuple[Record, ...] | None:
        """Return the batch a key has already written, before anything is drawn again."""
        if not key:
            return None
        first = next((record.seq for record in self._log if record.id == key), None)
        if first is None:
            return None
        batch = self._log[first : batch_end(self._log, self._tables, first)]
        made = [one.event for one in batch if one.cause is None]
        if made != list(events):
            length = len(self._log)
            raise ConflictError(
                "store/key_reused",
                f"the key {key!r} was used for something else, at record {first}",
                expected=length,
                actual=length,
            )
        return batch

    def _append(
        self, drafts: Sequence[Draft], tables: Sequence[Table], key: str
    ) -> tuple[Record, ...]:
        if not drafts:
            return ()
        before = len(self._log)
        self._log = self._journal.append(drafts, expected=before, key=key)
        self._tables.extend(tables)
        return self._log[before:]


def fresh(header_draft: Draft, *, chance: Chance | None = None) -> Game:
    """Return a game in memory that has just been created, with its first automatic batch."""
    game = Game(EventLog().append([header_draft]), chance=chance)
    game.begin()
    return game
