"""The match scene: presses in, pictures and sounds out, and every way to its end."""

import io

import pygame
import pytest

from cabinet.audio.match_sounds import MatchSounds
from cabinet.config.schema import Config
from cabinet.display.result.slow_motion import SLOW_NS
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bases import Leave
from cabinet.scenes.match import UNSEEN_NS, Again, MatchScene, ToMenu
from cabinet.scenes.result import BAR_NS, GUARD_NS, LOOK_NS, PATIENCE_NS
from cabinet.screens.view_factory import table_view
from cabinet.screens.views import Look, Views
from engine.log import read
from engine.log_replay import verify
from engine.panel import ACTION, CARDS, LEFT, Press
from tests.cabinet.scenes.match_scene.evening import AMBER, BLUE, MS, Evening, Invite


def ready_match(invite: Invite, toolkit: Toolkit, *ready: int) -> Evening:
    """A match of two people, of whom these were ready before it began."""
    evening = invite("person", "person")
    evening.scene = MatchScene(
        lambda zero, hear: evening.factory.session(evening.request, zero, hear),
        Views({0: Look(table_view(Config(), evening.factory, evening.request, toolkit, judged=True))}),
        MatchSounds(evening.sounds.extend),
        print,
        ready=ready,
    )
    evening.stack.replace(evening.scene, evening.now)
    return evening


def test_once_more_asks_the_other_as_well_whose_press_is_no_false_start(invite: Invite, toolkit: Toolkit) -> None:
    evening = ready_match(invite, toolkit, AMBER)
    evening.wait(800)
    assert evening.phase == "ready"
    evening.tap(BLUE, ACTION)
    evening.wait(40)
    assert evening.phase == "countdown"
    evening.wait_for("play")
    logs = (evening.factory._data / "matches").glob("*.jsonl")
    assert not any('["foul",' in log.read_text() for log in logs)


@pytest.mark.parametrize("pressed", [(), (AMBER,), (BLUE,), (AMBER, BLUE), (BLUE, AMBER), (AMBER, AMBER)])
def test_who_was_ready_before_the_match_is_not_asked_again_whatever_they_press_meanwhile(
    invite: Invite, toolkit: Toolkit, pressed: tuple[int, ...]
) -> None:
    """The views take a while to be made, and presses are waiting when the match begins; the last one is held."""
    evening = ready_match(invite, toolkit, AMBER, BLUE)
    for number, seat in enumerate(pressed, start=1):
        evening.now += 20 * MS
        evening.edge(seat, ACTION, True)
        if number < len(pressed):
            evening.edge(seat, ACTION, False)
    evening.wait(40)
    assert evening.phase == "countdown"
    evening.wait_for("play")
    assert evening.match.table.number("deal") == 1
    logs = (evening.factory._data / "matches").glob("*.jsonl")
    assert not any('["foul",' in log.read_text() for log in logs)


