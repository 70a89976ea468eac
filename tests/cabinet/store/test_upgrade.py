"""A database of the version before, with 1,000 matches in it: an upgrade, a rollback, and the upgrade again."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from cabinet.people.records import CLOSEST, EVER
from cabinet.store.people import opened_report
from cabinet.store.sqlite import FILE, condition_of
from cabinet.store.store import DiskStore

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook

MATCHES: Final = 1000
TABLES: Final = (
    "CREATE TABLE matches (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, "
    "preset TEXT NOT NULL, players TEXT NOT NULL, begun INTEGER NOT NULL, winner INTEGER, reason TEXT, scores TEXT, "
    "seconds REAL) STRICT",
    "CREATE TABLE races (id INTEGER PRIMARY KEY, winner INTEGER NOT NULL, loser INTEGER NOT NULL, "
    "margin_ns INTEGER NOT NULL CHECK (margin_ns >= 0), game TEXT NOT NULL, at INTEGER NOT NULL, "
    "judged INTEGER NOT NULL CHECK (judged IN (0, 1)), \"match\" TEXT NOT NULL DEFAULT '') STRICT",
    "CREATE TABLE audits (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
)
"""The tables as the version before names and the evening made them."""


class Before:
    """The version before: its own statements, word by word, on a file that it may find in any later state."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def makes(self) -> None:
        with closing(sqlite3.connect(self._path)) as connection:
            for statement in TABLES:
                connection.execute(statement)
            connection.execute("PRAGMA user_version = 1")
            connection.commit()

    def plays(self, *numbers: int) -> None:
        with closing(sqlite3.connect(self._path)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (1,), "it refuses a newer form"
            for number in numbers:
                self._plays(connection, number)
            connection.commit()

    def _plays(self, connection: sqlite3.Connection, number: int) -> None:
        name, players = f"before-{number}", json.dumps(["human", "human" if number % 2 else "bot:fast"])
        connection.execute(
            "INSERT INTO matches (name, game, preset, players, begun) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (name) DO NOTHING",
            (name, "speed", "speed", players, 1_700_000_000 + number),
        )
        connection.execute(
            "UPDATE matches SET winner = ?, reason = ?, scores = ?, seconds = ? WHERE name = ?",
            (number % 2, "out", "[2, 1]", 63.5, name),
        )
        connection.execute(
            'INSERT INTO races (winner, loser, margin_ns, game, at, judged, "match") VALUES (?, ?, ?, ?, ?, ?, ?)',
            (0, 1, 1_000_000 + number, "speed", 1_700_000_000 + number, 1, name),
        )
        connection.execute(
            "DELETE FROM races WHERE judged = ?1 AND id NOT IN "
            "(SELECT id FROM races WHERE judged = ?1 ORDER BY margin_ns, id LIMIT ?2)",
            (1, 20),
        )
        connection.execute(
            "INSERT INTO audits (name, count) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET count = count + "
            "excluded.count",
            ("matches", 1),
        )

    def reads(self) -> tuple[int, int, int]:
        """Give the number of matches, the closest margin, and the count of matches, as it asks for them."""
        with closing(sqlite3.connect(self._path)) as connection:
            (matches,) = connection.execute("SELECT count(*) FROM matches WHERE reason IS NOT NULL").fetchone()
            races = 'SELECT winner, loser, margin_ns, game, at, judged, "match" FROM races ORDER BY margin_ns, id'
            margin = connection.execute(races).fetchone()[2]
            audits = dict(connection.execute("SELECT name, count FROM audits").fetchall())
        return matches, margin, audits["matches"]


@pytest.fixture
def before(tmp_path: Path) -> Before:
    version = Before(tmp_path / FILE)
    version.makes()
    version.plays(*range(MATCHES))
    return version


def test_before_its_first_start_with_this_version_a_database_has_no_names(before: Before, tmp_path: Path) -> None:
    with opened_report(tmp_path) as report:
        assert (report.people(), list(report.sittings("MIA")), report.journal("MIA")) == ([], [], [])
        assert report.standings().places("speed") == {}


def test_an_upgrade_keeps_everything_and_a_rollback_reads_on(before: Before, tmp_path: Path, book: "Scorebook") -> None:
    upgraded = DiskStore(tmp_path)
    assert list(upgraded.troubles()) == []
    assert (len(upgraded.closest(judged=True)), upgraded.audits()["matches"]) == (20, MATCHES)
    assert upgraded.closest(judged=True)[0].names == ("", "")
    result = book.with_race(book.won("MIA", "BEN"), 900)
    upgraded.begin(book.begun(result))
    upgraded.end(book.ended(result), notes=["a line"])
    upgraded.count({"matches": 1})
    upgraded.close()

    before.plays(MATCHES)
    assert before.reads() == (MATCHES + 2, 1_000_000, MATCHES + 2)

    again = DiskStore(tmp_path)
    assert list(again.troubles()) == []
    assert again.people.standings() == upgraded.people.standings()
    assert [record.names for record in again.people.records(CLOSEST, EVER, "")] == [("MIA", "BEN")]
    assert (again.evening(), again.cut_off()) == (("a line",), None)
    again.close()
    assert condition_of(tmp_path / FILE) == "ok"
