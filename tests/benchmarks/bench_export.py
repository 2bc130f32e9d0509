"""Logs exported to every table: records each second on one core, by format, and on two.

On one core seconds are those of the core; of several workers they are those of the clock.
"""

import json
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from replays.analysis.reading import View
from replays.batch import Engine, engine_named
from replays.exporters.many import export
from replays.files import read_log, write_log
from tests.benchmarks.games import whole_games
from tests.benchmarks.timing import Row, best, rate

COPIES = 2
"""Times that each of the games is exported: some seconds of work for each row."""


WORKERS = 2
ROUNDS = 2


def rows() -> Iterator[Row]:
    """Yield the measurements."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = _written(folder / "logs")
        records = sum(len(log) for log in whole_games()) * COPIES
        yield from _one_core(paths, folder, records)
        yield from _scaling(paths, folder, records)


def _one_core(paths: list[str], folder: Path, records: int) -> Iterator[Row]:
    serial = engine_named("serial")
    kinds = {
        f"{records:,} records to Parquet, all tables": partial(
            _export, paths, folder, "parquet", 32
        ),
        "the same without what was legal": partial(_export, paths, folder, "parquet", 0),
        "the same to JSON Lines": partial(_export, paths, folder, "jsonl", 0),
    }
    reading, plain, *ours = best(
        lambda: [read_log(path) for path in paths],
        partial(_plainly, paths, folder / "plain.jsonl"),
        *(partial(one, serial) for one in kinds.values()),
        rounds=ROUNDS,
        clock=time.process_time,
    )
    peer = f"json to one flat file, unread: {rate(records, plain)}"
    for what, taken in (*zip(kinds, ours, strict=True), ("reading and checking alone", reading)):
        yield Row(
            what=f"{what}, one core", ours=rate(records, taken), peer=peer, ratio=plain / taken
        )


def _scaling(paths: list[str], folder: Path, records: int) -> Iterator[Row]:
    one = _clocked(paths, folder, "serial")
    for engine, what in (("processes", "two processes"), ("dask", "two Dask workers")):
        taken = _clocked(paths, folder, engine)
        yield Row(
            what=f"{records:,} records to Parquet, all tables, {what}",
            ours=rate(records, taken),
            peer=f"one process: {rate(records, one)}",
            ratio=one / taken,
        )


def _written(folder: Path) -> list[str]:
    folder.mkdir()
    paths = []
    for copy in range(COPIES):
        for number, log in enumerate(whole_games()):
            path = folder / f"game-{number}-{copy:02d}.apnap.jsonl"
            write_log(log, path)
            paths.append(str(path))
    return paths


def _clocked(paths: list[str], folder: Path, engine: str) -> float:
    """Return the seconds of an export whose workers have all begun before, with a log each."""
    runner = engine_named(engine, workers=WORKERS)
    try:
        _export(paths[:WORKERS], folder, "parquet", 0, runner)
        (taken,) = best(partial(_export, paths, folder, "parquet", 32, runner), rounds=1)
        return taken
    finally:
        runner.close()


def _export(paths: list[str], folder: Path, form: str, options: int, engine: Engine) -> None:
    view = View(options=options)
    export(paths, folder / "out", form=form, view=view, engine=engine, overwrite=True)


def _plainly(paths: list[str], output: Path) -> None:
    """What a person writes who wants one flat file of events: no table, no check, no view."""
    with output.open("w", encoding="utf-8") as file:
        for path in paths:
            with Path(path).open(encoding="utf-8") as lines:
                for line in lines:
                    record = json.loads(line)
                    flat = {"seq": record["seq"], "by": record["by"], **record["event"]}
                    file.write(json.dumps(flat) + "\n")
