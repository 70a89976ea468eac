"""What the store keeps: the ledger in memory, which answers every query during play, and the changes of it.

Each change is one class, which says what it does to the ledger (`remember`) and to the tables of the database
(`write`). `read_ledger` makes the ledger from the tables at the start. The names of counts and settings never change:
databases outlive programs.

Results are numbered in the order of their ends. The stored standings are those after the first of them, so that a start
folds at most `WINDOW` results, however many there are.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from cabinet.people import people
from cabinet.people.names import known
from cabinet.people.people import People, Standings, standings_from
from cabinet.people.ratings import CURVE
from cabinet.people.results import Result, figures_from, figures_text
from cabinet.store.errors import Damaged

Setting: TypeAlias = bool | int | str

DEVICES: Final = "devices"
"""The name of the setting with the assignments of encoders' and gamepads' buttons (`cabinet.input.assigning`)."""
CODE: Final = "operator.code"
"""The name of the setting with the hash of the operator's code (`cabinet.service.operator_code`)."""
BRIGHTNESS, ZONE, WIFI = "machine.brightness", "machine.zone", "machine.wifi"
"""The names of the settings with the brightness of the screen's own light in %, the time zone, and whether the radio of
wireless networks is on (`cabinet.service.machine_items`)."""
CODE_PROOF: Final = "operator.code_proof"
"""The name of the setting with how the owner was proved when the code was set anew, and when (s since 1970)."""
OCCASION: Final = "occasion"
"""The name of the setting with the occasion that was set last, and the settings before it (JSON)."""
FIRST_START: Final = "first_start"
"""The name of the setting that the first start has led through what nobody had set, or was skipped."""
WEEKLY, LAST_BACKUP = "stick.weekly", "stick.last_backup"
"""The names of the settings that a backup is made once a week, and when one was made last (s since 1970)."""
CREDITS: Final = "coins"
"""The name of the setting with the units that are in, and those of the match under way (`cabinet.coins`)."""
BESIDE: Final = (DEVICES, CODE, CODE_PROOF, OCCASION, FIRST_START, WEEKLY, LAST_BACKUP, BRIGHTNESS, ZONE, WIFI, CREDITS)
"""The settings that override no key of the configuration."""
PINS, LINES, KEYS = "input.pins", "input.lines", "input.keys"
"""The names of the settings with the tables of the configuration's input of those names (`cabinet.input.rewiring`)."""
COIN1, COIN2 = "input.coin1", "input.coin2"
"""The names of the settings with the switches of the coin slots, tables of the configuration's input too."""
EXCHANGED, RELEASE_MS = "input.exchanged", "input.release_ms"
"""The names of the settings for those keys of the configuration."""
WIRED: Final = (DEVICES, PINS, LINES, KEYS, EXCHANGED, RELEASE_MS)
"""The settings that say which contact is which button, and how long each is waited for."""
OWN: Final = tuple(dict.fromkeys((*BESIDE, *WIRED, COIN1, COIN2)))
"""The settings that belong to this machine and its wires: no other machine's take their place, and who takes all
settings back keeps them."""

LISTED: Final = 20
"""Number of the closest races kept of each kind (judged, and not)."""
SITTERS: Final = 64
"""Number of people remembered of those who sat down last."""
SINCE: Final = "since"
"""The name under which the counts have the moment of their last reset (s since 1970)."""
DAYS_COUNTED: Final = 100
"""Number of days whose counts are kept day by day."""


class Race(msgspec.Struct, frozen=True):
    """A photo finish between two people: seats, margin in ns, and the quality of its stamps.

    `at` is the wall clock in s since 1970; `judged` is False for a keyboard, whose presses carry no stamps. `match` is
    the name of the match whose log contains it, empty for a race stored by older versions. `names` are the winner's and
    the loser's, empty for guests.
    """

    winner: int
    loser: int
    margin_ns: int
    game: str
    at: int
    judged: bool = True
    match: str = ""
    names: tuple[str, ...] = ("", "")


