"""Forks: a log of one's own that shares another one's beginning and goes on from any of its records.

Where the record lies inside a batch, its batch is made once more from the last boundary, with the
recorded outcomes up to that record and new ones after it: no table is left between an event and what
the rules make of it.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from events.base import Chance as ChanceEvent
from events.base import Decision, Event
from events.chance import DieRolled, RandomlyChosen
from events.coin_flips import CoinFlipped
from events.errors import DataError, IllegalAction
from events.log import EventLog
from events.records import Record, as_draft
from events.rulings import Rewound
from events.zones import ContraptionDeckShuffled, LibraryShuffled
from machine.chance import Chance, Generated, Recorded, is_drawn
from replays.boundaries import batch_end, batch_start
from replays.game_log import GameLog
from replays.outside import is_outside
from replays.session import Game


def fork(log: GameLog, seq: int, *, name: str = "", chance: Chance | None = None) -> Game:
    """Return a game that goes on from a record of a log; the log stays as it is.

    The branch says in its header which log it comes from: ``branch_of`` is the hash of the record.
    An announcement that was not complete there is dropped (CR 732). Raises ``DataError`` where
    there is no such record.
    """
    if not 0 <= seq < len(log):
        raise DataError("position/range", f"there is no record {seq}; the last is {len(log) - 1}")
    then = chance or Generated()
    whole = log.header.imported is not None or batch_end(log.log, log.tables, seq) == seq + 1
    length = seq + 1 if whole else max(1, batch_start(log.log, log.tables, seq))
    shared = _shared(log, seq, length, name)
    again = log.log[length : seq + 1]
    first = Continued(again, then)
    branch = Game(shared, draws=lambda at: first if at == len(shared) else then)
    if again:
        _make_again(branch, again)
    elif log.header.imported is None:
        branch.begin()
    return branch


def _shared(log: GameLog, seq: int, length: int, name: str) -> EventLog:
    """Return the records that the branch takes over, chained anew to a header of its own."""
    header = replace(
        log.header,
        game=name or f"{log.header.game}.{seq}",
        branch_of=log.log.prefix(seq + 1).head,
        given=min(log.header.given, seq),
    )
    drafts = [as_draft(record) for record in log.log[:length]]
    return EventLog().append([replace(drafts[0], event=header), *drafts[1:]])


def _make_again(branch: Game, records: Sequence[Record]) -> None:
    """Carry out the beginning of a batch once more."""
    first = records[0]
    decisions = [
        one.event for one in records if isinstance(one.event, Decision) and one.cause is None
    ]
    if isinstance(first.event, Rewound):
        event = first.event
        branch.rewind(
            event.to, agreed=event.agreed, why=event.why, by=first.by, reflip=event.reflip
        )
    elif not decisions:
        if is_outside(first):
            branch.rule(first.event, by=first.by, key=first.id)
        else:
            branch.begin()
    elif any(one.reported for one in records):
        branch.report(*decisions, key=first.id)
    else:
        _submit(branch, decisions, first.id)


def _submit(branch: Game, decisions: Sequence[Decision], key: str) -> None:
    try:
        branch.submit(*decisions, key=key)
    except IllegalAction as refusal:
        if refusal.code != "announce/incomplete":
            raise


class Continued:
    """Chance that was, as far as it is recorded, and then chance of another kind."""

    def __init__(self, records: Sequence[Record], then: Chance) -> None:
        events: list[Event] = [
            one.event
            for one in records
            if isinstance(one.event, ChanceEvent) and is_drawn(one.event)
        ]
        self._left = len(events)
        self._recorded = Recorded(events)
        self._then = then

    def _next(self) -> Chance:
        if not self._left:
            return self._then
        self._left -= 1
        return self._recorded

    def shuffle(self, *what: Any, **more: Any) -> LibraryShuffled:  # noqa: ANN401 - as the chance has it
        """See ``machine.chance.Chance``."""
        return self._next().shuffle(*what, **more)

    def shuffle_contraptions(self, *what: Any, **more: Any) -> ContraptionDeckShuffled:  # noqa: ANN401
        """See ``machine.chance.Chance``."""
        return self._next().shuffle_contraptions(*what, **more)

    def coin(self, *what: Any, **more: Any) -> CoinFlipped:  # noqa: ANN401
        """See ``machine.chance.Chance``."""
        return self._next().coin(*what, **more)

    def die(self, *what: Any, **more: Any) -> DieRolled:  # noqa: ANN401
        """See ``machine.chance.Chance``."""
        return self._next().die(*what, **more)

    def choose(self, *what: Any, **more: Any) -> RandomlyChosen:  # noqa: ANN401
        """See ``machine.chance.Chance``."""
        return self._next().choose(*what, **more)
