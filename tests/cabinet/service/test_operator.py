"""The operator's page: every part by the panel's buttons, nothing dangerous by accident, and a way out of all of it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import get_args
from unittest.mock import Mock

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.audio.player import sound_names
from cabinet.audio.voices import pan_of
from cabinet.commands.config import option_lines, with_settings
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.offers import each_offer, each_on_offer, games_on_offer
from cabinet.config.schema import Config
from cabinet.config.text import config_text
from cabinet.display.fonts import Face, Fonts, cap_height
from cabinet.display.toolkit import Toolkit
from cabinet.doctor.checks import CHECKS, CheckContext
from cabinet.doctor.findings import Finding
from cabinet.doctor.probe import FakeMachine
from cabinet.lamp_patterns import IDLE, PATTERNS, Cue, Light
from cabinet.scenes.operator import (
    LEAVE_TEST_NS,
    LOOK_NS,
    PATIENCE_NS,
    TEST_NS,
    TOPICS,
    Item,
    OperatorPage,
    Service,
)
from cabinet.scenes.operator_pages import (
    COUNTED,
    EDGES,
    HELD_NS,
    LARGE,
    MOST_LINES,
    VIEWS,
    Note,
    Row,
    Table,
    audits_page,
    frame,
)
from cabinet.scenes.screen_test import BARS, PLAIN, ScreenTest
from cabinet.scenes.title import HOLD_NS, RINGS, GetReady, OpenOperator, Title
from cabinet.screens.view_factory import theme_of
from cabinet.service.operator_code import OperatorCode
from cabinet.service.operator_service import INDENT, UNSAVED_NS, BackgroundChecks, OperatorService
from cabinet.service.settings import ALL, HIDDEN, KNOBS, MARGIN, OUTPUT, SCREEN_MODE, Knob, overlaid
from cabinet.store.audits import STRETCHES, Audits
from cabinet.store.errors import Unavailable
from cabinet.store.ledger import SINCE, Setting
from cabinet.store.sqlite import Database
from cabinet.store.store import DiskStore, MemoryStore, Store
from cabinet.strings.catalogue import word
from cabinet.strings.doctor import DOCTOR_WORDS
from cabinet.strings.language import Language, LanguageCode, in_use
from cabinet.strings.operator import OPERATOR_WORDS
from engine.games import GAMES, find_game
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from engine.units import MS
from tests.cabinet.pictures.operator_samples import audits, findings, races, service
from tests.cabinet.pictures.studio import SIZES
from tests.cabinet.scenes.stories import returned

AMBER, BLUE = 0, 1
STATE, TEST, AUDITS, SETTINGS, LEAVE = CARDS


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return Toolkit(theme_of(Config()), Fonts(), (480, 320))


@pytest.fixture(scope="module")
def still() -> Toolkit:
    """A toolkit with reduced motion: the title's glow does not breathe, so only its waits have deadlines."""
    return Toolkit(replace(theme_of(Config()), reduced_motion=True), Fonts(), (480, 320))


class Visit:
    """Somebody at the page, in virtual time."""

    def __init__(self, toolkit: Toolkit) -> None:
        self.done: list[str] = []
        self.found: Sequence[Finding] | None = findings()
        self.items = [self.item("harmless"), self.item("dangerous", dangerous=True)]
        self.read: Callable[[], Mapping[str, Audits] | None] = audits()
        self.bounces: dict[tuple[int, str], int] = {}
        service = Service(lambda: self.found, lambda: self.read, races, lambda: self.items)
        self.page = OperatorPage(toolkit, replace(service, measure=lambda: lambda: self.bounces))
        self.now = 0
        self.page.enter(0)

    def item(self, name: str, *, dangerous: bool = False, topic: str = "machine") -> Item:
        return Item(lambda: Row(name), lambda: self.done.append(name), dangerous, topic=topic)

    @property
    def verdict(self) -> tuple[str, bool]:
        """What the test of the buttons says."""
        assert self.page._test is not None
        return self.page._test.verdict((AMBER, BLUE), self.now)

    @property
    def left(self) -> int:
        """How often the page was left."""
        return len(returned(self.page))

    def press(self, *buttons: str, seat: int = AMBER) -> None:
        for button in buttons:
            self.edge(button, seat=seat)
            self.wait(50 * MS)
            self.edge(button, seat=seat, down=False)

    def edge(self, button: str, *, seat: int = AMBER, down: bool = True) -> None:
        self.page.handle(Press(seat, button, down, self.now, "fake"))

    def wait(self, ns: int) -> None:
        until = self.now + ns
        while self.now < until:
            deadline = self.page.next_deadline()
            self.now = min(until, max(self.now + MS, deadline or until))
            self.page.advance(self.now, self.now)


@pytest.fixture
def visit(toolkit: Toolkit) -> Visit:
    return Visit(toolkit)


def test_action_does_what_is_highlighted_and_left_and_right_go_round(visit: Visit) -> None:
    visit.press(SETTINGS, ACTION, RIGHT, RIGHT, ACTION, LEFT, LEFT)
    visit.press(ACTION, seat=BLUE)
    assert visit.done == ["harmless"] * 3


def test_a_line_that_an_action_takes_away_is_gone_at_once(visit: Visit) -> None:
    gone = Item(lambda: Row("once"), lambda: visit.items.remove(gone), dangerous=True)
    visit.items.append(gone)
    visit.wait(LOOK_NS)
    visit.press(SETTINGS, LEFT, ACTION, ACTION, RIGHT)
    visit.wait(LOOK_NS)
    visit.press(ACTION)
    assert gone not in visit.items
    assert visit.done == ["harmless"], "the highlight went to the first line"


