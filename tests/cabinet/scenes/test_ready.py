"""Getting ready: who presses plays, the wait is shown, bots take the empty seats, and the lesson runs meanwhile."""

import pygame
import pytest
from msgspec.structs import replace

from cabinet.config.offers import offers
from cabinet.config.schema import Config
from cabinet.display.page import Text, laid, marks
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import capitals, least_capitals
from cabinet.games.presentation import presentation_of
from cabinet.people.people import HeadStart
from cabinet.scenes.bases import IDLE_NS, Leave
from cabinet.scenes.ready import (
    ANSWER_NS,
    GUARD_NS,
    LEAVE,
    LESSON,
    OTHER_RULES,
    WAIT_NS,
    GettingReady,
    Lobby,
    OtherRules,
    Play,
    ReadyResult,
    TakeName,
)
from cabinet.screens.view_factory import TableSetting
from engine.games import GAMES, find_game
from engine.options import OptionValues
from engine.panel import ACTION, BUTTONS, LEFT, RIGHT, Press
from engine.units import MS, S
from tests.cabinet.display.page_faults import faults
from tests.cabinet.scenes.stories import returned, toolkit_of

SIZES = ((480, 320), (800, 480), (1280, 720))
SETTINGS = {
    "facing": TableSetting(),
    "cocktail": TableSetting("facing", cocktail=True),
    "beside": TableSetting("beside"),
    "desk": TableSetting(key_names={(seat, button): "SPC" for seat in (0, 1) for button in BUTTONS}),
}
AMBER, BLUE, GREEN, YELLOW = range(4)


class Party:
    """People in front of the screen that waits for them."""

    def __init__(
        self, *ready: int, game: str = "speed", seats: int = 2, setting: str = "facing",
        toolkit: Toolkit | None = None, is_familiar: bool = False, names: tuple[str, ...] = (),
        head_start: HeadStart | None = None, next_up: str = "", places: tuple[str, ...] = (),
        options: OptionValues | None = None, takes_names: bool = True,
    ) -> None:  # fmt: skip
        self.toolkit = toolkit or toolkit_of((800, 480))
        config = Config(options={game: dict(options)} if options else {})
        offer = replace(offers(find_game(game), config)[0], title="THE LONGEST RULES\nIN TOWN")
        lobby = Lobby(seats, names, places, head_start, is_familiar, takes_names=takes_names, next_up=next_up)
        self.scene = GettingReady(self.toolkit, SETTINGS[setting], offer, ready, lobby)
        self.scene.enter(0)
        self.now = 0

    @property
    def went(self) -> list[ReadyResult]:
        """Where the scene has led to."""
        return returned(self.scene)

    def wait(self, ns: int) -> "Party":
        self.now += ns
        self.scene.advance(self.now, self.now)
        return self

    def tap(self, seat: int, button: str = ACTION) -> "Party":
        for pressed in (True, False):
            self.scene.handle(Press(seat, button, pressed, self.now, "fake"))
        return self


@pytest.mark.parametrize("is_familiar", [False, True])
def test_a_variation_that_is_played_is_the_last_lesson(is_familiar: bool) -> None:
    party = Party(AMBER, is_familiar=is_familiar, options={"finish": "slap"})
    lessons = party.scene._player._lessons
    assert len(lessons) == (1 if is_familiar else 4)
    assert lessons[-1].words == "howto.speed"


def test_when_all_have_pressed_the_match_begins_at_once() -> None:
    party = Party(AMBER).wait(3 * S)
    assert party.went == []
    assert party.tap(BLUE).went == [Play(frozenset({AMBER, BLUE}))]


def test_both_at_once_need_no_further_press() -> None:
    assert Party(AMBER, BLUE).went == [Play(frozenset({AMBER, BLUE}))]


@pytest.mark.parametrize("seat", [AMBER, BLUE])
def test_after_the_wait_who_has_pressed_plays_alone(seat: int) -> None:
    party = Party(seat).wait(WAIT_NS - 1)
    assert party.went == []
    assert party.wait(1).went == [Play(frozenset({seat}))]
    assert party.wait(IDLE_NS).went == [Play(frozenset({seat}))]


def test_a_second_press_sends_for_the_bot_but_not_a_nervous_one() -> None:
    party = Party(AMBER).wait(GUARD_NS - 1).tap(AMBER)
    assert party.went == []
    assert party.wait(S).tap(AMBER).went == [Play(frozenset({AMBER}))]


