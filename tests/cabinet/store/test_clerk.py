"""The clerk in virtual time: what is safe when, and what a failing disk costs."""

import errno
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.store.changes import Counted, Trouble
from cabinet.store.clerk import (
    CHECK_NS,
    LOOK_AGAIN_NS,
    LOOK_NS,
    LOOKED_AT,
    MOST_ANEW,
    RETRY_NS,
    SYNC_NS,
    Clerk,
    Receipt,
)
from cabinet.store.database import Database
from cabinet.store.errors import Damaged, Unavailable
from cabinet.store.fake_files import FakeFiles
from cabinet.store.files import Files, RealFiles
from cabinet.store.ledger import Ledger
from cabinet.store.tidy import MOST_AT_ONCE
from engine.units import MS

LOG = Path("matches/one.jsonl")
OTHER = Path("matches/two.jsonl")


def clerk_with(files: Files) -> tuple[Clerk, list[Trouble]]:
    troubles: list[Trouble] = []
    return Clerk(files, None, Ledger(), troubles.append), troubles


@given(gaps=st.lists(st.integers(0, 900), min_size=1, max_size=40))
def test_what_was_written_is_safe_a_quarter_of_a_second_later(gaps: list[int]) -> None:
    files, now, written = FakeFiles(), 0, list[int]()
    clerk, _ = clerk_with(files)
    clerk.begin(LOG, now)
    for number, gap in enumerate(gaps):
        until = now + gap * MS
        while clerk.due is not None and clerk.due <= until:
            now = clerk.due
            clerk.tick(now)
            safe = files.synced[LOG].count(b"\n")
            assert all(at > now - SYNC_NS for at in written[safe:])
        now = until
        clerk.write(LOG, f"{number}\n", now)
        written.append(now)
    clerk.tick(now + SYNC_NS)
    assert files.synced[LOG] == files.files[LOG]
    assert files.synced[LOG].count(b"\n") == len(gaps)
    assert clerk.due is None


def test_a_finished_log_is_safe_at_once_and_let_go_of() -> None:
    files = FakeFiles()
    clerk, _ = clerk_with(files)
    clerk.begin(LOG, 0)
    clerk.write(LOG, "all\n", 0)
    clerk.finish(LOG)
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
    clerk, troubles = clerk_with(files)
    wanted = {LOG: "", OTHER: ""}
    for path in wanted:
        clerk.begin(path, 0)
    for number, step in enumerate(steps):
        path = LOG if step == "one" else OTHER
        if step == "tick":
            clerk.tick(number * 300 * MS)
        else:
            clerk.write(path, f"line {number}\n", number * 300 * MS)
            wanted[path] += f"line {number}\n"
    clerk.close(len(steps) * 300 * MS)
    for path, text in wanted.items():
        kept = bytes(files.files.get(path, b"")).decode()
        assert text.startswith(kept)
        assert kept in ("", *("".join(text.splitlines(keepends=True)[:n]) for n in range(len(steps) + 1)))
        if kept != text or path not in files.files:
            assert Trouble("store.log", path.name, errno_text(error)) in troubles
    assert len(troubles) <= 2


def errno_text(error: int) -> str:
    import os

    return os.strerror(error)


def test_a_new_match_tries_the_disk_again() -> None:
    files = FakeFiles(0)
    clerk, troubles = clerk_with(files)
    clerk.begin(LOG, 0)
    clerk.write(LOG, "lost\n", 0)
    files._good = None
    clerk.begin(OTHER, 1)
    clerk.write(OTHER, "kept\n", 1)
    clerk.finish(OTHER)
    assert files.synced == {OTHER: b"kept\n"}
    assert [trouble.name for trouble in troubles] == [LOG.name]


# The database


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
    clerk = Clerk(FakeFiles(), moody, Ledger(), troubles.append)
    first, second = Receipt(), Receipt()
    moody.is_full = True
    clerk.save([Counted({"starts": 1})], first, 0)
    assert (first.is_saved, clerk.due) == (False, RETRY_NS)
    assert [trouble.key for trouble in troubles] == ["store.full"]
    moody.is_full = False
    clerk.save([Counted({"starts": 2})], second, 1)
    assert (first.is_saved, second.is_saved, clerk.due) == (True, True, None)
    assert moody.load().audits == {"starts": 3}
    clerk.close(2)


