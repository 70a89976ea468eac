"""Records copied into one file and put back: everything is in it, and no step leaves a cabinet without records."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cabinet.errors import CabinetError
from cabinet.store.backup import back_up, restore
from cabinet.store.errors import Damaged, NewerDatabase, Unavailable
from cabinet.store.lock import FILE as LOCK
from cabinet.store.lock import InUse
from cabinet.store.sqlite import FILE, MIGRATIONS, condition_of
from cabinet.store.store import DiskStore

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook

WHEN = time.struct_time((2026, 11, 27, 0, 30, 5, 4, 331, 0))
BEFORE = f"{FILE}.before-2026-11-27T00-30-05"
Play = Callable[[DiskStore, int], None]


@pytest.fixture
def play(book: "Scorebook") -> Play:
    """Play so many matches, and wait until they are saved."""

    def some(store: DiskStore, matches: int) -> None:
        receipts = []
        for _ in range(matches):
            result = book.with_race(book.won("MIA", "BEN"), 700)
            store.begin(book.begun(result))
            receipts.append(store.end(book.ended(result), notes=[result.match]))
        while not all(receipt.is_saved for receipt in receipts):
            os.sched_yield()

    return some


@contextmanager
def opened(folder: Path) -> Iterator[DiskStore]:
    store = DiskStore(folder)
    try:
        yield store
    finally:
        store.close()
    assert list(store.troubles()) == []


def wins(folder: Path) -> int:
    with opened(folder) as store:
        return store.people.streak("speed", "speed", "MIA")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_beside_a_running_cabinet_has_every_result_in_one_file(tmp_path: Path, play: Play) -> None:
    """A plain copy of the file lacks what its write-ahead log still has."""
    data, file = tmp_path / "data", tmp_path / "stick" / "records.db"
    file.parent.mkdir()
    with opened(data) as store:
        store.set("volume", 40)
        play(store, 120)
        assert back_up(data, file) == 120
        play(store, 3)
    assert names(file.parent) == ["records.db"]
    assert condition_of(file) == "ok"
    elsewhere = tmp_path / "elsewhere"
    assert restore(elsewhere, file, WHEN) == (120, None)
    assert (wins(elsewhere), wins(data)) == (120, 123)
    with opened(elsewhere) as store:
        assert store.settings() == {"volume": 40}
        assert len(store.evening()) == 120


def test_what_was_there_before_is_kept_and_can_be_put_back(tmp_path: Path, play: Play) -> None:
    data, file = tmp_path / "data", tmp_path / "records.db"
    with opened(data) as store:
        play(store, 2)
    back_up(data, file)
    with opened(data) as store:
        play(store, 3)
    matches, before = restore(data, file, WHEN)
    assert (matches, before, wins(data)) == (2, data / BEFORE, 2)
    assert names(data) == [FILE, BEFORE, LOCK]
    assert before is not None
    assert restore(data, before, WHEN) == (5, data / f"{BEFORE}-2")
    assert wins(data) == 5


def test_records_that_a_program_left_in_the_write_ahead_log_are_kept_whole(tmp_path: Path, play: Play) -> None:
    data, file, killed = tmp_path / "data", tmp_path / "records.db", tmp_path / "killed"
    with opened(data) as store:
        play(store, 2)
        back_up(data, file)
        play(store, 3)
        killed.mkdir()
        for name in (FILE, f"{FILE}-wal"):
            (killed / name).write_bytes((data / name).read_bytes())
    restore(killed, file, WHEN)
    assert wins(killed) == 2
    restore(killed, killed / BEFORE, WHEN)
    assert wins(killed) == 5


def test_damaged_records_make_room_for_a_backup_and_stay_as_they_were(tmp_path: Path, play: Play) -> None:
    data, file = tmp_path / "data", tmp_path / "records.db"
    with opened(data) as store:
        play(store, 2)
    back_up(data, file)
    (data / FILE).write_bytes(b"garbage" * 200)
    assert restore(data, file, WHEN).before == data / BEFORE
    assert (data / BEFORE).read_bytes() == b"garbage" * 200
    assert wins(data) == 2


def test_a_backup_of_an_older_version_is_brought_to_this_one(tmp_path: Path, play: Play) -> None:
    with closing(sqlite3.connect(tmp_path / "old.db")) as old:
        for statement in MIGRATIONS[0]:
            old.execute(statement)
        old.execute("PRAGMA user_version = 1")
        old.execute("INSERT INTO races (winner, loser, margin_ns, game, at, judged) VALUES (0, 1, 300, 'speed', 5, 1)")
        old.commit()
    before = (tmp_path / "old.db").read_bytes()
    restore(tmp_path / "data", tmp_path / "old.db", WHEN)
    with opened(tmp_path / "data") as store:
        assert [race.margin_ns for race in store.closest(judged=True)] == [300]
    assert (tmp_path / "old.db").read_bytes() == before


# What is refused, and changes nothing


def test_records_of_a_cabinet_that_plays_are_not_replaced(tmp_path: Path, play: Play) -> None:
    data, file = tmp_path / "data", tmp_path / "records.db"
    with opened(data) as store:
        play(store, 1)
        back_up(data, file)
        with pytest.raises(InUse):
            restore(data, file, WHEN)
    assert names(data) == [FILE, LOCK]


def test_what_is_no_backup_is_refused_with_its_reason(tmp_path: Path, play: Play) -> None:
    data = tmp_path / "data"
    with opened(data) as store:
        play(store, 1)
    with closing(sqlite3.connect(tmp_path / "recipes.db")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with closing(sqlite3.connect(tmp_path / "newer.db")) as newer:
        newer.execute("PRAGMA user_version = 99")
    (tmp_path / "empty.db").touch()
    os.mkfifo(tmp_path / "pipe.db")
    for name, reason in (
        ("recipes.db", "no records of Photo Finish"), ("empty.db", "no records of Photo Finish"), ("pipe.db", "pipe"),
        ("none.db", "No such file"), ("data", "Is a directory"),
    ):  # fmt: skip
        with pytest.raises(CabinetError, match=f"{name} is no backup.*{reason}"):
            restore(data, tmp_path / name, WHEN)
    with pytest.raises(NewerDatabase, match=r"newer\.db was written by a newer version"):
        restore(data, tmp_path / "newer.db", WHEN)
    assert (names(data), wins(data)) == ([FILE, LOCK], 1)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.floats(0, 1), garbage=st.binary(max_size=600))
def test_a_damaged_backup_is_refused_or_whole(
    place: float, garbage: bytes, play: Play, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    with opened(folder / "data") as store:
        play(store, 3)
    back_up(folder / "data", folder / "records.db")
    content = (folder / "records.db").read_bytes()
    at = int(place * len(content))
    (folder / "records.db").write_bytes(content[:at] + garbage + (content[at + len(garbage) :] if garbage else b""))
    with opened(folder / "data") as store:
        play(store, 1)
    try:
        restore(folder / "data", folder / "records.db", WHEN)
    except CabinetError as problem:
        assert str(problem).isprintable()
        assert (names(folder / "data"), wins(folder / "data")) == ([FILE, LOCK], 4)
    else:
        assert condition_of(folder / "data" / FILE) == "ok"
        restore(folder / "data", folder / "data" / BEFORE, WHEN)
        assert wins(folder / "data") == 4


def test_no_file_is_written_over_and_none_is_left_half_written(tmp_path: Path, play: Play) -> None:
    data, file = tmp_path / "data", tmp_path / "stick" / "records.db"
    with pytest.raises(CabinetError, match="no records here yet"):
        back_up(data, file)
    with opened(data) as store:
        play(store, 1)
    with pytest.raises(CabinetError, match="cannot be written"):
        back_up(data, file)
    file.parent.mkdir()
    for problem, words in (
        (Unavailable("database or disk is full"), "records.db cannot be written .*full"),
        (Damaged("a page is wrong"), f"{FILE} cannot be used .*page"),
    ):
        with (
            patch("cabinet.store.backup.fault_in", side_effect=problem),
            pytest.raises(CabinetError, match=words),
        ):
            back_up(data, file)
        assert names(file.parent) == []
    file.write_text("mine")
    with pytest.raises(CabinetError, match="exists already"):
        back_up(data, file)
    assert file.read_text() == "mine"


@pytest.mark.parametrize("step", ["_kept", "_sync", "Path.replace", "Path.hardlink_to"])
def test_a_power_cut_at_any_step_leaves_the_one_or_the_other(step: str, tmp_path: Path, play: Play) -> None:
    data, file = tmp_path / "data", tmp_path / "records.db"
    with opened(data) as store:
        play(store, 2)
    back_up(data, file)
    with opened(data) as store:
        play(store, 3)
    with patch(f"cabinet.store.backup.{step}", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        restore(data, file, WHEN)
    assert wins(data) in (2, 5)
    restore(data, file, WHEN)
    assert wins(data) == 2


def test_where_no_second_name_can_be_given_the_records_before_are_renamed(tmp_path: Path, play: Play) -> None:
    data, file = tmp_path / "data", tmp_path / "records.db"
    with opened(data) as store:
        play(store, 2)
    back_up(data, file)
    with patch("cabinet.store.backup.Path.hardlink_to", side_effect=PermissionError(1, "Operation not permitted")):
        restore(data, file, WHEN)
    assert names(data) == [FILE, BEFORE, LOCK]


def test_what_root_puts_back_belongs_to_the_folders_owner(tmp_path: Path, play: Play) -> None:
    data, file = tmp_path / "data", tmp_path / "records.db"
    with opened(data) as store:
        play(store, 1)
    back_up(data, file)
    given: dict[str, Any] = {}
    with (
        patch("cabinet.store.backup.os.geteuid", return_value=0),
        patch("cabinet.store.backup.os.chown", side_effect=lambda path, *owner: given.update({path.name: owner})),
    ):
        restore(data, file, WHEN)
    owner = (data.stat().st_uid, data.stat().st_gid)
    assert given == {FILE: owner, LOCK: owner, BEFORE: owner}
