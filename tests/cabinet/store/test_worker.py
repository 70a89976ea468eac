"""The worker that writes to the disk, and a disk that is slow."""

import errno
import os
import time
from itertools import count
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING
from unittest.mock import Mock, patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.store.errors import Damaged, Unavailable
from cabinet.store.ledger import Change, Counted, Ledger, MatchBegun, MatchEnded, SettingSet
from cabinet.store.logs import Files, RealFiles
from cabinet.store.retention import MOST_AT_ONCE
from cabinet.store.sqlite import FILE, Database
from cabinet.store.store import DiskStore
from cabinet.store.worker import (
    CHECK_NS,
    MOST_ANEW,
    RETRY_NS,
    SCAN_AGAIN_NS,
    SCAN_NS,
    SCANNED_AT_ONCE,
    SYNC_NS,
    DiskWorker,
    Memory,
    Receipt,
    Trouble,
)
from engine.units import MS
from tests.cabinet.store.fake_files import FakeFiles

if TYPE_CHECKING:
    from tests.cabinet.store.conftest import Notes


LOG = Path("matches/one.jsonl")
OTHER = Path("matches/two.jsonl")


def worker_with(files: Files) -> tuple[DiskWorker, list[Trouble]]:
    troubles: list[Trouble] = []
    return DiskWorker(files, None, Memory(Ledger()), troubles.append), troubles


@given(gaps=st.lists(st.integers(0, 900), min_size=1, max_size=40))
def test_what_was_written_is_safe_a_quarter_of_a_second_later(gaps: list[int]) -> None:
    files, now, written = FakeFiles(), 0, list[int]()
    worker, _ = worker_with(files)
    worker.begin(LOG, now)
    for number, gap in enumerate(gaps):
        until = now + gap * MS
        while worker.due is not None and worker.due <= until:
            now = worker.due
            worker.tick(now)
            safe = files.synced[LOG].count(b"\n")
            assert all(at > now - SYNC_NS for at in written[safe:])
        now = until
        worker.write(LOG, f"{number}\n", now)
        written.append(now)
    worker.tick(now + SYNC_NS)
    assert files.synced[LOG] == files.files[LOG]
    assert files.synced[LOG].count(b"\n") == len(gaps)
    assert worker.due is None


def test_a_finished_log_is_safe_at_once_and_let_go_of() -> None:
    files = FakeFiles()
    worker, _ = worker_with(files)
    worker.begin(LOG, 0)
    worker.write(LOG, "all\n", 0)
    worker.finish(LOG)
    assert files.synced[LOG] == b"all\n"
    assert files.reopen(LOG, 4)


@given(
    good=st.integers(0, 30),
    error=st.sampled_from([errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT]),
    torn=st.booleans(),
    steps=st.lists(st.sampled_from(["one", "two", "tick"]), max_size=40),
)
def test_a_disk_that_fails_stops_logs_and_leaves_whole_lines(
    good: int, error: int, torn: bool, steps: list[str]
) -> None:
    files = FakeFiles(good, error, torn=torn)
    worker, troubles = worker_with(files)
    wanted = {LOG: "", OTHER: ""}
    for path in wanted:
        worker.begin(path, 0)
    for number, step in enumerate(steps):
        path = LOG if step == "one" else OTHER
        if step == "tick":
            worker.tick(number * 300 * MS)
        else:
            worker.write(path, f"line {number}\n", number * 300 * MS)
            wanted[path] += f"line {number}\n"
    worker.close(len(steps) * 300 * MS)
    for path, text in wanted.items():
        kept = bytes(files.files.get(path, b"")).decode()
        assert text.startswith(kept)
        assert kept in ("", *("".join(text.splitlines(keepends=True)[:n]) for n in range(len(steps) + 1)))
        if kept != text or path not in files.files:
            assert ("store.log", path.name, errno_text(error)) in {(t.key, t.name, t.reason) for t in troubles}
    assert len(troubles) <= 2


def errno_text(error: int) -> str:
    import os

    return os.strerror(error)


def test_a_new_match_tries_the_disk_again() -> None:
    files = FakeFiles(0)
    worker, troubles = worker_with(files)
    worker.begin(LOG, 0)
    worker.write(LOG, "lost\n", 0)
    files._good = None
    worker.begin(OTHER, 1)
    worker.write(OTHER, "kept\n", 1)
    worker.finish(OTHER)
    assert files.synced == {OTHER: b"kept\n"}
    assert [trouble.name for trouble in troubles] == [LOG.name]


# The database


def save(worker: DiskWorker, changes: list[Change], now: int) -> Receipt:
    receipt = worker._memory.change(changes)
    worker.save(receipt, now)
    return receipt


