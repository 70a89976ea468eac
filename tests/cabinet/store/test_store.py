"""Both stores by one contract; and what a disk does to the one that has one."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import Mock, patch

import pytest
from msgspec.structs import replace

from cabinet.people.people import STEP, WINDOW
from cabinet.people.ratings import Place
from cabinet.people.records import CLOSEST, EVER, TODAY
from cabinet.store.errors import Damaged, NewerDatabase, Unavailable
from cabinet.store.ledger import SINCE, Noted, Race, RaceRun
from cabinet.store.logs import FOLDER
from cabinet.store.sqlite import FILE, Database
from cabinet.store.store import DiskStore, Store
from cabinet.store.worker import Receipt
from tests.cabinet.store.fake_files import FakeFiles
from tests.cabinet.store.memory_store import MemoryStore

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook
    from tests.cabinet.store.conftest import Notes

WHEN = time.struct_time((2026, 11, 21, 18, 30, 5, 5, 325, 0))


@pytest.fixture(params=["memory", "disk"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    one: Store = MemoryStore() if request.param == "memory" else DiskStore(tmp_path)
    yield one
    one.close()


# The contract


def test_what_was_told_is_known_at_once(store: Store, notes: "Notes") -> None:
    store.count({"starts": 1, "press.0.CARD1": 4})
    store.count({"starts": 1})
    store.set("volume", 40)
    store.set("reduced_motion", True)
    store.set("reduced_motion", None)
    assert store.audits() == {"starts": 2, "press.0.CARD1": 4}
    assert store.settings() == {"volume": 40}


def test_the_closest_races_are_listed_closest_first_each_kind_for_itself(store: Store, notes: "Notes") -> None:
    store.begin(notes.begun())
    store.end(notes.ended(), [notes.race(3000), notes.race(1000), notes.race(20, judged=False)])
    assert [race.margin_ns for race in store.closest(judged=True)] == [1000, 3000]
    assert [race.margin_ns for race in store.closest(judged=False)] == [20]
    store.clear(races=True)
    assert store.closest(judged=True) == ()


def test_clearing_the_counts_leaves_races_and_settings(store: Store, notes: "Notes") -> None:
    store.end(notes.ended(), [notes.race(3000)])
    store.count({"starts": 1})
    store.set("volume", 40)
    store.clear(audits=True)
    assert (len(store.closest(judged=True)), dict(store.settings())) == (1, {"volume": 40})
    left = {**store.audits()}
    assert abs(left.pop(SINCE) - time.time()) < 60
    assert left == {"since.matches": 0, "since.presses": 0}


def test_a_log_takes_lines_and_has_a_name_of_its_own(store: Store) -> None:
    logs = [store.begin_log("speed", 42, WHEN) for _ in range(3)]
    for log in logs:
        log.write(["one", "two"])
        log.close()
    assert [log.path.name for log in logs][:1] == ["2026-11-21T18-30-05-speed-42.jsonl"]


def test_whatever_is_told_is_signed_for_in_the_end_and_nothing_is_wrong(store: Store, notes: "Notes") -> None:
    receipts = [store.set("volume", 1), store.end(notes.ended()), store.clear(audits=True)]
    store.close()
    assert [receipt.is_saved for receipt in receipts] == [True] * 3
    assert list(store.troubles()) == []


def test_a_result_is_reported_once_when_it_is_saved(store: Store, notes: "Notes") -> None:
    store.begin(notes.begun())
    store.set("volume", 1)
    wait_for(store.end(notes.ended(1)))
    wait_for(store.end(notes.ended(2)))
    assert (store.saved(), store.saved()) == (["match-1", "match-2"], [])


# People


def test_records_places_and_who_sat_last_are_known_at_once(store: Store, book: "Scorebook") -> None:
    results = [book.with_race(book.won("MIA", "BEN"), 900 - n) for n in range(3)]
    for result in results:
        store.begin(book.begun(result))
        store.end(book.ended(result))
    at = results[0].figures.at
    store.seen(("ZOE", "MIA"), at)
    assert store.tonight(at) == ["MIA", "ZOE", "BEN"]
    assert store.tonight(at + 86_400) == []
    day = results[0].figures.day
    assert [record.value for record in store.people.records(CLOSEST, TODAY, day)] == [898, 899, 900]
    assert store.people.place("speed", "BEN") == Place(2, 2)
    assert store.people.streak("speed", "speed", "MIA") == 3


def test_a_result_that_is_taken_back_counts_for_nothing(store: Store, book: "Scorebook") -> None:
    right, wrong = (book.with_race(book.won("MIA", "BEN"), margin) for margin in (900, 100))
    for result in (right, wrong):
        store.begin(book.begun(result))
        store.end(book.ended(result))
    store.take_back(wrong.match)
    assert [record.value for record in store.people.records(CLOSEST, EVER, "")] == [900]
    assert store.people.streak("speed", "speed", "MIA") == 1


def test_clearing_the_races_clears_all_records(store: Store, book: "Scorebook") -> None:
    result = book.with_race(book.won("MIA", "BEN"), 900)
    store.end(book.ended(result), [Race(0, 1, 900, "speed", 5, names=("MIA", "BEN"))])
    store.clear(races=True)
    assert (store.closest(judged=True), store.people.records(CLOSEST, EVER, "")) == ((), ())


def test_an_evenings_journal_grows_with_results_and_is_closed(store: Store, book: "Scorebook") -> None:
    store.note("begins", "two join")
    store.end(book.ended(book.won("MIA", "BEN")), notes=["MIA wins"])
    assert store.evening() == ("begins", "two join", "MIA wins")
    store.end_evening()
    assert store.evening() == ()


# The disk


@pytest.fixture
def open_store(tmp_path: Path) -> Iterator[Callable[..., DiskStore]]:
    opened: list[DiskStore] = []

    def make(**options: object) -> DiskStore:
        opened.append(DiskStore(tmp_path, **options))  # type: ignore[arg-type]  # as the test has them
        return opened[-1]

    yield make
    for store in opened:
        store.close()


def test_everything_is_there_the_next_time(open_store: Callable[..., DiskStore], notes: "Notes") -> None:
    first = open_store()
    first.begin(notes.begun())
    first.end(notes.ended(), [notes.race(3000)])
    first.count({"starts": 1})
    first.set("volume", 40)
    first.close()
    again = open_store()
    assert dict(again.audits()) == {"starts": 1}
    assert dict(again.settings()) == {"volume": 40}
    assert again.closest(judged=True) == (notes.race(3000),)
    assert again.cut_off() is None


def test_people_and_the_evening_are_there_the_next_time(
    open_store: Callable[..., DiskStore], book: "Scorebook"
) -> None:
    first = open_store()
    first.note("begins")
    results = [book.with_race(book.won(*names), 500) for names in [("MIA", "BEN"), ("BEN", "MIA"), ("ZOE", "")] * 3]
    for result in results:
        first.begin(book.begun(result))
        first.end(book.ended(result), notes=[result.match])
    first.take_back(results[4].match)
    first.close()
    again = open_store()
    assert again.people.standings() == first.people.standings()
    assert again.tonight(results[0].figures.at) == first.tonight(results[0].figures.at) == ["ZOE", "MIA", "BEN"]
    assert again.evening() == ("begins", *(result.match for result in results))
    again.end_evening()
    again.close()
    assert open_store().evening() == ()


def test_many_results_in_two_runs_are_worth_the_same_on_disk_and_in_memory(
    open_store: Callable[..., DiskStore], book: "Scorebook"
) -> None:
    """More than are kept apart: both fold the oldest of them at the same result."""
    pairs = [("MIA", "BEN"), ("ZOE", "MIA"), ("BEN", ""), ("BEN", "ZOE")]
    results = [book.with_race(book.won(*pairs[n % 4], day=n // 100), 9_000 - n) for n in range(WINDOW + STEP // 2)]
    disk, memory = open_store(), MemoryStore()
    for n, result in enumerate(results):
        for store in (disk, memory):
            store.begin(book.begun(result))
            receipt = store.end(book.ended(result))
            if store is disk and n in (WINDOW // 2, WINDOW + 1, len(results) - 1):
                wait_for(receipt)  # `close` gives up on hundreds of results after five seconds, as it must
        if n in (WINDOW // 2, WINDOW + 1):
            for store in (disk, memory):
                assert store.people.can_take_back(results[n - 1].match)
                store.take_back(results[n - 1].match)
            disk.close()
            disk = open_store()
    disk.close()
    again = open_store()
    assert again.people.standings() == memory.people.standings()
    assert len(again.people.recent) == len(memory.people.recent) == WINDOW - STEP // 2


def test_a_database_that_gets_damaged_in_play_begins_anew_with_people_and_the_evening(
    open_store: Callable[..., DiskStore], book: "Scorebook", monkeypatch: pytest.MonkeyPatch
) -> None:
    store, whole = open_store(), Database.apply
    store.note("begins")
    first, second, third = (book.with_race(book.won("MIA", "BEN"), 500 + n) for n in range(3))
    for result in (first, second):
        store.begin(book.begun(result))
        wait_for(store.end(book.ended(result), notes=[result.match]))
    with monkeypatch.context() as damaged:
        applied = Mock(side_effect=Damaged("a page is wrong"))
        damaged.setattr(Database, "apply", lambda *args: whole(*args) if applied.call_count else applied(*args))
        store.begin(book.begun(third))
        wait_for(store.end(book.ended(third), notes=[third.match]))
    store.close()
    assert [trouble.key for trouble in store.troubles()] == ["store.aside"]
    again = open_store()
    assert again.people.standings() == store.people.standings()
    assert again.evening() == ("begins", first.match, second.match, third.match)
    assert again.tonight(first.figures.at) == ["BEN", "MIA"]


def test_a_start_folds_no_results(open_store: Callable[..., DiskStore], book: "Scorebook") -> None:
    """Not even the ratings' library is loaded before somebody asks for a record or a place."""
    first = open_store()
    for _ in range(3):
        first.end(book.ended(book.won("MIA", "BEN")))
    first.close()
    with patch("cabinet.people.people.standings_of", side_effect=AssertionError):
        again = open_store()
        again.end(book.ended(book.won("MIA", "BEN")))
        again.close()
    assert again.people.streak("speed", "speed", "MIA") == 4


