"""What was played and pressed in a stretch of time: the figures of the operator's page AUDITS, read from the database.

`read_audits` reads all stretches at once, and belongs in a thread of its own: it looks at every match since the counts
began. A match counts on the day of the evening on which it began (from noon to noon, `cabinet.people.records`).
"""

import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final

import msgspec

from cabinet.people.records import NOON, evening_day
from cabinet.store.ledger import SINCE

STRETCHES: Final[Mapping[str, int]] = MappingProxyType({"today": 1, "week": 7, "month": 30, "ever": 0})
"""Each stretch of time with its days, of which the last is today; 0: since the counts began."""
DAYS: Final = 14
"""Days of which `Audits.days` tells."""

PLAYED: Final = "SELECT begun, game, seconds FROM matches WHERE reason IS NOT NULL AND begun >= ?"
"""The finished matches since a moment; SQLite would take three times as long for local days and hours."""
COUNTED: Final = "SELECT name, sum(count) FROM audits_by_day WHERE day >= ? GROUP BY name HAVING sum(count) > 0"
"""Every count since a day."""
HOUR_S: Final = 3600
DAY_S: Final = 86_400
EPOCH: Final = date(1970, 1, 1)


class Audits(msgspec.Struct, frozen=True):
    """One stretch: finished matches and their own seconds, and every count by its name (`Store.count`).

    `games` has matches and seconds by game, the most played first; `hours` matches by the hour in which they began
    (0 to 23), `days` those of the last `DAYS` days, the earliest first.
    """

    matches: int = 0
    seconds: float = 0.0
    games: Mapping[str, tuple[int, float]] = MappingProxyType({})
    hours: tuple[int, ...] = (0,) * 24
    days: tuple[tuple[str, int], ...] = ()
    counts: Mapping[str, int] = MappingProxyType({})
    streak: str = ""
    """The longest streak of a name, in words."""

    @property
    def presses(self) -> int:
        """Return the presses of all buttons."""
        return sum(count for name, count in self.counts.items() if name.startswith("press."))

    @property
    def press_hours(self) -> tuple[int, ...]:
        """Return the presses by the hour of the day, 0 to 23."""
        return tuple(self.counts.get(f"hour.{hour}", 0) for hour in range(24))


class _Played:
    """The matches, summed by the evening's day (a number of days since 1970)."""

    def __init__(self, rows: Iterable[tuple[int, str, float | None]]) -> None:
        """`rows` are those of `PLAYED`."""
        self.games: Counter[tuple[int, str]] = Counter()
        self.hours: Counter[tuple[int, int]] = Counter()
        self.seconds: dict[tuple[int, str], float] = defaultdict(float)
        for (hour, game), (count, seconds) in by_local_hour(rows).items():
            day = (hour - NOON) // 24
            self.games[day, game] += count
            self.hours[day, hour % 24] += count
            self.seconds[day, game] += seconds

    def audits(self, first: int, today: int, counts: Mapping[str, int]) -> Audits:
        """Return the audits from a day on, with these counts."""
        games, seconds = Counter[str](), defaultdict[str, float](float)
        days, hours = Counter[int](), [0] * 24
        for (day, game), count in self.games.items():
            if day >= first:
                games[game] += count
                seconds[game] += self.seconds[day, game]
                days[day] += count
        for (day, hour), count in self.hours.items():
            hours[hour] += count if day >= first else 0
        last = range(today - DAYS + 1, today + 1)
        return Audits(
            games.total(),
            sum(seconds.values()),
            {game: (count, seconds[game]) for game, count in games.most_common()},
            tuple(hours),
            tuple(((EPOCH + timedelta(day)).isoformat(), days[day]) for day in last),
            counts,
        )


def by_local_hour(rows: Iterable[tuple[int, str, float | None]]) -> Mapping[tuple[int, str], tuple[int, float]]:
    """Return matches and seconds by local hour since 1970 and game; `rows` are those of `PLAYED`.

    The clock is asked for its offset twice a day, and for a match only on a day on which that changed.
    """
    cells: dict[tuple[int, str], tuple[int, float]] = {}
    steady: dict[int, int | None] = {}  # the offset of a day on which it does not change
    for begun, game, seconds in rows:
        day = begun // DAY_S
        if day not in steady:
            first, last = (time.localtime(each * DAY_S).tm_gmtoff for each in (day, day + 1))
            steady[day] = first if first == last else None
        offset = steady[day]
        local = begun + (time.localtime(begun).tm_gmtoff if offset is None else offset)
        count, spent = cells.get(key := (local // HOUR_S, game), (0, 0.0))
        cells[key] = count + 1, spent + (seconds or 0.0)
    return cells


def read_audits(connection: sqlite3.Connection, at_s: float) -> Mapping[str, Audits]:
    """Return the audits of each of `STRETCHES` at a moment (s since 1970). Raises sqlite3.Error."""
    today = (date.fromisoformat(evening_day(at_s)) - EPOCH).days
    ever: dict[str, int] = dict(connection.execute("SELECT name, count FROM audits WHERE count > 0"))
    played = _Played(connection.execute(PLAYED, (ever.get(SINCE, 0),)))
    found = {}
    for stretch, days in STRETCHES.items():
        first = today - days + 1 if days else 0
        counts = dict(connection.execute(COUNTED, ((EPOCH + timedelta(first)).isoformat(),))) if days else ever
        found[stretch] = played.audits(first, today, counts)
    return found
