"""The operator's page: every part by the panel's buttons, nothing dangerous by accident, and a way out of all of it."""

from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.config.schema import Config
from cabinet.display.layout.boxes import Box
from cabinet.display.page import Text, laid, marks
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import least_capitals
from cabinet.doctor.checks import CHECKS, CheckContext
from cabinet.scenes.operator import (
    LEAVE_TEST_NS,
    LOOK_NS,
    PATIENCE_NS,
    TEST_NS,
    Item,
    OperatorPage,
    Task,
)
from cabinet.scenes.operator_pages import (
    EDGES,
    HELD_NS,
    MOST_LINES,
    VIEWS,
    Note,
    Row,
    audits_page,
    frame,
)
from cabinet.scenes.title import HOLD_NS, RINGS, GetReady, OpenOperator, Title, TitleState
from cabinet.screens.view_factory import theme_of
from cabinet.service.operator_service import BackgroundChecks
from cabinet.store.audits import STRETCHES, Audits
from cabinet.strings.catalogue import word
from cabinet.strings.doctor import DOCTOR_WORDS
from cabinet.strings.language import Language, LanguageCode, in_use
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from engine.units import MS
from tests.cabinet.display.page_faults import faults
from tests.cabinet.doctor.fake_machine import FakeMachine
from tests.cabinet.pictures.operator_samples import SampleService, audits, findings, races, service, words_on
from tests.cabinet.pictures.studio import SIZES
from tests.cabinet.scenes.stories import returned, toolkit_of
from tests.cabinet.service.test_operator_lines import Desk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cabinet.doctor.findings import Finding

AMBER, BLUE = 0, 1
STATE, TEST, AUDITS, SETTINGS, LEAVE = CARDS


@pytest.fixture(scope="module")
def still() -> Toolkit:
    """A toolkit with reduced motion: the title's glow does not breathe, so only its waits have deadlines."""
    return Toolkit(replace(theme_of(Config()), reduced_motion=True), Fonts(), (480, 320))


class Visit:
    """Somebody at the page, in virtual time."""

    def __init__(self, toolkit: Toolkit, keys: dict[tuple[int, str], str] | None = None) -> None:
        self.done: list[str] = []
        self.items = [self.item("harmless"), self.item("dangerous", dangerous=True)]
        self.service = SampleService(self.items, keys=keys or {})
        self.page = OperatorPage(toolkit, self.service)
        self.now = 0
        self.page.enter(0)

    def item(self, name: str, *, dangerous: bool = False, topic: str = "machine") -> Item:
        return Item(lambda: Row(name), lambda: self.done.append(name), dangerous, topic=topic)

    @property
    def verdict(self) -> tuple[str, bool]:
        """What the test of the buttons says."""
        assert self.page._test is not None
        return self.page._test.verdict(self.now, can_be_assigned=self.service.can_be_assigned)

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


def test_who_presses_on_at_a_line_that_has_gone_does_nothing_else(visit: Visit) -> None:
    """ACTION that neither asks nor acts begins to turn a value."""
    gone = Item(lambda: Row("once"), lambda: visit.items.remove(gone), dangerous=True)
    question = Item(lambda: Row("question"), leads_to=Task.MARGIN)
    visit.items[:] = [question, *visit.items, Item(lambda: Row("loud"), turn=lambda _by: None), gone]
    visit.wait(LOOK_NS)
    visit.press(SETTINGS, LEFT, *[ACTION, ACTION, RIGHT] * 2)
    visit.wait(LOOK_NS)
    assert gone not in visit.items
    assert (visit.done, returned(visit.page)) == ([], [])


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
    page = OperatorPage(toolkit_of(size), SampleService(many_lines()))
    page.enter(0)
    page.handle(Press(AMBER, SETTINGS, True, 0, "fake"))
    whole = word("operator.whole", title=LONG, value="and on")
    for chosen in range(len(many_lines())):
        parts = laid(page.toolkit, page.described(), page.page)
        rows = [each for each in parts if isinstance(each.part, Text) and each.part.words == "on"]
        assert rows and all(each.ink.h >= least_capitals(page.toolkit) for each in rows)
        assert (whole in words_on(page)) == (chosen == len(many_lines()) - 1), "nothing else is cut"
        page.handle(Press(AMBER, RIGHT, True, 0, "fake"))


LONG = "a line that goes on " * 9


def many_lines() -> list[Item]:
    """More lines than a page has room for, the last one longer than any page is wide."""
    return [Item(lambda: Row("line", "on"))] * 30 + [Item(lambda: Row(LONG, "and on"))]


def test_what_was_done_is_said_until_the_next_press(visit: Visit) -> None:
    visit.press(SETTINGS, RIGHT, ACTION, ACTION, RIGHT)
    assert visit.page._told == Note(word("operator.done", what="dangerous"), "good")
    visit.press(LEFT)
    assert visit.page._told is None