RACE_COLUMNS: Final = 'winner, loser, margin_ns, game, at, judged, "match", names'
"""Of the table `races`, those of a `Race` in its order."""
RACES: Final = f"SELECT {RACE_COLUMNS} FROM races ORDER BY margin_ns, id"
"""All stored races, the closest first."""


def race_of(row: Sequence[object]) -> Race:
    """Return the race of a row of `RACES`. Raises ValueError or TypeError where it is none."""
    winner, loser, margin, game, at, judged, match, names = row
    seats = int(str(winner)), int(str(loser))
    told = tuple(map(str, value_in(str(names))))
    return Race(*seats, int(str(margin)), str(game), int(str(at)), bool(judged), str(match), told)


class Change(Protocol):
    """A change of what is stored."""

    def remember(self, ledger: "Ledger") -> None:
        """Change the memory."""

    def write(self, connection: sqlite3.Connection) -> None:
        """Change the tables, within a transaction of the caller. Raises sqlite3.Error, Damaged."""


class Ledger:
    """The current state of the store. Only changes alter it."""

    def __init__(self) -> None:
        self.audits: Counter[str] = Counter()
        self.settings: dict[str, Setting] = {}
        self.open: MatchBegun | None = None
        """The match that began last, if it has no outcome yet."""
        self.people = People()
        """Ratings and records."""
        self.evening: list[str] = []
        """The lines of the running evening's journal."""
        self.sitters: dict[str, int] = {}
        """The people who sat down last, the first of them first, and when each did (s since 1970)."""
        self.races: dict[bool, list[Race]] = {True: [], False: []}
        """The closest races as `closest` returns them, by `judged`."""

    def closest(self, *, judged: bool) -> Sequence[Race]:
        """Return the closest races, closest first, at equal margins the earlier first: judged races or keyboards'."""
        return tuple(self.races[judged])

    def sit(self, names: Sequence[str], at: int) -> None:
        """Note who sat down last."""
        for name in known(names):
            self.sitters.pop(name, None)
            self.sitters[name] = at
        while len(self.sitters) > SITTERS:
            del self.sitters[next(iter(self.sitters))]

    def changes(self) -> Iterator[Change]:
        """Yield changes that make an empty ledger, or an empty database, equal to this."""
        yield Counted(dict(self.audits))
        for races in self.races.values():
            yield from map(RaceRun, races)
        for name, value in self.settings.items():
            yield SettingSet(name, value)
        yield BaseStandings(self.people.base)
        for result in self.people.recent:
            yield MatchEnded(result.match, result.winner, result.reason, (), 0.0, result)
        if self.open is not None:
            yield self.open
        for name, at in self.sitters.items():
            yield Seen((name,), at)
        yield Noted(tuple(self.evening))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ledger):
            return NotImplemented
        return self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # a ledger changes

    def _state(self) -> tuple[object, ...]:
        sitters = list(self.sitters.items())
        return +self.audits, self.settings, self.open, self.races, self.people.standings(), sitters, self.evening


# -- Changes -----------------------------------------------------------------------------------------


class MatchBegun(msgspec.Struct, frozen=True):
    """A match began. `name` is the permanent name of the match and of its log; `at` as in `Race`.

    `names` has the name of the person at each seat, empty for guests and bots; () for guests alone.
    """

    name: str
    game: str
    preset: str
    players: tuple[str, ...]
    at: int
    names: tuple[str, ...] = ()

    def remember(self, ledger: Ledger) -> None:
        """See `Change.remember`."""
        ledger.open = self
        ledger.sit(self.names, self.at)

    def write(self, connection: sqlite3.Connection) -> None:
        """See `Change.write`. A match that goes on keeps its first row."""
        connection.execute(
            "INSERT INTO matches (name, game, preset, players, begun) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (name) DO NOTHING",
            (self.name, self.game, self.preset, json.dumps(self.players), self.at),
        )
        _write_seats(connection, self.name, self.names)
        write_sitters(connection, self.names, self.at)


