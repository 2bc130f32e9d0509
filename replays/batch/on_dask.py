"""The Dask engine: jobs on a cluster that outgrows one machine, or on a local one.

Workers need apnap installed in the same version. A worker that dies loses nothing: its jobs go to
another one. Nothing here waits for ever: a cluster without workers is told.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from time import monotonic
from typing import Any, TypeVar

from events.errors import ApnapError
from replays.batch.needs import needed
from replays.batch.protocol import IN_FLIGHT, Failed

J = TypeVar("J")
R = TypeVar("R")

MOST_RETRIES = 2
"""Times that a job is begun again whose worker was lost in another way than by dying."""

PATIENCE = 120.0
"""Seconds that a cluster may be without any worker: beginning one takes many on a busy machine."""

LOOK_EVERY = 2.0
"""Seconds after which somebody who waits for a job looks whether there are workers at all."""

SETTINGS = {"distributed.deploy.lost-worker-timeout": "1 day"}
"""Of a local cluster: Dask's own limit is 15 seconds, after which it lets go of workers for good
that are slow to begin again."""


def _known(result: R | Failed) -> Callable[[], R | Failed]:
    return lambda: result


class OnDask:
    """Jobs as tasks of a Dask client."""

    def __init__(
        self,
        workers: int = 0,
        scheduler: str = "",
        *,
        client: Any = None,  # noqa: ANN401 - Dask's own
        patience: float = PATIENCE,
    ) -> None:
        """Connect to a scheduler, or begin a local cluster; a ``client`` given stays the caller's."""
        self._scheduler, self._wanted, self._patience = scheduler, workers, patience
        self._given = client
        self._client: Any = client
        self._stack = ExitStack()

    @property
    def workers(self) -> int:
        """How many jobs run at a time."""
        threads: dict[str, int] = self._connected().nthreads()
        return max(1, sum(threads.values()))

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
                found: R | Failed = self._awaited(task)
            except killed as error:
                found = Failed(place, f"workers died of it ({error})".splitlines()[0])
            task.release()
            return found

        return answer

    def _awaited(self, task: Any) -> Any:  # noqa: ANN401 - a task of Dask, and its result
        """Wait for a task as long as there are workers, or may soon be some again."""
        since = monotonic()
        while True:  # each pass ends the wait, sees workers, or spends some patience
            try:
                return task.result(timeout=LOOK_EVERY)
            except TimeoutError:
                if task.status == "error":  # of the work itself, perhaps a time limit of its own
                    return task.result()
            if self._client.nthreads():
                since = monotonic()
            elif monotonic() - since > self._patience:
                raise ApnapError(
                    "batch/no_workers",
                    f"the Dask cluster has had no worker for {self._patience:.0f} seconds",
                )

    def _connected(self) -> Any:  # noqa: ANN401 - Dask's own
        if self._client is None:
            distributed = needed("distributed", "dask")
            if self._scheduler:
                self._client = self._found(distributed)
            else:
                self._client = self._begun(distributed)
        return self._client

    def _found(self, distributed: Any) -> Any:  # noqa: ANN401 - Dask's own
        try:
            return distributed.Client(self._scheduler, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise ApnapError(
                "batch/scheduler", f"no Dask scheduler answers at {self._scheduler} ({error})"
            ) from error

    def _begun(self, distributed: Any) -> Any:  # noqa: ANN401 - Dask's own
        self._stack.enter_context(needed("dask").config.set(SETTINGS))
        cluster = distributed.LocalCluster(
            n_workers=self._wanted or os.cpu_count() or 1,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=50,
        )
        self._stack.enter_context(cluster)
        return distributed.Client(cluster, set_as_default=False)

    def close(self) -> None:
        """Disconnect, and end a cluster that was begun here."""
        if self._client is not None and self._given is None:
            self._client.close()
            self._client = None
        self._stack.close()