def test_the_highlight_stays_with_its_line_and_a_question_with_its_own(visit: Visit) -> None:
    visit.press(SETTINGS, RIGHT)
    visit.items.insert(0, visit.item("new"))
    visit.wait(LOOK_NS)
    visit.press(ACTION)
    visit.items.insert(0, visit.item("newer"))
    visit.wait(LOOK_NS)
    visit.press(ACTION, RIGHT)
    assert visit.done == ["dangerous"]


def test_a_value_is_turned_both_ways_until_action_and_the_lines_stay(visit: Visit) -> None:
    steps: list[int] = []
    visit.items.insert(0, Item(lambda: Row("loud", str(sum(steps))), turn=steps.append))
    visit.wait(LOOK_NS)
    visit.press(SETTINGS, ACTION, RIGHT, RIGHT, LEFT, ACTION)
    assert steps == [1, 1, -1]
    visit.press(RIGHT, ACTION)
    assert (steps, visit.done) == ([1, 1, -1], ["harmless"])


def test_the_settings_have_a_page_a_topic_and_their_button_turns_to_the_next(visit: Visit) -> None:
    visit.items[:] = [visit.item(f"{topic} {n}", topic=topic) for topic in ("play", "sound", "people") for n in (1, 2)]
    visit.wait(LOOK_NS)
    visit.press(SETTINGS, SETTINGS, ACTION, SETTINGS, ACTION, SETTINGS, ACTION)
    assert visit.done == ["sound 1", "people 1", "play 1"]
    visit.press(RIGHT, RIGHT, ACTION, LEFT, LEFT, LEFT, ACTION)
    assert visit.done[3:] == ["sound 1", "people 2"], "the highlight goes on from page to page"
    visit.press(STATE, SETTINGS, ACTION)
    assert visit.done[5:] == ["play 1"]


@pytest.mark.parametrize("size", SIZES)
def test_each_line_of_a_topic_is_as_high_as_its_letters_and_a_cut_one_stands_whole_at_the_foot(
    size: tuple[int, int],
) -> None:
    page = OperatorPage(Toolkit(theme_of(Config()), Fonts(), size), replace(service(), items=many_lines))
    page.enter(0)
    page.handle(Press(AMBER, SETTINGS, True, 0, "fake"))
    toolkit, room = page.toolkit, frame(page.toolkit, page.page, 3)[1]
    lines = len(many_lines())
    for chosen in range(lines):
        table, shown = Table.readable(toolkit, room, lines, chosen)
        assert chosen in shown
        assert table.high >= toolkit.fonts.get("text", toolkit.type_size(LARGE)).get_linesize()
    hint, seen = page.sprites()[-1].surface, []
    for _ in range(lines - 1):
        page.handle(Press(AMBER, RIGHT, True, 0, "fake"))
        seen.append(page.sprites()[-1].surface)
    assert all(foot is hint or foot.get_size() == hint.get_size() for foot in seen[:-1]), "nothing is cut there"
    assert seen[-1].get_size() != hint.get_size()


def many_lines() -> list[Item]:
    """More lines than a page has room for, the last one longer than any page is wide."""
    return [Item(lambda: Row("line", "on"))] * 30 + [Item(lambda: Row("a line that goes on " * 9, "and on"))]


def test_what_was_done_is_said_until_the_next_press(visit: Visit) -> None:
    visit.press(SETTINGS, RIGHT, ACTION, ACTION, RIGHT)
    assert visit.page._told == Note(word("operator.done", what="dangerous"), "good")
    visit.press(LEFT)
    assert visit.page._told is None


def test_what_is_dangerous_is_asked_twice_by_two_buttons(visit: Visit) -> None:
    visit.press(SETTINGS, RIGHT, ACTION)
    assert visit.done == []
    visit.press(ACTION)
    assert visit.done == []
    visit.press(RIGHT)
    assert visit.done == ["dangerous"]


@pytest.mark.parametrize("answers", [[RIGHT], [LEFT], [ACTION, ACTION], [ACTION, LEFT], [ACTION, LEAVE], [STATE]])
def test_any_other_answer_is_no_and_the_page_is_as_it_was(visit: Visit, answers: list[str]) -> None:
    visit.press(SETTINGS, RIGHT, ACTION, *answers)
    assert (visit.done, visit.left) == ([], 0)
    visit.press(ACTION, ACTION, RIGHT)
    assert visit.done == ["dangerous"]


@given(presses=st.lists(st.sampled_from([LEFT, RIGHT, STATE, AUDITS, SETTINGS, TEST]), max_size=30))
def test_without_action_nothing_is_ever_done(presses: list[str], toolkit: Toolkit) -> None:
    visit = Visit(toolkit)
    visit.press(*presses)
    assert visit.done == []


@given(presses=st.lists(st.tuples(st.sampled_from(BUTTONS), st.sampled_from([AMBER, BLUE])), max_size=30))
def test_whatever_was_pressed_one_button_leaves(presses: list[tuple[str, int]], toolkit: Toolkit) -> None:
    visit = Visit(toolkit)
    for button, seat in presses:
        visit.press(button, seat=seat)
    if not visit.left:
        visit.edge(LEAVE)
        visit.wait(LEAVE_TEST_NS)
        visit.edge(LEAVE, down=False)
        visit.press(LEAVE)
        if not visit.left:  # the first press answered a question
            visit.press(LEAVE)
    assert visit.left == 1


