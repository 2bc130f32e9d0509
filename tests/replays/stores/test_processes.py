"""Stores between real processes: killed at any moment, and two at once."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from events.log import EventLog
from events.records import Record
from replays.stores.protocol import Store
from tests.replays.stores import writer
from tests.strategies import header

ROOT = Path(__file__).parents[3]
KILLS = 40
LONGEST_LIFE = 6
"""Batches that are acknowledged before the moment to kill a writer comes."""


class Writers:
    """The process that forks writers, and what they said."""

    def __init__(self, kind: str, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(writer.__file__)), kind, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        assert self._process.wait() == 0

    def start(self, job: str) -> int:
        """Start writers and return the process of the first."""
        assert self._process.stdin is not None
        self._process.stdin.write(job + "\n")
        self._process.stdin.flush()
        for words in self._said():
            if words[0] == "pid":
                return int(words[1])
        raise AssertionError

    def first(self, count: int) -> list[list[str]]:
        """Return the next things said."""
        return list(islice(self._said(), count))

    def until_dead(self) -> list[list[str]]:
        """Return what was said until all writers were dead."""
        return [words for words in self._said() if words[0] != "pid"]

    def _said(self) -> Iterator[list[str]]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            words = line.split()
            if words == ["dead"]:
                return
            assert words[0] != "failed", line
            yield words


@pytest.fixture(params=writer.STORES)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def batches_of(log: EventLog) -> list[int]:
    """Return the numbers of a log's batches, having checked that each of them is whole."""

    def parts(record: Record) -> list[int]:
        return [int(word) for word in record.event.text.split()]  # type: ignore[attr-defined]

    numbers = []
    for number, records in groupby(log[1:], key=lambda record: parts(record)[0]):
        there = [parts(record) for record in records]
        size = there[0][2]
        assert there == [[number, place, size] for place in range(size)]
        numbers.append(number)
    assert numbers == list(range(len(numbers)))
    return numbers


def test_a_killed_writer_loses_no_acknowledged_batch_and_leaves_no_half_one(
    kind: str, tmp_path: Path
) -> None:
    chance = random.Random(20261130)  # noqa: S311 - a test's choice of moments
    with (
        writer.opened(kind, tmp_path / "store") as store,
        Writers(kind, tmp_path / "store") as writers,
    ):
        store.create(header())
        most = 0
        for _ in range(KILLS):
            child = writers.start("write")
            done = writers.first(chance.randrange(LONGEST_LIFE))
            batches_of(store.load("game"))  # a reader sees whole batches while others write
            _spin(chance.randrange(200_000))
            os.kill(child, signal.SIGKILL)
            done += writers.until_dead()
            there = batches_of(store.load("game"))
            acknowledged = int(done[-1][1]) + 1 if done else most
            assert acknowledged <= len(there) <= acknowledged + 1
            most = len(there)
        assert most > KILLS


def _spin(rounds: int) -> None:
    """Let a little time pass, of a length that no clock decides."""
    for _ in range(rounds):
        pass


def test_of_two_processes_that_append_at_once_one_wins(kind: str, tmp_path: Path) -> None:
    with (
        writer.opened(kind, tmp_path / "store") as store,
        Writers(kind, tmp_path / "store") as writers,
    ):
        store.create(header())
        writers.start("race")
        said = writers.until_dead()
        won = {int(length): process for word, length, process in said if word == "won"}
        lost = {int(length): process for word, length, process in said if word == "lost"}
        assert sorted(won) == sorted(lost) == list(range(1, 41))
        assert all(won[length] != lost[length] for length in won)
        _check_authors(store, won)


def _check_authors(store: Store, won: dict[int, str]) -> None:
    texts = [record.event.text for record in store.read("game", 1)]  # type: ignore[attr-defined]
    assert texts == [won[length] for length in range(1, 41)]
