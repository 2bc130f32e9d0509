"""Times of day, as text logs write them, made into moments."""

from datetime import datetime, timedelta, tzinfo

from replays.importers.times import from_local


class Clock:
    """Times of day made into moments: the day comes from the file, midnight is counted."""

    def __init__(self, day: str, zone: tzinfo) -> None:
        """Without a day there are no moments."""
        self._day = datetime.fromisoformat(day) if day else None
        self._zone = zone
        self._last = timedelta(0)

    def ms(self, text: str) -> int:
        """Return a time such as ``8:22 PM`` as ms since 1970; 0 where the day is not known."""
        moment = _of_day(text)
        if self._day is None or moment is None:
            return 0
        if self._last - moment > timedelta(hours=12):
            self._day += timedelta(days=1)
        self._last = moment
        return from_local(self._day + moment, self._zone)


def _of_day(text: str) -> timedelta | None:
    digits, _, half = text.replace("AM", " AM").replace("PM", " PM").partition(" ")
    parts = [int(part) for part in digits.split(":")]
    hours, minutes = parts[0], parts[1]
    half = half.strip().upper()
    if half:
        hours = hours % 12 + 12 * (half == "PM")
    if hours > 23 or minutes > 59:  # noqa: PLR2004 - no time of a day
        return None
    return timedelta(hours=hours, minutes=minutes, seconds=min(parts[2], 59) if parts[2:] else 0)