def test_who_goes_away_is_led_back_from_every_part(toolkit: Toolkit) -> None:
    for part in (STATE, TEST, AUDITS, SETTINGS):
        visit = Visit(toolkit)
        visit.press(part)
        visit.wait(PATIENCE_NS + TEST_NS + 100 * MS)
        assert visit.left == 1


# The test of the buttons


def test_while_buttons_are_tested_they_do_nothing_else(visit: Visit) -> None:
    visit.press(TEST)
    for seat in (AMBER, BLUE):
        visit.press(*BUTTONS, *BUTTONS, seat=seat)
    assert (visit.done, visit.left) == ([], 0)
    assert visit.page._test is not None
    assert {state.presses for state in visit.page._test.buttons.values()} == {2}
    assert len(visit.page._test.buttons) == 16


def test_the_fifth_card_button_held_ends_the_test(visit: Visit) -> None:
    visit.press(TEST)
    visit.edge(LEAVE, seat=BLUE)
    visit.wait(LEAVE_TEST_NS - MS)
    assert visit.page._test is not None
    visit.wait(2 * MS)
    assert visit.page._test is None
    visit.edge(LEAVE, seat=BLUE, down=False)
    assert visit.left == 0


def test_a_stuck_button_cannot_keep_the_test_open(visit: Visit) -> None:
    visit.press(TEST)
    visit.edge("CARD1")
    visit.wait(TEST_NS + MS)
    assert visit.page._test is None


def test_the_test_waits_for_whoever_is_behind_the_panel(visit: Visit) -> None:
    visit.press(TEST, "CARD1")
    visit.wait(5 * 60_000 * MS)
    visit.press("CARD2")
    assert visit.page._test is not None
    assert visit.verdict[0] == word("operator.test.missing", count=14)


def test_the_test_says_what_is_still_to_press_and_that_all_are_good(visit: Visit) -> None:
    visit.press(TEST)
    assert visit.verdict == (word("operator.test.missing", count=16), False)
    for seat in (AMBER, BLUE):
        visit.press(*BUTTONS[:-1], seat=seat)
    assert visit.verdict == (word("operator.test.missing_these", buttons="AMBER ACTION, BLUE ACTION"), False)
    for seat in (AMBER, BLUE):
        visit.press(ACTION, seat=seat)
    assert visit.verdict == (word("operator.test.good", count=16), True)


def test_the_test_names_a_button_that_is_held_and_one_that_chatters(visit: Visit) -> None:
    visit.press(TEST)
    visit.edge("CARD2", seat=BLUE)
    visit.wait(HELD_NS - MS)
    assert visit.verdict[0] == word("operator.test.missing", count=15)
    visit.page.draw(pygame.Surface((480, 320)), visit.now, everything=True)
    visit.wait(2 * MS)
    assert visit.page.is_stale(visit.now), "it is said without another press"
    assert visit.verdict[0] == word("operator.test.held", buttons="BLUE CARD 2")
    visit.edge("CARD2", seat=BLUE, down=False)
    for _ in range(8):
        visit.edge("CARD3")
        visit.wait(20 * MS)
        visit.edge("CARD3", down=False)
        visit.wait(10 * MS)
    assert visit.verdict[0] == word("operator.test.chatters", buttons="AMBER CARD 3")


def test_the_last_edges_and_each_buttons_shortest_press_and_bounce_are_a_long_action_away(visit: Visit) -> None:
    visit.press(TEST)
    for number in range(30):
        visit.edge("CARD3", seat=number % 2)
        visit.wait((40 - number) * MS)
        visit.edge("CARD3", seat=number % 2, down=False)
    test = visit.page._test
    assert test is not None and test.shortest == {(AMBER, "CARD3"): 12 * MS, (BLUE, "CARD3"): 11 * MS}
    assert (len(test.edges), test.edges[-1].pressed, test.views[0]) == (EDGES, False, "presses")
    visit.bounces.update({(AMBER, "CARD1"): 900_000, (AMBER, "CARD2"): 0, (BLUE, "LEFT"): 3 * MS})
    assert test.bounce == {(AMBER, "CARD1"): 900_000, (BLUE, "LEFT"): 3 * MS}
    seen = set[bytes]()
    for shown in ("edges", "shortest", "bounce", "presses"):
        visit.edge(ACTION)
        screen = pygame.Surface((480, 320))
        visit.page.draw(screen, visit.now, everything=True)
        seen.add(pygame.image.tobytes(screen, "RGB"))
        visit.wait(LEAVE_TEST_NS + MS)
        assert visit.page.is_stale(visit.now) and test.views[0] == shown
        visit.wait(2 * LEAVE_TEST_NS)
        assert test.views[0] == shown, "once for each time that it is held"
        visit.edge(ACTION, down=False)
    assert len(seen) == 4
    assert visit.page._test is test, "only the fifth card button leaves"


def test_twelve_taps_a_second_are_no_chatter(visit: Visit) -> None:
    visit.press(TEST)
    for _ in range(24):
        visit.press("CARD3")
        visit.wait(33 * MS)
    assert visit.verdict[0] == word("operator.test.missing", count=15)


# The doctor


def test_the_page_waits_for_the_doctor_and_not_the_other_way_round(toolkit: Toolkit) -> None:
    visit = Visit(toolkit)
    visit.found = None
    visit.page.enter(0)
    screen = pygame.Surface(toolkit.size)
    visit.page.draw(screen, 0, everything=True)
    visit.wait(LOOK_NS)
    assert not visit.page.is_stale(visit.now)
    visit.found = findings()
    visit.wait(LOOK_NS)
    assert visit.page.is_stale(visit.now)


