"""``cut``: the shortest log found that is legal and still leads to a value.

A game played here is told again with fewer and fewer decisions, by delta debugging; every consequence is
derived anew. Of an imported log, whose consequences cannot be derived, those records are kept that
made the value.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

from immutables import Map
from msgspec import Struct
from msgspec.structs import replace

from events.base import Event
from events.combat import AttackersDeclared, BlockersDeclared
from events.identifiers import ObjectId, is_object_id
from events.log import EventLog
from events.records import Draft, Record
from events.turns import CardsDrawn, PriorityPassed
from events.zones import LibraryShuffled
from projections import paths
from projections.fold import final
from projections.paths import ABSENT
from projections.provenance import Steps, birth, last_write, steps_of, value_at, writes
from projections.table import Table
from replays.game_log import GameLog
from replays.provenance.links import Found, sources
from replays.provenance.seen import Evidence
from replays.provenance.tree import DEEPEST, Node, check_path, why
from replays.retelling import Item, Told, items_of, tell

T = TypeVar("T")

MOST_TRIES: Final = 400
"""Games that are told again, unless told otherwise."""

PATIENCE: Final = 30.0
"""Seconds after which the shortest log so far is taken, unless told otherwise."""

NOT_COMPARED = frozenset(
    {"id", "numbers", "controlled_since", "seen_by", "flip", "round", "trigger", "effect", "shield"}
)
"""Fields of a value that another game numbers in its own way."""


class Cut(Struct, frozen=True, kw_only=True):
    """A log that was cut down to what leads to a value."""

    log: EventLog
    path: str
    """Where the value stands now: ids are another game's."""
    value: Any
    original: int
    """Records of the original up to where the value was written."""
    tries: int
    is_done: bool
    """Nothing more can be left out one by one; otherwise a limit was reached first."""

    @property
    def game(self) -> GameLog:
        """The log, ready to be looked at."""
        return GameLog(self.log)

    def __repr__(self) -> str:
        return f"<Cut {self.path}: {len(self.log)} of {self.original} records>"


class Limits:
    """How long a search may go on: counted, and for safety timed."""

    def __init__(self, tries: int, seconds: float) -> None:
        self.tries = 0
        self._most = tries
        self._end = time.monotonic() + seconds

    def reached(self) -> bool:
        """Whether the search has to stop here."""
        return self.tries >= self._most or time.monotonic() >= self._end


def cut(
    game: GameLog, path: str, at: int, *, tries: int = MOST_TRIES, seconds: float = PATIENCE
) -> Cut:
    """Return the shortest log found that leads to the value a path has at a record.

    Raises ``DataError`` where there is no such value, with the nearest paths.
    """
    check_path(Evidence(game), path, at)
    paths.get(game.tables[at], path)
    write = last_write(game.tables, path, at)
    if write is None:
        return _from_the_start(game, path)
    limits = Limits(tries, seconds)
    if game.header.imported is not None:
        return _of_import(game, path, write.seq, limits)
    return _of_native(game, path, write.seq, limits)


def _from_the_start(game: GameLog, path: str) -> Cut:
    value = paths.get(game.tables[0], path)
    return Cut(log=game.log.prefix(1), path=path, value=value, original=1, tries=0, is_done=True)


def _of_native(game: GameLog, path: str, seq: int, limits: Limits) -> Cut:
    goal = Goal(game, path, seq)
    name = f"{game.header.game}.cut"

    def attempt(items: Sequence[Item]) -> Told | None:
        limits.tries += 1
        return tell(game, items, goal.reached, name=name)

    everything = items_of(game, seq)
    items, told = _beginning(everything, makers(game, path, seq), attempt)
    if told is None:
        return Cut(
            log=game.log.prefix(seq + 1),
            path=path,
            value=paths.get(game.tables[seq], path),
            original=seq + 1,
            tries=limits.tries,
            is_done=False,
        )
    best = told

    def fits(fewer: Sequence[Item]) -> bool:
        nonlocal best
        found = attempt(fewer)
        if found is None or len(found.log) > len(best.log):
            return False
        best = found
        return True

    is_done = minimised(items, fits, limits)
    return Cut(
        log=best.log,
        path=goal.path_on(best.before, best.table),
        value=value_at(best.table, steps_of(best.table, goal.path_on(best.before, best.table))),
        original=seq + 1,
        tries=limits.tries,
        is_done=is_done,
    )


