"""The roll of names: everything that stands under a name, read beside a running cabinet.

The database is opened for reading only. One that an older version made, without names, has an empty roll.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cabinet.errors import CabinetError
from cabinet.people.people import People
from cabinet.people.records import shown
from cabinet.people.results import Figures, figures_from
from cabinet.store import people_tables
from cabinet.store.changes import Setting
from cabinet.store.database import FILE, PATIENCE_S, is_odd, setting_of
from cabinet.store.errors import Damaged
from cabinet.strings.catalogue import word

NAMES: Final = (
    "SELECT people.name, since, seen, count(matches.id), ifnull(sum(matches.winner = sat.seat), 0) FROM people "
    'LEFT JOIN sat ON sat.name = people.name LEFT JOIN matches ON matches.name = sat."match" AND ended > 0 '
    "AND reason != 'left' GROUP BY people.name ORDER BY people.name"
)
SITTINGS: Final = (
    "SELECT matches.name, begun, game, preset, players, sat.seat, winner, reason, scores, seconds, figures, "
    "taken_back, (SELECT json_group_array(json_array(other.seat, other.name)) FROM sat AS other "
    'WHERE other."match" = matches.name) '
    'FROM sat JOIN matches ON matches.name = sat."match" WHERE sat.name = ? ORDER BY matches.id'
)


@dataclass(frozen=True, slots=True)
class Person:
    """A name: first and last seen (s since 1970), and the finished matches, played and won."""

    name: str
    since: int
    seen: int
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """A match in which a name sat at `seat`. `reason` is None for one without an outcome yet."""

    match: str
    begun: int
    game: str
    preset: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    seat: int
    winner: int | None
    reason: str | None
    scores: tuple[int, ...]
    seconds: float | None
    figures: Figures
    taken_back: bool


class Roll:
    """The names of a database, by a connection that only reads."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        there = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
        self._has_settings = "settings" in there
        self._has_names = {"sat", "people", "standings", "evening", "evenings"} <= there

    def settings(self) -> dict[str, Setting]:
        """Return the settings of the operator's page. Raises Damaged."""
        try:
            rows = self._connection.execute("SELECT name, value FROM settings") if self._has_settings else ()
            return {str(name): setting_of(value) for name, value in rows}
        except (ValueError, TypeError) as problem:
            raise Damaged(str(problem)) from problem

    def people(self) -> list[Person]:
        """Return everybody, sorted by name; deleted names are none."""
        if not self._has_names:
            return []
        return [Person(*row) for row in self._connection.execute(NAMES)]

    def sittings(self, name: str) -> Iterator[Sitting]:
        """Yield the matches in which a name sat, the first one first. Raises Damaged."""
        for row in self._connection.execute(SITTINGS, (name,)) if self._has_names else ():
            yield _sitting(row)

    def standings(self) -> People:
        """Return ratings and records. Raises Damaged."""
        if not self._has_names:
            return People()
        standings = people_tables.stored(self._connection)
        return People(standings.text(), people_tables.results_after(self._connection, standings.ended))

    def journal(self, name: str) -> list[str]:
        """Return the lines of all evenings in which a name stands, the earliest first."""
        if not self._has_names:
            return []
        run = self._connection.execute
        lines = [line for row in run("SELECT lines FROM evenings ORDER BY id") for line in json.loads(row[0])]
        lines += [row[0] for row in run("SELECT line FROM evening ORDER BY id")]
        return [line for line in lines if json.dumps(name) in line]


@contextmanager
def opened_roll(folder: Path) -> Iterator[Roll]:
    """Open the roll of a data folder. Raises CabinetError for records that cannot be read; without any it is empty."""
    path = folder / FILE
    try:
        if not path.exists():
            with closing(sqlite3.connect(":memory:")) as connection:
                yield Roll(connection)
            return
        if is_odd(path):
            raise Damaged(word("file.odd"))
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, timeout=PATIENCE_S, uri=True)) as connection:
            yield Roll(connection)
    except (sqlite3.Error, OSError, Damaged, UnicodeDecodeError) as problem:
        raise CabinetError(word("players.unreadable", path=path, reason=str(problem))) from problem


def _sitting(row: tuple[Any, ...]) -> Sitting:
    match, begun, game, preset, told, seat, winner, reason, scores, seconds, figures, back, seats = row
    try:
        players = tuple(map(str, json.loads(told)))
        at = {int(place): str(name) for place, name in json.loads(seats)}
        names = tuple(shown(at.get(place, "")) for place in range(len(players)))
        known = figures_from(figures) if figures else Figures()
        points = tuple(json.loads(scores or "[]"))
    except (ValueError, TypeError) as problem:
        raise Damaged(str(problem)) from problem
    return Sitting(
        match, begun, game, preset, players, names, seat, winner, reason, points, seconds, known, bool(back)
    )
