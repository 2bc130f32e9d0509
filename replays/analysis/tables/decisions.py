"""Decisions: one row each, with what else was legal when it was made.

Implements the question of ``machine.referee.legal_decisions`` on the table before each decision.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

import msgspec

from events.base import Decision, Event
from events.codec import encode_event
from machine.procedure import Awaiting
from machine.referee import awaiting, legal_decisions
from projections.table import Table
from replays.analysis.columns import Kind, Row, about, rows_of
from replays.analysis.reading import Reading
from replays.analysis.tables.common import moment, seconds_between
from replays.positions import context_of

MOST_COUNTED = 1_000
"""Legal options that are counted; a division of 40 among 8 has more than anybody can list."""


class DecisionRow(Row, frozen=True):
    """One decision: what was asked, what else was legal, what was chosen, how long it took."""

    seq: Annotated[int, about("number of the record")]
    turn: Annotated[int | None, about("the turn; absent before the first")]
    phase: Annotated[str | None, about("phase or step it was made in")]
    active_seat: Annotated[str | None, about("the active player")]
    seat: Annotated[str, about("whose decision it is")]
    by: Annotated[str, about("who made it: the seat, or who controls that player")]
    type: Annotated[str, about("type of the decision")]
    asked: Annotated[str | None, about("what the referee asks for, in a few words", Kind.TEXT)]
    rule: Annotated[str, about("rule by which it is asked; the decision's own where nothing is")]
    choice: Annotated[str, about("the decision as it was made", Kind.JSON)]
    options: Annotated[
        int | None,
        about(
            f"legal decisions of the same player at that moment, at most {MOST_COUNTED}; absent in "
            "imported games, and where only that player may know"
        ),
    ]
    options_cut: Annotated[bool | None, about("there were more than could be counted")]
    offered: Annotated[
        str | None, about("those options, where they are few: a list of decisions", Kind.JSON)
    ]
    reported: Annotated[bool, about("made although the rules forbid it")]
    taken_back: Annotated[bool, about("undone later")]
    asked_at: Annotated[str | None, about("time of the record before it, if told", Kind.TIME)]
    decided_at: Annotated[str | None, about("its own time, if told", Kind.TIME)]
    seconds: Annotated[float | None, about("between the two")]


@rows_of("decisions", DecisionRow)
def decisions(reading: Reading) -> Iterator[DecisionRow]:
    """Yield a row for each decision that may be seen."""
    before_at: str | None = None
    for record in reading.seen:
        event: Event = record.event
        if isinstance(event, Decision) and record.seq:
            yield _row(reading, record.seq, event, before_at)
        before_at = moment(record.at) or before_at


def _row(reading: Reading, seq: int, event: Decision, before_at: str | None) -> DecisionRow:
    record = reading.records[seq]
    before = reading.tables[seq - 1]
    when = context_of(before)
    asked = _asked(before, event)
    decided = moment(record.at)
    count, cut, offered = _options(reading, before, event)
    return DecisionRow(
        game_id=reading.game_id,
        seq=seq,
        turn=when.turn,
        phase=when.phase and when.phase.value,
        active_seat=when.active_player,
        seat=event.player,
        by=record.by,
        type=type(event).__name__,
        asked=asked.what if asked else None,
        rule=asked.rule if asked else event.rule,
        choice=encode_event(event).decode(),
        options=count,
        options_cut=cut,
        offered=offered,
        reported=record.reported,
        taken_back=seq in reading.undone,
        asked_at=before_at,
        decided_at=decided,
        seconds=seconds_between(before_at, decided),
    )


def _asked(table: Table, decision: Decision) -> Awaiting | None:
    """Return what the referee asks that a decision answers, if it asks for it."""
    if table.header.imported is not None:
        return None
    kind = type(decision)
    return next(
        (one for one in awaiting(table) if one.player == decision.player and kind in one.decisions),
        None,
    )


Options = tuple[int | None, bool | None, str | None]


def _options(reading: Reading, table: Table, decision: Decision) -> Options:
    """Return how many decisions were legal, whether that was all, and which, where they are few."""
    most = reading.view.options
    if table.header.imported is not None or not most or not reading.may_know(decision.player):
        return None, None, None
    mine = (one for one in legal_decisions(table) if one.player == decision.player)
    found = list(islice(mine, MOST_COUNTED + 1))
    cut = len(found) > MOST_COUNTED
    listed = None
    if len(found) <= most:
        listed = msgspec.json.encode(found, order="sorted").decode()
    return min(len(found), MOST_COUNTED), cut, listed
