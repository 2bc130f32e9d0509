"""Jobs for engines, in a module that other processes can import, and import quickly."""

import os
from pathlib import Path

from events.errors import DataError


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


def process(_number: int) -> int:
    """Return the number of the process that does this."""
    return os.getpid()


def raises(number: int) -> int:
    """Raise, as a defect does."""
    raise ValueError(number)


def refuses(number: int) -> int:
    """Raise as input does that is not what it should be."""
    raise DataError("usage/job", f"no job: {number}", file="a.txt")


def runs_out_of_time(number: int) -> int:
    """Raise what a wait for a result raises too."""
    raise TimeoutError(number)
