"""The Dask engine: jobs on a cluster that outgrows one machine, or on a local one.

Workers need apnap installed in the same version. A worker that dies loses nothing: its jobs go to
another one.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from replays.batch.engines import IN_FLIGHT, Failed
from replays.batch.needs import needed

J = TypeVar("J")
R = TypeVar("R")

MOST_RETRIES = 2
"""Times that a job is begun again whose worker was lost in another way than by dying."""


def _known(result: R | Failed) -> Callable[[], R | Failed]:
    return lambda: result


class OnDask:
    """Jobs as tasks of a Dask client."""

    def __init__(self, workers: int = 0, scheduler: str = "", *, client: Any = None) -> None:  # noqa: ANN401 - Dask's own
        """Connect to a scheduler, or begin a local cluster; a ``client`` given stays the caller's."""
        self._scheduler, self._wanted = scheduler, workers
        self._given = client
        self._client: Any = client
        self._cluster: Any = None

    @property
    def workers(self) -> int:
        """How many jobs run at a time."""
        return max(1, sum(self._connected().nthreads().values()))

    def run(self, work: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R | Failed]:
        """Yield the result of each job, in the order of the jobs.

        Dask blames every task that was with a worker when it died: who is blamed is tried again,
        alone.
        """
        places = iter(range(len(jobs)))
        flying: deque[tuple[int, Callable[[], R | Failed]]] = deque()
        most = IN_FLIGHT * self.workers
        while True:  # each pass ends one job
            while len(flying) < most and (place := next(places, None)) is not None:
                flying.append((place, self._asked(work, jobs[place], place)))
            if not flying:
                return
            place, answer = flying.popleft()
            result = answer()
            if isinstance(result, Failed):
                flying = deque((one, _known(other())) for one, other in flying)
                result = self._asked(work, jobs[place], place)()
            yield result

    def _asked(self, work: Callable[[J], R], job: J, place: int) -> Callable[[], R | Failed]:
        """Hand a job out, and return what waits for its result."""
        task = self._connected().submit(work, job, pure=False, retries=MOST_RETRIES)
        killed = needed("distributed", "dask").KilledWorker

        def answer() -> R | Failed:
            try:
                found: R | Failed = task.result()
            except killed as error:
                found = Failed(place, f"workers died of it ({error})".splitlines()[0])
            task.release()
            return found

        return answer

    def _connected(self) -> Any:  # noqa: ANN401 - Dask's own
        if self._client is None:
            distributed = needed("distributed", "dask")
            if self._scheduler:
                self._client = distributed.Client(self._scheduler)
            else:
                self._cluster = distributed.LocalCluster(
                    n_workers=self._wanted or os.cpu_count() or 1,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    silence_logs=50,
                )
                self._client = distributed.Client(self._cluster)
        return self._client

    def close(self) -> None:
        """Disconnect, and end a cluster that was begun here."""
        if self._client is not None and self._given is None:
            self._client.close()
            if self._cluster is not None:
                self._cluster.close()
            self._client = self._cluster = None
