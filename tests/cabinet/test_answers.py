"""On every page a press is answered before anything is built for it, and keeps its own stamp while a turn is long."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame
import pytest

from cabinet.app import Start
from cabinet.card.report import CardFault, CardReport
from cabinet.config.schema import Display
from cabinet.display.press_light import Answer
from cabinet.process.slices import Slices
from cabinet.scenes.tonight import EveningPlan, Format
from cabinet.screens.window import Reading
from engine.games import GAMES
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from engine.units import MS, S
from hardware.clock import FakeClock
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, CONFIG, Evening, Screen
from tests.cabinet.test_whole_evening import begin

FRAME_NS = 1_000_000_000 // Display().fps
CARD = CardReport((CardFault(3, "display.size", "a size has two numbers"),))


class Watched(Screen):
    """A screen on which each suspended round takes a millisecond."""

    def __init__(self, clock: FakeClock, presses: "Presses") -> None:
        super().__init__(clock)
        self._presses = presses

    def read(self, now: int) -> Reading:
        self._clock.advance(MS)
        return super().read(now)

    def wait(self, milliseconds: int) -> None:
        self._presses.end_turn()
        super().wait(milliseconds)

    def lay_out(self, margin: float, rotate: int | None = None) -> bool:
        return not margin

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        self._presses.answer()


class Presses:
    """The presses that reached a scene, and how the screen and the loudspeaker answered each of them."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._waiting: list[tuple[str, pygame.Surface, Answer, int]] = []
        self._made = 0
        self.late: list[str] = []
        self.unseen: list[str] = []
        self.unheard: list[str] = []
        self.scenes: set[str] = set()
        self.stamps: list[int] = []
        self.refused: dict[str, set[str]] = {}
        """The buttons that did nothing on a page, by its name."""
        self.led_on: list[str] = []
        """Buttons that were refused and changed the scene all the same."""
        self._handle = evening.cabinet._stack.handle
        evening.screen = evening.cabinet._window = Watched(evening.clock, self)
        evening.cabinet._slices = Slices(lambda: 0, 0)
        evening.cabinet._stack.handle = self.handle  # type: ignore[method-assign]  # looked at on its way
        self.sounds: list[str] = []
        evening.cabinet.sounds.play = self.sounds.extend  # type: ignore[assignment, method-assign]  # heard

    def handle(self, press: Press) -> None:
        stack = self._evening.cabinet._stack
        if not press.pressed or stack.top is None:
            self._handle(press)
            return
        scene, clicks, waits = stack.top, stack.answers_presses, stack.is_leading_on
        self.scenes.add(type(scene).__name__)
        self.stamps.append(press.time_ns)
        self._made = self._made if self._waiting else self._evening.cabinet._drawn.made
        before, heard = self._evening.screen.screens[0].copy(), len(self.sounds)
        self._handle(press)
        if waits or not stack.is_unanswered:
            return
        answer = stack._answers[-1]
        name = f"{type(scene).__name__} {press.button}"
        self._waiting.append((name if clicks else "", before, answer, self._evening.clock()))
        if clicks and self.sounds[heard:].count("refused" if answer.is_refused else "click") != 1:
            self.unheard.append(name)
        if answer.is_refused:
            self.refused.setdefault(type(scene).__name__, set()).add(press.button)
            if scene.is_dismissed:
                self.led_on.append(name)

    def answer(self) -> None:
        """The screen shows something: light on the buttons, and nothing may have been drawn for it."""
        screen = self._evening.screen.screens[0]
        for name, before, answer, _ in self._waiting:
            if name and self._evening.cabinet._drawn.made != self._made:
                self.late.append(name)
            edge = (0 if answer.seat % 2 == 0 else screen.get_width() - 2, 0, 2, screen.get_height())
            rects = [pygame.Rect(box).clip(screen.get_rect()) for box in answer.boxes or (edge,)]
            if not all(_bytes(screen, rect) != _bytes(before, rect) for rect in rects):
                self.unseen.append(name or "table")
        self._waiting.clear()

    def end_turn(self) -> None:
        """The program waits: it may do so until its next frame, but no longer."""
        late = [each for each in self._waiting if self._evening.clock() > each[3] + FRAME_NS]
        self.unseen += [each[0] or "table" for each in late]
        self._waiting = [each for each in self._waiting if each not in late]


def _bytes(screen: pygame.Surface, rect: pygame.Rect) -> bytes:
    return pygame.image.tobytes(screen.subsurface(rect), "RGB")


def pressed(
    evening: Evening,
    *walk: tuple[str, int, int],
    first: Callable[[Evening], None] = lambda _evening: None,
    after_ns: int = 3 * S,
) -> Presses:
    """Press the buttons of a walk, each with its seat and the time until the next one (ms); run the program.

    The first press comes `after_ns`; `first` is called a little before.
    """
    presses, stamps = Presses(evening), list[int]()
    evening.after(after_ns - 2 * S).do(lambda: first(evening)).after(2 * S)
    for button, seat, ms in walk:
        stamps.append(evening.at)
        evening.tap(button, seat).after((ms - 300) * MS)
    evening.after(S).run()
    assert presses.late == []
    assert presses.unseen == []
    assert presses.unheard == []
    assert presses.led_on == []
    assert presses.stamps == stamps
    return presses


