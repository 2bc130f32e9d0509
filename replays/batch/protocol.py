"""What every engine keeps to, whoever runs its jobs."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

J = TypeVar("J")
R = TypeVar("R")

IN_FLIGHT = 3
"""Jobs handed out for each worker: enough that none waits, few enough that results stay small."""


class Failed(Struct, frozen=True):
    """A job that nobody could finish, by its place among the jobs."""

    place: int
    reason: str
    code: str = "batch/worker_died"


class Engine(Protocol):
    """Runs jobs. ``work`` and jobs travel to other processes: functions of modules, plain data."""

    @property
    def workers(self) -> int:
        """How many jobs run at a time."""
        ...

    def run(self, work: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R | Failed]:
        """Yield the result of each job, in the order of the jobs."""
        ...

    def close(self) -> None:
        """Let go of the workers."""
        ...