def test_a_newcomer_has_the_whole_wait_to_be_followed_by_others() -> None:
    party = Party(AMBER, seats=4, game="speed_uno").wait(WAIT_NS - S).tap(GREEN).wait(WAIT_NS - S)
    assert party.went == []
    assert party.wait(S).went == [Play(frozenset({AMBER, GREEN}))]


def test_a_panel_without_a_seat_counts_for_the_seat_at_its_side() -> None:
    assert Party(GREEN).wait(S).tap(YELLOW).went == [Play(frozenset({AMBER, BLUE}))]


def test_the_ways_out_are_the_buttons_that_the_foot_names() -> None:
    assert Party(AMBER).tap(BLUE, OTHER_RULES).went == [OtherRules()]
    assert Party(AMBER).tap(BLUE, LEAVE).wait(WAIT_NS).went == [Leave()]
    party = Party()
    assert party.wait(IDLE_NS - 1).went == []
    assert party.wait(1).went == [Leave()]


def test_left_leads_to_the_names_and_takes_along_who_is_ready() -> None:
    assert Party(AMBER).tap(BLUE, LEFT).went == [TakeName(BLUE, frozenset({AMBER}))]


def test_where_no_names_are_taken_left_is_refused_and_leads_nowhere() -> None:
    party = Party(AMBER, takes_names=False).wait(S).tap(BLUE, LEFT)
    assert (party.went, party.scene.take_refusal()) == ([], True)


OFFER = HeadStart(better=AMBER, weaker=BLUE, cards=4)


def asked(setting: str = "facing", toolkit: Toolkit | None = None, offer: HeadStart = OFFER) -> Party:
    """MIA and BEN are ready, and BEN is offered a head start."""
    party = Party(AMBER, BLUE, names=("MIA", "BEN"), head_start=offer, setting=setting, toolkit=toolkit)
    assert party.went == []
    return party


def test_a_head_start_counts_only_if_both_say_yes() -> None:
    party = asked().wait(GUARD_NS).tap(AMBER, RIGHT)
    assert party.went == []
    assert party.tap(BLUE, RIGHT).went == [Play(frozenset({AMBER, BLUE}), OFFER)]


@pytest.mark.parametrize("seat", [AMBER, BLUE])
def test_one_who_plays_level_or_does_not_answer_decides(seat: int) -> None:
    party = asked().wait(GUARD_NS).tap(1 - seat, RIGHT).tap(seat)
    assert party.went == [Play(frozenset({AMBER, BLUE}))]
    party = asked().wait(GUARD_NS).tap(seat, RIGHT).wait(ANSWER_NS)
    assert party.went == [Play(frozenset({AMBER, BLUE}))]


def offered_to_guests(names: tuple[str, ...] = ("", "")) -> Party:
    return Party(AMBER, BLUE, names=names, head_start=OFFER).wait(GUARD_NS)


@pytest.mark.parametrize("seat", [AMBER, BLUE])
@pytest.mark.parametrize("names", [("", ""), ("MIA", ""), ()])
def test_guests_take_or_refuse_a_head_start_with_one_press(names: tuple[str, ...], seat: int) -> None:
    assert offered_to_guests(names).tap(seat, RIGHT).went == [Play(frozenset({AMBER, BLUE}), OFFER)]
    assert offered_to_guests(names).tap(seat, ACTION).went == [Play(frozenset({AMBER, BLUE}))]
    assert offered_to_guests(names).wait(ANSWER_NS).went == [Play(frozenset({AMBER, BLUE}))]


def test_a_nervous_press_answers_nothing_and_one_seat_cannot_agree_alone() -> None:
    assert asked().tap(AMBER).tap(BLUE, RIGHT).wait(GUARD_NS - 1).tap(AMBER, RIGHT).went == []
    assert asked().wait(GUARD_NS).tap(AMBER, RIGHT).tap(AMBER, RIGHT).went == []


def test_the_question_can_be_left_like_everything() -> None:
    assert asked().wait(GUARD_NS).tap(BLUE, LEAVE).wait(ANSWER_NS).went == [Leave()]


def test_nobody_is_asked_before_all_are_ready() -> None:
    party = Party(AMBER, names=("MIA", "BEN"), head_start=OFFER).wait(S).tap(AMBER, RIGHT)
    assert party.went == []
    assert party.wait(WAIT_NS).went == [Play(frozenset({AMBER}))]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("setting", SETTINGS)
