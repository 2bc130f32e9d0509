"""Arena's two clocks: milliseconds since 1970 from the server, .NET ticks from the client."""

from datetime import UTC, datetime, timedelta

_TICKS_FROM = 10**16
"""Numbers above it are ticks: as milliseconds they would lie far beyond any date."""
_TICKS_A_MS = 10_000
_MS_TO_1970 = 62_135_596_800_000
"""Milliseconds from the first day of .NET's calendar to that of Unix."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST_MS = 253_402_300_799_999
"""The last millisecond of the year 9999."""


def milliseconds(stamp: str | int) -> int:
    """Return a time of either clock in ms since 1970; 0 where it is none."""
    try:
        number = int(stamp)
    except ValueError:
        return 0
    if number > _TICKS_FROM:
        number = number // _TICKS_A_MS - _MS_TO_1970
    return number if 0 < number <= _LATEST_MS else 0


def rfc3339(ms: int) -> str:
    """Return a time as a record's ``at``; empty for 0."""
    if not ms:
        return ""
    return (_EPOCH + timedelta(milliseconds=ms)).strftime("%Y-%m-%dT%H:%M:%S.") + f"{ms % 1000:03}Z"


def day_of(ms: int) -> str:
    """Return the day of a time, ``YYYY-MM-DD`` in UTC; empty for 0."""
    return rfc3339(ms)[:10]