class MatchEnded(msgspec.Struct, frozen=True):
    """A match reached its outcome, `seconds` of its own time after its start.

    `result` is the match as ratings and records need it; None where it is not known.
    """

    name: str
    winner: int | None
    reason: str
    scores: tuple[int, ...]
    seconds: float
    result: Result | None = None

    def remember(self, ledger: Ledger) -> None:
        """See `Change.remember`."""
        if ledger.open is not None and ledger.open.name == self.name:
            ledger.open = None
        if self.result is not None:
            ledger.people.add(self.result)

    def write(self, connection: sqlite3.Connection) -> None:
        """See `Change.write`. A second result of the same match changes nothing."""
        if self.result is not None:
            self._write_result(connection, self.result)
            return
        connection.execute(
            "UPDATE matches SET winner = ?, reason = ?, scores = ?, seconds = ? WHERE name = ?",
            (self.winner, self.reason, json.dumps(self.scores), self.seconds, self.name),
        )

    def _write_result(self, connection: sqlite3.Connection, result: Result) -> None:
        """Write a result with its figures and its number, and fold older ones into the standings."""
        connection.execute(
            "INSERT INTO matches (name, game, preset, players, begun, winner, reason, scores, seconds, figures, ended) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET game = excluded.game, "
            "preset = excluded.preset, players = excluded.players, winner = excluded.winner, "
            "reason = excluded.reason, scores = excluded.scores, seconds = excluded.seconds, "
            "figures = excluded.figures, ended = excluded.ended WHERE ended = 0",
            (
                *(self.name, result.game, result.preset, json.dumps(result.players), result.figures.at),
                *(self.winner, self.reason, json.dumps(self.scores), self.seconds),
                *(figures_text(result.figures), last_number(connection) + 1),
            ),
        )
        if not connection.execute("SELECT changes()").fetchone()[0]:
            return
        _write_seats(connection, self.name, result.names)
        if not result.counts:
            connection.execute("UPDATE matches SET taken_back = 1 WHERE name = ?", (self.name,))
        if last_number(connection) - _folded(connection) > people.WINDOW:
            standings = stored_standings(connection)
            for each in results_after(connection, standings.ended, people.STEP):
                standings.add(each)
            write_standings(connection, standings)


class RaceRun(msgspec.Struct, frozen=True):
    """A race that may be among the closest. Dead heats are counted, not listed: all are equally close."""

    race: Race

    def remember(self, ledger: Ledger) -> None:
        """See `Change.remember`."""
        races = ledger.races[self.race.judged]
        races.append(self.race)
        races.sort(key=lambda each: each.margin_ns)  # a stable sort keeps equal margins in the order of time
        del races[LISTED:]

    def write(self, connection: sqlite3.Connection) -> None:
        """See `Change.write`. Races that are no longer among the closest of their kind are deleted."""
        race = self.race
        connection.execute(
            f"INSERT INTO races ({RACE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(race.winner, race.loser, race.margin_ns, race.game, race.at, int(race.judged), race.match),
                json.dumps(race.names),
            ),
        )
        connection.execute(
            "DELETE FROM races WHERE judged = ?1 AND id NOT IN "
            "(SELECT id FROM races WHERE judged = ?1 ORDER BY margin_ns, id LIMIT ?2)",
            (int(race.judged), LISTED),
        )


class Counted(msgspec.Struct, frozen=True):
    """Increments of counts, by name; `day` is the evening's day on which they were counted, "" for sums of many."""

    counts: Mapping[str, int]
    day: str = ""

    def remember(self, ledger: Ledger) -> None:
        """See `Change.remember`."""
        ledger.audits.update(self.counts)

    def write(self, connection: sqlite3.Connection) -> None:
        """See `Change.write`. Of the counts by day only the last `DAYS_COUNTED` days stay."""
        connection.executemany(
            "INSERT INTO audits (name, count) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET count = count + excluded.count",
            self.counts.items(),
        )
        if not self.day:
            return
        if connection.execute("SELECT 1 FROM audits_by_day WHERE day = ? LIMIT 1", (self.day,)).fetchone() is None:
            connection.execute(
                "DELETE FROM audits_by_day WHERE day NOT IN "
                "(SELECT DISTINCT day FROM audits_by_day ORDER BY day DESC LIMIT ?)",
                (DAYS_COUNTED - 1,),
            )
        connection.executemany(
            "INSERT INTO audits_by_day (day, name, count) VALUES (?, ?, ?) "
            "ON CONFLICT (day, name) DO UPDATE SET count = count + excluded.count",
            ((self.day, name, count) for name, count in self.counts.items()),
        )


