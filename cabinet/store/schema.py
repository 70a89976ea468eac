"""The database's tables, as migration steps. `PRAGMA user_version` counts the steps applied.

A step is never changed after the release of a version with it. A new version adds a step, and older versions then
refuse the database. A change that does not affect older versions belongs in `ADDED` instead. Every column is NOT NULL
unless its absence has a meaning, and the tables are STRICT, so that SQLite's own check finds foreign content.
"""

from typing import Final

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE matches (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            game TEXT NOT NULL,
            preset TEXT NOT NULL,
            players TEXT NOT NULL,
            begun INTEGER NOT NULL,
            winner INTEGER,
            reason TEXT,
            scores TEXT,
            seconds REAL
        ) STRICT""",
        """CREATE TABLE races (
            id INTEGER PRIMARY KEY,
            winner INTEGER NOT NULL,
            loser INTEGER NOT NULL,
            margin_ns INTEGER NOT NULL CHECK (margin_ns >= 0),
            game TEXT NOT NULL,
            at INTEGER NOT NULL,
            judged INTEGER NOT NULL CHECK (judged IN (0, 1))
        ) STRICT""",
        "CREATE TABLE audits (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ),
)

ADDED: Final[tuple[tuple[str, str, str], ...]] = (("races", "match", "TEXT NOT NULL DEFAULT ''"),)
"""Columns added since, without a new version: table, name and type.

An older version works without them, so that a rollback finds its records (decision 0056).
"""