def test_a_value_that_is_turned_is_put_back_by_the_first_button_and_says_so(visit: Visit) -> None:
    values = [3]
    turn, back = (lambda step: values.append(values[-1] + step)), values.clear
    row = Row("loud", "4", "3", is_changed=True)
    visit.items.insert(0, Item(lambda: row, turn=turn, put_back=back, help="Everybody hears it."))
    visit.wait(LOOK_NS)
    visit.press(SETTINGS)
    assert {"1  STATE", f"Everybody hears it. {word('operator.default', value='3')}"} <= words_on(visit.page)
    visit.press(ACTION)
    assert "1  PUT BACK" in words_on(visit.page)
    visit.press(STATE)
    assert values == [] and visit.page._is_turning
    visit.press(ACTION, STATE)
    assert visit.page._part == 0


def test_a_refusal_goes_with_the_next_press_and_the_buttons_stay_named(toolkit: Toolkit) -> None:
    desk = Desk()
    page = OperatorPage(toolkit, desk.visit())
    page.enter(0)
    desk.power()._complain(["/bin/true"], "no")
    page.handle(Press(AMBER, SETTINGS, True, 0, "fake"))
    assert desk.desk.not_done() == ""
    desk.power()._complain(["/bin/true"], "no")
    page.advance(LOOK_NS, LOOK_NS)
    red = word("operator.not_done", reason="no")
    assert red in words_on(page) and page._hint(page._items[0], Row("")).is_signs
    page.handle(Press(AMBER, RIGHT, True, LOOK_NS, "fake"))
    page.advance(2 * LOOK_NS, 2 * LOOK_NS)
    assert red not in words_on(page)


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


@pytest.mark.long
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


def test_a_shared_keyboard_is_asked_for_all_cards_at_once_and_what_it_heard_is_told(toolkit: Toolkit) -> None:
    visit = Visit(toolkit, keys={(seat, card): f"{card[-1]}{'ab'[seat]}" for seat in (AMBER, BLUE) for card in CARDS})
    visit.press(TEST)
    for seat in (AMBER, BLUE):
        visit.press(*BUTTONS, seat=seat)
    assert visit.verdict == (word("rollover.ask"), False)
    hold = [(seat, card) for seat in (AMBER, BLUE) for card in CARDS]
    for seat, card in hold[:7] + hold[8:9]:
        visit.edge(card, seat=seat)
    visit.wait(2 * LEAVE_TEST_NS)
    assert visit.page._test is not None, "all cards at once do not leave the test"
    assert visit.verdict == (word("rollover.heard", heard=8, count=10, keys="3B, 5B"), False)
    for seat, card in (hold[7], hold[9]):
        visit.edge(card, seat=seat)
    for seat, card in hold:
        visit.edge(card, seat=seat, down=False)
    assert visit.verdict == (word("rollover.all", count=10), True)
    visit.edge(LEAVE)
    visit.wait(LEAVE_TEST_NS)
    assert visit.page._test is None


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
    assert visit.verdict[0] == word("operator.test.missing", button="AMBER CARD 3", count=14)


def test_the_test_says_what_is_still_to_press_and_that_all_are_good(visit: Visit) -> None:
    visit.press(TEST)
    assert visit.verdict == (word("operator.test.missing", button="AMBER CARD 1", count=16), False)
    visit.service.can_be_assigned = False
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
    assert visit.verdict[0] == word("operator.test.other", asked="AMBER CARD 1", answered="BLUE CARD 2")
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
    both = (word("operator.test.held", buttons="BLUE CARD 2"), word("operator.test.chatters", buttons="AMBER CARD 3"))
    assert visit.verdict[0] == "  ".join(both), "what was held stays in sight when it is let go"


@pytest.mark.parametrize(
    ("button", "can", "needs", "leads_to"),
    [
        (LEAVE, True, False, []),
        (LEFT, True, True, [Task.ASSIGN]),
        (LEAVE, True, True, [Task.WAIT]),
        (LEFT, False, False, []),
    ],
)
def test_the_test_leads_to_what_puts_the_panels_right(
    button: str, can: bool, needs: bool, leads_to: list[Task], visit: Visit
) -> None:
    visit.service.can_be_assigned, visit.service.needs_longer_wait = can, needs
    visit.press(TEST)
    visit.edge(button)
    visit.wait(LEAVE_TEST_NS + MS)
    assert returned(visit.page) == leads_to
    assert (visit.page._test is None) == (can or button == LEAVE)


def test_the_last_edges_and_each_buttons_shortest_press_and_bounce_are_a_long_action_away(visit: Visit) -> None:
    visit.press(TEST)
    for number in range(30):
        visit.edge("CARD3", seat=number % 2)
        visit.wait((40 - number) * MS)
        visit.edge("CARD3", seat=number % 2, down=False)
    test = visit.page._test
    assert test is not None and test.shortest == {(AMBER, "CARD3"): 12 * MS, (BLUE, "CARD3"): 11 * MS}
    assert (len(test.edges), test.edges[-1].pressed, test.views[0]) == (EDGES, False, "presses")
    visit.service.longest.update({(AMBER, "CARD1"): 900_000, (AMBER, "CARD2"): 0, (BLUE, "LEFT"): 3 * MS})
    assert visit.page._bounced == {(AMBER, "CARD1"): 900_000, (BLUE, "LEFT"): 3 * MS}
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
    assert visit.verdict[0] == word("operator.test.other", asked="AMBER CARD 1", answered="AMBER CARD 3")


