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

ADDED: Final[tuple[tuple[str, str, str], ...]] = (
    ("races", "match", "TEXT NOT NULL DEFAULT ''"),
    ("races", "names", "TEXT NOT NULL DEFAULT '[\"\", \"\"]'"),
    ("matches", "figures", "TEXT NOT NULL DEFAULT ''"),
    ("matches", "ended", "INTEGER NOT NULL DEFAULT 0"),
    ("matches", "taken_back", "INTEGER NOT NULL DEFAULT 0"),
)
"""Columns added since, without a new version: table, name and type.

An older version works without them, so that a rollback finds its records (decision 0056).
"""

ADDED_TABLES: Final[tuple[str, ...]] = (
    """CREATE TABLE IF NOT EXISTS sat (
        "match" TEXT NOT NULL,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY ("match", seat)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS sat_by_name ON sat (name)",
    """CREATE TABLE IF NOT EXISTS people (
        name TEXT PRIMARY KEY,
        since INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        turn INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS people_by_turn ON people (turn)",
    """CREATE TABLE IF NOT EXISTS standings (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        ended INTEGER NOT NULL,
        state TEXT NOT NULL,
        origin TEXT NOT NULL DEFAULT ''
    ) STRICT""",
    "CREATE TABLE IF NOT EXISTS evening (id INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS evenings (id INTEGER PRIMARY KEY, lines TEXT NOT NULL) STRICT",
    "CREATE INDEX IF NOT EXISTS matches_by_end ON matches (ended)",
)
"""Tables added since, without a new version (decision 0086), and the indices by which they are asked.

`sat` has the name at each seat of a match; `people` when a name was first and last seen, and in which order;
`standings` the ratings and records after the first `ended` results (`cabinet.people.standings`), and its `origin` those
before the first row of `matches`, where an earlier database was damaged; `evening` the lines of the running evening,
`evenings` those of each that was closed.
"""
