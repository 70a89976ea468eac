"""The tournament's scene: pages, results, taking one back, the champion, and all ways out."""

from collections.abc import Callable

import pygame
import pytest
from msgspec.structs import replace

from cabinet.config.schema import Config
from cabinet.display.bracket.page import ChampionPage, TournamentPage
from cabinet.display.fonts import Fonts
from cabinet.display.result.sheet import FLOOD_NS
from cabinet.display.toolkit import Toolkit
from cabinet.lamps import Cue
from cabinet.scenes.bases import Leave
from cabinet.scenes.bracket import LEAVE, Bracket, BracketResult, SitDown, TakeBack, TournamentState
from cabinet.scenes.stack import SceneStack
from cabinet.screens.view_factory import theme_of
from engine.panel import ACTION, BUTTONS, LEFT, RIGHT, Press
from engine.units import MS, S
from tests.cabinet.pictures.bracket_samples import CHAMPION, double, results, single

SIZE = (480, 320)


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return Toolkit(theme_of(Config()), Fonts(), SIZE)


class Hall:
    """A tournament on a screen."""

    def __init__(
        self,
        toolkit: Toolkit,
        page: Callable[[], TournamentPage] = double,
        *,
        count: int = 11,
        is_operator: bool = False,
        champion: ChampionPage | None = None,
    ) -> None:
        self.went: list[BracketResult] = []
        self.state = TournamentState(page(), results(count), champion)
        self.scene = Bracket(toolkit, self.state, takes_back=is_operator, idle_ns=60 * S)
        self.stack = SceneStack()
        self.stack.start(self.visit(), 0)
        self.screen = pygame.Surface(SIZE)
        self.now = 0

    async def visit(self) -> None:
        """Show the tournament, without the results that are taken back."""
        while True:
            self.went.append(left := await self.scene)
            if isinstance(left, TakeBack):
                there = [line for line in self.state.results if line.key != left.key]
                self.state = replace(self.state, results=there)
                self.scene.update(self.state)

    @property
    def left(self) -> int:
        """How often somebody, or nobody, has left."""
        return self.went.count(Leave())

    def tap(self, button: str, seat: int = 0) -> bytes:
        """Press a button, and return the picture after it."""
        for down in (True, False):
            self.stack.handle(Press(seat, button, down, self.now, "fake"))
        return self.look(100 * MS)

    def look(self, ns: int = 0) -> bytes:
        self.now += ns
        self.stack.advance(self.now, self.now)
        if self.stack.is_stale(self.now):
            self.stack.draw([self.screen], self.now)
        return pygame.image.tobytes(self.screen, "RGB")


def test_left_turns_the_pages_and_comes_round(toolkit: Toolkit) -> None:
    hall = Hall(toolkit, lambda: single(32, 20))
    pages = [hall.look(), *(hall.tap(LEFT) for _ in range(4))]
    assert len(set(pages[:4])) == 4
    assert pages[4] == pages[0]


def test_right_shows_all_results_and_five_leads_back_and_out(toolkit: Toolkit) -> None:
    hall = Hall(toolkit)
    tree, listed = hall.look(), hall.tap(RIGHT)
    assert listed != tree
    older = hall.tap(RIGHT)
    assert older != listed
    assert hall.tap(RIGHT) == listed, "two pages"
    assert hall.tap(LEAVE) == tree
    assert hall.left == 0
    hall.tap(LEAVE)
    assert hall.left == 1


def test_action_sits_down_with_its_press(toolkit: Toolkit) -> None:
    hall = Hall(toolkit)
    hall.tap(ACTION, seat=1)
    assert hall.went[0] == SitDown(Press(1, ACTION, True, 0, "fake"))


def test_where_nobody_plays_action_does_nothing(toolkit: Toolkit) -> None:
    hall = Hall(toolkit, lambda: TournamentPage("T", trees=double().trees, final=double().final))
    before = hall.look()
    assert hall.tap(ACTION) == before
    assert hall.went == []


def test_guests_take_nothing_back(toolkit: Toolkit) -> None:
    hall = Hall(toolkit)
    listed = hall.tap(RIGHT)
    assert hall.tap(ACTION) == listed
    assert hall.scene._view == "results"


def test_the_operator_chooses_a_result_is_asked_and_takes_it_back(toolkit: Toolkit) -> None:
    hall = Hall(toolkit, is_operator=True)
    hall.tap(RIGHT)
    first = hall.tap(RIGHT)
    assert hall.tap(LEFT) != first
    hall.tap(RIGHT)
    asked = hall.tap(ACTION)
    assert hall.tap(LEAVE) == first, "five leads back to the list"
    assert hall.tap(ACTION) == asked
    hall.tap(ACTION)
    assert hall.went == [TakeBack("1")]
    assert hall.scene._view == "pages"
    assert [line.key for line in hall.scene._results] == [line.key for line in hall.state.results]


def test_the_operators_cursor_goes_through_all_pages(toolkit: Toolkit) -> None:
    hall = Hall(toolkit, is_operator=True)
    hall.tap(RIGHT)
    seen = {hall.tap(LEFT) for _ in range(11)}
    assert len(seen) == 11
    assert hall.scene._cursor == 0


@pytest.mark.parametrize("is_operator", [False, True])
def test_a_list_without_results_takes_every_press(toolkit: Toolkit, is_operator: bool) -> None:
    hall = Hall(toolkit, count=0, is_operator=is_operator)
    hall.tap(RIGHT)
    for button in (LEFT, RIGHT, ACTION, *BUTTONS[:4]):
        hall.tap(button)
    assert hall.scene._view == "results"


def test_the_champion_floods_the_screen_and_the_tree_is_one_press_away(toolkit: Toolkit) -> None:
    over = TournamentPage("T", trees=double().trees, final=double().final)
    hall = Hall(toolkit, lambda: over, champion=CHAMPION)
    assert hall.scene.lamps == Cue("winner", (CHAMPION.seat,))
    early, later = hall.look(), hall.look(FLOOD_NS // 2)
    full = hall.look(FLOOD_NS)
    assert len({early, later, full}) == 3
    assert not hall.stack.is_stale(hall.now)
    assert hall.tap(LEFT) != full
    hall.tap(LEAVE)
    assert hall.left == 1


def test_lamps_call_those_who_play(toolkit: Toolkit) -> None:
    assert Hall(toolkit).scene.lamps == Cue("queue", (0, 1))


def test_without_a_press_the_scene_goes_and_a_press_keeps_it(toolkit: Toolkit) -> None:
    hall = Hall(toolkit)
    hall.look(59 * S)
    hall.tap(LEFT)
    hall.look(59 * S)
    assert hall.left == 0
    hall.look(2 * S)
    hall.look(60 * S)
    assert hall.left == 1


def test_a_picture_is_drawn_once(toolkit: Toolkit) -> None:
    hall = Hall(toolkit)
    hall.look()
    assert not hall.stack.is_stale(S)
    hall.stack.redraw()
    before = pygame.image.tobytes(hall.screen, "RGB")
    assert hall.look() == before
