"""How long match logs are kept: what goes, what stays, and that nothing goes while the records are not to be had."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.store import retention as retaining
from cabinet.store.ledger import Race
from cabinet.store.logs import FOLDER, RealFiles
from cabinet.store.retention import MOST_AT_ONCE, LogRetention
from cabinet.store.sqlite import FILE
from cabinet.store.store import DiskStore

if TYPE_CHECKING:
    from tests.cabinet.store.conftest import Notes

OVER = '{"t":9,"outcome":{"winner":0,"reason":"out","scores":[1,0]}}\n'
SIZE = 1000
Leave = Callable[..., Path]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / FOLDER).mkdir()
    return tmp_path / FOLDER


@pytest.fixture
def leave(folder: Path) -> Leave:
    """Leave the log of a match behind, of SIZE bytes, and so many days old."""

    def make(name: str, days: int, *, outcome: bool = True) -> Path:
        return log_in(folder, name, days, outcome=outcome)

    return make


def log_in(folder: Path, name: str, days: int, *, outcome: bool = True) -> Path:
    path = folder / f"{name}.jsonl"
    made = path.with_suffix(".made")  # the store's thread may tidy up at any moment: a log is there whole or not
    end = OVER if outcome else '{"t":9,"resume":true}\n'
    made.write_text("x" * (SIZE - len(end) - 1) + "\n" + end)
    os.utime(made, (1_700_000_000 - days * 86_400,) * 2)
    return made.rename(path)


def unnumbered(_match: str) -> int:
    """As for logs whose matches are not in the records: their order is that of their files' times."""
    return 0


def tidy(folder: Path, most: int, keep: Collection[str]) -> list[Path]:
    """Scan the whole folder at once, and delete the oldest logs."""
    retention = LogRetention(folder)
    while not retention.is_known:
        retention.scan(100, {}, unnumbered)
    return retention.tidy(most, keep)


def names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.iterdir())


def test_the_oldest_go_until_there_is_room(folder: Path, leave: Leave) -> None:
    for days in range(5):
        leave(f"{days} days old", days)
    tidy(folder, 3 * SIZE, ())
    assert names(folder) == ["0 days old", "1 days old", "2 days old"]
    tidy(folder, 3 * SIZE, ())
    assert len(names(folder)) == 3


def test_an_unfinished_match_a_wanted_one_and_one_that_is_written_stay_however_old(folder: Path, leave: Leave) -> None:
    leave("cut off", 9, outcome=False)
    leave("wanted", 8)
    held = RealFiles().reopen(leave("written", 7), SIZE)
    (folder / "empty.jsonl").touch()
    leave("old", 6)
    leave("new", 0)
    tidy(folder, SIZE, ["wanted"])
    RealFiles().close(held)
    assert names(folder) == ["cut off", "empty", "wanted", "written"]


