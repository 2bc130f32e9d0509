"""Logs out of an export: the events of a full one give back each log, byte for byte.

Implements the log format, version 1: the lines are canonical and the chain is computed anew.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from events.codec import hash_line
from events.errors import DataError
from events.log import EventLog, read
from events.records import NO_HASH
from replays.batch.needs import needed
from replays.exporters.formats import FULL

COLUMNS = (
    "game_id",
    "by",
    "event",
    "seq",
    "cause",
    "more_rules",
    "batch_id",
    "at",
    "at_text",
    "source_line",
    "source_message",
    "inferred",
    "reported",
    "open",
)
"""What of an event's row belongs to the log itself."""

WHY = "only an export with --names, and without --seat, holds whole logs"

_encoder = msgspec.json.Encoder(order="sorted")


def logs_of(path: str | Path) -> Iterator[EventLog]:
    """Yield the logs of a Parquet file of events, in their order.

    Raises ``DataError`` where the export left something out: pseudonyms, or a seat's view.
    """
    parquet = needed("pyarrow.parquet", "pyarrow")
    lines: list[bytes] = []
    game, head = "", NO_HASH
    with parquet.ParquetFile(path) as file:
        told = file.metadata.metadata or {}
        if told.get(FULL.encode()) != b"true":
            raise DataError("export/not_full", f"{path}: {WHY}")
        for batch in file.iter_batches(columns=list(COLUMNS)):
            for row in batch.to_pylist():
                if row["seq"] == 0 and lines:
                    yield _log(game, lines)
                    lines, head = [], NO_HASH
                game = row["game_id"]
                line = line_of(row, len(lines), head)
                head = _hash(line, row)
                lines.append(line + b"\n")
    if lines:
        yield _log(game, lines)


def line_of(row: Mapping[str, Any], seq: int, prev: str) -> bytes:
    """Return the canonical line of a row of ``events``."""
    if row["seq"] != seq:
        raise DataError("export/not_full", f"record {seq} of {row['game_id']} is not among them")
    fields: dict[str, Any] = {
        "seq": seq,
        "by": row["by"],
        "event": msgspec.Raw(row["event"].encode()),
        "prev": prev,
    }
    if row["source_line"] is not None:
        source = {"line": row["source_line"]}
        fields["source"] = source | (
            {"message": row["source_message"]} if row["source_message"] else {}
        )
    told = {
        "cause": row["cause"],
        "rule": row["more_rules"] or None,
        "id": row["batch_id"],
        "at": row["at_text"] or (None if row["at"] is None else _time(row["at"])),
        "inferred": row["inferred"] or None,
        "reported": row["reported"] or None,
        "open": None if row["open"] is None else msgspec.Raw(row["open"].encode()),
    }
    fields |= {name: value for name, value in told.items() if value is not None}
    return _encoder.encode(fields)


def _time(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def _hash(line: bytes, row: Mapping[str, Any]) -> str:
    if row["open"] is None:
        return hash_line(line)
    fields = msgspec.json.decode(line)
    return hash_line(_encoder.encode({key: fields[key] for key in fields if key != "open"}))


def _log(game: str, lines: list[bytes]) -> EventLog:
    reading = read(lines, file=game)
    if reading.failure is not None:
        raise DataError(
            "export/not_full",
            f"the events of {game} give no log ({reading.failure.reason}): {WHY}",
        )
    return reading.log
