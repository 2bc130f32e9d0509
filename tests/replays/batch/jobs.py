"""Jobs for engines, in a module that other processes can import."""

import os
from pathlib import Path

from replays.exporters.many import Job, Part, read_job


def double(number: int) -> int:
    """Return twice a number."""
    return 2 * number


def dies_once(flag: str) -> str:
    """Kill the worker that does this, the first time; afterwards all is well."""
    path = Path(flag)
    if not path.exists():
        path.write_text("died", encoding="utf-8")
        os._exit(1)
    return "done"


def kills(name: str) -> str:
    """Kill every worker that does this, if it is called so."""
    if name == "kill":
        os._exit(1)
    return name


def raises(number: int) -> int:
    """Raise, as a defect does."""
    raise ValueError(number)


def read_job_once_dying(flag: str, job: Job) -> Part:
    """Read logs as an export does; the first worker that begins dies of it."""
    dies_once(flag)
    return read_job(job)


def read_job_killing(name: str, job: Job) -> Part:
    """Read logs as an export does; whoever meets one of this name dies of it."""
    if any(Path(path).name == name for path in job.paths):
        os._exit(1)
    return read_job(job)