def test_the_doctor_works_in_the_background_and_finds_everything_in_the_language_of_the_screen() -> None:
    with in_use(Language("de")):
        examination = BackgroundChecks(CheckContext(FakeMachine(), Config(), Path("/nowhere")))
        found: Sequence[Finding] | None = None
        while found is None:
            found = examination.findings()
        assert len(found) == len(CHECKS)
        assert word("doctor.clock.set") in [each.message for each in found]
    assert word("doctor.clock.set") not in [each.message for each in found], "which is English here, as for a command"


# The audits


def test_left_and_right_turn_the_audits_and_their_button_the_days(visit: Visit) -> None:
    visit.press(AUDITS)
    seen = [(visit.page._stretch, visit.page._view)]
    for button in (AUDITS, RIGHT, LEFT, LEFT, AUDITS, AUDITS, AUDITS):
        visit.press(button)
        seen.append((visit.page._stretch, visit.page._view))
    last = len(VIEWS) - 1
    assert seen == [(0, 0), (1, 0), (1, 1), (1, 0), (1, last), (2, last), (3, last), (0, last)]
    visit.press(STATE, AUDITS)
    assert (visit.page._stretch, visit.page._view) == (0, 0)


def test_the_page_waits_for_the_audits_and_shows_them_without_a_press(visit: Visit) -> None:
    visit.read = lambda: None
    visit.press(AUDITS)
    screen = pygame.Surface((480, 320))
    visit.page.draw(screen, visit.now, everything=True)
    visit.wait(LOOK_NS)
    assert not visit.page.is_stale(visit.now)
    visit.page._audits = audits()
    visit.wait(LOOK_NS)
    assert visit.page.is_stale(visit.now)


@pytest.mark.parametrize("size", [*SIZES, (1024, 600)])
def test_every_view_of_the_audits_stands_within_the_screen(size: tuple[int, int]) -> None:
    page = OperatorPage(Toolkit(theme_of(Config()), Fonts(), size), service())
    screen = pygame.Rect(0, 0, *size)
    _, room, foot = frame(page.toolkit, page.page, 2)
    for found in (audits()(), audits(4)(), {"ever": Audits()}, {"ever": Audits(1, 60.0, {"gone": (1, 60.0)})}, None):
        for stretch in STRETCHES:
            for view in VIEWS:
                parts = audits_page(page.toolkit, room, foot, range(4), found, stretch, view, races())
                assert all(screen.contains(sprite.rect) for sprite in parts)


@pytest.mark.parametrize(("size", "least"), [((800, 480), 14), ((1280, 720), 21), ((1920, 1080), 31)])
def test_no_letter_is_too_small_to_be_read_standing(size: tuple[int, int], least: int) -> None:
    toolkit = OperatorPage(Toolkit(theme_of(Config()), Fonts(), size), service()).toolkit
    faces: tuple[Face, ...] = ("text", "title")
    for face in faces:
        assert cap_height(toolkit.fonts.get(face, toolkit.least_type(face))) >= least


@pytest.mark.parametrize("code", get_args(LanguageCode))
@pytest.mark.parametrize("size", [*SIZES, (1024, 600), (1920, 1080)])
def test_every_remedy_of_the_doctor_stands_whole_in_letters_that_a_command_can_be_read_in(
    size: tuple[int, int], code: LanguageCode
) -> None:
    toolkit = OperatorPage(Toolkit(theme_of(Config()), Fonts(), size), service()).toolkit
    width = toolkit.size[0] - 2 * toolkit.px(28, 12)
    language = Language(code)
    told = [language.text(key, text, {}).partition("\n") for key, text in DOCTOR_WORDS.items()]
    with in_use(language):
        rows = [toolkit.rows(word("operator.remedy", message=text, remedy=does), 15, width) for text, _, does in told]
    assert [" ".join(row) for row in rows if len(row) >= MOST_LINES] == [], "with room for a path in it"


# What it looks like


@pytest.mark.parametrize("panels", [2, 3, 4])
@pytest.mark.parametrize("size", [*SIZES, (1024, 600), (1920, 1080)])
def test_nothing_on_the_page_is_clipped(size: tuple[int, int], panels: int) -> None:
    toolkit = Toolkit(theme_of(Config()), Fonts(), size)
    frame = pygame.Rect(0, 0, *size)
    page = OperatorPage(toolkit, service(panels))
    page.enter(0)
    for button in (STATE, AUDITS, SETTINGS, TEST):
        page.handle(Press(AMBER, button, True, 0, "fake"))
        for _ in range(21 if button in (STATE, SETTINGS) else 1):
            sprites = page.sprites()
            assert all(frame.contains(sprite.rect) for sprite in sprites)
            if button != TEST:
                page.handle(Press(AMBER, RIGHT, True, 0, "fake"))


def test_every_panel_that_there_is_has_its_buttons_in_the_test(toolkit: Toolkit) -> None:
    seen = {}
    for panels in (2, 3, 4):
        page = OperatorPage(toolkit, service(panels))
        page.enter(0)
        page.handle(Press(AMBER, TEST, True, 0, "fake"))
        seen[panels] = len(page.sprites())
    assert (seen[3] - seen[2], seen[4] - seen[3]) == (9, 9), "eight buttons and a name"


# How it is opened


