"""Where batches begin and end in a log: what was appended together, and what still counts.

A log does not mark its batches. One begins with what nothing in the log has caused: a decision that
goes on with no announcement, or an entry from outside the game.
"""

from collections.abc import Sequence

from events.base import Decision
from events.errors import DataError
from events.records import Record
from projections.folds.stack import drafted
from projections.standing import standing as records_standing
from projections.table import Table
from replays.outside import is_outside


def begins_batch(log: Sequence[Record], tables: Sequence[Table], seq: int) -> bool:
    """Whether a record begins a batch of its own."""
    record = log[seq]
    if seq == 0 or is_outside(record):
        return True
    if record.cause is not None or not isinstance(record.event, Decision):
        return False
    item = drafted(tables[seq - 1])
    return item is None or bool(item.trigger)


def batch_start(log: Sequence[Record], tables: Sequence[Table], seq: int) -> int:
    """Return the first record of the batch that a record belongs to."""
    while not begins_batch(log, tables, seq):  # record 0 begins one
        seq -= 1
    return seq


def batch_end(log: Sequence[Record], tables: Sequence[Table], seq: int) -> int:
    """Return the number behind the last record of the batch that a record belongs to."""
    seq += 1
    while seq < len(log) and not begins_batch(log, tables, seq):
        seq += 1
    return seq


def is_boundary(log: Sequence[Record], tables: Sequence[Table], seq: int) -> bool:
    """Whether a game can go on after a record: nothing that follows from the rules is still to come.

    So it is at the beginning, before the set-up is over and at the end; and anywhere in an imported log.
    """
    header = tables[0].header
    if header.imported is not None or seq == len(log) - 1 or seq <= header.given:
        return True
    return begins_batch(log, tables, seq + 1)


def check_standing(log: Sequence[Record], seq: int) -> None:
    """Raise ``DataError`` with the nearest record before it where a record was taken back already."""
    counting = standing(log)
    if seq in counting:
        return
    nearest = max((one for one in counting if one < seq), default=0)
    raise DataError(
        "rewind/undone", f"record {seq} has been taken back already; nearest: @{nearest}"
    )


def standing(log: Sequence[Record]) -> tuple[int, ...]:
    """Return the numbers of the records that still count: without those that were taken back."""
    return tuple(record.seq for record in records_standing(log))