@given(sizes=st.lists(st.booleans(), max_size=30), most=st.integers(0, 30))
def test_no_more_goes_than_must_and_nothing_that_stays_is_older_than_what_went(
    sizes: Sequence[bool], most: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("logs")
    for days, finished in enumerate(sizes):
        log_in(folder, f"{days:02}", days, outcome=finished)
    gone = tidy(folder, most * SIZE, ())
    left = names(folder)
    may_go = [name for name in left if sizes[int(name)]]
    assert len(gone) <= MOST_AT_ONCE
    assert len(left) <= most or not may_go or len(gone) == MOST_AT_ONCE
    assert len(left) + len(gone) == len(sizes)
    assert not gone or len(left) >= most
    assert all(int(name) < min(int(path.stem) for path in gone) for name in may_go if gone)


def test_logs_never_take_more_than_half_of_their_disk(
    folder: Path, leave: Leave, monkeypatch: pytest.MonkeyPatch
) -> None:
    for days in range(5):
        leave(f"{days} days old", days)
    monkeypatch.setattr(retaining, "room", lambda _folder: 2 * SIZE)
    tidy(folder, 100 * SIZE, ())
    assert len(names(folder)) == 2
    monkeypatch.undo()
    assert retaining.room(folder) > 0
    assert retaining.room(folder / "nowhere") == 0


class Counting(LogRetention):
    """It counts how many logs it scans."""

    scanned = 0

    def scan(self, most: int, written: Mapping[str, int], number_of: Callable[[str], int]) -> None:
        self.scanned += most
        super().scan(most, written, number_of)


def test_a_folder_is_scanned_through_once_a_part_at_a_time(folder: Path, leave: Leave) -> None:
    for days in range(9):
        leave(f"{days} days old", days)
    retention = Counting(folder)
    for _ in range(3):
        retention.scan(3, {}, unnumbered)
        assert not retention.is_known
    retention.scan(3, {}, unnumbered)
    assert (retention.is_known, retention.bytes) == (True, 9 * SIZE)
    for _ in range(3):
        leave("another", 0)
        retention.grow(SIZE)
        assert len(retention.tidy(9 * SIZE, ())) == 1
    assert retention.scanned == 12


def test_what_is_written_meanwhile_counts_once(folder: Path, leave: Leave) -> None:
    leave("old", 9)
    leave("written", 0)
    retention = LogRetention(folder)
    retention.scan(9, {"written.jsonl": 10}, unnumbered)
    retention.grow(SIZE - 10)
    assert retention.bytes == 2 * SIZE


def test_only_some_of_the_oldest_are_remembered_and_where_all_of_them_stay_those_behind_them_go(
    folder: Path, leave: Leave, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retaining, "OLDEST", 4)
    for days in range(30):
        leave(f"{days:02} days old", days, outcome=days < 20)
    retention, most = LogRetention(folder), 0
    for _ in range(9):
        while not retention.is_known:
            retention.scan(1, {}, unnumbered)
            most = max(most, len(retention._oldest))
        retention.tidy(25 * SIZE, ())
    assert most <= 2 * 4 + 1
    assert [name for name in names(folder) if name < "20"] == [f"{days:02} days old" for days in range(15)]
    assert len(names(folder)) == 25


def test_a_folder_that_is_not_there_has_no_logs(tmp_path: Path) -> None:
    assert tidy(tmp_path / "none", 0, ()) == []


# By the store


def closed(store: DiskStore) -> None:
    store.close()
    assert list(store.troubles()) == []


def test_the_store_keeps_the_log_of_its_closest_races_and_of_the_match_to_go_on_with(
    tmp_path: Path, folder: Path, leave: Leave, notes: "Notes"
) -> None:
    for days, name in ((9, "photo finish"), (8, "match-2"), (7, "old")):
        leave(name, days)
    first = DiskStore(tmp_path)
    first.end(notes.ended(), [Race(0, 1, 700, "speed", 5, match="photo finish")])
    first.begin(notes.begun(2))
    closed(first)
    assert len(names(folder)) == 3, "nobody has said how much is too much"
    closed(DiskStore(tmp_path, logs_bytes=1))
    assert names(folder) == ["match-2", "photo finish"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(clocks=st.lists(st.integers(0, 2**33), min_size=2, max_size=8), kept=st.integers(1, 8))
def test_the_oldest_match_goes_first_whatever_the_clock_showed(
    clocks: list[int], kept: int, notes: "Notes", tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = tmp_path_factory.mktemp("clocks")
    (data / FOLDER).mkdir()
    store = DiskStore(data)
    for number, clock in enumerate(clocks):
        store.begin(replace(notes.begun(number), at=clock))
        store.end(notes.ended(number))
        os.utime(log_in(data / FOLDER, f"match-{number}", 0), (clock, clock))
    closed(store)
    closed(DiskStore(data, logs_bytes=kept * SIZE))
    assert names(data / FOLDER) == [f"match-{number}" for number in range(len(clocks))][-kept:]


def test_a_log_that_the_records_do_not_have_stands_behind_the_match_before_it_by_name(
    tmp_path: Path, folder: Path, leave: Leave, notes: "Notes"
) -> None:
    """As after a backup from last week was put back."""
    store = DiskStore(tmp_path)
    for name in ("2026-11-20", "2026-11-30"):
        store.begin(replace(notes.begun(), name=name))
        store.end(replace(notes.ended(), name=name))
    closed(store)
    for days, name in ((9, "2026-11-20"), (0, "2026-11-25"), (1, "2026-11-19"), (5, "2026-11-30")):
        leave(name, days)
    for kept in (["2026-11-20", "2026-11-25", "2026-11-30"], ["2026-11-25", "2026-11-30"], ["2026-11-30"]):
        closed(DiskStore(tmp_path, logs_bytes=len(kept) * SIZE))
        assert names(folder) == kept


def test_the_room_is_made_after_every_match(tmp_path: Path, folder: Path, leave: Leave, notes: "Notes") -> None:
    store = DiskStore(tmp_path, logs_bytes=1)
    store.begin(notes.begun())
    leave("match-1", 0)
    store.end(notes.ended())
    closed(store)
    assert names(folder) == []


def test_without_its_records_the_store_lets_no_log_go(tmp_path: Path, folder: Path, leave: Leave) -> None:
    leave("old", 9)
    (tmp_path / FILE).mkdir()
    DiskStore(tmp_path, logs_bytes=1).close()
    assert names(folder) == ["old"]


def test_a_race_knows_its_match_and_one_of_an_older_version_has_none(tmp_path: Path, notes: "Notes") -> None:
    store = DiskStore(tmp_path)
    store.end(notes.ended(), [replace(notes.race(500), match="match-1"), notes.race(900)])
    closed(store)
    again = DiskStore(tmp_path)
    assert [race.match for race in again.closest(judged=True)] == ["match-1", ""]
    closed(again)
