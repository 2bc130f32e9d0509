"""Every test of engines has a bound: a wait that never ends is what they are to find."""

import signal
from collections.abc import Iterator
from types import FrameType

import pytest

MOST_SECONDS = 100


def _ring(_number: int, _frame: FrameType | None) -> None:
    pytest.fail(f"not over after {MOST_SECONDS} seconds")


@pytest.fixture(autouse=True)
def bound() -> Iterator[None]:
    """Fail a test that takes too long, where the system has an alarm clock."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