class Moody(Database):
    """A database on a disk that is full for as long as the test says."""

    is_full = False

    def apply(self, changes: object) -> None:
        if self.is_full:
            raise Unavailable("database or disk is full")
        super().apply(changes)  # type: ignore[arg-type]  # handed on as it came


@pytest.fixture
def moody(tmp_path: Path) -> Moody:
    return Moody(tmp_path / "photofinish.db")


def test_what_a_full_disk_did_not_take_waits_and_is_saved_when_there_is_room(moody: Moody) -> None:
    troubles: list[Trouble] = []
    worker = DiskWorker(FakeFiles(), moody, Memory(Ledger()), troubles.append)
    moody.is_full = True
    first = save(worker, [Counted({"starts": 1})], 0)
    assert (first.is_saved, worker.due) == (False, RETRY_NS)
    assert [trouble.key for trouble in troubles] == ["store.unkept"]
    moody.is_full = False
    second = save(worker, [Counted({"starts": 2})], 1)
    assert (first.is_saved, second.is_saved, worker.due) == (True, True, None)
    assert moody.load().audits == {"starts": 3}
    worker.close(2)


def test_it_is_tried_again_by_itself(moody: Moody) -> None:
    worker = DiskWorker(FakeFiles(), moody, Memory(Ledger()), lambda _trouble: None)
    moody.is_full = True
    receipt = save(worker, [Counted({"starts": 1})], 0)
    worker.tick(RETRY_NS - 1)
    moody.is_full = False
    worker.tick(RETRY_NS - 1)
    assert not receipt.is_saved
    worker.tick(RETRY_NS)
    assert receipt.is_saved
    worker.close(RETRY_NS)


def test_what_waits_is_tried_once_more_at_the_end(moody: Moody) -> None:
    worker = DiskWorker(FakeFiles(), moody, Memory(Ledger()), lambda _trouble: None)
    moody.is_full = True
    receipt = save(worker, [Counted({"starts": 1})], 0)
    moody.is_full = False
    worker.close(RETRY_NS - 1)
    again = Database(moody.path)
    assert (receipt.is_saved, again.load().audits) == (True, {"starts": 1})
    again.close()


def test_a_database_that_gets_damaged_is_replaced_and_what_is_known_goes_into_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "photofinish.db"
    database = Database(path)
    troubles: list[Trouble] = []
    worker = DiskWorker(FakeFiles(), database, Memory(Ledger()), troubles.append)
    save(worker, [Counted({"starts": 1})], 0)
    database._connection.execute("DROP TABLE audits")
    receipt = save(worker, [Counted({"starts": 1})], 1)
    worker.close(2)
    assert receipt.is_saved
    assert [trouble.key for trouble in troubles] == ["store.aside"]
    assert (tmp_path / troubles[0].name).exists()
    again = Database(path)
    assert again.load().audits == {"starts": 2}
    again.close()


def test_a_disk_without_room_for_the_new_database_gets_the_whole_ledger_later(tmp_path: Path) -> None:
    class NoRoomAnew(Database):
        """Any database after the first finds no room."""

        is_full = True

        def apply(self, changes: object) -> None:
            if self.is_full:
                raise Unavailable("database or disk is full")
            super().apply(changes)  # type: ignore[arg-type]  # handed on as it came

    troubles: list[Trouble] = []
    database = Database(tmp_path / "photofinish.db")
    worker = DiskWorker(FakeFiles(), database, Memory(Ledger()), troubles.append)
    save(worker, [Counted({"starts": 1}), SettingSet("volume", 40)], 0)
    database._connection.execute("DROP TABLE audits")
    with patch("cabinet.store.sqlite.Database", NoRoomAnew):
        first = save(worker, [Counted({"starts": 1})], 1)
    assert ([trouble.key for trouble in troubles], first.is_saved) == (["store.aside", "store.unkept"], False)
    NoRoomAnew.is_full = False
    second = save(worker, [Counted({"starts": 1})], 2)
    assert (first.is_saved, second.is_saved) == (True, True)
    worker.close(3)
    again = Database(tmp_path / "photofinish.db")
    assert again.load().audits == {"starts": 3}
    assert again.load().settings == {"volume": 40}
    again.close()