def test_two_bots_play_to_a_result_that_stays_until_somebody_presses(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:middling")
    evening.wait_for("finished")
    evening.wait((LOOK_NS + SLOW_NS + GUARD_NS) // MS)
    assert evening.went == []
    evening.tap(AMBER, ACTION)
    assert evening.went == [Again(AMBER)]
    assert {"play.0.0", "play.1.0"} <= {name.partition("@")[0] for name in evening.sounds}
    assert {"say.one", "say.go", "music.race_4", "music.calm"} <= set(evening.sounds)
    assert {"deal", "go", "over", "win", "beat", "last_card.0", "pulse"} <= set(evening.sounds)
    assert evening.sounds.index("over") < evening.sounds.index("win")
    log = read(evening.log.read_bytes())
    assert log.is_finished
    verify(log)


def test_the_last_presses_of_a_race_do_not_answer_the_result_and_later_ones_do(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:middling")
    evening.wait_for("finished")
    for _ in range(20):
        evening.tap(AMBER, LEFT)
    assert evening.went == []
    for _ in range(30):
        evening.tap(AMBER, LEFT)
    assert evening.went == [ToMenu()]
    assert read(evening.log.read_bytes()).is_finished


def test_nobody_there_after_a_result_means_the_title(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:middling")
    evening.wait_for("finished")
    evening.wait((PATIENCE_NS + SLOW_NS) // MS - 1000)
    assert evening.went == []
    evening.wait(3000)
    assert evening.went == [Leave()]


def test_left_leads_to_the_menu(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:middling")
    evening.wait_for("finished")
    evening.wait(4500)
    evening.tap(BLUE, LEFT)
    assert evening.went == [ToMenu()]


def test_a_match_that_nobody_is_ready_for_goes_back_to_the_title(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.wait_for("ready")
    evening.wait(17_000)
    assert evening.went == [Leave()]


def test_while_nothing_happens_nothing_is_drawn_but_the_seconds_of_the_wait(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.wait_for("ready")
    evening.wait(1500)
    before = evening.frames
    evening.wait(8000)
    assert evening.frames == before + 8
    assert not evening.stack.is_stale(evening.now)


def test_a_result_and_a_pause_are_drawn_once_and_wait(invite: Invite) -> None:
    result, pause = invite("bot:fast", "bot:middling"), invite("person", "person")
    result.wait_for("finished")
    pause.into_play()
    pause.scene._running.control("pause", pause.now, "covered")
    for evening, most in ((result, 4_000 * MS // BAR_NS), (pause, 0)):  # the bar of the wait alone moves
        evening.wait(6000)
        before = evening.frames
        evening.wait(4000)
        assert evening.frames - before <= most
    assert not pause.stack.is_stale(pause.now)
    result.now += BAR_NS
    assert [rect.height for rect in result.stack.draw([result.screen], result.now)[0]] <= [4]


def test_in_an_evening_the_result_names_the_next_and_action_goes_on(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:fast")
    evening.next_up = "NEXT: ZOE"
    evening.wait_for("finished")
    evening.wait(6000)
    sheet = evening.scene._ending._sheet
    assert sheet is not None and sheet._page.next_up == "NEXT: ZOE"
    assert [choice.text for choice in sheet._page.choices] == ["GO ON", "RECORDS", "LEAVE"]
    evening.tap(AMBER, LEFT)
    assert evening.went == []
    evening.tap(AMBER, ACTION)
    assert evening.went == [Again(AMBER)]


def test_leave_on_the_result_leads_to_the_title(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:middling")
    evening.wait_for("finished")
    evening.wait(4500)
    evening.tap(BLUE, CARDS[4])
    assert evening.went == [Leave()]


def test_a_rematch_begins_with_the_countdown_and_its_log_verifies(invite: Invite) -> None:
    evening = invite("person", "person", at_once=True)
    evening.wait(100)
    assert evening.phase == "countdown"
    evening.wait_for("play")
    evening.scene._running.control("leave", evening.now)
    evening.wait(1000)
    log = read(evening.log.read_bytes())
    assert {value["source"] for value in log.values if "press" in value} == {"cabinet"}
    verify(log)


def test_a_race_wants_quick_reads_and_a_result_does_not(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:middling")
    assert not evening.stack.needs_quick_reads
    evening.wait_for("play")
    assert evening.stack.needs_quick_reads
    evening.wait_for("finished")
    evening.wait(500)
    assert not evening.stack.needs_quick_reads


def test_a_press_of_the_menu_is_none_of_the_match(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.stack.handle(Press(AMBER, ACTION, False, -1, "fake"))
    evening.wait(500)
    assert evening.match.late == 0


def test_presses_that_came_too_late_are_counted_and_told_to_the_operator(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.into_play()
    evening.stack.handle(Press(AMBER, LEFT, True, evening.now - 800 * MS, "fake"))
    evening.stack.clear(evening.now)
    assert [told[:8] for told in evening.complaints] == ["1 press "]


def test_an_unfinished_match_goes_on_from_its_log(invite: Invite, toolkit: Toolkit) -> None:
    evening = invite("bot:fast", "bot:middling")
    evening.wait_for("play")
    evening.wait(5000)
    evening.stack.clear(evening.now)
    with evening.log.open("ab") as file:
        file.write(b'{"t":12,"pre')
    request, begin = evening.factory.resumed(evening.log)
    assert request.players == ("bot:fast", "bot:middling")
    evening.scene = MatchScene(
        begin,
        Views({0: Look(table_view(Config(), evening.factory, request, toolkit, judged=True))}),
        MatchSounds(evening.sounds.extend),
        print,
    )
    evening.now += 3_600_000 * MS
    evening.stack.push(evening.scene, evening.now)
    evening.wait(UNSEEN_NS // MS)
    assert evening.match.state.sit.paused >= 0
    evening.tap(AMBER, ACTION)
    evening.wait_for("finished")
    evening.wait(1000)
    log = read(evening.log.read_bytes())
    assert log.is_finished
    verify(log)


def test_a_match_of_people_leaves_a_photo_of_its_closest_race(invite: Invite) -> None:
    evening = invite("person", "bot:fast")
    evening.into_play()
    evening.race_against_the_bot()
    story = evening.to_slow_motion()
    assert story.closest() is not None
    evening.wait(1000)
    ((log, picture),) = evening.photos
    assert log == evening.log
    assert pygame.image.load(io.BytesIO(picture)).get_size() == (1280, 720)


def test_nobody_photographs_bots(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:fast")
    evening.to_slow_motion()
    evening.wait(1000)
    assert evening.photos == []