def test_on_the_way_from_the_title_through_all_that_a_guest_may_open(tmp_path: Path) -> None:
    a, b = AMBER, BLUE
    walk = (
        (CARDS[1], a, 2000), (RIGHT, b, 2000), (CARDS[4], a, 2000), (CARDS[1], a, 2000), (CARDS[3], b, 2000),
        (CARDS[4], a, 2000), (CARDS[0], a, 400), (LEFT, a, 400), (LEFT, b, 3000),
        (RIGHT, a, 3000), (CARDS[4], a, 3000), (RIGHT, a, 2000),
        (CARDS[2], a, 2000), (RIGHT, b, 2000), (CARDS[0], b, 800), (CARDS[0], b, 300),
        (CARDS[0], b, 300), (CARDS[1], b, 300), (CARDS[0], b, 300), (CARDS[2], b, 800), (ACTION, b, 2000),
        (CARDS[0], a, 2000), (LEFT, a, 2000), (CARDS[0], a, 3000), (RIGHT, a, 2000), (CARDS[4], a, 3000),
        (ACTION, a, 3000), (LEFT, b, 3000), (CARDS[0], b, 2000), (CARDS[4], a, 3000), (ACTION, a, 2000),
        (ACTION, b, 9000), (CARDS[0], a, 500), (CARDS[1], b, 500),
    )  # fmt: skip
    scenes = pressed(Evening(tmp_path), *walk).scenes
    guests = {"Title", "ButtonsPage", "HowTo", "Choice", "EveningSetup", "GettingReady", "MatchScene", "RecordsPage"}
    assert scenes >= guests


def test_presses_that_do_nothing_are_answered_differently(tmp_path: Path) -> None:
    a, b = AMBER, BLUE
    walk = (
        (CARDS[1], a, 2000), (CARDS[3], b, 400), (CARDS[4], a, 2000), (ACTION, a, 2000), (CARDS[2], a, 400),
        (CARDS[3], b, 400), (CARDS[4], a, 3000), (RIGHT, a, 2000), (CARDS[1], a, 2000), (ACTION, b, 400),
        (CARDS[3], b, 400),
    )  # fmt: skip
    assert pressed(Evening(tmp_path), *walk).refused == {
        "RecordsPage": {CARDS[3]},
        "GettingReady": {CARDS[2], CARDS[3]},
        "EveningSetup": {ACTION, CARDS[3]},
    }


@pytest.mark.long
@pytest.mark.parametrize("place", range(len(GAMES)), ids=[game.info.id for game in GAMES])
def test_at_every_games_table_the_keys_answer(tmp_path: Path, place: int) -> None:
    a, b = AMBER, BLUE
    begins = ((CARDS[place], a, 400), (ACTION, a, 900), (ACTION, b, 9000))
    every = tuple((button, seat, 400) for button in BUTTONS for seat in (a, b))
    presses = pressed(Evening(tmp_path), *begins, *every, *every)
    assert "MatchScene" in presses.scenes
    assert presses.refused["MatchScene"], "dark keys go dark"


def test_where_names_are_taken(tmp_path: Path) -> None:
    a, b = AMBER, BLUE
    walk = ((ACTION, a, 2000), (LEFT, a, 2000), (RIGHT, a, 900), (CARDS[0], a, 900), (LEFT, b, 2000))
    assert "TakingNames" in pressed(Evening(tmp_path), *walk).scenes


def test_on_the_operators_page(tmp_path: Path) -> None:
    parts = tuple((CARDS[part], AMBER, 3000) for part in (1, 2, 3, 0))
    walk = (*parts, (RIGHT, BLUE, 900), (CARDS[4], AMBER, 2000))
    assert pressed(Evening(tmp_path), *walk, first=lambda evening: evening.cabinet._toggle_operator()).scenes == {
        "OperatorPage"
    }


def test_a_cabinet_that_plays_by_itself_answers_whoever_comes(tmp_path: Path) -> None:
    walk = ((CARDS[2], AMBER, 3000), (ACTION, BLUE, 2000))
    assert "Attract" in pressed(Evening(tmp_path), *walk, after_ns=40 * S).scenes


@pytest.mark.long
@pytest.mark.parametrize(
    ("form", "people", "scenes"),
    [
        ("winner_stays", 3, {"WinnerStaysScene", "HowTo", "MatchScene"}),
        ("tournament", 4, {"Bracket", "TournamentCall", "HowTo", "MatchScene"}),
        ("party", 4, {"PartyScene", "HowTo", "MatchScene"}),
    ],
)
def test_on_the_pages_of_an_evening(tmp_path: Path, form: Format, people: int, scenes: set[str]) -> None:
    a, b = AMBER, BLUE
    names = ("MIA", "BEN", "ZOE", "TOM")[:people]
    plan = EveningPlan(form, names, (0, 1, 0, 1) if form == "party" else (), streak=3, first_to=3)

    walk = (
        (CARDS[0], a, 2000), (ACTION, a, 2000), (ACTION, b, 9000), (CARDS[4], a, 9000), (ACTION, b, 9000),
        (CARDS[0], b, 900),
    )  # fmt: skip
    assert pressed(Evening(tmp_path), *walk, first=lambda evening: begin(evening, plan)).scenes >= scenes


def test_at_the_faults_of_the_cards_file(tmp_path: Path) -> None:
    evening = Evening(tmp_path, card=CARD)
    assert "CardFaults" in pressed(evening, (RIGHT, AMBER, 900), (ACTION, BLUE, 900)).scenes


def test_at_the_offer_of_a_match_that_was_cut_off(tmp_path: Path) -> None:
    first = Evening(tmp_path).after(S).tap(ACTION, AMBER).tap(ACTION, BLUE).after(9 * S)
    first.screen.ends = first.at
    first.cabinet.run(Start(seed=5))
    first.store.close()
    evening = Evening(tmp_path, CONFIG, begins=first.at + 60 * S)
    assert pressed(evening, (ACTION, AMBER, 5000), (CARDS[0], BLUE, 900)).scenes >= {"Resume", "MatchScene"}
