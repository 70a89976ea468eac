"""What is remembered of matches and buttons."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.input.audit import EVERY_NS, Audit, never_pressed
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.match.session import Session
from cabinet.match.statistics import MatchStatistics, figures_of
from cabinet.match.story import Story
from cabinet.store.ledger import MatchEnded, Race
from cabinet.store.sqlite import FILE
from cabinet.store.store import DiskStore, Store
from engine.game import Outcome
from engine.log import read
from engine.log_lines import CommandLine, Contest, OutcomeLine, OwnLine
from engine.log_replay import verify
from engine.panel import ACTION, BUTTONS, Command, Press
from engine.setup import Setup, seats_of
from engine.units import MS
from hardware.source import EdgesLost, Glitch, LineCalm, LineChattering, LineStuck, PressSwallowed
from tests.cabinet.store.memory_store import MemoryStore

AMBER, BLUE = 0, 1
BOTS = MatchRequest("speed", "speed", ("bot:fast", "bot:middling"))


def beaten(margin_ns: int) -> CommandLine:
    return CommandLine(5, BLUE, Command("play", "7C"), False, why="rank", beaten_by=AMBER, margin_ns=margin_ns)


def statistics_in(store: Store, *players: str) -> MatchStatistics:
    setup = Setup("speed", seats=seats_of(*players))
    return MatchStatistics(store, setup, "match-1", judged=True, wall_s=lambda: 1000.0)


def factory_with(store: Store, folder: Path) -> MatchFactory:
    config = Config(options={"speed": {"best_of": 1, "countdown": 1}})
    return MatchFactory(LoadedConfig(config, None, ""), folder, 11, store)


def play_on(session: Session, now: int, until: int | None = None) -> int:
    while session.outcome is None and (until is None or now < until):
        now += 20 * MS
        session.advance(now, now)
    return now


def test_a_whole_match_leaves_a_result_a_log_and_counts(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    session = factory_with(store, tmp_path).session(BOTS, 0, lambda _update: None)
    assert session.log is not None
    path = session.log.path
    play_on(session, 0)
    session.close()
    store.close()
    assert session.statistics is not None
    assert session.statistics.receipt is not None
    assert session.statistics.receipt.is_saved
    assert store.cut_off() is None
    counts = store.audits()
    assert (counts["matches"], counts["game.speed"]) == (1, 1)
    assert counts["race"] + counts.get("dead_heat", 0) == len(session.contests)
    log = read(path.read_bytes())
    assert log.is_finished
    verify(log)


def test_a_match_that_was_cut_off_keeps_its_races_and_its_log_verifies(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    session = factory_with(store, tmp_path).session(BOTS, 0, lambda _update: None)
    play_on(session, 0, 12_000 * MS)
    races = list(session.contests)
    store.close()  # the power goes: nobody closes the session
    again = DiskStore(tmp_path)
    path = again.cut_off()
    assert path is not None
    _, begin = factory_with(again, tmp_path).resumed(path)
    resumed = begin(99_000 * MS, lambda _update: None)
    assert resumed.contests == races
    resumed.control("resume", 99_100 * MS)
    play_on(resumed, 99_100 * MS)
    resumed.close()
    again.close()
    assert again.audits()["race"] + again.audits().get("dead_heat", 0) == len(resumed.contests)
    verify(read(path.read_bytes()))
    third = DiskStore(tmp_path)
    assert third.cut_off() is None
    third.close()


def test_a_match_that_was_cut_off_between_its_outcome_and_its_result_is_entered_at_the_next_start(
    tmp_path: Path,
) -> None:
    store = DiskStore(tmp_path)
    session = factory_with(store, tmp_path).session(BOTS, 0, lambda _update: None)
    play_on(session, 0)
    assert session.log is not None
    path = session.log.path
    store.close()
    told = dict(store.audits())
    with closing(sqlite3.connect(tmp_path / FILE)) as records:  # as they were before the result came
        records.execute("UPDATE matches SET winner = NULL, reason = NULL, scores = NULL, ended = 0")
        records.execute("DELETE FROM audits")
        records.commit()
    again = DiskStore(tmp_path)
    assert again.cut_off() == path
    assert factory_with(again, tmp_path).cut_off(path) is None
    again.close()
    assert again.saved() == [path.stem]
    assert dict(again.audits()) == told
    third = DiskStore(tmp_path)
    assert (third.cut_off(), dict(third.audits())) == (None, told)
    third.close()


def test_races_between_people_are_listed_and_those_of_bots_are_not() -> None:
    for players, listed in ((("human", "human"), 1), (("human", "bot:fast"), 0)):
        store = MemoryStore()
        statistics = statistics_in(store, *players)
        session_end(statistics, [beaten(1_300_000), beaten(0)])
        assert len(store.closest(judged=True)) == listed
        assert store.audits()["race"] == 2


def test_a_race_that_stamps_cannot_decide_is_listed_with_those_of_keyboards() -> None:
    store = MemoryStore()
    statistics = statistics_in(store, "human", "human")
    session_end(statistics, [replace(beaten(1_300_000), judged=False)])
    assert (len(store.closest(judged=True)), len(store.closest(judged=False))) == (0, 1)


def session_end(statistics: MatchStatistics, entries: list[CommandLine]) -> None:
    statistics.record([*entries, OutcomeLine(9, Outcome(0, "out", (1, 0)))])


def test_a_new_closest_race_is_known_as_one_and_the_first_ever_is_not() -> None:
    store = MemoryStore()
    contest = Contest(5, AMBER, BLUE, 1_000_000)
    assert not statistics_in(store, "human", "human").is_record(contest)
    store.end(MatchEnded("old", 0, "out", (), 1.0), [Race(0, 1, 2_000_000, "speed", 1)])
    statistics = statistics_in(store, "human", "human")
    session_end(statistics, [beaten(1_000_000)])
    assert statistics.is_record(contest)
    assert not statistics.is_record(Contest(5, AMBER, BLUE, 2_000_000))
    assert not statistics.is_record(Contest(5, AMBER, BLUE, 0, dead_heat=True))
    assert not statistics.is_record(replace(contest, judged=False))
    assert not statistics_in(store, "human", "bot:fast").is_record(Contest(5, AMBER, BLUE, 5))


def test_a_session_knows_a_record_by_its_statistics(tmp_path: Path) -> None:
    store = MemoryStore()
    store.end(MatchEnded("old", 0, "out", (), 1.0), [Race(0, 1, 2_000_000, "speed", 1)])
    people = MatchRequest("speed", "speed", ("person", "person"))
    session = factory_with(store, tmp_path).session(people, 0, lambda _update: None)
    closer, wider = Contest(5, AMBER, BLUE, 1_000_000), Contest(5, AMBER, BLUE, 2_000_000)
    assert [session.is_record(contest) for contest in (closer, wider, None)] == [True, False, False]


def test_the_pace_of_a_bot_that_adapts_is_kept_in_tenths_on_average() -> None:
    story = Story(2, bot_paces={BLUE: [301, 302, 302]})
    setup = Setup("speed", seats=seats_of("human", "bot:adaptive"))
    assert figures_of(setup, Outcome(AMBER, "out", (1, 0)), story, []).bot_paces == (0.0, 30.2)


def test_false_starts_are_counted() -> None:
    store = MemoryStore()
    statistics = statistics_in(store, "human", "human")
    statistics.record([OwnLine(1, (("foul", 1, "false_start"), ("foul", 0, "miss")))])
    session_end(statistics, [])
    assert store.audits()["false_start"] == 1


# Buttons


def press(seat: int, button: str, *, down: bool = True) -> Press:
    return Press(seat, button, down, 0, "fake")


def test_presses_are_counted_and_handed_on_once_a_minute() -> None:
    store = MemoryStore()
    audit = Audit(store)
    audit.tick(0)
    for _ in range(3):
        audit.press(press(AMBER, ACTION))
        audit.press(press(AMBER, ACTION, down=False))
    audit.tick(10)
    audit.tick(EVERY_NS)
    assert store.audits() == {}
    audit.tick(10 + EVERY_NS)
    counts = dict(store.audits())
    assert (counts.pop("press.0.ACTION"), [*counts.values()]) == (3, [3]), "and by the hour"
    assert next(iter(counts)).startswith("hour.")


@pytest.mark.parametrize(
    ("event", "counted"),
    [
        (EdgesLost("gpio", 4, 0, "sequence"), {"lost": 4}),
        (EdgesLost("gpio", None, 0, "level"), {"lost": 1}),
        (Glitch("gpio", 4, 0, 20), {"glitch": 1}),
        (PressSwallowed("gpio", 4, 0, 6_000_000), {"swallowed": 1}),
        (LineStuck("gpio", 4, 0), {"stuck": 1}),
        (LineChattering("gpio", 4, 0), {"chatter": 1}),
        (LineCalm("gpio", 4, 0), {}),
    ],
)
def test_what_buttons_complain_of_is_counted(event: EdgesLost, counted: dict[str, int]) -> None:
    store = MemoryStore()
    audit = Audit(store)
    audit.trouble(event)
    audit.flush()
    assert store.audits() == counted


def test_a_button_that_looks_stuck_or_chatters_is_counted_by_its_name() -> None:
    store = MemoryStore()
    audit = Audit(store)
    for event in (LineStuck("gpio", 4, 0), LineChattering("gpio", 4, 0), EdgesLost("gpio", 2, 0, "sequence")):
        audit.trouble(event, (BLUE, "CARD3"))
    audit.flush()
    assert store.audits() == {"stuck": 1, "chatter": 1, "lost": 2, "stuck.1.CARD3": 1, "chatter.1.CARD3": 1}


def test_buttons_that_nobody_ever_pressed_are_named() -> None:
    audits = {f"press.{seat}.{button}": 1 for seat in (0, 1) for button in BUTTONS}
    del audits["press.1.CARD4"]
    assert never_pressed(audits, (0, 1)) == [(BLUE, "CARD4")]
    assert never_pressed(audits, (0, 1, 3)) == [(BLUE, "CARD4"), *((3, button) for button in BUTTONS)]


def test_a_resume_of_a_log_without_its_database_is_a_match_like_any_other(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    session = factory_with(store, tmp_path).session(BOTS, 0, lambda _update: None)
    play_on(session, 0, 8_000 * MS)
    store.close()
    other = tmp_path / "other"
    shutil.copytree(tmp_path / "matches", other / "matches")
    fresh = DiskStore(other)
    path = fresh.cut_off()
    assert path is not None
    resumed = factory_with(fresh, other).resumed(path)[1](0, lambda _update: None)
    resumed.control("resume", 100 * MS)
    play_on(resumed, 100 * MS)
    resumed.close()
    fresh.close()
    again = DiskStore(other)
    assert again.cut_off() is None
    again.close()


def test_stamps_that_the_kernel_overwrote_are_counted_once_each() -> None:
    store = MemoryStore()
    audit = Audit(store)
    for total in (0, 4, 4, 9):
        audit.overwritten(total)
    audit.flush()
    assert store.audits()["overwritten"] == 9
