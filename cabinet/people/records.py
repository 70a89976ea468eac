"""Records: the best figures by game and preset, of today, of this month and ever.

A record is set between people only: a match in which fewer than two people sat, that was left, or in which somebody had
a head start sets none. Names hold records; a closest race may also be run by guests, as in the list of closest races
that the store keeps (`cabinet.store.ledger`). The day changes at noon, so that an evening over midnight is one day.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from cabinet.people.names import is_name
from cabinet.people.results import Result
from hardware.posix import follow_zone

NOON: Final = 12
"""The hour at which a day begins, by local time."""


def evening_day(at_s: float) -> str:
    """Return the day that a moment (s since 1970) belongs to, by the local calendar: ``2026-11-22``.

    The month of a moment is that of its day: the first seven characters.
    """
    follow_zone()
    local = time.localtime(at_s)
    day = date(local.tm_year, local.tm_mon, local.tm_mday)
    return (day if local.tm_hour >= NOON else day - timedelta(days=1)).isoformat()


def month_of(day: str) -> str:
    """Return the month of an evening's day: ``2026-11``."""
    return day[:7]


CLOSEST: Final = "closest"
"""The closest race by stamps: its margin in ns."""
CLOSEST_KEYBOARD: Final = "closest_keyboard"
"""The closest race of a keyboard, which carries no stamps: its margin in ns."""
STREAK: Final = "streak"
"""The most matches won one after the other against people, in days or months."""
QUICKEST_DEAL: Final = "deal"
"""The quickest deal that somebody won: its play time in ms."""
PACE: Final = "pace"
"""The most cards a minute in a match: tenths of a card."""
KINDS: Final = (CLOSEST, CLOSEST_KEYBOARD, STREAK, QUICKEST_DEAL, PACE)

TODAY: Final = "today"
MONTH: Final = "month"
EVER: Final = "ever"
PERIODS: Final = (TODAY, MONTH, EVER)

LISTED: Final = 5
"""The number of records kept of each kind and period."""
DAYS: Final = 4
"""The number of days, and of months, whose records are kept: those in which a match ended last."""


class Record(msgspec.Struct, frozen=True):
    """One record. `value` has the unit of its kind; `at` is in s since 1970.

    `seats` and `names` are those of the holder; of a race, the winner's and the loser's, empty for guests. `since` is
    the match in which a streak began.
    """

    kind: str
    game: str
    preset: str
    value: int
    seats: tuple[int, ...]
    names: tuple[str, ...]
    match: str
    at: int
    since: str = ""


class Top(msgspec.Struct):
    """The best records of each kind in one period: the day or the month that `key` names, or ever."""

    key: str = ""
    kinds: dict[str, list[Record]] = msgspec.field(default_factory=dict)

    def add(self, record: Record) -> None:
        """List a record."""
        rows = [row for row in self.kinds.get(record.kind, []) if not _is_same_streak(row, record)]
        self.kinds[record.kind] = best_of([*rows, record])


def best_of(records: Iterable[Record]) -> list[Record]:
    """Return the best `LISTED` records of one kind, the best first; at equal values the earlier first."""
    return sorted(records, key=lambda row: (-row.value if row.kind in (STREAK, PACE) else row.value, row.at))[:LISTED]


class Streak(msgspec.Struct):
    """The matches that a name has won one after the other: their number, and the first of them."""

    wins: int
    since: str


