"""The tournament's scene: pages, results, taking one back, the champion, and all ways out."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from cabinet.display.bracket.content import ChampionPage, TournamentPage
from cabinet.display.png import png
from cabinet.display.result.sheet import FLOOD_NS
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.lamp_patterns import Cue
from cabinet.scenes.bases import Leave, Uncovered
from cabinet.scenes.bracket import (
    FRAME_NS,
    LEAVE,
    MOMENT_NS,
    BigMoment,
    Bracket,
    BracketResult,
    PlayAgain,
    SitDown,
    TakeBack,
    TournamentState,
)
from cabinet.scenes.stack import SceneStack
from engine.panel import ACTION, BUTTONS, LEFT, RIGHT, Press
from engine.units import MS, S
from tests.cabinet.pictures.bracket_samples import CHAMPION, double, results, single
from tests.cabinet.scenes.stories import returned, toolkit_of

SIZE = (480, 320)


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return toolkit_of(SIZE)


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
    assert hall.tap(LEFT) != full
    assert not hall.stack.is_stale(hall.now), "the tree stands still"
    hall.tap(LEAVE)
    assert hall.left == 1


def moment(photo: Path | None = None, *, is_last: bool = True, is_still: bool = False) -> BigMoment:
    toolkit = Toolkit(Theme(reduced_motion=is_still), Fonts(), (480, 320))
    scene = BigMoment(toolkit, CHAMPION, ends_ns=MOMENT_NS, is_last=is_last, photo=photo)
    scene.enter(0)
    return scene


def pictures(scene: BigMoment, *times_ns: int) -> list[bytes]:
    """What is on one screen at these times, drawn as the stack does."""
    screen, seen = pygame.Surface((480, 320)), []
    for time_ns in times_ns:
        scene.advance(time_ns, time_ns)
        scene.draw(screen, time_ns, everything=False)
        seen.append(pygame.image.tobytes(screen, "RGB"))
    return seen


def test_confetti_falls_over_the_last_page_and_leaves_nothing_behind() -> None:
    scene = moment()
    seen = pictures(scene, FLOOD_NS, 2 * S, 2 * S + 40 * MS, 5 * S)
    assert len(set(seen)) == 4
    anew = moment()
    anew.enter(0)
    assert pictures(anew, 5 * S) == seen[-1:], "it is the same picture however often it was drawn before"
    assert scene.is_stale(5 * S) and scene.next_deadline() == 5 * S + FRAME_NS


def test_nothing_moves_where_motion_is_reduced() -> None:
    scene = moment(is_still=True)
    assert len(set(pictures(scene, 0, 2 * S, 5 * S))) == 1
    assert not scene.is_stale(5 * S) and scene.next_deadline() == MOMENT_NS


def test_the_photo_of_the_deciding_race_comes_in_pieces_and_a_damaged_one_leaves_its_room_empty(tmp_path: Path) -> None:
    photo, broken = tmp_path / "a.png", tmp_path / "b.png"
    surface = pygame.Surface((640, 400))
    surface.fill((0, 200, 0))
    photo.write_bytes(png((640, 400), pygame.image.tobytes(surface, "RGB")))
    broken.write_bytes(photo.read_bytes()[:-30])
    times = range(0, S, 10 * MS)
    shown = moment(photo, is_still=True)
    last = pictures(shown, *times)[-1]
    box = shown._sheet.photo_room
    at = 3 * (box.centre[1] * 480 + box.centre[0])
    assert last[at] < 10 < 190 < last[at + 1], "the photo is green"
    without = pictures(moment(broken, is_still=True), *times)[-1]
    assert without[at] > 190


def test_the_last_page_leads_to_another_evening_or_to_the_title_and_a_moment_goes_on_by_any_button() -> None:
    def pressed(button: str, *, is_last: bool, at_ns: int = S) -> list[PlayAgain | Leave | Uncovered]:
        scene = moment(is_last=is_last)
        scene.handle(Press(0, button, True, at_ns, "fake"))
        return returned(scene)

    assert pressed(ACTION, is_last=True) == [PlayAgain()]
    assert pressed(LEAVE, is_last=True) == [Leave()]
    assert pressed(RIGHT, is_last=True) == []
    assert pressed(RIGHT, is_last=False) == [Leave()]
    assert pressed(ACTION, is_last=False, at_ns=100 * MS) == [], "meant for the page before"
    scene = moment(is_last=False)
    scene.advance(MOMENT_NS, MOMENT_NS)
    assert returned(scene) == [Leave()]


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
