"""The audits of the operator's page are those of the logs, by stretch, hour, day and game."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from threading import Event
from typing import Final, NamedTuple

import msgspec
import pytest

from cabinet.match.statistics import MatchStatistics
from cabinet.people.records import evening_day
from cabinet.store.audits import STRETCHES, Audits, by_local_hour, read_audits
from cabinet.store.ledger import DAYS_COUNTED
from cabinet.store.people import opened_for_reading
from cabinet.store.sqlite import FILE, Database
from cabinet.store.store import DiskStore
from engine.bots import find_brain
from engine.brain import Brain
from engine.chance import Chance
from engine.log import header, text_of
from engine.log_lines import Entry
from engine.match import Match
from engine.panel import BUTTONS, Press
from engine.setup import HUMAN, Setup, seats_of
from engine.simulation import SETTLED_NS
from engine.units import MS

NOW_S: Final = 1_795_262_400.0
"""A noon in November 2026, and the end of the month."""
DAYS: Final = 30
PRESS_NS: Final = 250 * MS
GAMES: Final = ("speed", "spit", "speed_uno")


class Recounted(NamedTuple):
    """What logs say of a stretch of time."""

    matches: int
    seconds: float
    games: dict[str, int]
    hours: Counter[int]
    days: Counter[str]
    presses: dict[str, int]


def month_of_play(folder: Path, matches: int) -> Sequence[tuple[int, Path]]:
    """Play matches of a quick and a clumsy person into a store; return when each began (s since 1970), and its log."""
    store, chance, logs = DiskStore(folder), Chance(7), []
    brains = {0: find_brain("bot:fast")}
    for number in range(matches):
        begun = int(NOW_S) + 3600 - chance.below(DAYS * 86_400, number)
        game = GAMES[number % len(GAMES)]
        setup = Setup(game, seats=seats_of(HUMAN, HUMAN), seed=number)
        entries = against_a_bot(setup, brains, chance)
        log = store.begin_log(game, number, time.localtime(begun))
        log.write([header(setup), *text_of(entries).splitlines()])
        log.close()
        told = MatchStatistics(store, setup, log.path.stem, judged=True, wall_s=partial(float, begun))
        told.begin()
        told.record(entries)
        told.close(0)
        logs.append((begun, log.path))
    store.close(lambda _waited: True)
    return logs


def against_a_bot(setup: Setup, brains: Mapping[int, Brain], chance: Chance) -> Sequence[Entry]:
    """Return the entries of a match in which the second seat presses any button, four times a second."""
    match, now = Match(setup, brains=brains), 0
    while match.outcome is None:
        now += PRESS_NS
        match.advance(now, now)
        button = BUTTONS[chance.below(len(BUTTONS), setup.seed, now)]
        for is_down, at in ((True, now), (False, now + PRESS_NS // 4)):
            match.handle(Press(1, button, is_down, at, "board", 1000))
    match.advance(now + SETTLED_NS, now + SETTLED_NS)
    return match.final()


def recount(logs: Sequence[tuple[int, Path]], days: int) -> Recounted:
    """Count from the logs alone; `days` up to today, 0 for all."""
    first = (date.fromisoformat(evening_day(NOW_S)) - timedelta(days - 1)).isoformat() if days else ""
    games, hours, by_day, presses, seconds = Counter[str](), Counter[int](), Counter[str](), Counter[str](), 0.0
    for begun, path in logs:
        if (day := evening_day(begun)) < first:
            continue
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        game = lines[0]["game"]
        games[game] += 1
        hours[time.localtime(begun).tm_hour] += 1
        by_day[day] += 1
        seconds += next(line["t"] for line in lines if "outcome" in line) / 1e9
        presses[f"presses.{game}"] += sum("press" in line and line["press"][2] for line in lines[1:])
    return Recounted(games.total(), seconds, dict(games), hours, by_day, dict(+presses))


def differing(logs: Sequence[tuple[int, Path]], audits: Mapping[str, Audits]) -> list[str]:
    """Return the stretches whose audits are not those of the logs."""
    wrong = []
    for stretch, days in STRETCHES.items():
        told, wanted = audits[stretch], recount(logs, days)
        games = {game: matches for game, (matches, _) in told.games.items()}
        presses = {name: count for name, count in told.counts.items() if name.startswith("presses.")}
        hours = {hour: count for hour, count in enumerate(told.hours) if count}
        is_right = abs(told.seconds - wanted.seconds) < 0.001 and all(
            wanted.days[day] == count for day, count in (told.days if stretch == "ever" else ())
        )
        if not is_right or (told.matches, games, presses, hours) != (
            *(wanted.matches, wanted.games, wanted.presses, dict(wanted.hours)),
        ):
            wrong.append(stretch)
    return wrong


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