class SettingSet(msgspec.Struct, frozen=True):
    """The operator changed a setting; None restores the configuration file's value."""

    name: str
    value: Setting | None

    def remember(self, ledger: Ledger) -> None:
        """See `Change.remember`."""
        if self.value is None:
            ledger.settings.pop(self.name, None)
        else:
            ledger.settings[self.name] = self.value

    def write(self, connection: sqlite3.Connection) -> None:
        """See `Change.write`."""
        if self.value is None:
            connection.execute("DELETE FROM settings WHERE name = ?", (self.name,))
        else:
            write = "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)"
            connection.execute(write, (self.name, json.dumps(self.value)))


class Cleared(msgspec.Struct, frozen=True):
    """Counts start again, from those of `receipt`, or the closest races with all other records."""

    audits: bool = False
    races: bool = False
    receipt: Mapping[str, int] = MappingProxyType({})

    def remember(self, ledger: Ledger) -> None:
        """See `Change.remember`."""
        if self.audits:
            ledger.audits.clear()
            ledger.audits.update(self.receipt)
        if self.races:
            ledger.races = {True: [], False: []}
            ledger.people.clear_records()

    def write(self, connection: sqlite3.Connection) -> None:
        """See `Change.write`."""
        if self.audits:
            connection.execute("DELETE FROM audits")
            connection.execute("DELETE FROM audits_by_day")
            Counted(self.receipt).write(connection)
        if self.races:
            connection.execute("DELETE FROM races")
            standings = stored_standings(connection)
            standings.clear_records(last_number(connection))
            write_standings(connection, standings)


class Seen(msgspec.Struct, frozen=True):
    """People sat down or joined, the latest last; `at` as in `Race`."""

    names: tuple[str, ...]
    at: int

    def remember(self, ledger: Ledger) -> None:
        """See `Change.remember`."""
        ledger.sit(self.names, self.at)

    def write(self, connection: sqlite3.Connection) -> None:
        """See `Change.write`."""
        write_sitters(connection, self.names, self.at)


class TakenBack(msgspec.Struct, frozen=True):
    """The result of a match counts for no rating and no record any more."""

    match: str

    def remember(self, ledger: Ledger) -> None:
        """See `Change.remember`."""
        ledger.people.take_back(self.match)

    def write(self, connection: sqlite3.Connection) -> None:
        """See `Change.write`. A result that is in the stored standings stays."""
        take_back = "UPDATE matches SET taken_back = 1 WHERE name = ? AND ended > ?"
        connection.execute(take_back, (self.match, _folded(connection)))


class BaseStandings(msgspec.Struct, frozen=True):
    """The standings before all results that follow (`cabinet.people.people`), as JSON: a new database begins so."""

    standings: str

    def remember(self, ledger: Ledger) -> None:
        """See `Change.remember`."""
        ledger.people = People(self.standings)

    def write(self, connection: sqlite3.Connection) -> None:
        """See `Change.write`."""
        write_standings(connection, standings_from(self.standings))
        connection.execute("UPDATE standings SET origin = ?", (self.standings,))


class Noted(msgspec.Struct, frozen=True):
    """Lines at the end of the running evening's journal."""

    lines: tuple[str, ...]

    def remember(self, ledger: Ledger) -> None:
        """See `Change.remember`."""
        ledger.evening += self.lines

    def write(self, connection: sqlite3.Connection) -> None:
        """See `Change.write`."""
        connection.executemany("INSERT INTO evening (line) VALUES (?)", ((line,) for line in self.lines))


class EveningEnded(msgspec.Struct, frozen=True):
    """The running evening's journal is closed."""

    def remember(self, ledger: Ledger) -> None:
        """See `Change.remember`."""
        ledger.evening = []

    def write(self, connection: sqlite3.Connection) -> None:
        """See `Change.write`."""
        journal = _evening_lines(connection)
        if journal:
            connection.execute("INSERT INTO evenings (lines) VALUES (?)", (json.dumps(journal),))
            connection.execute("DELETE FROM evening")