def test_a_result_and_its_line_are_saved_together_or_neither(tmp_path: Path, book: "Scorebook") -> None:
    """Whatever a database has after a cut, it has the line of each result that it has."""
    result = book.won("MIA", "BEN")
    database = Database(tmp_path / FILE)
    with pytest.raises(sqlite3.IntegrityError):
        database.apply([book.ended(result), Noted(("MIA wins",)), RaceRun(Race(0, 1, -1, "speed", 5))])
    ledger = database.load()
    database.close()
    assert (ledger.evening, ledger.people.recent) == ([], ())


def test_three_logs_of_one_second_are_three_files(open_store: Callable[..., DiskStore], tmp_path: Path) -> None:
    store = open_store()
    for text in ("one", "two", "three"):
        log = store.begin_log("speed", 42, WHEN)
        log.write([text])
        log.close()
    store.close()
    assert sorted(path.read_text() for path in (tmp_path / FOLDER).iterdir()) == ["one\n", "three\n", "two\n"]


def test_a_match_without_an_outcome_is_the_one_to_go_on_with(
    open_store: Callable[..., DiskStore], tmp_path: Path, notes: "Notes"
) -> None:
    store = open_store()
    log = store.begin_log("speed", 42, WHEN)
    store.begin(replace(notes.begun(), name=log.path.stem))
    log.write(["header"])
    store.close()
    assert open_store().cut_off() == log.path


