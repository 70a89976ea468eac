"""A match that is paused, left, covered, or stood still."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

from cabinet.display.result.sheet import ResultSheet
from cabinet.display.result.slow_motion import SLOW_NS
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import DisconnectedSource
from cabinet.scenes.bases import Leave
from cabinet.scenes.match import ANSWER_NS, UNSEEN_NS
from cabinet.scenes.result import (
    GUARD_NS,
)
from cabinet.scenes.title import Title
from engine.log import read
from engine.log_replay import verify
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from engine.units import S
from tests.cabinet.scenes.match_evening import AMBER, BLUE, MS, Evening, Invite


def test_the_pause_buttons_held_pause_and_action_goes_on_after_a_countdown(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.into_play()
    for button in (CARDS[0], CARDS[4], ACTION):
        evening.edge(AMBER, button, True)
    evening.wait(2100)
    for button in (CARDS[0], CARDS[4], ACTION):
        evening.edge(AMBER, button, False)
    assert evening.match.state.sit.paused >= 0
    before = evening.match.table
    evening.wait(5000)
    assert evening.match.table == before
    evening.tap(BLUE, ACTION)
    assert evening.match.state.sit.resume >= 0
    evening.wait(1500)
    assert evening.match.state.sit.paused < 0


def hold_pause(evening: Evening, seat: int) -> None:
    """A seat holds the pause buttons for two seconds."""
    for button in (CARDS[0], CARDS[4], ACTION):
        evening.edge(seat, button, True)
    evening.wait(2100)
    for button in (CARDS[0], CARDS[4], ACTION):
        evening.edge(seat, button, False)


def paused(evening: Evening) -> Evening:
    """The match stands still, and a press answers that."""
    evening.into_play()
    evening.scene._running.control("pause", evening.now, "covered")
    evening.wait(UNSEEN_NS // MS)
    return evening


def test_a_paused_match_against_a_bot_is_left_by_one_press_and_counts_for_nothing(invite: Invite) -> None:
    evening = paused(invite("person", "bot:fast"))
    evening.tap(AMBER, LEFT)
    evening.wait(2000)
    assert evening.went == [Leave()]
    assert read(evening.log.read_bytes()).values[-1]["outcome"] == {"winner": None, "reason": "left", "scores": [0, 0]}


def test_who_leaves_a_match_between_people_asks_the_other_who_may_agree(invite: Invite) -> None:
    evening = paused(invite("person", "person"))
    evening.tap(AMBER, LEFT)
    evening.wait(UNSEEN_NS // MS)
    assert evening.match.outcome is None
    assert evening.scene._dialog is not None and evening.scene._dialog.title == "AMBER WANTS TO LEAVE"
    evening.tap(BLUE, LEFT)
    evening.wait(2000)
    assert evening.went == [Leave()]
    assert read(evening.log.read_bytes()).values[-1]["outcome"]["winner"] is None


@pytest.mark.parametrize("seat", [AMBER, BLUE])
def test_who_insists_on_leaving_loses_on_the_result_and_in_the_log(invite: Invite, seat: int) -> None:
    evening = paused(invite("person", "person"))
    evening.tap(seat, LEFT)
    evening.wait(UNSEEN_NS // MS)
    evening.tap(seat, LEFT)
    evening.wait(3000)
    assert evening.went == []
    assert evening.scene._shows_result
    assert isinstance(evening.scene._ending._sheet, ResultSheet)
    log = read(evening.log.read_bytes())
    assert log.values[-2]["effects"] == [["say", seat, "leaves"], ["phase", "finished"]]
    assert log.values[-1]["outcome"]["winner"] == 1 - seat
    verify(log)


def test_a_second_press_just_behind_the_first_does_not_lose_the_match(invite: Invite) -> None:
    evening = paused(invite("person", "person"))
    evening.tap(AMBER, LEFT)
    evening.tap(AMBER, LEFT)
    evening.wait(500)
    assert (evening.match.outcome, evening.scene._leaving.seat) == (None, AMBER)


@pytest.mark.parametrize("seat", [AMBER, BLUE, None])
def test_without_an_answer_or_with_a_no_the_match_goes_on(invite: Invite, seat: int | None) -> None:
    evening = paused(invite("person", "person"))
    evening.tap(AMBER, LEFT)
    evening.wait(UNSEEN_NS // MS)
    if seat is not None:
        evening.tap(seat, ACTION)
        evening.wait(1500)
    else:
        evening.wait(ANSWER_NS // MS + 500)
    assert (evening.match.outcome, evening.match.state.sit.paused, evening.scene._leaving.seat) == (None, -1, None)


@pytest.mark.parametrize("is_away", [False, True])
@pytest.mark.parametrize("kinds", [("person", "person"), ("person", "person", "bot:fast")])
def test_a_match_can_be_left_before_its_first_card(invite: Invite, kinds: tuple[str, ...], is_away: bool) -> None:
    evening = invite(*kinds)
    evening.scene._running.control("pause", evening.now + MS, "covered")
    if is_away:
        evening.stack.missing([DisconnectedSource("pad")], evening.now)
    evening.wait(UNSEEN_NS // MS + 100)
    evening.tap(BLUE, LEFT)
    evening.wait(UNSEEN_NS // MS)
    evening.tap(BLUE, LEFT)
    evening.wait(3000)
    goes_free = is_away and len(kinds) == 2  # nobody can answer, nobody is ahead, and there is nobody else to win
    assert evening.match.outcome is not None
    assert evening.match.outcome.winner == (None if goes_free else AMBER)
    assert evening.scene._shows_result is not is_away


def test_a_match_that_was_left_in_a_pause_is_paused_no_more(invite: Invite) -> None:
    evening = paused(invite("person", "person"))
    evening.tap(AMBER, LEFT)
    evening.wait(UNSEEN_NS // MS)
    evening.tap(AMBER, LEFT)
    evening.wait(100)
    assert evening.match.outcome is not None and not evening.scene._shows_result
    assert evening.scene._dialog is None, "the table, before its result"
    for button in (LEFT, RIGHT):
        evening.tap(BLUE, button)
    assert (evening.scene._leaving.seat, evening.went) == (None, [])


def lead(evening: Evening, seat: int) -> None:
    """Let a seat play a card before the other has played any."""
    match = evening.match
    for _ in range(2000):
        playable = [key for key in CARDS if match.keys(seat)[BUTTONS.index(key)].lit]
        if playable:
            evening.tap(seat, playable[0])
        if match.game.standing(match.table).winner == seat:
            return
        evening.wait(20)
    raise AssertionError("no lead")


def test_a_seat_whose_opponent_has_no_buttons_may_go_unless_it_would_lose(invite: Invite) -> None:
    for seat, winner in ((AMBER, None), (BLUE, AMBER)):
        evening = invite("person", "person")
        evening.into_play()
        lead(evening, AMBER)
        evening.stack.missing([DisconnectedSource("pad")], evening.now)
        evening.wait(UNSEEN_NS // MS)
        evening.tap(seat, LEFT)
        evening.wait(ANSWER_NS // MS + 500)
        assert (evening.match.outcome, evening.match.state.sit.is_broken) == (None, True), "it waits for its cable"
        evening.tap(seat, LEFT)
        evening.wait(UNSEEN_NS // MS)
        evening.tap(seat, LEFT)
        evening.wait(200)
        assert evening.match.outcome is not None and evening.match.outcome.winner == winner


def test_a_pause_says_who_asked_for_it_and_since_when(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.into_play()
    said = None
    for _ in range(3):
        hold_pause(evening, BLUE)
        evening.wait(UNSEEN_NS // MS)
        said = evening.scene._dialog
        assert said is not None and (said.seat, said.lines[0]) == (BLUE, "BLUE asked for it just now.")
        evening.wait(10_000)
        minute = evening.match.zero_ns + evening.match.state.sit.paused + 60 * S
        assert evening.scene.next_deadline() == minute, "the loop sleeps until the words change, and no longer"
        evening.wait(50_000)
        said = evening.scene._dialog
        assert said is not None and said.lines[0] == "BLUE asked for it 1 min ago."
        evening.tap(AMBER, ACTION)
        evening.wait(1500)
    assert said is not None and said.lines[1] == "That was the last of three."


def test_one_of_two_who_play_cannot_end_the_match_for_a_newcomer(invite: Invite) -> None:
    evening = invite("person", "person", "bot:fast")
    evening.into_play()
    evening.edge(2, ACTION, True)
    evening.wait(UNSEEN_NS // MS)
    evening.tap(AMBER, LEFT)
    evening.wait(ANSWER_NS // MS)
    evening.wait(1500)
    assert (evening.match.outcome, evening.match.state.sit.paused) == (None, -1)


STEPS: dict[str, Callable[[Evening], None]] = {
    "hold": lambda evening: hold_pause(evening, AMBER),
    "LEFT": lambda evening: evening.tap(AMBER, LEFT),
    "ACTION": lambda evening: evening.tap(AMBER, ACTION),
    "wait": lambda evening: evening.wait(1100),
    "wait long": lambda evening: evening.wait(16_000),
    "unplug": lambda evening: evening.stack.missing([DisconnectedSource("pad")], evening.now),
    "plug": lambda evening: evening.stack.missing([], evening.now),
    "stop": lambda evening: stand_still(evening, 12),
}
"""What AMBER can do about a match without playing a card."""


@settings(max_examples=40, deadline=None)
@given(doings=st.lists(st.sampled_from(sorted(STEPS)), min_size=3, max_size=12))
@example(doings=["hold", "wait", "LEFT", "wait", "LEFT"])
@example(doings=["unplug", "wait", "LEFT", "wait", "LEFT"])
@example(doings=["hold", "wait", "LEFT", "wait long", "LEFT", "hold", "wait", "ACTION"])
def test_nothing_that_one_seat_does_makes_a_match_that_it_loses_count_for_nothing(
    toolkit: Toolkit, doings: list[str]
) -> None:
    with TemporaryDirectory() as folder:
        evening = Evening(toolkit, Path(folder), "person", "person")
        evening.into_play()
        lead(evening, BLUE)
        for doing in doings:
            STEPS[doing](evening)
            evening.tap(BLUE, CARDS[2])  # BLUE is there, and does nothing about it
            if evening.match.outcome is not None:
                break
        outcome = evening.match.outcome
        assert outcome is None or outcome.winner == BLUE
        assert evening.went == []
        evening.stack.clear(evening.now)


@pytest.mark.parametrize("button", [ACTION, LEFT])
@pytest.mark.parametrize("is_theirs", [False, True], ids=["a-newcomer", "the-other-player"])
def test_a_press_of_the_race_does_not_answer_the_pause_that_comes_in_between(
    invite: Invite, is_theirs: bool, button: str
) -> None:
    evening = invite("person", "person")
    evening.into_play()
    if is_theirs:
        for held in (CARDS[0], CARDS[4], ACTION):
            evening.edge(BLUE, held, True)
        evening.wait(2000)
    else:
        evening.scene._running.control("pause", evening.now, "joins")
    assert evening.match.state.sit.paused >= 0
    for _ in range(3):
        evening.tap(AMBER, button)
        evening.wait(250)
    evening.wait(2000)
    assert (evening.went, evening.match.outcome) == ([], None)
    assert evening.match.state.sit.paused >= 0


def test_a_covered_match_stands_still_and_says_so_in_its_log(invite: Invite, toolkit: Toolkit) -> None:
    evening = invite("person", "person")
    evening.into_play()
    evening.stack.push(Title(toolkit, None), evening.now)
    before = evening.match.table
    evening.wait(30_000)
    evening.stack.pop(evening.now)
    evening.wait(UNSEEN_NS // MS)
    assert evening.match.table == before
    evening.tap(AMBER, ACTION)
    evening.wait(2000)
    assert evening.match.state.sit.paused < 0
    assert '"pause":"covered"' in evening.log.read_text()


def stand_still(evening: Evening, seconds: int, *pressed: tuple[int, str, int]) -> None:
    """The program stands still for so long; these buttons are pressed so many ms after its last picture."""
    shown, evening.now = evening.now, evening.now + seconds * S
    evening.stack.stood_still(shown, evening.now, seconds * S)
    for seat, button, at_ms in pressed:
        evening.stack.handle(Press(seat, button, True, shown + at_ms * MS, "fake", 100_000))
        evening.stack.handle(Press(seat, button, False, shown + at_ms * MS + MS, "fake", 100_000))
    evening.wait(20)


def test_a_bot_gains_nothing_from_a_program_that_stands_still(invite: Invite) -> None:
    evening = invite("person", "bot:fast")
    evening.into_play()
    evening.wait(3000)
    before = evening.match.table
    stand_still(evening, 37)
    evening.wait(20_000)
    assert evening.match.table == before, "people may have gone: it waits for a press"
    assert '"pause":"stall"' in evening.log.read_text()
    assert "still_there" not in evening.log.read_text()
    evening.tap(AMBER, ACTION)
    evening.wait_for("finished")
    evening.wait(1000)
    verify(read(evening.log.read_bytes()))


def test_after_a_short_standstill_a_match_goes_on_by_itself(invite: Invite) -> None:
    evening = invite("person", "bot:fast")
    evening.into_play()
    evening.wait(3000)
    before = evening.match.table
    stand_still(evening, 2)
    evening.wait(900)
    assert evening.match.table == before
    evening.wait(100)
    assert evening.match.state.sit.paused < 0


def test_what_was_pressed_while_the_picture_stood_still_is_judged_and_answers_nothing(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.into_play()
    seat, key = next(
        (seat, key) for seat in (AMBER, BLUE) for key in CARDS if evening.match.keys(seat)[BUTTONS.index(key)].lit
    )
    cards = evening.match.table.zones
    stand_still(evening, 37, (seat, key, 20_000), (1 - seat, LEFT, 30_000), (1 - seat, ACTION, 36_500))
    assert evening.match.table.zones != cards
    assert (evening.match.outcome, evening.match.state.sit.resume) == (None, -1)
    evening.wait(UNSEEN_NS // MS)
    evening.tap(1 - seat, ACTION)
    assert evening.match.state.sit.resume >= 0


def test_a_board_that_is_gone_after_a_standstill_keeps_the_match_paused(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.into_play()
    stand_still(evening, 2)
    evening.stack.missing([DisconnectedSource("board")], evening.now - 20 * MS)
    evening.wait(5000)
    assert evening.match.state.sit.is_broken
    evening.stack.missing([], evening.now)
    evening.wait(5000)
    assert evening.match.state.sit.paused < 0


def test_a_result_waits_as_long_after_a_standstill_as_before(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:fast")
    evening.to_slow_motion()
    evening.wait((SLOW_NS + GUARD_NS) // MS + 1000)
    stand_still(evening, 3600)
    evening.wait(1000)
    assert evening.went == []