def test_the_question_and_its_answers_fit(size: tuple[int, int], setting: str) -> None:
    toolkit = toolkit_of(size)
    for cards, face_down_ms in ((1, 0), (12, 0), (0, 1500)):
        offer = OFFER._replace(cards=cards, face_down_ms=face_down_ms)
        party = asked(setting, toolkit, offer).wait(GUARD_NS).tap(AMBER, RIGHT)
        check_picture(party)
        guests = Party(AMBER, BLUE, head_start=offer, setting=setting, toolkit=toolkit)
        check_picture(guests)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_who_is_next_in_the_evening_stands_at_the_top(size: tuple[int, int]) -> None:
    party = Party(AMBER, toolkit=toolkit_of(size), next_up="NEXT: MIA – BEN")
    check_picture(party)
    assert "NEXT: MIA – BEN" in words_of(party)
    assert "NEXT: MIA – BEN" not in words_of(Party(AMBER, toolkit=party.toolkit))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_place_stands_below_its_name_and_fits(size: tuple[int, int]) -> None:
    toolkit = toolkit_of(size)
    named, placed = (
        Party(AMBER, toolkit=toolkit, names=("MIA", "BEN"), places=places)
        for places in ((), ("132nd of 250", "1st of 2"))
    )
    check_picture(placed)
    assert words_of(placed) - words_of(named) == {"132ND OF 250", "1ST OF 2"}


def test_the_lesson_runs_by_itself_and_right_goes_on() -> None:
    party = Party()
    first = party.scene._player.lesson
    party.wait(9 * S)
    assert party.scene._player.lesson != first
    number = party.scene._player.number
    party.tap(BLUE, RIGHT)
    assert party.scene._player.number == (number + 1) % 3


def test_whoever_knows_the_game_is_shown_its_last_lesson_alone() -> None:
    party = Party(AMBER, is_familiar=True)
    assert (party.scene._player.lesson, party.scene._player.count) == (presentation_of("speed").lessons[-1], 1)


def test_the_ring_runs_out_with_its_seconds_and_sleeps_between_its_steps() -> None:
    party, screens = Party(AMBER), set()
    screen = pygame.Surface(party.toolkit.size)
    while not party.went:
        due = party.scene.next_deadline()
        assert due is not None and due > party.now
        party.wait(min(due - party.now, 500 * MS))
        if party.scene.is_stale(party.now):
            party.scene.draw(screen, party.now, everything=False)
            screens.add(pygame.image.tobytes(screen.subsurface((608, 60, 192, 200)), "RGB"))
    assert len(screens) >= WAIT_NS // S


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("setting", SETTINGS)
def test_nothing_is_clipped_and_nothing_overlaps(size: tuple[int, int], setting: str) -> None:
    toolkit = toolkit_of(size)
    for game in (game.info.id for game in GAMES):
        party = Party(game=game, setting=setting, toolkit=toolkit)
        for _ in presentation_of(game).lessons:
            check_picture(party)
            party.tap(AMBER, RIGHT)
    for seats in (2, 3, 4):  # their places do not depend on the game, and their words not on the lesson
        for ready in ((), (AMBER,), (BLUE,)):
            check_picture(Party(*ready, seats=seats, setting=setting, toolkit=toolkit))


def words_of(party: Party) -> set[str]:
    """The texts on the page."""
    parts = laid(party.toolkit, party.scene.described(), party.scene._room)
    return {each.part.words for each in parts if isinstance(each.part, Text)}


def check_picture(party: Party) -> None:
    """Check that everything is on the screen, and nothing over anything else."""
    frame, scene = pygame.Rect(0, 0, *party.toolkit.size), party.scene
    parts = laid(party.toolkit, scene.described(), scene._room)
    assert faults(party.toolkit, parts, scene._room) == []
    assert pygame.Rect(marks(party.toolkit, parts)[LESSON]).contains(scene._player.picture(party.now).rect)
    assert all(frame.contains(mark.rect) for mark in party.scene._player.marks(party.now))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_capitals_are_never_too_small_and_never_wider_than_their_room(size: tuple[int, int]) -> None:
    toolkit = toolkit_of(size)
    least = least_capitals(toolkit)
    assert least >= (16 if size[0] >= 800 else 11)
    for room in (40, 120, 400):
        drawn = capitals(toolkit, "OTHER RULES", 30, (255, 255, 255), room)
        assert drawn.get_width() <= room
        assert drawn.get_height() >= least
