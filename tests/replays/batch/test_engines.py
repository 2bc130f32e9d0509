"""Engines: results in the order of the jobs, workers that die, jobs that kill."""

import functools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.errors import DataError
from replays.batch import Engine, Failed, engine_named
from tests.replays.batch.jobs import dies_once, double, kills, process, raises, refuses


@pytest.fixture(params=["serial", "processes"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    made = engine_named(request.param, workers=2)
    yield made
    made.close()


def test_results_come_in_the_order_of_the_jobs(engine: Engine) -> None:
    assert list(engine.run(double, list(range(30)))) == [2 * n for n in range(30)]


def test_no_jobs_are_no_results(engine: Engine) -> None:
    assert list(engine.run(double, [])) == []


def test_a_defect_is_not_hidden(engine: Engine) -> None:
    with pytest.raises(ValueError, match="3"):
        list(engine.run(raises, [3]))


def test_an_error_of_ours_comes_through_as_it_is(engine: Engine) -> None:
    """Not as the death of a worker: its class takes more than one argument."""
    with pytest.raises(DataError, match=r"a\.txt: no job: 3") as caught:
        list(engine.run(refuses, [3]))

    assert (caught.value.code, caught.value.file) == ("usage/job", "a.txt")


@pytest.fixture
def processes() -> Iterator[Engine]:
    made = engine_named("processes", workers=2)
    yield made
    made.close()


def test_a_worker_that_dies_loses_nothing(processes: Engine, tmp_path: Path) -> None:
    flags = [str(tmp_path / f"flag{number}") for number in range(3)]
    for flag in flags[1:]:
        Path(flag).write_text("", encoding="utf-8")

    assert list(processes.run(dies_once, flags)) == ["done"] * 3


def test_a_job_that_kills_its_workers_is_told_and_stops_no_other(processes: Engine) -> None:
    found = list(processes.run(kills, ["one", "kill", "two", "three"]))

    assert found[0] == "one"
    assert found[2:] == ["two", "three"]
    assert isinstance(found[1], Failed)
    assert (found[1].place, found[1].code) == (1, "batch/worker_died")


def test_an_engine_is_chosen_by_the_processors_there_are() -> None:
    assert engine_named("auto", workers=1).workers == 1
    assert engine_named("auto", workers=2).workers == 2
    with pytest.raises(DataError, match="--engine dask"):
        engine_named("serial", scheduler="tcp://localhost:1")


def test_partial_functions_travel(processes: Engine) -> None:
    assert list(processes.run(functools.partial(pow, 2), [3, 4])) == [8, 16]


def test_workers_stay_until_the_engine_is_closed(processes: Engine) -> None:
    first = set(processes.run(process, list(range(12))))
    again = set(processes.run(process, list(range(12))))

    assert os.getpid() not in first | again
    assert len(first | again) <= 2