def _beginning(
    everything: tuple[Item, ...],
    made: frozenset[int],
    attempt: Callable[[Sequence[Item]], Told | None],
) -> tuple[tuple[Item, ...], Told | None]:
    """Return what to begin with: everything, all but idle decisions, or what made the value.

    Whatever gives the shortest log is it; of equal ones the first.
    """
    needed = tuple(
        item
        for item in everything
        if item.kind != "decisions" or any(record.seq in made for record in item.records)
    )
    busy = tuple(item for item in everything if not _is_idle(item))
    found = [(items, told) for items in (everything, busy, needed) if (told := attempt(items))]
    return min(found, key=lambda one: len(one[1].log), default=(everything, None))


def _is_idle(item: Item) -> bool:
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


def makers(game: GameLog, path: str, seq: int) -> frozenset[int]:
    """Return every record that had a part in a value: its writes, what led to each, and so on.

    Of each event also the records that made the objects it names.
    """
    evidence = Evidence(game)
    waiting = [one.seq for one in writes(game.tables, path, last=seq)]
    made: set[int] = set()
    while waiting:  # every record once
        here = waiting.pop()
        if here in made:
            continue
        made.add(here)
        waiting += _before(evidence, here)
    return frozenset(made)


def _before(evidence: Evidence, seq: int) -> Iterator[int]:
    record = evidence.record(seq)
    if record.cause is not None:
        yield record.cause
    for source in sources(evidence, seq):
        if isinstance(source, Found):
            yield source.seq
        elif (write := last_write(evidence.tables, source.path, source.at)) is not None:
            yield write.seq
    for name in sorted(_named(record.event)):
        born = birth(evidence.tables, name, seq - 1)
        if born:
            yield born


def _named(value: Any) -> set[ObjectId]:  # noqa: ANN401 - an event or a part of one
    """Return the ids that an event names; of a list as long as a library, none."""
    match value:
        case LibraryShuffled() | CardsDrawn():
            return set()
        case Struct():
            return {name for one in value.__struct_fields__ for name in _named(getattr(value, one))}
        case tuple():
            return {name for one in value for name in _named(one)}
        case str() if is_object_id(value):
            return {ObjectId(value)}
        case _:
            return set()


