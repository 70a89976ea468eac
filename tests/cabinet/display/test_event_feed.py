"""What is told beside the cards: margins, dead heats, fouls, and that a rewind takes them back."""

from dataclasses import replace
from typing import Final

import pytest

from cabinet.display.table.view_state import EventFeed
from cabinet.display.theme import Motion
from engine.log_lines import CommandLine, DealLine, OwnLine
from engine.panel import Command
from engine.units import MS

AMBER, BLUE = 0, 1
MOTION = Motion()


def beaten(seat: int, by: int, margin_ms: float, t_ms: int = 0) -> CommandLine:
    command = Command("play", "7D", f"seat{seat}.hand2", "centre.0")
    return CommandLine(t_ms * MS, seat, command, False, why="rank", beaten_by=by, margin_ns=int(margin_ms * MS))


def drawn(winner: int, t_ms: int = 0) -> CommandLine:
    command = Command("play", "8H", f"seat{winner}.hand1", "centre.0")
    return CommandLine(t_ms * MS, winner, command, True, dead_heat=(AMBER, BLUE), draw=winner)


@pytest.fixture
def feed() -> EventFeed:
    return EventFeed(MOTION)


def test_a_beaten_play_tells_who_won_and_by_how_much(feed: EventFeed) -> None:
    feed.hear([beaten(BLUE, by=AMBER, margin_ms=12.4)], now_ns=0)
    assert feed.contest is not None
    assert (feed.contest.winner, feed.contest.loser, feed.contest.margin_ns) == (AMBER, BLUE, 12_400_000)
    assert [contest.zone for contest, _ in feed.tags] == ["seat1.hand2"]


def test_a_margin_is_shown_for_a_while_and_kept_until_the_next_deal(feed: EventFeed) -> None:
    feed.hear([beaten(BLUE, by=AMBER, margin_ms=12.4)], now_ns=0)
    feed.expire(MOTION.margin_shown)
    assert feed.contest is None
    assert [contest.margin_ns for contest in feed.contests] == [12_400_000]


def test_a_dead_heat_stays_one_when_the_beaten_press_is_told(feed: EventFeed) -> None:
    feed.hear([drawn(BLUE), beaten(AMBER, by=BLUE, margin_ms=0.04)], now_ns=0)
    assert feed.contest is not None
    assert feed.contest.dead_heat
    assert len(feed.contests) == 1


def test_a_race_that_stamps_cannot_decide_is_told_as_not_judged(feed: EventFeed) -> None:
    feed.hear([replace(drawn(BLUE), judged=False), beaten(AMBER, by=BLUE, margin_ms=19)], now_ns=0)
    assert feed.contest is not None
    assert (feed.contest.dead_heat, feed.contest.judged) == (True, False)
    feed.hear([replace(beaten(BLUE, by=AMBER, margin_ms=21, t_ms=900), judged=False)], now_ns=0)
    assert (feed.contest.dead_heat, feed.contest.judged) == (False, False)


def test_a_later_race_is_no_dead_heat(feed: EventFeed) -> None:
    feed.hear([drawn(BLUE), beaten(AMBER, by=BLUE, margin_ms=8, t_ms=900)], now_ns=0)
    assert feed.contest is not None
    assert not feed.contest.dead_heat
    assert len(feed.contests) == 2


def test_a_rewind_takes_back_what_was_told(feed: EventFeed) -> None:
    feed.hear([beaten(BLUE, AMBER, 3, t_ms=10), OwnLine(20 * MS, (("foul", BLUE, "miss"),))], now_ns=0)
    feed.take_back(10 * MS)
    assert feed.contest is None
    assert feed.contests == []
    assert feed.notices == []
    assert feed.tags == []


def test_a_rewind_takes_back_what_was_told_of_its_very_moment_and_nothing_before(feed: EventFeed) -> None:
    feed.hear([beaten(BLUE, AMBER, 3, t_ms=10), OwnLine(20 * MS, (("foul", BLUE, "miss"),))], now_ns=0)
    feed.take_back(20 * MS)
    assert feed.notices == []
    assert len(feed.contests) == len(feed.tags) == 1


def test_a_new_deal_forgets_the_last_one(feed: EventFeed) -> None:
    feed.hear([beaten(BLUE, AMBER, 3)], now_ns=0)
    feed.hear([DealLine(MS, 2, 0, {})], now_ns=MS)
    assert feed.contests == []


def test_fouls_and_shouts_are_told_at_their_seat_until_they_are_over(feed: EventFeed) -> None:
    feed.hear([OwnLine(0, (("foul", BLUE, "false_start"), ("say", AMBER, "spit")))], now_ns=0)
    assert {(notice.seat, notice.key) for notice in feed.notices} == {(1, "foul.false_start"), (0, "say.spit")}
    assert feed.next_change() == MOTION.said_shown
    feed.expire(MOTION.said_shown)
    assert [notice.key for notice in feed.notices] == ["foul.false_start"]
    feed.expire(MOTION.foul_shown)
    assert feed.notices == []
    assert feed.next_change() is None


LOCKED: Final = (("foul", BLUE, "miss"), ("set", "lock.1", 500 * MS))


def test_why_a_seat_is_locked_is_known_as_long_as_it_may_be(feed: EventFeed) -> None:
    feed.hear([OwnLine(20 * MS, LOCKED)], now_ns=0)
    feed.expire(10_000 * MS)
    assert (feed.lock_reason(BLUE), feed.lock_reason(AMBER)) == ("foul.miss", "")


def test_a_shout_that_missed_is_no_card_that_does_not_fit(feed: EventFeed) -> None:
    for do, key in (("spit", "table.false_alarm"), ("play", "foul.miss")):
        feed.hear([CommandLine(20 * MS, BLUE, Command(do), False, LOCKED, "window")], now_ns=0)
        assert (feed.lock_reason(BLUE), feed.notices[-1].key) == (key, key)


def test_a_foul_that_locks_nobody_is_no_reason_for_a_lock(feed: EventFeed) -> None:
    feed.hear([OwnLine(20 * MS, LOCKED), OwnLine(30 * MS, (("foul", BLUE, "two_hands"),))], now_ns=0)
    assert feed.lock_reason(BLUE) == "foul.miss"


def test_a_lock_that_a_rewind_takes_back_has_no_reason(feed: EventFeed) -> None:
    feed.hear([OwnLine(20 * MS, LOCKED)], now_ns=0)
    feed.take_back(20 * MS)
    assert feed.lock_reason(BLUE) == ""


def test_a_run_grows_until_another_seat_plays_and_a_rewind_shortens_it(feed: EventFeed) -> None:
    def plays(seat: int, *times_ms: int) -> list[CommandLine]:
        command = Command("play", "8H", f"seat{seat}.hand1", "centre.0")
        return [CommandLine(t_ms * MS, seat, command, True) for t_ms in times_ms]

    assert feed.run == (-1, 0)
    feed.hear([*plays(BLUE, 1), *plays(AMBER, 2, 3, 4), beaten(BLUE, by=AMBER, margin_ms=2, t_ms=5)], now_ns=0)
    assert feed.run == (AMBER, 3)
    feed.take_back(3 * MS)
    assert feed.run == (AMBER, 1)
    feed.hear(plays(BLUE, 6), now_ns=0)
    assert feed.run == (BLUE, 1)
    feed.expire(MOTION.run_shown)
    assert feed.run == (-1, 0)
    feed.hear(plays(BLUE, 7), now_ns=0)
    assert feed.run == (BLUE, 2)
    feed.hear([DealLine(9 * MS, 2, 0, {})], now_ns=0)
    assert feed.run == (-1, 0)
