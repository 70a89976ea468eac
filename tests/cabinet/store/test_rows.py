"""Rows of a database that somebody else has made: ours come over whole, and everything else is refused by its name."""

import os
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from cabinet.errors import CabinetError
from cabinet.store.backup import back_up, prepare_restore, restore, restore_prepared
from cabinet.store.ledger import CODE, DEVICES, Setting
from cabinet.store.lock import FILE as LOCK
from cabinet.store.lock import InUse
from cabinet.store.rows import copied_rows
from cabinet.store.sqlite import FILE, MIGRATIONS, TO_RESTORE
from cabinet.store.store import DiskStore
from tests.cabinet.conftest import Scorebook

WHEN = time.struct_time((2026, 11, 27, 0, 30, 5, 4, 331, 0))
SHOWN = Path("backup-2026-11-27-00-30/records.db")
NONE: Mapping[str, Setting] = {}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of three matches, a race, names, counts and settings."""
    book = Scorebook()
    home = tmp_path_factory.mktemp("other")
    file = home / "backup.db"
    store = DiskStore(home)
    for _ in range(3):
        result = book.with_race(book.won("MIA", "BEN"), 700)
        store.begin(book.begun(result))
        store.end(book.ended(result), notes=[result.match])
    store.count({"press.0.CARD1": 12})
    store.set("volume", 30)
    store.set(CODE, "theirs")
    store.set(DEVICES, "[]")
    store.close()
    back_up(home, file)
    return file


@pytest.fixture
def backup(tmp_path: Path, whole: Path) -> Path:
    """A copy of it that a test may break."""
    return Path(copy(whole, tmp_path))


def dump(file: Path, *tables: str) -> list[list[Any]]:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


TABLES = ("matches", "races", "audits", "sat", "people", "standings", "evening", "evenings", "audits_by_day")


def test_every_row_comes_over_and_what_belongs_to_the_machine_stays(backup: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    assert copied_rows(backup, new, {CODE: "ours"}, backup) == 3
    assert dump(new, *TABLES) == dump(backup, *TABLES)
    (settings,) = dump(new, "settings")
    assert dict(settings) == {"volume": "30", CODE: '"ours"'}


def test_it_is_in_place_at_the_next_start_and_the_records_before_are_kept(backup: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    store = DiskStore(home)
    store.set("volume", 90)
    assert prepare_restore(home, backup, store.settings(), SHOWN) == 3
    with pytest.raises(InUse):
        restore_prepared(home, WHEN)
    assert (home / TO_RESTORE).exists(), "it waits for the program to end"
    store.close()
    restored = restore_prepared(home, WHEN)
    assert restored is not None and restored.before is not None
    assert restore_prepared(home, WHEN) is None
    store = DiskStore(home)
    assert (store.settings()["volume"], store.people.streak("speed", "speed", "MIA")) == (30, 3)
    store.close()
    kept = f"{FILE}.before-2026-11-27T00-30-05"
    assert sorted(path.name for path in home.iterdir()) == [FILE, kept, "photofinish.lock"]
    assert dump(restored.before, "settings") == [[("volume", "90")]]


def test_a_power_cut_before_it_is_called_done_has_it_put_in_place_once_more(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    DiskStore(home).close()
    prepare_restore(home, backup, NONE, SHOWN)
    chosen = (home / TO_RESTORE).read_bytes()
    restore_prepared(home, WHEN)
    (home / TO_RESTORE).write_bytes(chosen)  # its name had not gone from the disk yet
    again = restore_prepared(home, WHEN)
    assert again is not None and again.matches == 3
    assert not (home / TO_RESTORE).exists()
    assert dump(home / FILE, *TABLES) == dump(backup, *TABLES)


def change(*statements: str, values: tuple[object, ...] = ()) -> Callable[[Path], None]:
    def changed(file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            for statement in statements:
                connection.execute(statement, values)
            connection.commit()

    return changed


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def noise(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.seek(5000)
        opened.write(bytes(range(256)) * 40)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def circle(file: Path) -> None:
    """A page that leads back to the first one."""
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("PRAGMA page_size").fetchone()
    data = bytearray(file.read_bytes())
    for place in range(page, len(data), page):
        data[place + 8 : place + 12] = (1).to_bytes(4, "big")
    file.write_bytes(data)


FOLDED = '{"ended": 99}'
"""Standings that have all results in them."""
DEEP = "[" * 4000
IN_IT = f'{{"x": {DEEP}'
UPDATE_LOG = "UPDATE matches SET name = ? WHERE id = 1"
STRANGE = (
    ("a name that is a path", change(UPDATE_LOG, values=("../../../etc/passwd",)), "in matches stands ../../../etc"),
    ("an absolute name", change(UPDATE_LOG, values=("/etc/passwd",)), "in matches stands /etc/passwd"),
    (
        "a race's log",
        change("INSERT INTO races VALUES (9, 0, 1, 5, 'speed', 5, 1, ?, '[]')", values=("../x",)),
        "in races stands ../x",
    ),
    ("a seat's log", change("INSERT INTO sat VALUES (?, 0, 'MIA')", values=("a/b",)), "in sat stands a/b"),
    ("a person's name", change("INSERT INTO people VALUES (?, 1, 1, 9)", values=("<b>",)), "in people stands <b>"),
    ("another program's, with our tables", change("PRAGMA application_id = 7"), "no backup that can be put back"),
    (
        "an index of an expression",
        change("CREATE INDEX x ON matches (abs(begun))"),
        "its index x is none of ours",
    ),
    ("an index of some rows", change("CREATE INDEX x ON matches (begun) WHERE begun > 1"), "its index x is none"),
    ("an index in an order of its own", change("CREATE INDEX x ON matches (name COLLATE NOCASE)"), "its index x is"),
    (
        "a calculated column",
        change("ALTER TABLE matches ADD COLUMN x INTEGER AS (abs(begun)) VIRTUAL"),
        "its table matches is none of ours",
    ),
    ("a virtual table", change("CREATE VIRTUAL TABLE v USING rtree (id, low, high)"), "its table v is none of ours"),
    ("a virtual table of text", change("CREATE VIRTUAL TABLE v USING fts5 (x)"), "its table v is none of ours"),
    ("brackets in ratings", change("INSERT OR REPLACE INTO standings VALUES (1, 3, ?, '')", values=(IN_IT,)), "(max"),
    ("brackets in a result", change("UPDATE matches SET players = ?", values=(DEEP,)), "(maximum recursion depth"),
    ("brackets in a setting", change("UPDATE settings SET value = ?", values=(DEEP,)), "(maximum recursion depth"),
    ("a view", change("CREATE VIEW v AS SELECT 1"), "its view v is none of ours"),
    ("a trigger", change("CREATE TRIGGER t AFTER INSERT ON people BEGIN SELECT 1; END"), "its trigger t is none"),
    ("a view in a table's place", change("DROP TABLE races", "CREATE VIEW races AS SELECT 1"), "its view races is"),
    ("a newer version", change(f"PRAGMA user_version = {len(MIGRATIONS) + 1}"), "newer"),
    ("another program's", change("PRAGMA user_version = 0"), "no backup that can be put back"),
    (
        "broken ratings",
        change("INSERT OR REPLACE INTO standings VALUES (1, 3, ?, '')", values=("{",)),
        "no backup that can be put back",
    ),
    (
        "nothing where something must be",
        change(
            "DROP TABLE evening",
            "CREATE TABLE evening (id INTEGER PRIMARY KEY, line TEXT)",
            "INSERT INTO evening VALUES (99, NULL)",
        ),
        "NOT NULL constraint failed: evening.line",
    ),
    (
        "a broken result of long ago, which no start reads",
        change(
            f"INSERT OR REPLACE INTO standings VALUES (1, 99, '{FOLDED}', '')",
            "UPDATE matches SET players = '[' WHERE id = 1",
        ),
        "no backup that can be",
    ),
    ("a broken result", change("UPDATE matches SET players = ? WHERE id = 1", values=("[",)), "no backup that can be"),
    (
        "a schema with control characters",
        change("UPDATE sqlite_schema SET sql = replace(sql, 'value', char(1) || char(27)) WHERE name = 'settings'"),
        "malformed database schema",
    ),
    ("a broken setting", change("UPDATE settings SET value = ?", values=("[",)), "no backup that can be put back"),
    ("half of a file", cut, "no backup that can be put back"),
    ("noise", noise, "no backup that can be put back"),
    ("nothing", empty, "no backup that can be put back"),
    ("a circle of pages", circle, "no backup that can be put back"),
)


def by_the_stick(home: Path, file: Path) -> object:
    return prepare_restore(home, file, NONE, SHOWN)


def by_the_command(home: Path, file: Path) -> object:
    return restore(home, file, WHEN)


@pytest.mark.parametrize(("break_it", "told"), [case[1:] for case in STRANGE], ids=[case[0] for case in STRANGE])
@pytest.mark.parametrize("door", [by_the_stick, by_the_command])
def test_what_is_not_ours_is_refused_and_nothing_is_left_of_it(
    backup: Path, tmp_path: Path, break_it: Callable[[Path], None], told: str, door: Callable[[Path, Path], object]
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    break_it(backup)
    with pytest.raises(CabinetError) as refused:
        door(home, backup)
    assert told in str(refused.value)
    assert str(refused.value).isprintable()
    assert [path.name for path in home.iterdir() if path.name != LOCK] == []


@pytest.mark.parametrize("suffix", ["-wal", "-journal", "-shm"])
@pytest.mark.parametrize("kind", ["pipe", "link", "folder", "noise"])
def test_what_stands_beside_a_backup_neither_blocks_nor_leads_elsewhere(
    backup: Path, tmp_path: Path, suffix: str, kind: str
) -> None:
    home, beside, secret = tmp_path / "home", backup.with_name(backup.name + suffix), tmp_path / "secret"
    secret.write_bytes(b"secret" * 1000)
    made: Mapping[str, Callable[[], object]] = {
        "pipe": lambda: os.mkfifo(beside),
        "link": lambda: beside.symlink_to(secret),
        "folder": beside.mkdir,
        "noise": lambda: beside.write_bytes(bytes(range(256)) * 200),
    }
    made[kind]()
    before = secret.read_bytes()
    try:
        assert restore(home, backup, WHEN).matches == 3
    except CabinetError as problem:
        assert suffix == "-wal" and kind != "noise", problem
    assert secret.read_bytes() == before
    assert not [path.name for path in home.iterdir() if ".given" in path.name or ".restoring" in path.name]


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "nowhere"])
def test_a_file_that_is_none_is_refused(tmp_path: Path, kind: str) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    os.mkfifo(file)
    target = {"pipe": file, "device": Path("/dev/zero"), "folder": tmp_path, "nowhere": tmp_path / "none"}[kind]
    link.symlink_to(target)
    for each in (target, link):
        with pytest.raises(CabinetError, match="no backup that can be put back"):
            restore(tmp_path / "home", each, WHEN)


def test_a_link_to_a_backup_names_it(backup: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(backup)
    assert restore(tmp_path / "home", tmp_path / "link", WHEN).matches == 3
    assert dump(tmp_path / "home" / FILE, "settings") == dump(backup, "settings")


def test_a_database_that_would_be_read_for_ever_is_given_up(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cabinet.store.rows.MOST_S", -1.0)
    monkeypatch.setattr("cabinet.store.rows.STEPS", 1)
    home = tmp_path / "home"
    home.mkdir()
    with pytest.raises(CabinetError, match="interrupted"):
        prepare_restore(home, backup, NONE, SHOWN)


def test_one_that_is_too_large_is_not_read(backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cabinet.store.rows.MOST_BYTES", 1000)
    home = tmp_path / "home"
    home.mkdir()
    with pytest.raises(CabinetError, match="no backup that can be put back"):
        prepare_restore(home, backup, NONE, SHOWN)