def test_what_is_still_in_the_queue_when_a_new_database_begins_is_written_once(tmp_path: Path) -> None:
    database, memory = Database(tmp_path / "photofinish.db"), Memory(Ledger())
    worker = DiskWorker(FakeFiles(), database, memory, lambda _trouble: None)
    database._connection.execute("DROP TABLE audits")
    taken, queued = memory.change([Counted({"starts": 1})]), memory.change([Counted({"starts": 1})])
    worker.save(taken, 0)
    assert (taken.is_saved, queued.is_saved) == (True, False), "its log may not be written yet"
    worker.save(queued, 1)
    assert queued.is_saved
    worker.close(2)
    again = Database(tmp_path / "photofinish.db")
    assert again.load().audits == {"starts": 2}
    again.close()


def test_records_that_come_late_are_known_with_what_happened_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "photofinish.db"
    database = Database(path)
    database.apply([Counted({"starts": 5}), SettingSet("volume", 40)])
    database.close()
    memory = Memory(Ledger())
    worker = DiskWorker(FakeFiles(), None, memory, lambda _trouble: None, path)
    receipts = [memory.change([Counted({"starts": 1})]) for _ in range(2)]
    for receipt in receipts:
        worker.save(receipt, 0)
    assert (memory.ledger.audits, memory.ledger.settings) == ({"starts": 7}, {"volume": 40})
    worker.close(1)
    again = Database(path)
    assert again.load() == memory.ledger
    again.close()


def test_a_disk_that_damages_every_database_is_given_up_in_the_end(tmp_path: Path) -> None:
    troubles: list[Trouble] = []
    worker = DiskWorker(FakeFiles(), Database(tmp_path / "photofinish.db"), Memory(Ledger()), troubles.append)
    for now in range(10):
        if worker._database is not None:
            worker._database._connection.execute("DROP TABLE audits")
        save(worker, [Counted({"starts": 1})], now)
    worker.close(10)
    assert [trouble.key for trouble in troubles] == ["store.aside"] * MOST_ANEW + ["store.none"]


