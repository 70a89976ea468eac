"""The supervisor of a board's line, with its times."""

import pytest

from hardware.board.supervisor import (
    ASK_NS,
    CALM_NS,
    MOST_RESYNCS,
    PONG_NS,
    RESYNC_NS,
    SENSE_NS,
    SILENT_NS,
    Supervisor,
    Trouble,
)
from hardware.clock import MS


@pytest.fixture
def sound() -> Supervisor:
    """One of a board that was opened at 0, said who it is, and whose clock is known."""
    supervisor = Supervisor()
    supervisor.opened(0)
    supervisor.hello_received(0, anew=True)
    supervisor.ping_answered(is_learnt=True)
    assert supervisor.is_sound
    return supervisor


def test_in_doubt_a_hello_is_asked_for_at_once_and_again(sound: Supervisor) -> None:
    assert not sound.wants_hello(5 * MS)
    sound.resync(5 * MS, is_on=True)
    assert sound.wants_hello(5 * MS)
    assert not sound.wants_hello(5 * MS + ASK_NS - 1)
    assert sound.wants_hello(5 * MS + ASK_NS)
    sound.resync(6 * MS, is_on=False)
    assert not sound.wants_hello(5 * MS + 2 * ASK_NS)
    assert sound.is_sound


def test_a_doubt_that_lasts_is_trouble(sound: Supervisor) -> None:
    sound.resync(5 * MS, is_on=True)
    sound.heard(RESYNC_NS)
    assert not sound.should_reopen(5 * MS + RESYNC_NS)
    assert sound.should_reopen(5 * MS + RESYNC_NS + 1)
    assert sound.trouble is Trouble.NUMBERS
    assert (sound.is_sound, sound.makes_sense) == (False, False)


def test_silence_is_trouble_and_no_nonsense(sound: Supervisor) -> None:
    sound.heard(100 * MS)
    assert not sound.should_reopen(100 * MS + SILENT_NS)
    assert sound.should_reopen(100 * MS + SILENT_NS + 1)
    assert sound.trouble is Trouble.SILENT
    assert sound.makes_sense


def test_a_ping_that_nobody_answers_is_trouble_after_its_time(sound: Supervisor) -> None:
    for at in range(0, PONG_NS + 50 * MS, 50 * MS):
        sound.pinged(at)
    sound.heard(PONG_NS)
    sound.numbered(PONG_NS)
    assert not sound.should_reopen(PONG_NS)
    assert sound.should_reopen(PONG_NS + 1)
    assert sound.trouble is Trouble.PINGS


def test_a_program_that_stood_still_does_not_blame_the_board(sound: Supervisor) -> None:
    sound.pinged(0)
    sound.ping_answered(is_learnt=True)
    sound.heard(20_000 * MS)
    sound.numbered(20_000 * MS)
    assert not sound.should_reopen(20_000 * MS)


@pytest.mark.parametrize(("is_greeted", "trouble"), [(False, Trouble.NAMELESS), (True, Trouble.PINGS)])
def test_a_line_that_was_opened_has_its_time_to_make_sense(is_greeted: bool, trouble: Trouble) -> None:
    supervisor = Supervisor()
    supervisor.opened(0)
    if is_greeted:
        supervisor.hello_received(0, anew=True)
    supervisor.heard(SENSE_NS)
    assert not supervisor.should_reopen(SENSE_NS)
    assert supervisor.should_reopen(SENSE_NS + 1)
    assert supervisor.trouble is trouble


def test_doubts_that_are_settled_one_after_the_other_are_trouble_and_want_a_calm(sound: Supervisor) -> None:
    for turn in range(MOST_RESYNCS):
        assert not sound.should_reopen(turn * MS)
        sound.resync(turn * MS, is_on=True)
        sound.resync(turn * MS, is_on=False)
    assert sound.should_reopen(MOST_RESYNCS * MS)
    assert sound.trouble is Trouble.RESTLESS
    sound.closed()
    sound.opened(500 * MS)
    sound.hello_received(500 * MS, anew=False)
    sound.ping_answered(is_learnt=True)
    latest = (MOST_RESYNCS - 1) * MS
    sound.heard(latest + CALM_NS)
    assert not sound.should_reopen(latest + CALM_NS - 1)
    assert not sound.is_sound
    assert not sound.should_reopen(latest + CALM_NS)
    assert sound.is_sound


def test_a_line_that_broke_leaves_nothing_against_the_board(sound: Supervisor) -> None:
    sound.resync(5 * MS, is_on=True)
    assert sound.should_reopen(5 * MS + SILENT_NS + RESYNC_NS)
    sound.broke()
    assert sound.trouble is None
    assert not sound.should_reopen(10**12)
    assert not sound.wants_hello(10**12)