# -- From the tables ---------------------------------------------------------------------------------


def read_ledger(connection: sqlite3.Connection) -> Ledger:
    """Return everything that is queried during play. Raises sqlite3.Error, and Damaged for content that is not ours."""
    try:
        return _ledger_of(connection)
    except (ValueError, TypeError) as problem:
        raise Damaged(str(problem)) from problem


def _ledger_of(connection: sqlite3.Connection) -> Ledger:
    run = connection.execute
    ledger = Ledger()
    ledger.audits.update({str(name): int(count) for name, count in run("SELECT name, count FROM audits")})
    ledger.settings = {str(name): setting_of(value) for name, value in run("SELECT name, value FROM settings")}
    for row in run(RACES):
        RaceRun(race_of(row)).remember(ledger)
    latest = f"SELECT name, seen FROM people ORDER BY turn DESC LIMIT {SITTERS}"
    for name, at in reversed(run(latest).fetchall()):
        ledger.sit((name,), at)
    ledger.open = _open_match(connection)
    standings = stored_standings(connection)
    ledger.people = People(standings.text(), results_after(connection, standings.ended))
    ledger.evening = _evening_lines(connection)
    return ledger


def _open_match(connection: sqlite3.Connection) -> MatchBegun | None:
    """Return the match that began last, if it has no outcome yet."""
    last = "SELECT name, game, preset, players, begun, reason FROM matches ORDER BY id DESC LIMIT 1"
    for name, game, preset, players, begun, reason in connection.execute(last):
        if reason is None:
            seats = tuple(map(str, value_in(players)))
            at = connection.execute('SELECT seat, name FROM sat WHERE "match" = ?', (name,))
            return MatchBegun(name, game, preset, seats, begun, _by_seat(at, len(seats)))
    return None


def matches_with_kept_logs(connection: sqlite3.Connection) -> set[str]:
    """Return the matches whose logs stay: those of the listed races, and the last one if it has no outcome yet."""
    rows = connection.execute(
        'SELECT "match" FROM races UNION SELECT name FROM matches WHERE id = (SELECT max(id) FROM matches) '
        "AND reason IS NULL"
    )
    return {str(name) for (name,) in rows}


def log_number(connection: sqlite3.Connection, match: str) -> int:
    """Return a number that grows from match to match, whatever the clock showed: the place of a match's log.

    A match that is not stored (a damaged or a restored database) has that of the one before it by its name, which
    begins with its time; 0 where there is none.
    """
    found = connection.execute("SELECT id FROM matches WHERE name <= ? ORDER BY name DESC LIMIT 1", (match,)).fetchone()
    return int(found[0]) if found else 0


def _evening_lines(connection: sqlite3.Connection) -> list[str]:
    return [str(row[0]) for row in connection.execute("SELECT line FROM evening ORDER BY id")]


def value_in(text: str) -> Any:
    """Return the value of a column's JSON. Raises ValueError, for one that is nested too deeply to be read as well."""
    try:
        return json.loads(text)
    except RecursionError as problem:
        raise ValueError(str(problem)) from problem


def setting_of(text: str) -> Setting:
    """Return a setting from its stored text. Raises ValueError."""
    value = value_in(text)
    if not isinstance(value, bool | int | str):
        raise ValueError(f"no setting: {text}")
    return value


# -- Seats, results and standings --------------------------------------------------------------------

RESULTS: Final = (
    "SELECT name, game, preset, players, winner, reason, figures, taken_back, "
    '(SELECT json_group_array(json_array(seat, sat.name)) FROM sat WHERE sat."match" = matches.name) '
    "FROM matches WHERE ended > ? ORDER BY ended LIMIT ?"
)


def results_after(connection: sqlite3.Connection, number: int, most: int = -1) -> Iterator[Result]:
    """Yield the results with higher numbers, in their order, at most `most` unless it is -1. Raises Damaged."""
    for row in connection.execute(RESULTS, (number, most)):
        yield _result_from(row)