def minimised(items: Sequence[T], fits: Callable[[Sequence[T]], bool], limits: Limits) -> bool:
    """Leave out more and more of some items, by halves, then quarters, then one by one (ddmin).

    ``fits`` keeps what it accepts. Returns whether nothing more could be left out.
    """
    left = list(items)
    parts = 2
    while left:  # each round leaves something out, or takes smaller parts, down to single items
        size = max(1, len(left) // parts)
        for begin in range(0, len(left), size):
            if limits.reached():
                return False
            fewer = left[:begin] + left[begin + size :]
            if fits(fewer):
                left = fewer
                parts = max(parts - 1, 2)
                break
        else:
            if size == 1:
                return True
            parts = min(parts * 2, len(left))
    return True


class Goal:
    """A value that a game told again has to lead to, by an event of the same type."""

    def __init__(self, game: GameLog, path: str, seq: int) -> None:
        self._table = game.tables[seq]
        self._steps = steps_of(self._table, path)
        self._type = type(game.log[seq].event)
        self._value = alike(value_at(self._table, self._steps), self._table)

    def reached(self, before: Table, event: Event, after: Table) -> bool:
        """Whether the event has just written the value, on some object that fits the path's."""
        if type(event) is not self._type or before is after:
            return False
        return self._found(before, after) is not None

    def path_on(self, before: Table, after: Table) -> str:
        """Return the path of the value in a game told again."""
        found = self._found(before, after)
        return ".".join(found if found is not None else self._steps)

    def _found(self, before: Table, after: Table) -> Steps | None:
        for steps in self._candidates(after):
            value = value_at(after, steps)
            if value is ABSENT or alike(value, after) != self._value:
                continue
            if value_at(before, steps) != value:
                return steps
        return None

    def _candidates(self, table: Table) -> Iterator[Steps]:
        """Yield the path with each id in it replaced by those of the same card and owner."""
        places = [place for place, name in enumerate(self._steps) if self._is_object(name)]
        if not places:
            yield self._steps
            return
        place = places[0]
        thing = self._table.objects.get(ObjectId(self._steps[place]))
        if thing is None:
            yield self._steps
            return
        for name in sorted(table.objects, key=lambda one: int(one[1:])):
            other = table.objects[name]
            if (other.name, other.owner) == (thing.name, thing.owner):
                yield (*self._steps[:place], name, *self._steps[place + 1 :])

    def _is_object(self, name: str) -> bool:
        return is_object_id(name) and name in self._table.objects


def alike(value: Any, table: Table) -> Any:  # noqa: ANN401 - any value of a table
    """Return a value so that it equals that of another game: cards in place of ids, no numbers."""
    match value:
        case Struct():
            fields = (name for name in value.__struct_fields__ if name not in NOT_COMPARED)
            return tuple((name, alike(getattr(value, name), table)) for name in fields)
        case Map() | dict():
            pairs = ((alike(key, table), alike(one, table)) for key, one in value.items())
            return tuple(sorted(pairs, key=repr))
        case tuple():
            return tuple(alike(one, table) for one in value)
        case frozenset():
            return tuple(sorted((alike(one, table) for one in value), key=repr))
        case str() if is_object_id(value):
            thing = table.objects.get(ObjectId(value))
            return ("card", None if thing is None else thing.name)
        case _:
            return value


def _of_import(game: GameLog, path: str, seq: int, limits: Limits) -> Cut:
    """Keep what made the value; add what else the fold needs to come to the same value."""
    made = told_in(why(game, path, seq, depth=DEEPEST).root)
    steps = steps_of(game.tables[seq], path)
    value = value_at(game.tables[seq], steps)
    records = game.log[1 : seq + 1]
    best = _chained(game, records)

    def fits(others: Sequence[Record]) -> bool:
        nonlocal best
        limits.tries += 1
        kept = {record.seq for record in others} | made
        log = _chained(game, [record for record in records if record.seq in kept])
        if value_at(final(log), steps) != value:
            return False
        best = log
        return True

    others = [record for record in records if record.seq not in made]
    is_done = fits(()) or minimised(others, fits, limits)
    return Cut(
        log=best, path=path, value=value, original=seq + 1, tries=limits.tries, is_done=is_done
    )


def told_in(root: Node | None) -> frozenset[int]:
    """Return the records that a tree of reasons names."""
    if root is None:
        return frozenset()
    return frozenset((root.seq,)).union(*map(told_in, root.sources))


def _chained(game: GameLog, records: Sequence[Record]) -> EventLog:
    """Return a log of some records, numbered and chained anew."""
    header = replace(game.header, game=f"{game.header.game}.cut")
    places = {record.seq: number for number, record in enumerate(records, start=1)}
    drafts = [
        Draft(
            event=record.event,
            by=record.by,
            cause=None if record.cause is None else places.get(record.cause),
            rule=record.rule,
            source=record.source,
            inferred=record.inferred,
            reported=record.reported,
        )
        for record in records
    ]
    return EventLog().append([Draft(event=header, by="apnap"), *drafts])
