"""The match scene in virtual time: presses in, pictures, lamps and sounds out, and every way to its end but pauses.

The closest race is shown once more, and a head start is told at the table and on the result.
"""

import io
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from cabinet.audio.match_sounds import MatchSounds, cards_left
from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.layout.boxes import Box
from cabinet.display.page import Text
from cabinet.display.result.sheet import RERUN_NS, REVENGE_NS, ResultSheet
from cabinet.display.result.slow_motion import SLOW_NS
from cabinet.display.theme import Colour, Face
from cabinet.display.toolkit import Toolkit
from cabinet.lamp_patterns import Cue, Wanted
from cabinet.match.factory import MatchFactory
from cabinet.match.played import RunningScore
from cabinet.match.request import PERSON, MatchRequest
from cabinet.match.story import RaceDetails, Story, begun
from cabinet.scenes.bases import Leave
from cabinet.scenes.match import FEW, UNSEEN_NS, Again, MatchScene, MatchStart, ThirdJoins, ToMenu
from cabinet.scenes.result import (
    BAR_NS,
    FRAME_NS,
    GUARD_NS,
    LOOK_NS,
    PATIENCE_NS,
    PRINT_NS,
    SETTLE_NS,
    SHOWN_NS,
    Aftermath,
    result_page,
    sentence_of,
)
from cabinet.screens.view_factory import head_start_words, table_view
from cabinet.screens.views import Look, Views
from cabinet.strings.catalogue import word
from engine.bots import find_brain
from engine.game import Outcome
from engine.log import read
from engine.log_lines import Contest, Update
from engine.log_replay import verify
from engine.match import Match
from engine.options import handicap_of
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.table import Table
from engine.units import S
from hardware.lamps import Motion
from tests.cabinet.display.page_faults import faults
from tests.cabinet.scenes.match_evening import AMBER, BLUE, MS, Evening, Invite
from tests.cabinet.scenes.stories import toolkit_of


def ready_match(invite: Invite, toolkit: Toolkit, *ready: int) -> Evening:
    """A match of two people, of whom these were ready before it began."""
    evening = invite("person", "person")
    evening.scene = MatchScene(
        lambda zero, hear: evening.factory.session(evening.request, zero, hear),
        Views({0: Look(table_view(Config(), evening.factory, evening.request, toolkit, judged=True))}),
        MatchSounds(evening.sounds.extend),
        print,
        MatchStart(ready=frozenset(ready)),
    )
    evening.stack.replace(evening.scene, evening.now)
    return evening


def test_who_rests_on_six_keys_of_a_shared_keyboard_is_told_to_let_go_and_nothing_else_happens(
    invite: Invite, toolkit: Toolkit
) -> None:
    evening = invite("person", "person")
    view = table_view(Config(), evening.factory, evening.request, toolkit, judged=True)
    evening.scene = MatchScene(
        lambda zero, hear: evening.factory.session(evening.request, zero, hear),
        Views({0: Look(view)}),
        MatchSounds(evening.sounds.extend),
        print,
        MatchStart(shares_keys=True),
    )
    evening.stack.replace(evening.scene, evening.now)
    evening.into_play()

    def told() -> list[tuple[int, str]]:
        return [(notice.seat, notice.key) for notice in view._feed.notices if notice.key == "table.let_go"]

    for card in (*CARDS[:4], LEFT, RIGHT):
        evening.edge(AMBER, card, True)
    evening.edge(BLUE, CARDS[0], True)
    assert evening.scene.next_deadline() is not None
    evening.wait(980)
    assert told() == []
    evening.wait(40)
    assert told() == [(AMBER, "table.let_go")]
    evening.wait(5000)
    assert told() == [(AMBER, "table.let_go")], "as long as it rests"
    assert evening.match.state.sit.paused < 0
    evening.edge(AMBER, LEFT, False)
    evening.edge(BLUE, CARDS[0], False)
    evening.wait(3000)
    assert told() == []
    evening.stack.clear(evening.now)
    assert b"void" not in evening.log.read_bytes()


