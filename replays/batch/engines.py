"""Engines: where jobs run. Results come in the order of the jobs, whoever did them, and how often.

A job that kills its worker is tried again, alone, and then told as failed; it stops no other.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from events.errors import DataError
from replays.batch.on_dask import OnDask
from replays.batch.protocol import IN_FLIGHT, Engine, Failed

J = TypeVar("J")
R = TypeVar("R")

MOST_DEATHS = 2
"""Workers that a job may kill while it is alone, before it is given up."""


class Serial:
    """Here, one job after another."""

    workers = 1

    def run(self, work: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R | Failed]:
        """See ``Engine.run``."""
        return map(work, jobs)

    def close(self) -> None:
        """See ``Engine.close``."""


class Processes:
    """Over processes of this machine."""

    def __init__(self, workers: int = 0) -> None:
        """Use so many workers; as many as there are processors by default."""
        self.workers = workers or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None

    def run(self, work: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R | Failed]:
        """See ``Engine.run``."""
        waiting = deque(range(len(jobs)))
        flying: deque[tuple[int, Future[R]]] = deque()
        suspects: deque[int] = deque()
        try:
            while waiting or flying or suspects:  # each pass ends one job, or isolates a few
                if suspects:
                    place = suspects.popleft()
                    yield self._alone(work, jobs[place], place)
                    continue
                while waiting and len(flying) < IN_FLIGHT * self.workers:
                    place = waiting.popleft()
                    flying.append((place, self._submit(work, jobs[place])))
                place, future = flying[0]
                try:
                    result = future.result()
                except BrokenProcessPool:
                    suspects.extend(one for one, _ in flying)
                    flying.clear()
                    self.close()
                    continue
                flying.popleft()
                yield result
        finally:
            for _, future in flying:  # of somebody who stopped listening, or of a job that raised
                future.cancel()

    def _submit(self, work: Callable[[J], R], job: J) -> "Future[R]":
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
        try:
            return self._pool.submit(work, job)
        except BrokenProcessPool as error:
            broken: Future[R] = Future()
            broken.set_exception(error)
            return broken

    def _alone(self, work: Callable[[J], R], job: J, place: int) -> R | Failed:
        """Do a job that was under way when a worker died, with nothing beside it."""
        for _ in range(MOST_DEATHS):
            try:
                return self._submit(work, job).result()
            except BrokenProcessPool:
                self.close()
        return Failed(place, f"{MOST_DEATHS} workers died of it")

    def close(self) -> None:
        """See ``Engine.close``."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


ENGINES: dict[str, Callable[[int, str], Engine]] = {
    "serial": lambda _workers, _scheduler: Serial(),
    "processes": lambda workers, _scheduler: Processes(workers),
    "dask": OnDask,
}
"""Name -> what makes the engine, of a number of workers and a scheduler's address."""


def engine_named(name: str, *, workers: int = 0, scheduler: str = "") -> Engine:
    """Return an engine; ``auto`` is processes where there are several processors."""
    if name == "auto":
        name = "processes" if (workers or os.cpu_count() or 1) > 1 else "serial"
    if scheduler and name != "dask":
        raise DataError("usage/scheduler", "a scheduler's address goes with --engine dask")
    return ENGINES[name](workers, scheduler)