def test_a_large_database_is_checked_a_while_after_the_start_and_while_no_log_is_written(
    moody: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    moody.apply([Counted({"starts": 7})])
    moody.is_checked = False
    damaged: list[int] = []

    def check() -> None:
        damaged.append(1)
        raise Damaged("a page is not what it should be")

    monkeypatch.setattr(moody, "check", check)
    troubles: list[Trouble] = []
    worker = DiskWorker(FakeFiles(), moody, Memory(moody.load()), troubles.append)
    worker.watch(None, 0, 0)
    worker.begin(LOG, 1)
    worker.finish(LOG)
    assert worker.due == CHECK_NS
    worker.begin(OTHER, 2)
    worker.tick(2 * CHECK_NS)
    assert not damaged
    worker.finish(OTHER)
    worker.tick(2 * CHECK_NS)
    assert damaged == [1]
    assert [trouble.key for trouble in troubles] == ["store.aside"]
    worker.tick(3 * CHECK_NS)
    worker.close(3 * CHECK_NS)
    again = Database(moody.path)
    assert again.load().audits == {"starts": 7}
    again.close()


def test_logs_are_looked_through_a_while_after_the_start_and_in_parts(moody: Moody, tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    folder.mkdir()
    for number in range(2 * SCANNED_AT_ONCE):
        (folder / f"{number}.jsonl").write_text('{"outcome":{}}\n')
    worker, now, turns = DiskWorker(RealFiles(), moody, Memory(Ledger()), lambda _trouble: None), 0, 0
    worker.watch(folder, 1, 0)
    worker.tidy(1)
    assert worker.due == SCAN_NS
    while worker.due is not None:
        now, turns = worker.due, turns + 1
        worker.tick(now)
    assert turns == 3
    assert now == SCAN_NS + 2 * SCAN_AGAIN_NS
    worker.tidy(now)
    left = 2 * SCANNED_AT_ONCE - 2 * MOST_AT_ONCE
    assert (worker.due, len(list(folder.iterdir()))) == (None, left), "it is not looked through again"
    worker.close(now)


def test_a_new_database_has_new_numbers_for_the_logs(tmp_path: Path) -> None:
    """Those that stayed were up to number 3; in the new database nothing has a number."""
    folder = tmp_path / "matches"
    folder.mkdir()
    database, memory = Database(tmp_path / "photofinish.db"), Memory(Ledger())
    worker, now = DiskWorker(RealFiles(), database, memory, lambda _trouble: None), 0
    worker.watch(folder, 1, now)
    for number in range(3):
        (folder / f"{number}.jsonl").write_text('{"resume":true}\n')
        name = f"{number}"
        save(worker, [MatchBegun(name, "speed", "speed", (), 0), MatchEnded(name, 0, "out", (), 1.0)], now)

    def tidied() -> list[str]:
        nonlocal now
        worker.tidy(now)
        while worker.due is not None:
            now = worker.due
            worker.tick(now)
        return sorted(path.stem for path in folder.iterdir())

    assert tidied() == ["0", "1", "2"]
    database._connection.execute("DROP TABLE audits")
    save(worker, [Counted({"starts": 1})], now)
    (folder / "3.jsonl").write_text('{"outcome":{}}\n')
    assert tidied() == ["0", "1", "2"]
    worker.close(now)


def test_what_counts_as_saved_has_its_log(moody: Moody) -> None:
    files = FakeFiles()
    worker = DiskWorker(files, moody, Memory(Ledger()), lambda _trouble: None)
    worker.begin(LOG, 0)
    worker.write(LOG, "outcome\n", 0)
    receipt = save(worker, [Counted({"matches": 1})], 0)
    assert receipt.is_saved
    assert files.synced[LOG] == b"outcome\n"
    worker.close(0)


def test_a_new_logs_name_is_on_the_disk_as_well_as_what_is_synced(tmp_path: Path) -> None:
    """A file whose folder was not synced may be gone after a power cut, whatever was synced in it (fsync(2))."""
    synced: list[Path] = []
    path = tmp_path / "log.jsonl"
    with patch.object(os, "fsync", lambda file: synced.append(Path(f"/proc/self/fd/{file}").readlink())):
        files = RealFiles()
        log = files.create(path)
        files.append(log, b"one\n")
        files.sync(log)
        files.close(log)
    assert synced == [tmp_path, path]


# Fake and real disk alike


@pytest.fixture(params=["fake", "real"])
def files(request: pytest.FixtureRequest) -> Files:
    return FakeFiles() if request.param == "fake" else RealFiles()


def test_files_are_made_once_continued_and_held_by_one(files: Files, tmp_path: Path) -> None:
    path = tmp_path / "matches" / "log.jsonl"
    held = files.create(path)
    files.append(held, b"one\ntwo\nthr")
    with pytest.raises(FileExistsError):
        files.create(path)
    with pytest.raises(BlockingIOError):
        files.reopen(path, 4)
    files.sync(held)
    files.cut(held, 8)
    files.close(held)
    again = files.reopen(path, 4)
    files.append(again, b"2\n")
    files.sync(again)
    files.close(again)
    kept = files.synced[path] if isinstance(files, FakeFiles) else path.read_bytes()
    assert kept == b"one\n2\n"
    with pytest.raises(FileNotFoundError):
        files.reopen(tmp_path / "none.jsonl", 0)


WHEN = time.struct_time((2026, 11, 21, 18, 30, 5, 5, 325, 0))


class Stalling(FakeFiles):
    """A disk that stands still at its first new file until `answers` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = Event()

    def create(self, path: Path) -> int:
        self.answers.wait()
        return super().create(path)


def test_a_slow_disk_is_waited_for_at_the_end(tmp_path: Path, notes: "Notes", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cabinet.store.worker.ASK_S", 0.001)
    files, asked = Stalling(), count()
    store = DiskStore(tmp_path, files=files)
    store.begin_log("speed", 1, WHEN)
    receipt = store.end(notes.ended())

    def waits(_waited_s: float) -> bool:
        if next(asked) == 20:
            files.answers.set()
        return True

    assert store.close(waits)
    assert receipt.is_saved
    assert store.saved() == [notes.ended().name]
    assert list(store.troubles()) == []


def test_what_a_disk_that_does_not_answer_has_not_saved_is_named(
    tmp_path: Path, notes: "Notes", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cabinet.store.worker.ASK_S", 0.25)
    waited: list[float] = []
    files = Stalling()
    store = DiskStore(tmp_path, files=files)
    store.begin_log("speed", 1, WHEN)
    for number in (1, 2):
        store.end(notes.ended(number))

    def waits(waited_s: float) -> bool:
        waited.append(waited_s)
        return waited_s < 0.75

    assert not store.close(waits)
    assert waited == [0.25, 0.5, 0.75]
    troubles = [(trouble.key, trouble.name) for trouble in store.troubles()]
    assert troubles == [("store.slow", FILE), *(("store.unsaved", notes.ended(number).name) for number in (1, 2))]
    files.answers.set()


def test_what_a_full_disk_has_not_saved_at_the_end_is_named(
    tmp_path: Path, notes: "Notes", monkeypatch: pytest.MonkeyPatch
) -> None:
    store = DiskStore(tmp_path)
    monkeypatch.setattr(Database, "apply", Mock(side_effect=Unavailable("database or disk is full")))
    store.end(notes.ended())
    assert not store.close()
    keys = [trouble.key for trouble in store.troubles()]
    assert (set(keys[:-1]), keys[-1]) == ({"store.unkept"}, "store.unsaved")