class Board(msgspec.Struct):
    """The records of one game by one preset, with the present streaks by name.

    `tops` are those of the day and the month in which a match ended last, by the clock of that moment; `others` are
    those of the `DAYS` - 1 days and months before, the latest last. A cabinet's clock may be wrong for a while: what
    ends then counts for the day that the clock shows, and the lists of the right day are there afterwards.
    """

    streaks: dict[str, Streak] = msgspec.field(default_factory=dict)
    tops: dict[str, Top] = msgspec.field(default_factory=dict)
    others: dict[str, list[Top]] = msgspec.field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Count a match that counts (`counts_for_records`)."""
        self._note_streaks(result)
        for record in records_of(result, self.streaks):
            for period, key in _keys(result.figures.day).items():
                self._top(period, key).add(record)

    def best(self, kind: str, period: str, day: str) -> Sequence[Record]:
        """Return the records of a kind on that day, in its month, or ever; the best first."""
        key = _keys(day)[period]
        return next((tuple(top.kinds.get(kind, ())) for top in self._tops(period) if top.key == key), ())

    def _tops(self, period: str) -> list[Top]:
        return [*self.others.get(period, ()), *([self.tops[period]] if period in self.tops else ())]

    def _top(self, period: str, key: str) -> Top:
        """Return the records of a period, from now on the latest."""
        tops = self._tops(period)
        top = next((each for each in tops if each.key == key), None) or Top(key)
        self.tops[period] = top
        if others := [each for each in tops if each.key != key][1 - DAYS :]:
            self.others[period] = others
        return top

    def rename(self, old: str, to: str) -> None:
        """Give a name's streak and records to another; a deleted name keeps none but its races."""
        if old in self.streaks:
            streak = self.streaks.pop(old)
            self.streaks.setdefault(to, streak)
        for top in (top for period in PERIODS for top in self._tops(period)):
            for kind, rows in top.kinds.items():
                renamed = [
                    replace(row, names=tuple(shown(to if name == old else name) for name in row.names)) for row in rows
                ]
                top.kinds[kind] = [row for row in renamed if any(row.names) or len(row.names) > 1]

    def _note_streaks(self, result: Result) -> None:
        """Lengthen the winner's streak, and end those of the others; a match without a winner changes none."""
        if result.winner is None:
            return
        for seat in result.people:
            name = result.name(seat)
            if seat != result.winner:
                self.streaks.pop(name, None)
            elif name:
                before = self.streaks.get(name, Streak(0, result.match))
                self.streaks[name] = Streak(before.wins + 1, before.since)


def _keys(day: str) -> dict[str, str]:
    """Return the key of each period that a day belongs to."""
    return {TODAY: day, MONTH: month_of(day), EVER: ""}


def counts_for_records(result: Result) -> bool:
    """Return whether a match may set records: it came to a fair end between people."""
    names = [result.name(seat) for seat in result.people if result.name(seat)]
    return result.is_fair and len(result.people) > 1 and len(set(names)) == len(names)


def records_of(result: Result, streaks: dict[str, Streak]) -> Iterator[Record]:
    """Yield every record that a match could set; `streaks` have the match in them."""
    figures = result.figures

    def record(kind: str, value: int, seats: tuple[int, ...], since: str = "") -> Record:
        names = tuple(shown(result.name(seat)) for seat in seats)
        return Record(kind, result.game, result.preset, value, seats, names, result.match, figures.at, since)

    for race in figures.races:
        kind = CLOSEST if race.judged else CLOSEST_KEYBOARD
        yield record(kind, race.margin_ns, (race.winner, race.loser))
    for seat in result.people:
        name = result.name(seat)
        if not is_name(name):
            continue
        if seat == result.winner:
            yield record(STREAK, streaks[name].wins, (seat,), streaks[name].since)
        if value := _of(figures.deals_ms, seat):
            yield record(QUICKEST_DEAL, value, (seat,))
        if value := _of(figures.pace, seat):
            yield record(PACE, value, (seat,))


def shown(name: str) -> str:
    """Return a name as it is shown: empty for one that was deleted."""
    return name if is_name(name) else ""


def _of(figures: Sequence[int], seat: int) -> int:
    return figures[seat] if seat < len(figures) else 0


def _is_same_streak(one: Record, other: Record) -> bool:
    return one.kind == other.kind == STREAK and (one.names, one.since) == (other.names, other.since)