@pytest.fixture
def title(still: Toolkit) -> Title:
    title = Title(still, None, has_operator=True)
    title.enter(0)
    return title


def hold(title: Title, *seats: int, down: bool = True, at: int = 0) -> None:
    for seat in seats:
        title.handle(Press(seat, ACTION, down, at, "fake"))


def test_both_actions_held_for_five_seconds_open_it(title: Title) -> None:
    hold(title, AMBER, BLUE)
    now, deadlines = 0, 0
    while now < HOLD_NS:
        deadline = title.next_deadline()
        assert deadline is not None and returned(title) == []
        now, deadlines = deadline, deadlines + 1
        title.advance(now, now)
    assert (now, deadlines) == (HOLD_NS, RINGS)
    hold(title, AMBER, BLUE, down=False, at=HOLD_NS + 1)
    title.advance(2 * HOLD_NS, 2 * HOLD_NS)
    assert returned(title) == [OpenOperator()]


def test_rings_fill_round_both_discs_from_the_first_moment_and_go_with_the_hand(title: Title) -> None:
    nobody = len(title.moving(0))
    hold(title, AMBER)
    assert len(title.moving(0)) == nobody + 1, "its disc has filled"
    hold(title, BLUE)
    assert len(title.moving(0)) == nobody + 4, "both discs have, and each has a ring"
    assert title.step(0) != title.step(HOLD_NS // RINGS) != title.step(HOLD_NS - 1)
    hold(title, BLUE, down=False)
    assert len(title.moving(0)) == nobody


@pytest.mark.parametrize("seats", [(AMBER,), (BLUE,), (AMBER, BLUE)])
def test_guests_who_let_go_begin_a_match(title: Title, seats: tuple[int, ...]) -> None:
    hold(title, *seats)
    title.advance(HOLD_NS - 2, HOLD_NS - 2)
    hold(title, *seats, down=False, at=HOLD_NS - 1)
    title.advance(3 * HOLD_NS, 3 * HOLD_NS)
    assert returned(title) == [GetReady(title.game, frozenset(seats))], "all who held it are ready"


def test_one_action_held_for_ever_opens_nothing(title: Title) -> None:
    hold(title, AMBER)
    title.advance(10 * HOLD_NS, 10 * HOLD_NS)
    assert returned(title) == []


def test_a_release_without_its_press_begins_nothing(title: Title) -> None:
    hold(title, AMBER, down=False)
    assert returned(title) == []


def test_where_the_configuration_locks_it_holding_opens_nothing(toolkit: Toolkit) -> None:
    title = Title(toolkit, None)
    hold(title, AMBER, BLUE)
    title.advance(2 * HOLD_NS, 2 * HOLD_NS)
    assert returned(title) == []


# What its lines do


class Desk:
    """A service desk over a store that forgets."""

    def __init__(
        self, config: str = "", store: Store | None = None, *, has_lamps: bool = True, is_locked: bool = False
    ) -> None:
        """Unless it `is_locked`, somebody has entered the operator's code."""
        self.store = store or MemoryStore()
        self.told: list[str] = []
        self.file = LoadedConfig(parse_config(config), None, "")
        self.adopted = 0
        self.restarts = 0
        self.heard: list[str] = []
        self.has_card = True
        self.outputs: dict[str, str] = {}
        self._of: tuple[LoadedConfig, Mapping[str, Setting]] | None = None
        self._config = Config()
        self.is_locked = is_locked
        self.now = 0
        self.code = OperatorCode(self.store, self.config, lambda: self.now)
        self.desk = OperatorService(
            self.store,
            self.config,
            lambda: CheckContext(FakeMachine(), Config(), Path("/nowhere")),
            judged=True,
            seats=(0, 1, 2, 3),
            adopt=self.adopt,
            restart=self.restart,
            sounds=sound_names,
            try_sound=self.try_sound,
            outputs=lambda: self.outputs,
            try_output=lambda output: self.try_sound(f"output {output}"),
            audits=self.store.audits,
            code=self.code,
            has_lamps=has_lamps,
            log=self.told.append,
        )

    def config(self) -> Config:
        """The configuration with the settings, made once for each state of them, as the program does."""
        of = self.file, dict(self.store.settings())
        if self._of != of:
            self._of, self._config = of, overlaid(*of)[0].config
        return self._config

    def items(self) -> Sequence[Item]:
        """The lines on a new visit."""
        service = self.desk.service()
        self.code.is_open = not self.is_locked
        return service.items()

    def adopt(self) -> None:
        self.adopted += 1

    def restart(self) -> None:
        self.restarts += 1

    def try_sound(self, name: str) -> bool:
        self.heard.append(name)
        return self.has_card

    def item(self, key: str) -> Item:
        return next(item for item in self.items() if item.row().title == word(key))

    def item_of(self, title: str) -> Item:
        return next(item for item in self.desk.service().items() if item.row().title == title)

    def titles(self) -> list[str]:
        return [item.row().title for item in self.items()]


def test_the_volume_is_kept_and_taken_at_once() -> None:
    desk = Desk()
    volume = desk.item("setting.volume")
    assert volume.row().value == "80 %"
    assert volume.turn is not None
    volume.turn(1)
    assert (volume.row().value, desk.store.settings(), desk.adopted) == ("90 %", {"volume": 90}, 1)
    volume.turn(-1)
    assert (volume.row().value, desk.adopted) == ("80 %", 2)


def test_a_table_that_lies_flat_and_seats_side_by_side_exclude_each_other() -> None:
    desk = Desk()
    for key, value in (("layout", "beside"), ("cocktail", "on"), ("layout", "beside")):
        turn = desk.item(f"setting.{key}").turn
        assert turn is not None
        turn(1)
        config = overlaid(desk.file, desk.store.settings())[0].config
        assert desk.item(f"setting.{key}").row().value == (word("value.beside") if key == "layout" else value)
        assert (config.display.layout == "beside") != config.display.cocktail


BY_PANEL = {
    **{knob.name: (knob, word(f"setting.{knob.name}")) for knob in KNOBS},
    OUTPUT.name: (OUTPUT, word("setting.output")),
    HIDDEN[0].name: (HIDDEN[0], word("game.spit")),
    HIDDEN[1].name: (HIDDEN[1], f"{INDENT}WITH JOKERS"),
}
"""Every setting of the page, with its line; margin and mode are set in the whole cabinet's tests."""


@pytest.mark.parametrize("names", [BY_PANEL.keys() - {"cocktail"}, {"cocktail"}], ids=["others", "cocktail"])
def test_what_is_set_by_the_panel_is_there_after_a_restart_and_in_config_show_and_is_taken_back(
    names: Collection[str], tmp_path: Path, toolkit: Toolkit
) -> None:
    """All settings in one life of the program; a table that lies flat, which changes another one, in a life of its own.
    """
    text = f'[data]\nfolder = "{tmp_path}"\n[sound]\nvolume = 30\n[options.speed]\nlockout_ms = 400\n'
    file = replace(LoadedConfig(parse_config(text), None, ""), path=tmp_path / "config.toml", text=text)
    before = with_settings(file)
    settings = [BY_PANEL[name] for name in BY_PANEL if name in names]

    def visit(visits: Mapping[str, Sequence[str]]) -> Config:
        """Start the program, go to each line by the panel, press its buttons there, and end the program."""
        desk = Desk(text, DiskStore(tmp_path))
        desk.outputs = {"Headphones": "headphones", "vc4hdmi0": "HDMI 1"}
        service = desk.desk.service()
        desk.code.is_open = True
        page = OperatorPage(toolkit, service)
        page.enter(0)
        for line, buttons in visits.items():
            highlight(page, line)
            for button in buttons:
                page.handle(Press(AMBER, button, True, 0, "fake"))
            page.advance(0, 0)
            page.handle(Press(AMBER, STATE, True, 0, "fake"))
        page.leave(0)
        desk.store.close()
        return overlaid(desk.file, desk.store.settings())[0].config

    seen: dict[str, list[object]] = {knob.name: [] for knob, _ in settings}
    for button in (RIGHT, RIGHT, LEFT):
        config = visit({title: (ACTION, button, ACTION) for _, title in settings})
        shown, origins = with_settings(file)
        assert shown == config
        for knob, _ in settings:
            value = knob.read(shown)
            seen[knob.name].append(value)
            assert not knob.values or value in knob.values
            assert {origins[key] for key in knob.keys} == {word("config.origin.page")}
        printed = config_text(shown, option_lines(), origins)
        assert printed.count(f"[{word('config.origin.page')}]") >= sum(len(knob.keys) for knob, _ in settings)
        read = parse_config(printed)
        read = replace(read, options={game: options for game, options in read.options.items() if options})
        assert read == shown, "what is printed is what is in force"
    assert [name for name, values in seen.items() if len(set(values)) < 2] == []
    visit({word("operator.forget"): (ACTION, ACTION, RIGHT)})
    assert with_settings(file) == before


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_every_setting_has_words_for_all_its_values(knob: Knob) -> None:
    desk = Desk()
    item = desk.item(f"setting.{knob.name}")
    assert item.turn is not None
    for step in (1, -1):
        for _ in knob.values:
            item.turn(step)
            assert item.row().value


def test_settings_go_back_to_the_file_and_counts_to_nothing() -> None:
    desk = Desk("[sound]\nvolume = 20\n")
    turn = desk.item("setting.volume").turn
    assert turn is not None
    turn(1)
    assert desk.item("operator.forget").dangerous
    desk.item("operator.forget").act()
    assert desk.item("setting.volume").row().value == "20 %"


def test_counts_that_begin_anew_leave_a_receipt_on_the_page_and_in_the_journal() -> None:
    desk = Desk()
    desk.store.count({"matches": 3, "press.0.CARD1": 20, "press.1.LEFT": 4, "lost": 2})
    item = desk.item("operator.clear_audits")
    assert item.dangerous
    receipt = item.act()
    assert isinstance(receipt, str) and "3 matches, 24 presses" in receipt
    assert desk.told == [receipt]
    assert desk.store.audits().keys() == {SINCE, "since.matches", "since.presses"}
    desk.store.count({"lost": 1})
    found = desk.desk.service().audits()()
    assert found is not None and (found["ever"].counts["lost"], found["ever"].counts["since.presses"]) == (1, 24)


def test_records_that_cannot_be_read_are_said_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = DiskStore(tmp_path)
    desk = Desk(store=store)
    store.close()
    (tmp_path / "photofinish.db").write_bytes(b"garbage" * 500)
    monkeypatch.setattr(store, "read", lambda act: act())  # the thread of a closed store has ended
    service = desk.desk.service()
    found = service.audits()()
    assert found is not None and found["ever"].matches == 0
    assert "photofinish.db" in service.not_done()


def test_a_disk_that_saves_nothing_is_said_on_the_page_until_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, now = DiskStore(tmp_path), [0]
    desk = Desk(store=store)
    desk.desk._clock = lambda: now[0]
    service = desk.desk.service()
    with monkeypatch.context() as patch:
        patch.setattr(Database, "apply", Mock(side_effect=Unavailable("Read-only file system")))
        desk.item("operator.clear_races").act()
        assert service.not_done() == ""
        now[0] = UNSAVED_NS
        assert service.not_done() == word("operator.unsaved")
        settled(store)
    store.set("volume", 30)
    settled(store)
    assert service.not_done() == ""
    store.close()


def settled(store: DiskStore) -> None:
    """Wait for the store's thread."""
    done = Event()
    store._thread.put(lambda _worker, _now: done.set())
    assert done.wait(20)


def test_each_sound_is_played_by_itself_and_first_each_loudspeaker() -> None:
    desk = Desk()
    turn = desk.item("operator.sound_test").turn
    assert turn is not None
    names = sound_names()
    for _ in range(len(names) + 2):
        turn(1)
    assert [pan_of(name) for name in desk.heard[:2]] == pytest.approx([-0.9, 0.9])
    assert desk.heard[2:] == names
    turn(1)
    assert desk.item("operator.sound_test").row().value == word("operator.sound_test.left")
    turn(-1)
    assert desk.heard[-1] == names[-1]


def test_a_sound_that_nobody_can_hear_says_so() -> None:
    desk = Desk()
    service, turn = desk.desk.service(), desk.item("operator.sound_test").turn
    assert turn is not None
    desk.has_card = False
    turn(1)
    assert service.not_done() == word("operator.no_sound")
    desk.has_card = True
    turn(1)
    assert service.not_done() == ""
    desk.store.set("volume", 0)
    turn(1)
    assert desk.item("operator.sound_test").row().value == word("operator.sound_test.silent")


def test_an_output_is_heard_before_it_is_taken_and_let_go_of_by_who_goes_elsewhere(toolkit: Toolkit) -> None:
    desk = Desk()
    desk.outputs = {"Headphones": "headphones", "vc4hdmi0": "HDMI 1"}
    page = OperatorPage(toolkit, desk.desk.service())
    page.enter(0)

    def press(*buttons: str) -> str:
        for button in buttons:
            page.handle(Press(AMBER, button, True, 0, "fake"))
        return desk.item("setting.output").row().value

    highlight(page, word("setting.output"))
    assert press(ACTION, RIGHT) == "headphones"
    assert (desk.heard, desk.store.settings()) == (["output Headphones"], {}), "heard, not taken"
    assert press(RIGHT, STATE) == word("output.first")
    assert (desk.store.settings(), desk.adopted) == ({}, 1), "the configured one plays again"
    highlight(page, word("setting.output"))
    assert press(ACTION, RIGHT, RIGHT, ACTION) == "HDMI 1"
    assert desk.store.settings() == {"output": "vc4hdmi0"}
    press(ACTION, LEFT)
    page.leave(0)
    assert (desk.store.settings(), desk.adopted) == ({"output": "vc4hdmi0"}, 3)


def test_games_and_ways_to_play_are_hidden_one_by_one_and_the_last_one_stays() -> None:
    desk = Desk()

    def turn(title: str) -> str:
        item = desk.item_of(title)
        assert item.turn is not None
        item.turn(1)
        return desk.item_of(title).row().value

    doubles = next(offer for offer in each_offer(find_game("speed"), Config()) if offer.name == "speed_doubles")
    way = INDENT + doubles.title.replace("\n", " ")
    assert (turn(way), turn(word("game.spit"))) == (word("operator.off"), word("operator.off"))
    config = overlaid(desk.file, desk.store.settings())[0].config
    assert (config.match.hidden_presets, config.match.hidden_games) == (("speed_doubles",), ("spit",))
    assert "speed_doubles" not in {offer.name for offer in each_on_offer(find_game("speed"), config)}
    assert turn(way) == word("operator.on")
    for game in GAMES[:-1]:
        if game.info.id != "spit":
            turn(word(f"game.{game.info.id}"))
    last, service = desk.item_of(word(f"game.{GAMES[-1].info.id}")), desk.desk.service()
    assert last.turn is not None
    last.turn(1)
    left = games_on_offer(overlaid(desk.file, desk.store.settings())[0].config)
    assert [game.info.id for game in left] == [GAMES[-1].info.id]
    assert service.not_done() == word("operator.last_way")


def test_an_output_that_is_not_there_and_a_machine_without_any_say_so() -> None:
    desk = Desk()
    service, turn = desk.desk.service(), desk.item("setting.output").turn
    assert turn is not None
    turn(1)
    assert service.not_done() == word("operator.no_outputs")
    desk.outputs, desk.has_card = {"Device": "USB Audio Device"}, False
    turn(1)
    assert service.not_done() == word("operator.no_output", output="USB Audio Device")


def highlight(page: OperatorPage, title: str) -> None:
    """Go to a line of the settings by the panel's buttons."""
    page.handle(Press(AMBER, SETTINGS, True, 0, "fake"))
    for _ in page._items:
        if page._items[page._chosen].row().title == title:
            return
        page.handle(Press(AMBER, RIGHT, True, 0, "fake"))
    raise LookupError(title)


def test_the_lamps_are_lit_all_then_each_alone_then_in_every_pattern_while_that_line_is_turned(
    toolkit: Toolkit,
) -> None:
    desk = Desk()
    page = OperatorPage(toolkit, desk.desk.service())
    page.enter(0)
    highlight(page, word("operator.lamp_test"))
    page.handle(Press(AMBER, ACTION, True, 0, "fake"))
    assert page.lamps == IDLE
    shown: list[Light] = []
    for _ in range(1 + 4 * len(BUTTONS) + len(PATTERNS)):
        page.handle(Press(AMBER, RIGHT, True, 0, "fake"))
        shown.append(page.lamps)
    every, each, cues = shown[0], shown[1 : -len(PATTERNS)], shown[-len(PATTERNS) :]
    assert isinstance(every, Mapping) and len(every) == 32
    assert [{place} for place in every] == [set(light) for light in each if isinstance(light, Mapping)]
    assert cues == [Cue(name, (0, 1, 2, 3)) for name in PATTERNS]
    assert desk.item("operator.lamp_test").row().value == word(f"lamp_test.{[*PATTERNS][-1]}")
    page.handle(Press(AMBER, ACTION, True, 0, "fake"))
    assert page.lamps == IDLE


def test_a_cabinet_without_lamps_says_so_on_their_page() -> None:
    topics = [item.topic for item in Desk().desk.service().items()]
    assert list(dict.fromkeys(topics)) == [
        *("play", "games", "sound", "screen", "lamps", "people", "machine"),
    ], "topic by topic"
    bare = [item.row().title for item in Desk(has_lamps=False).desk.service().items() if item.topic == "lamps"]
    assert bare == [word("operator.no_lamps")]


def test_a_locked_configuration_offers_no_settings() -> None:
    assert Desk("[operator]\nsettings = false\npower_off = ''\n").titles() == [
        word("operator.sound_test"),
        word("operator.screen_test"),
        word("operator.lamp_test"),
        word("operator.locked"),
        word("operator.restart"),
    ]


@pytest.mark.parametrize("size", SIZES)
def test_the_test_card_reaches_each_edge_and_each_colour_fills_the_screen(size: tuple[int, int]) -> None:
    page, screen = ScreenTest(Toolkit(theme_of(Config()), Fonts(), size)), pygame.Surface(size)
    page.enter(0)

    def seen() -> set[tuple[int, ...]]:
        page.draw(screen, 0, everything=True)
        return {tuple(screen.get_at((x, y)))[:3] for x in (0, size[0] // 2, size[0] - 1) for y in (0, size[1] - 1)}

    assert seen() == {(255, 255, 255)}
    for colour in PLAIN:
        page.handle(Press(BLUE, LEFT, True, MS, "fake"))
        assert seen() == {colour}
        assert pygame.mask.from_threshold(screen, colour, (1, 1, 1, 255)).count() == size[0] * size[1]
    page.handle(Press(AMBER, ACTION, True, MS, "fake"))
    seen()
    assert not set(BARS) - {tuple(screen.get_at((x, size[1] * 25 // 100)))[:3] for x in range(size[0])}
    page.handle(Press(BLUE, LEAVE, True, MS, "fake"))
    assert len(returned(page)) == 1


@pytest.mark.parametrize(
    ("command", "told"), [("false", "ended with code 1"), ("no-such-program-at-all", "No such file"), ("true", "")]
)
def test_what_could_not_be_switched_off_is_told(command: str, told: str) -> None:
    desk = Desk(f"[operator]\npower_off = '{command}'\n")
    item = desk.item("operator.power_off")
    assert item.dangerous
    desk.desk._run([command])
    complaints = desk.desk.complaints()
    assert len(complaints) == bool(told)
    assert all(told in complaint for complaint in complaints)
    assert desk.desk.complaints() == []


@pytest.mark.parametrize("size", SIZES)
def test_a_power_off_that_fails_is_said_on_the_page_until_it_is_tried_again(size: tuple[int, int]) -> None:
    desk = Desk("[operator]\npower_off = 'no-such-program-at-all'\n")
    page = OperatorPage(Toolkit(theme_of(Config()), Fonts(), size), desk.desk.service())
    page.enter(0)
    page.handle(Press(AMBER, SETTINGS, True, 0, "fake"))
    before = page.sprites()
    due = page.next_deadline()
    assert due is not None and due <= 500_000_000, "it looks by itself: nobody presses anything"
    desk.desk._run(["no-such-program-at-all"])
    page.advance(due, due)
    after = page.sprites()
    told = word("operator.not_done", reason="No such file or directory")
    assert page._not_done == told
    assert pygame.image.tobytes(before[-1].surface, "RGB") != pygame.image.tobytes(after[-1].surface, "RGB")
    assert "no-such-program-at-all: No such file" in desk.desk.complaints()[0]
    assert not desk.desk.service().not_done(), "the next visit begins without it"


def test_restart_is_a_line_of_its_own_that_is_confirmed() -> None:
    desk = Desk()
    assert desk.item("operator.restart").dangerous
    desk.item("operator.restart").act()
    assert desk.restarts == 1


def test_the_page_has_words_for_exactly_what_there_is() -> None:
    def named(group: str) -> set[str]:
        return {key.removeprefix(group) for key in OPERATOR_WORDS if key.startswith(group)}

    assert named("setting.") == {knob.name for knob in ALL} == {*BY_PANEL, MARGIN.name, SCREEN_MODE.name}
    values = {value for knob in KNOBS for value in knob.values if isinstance(value, str) and knob.words == "value"}
    assert named("value.") == values
    tiles = {f"tile.{name}" for name in ("matches", "minutes", "length", "presses", "lost", "restarts")}
    assert named("topic.") == {*TOPICS, *STRETCHES}
    assert named("audit.") == {*COUNTED, "unclean", "streak", *tiles}
