"""A game told again with some of its decisions left out, and everything that follows derived anew.

Where the game asks for something that is left out, the plainest answer is given. What was told the
last time is kept with the table at each decision, so that another telling begins where it parts.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from events.base import Decision, Event
from events.combat import AttackersDeclared, BlockersDeclared
from events.errors import IllegalAction, LimitExceeded
from events.game import Conceded, DrawOffered
from events.log import EventLog
from events.mulligans import MulliganDeclared
from events.records import Draft, Record, as_draft
from events.turns import PriorityPassed
from machine.referee import awaiting, is_allowed, legal_decisions
from machine.running import Run
from projections.fold import apply, start
from projections.folds.stack import drafted
from projections.table import Table
from replays.cutting.items import Item
from replays.cutting.outcomes import Outcomes
from replays.cutting.rebinding import carried, rebound
from replays.game_log import GameLog

SLACK: Final = 60
"""Records that a decision may come later than in the original, counted from the one before it."""

Reached = Callable[[Table, Event, Table], bool]
"""Whether an event that takes one table to the next brings about what is looked for."""


class Ended(Exception):
    """What was looked for has come about."""


class TooLong(Exception):
    """The telling is longer than it may be."""


class Mark(NamedTuple):
    """How a telling stood before one of its items."""

    records: int
    """Its records so far."""
    table: Table
    outcomes: tuple[dict[tuple[str, str], int], int]


class Told(Struct, frozen=True):
    """A game told again, up to where what was looked for came about."""

    items: tuple[Item, ...]
    """What it was told with; what comes later was not needed."""
    drafts: tuple[Draft, ...]
    tables: tuple[Table, ...]
    marks: tuple[Mark, ...]
    """One for each item."""
    first: Table
    """The table before all of it."""
    begin: tuple[Draft, ...]
    """The header, and what it says was given."""

    def __len__(self) -> int:
        return len(self.begin) + len(self.drafts)

    @property
    def log(self) -> EventLog:
        """The records as a log of its own."""
        return EventLog().append([*self.begin, *self.drafts])

    @property
    def table(self) -> Table:
        """The table at the end."""
        return self.tables[-1]

    @property
    def before(self) -> Table:
        """The table before the last record."""
        return self.tables[-2] if len(self.tables) > 1 else self.first


class Watching(Run):
    """A run of the referee that ends with the record that brings about what is looked for."""

    def __init__(
        self, table: Table, outcomes: Outcomes, seq: int, *, reached: Reached, longest: int
    ) -> None:
        super().__init__(table, outcomes, seq)
        outcomes.run = self
        self.outcomes = outcomes
        self._reached = reached
        self._longest = longest

    def put(self, entry: Draft, after: Table | None = None) -> None:
        """Add one event; what it leads to at once comes after it, and may never be needed."""
        before = self.table
        super().put(entry, after)
        event: Event = entry.event
        if self._reached(before, event, self.table):
            raise Ended
        if self.next_seq >= self._longest:
            raise TooLong

    def mark(self) -> Mark:
        """Return how it stands."""
        return Mark(len(self.drafts), self.table, self.outcomes.mark())

    def resume(self, told: Told, mark: Mark) -> None:
        """Go on from where another telling stood."""
        self.drafts = list(told.drafts[: mark.records])
        self.tables = list(told.tables[: mark.records])
        self.table = mark.table
        self.outcomes.resume(mark.outcomes)


class Teller:
    """Tells a game again and again, with the same outcomes and fewer decisions each time."""

    def __init__(  # noqa: PLR0913 - a game, what is kept of it, and what is looked for
        self,
        game: GameLog,
        outcomes: Sequence[Record],
        reached: Reached,
        *,
        name: str,
        last: int,
        is_timely: bool = False,
    ) -> None:
        """Take a game up to a record. ``is_timely``: decisions wait for the step they were made in."""
        self._game = game
        self._outcomes = tuple(outcomes)
        self._reached = reached
        self._last = last
        self._is_timely = is_timely
        header = replace(game.header, game=name, branch_of="")
        given = [as_draft(record) for record in game.log[1 : 1 + game.header.given]]
        self._begin = (Draft(event=header, by="apnap"), *given)
        self._first = start(header)
        for one in given:
            self._first = apply(self._first, one.event)
        self._best: Told | None = None

    def tell(self, items: Sequence[Item], *, longest: int) -> Told | None:
        """Return the game told with some items alone; nothing where they do not lead there.

        It may be as long as ``longest`` says, in records. What is found is where the next begins.
        """
        outcomes = Outcomes(self._game, self._outcomes)
        run = Watching(
            self._first, outcomes, len(self._begin), reached=self._reached, longest=longest
        )
        marks = self._resumed(run, items)
        try:
            if not marks:
                run.settle()
            self._carry_all(run, items, marks)
        except Ended:
            self._best = Told(
                items=tuple(items[: len(marks)]),
                drafts=tuple(run.drafts),
                tables=tuple(run.tables),
                marks=tuple(marks),
                first=self._first,
                begin=self._begin,
            )
            return self._best
        except (TooLong, LimitExceeded, IllegalAction):
            pass
        return None

    def _resumed(self, run: Watching, items: Sequence[Item]) -> list[Mark]:
        """Go on from the last item that the best telling so far has in common; return its marks."""
        best = self._best
        if best is None or not items:
            return []
        same = 0
        while same < min(len(items), len(best.items)) and items[same] is best.items[same]:
            same += 1
        same = min(same, len(best.marks) - 1)
        if same < 0:
            return []
        run.resume(best, best.marks[same])
        return list(best.marks[:same])

    def _carry_all(self, run: Watching, items: Sequence[Item], marks: list[Mark]) -> None:
        before = items[len(marks) - 1].seq if marks else 0
        for item in items[len(marks) :]:
            marks.append(run.mark())
            if not self._carry_over(run, item, run.next_seq + item.seq - before + SLACK):
                return
            before = item.seq
        self._wait(run, run.next_seq + self._last - before + SLACK)

    def _carry_over(self, run: Watching, item: Item, latest: int) -> bool:
        """Make an item happen as soon as it may; says whether it could."""
        while run.next_seq < latest:  # each round adds a record
            if self._is_time(run.table, item) and self._is_possible(run, item):
                self._make(run, item)
                return True
            plain = plain_answer(run.table)
            if plain is None:
                return False
            run.decide(plain)
        return False

    def _wait(self, run: Watching, latest: int) -> None:
        while run.next_seq < latest:  # each round adds a record
            plain = plain_answer(run.table)
            if plain is None:
                return
            run.decide(plain)

    def _is_time(self, table: Table, item: Item) -> bool:
        """Whether an item's step has come: of the same player's turn, with a stack or without."""
        if not self._is_timely:
            return True
        old = self._game.tables[item.seq - 1]
        return (table.turn.phase, table.turn.active_player, bool(table.stack)) == (
            old.turn.phase,
            old.turn.active_player,
            bool(old.stack),
        )

    def _is_possible(self, run: Watching, item: Item) -> bool:
        if item.kind == "outside" or item.records[0].reported:
            return True
        return all(is_allowed(table, event) for table, event in self._rehearsed(run, item))

    def _rehearsed(self, run: Watching, item: Item) -> Iterator[tuple[Table, Decision]]:
        """Yield each decision of an item with the table on which it would be made, while they fit."""
        trial = Run(run.table, Outcomes(self._game, ()), run.next_seq)
        for number, record in enumerate(item.records):
            if number and drafted(trial.table) is None:
                return
            decision = carried(self._game, record, trial.table)
            yield trial.table, decision
            if len(item.records) > 1:
                trial.decide(decision)

    def _make(self, run: Watching, item: Item) -> None:
        for number, record in enumerate(item.records):
            if item.kind == "outside":
                event = rebound(record.event, self._game.tables[record.seq - 1], run.table)
                run.add(Draft(event=event, by=record.by))
                run.settle()
            elif record.reported:
                decision = carried(self._game, record, run.table)
                run.accept(Draft(event=decision, by=decision.player, reported=True))
            elif not number or drafted(run.table) is not None:
                run.decide(carried(self._game, record, run.table))


def plain_answer(table: Table) -> Decision | None:
    """Return the least that answers what is asked: pass, keep, attack with nothing, the first offered."""
    asked = awaiting(table)
    if not asked:
        return None
    one = asked[0]
    least: dict[type[Decision], Decision] = {
        PriorityPassed: PriorityPassed(player=one.player),
        MulliganDeclared: MulliganDeclared(player=one.player, mulligan=False),
        AttackersDeclared: AttackersDeclared(player=one.player),
        BlockersDeclared: BlockersDeclared(player=one.player),
    }
    for kind, decision in least.items():
        if kind in one.decisions and is_allowed(table, decision):
            return decision
    offered = (
        decision
        for decision in legal_decisions(table)
        if not isinstance(decision, Conceded | DrawOffered)
    )
    return next(offered, None)