def test_a_match_that_another_program_plays_is_not_cut_off(
    open_store: Callable[..., DiskStore], notes: "Notes"
) -> None:
    playing = open_store()
    log = playing.begin_log("speed", 42, WHEN)
    playing.begin(replace(notes.begun(), name=log.path.stem))
    wait_for(playing.set("volume", 1))
    assert open_store().cut_off() is None


def wait_for(receipt: Receipt) -> None:
    """The disk's own time, not ours: other threads go on while this one looks. Pytest's limit ends it, if need be."""
    while not receipt.is_saved:
        os.sched_yield()


def test_a_damaged_database_is_put_aside_and_the_newest_log_may_go_on(
    open_store: Callable[..., DiskStore], tmp_path: Path
) -> None:
    (tmp_path / FILE).write_bytes(b"garbage" * 100)
    (tmp_path / FOLDER).mkdir()
    for age, name in ((50, "old"), (10, "new")):
        path = tmp_path / FOLDER / f"{name}.jsonl"
        path.write_text("header\n")
        os.utime(path, (1_700_000_000 - age,) * 2)
    store = open_store()
    (trouble,) = store.troubles()
    (aside,) = tmp_path.glob(f"{FILE}.damaged-*")
    assert (trouble.key, trouble.name) == ("store.aside", aside.name)
    assert store.cut_off() == tmp_path / FOLDER / "new.jsonl"


def test_a_newer_database_is_refused(open_store: Callable[..., DiskStore], tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / FILE)
    other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(NewerDatabase):
        open_store()


