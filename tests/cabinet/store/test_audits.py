"""The audits of the operator's page are those of the logs, by stretch, hour, day and game."""

import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from threading import Event

import msgspec
import pytest

from cabinet.store.audits import Audits, by_local_hour, read_audits
from cabinet.store.ledger import DAYS_COUNTED
from cabinet.store.people import opened_for_reading
from cabinet.store.sqlite import FILE, Database
from cabinet.store.store import DiskStore
from tools.bench.month import GAMES, NOW_S, differing, month_of_play


@pytest.fixture(autouse=True)
def _berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Local time with a summer time, which neither days nor hours may trip over."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def audits_of(folder: Path, at_s: float = NOW_S) -> dict[str, Audits]:
    with opened_for_reading(folder) as connection:
        return dict(read_audits(connection, at_s))


def test_the_audits_of_a_month_are_those_of_its_logs(tmp_path: Path) -> None:
    logs = month_of_play(tmp_path, matches=24)
    found = audits_of(tmp_path)
    assert found["ever"].matches == 24
    assert found["ever"].presses == 0, "nobody has pressed a button of the panel"
    assert sum(found["ever"].counts[f"presses.{game}"] for game in GAMES) > 1000
    assert differing(logs, found) == []
    broken = msgspec.structs.replace(found["week"], hours=found["week"].hours[::-1])
    assert differing(logs, {**found, "week": broken}) == ["week"]
    assert 0 < found["week"].matches < 24


def test_a_day_goes_from_noon_to_noon_as_an_evening_does(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    noon = time.mktime((2026, 10, 25, 12, 0, 0, 0, 0, -1))  # the day on which the clocks are put back
    for minutes, count in ((-1, 1), (1, 10), (12 * 60, 100)):
        store.count({"lost": count}, noon + 60 * minutes)
    store.close()
    found = audits_of(tmp_path, noon + 60)
    assert (found["today"].counts["lost"], found["week"].counts["lost"]) == (110, 111)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata", "America/St_Johns"])
def test_a_match_counts_in_the_hour_that_the_clock_showed(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    for begun in range(1_780_000_000, 1_820_000_000, 1_733):  # two changes of the clock, one of them of half an hour
        ((hour, _),) = by_local_hour([(begun, "speed", 60.0)])
        local = time.localtime(begun)
        assert (hour % 24, hour // 24) == (local.tm_hour, (begun + local.tm_gmtoff) // 86_400)


def test_what_is_counted_is_read_after_it_is_saved(tmp_path: Path) -> None:
    store, done, seen = DiskStore(tmp_path), Event(), list[int]()
    store.count({"press.0.CARD1": 7})

    def read() -> None:
        seen.append(audits_of(tmp_path, time.time())["today"].presses)
        done.set()

    store.read(read)
    assert done.wait(10)
    store.close()
    assert seen == [7]


def test_counts_that_were_reset_count_no_match_and_no_press_from_before(tmp_path: Path) -> None:
    month_of_play(tmp_path, matches=6)
    store = DiskStore(tmp_path)
    store.clear(audits=True)
    store.close()
    found = audits_of(tmp_path, time.time())
    assert (found["ever"].matches, found["ever"].presses, found["month"].presses) == (0, 0, 0)
    assert found["ever"].counts["since.matches"] == 6


def test_counts_by_day_stay_for_as_many_days_as_they_may(tmp_path: Path) -> None:
    store, first = DiskStore(tmp_path), date(2026, 1, 1)
    for number in range(DAYS_COUNTED + 10):
        store.count({"lost": 1}, time.mktime((first + timedelta(number)).timetuple()) + 43_201)
    store.close()
    database = Database(tmp_path / FILE)
    days = database.ask(lambda run: [row[0] for row in run.execute("SELECT day FROM audits_by_day ORDER BY day")])
    database.close()
    assert len(days) == DAYS_COUNTED
    assert days[-1] == (first + timedelta(DAYS_COUNTED + 9)).isoformat()
