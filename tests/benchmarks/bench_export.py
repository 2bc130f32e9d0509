"""Logs exported to every table: records each second on one core, by format, and on two."""

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from replays.analysis.reading import View
from replays.batch import engine_named
from replays.exporters.many import export
from replays.files import read_log, write_log
from tests.benchmarks.games import whole_games
from tests.benchmarks.timing import Row, best, rate

COPIES = 2
"""Times that each of the games is exported: some seconds of work for each row."""


def rows() -> Iterator[Row]:
    """Yield the measurements."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = _written(folder / "logs")
        records = sum(len(log) for log in whole_games()) * COPIES
        (reading,) = best(lambda: [read_log(path) for path in paths], rounds=2)
        (plain,) = best(lambda: _plainly(paths, folder / "plain.jsonl"), rounds=2)
        peer = f"json to one flat file, unread: {rate(records, plain)}"
        one = 0.0
        for form, options, what in (
            ("parquet", 32, "Parquet, all tables"),
            ("parquet", 0, "Parquet, without what was legal"),
            ("jsonl", 0, "JSON Lines, without what was legal"),
        ):
            taken = _taken(paths, folder, form, options, "serial")
            one = one or taken
            yield Row(
                what=f"{records:,} records to {what}, one core",
                ours=rate(records, taken),
                peer=peer,
                ratio=plain / taken,
            )
        yield Row(
            what="reading and checking the logs alone", ours=rate(records, reading), peer=peer
        )
        for engine, what in (("processes", "two processes"), ("dask", "two Dask workers")):
            taken = _taken(paths, folder, "parquet", 32, engine)
            yield Row(
                what=f"the same to Parquet, all tables, {what}",
                ours=rate(records, taken),
                peer=f"one: {rate(records, one)}",
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


def _taken(paths: list[str], folder: Path, form: str, options: int, engine: str) -> float:
    """Return the seconds of an export whose workers have begun before."""
    runner, view = engine_named(engine, workers=2), View(options=options)
    try:
        for number, some in enumerate((paths[:1], paths)):
            begun = time.perf_counter()
            export(
                some, folder / f"out-{number}", form=form, view=view, engine=runner, overwrite=True
            )
        return time.perf_counter() - begun
    finally:
        runner.close()


def _plainly(paths: list[str], output: Path) -> None:
    """What a person writes who wants one flat file of events: no table, no check, no view."""
    with output.open("w", encoding="utf-8") as file:
        for path in paths:
            with Path(path).open(encoding="utf-8") as lines:
                for line in lines:
                    record = json.loads(line)
                    flat = {"seq": record["seq"], "by": record["by"], **record["event"]}
                    file.write(json.dumps(flat) + "\n")
