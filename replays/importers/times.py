"""The clocks of records: milliseconds since 1970, .NET ticks, and local times of some time zone."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from events.errors import DataError

_TICKS_FROM = 10**16
"""Numbers above it are ticks: as milliseconds they would lie far beyond any date."""
_TICKS_A_MS = 10_000
_MS_TO_1970 = 62_135_596_800_000
"""Milliseconds from the first day of .NET's calendar to that of Unix."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST_MS = 253_402_300_799_999
"""The last millisecond of the year 9999."""
_DAY_MS = 86_400_000
"""No time zone is further from UTC than a day."""


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


def zone_named(name: str) -> tzinfo:
    """Return a time zone by its name (``Asia/Tokyo``), or raise ``DataError``."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        told = f"{name!r} is no time zone: use a name such as Europe/Berlin, Asia/Tokyo or UTC"
        raise DataError("import/time_zone", told) from None


def from_ticks(ticks: int, zone: tzinfo) -> int:
    """Return .NET ticks of a local clock as ms since 1970; 0 where they are no time."""
    local = ticks // _TICKS_A_MS - _MS_TO_1970
    if not _DAY_MS < local < _LATEST_MS - _DAY_MS:
        return 0
    return from_local((_EPOCH + timedelta(milliseconds=local)).replace(tzinfo=None), zone)


def from_local(local: datetime, zone: tzinfo) -> int:
    """Return a local time as ms since 1970; of an hour that comes twice, the first."""
    moment = local.replace(tzinfo=zone) - _EPOCH
    return moment // timedelta(milliseconds=1)
