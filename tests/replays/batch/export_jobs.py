"""Jobs of an export that meet with accidents, in a module that other processes can import."""

import os
from pathlib import Path

from replays.exporters.many import Job, Part, read_job
from tests.replays.batch.jobs import dies_once


def read_job_once_dying(flag: str, job: Job) -> Part:
    """Read logs as an export does; the first worker that begins dies of it."""
    dies_once(flag)
    return read_job(job)


def read_job_killing(name: str, job: Job) -> Part:
    """Read logs as an export does; whoever meets one of this name dies of it."""
    if any(Path(path).name == name for path in job.paths):
        os._exit(1)
    return read_job(job)
