"""The search for the shortest log: first what made the value, then fewer and fewer decisions of it.

A game played here is told again with some of its decisions; every consequence is derived anew. Of an
imported log, whose consequences cannot be derived, those records are kept that made the value.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from projections import paths
from projections.provenance import last_write, steps_of, value_at
from replays.cutting.goal import Goal
from replays.cutting.imports import cut_import
from replays.cutting.items import Item, is_idle, items_of
from replays.cutting.minimising import Limits, minimised
from replays.cutting.result import Cut
from replays.cutting.retelling import Teller, Told
from replays.cutting.slices import dependents, makers
from replays.game_log import GameLog
from replays.provenance.seen import Evidence
from replays.provenance.tree import check_path

MOST_TRIES: Final = 400
"""Games that are told again, unless told otherwise."""

PATIENCE: Final = 30.0
"""Seconds after which the shortest log so far is taken, unless told otherwise."""


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
        return cut_import(game, path, write.seq, limits)
    return _cut_played(game, path, write.seq, limits)


def _from_the_start(game: GameLog, path: str) -> Cut:
    value = paths.get(game.tables[0], path)
    return Cut(log=game.log.prefix(1), path=path, value=value, original=1, tries=0, is_done=True)


def _cut_played(game: GameLog, path: str, seq: int, limits: Limits) -> Cut:
    goal = Goal(game, path, seq)
    search = Search(game, goal, seq, limits)
    if not search.begin(makers(game, path, seq)):
        return _whole(game, path, seq, limits)
    is_done = search.go_on()
    best = search.best
    where = goal.path_on(best.before, best.table)
    return Cut(
        log=best.log,
        path=where,
        value=value_at(best.table, steps_of(best.table, where)),
        original=seq + 1,
        tries=limits.tries,
        is_done=is_done,
    )


def _whole(game: GameLog, path: str, seq: int, limits: Limits) -> Cut:
    """Return all of a log, where it cannot be told again: somebody has changed it."""
    return Cut(
        log=game.log.prefix(seq + 1),
        path=path,
        value=paths.get(game.tables[seq], path),
        original=seq + 1,
        tries=limits.tries,
        is_done=False,
    )


class Slice(NamedTuple):
    """What a search may begin with."""

    items: tuple[Item, ...]
    outcomes: tuple[Item, ...]
    is_timely: bool = True


class Search:
    """A search for fewer and fewer decisions, from the first slice that leads to the value."""

    best: Told

    def __init__(self, game: GameLog, goal: Goal, seq: int, limits: Limits) -> None:
        self._game = game
        self._goal = goal
        self._seq = seq
        self._limits = limits
        self._made: frozenset[int] = frozenset()

    def begin(self, made: frozenset[int]) -> bool:
        """Find the first slice that leads to the value, from the smallest to all there is."""
        self._made = made
        for one in _slices(items_of(self._game, self._seq), made):
            if self._limits.reached():
                return False
            if self._told(one, self._seq + 1):
                return True
        return False

    def go_on(self) -> bool:
        """Leave decisions out; says whether, of those left, none can be left out.

        Decisions wait for the steps they were made in; then they are made as soon as they may.
        """
        while self._minimised():  # each round but the last finds a shorter log
            if not self._slice.is_timely or not self._told(
                self._slice._replace(items=self.best.items, is_timely=False), len(self.best) - 1
            ):
                return True
        return False

    def _told(self, one: Slice, longest: int) -> bool:
        self._limits.tries += 1
        outcomes = [record for item in one.outcomes for record in item.records]
        teller = Teller(
            self._game,
            outcomes,
            self._goal.reached,
            name=f"{self._game.header.game}.cut",
            last=self._seq,
            is_timely=one.is_timely,
        )
        told = teller.tell(one.items, longest=longest)
        if told is None:
            return False
        self._slice, self._teller, self.best = one, teller, told
        return True

    def _minimised(self) -> bool:
        items = {item.seq: item for item in self.best.items}
        order = sorted(items, key=lambda one: (_has_part(items[one], self._made), one))

        def fits(fewer: Sequence[int]) -> bool:
            self._limits.tries += 1
            kept = [items[one] for one in sorted(fewer)]
            found = self._teller.tell(kept, longest=len(self.best))
            if found is not None:
                self.best = found
            return found is not None

        return minimised(order, fits, self._limits, dependents(self._game, self.best.items))


def _slices(everything: Sequence[Item], made: frozenset[int]) -> Iterator[Slice]:
    """Yield what made the value, with its own outcomes or all; all that anybody did; everything."""
    outcomes = tuple(item for item in everything if item.kind == "chance")
    items = tuple(item for item in everything if item.kind != "chance")
    busy = tuple(item for item in items if not is_idle(item))
    needed = tuple(item for item in busy if _has_part(item, made))
    yield Slice(needed, tuple(item for item in outcomes if _has_part(item, made)))
    yield Slice(needed, outcomes)
    yield Slice(busy, outcomes)
    yield Slice(items, outcomes, is_timely=False)


def _has_part(item: Item, made: frozenset[int]) -> bool:
    return any(record.seq in made for record in item.records)