def test_nobody_is_told_to_let_go_of_buttons_of_his_own(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.into_play()
    for card in (*CARDS, LEFT):
        evening.edge(AMBER, card, True)
    evening.wait(2000)
    assert [notice for notice in evening.view._feed.notices if "let_go" in notice.key] == []


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
    outcome = evening.match.outcome
    assert outcome is not None
    assert {"say.one", "say.go", "music.speed.4", "music.result"} <= set(evening.sounds)
    assert {"deal", "go", "over", "beat", "last_card.0", "pulse.2"} <= set(evening.sounds)
    ends = ("over", "ticks", f"win.{outcome.winner}")
    assert [name for name in evening.sounds if name in ends][-3:] == [*ends]
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
    for evening, most in ((result, 4_000 * MS // BAR_NS + RERUN_NS // FRAME_NS), (pause, 0)):  # the bar, a race once
        evening.wait(6000)
        before = evening.frames
        evening.wait(4000)
        assert evening.frames - before <= most
    assert not pause.stack.is_stale(pause.now)
    result.now += BAR_NS
    assert [rect.height for rect in result.stack.draw([result.screen], result.now)[0]] <= [4]


@pytest.mark.parametrize(
    ("presses", "comes"),
    [
        ([(AMBER, 500), (BLUE, 3000)], Again(AMBER, are_both=True)),
        ([(AMBER, 500), (AMBER, 3000)], Again(AMBER)),
        ([(BLUE, 11_000)], Again(BLUE)),
    ],
    ids=["both", "one twice", "late"],
)
def test_two_are_asked_together_for_ten_seconds(presses: list[tuple[int, int]], comes: Again, invite: Invite) -> None:
    evening = invite("bot:fast", "bot:middling")
    evening.wait_for("finished")
    while not evening.scene._ending.is_shown:
        evening.wait(20)
    evening.scene._ending._two = (AMBER, BLUE)
    evening.wait(GUARD_NS // MS)
    asked = evening.now
    for number, (seat, at_ms) in enumerate(presses):
        evening.wait(at_ms - (evening.now - asked) // MS)
        assert evening.went == []
        evening.edge(seat, ACTION, True)
        evening.edge(seat, ACTION, False)
        assert bool(evening.went) == ((comes.are_both and number == 1) or at_ms > 10_000)
    evening.wait(REVENGE_NS // MS)
    assert evening.went == [Again(presses[-1][0], are_both=True) if comes.are_both else comes]


@pytest.mark.parametrize("quickest_ns", [None, 310_000_000])
def test_the_quickest_card_of_the_night_is_said_once_as_the_result_comes(
    quickest_ns: int | None, invite: Invite
) -> None:
    evening = invite("bot:fast", "bot:middling")
    score = RunningScore(("A", "B"), (1, 0), 0, 1, quickest_ns)
    evening.scene._ending._aftermath = Aftermath(counted=lambda _outcome, _story: score)
    evening.wait_for("finished")
    assert "say.quickest_card" not in evening.sounds
    evening.wait(9000)
    assert evening.sounds.count("say.quickest_card") == (quickest_ns is not None)


@pytest.mark.parametrize(("seat", "button"), [(AMBER, CARDS[0]), (BLUE, CARDS[0]), (2, ACTION)])
@pytest.mark.parametrize("takes_third", [True, False])
def test_a_third_player_may_join_two_people_at_their_result(
    seat: int, button: str, takes_third: bool, invite: Invite
) -> None:
    evening = invite("bot:fast", "bot:middling")
    evening.wait_for("finished")
    evening.wait(6000)
    ending = evening.scene._ending
    ending._two, ending._aftermath = (AMBER, BLUE), Aftermath(takes_third=takes_third)
    evening.tap(seat, button)
    outcome = evening.match.outcome
    assert outcome is not None
    assert evening.went == ([ThirdJoins(seat, -1 if outcome.winner is None else outcome.winner)] if takes_third else [])


@pytest.mark.parametrize("asks_again", [True, False])
def test_one_more_is_asked_of_two_who_may_play_again_alone(
    *, asks_again: bool, invite: Invite, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = invite("bot:fast", "bot:fast").match
    story, outcome, level = begun(match.game), Outcome(AMBER, "out", (0, 5)), RunningScore(wins=(1, 1))
    race = RaceDetails(Contest(5, AMBER, BLUE, 9_500_000), 1, 5, 5, 9_500_005, ("", ""), "", match.table)
    for last in (None, race):
        monkeypatch.setattr(Story, "deciding", lambda _story, last=last: last)
        told = sentence_of(outcome, ("AMBER", "BLUE"), story, level, asks_again=asks_again)
        assert ("ONE MORE?" in told) == asks_again
        assert ("9.5 ms" in told) == (last is not None)


def test_in_an_evening_the_result_names_the_next_and_action_goes_on(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:fast")
    evening.next_up = "NEXT: ZOE"
    evening.wait_for("finished")
    evening.wait(6000)
    sheet = evening.scene._ending._sheet
    assert sheet is not None and sheet._page.next_up == "NEXT: ZOE"
    assert sheet._page.sentence != word("result.said.again"), "others play next"
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


def lit_of(evening: Evening) -> Wanted:
    """The lamps of a running match, lamp by lamp."""
    light = evening.scene.lamps
    assert not isinstance(light, Cue)
    return light


def test_lamps_of_a_seat_that_is_locked_out_go_out_and_come_back_by_themselves(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.scene._start = MatchStart(lights_playable=True)
    evening.into_play()

    def lamps() -> set[int]:
        return {seat for seat, _ in lit_of(evening)}

    able = lamps()
    assert able, "somebody can play"
    seat = min(able)
    dark = next(
        button
        for button, key in zip(CARDS, evening.match.keys(seat), strict=False)
        if not key.lit and key.command is not None
    )
    evening.wait(400)
    evening.tap(seat, dark)
    assert evening.match.table.number(f"lock.{seat}") > evening.match.play_clock(evening.now - evening.match.zero_ns)
    assert lamps() == able - {seat}
    evening.wait(600)
    assert lamps() == able


def test_lamps_are_tense_while_cards_are_few_and_name_the_winner_at_the_end(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:middling")
    tense: set[int] = set()
    while evening.match.outcome is None:
        evening.wait(20)
        light = evening.scene.lamps
        if not isinstance(light, Cue):
            now = {seat for (seat, _), lamp in light.items() if lamp.motion is Motion.PULSE}
            assert all(0 < cards_left(evening.match.table)[seat] <= FEW for seat in now)
            tense |= now
    evening.wait(20)
    assert tense
    assert evening.match.outcome.winner is not None
    assert evening.scene.lamps == Cue("winner", (evening.match.outcome.winner,))


def test_a_record_has_lamps_of_its_own_as_soon_as_it_is_shown(invite: Invite, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = invite("bot:fast", "bot:middling")
    while evening.match.outcome is None:
        evening.wait(20)
    closest = evening.scene._running.story.closest()
    assert closest is not None, "this match has a race"
    monkeypatch.setattr(type(evening.scene._ending), "shows_record", True)
    evening.wait(100)
    assert evening.scene.lamps == Cue("record", (closest.contest.winner,))


def test_a_race_flashes_the_lamp_of_its_winner_while_it_is_shown(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:middling")

    def flashing() -> list[int]:
        lamps = lit_of(evening).items()
        return [seat for (seat, button), lamp in lamps if button == ACTION and lamp.motion is Motion.BLINK]

    while not flashing():
        assert evening.match.outcome is None, "this match has a race"
        evening.wait(20)
    since, first = evening.now, flashing()
    evening.wait(300)
    contest = evening.scene._running.contests[0]
    assert first == [contest.winner] or contest.dead_heat
    while flashing() and len(evening.scene._running.contests) == 1:
        evening.wait(20)
    assert evening.now - since <= (2600 + 300) * MS


def zones_of(table: Table, card: str) -> Iterator[str]:
    return (name for name, cards in table.zones.items() if card in cards)


def test_the_closest_race_is_shown_once_more_for_two_and_a_half_seconds_and_then_the_result(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:fast")
    story = evening.to_slow_motion()
    race = story.closest(story.deal)
    assert race is not None
    assert race.cards[0] in race.before.zones[next(iter(zones_of(race.before, race.cards[0])))]
    evening.wait(SLOW_NS // MS - 60)
    assert not evening.scene._ending.covers
    evening.wait(100)
    assert evening.scene._ending.covers


def test_the_stamp_of_a_press_says_whether_it_was_meant_for_the_result(invite: Invite) -> None:
    """The last turn of the scene may be a quarter of a second old."""
    evening = invite("bot:fast", "bot:middling")
    evening.wait_for("finished")
    ending = evening.scene._ending
    while ending._shown_at is None or ending._over_at is None:
        evening.wait(20)
    due = max(ending._over_at + LOOK_NS + GUARD_NS, ending._shown_at + SETTLE_NS)
    for early in (1, 0):
        assert evening.went == []
        evening.stack.handle(Press(AMBER, ACTION, True, due - early, "fake", 100_000))
    evening.wait(20)
    assert evening.went == [Again(AMBER)]


@pytest.mark.parametrize("button", [ACTION, LEFT, *CARDS])
def test_a_press_ends_the_slow_motion_and_does_nothing_else(invite: Invite, button: str) -> None:
    evening = invite("bot:fast", "bot:fast")
    evening.to_slow_motion()
    evening.wait(600)
    log = evening.match.pending()
    evening.tap(AMBER, button)
    assert not evening.scene._ending.is_slow
    assert evening.scene._ending.covers
    assert (evening.went, evening.match.pending()) == ([], log)
    evening.wait(SETTLE_NS // MS + GUARD_NS // MS)
    evening.tap(AMBER, ACTION)
    assert evening.went == [Again(AMBER)]


@pytest.mark.parametrize(("late_ns", "skips"), [(SLOW_NS - MS, True), (SLOW_NS + 3 * MS, False)])
def test_after_a_stall_the_stamp_says_whether_a_press_was_made_in_the_slow_motion(
    invite: Invite, late_ns: int, skips: bool
) -> None:
    evening = invite("bot:fast", "bot:fast", best_of=3)
    evening.wait_for("over")
    evening.wait_for_slow_motion()
    evening.now += late_ns  # nothing has been drawn or advanced since
    evening.edge(BLUE, ACTION, True)
    assert evening.scene._ending.is_slow is not skips


def test_behind_the_slow_motion_of_a_match_of_people_its_photo_fills_the_screen(invite: Invite) -> None:
    evening = invite("person", "bot:fast")
    evening.into_play()
    evening.race_against_the_bot()
    evening.to_slow_motion()
    evening.wait(PRINT_NS // MS - 40)
    assert not evening.scene._ending.covers
    evening.wait(80)
    ((_, picture),) = evening.photos
    width, height = evening.screen.get_size()
    photo = pygame.transform.smoothscale(pygame.image.load(io.BytesIO(picture)), (width, width * 720 // 1280))
    shown = evening.screen.subsurface((0, (height - photo.get_height()) // 2, *photo.get_size()))
    alike = pygame.mask.from_threshold(shown, (0, 0, 0), (40, 40, 40, 255), photo).count()
    assert alike > 0.97 * width * photo.get_height()
    evening.wait(SHOWN_NS // MS)
    assert not evening.scene._ending.is_slow
    assert evening.scene._ending.covers


def test_the_photo_waits_behind_the_last_of_two_races(invite: Invite) -> None:
    evening = invite("person", "bot:fast")
    evening.into_play()
    evening.race_against_the_bot()
    evening.to_slow_motion()
    ending = evening.scene._ending
    evening.wait(40)  # the photo is asked for in the frame after
    race = evening.scene._running.story.closest(0)
    assert race is not None
    ending._races.append((race, "result.closest_race"))
    begun = ending._slow_since
    evening.wait(SLOW_NS // MS + 40)
    assert ending._slow_since not in (None, begun), "the second race is shown as soon as the first has been"
    assert not ending.covers


def test_a_press_at_the_photo_shows_the_result_and_does_nothing_else(invite: Invite) -> None:
    evening = invite("person", "bot:fast")
    evening.into_play()
    evening.race_against_the_bot()
    evening.to_slow_motion()
    evening.wait(PRINT_NS // MS + 200)
    evening.tap(AMBER, ACTION)
    assert not evening.scene._ending.is_slow
    assert evening.went == []


def test_a_press_between_two_deals_skips_the_slow_motion_and_never_reaches_the_match(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:fast", best_of=3)
    evening.wait_for("over")
    evening.wait_for_slow_motion()
    evening.tap(BLUE, ACTION)
    assert not evening.scene._ending.is_slow
    assert evening.scene._ending._has_banner, "the deal's result"
    evening.wait_for("play")
    assert not evening.scene._ending._has_banner
    evening.wait_for("finished")
    evening.wait(1000)
    lines = evening.log.read_text().splitlines()
    assert [line for line in lines if '"source":"fake"' in line and "true" in line] == []
    verify(read(evening.log.read_bytes()))


NAMES = ("MWM", "WMW")
FACTORY = MatchFactory(LoadedConfig(Config(), None, ""), Path(), 5)
EVEN = MatchRequest("speed", "speed", (PERSON, PERSON), names=NAMES)
REQUEST = replace(EVEN, options={**FACTORY.rules(EVEN), **handicap_of(2, 0, 3)})


@pytest.fixture
def widths(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int, int]]:
    """Each line that is drawn to fit, with the width that it needs in the smallest letters, and its room."""
    drawn: dict[str, tuple[int, int]] = {}
    fitted = Toolkit._fitted

    def noted(
        toolkit: Toolkit, text: str, size: int, colour: Colour, width: int, face: Face = "text"
    ) -> pygame.Surface:
        font = toolkit.fonts.get(face, toolkit.least_type(face))
        drawn[text] = (font.size(text)[0], width)
        return fitted(toolkit, text, size, colour, width, face)

    monkeypatch.setattr(Toolkit, "_fitted", noted)
    return drawn


def test_the_words_name_whoever_has_it_and_a_level_match_has_none() -> None:
    assert head_start_words(handicap_of(2, 0, 3), NAMES) == "HEAD START WMW +3"
    assert head_start_words(handicap_of(2, 1, 1), NAMES, "head_start.table") == "MWM: START +1"
    assert head_start_words(handicap_of(2, 0, 0, 1500), NAMES) == "HEAD START WMW 1.5 S A CARD"
    assert head_start_words(handicap_of(2, 1, 0, 2000), NAMES, "head_start.table") == "MWM: START 2 S"
    assert head_start_words({}, NAMES) == ""


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720)])
def test_it_is_read_in_full_at_the_table_and_on_the_result(
    size: tuple[int, int], widths: dict[str, tuple[int, int]]
) -> None:
    toolkit = toolkit_of(size)
    match = Match(FACTORY.setup(REQUEST), 0)
    views = Views({0: Look(table_view(Config(), FACTORY, REQUEST, toolkit, judged=True))})
    views.update([Update(match.opening())], match, 0)
    for now in range(0, 8 * S, S):  # the draw, and then the deal that waits for both
        views.update([match.advance(now)], match, now)
    views.draw([pygame.Surface(size)], 8 * S, everything=True)
    played = Match(FACTORY.setup(replace(REQUEST, players=("bot:fast", "bot:slow"), names=())), 0, BRAINS)
    while not played.is_final and (deadline := played.next_deadline()) is not None:
        played.advance(deadline)
    assert played.outcome is not None
    story = begun(played.game)
    story.add(played.pending())
    words = head_start_words(played.setup.options, NAMES)
    page = result_page(
        played.outcome, NAMES, story, RunningScore((), (3, 1)), deals=played.table.number("deal"), head_start=words
    )
    said = {text: room for text, room in widths.items() if "START" in text}
    assert said.keys() == {"WMW: START +3"}
    assert all(needed <= room for needed, room in said.values()), said
    sheet = ResultSheet(toolkit, word, page)
    assert any(isinstance(each.part, Text) and each.part.words.endswith(words) for each in sheet.laid)
    assert faults(toolkit, sheet.laid, Box(0, 0, *size)) == []


BRAINS = {seat: find_brain(level) for seat, level in enumerate(("bot:fast", "bot:slow"))}