def test_it_is_tried_again_by_itself(moody: Moody) -> None:
    clerk, receipt = Clerk(FakeFiles(), moody, Ledger(), lambda _trouble: None), Receipt()
    moody.is_full = True
    clerk.save([Counted({"starts": 1})], receipt, 0)
    clerk.tick(RETRY_NS - 1)
    moody.is_full = False
    clerk.tick(RETRY_NS - 1)
    assert not receipt.is_saved
    clerk.tick(RETRY_NS)
    assert receipt.is_saved
    clerk.close(RETRY_NS)


def test_a_database_that_gets_damaged_is_replaced_and_what_is_known_goes_into_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "photofinish.db"
    database = Database(path)
    troubles: list[Trouble] = []
    clerk, receipt = Clerk(FakeFiles(), database, Ledger(), troubles.append), Receipt()
    clerk.save([Counted({"starts": 1})], Receipt(), 0)
    database._connection.execute("DROP TABLE audits")
    clerk.save([Counted({"starts": 1})], receipt, 1)
    clerk.close(2)
    assert receipt.is_saved
    assert [trouble.key for trouble in troubles] == ["store.aside"]
    assert (tmp_path / troubles[0].name).exists()
    again = Database(path)
    assert again.load().audits == {"starts": 2}
    again.close()


def test_a_disk_that_damages_every_database_is_given_up_in_the_end(tmp_path: Path) -> None:
    troubles: list[Trouble] = []
    clerk = Clerk(FakeFiles(), Database(tmp_path / "photofinish.db"), Ledger(), troubles.append)
    for now in range(10):
        if clerk._database is not None:
            clerk._database._connection.execute("DROP TABLE audits")
        clerk.save([Counted({"starts": 1})], Receipt(), now)
    clerk.close(10)
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
    clerk = Clerk(FakeFiles(), moody, moody.load(), troubles.append)
    clerk.watch(None, 0, 0)
    clerk.begin(LOG, 1)
    clerk.finish(LOG)
    assert clerk.due == CHECK_NS
    clerk.begin(OTHER, 2)
    clerk.tick(2 * CHECK_NS)
    assert not damaged
    clerk.finish(OTHER)
    clerk.tick(2 * CHECK_NS)
    assert damaged == [1]
    assert [trouble.key for trouble in troubles] == ["store.aside"]
    clerk.tick(3 * CHECK_NS)
    clerk.close(3 * CHECK_NS)
    again = Database(moody.path)
    assert again.load().audits == {"starts": 7}
    again.close()


def test_logs_are_looked_through_a_while_after_the_start_and_in_parts(moody: Moody, tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    folder.mkdir()
    for number in range(2 * LOOKED_AT):
        (folder / f"{number}.jsonl").write_text('{"outcome":{}}\n')
    clerk, now, turns = Clerk(RealFiles(), moody, Ledger(), lambda _trouble: None), 0, 0
    clerk.watch(folder, 1, 0)
    clerk.tidy(1)
    assert clerk.due == LOOK_NS
    while clerk.due is not None:
        now, turns = clerk.due, turns + 1
        clerk.tick(now)
    assert turns == 3
    assert now == LOOK_NS + 2 * LOOK_AGAIN_NS
    clerk.tidy(now)
    left = 2 * LOOKED_AT - 2 * MOST_AT_ONCE
    assert (clerk.due, len(list(folder.iterdir()))) == (None, left), "it is not looked through again"
    clerk.close(now)


def test_what_counts_as_saved_has_its_log(moody: Moody) -> None:
    files, receipt = FakeFiles(), Receipt()
    clerk = Clerk(files, moody, Ledger(), lambda _trouble: None)
    clerk.begin(LOG, 0)
    clerk.write(LOG, "outcome\n", 0)
    clerk.save([Counted({"matches": 1})], receipt, 0)
    assert receipt.is_saved
    assert files.synced[LOG] == b"outcome\n"
    clerk.close(0)


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