# The doctor


def test_the_page_waits_for_the_doctor_and_not_the_other_way_round(toolkit: Toolkit) -> None:
    visit = Visit(toolkit)
    visit.service.doctor = None
    visit.page.enter(0)
    screen = pygame.Surface(toolkit.size)
    visit.page.draw(screen, 0, everything=True)
    visit.wait(LOOK_NS)
    assert not visit.page.is_stale(visit.now)
    visit.service.doctor = findings()
    visit.wait(LOOK_NS)
    assert visit.page.is_stale(visit.now)
    assert findings()[0].message in words_on(visit.page)


def test_the_doctor_works_in_the_background_and_finds_everything_in_the_language_of_the_screen() -> None:
    with in_use(Language("de")):
        examination = BackgroundChecks(CheckContext(FakeMachine(), Config(), Path("/nowhere")))
        found: Sequence[Finding] | None = None
        while found is None:
            found = examination.findings()
        assert [each.name for each in found[:1]] == ["machine"] and len(found) == 1 + len(CHECKS)
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
    visit.service.counted = None
    visit.press(AUDITS)
    screen = pygame.Surface((480, 320))
    visit.page.draw(screen, visit.now, everything=True)
    visit.wait(LOOK_NS)
    assert not visit.page.is_stale(visit.now)
    visit.service.counted = audits()
    visit.wait(LOOK_NS)
    assert visit.page.is_stale(visit.now)


@pytest.mark.parametrize("size", [*SIZES, (1024, 600)])
def test_every_view_of_the_audits_stands_within_the_screen(size: tuple[int, int]) -> None:
    page = OperatorPage(toolkit_of(size), service())
    toolkit, screen = page.toolkit, Box(0, 0, *size)
    for found in (audits(), audits(4), {"ever": Audits()}, {"ever": Audits(1, 60.0, {"gone": (1, 60.0)})}, None):
        for stretch in STRETCHES:
            for view in VIEWS:
                parts = audits_page(toolkit, range(4), found, stretch, view, races())
                assert faults(toolkit, laid(toolkit, frame(toolkit, 2, *parts), page.page), screen) == []


@pytest.mark.parametrize("code", get_args(LanguageCode))
@pytest.mark.parametrize("size", SIZES)
def test_no_part_of_a_page_is_cut_low_or_in_anothers_place(size: tuple[int, int], code: LanguageCode) -> None:
    """But for what the doctor found: the highlighted line stands whole at the foot."""
    with in_use(Language(code)):
        page = OperatorPage(toolkit_of(size), service(4))
        page.enter(0)
        for button in (STATE, AUDITS, RIGHT, RIGHT, RIGHT, RIGHT, *(SETTINGS,) * 10, TEST):
            page.handle(Press(AMBER, button, True, 0, "fake"))
            parts = laid(page.toolkit, page.described(), page.page)
            found = faults(page.toolkit, parts, Box(0, 0, *size))
            assert [each for each in found if button != STATE or not each.startswith("cut")] == []


@pytest.mark.parametrize(("size", "least"), [((800, 480), 14), ((1280, 720), 21), ((1920, 1080), 31)])
def test_no_letter_is_too_small_to_be_read_standing(size: tuple[int, int], least: int) -> None:
    assert least_capitals(OperatorPage(toolkit_of(size), service()).toolkit) >= least


@pytest.mark.parametrize("code", get_args(LanguageCode))
@pytest.mark.parametrize("size", [*SIZES, (1024, 600), (1920, 1080)])
def test_every_remedy_of_the_doctor_stands_whole_in_letters_that_a_command_can_be_read_in(
    size: tuple[int, int], code: LanguageCode
) -> None:
    toolkit = OperatorPage(toolkit_of(size), service()).toolkit
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
    toolkit = toolkit_of(size)
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
        seen[panels] = marks(page.toolkit, laid(page.toolkit, page.described(), page.page)).keys()
        assert seen[panels] == {f"{seat}{button}" for seat in range(panels) for button in BUTTONS}


# How it is opened


@pytest.fixture
def title(still: Toolkit) -> Title:
    title = Title(still, None, TitleState(has_operator=True))
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


def test_what_came_of_a_question_is_said_on_the_state_too_until_the_next_press(visit: Visit) -> None:
    """The test of the buttons leads to the state."""
    before = visit.page.described()
    visit.page.tell(Note("The buttons are assigned.", "good"))
    assert visit.page.described() != before
    visit.press("CARD1")
    assert visit.page.described() == before