def _result_from(row: Sequence[Any]) -> Result:
    match, game, preset, seats, winner, reason, figures, taken_back, names = row
    try:
        players = tuple(map(str, value_in(seats)))
        sitting = _by_seat(value_in(names), len(players))
        return Result(match, game, preset, players, sitting, winner, reason, figures_from(figures), not taken_back)
    except (ValueError, TypeError) as problem:
        raise Damaged(str(problem)) from problem


def stored_standings(connection: sqlite3.Connection) -> Standings:
    """Return the stored standings, made anew from the results if another curve rated them. Raises Damaged."""
    row = connection.execute("SELECT state, origin FROM standings").fetchone()
    try:
        standings = standings_from(row[0] if row else "")
    except ValueError as problem:
        raise Damaged(str(problem)) from problem
    if standings.is_outdated:
        with suppress(Damaged, ValueError):  # a result that cannot be read any more leaves them as they are
            return _refolded(connection, standings_from(row[1]), standings.ended, standings.cleared)
    return standings


def has_outdated_standings(connection: sqlite3.Connection) -> bool:
    """Return whether another curve rated the stored standings. Raises Damaged."""
    row = connection.execute("SELECT state FROM standings").fetchone()
    try:
        return row is not None and standings_from(row[0]).is_outdated
    except ValueError as problem:
        raise Damaged(str(problem)) from problem


def _refolded(connection: sqlite3.Connection, standings: Standings, ended: int, cleared: int) -> Standings:
    """Return the standings after the result of the number `ended`, from those before. Raises Damaged.

    The first `cleared` results count for no record.
    """
    standings.cleared, standings.curve = max(standings.cleared, cleared), CURVE
    for result in results_after(connection, standings.ended, ended - standings.ended):
        standings.add(result)
    return standings


def write_standings(connection: sqlite3.Connection, standings: Standings) -> None:
    """Store standings in place of those before."""
    connection.execute(
        "INSERT INTO standings (id, ended, state) VALUES (1, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, state = excluded.state",
        (standings.ended, standings.text()),
    )


def fold_anew(connection: sqlite3.Connection, old: str, to: str) -> None:
    """Make the stored standings again from all results, after a name has changed at the seats. Raises Damaged.

    Results that were lost with a damaged database are known as standings only: there the name is changed.
    """
    row = connection.execute("SELECT ended, origin FROM standings").fetchone()
    if row is None:
        return
    ended, origin = row
    standings = standings_from(origin)
    standings.rename(old, to)
    connection.execute("UPDATE standings SET origin = ?", (standings.text() if origin else "",))
    cleared = stored_standings(connection).cleared
    write_standings(connection, _refolded(connection, standings, ended, cleared))


def last_number(connection: sqlite3.Connection) -> int:
    """Return the number of the latest result; that of the stored standings if there is none after them."""
    last = connection.execute("SELECT max(ended) FROM matches").fetchone()[0] or 0
    return max(int(last), _folded(connection))


def _folded(connection: sqlite3.Connection) -> int:
    """Return the number of results that the stored standings have in them."""
    row = connection.execute("SELECT ended FROM standings").fetchone()
    return int(row[0]) if row else 0


def write_sitters(connection: sqlite3.Connection, names: Sequence[str], at: int) -> None:
    """Write who sat down last (s since 1970); `turn` is the order."""
    for name in known(names):
        connection.execute(
            "INSERT INTO people (name, since, seen, turn) VALUES (?1, ?2, ?2, (SELECT ifnull(max(turn), 0) + 1 "
            "FROM people)) ON CONFLICT (name) DO UPDATE SET seen = excluded.seen, turn = excluded.turn",
            (name, at),
        )


def _write_seats(connection: sqlite3.Connection, match: str, names: Sequence[str]) -> None:
    connection.executemany(
        'INSERT OR IGNORE INTO sat ("match", seat, name) VALUES (?, ?, ?)',
        [(match, seat, name) for seat, name in enumerate(names) if name],
    )


def _by_seat(rows: Iterable[Sequence[Any]], seats: int) -> tuple[str, ...]:
    at = {int(seat): str(name) for seat, name in rows}
    return tuple(at.get(seat, "") for seat in range(seats)) if at else ()
