"""A match that pauses: who may answer, and from when on."""


import pytest

from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bases import Leave
from cabinet.scenes.match import UNSEEN_NS
from cabinet.scenes.title import Title
from engine.log import read
from engine.panel import ACTION, CARDS, LEFT
from tests.cabinet.scenes.match_scene.evening import AMBER, BLUE, MS, Invite


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


def test_a_paused_match_can_be_left(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.into_play()
    evening.scene._running.control("pause", evening.now, "covered")
    evening.wait(UNSEEN_NS // MS)
    evening.tap(AMBER, LEFT)
    evening.wait(2000)
    assert evening.went == [Leave()]
    assert read(evening.log.read_bytes()).values[-1]["outcome"]["reason"] == "left"


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
