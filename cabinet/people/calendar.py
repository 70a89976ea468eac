"""The calendar of evenings: the day changes at noon, so that an evening over midnight is one day."""

import time
from datetime import date, timedelta
from typing import Final

NOON: Final = 12
"""The hour at which a day begins, by local time."""


def evening_day(at_s: float) -> str:
    """Return the day that a moment (s since 1970) belongs to, by the local calendar: ``2026-11-22``.

    The month of a moment is that of its day: the first seven characters.
    """
    time.tzset()  # the zone may have been changed since the start: Python asks the system only once (tzset(3))
    local = time.localtime(at_s)
    day = date(local.tm_year, local.tm_mon, local.tm_mday)
    return (day if local.tm_hour >= NOON else day - timedelta(days=1)).isoformat()


def month_of(day: str) -> str:
    """Return the month of an evening's day: ``2026-11``."""
    return day[:7]