def test_without_a_folder_everything_works_and_nothing_is_kept(tmp_path: Path, notes: "Notes") -> None:
    (tmp_path / "file").write_text("in the way")
    store = DiskStore(tmp_path / "file")
    log = store.begin_log("speed", 1, WHEN)
    log.write(["line"])
    store.count({"starts": 1})
    receipt = store.end(notes.ended(), [notes.race(3000)])
    store.close()
    assert store.audits() == {"starts": 1}
    assert not receipt.is_saved
    assert store.saved() == []
    assert {trouble.key for trouble in store.troubles()} == {"store.none", "store.log", "store.unsaved"}


def test_records_that_were_not_to_be_had_at_the_start_are_added_to_when_they_are(
    tmp_path: Path, notes: "Notes", monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full at the start gives no database: what is told meanwhile is not lost."""
    first = DiskStore(tmp_path)
    first.count({"starts": 1})
    first.set("volume", 40)
    first.close()
    with monkeypatch.context() as full:
        full.setattr("cabinet.store.store.opened", Mock(side_effect=Unavailable("database or disk is full")))
        second = DiskStore(tmp_path)
    assert dict(second.settings()) == {"volume": 40}
    second.count({"starts": 1})
    wait_for(second.end(notes.ended(), [notes.race(3000)]))
    second.close()
    assert [trouble.key for trouble in second.troubles()] == ["store.none"]
    again = DiskStore(tmp_path)
    again.close()
    assert dict(again.audits()) == {"starts": 2}
    assert again.closest(judged=True) == (notes.race(3000),)


def test_a_full_disk_stops_the_log_and_the_rest_goes_on(open_store: Callable[..., DiskStore], notes: "Notes") -> None:
    store = open_store(files=FakeFiles(2))
    log = store.begin_log("speed", 1, WHEN)
    for number in range(50):
        log.write([f"{number}"])
    log.close()
    receipt = store.end(notes.ended())
    store.close()
    assert [trouble.key for trouble in store.troubles()] == ["store.log"]
    assert receipt.is_saved


SAVING = """
import sys
from pathlib import Path
from cabinet.people.results import Figures, Result
from cabinet.store.ledger import Counted, MatchEnded, Race
from cabinet.store.store import DiskStore
store = DiskStore(Path(sys.argv[1]))
receipts = []
for number in range(100_000):
    store.count({"starts": 1})
    race = Race(0, 1, 10_000_000 - number, "speed", number)
    result = Result(str(number), "speed", "speed", ("human", "human"), ("MIA", "BEN"), 0, "out", Figures(places=(1, 2)))
    notes = [f"{number} begins", f"{number} ends"]
    receipts.append(store.end(MatchEnded(str(number), 0, "out", (), 1.0, result), [race], notes))
    while not receipts[-1].is_saved and number % 3 == 0:
        pass
    saved = sum(receipt.is_saved for receipt in receipts)
    print(saved, flush=True)
"""


@pytest.mark.parametrize("seed", range(4))
def test_what_was_reported_saved_is_there_after_a_kill(seed: int, tmp_path: Path) -> None:
    """A real process, killed at a random moment while it writes."""
    program = subprocess.Popen([sys.executable, "-c", SAVING, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    reported = [program.stdout.readline() for _ in range(Random(seed).randint(1, 60))]
    program.send_signal(signal.SIGKILL)
    reported += program.stdout.readlines()
    program.wait()
    program.stdout.close()
    saved = max(int(line) for line in reported if line.endswith("\n"))
    again = DiskStore(tmp_path)
    again.close()
    assert list(again.troubles()) == []
    assert again.audits()["starts"] >= saved
    assert again.closest(judged=True)[0].margin_ns <= 10_000_000 - saved + 1
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        (results,) = connection.execute("SELECT max(ended) FROM matches").fetchone()
    assert results >= saved
    notes = [line for number in range(results) for line in (f"{number} begins", f"{number} ends")]
    assert list(again.evening()) == notes, "each result with its lines, or neither"
    assert again.people.streak("speed", "speed", "MIA") == results


def test_another_program_that_opens_and_closes_the_records_takes_nothing_from_this_one(tmp_path: Path) -> None:
    """Without its locks SQLite's log would be deleted by it, and what is saved afterwards be gone."""
    look = f"""
import sqlite3
connection = sqlite3.connect({str(tmp_path / FILE)!r})
print(connection.execute("SELECT value FROM settings").fetchall())
connection.close()
"""

    def other() -> str:
        return subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout.strip()

    first = DiskStore(tmp_path)
    first.set("volume", 10)
    first.close()
    store = DiskStore(tmp_path)
    for volume in (20, 30, 40):
        wait_for(store.set("volume", volume))
        assert other() == f"[('{volume}',)]"
    store.close()
