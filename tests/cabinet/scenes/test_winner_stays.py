"""Winner stays: the challenger sits down or is left out, the line moves up, and everybody can leave."""

import pygame
import pytest
from msgspec.structs import replace

from cabinet.config.schema import Config
from cabinet.display.evening.pages import Somebody
from cabinet.display.evening.queue import TILES
from cabinet.display.theme import Fonts, with_theme
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import least_capitals
from cabinet.lamp_patterns import IDLE, Cue
from cabinet.scenes.bases import GUARD_NS, LATE_NS, Leave, Uncovered
from cabinet.scenes.called_pair import (
    FLAMES,
    IDLE_NS,
    LEAVE,
    NO_SHOW_NS,
    SLIDE_NS,
    BothHere,
    JoinIn,
    NoShow,
    PairResult,
    QueueState,
    StepOut,
    WinnerStaysScene,
)
from cabinet.screens.view_factory import TableSetting, theme_of
from engine.panel import ACTION, BUTTONS, LEFT, RIGHT, Press
from engine.units import S
from tests.cabinet.scenes.stories import returned, toolkit_of

AMBER, BLUE = 0, 1
SIZES = ((480, 320), (800, 480), (1280, 720), (480, 800), (720, 1280))
FIVE = QueueState(("MIA", "BEN"), AMBER, 3, 5, ("ZOE", "TOM", "ANA"))
KEYS = {(seat, button): "SPC" for seat in (0, 1) for button in BUTTONS}


class Queue:
    """A queue in front of the scene; the simplest rules that move it."""

    def __init__(self, state: QueueState = FIVE, *, size: tuple[int, int] = (480, 320), still: bool = False) -> None:
        self.state = state
        theme = with_theme(theme_of(Config()), two_colour=False, reduced_motion=still)
        self.toolkit = Toolkit(theme, Fonts(), size)
        self.scene = WinnerStaysScene(self.toolkit, TableSetting(key_names=KEYS), self.state)
        self.now = 0
        self.scene.enter(0)

    @property
    def went(self) -> list[PairResult]:
        """Where the scene has led to."""
        return returned(self.scene)

    def answer(self) -> None:
        """Move the queue as the scene has it."""
        for result in self.went:
            match result:
                case NoShow(names):
                    for name in names:
                        self.leaves(name)
                case Uncovered():
                    pass
                case _:
                    return
            self.scene.take_result()
            self.scene.update(self.state)

    def leaves(self, name: str) -> None:
        """The next in line takes the place of a name that goes."""
        seats, line = list(self.state.seats), list(self.state.line)
        seats[seats.index(name)] = line.pop(0) if line else ""
        stays = self.state.champion is not None and name != self.state.seats[self.state.champion]
        champion = self.state.champion if stays else None
        self.state = replace(self.state, seats=(seats[0], seats[1]), line=tuple(line), champion=champion)

    def wait(self, ns: int) -> "Queue":
        self.now += ns
        return self.advance(self.now, self.now)

    def advance(self, now: int, drained: int) -> "Queue":
        self.scene.advance(now, drained)
        self.answer()
        return self

    def tap(self, seat: int, button: str = ACTION) -> "Queue":
        for pressed in (True, False):
            self.scene.handle(Press(seat, button, pressed, self.now, "fake"))
            self.answer()
        return self


def test_the_challenger_sits_down_and_the_match_begins() -> None:
    assert Queue().wait(S).tap(BLUE).went == [BothHere()]


def test_the_champion_is_here_already_and_decides_nothing() -> None:
    assert Queue().wait(S).tap(AMBER).went == []


def test_before_the_first_match_both_sit_down() -> None:
    queue = Queue(replace(FIVE, champion=None, wins=0)).wait(S).tap(AMBER)
    assert queue.went == []
    assert queue.tap(BLUE).went == [BothHere()]


def test_who_does_not_come_within_thirty_seconds_is_left_out_and_the_next_is_called() -> None:
    queue = Queue().wait(NO_SHOW_NS - 1)
    assert queue.state.seats == ("MIA", "BEN")
    assert queue.wait(1).state.seats == ("MIA", "ZOE")
    assert queue.wait(NO_SHOW_NS - 1).state.seats == ("MIA", "ZOE")
    assert queue.tap(BLUE).went == [BothHere()]


def test_a_press_in_the_last_moment_counts_although_it_comes_late() -> None:
    queue = Queue().wait(NO_SHOW_NS - 1)
    queue.advance(NO_SHOW_NS + LATE_NS - 1, NO_SHOW_NS - 1)
    assert queue.tap(BLUE).went == [BothHere()]
    queue = Queue()
    queue.advance(NO_SHOW_NS + LATE_NS, 0)
    assert queue.state.seats == ("MIA", "ZOE")


def test_if_neither_comes_both_are_left_out() -> None:
    assert Queue(replace(FIVE, champion=None)).wait(NO_SHOW_NS).state.seats == ("ZOE", "TOM")


def test_a_press_for_the_pair_before_seats_nobody() -> None:
    queue = Queue().wait(NO_SHOW_NS).tap(BLUE)
    assert queue.went == []
    assert queue.wait(GUARD_NS).tap(BLUE).went == [BothHere()]


def test_left_asks_who_steps_out() -> None:
    assert Queue().wait(S).tap(BLUE, LEFT).went == [StepOut(BLUE)]


def test_right_joins_in_and_5_leaves() -> None:
    assert Queue().tap(BLUE, RIGHT).went == [JoinIn(1)]
    assert Queue().tap(AMBER, LEAVE).wait(NO_SHOW_NS).went == [Leave()]


def test_with_nobody_at_the_other_seat_nobody_is_counted_down_and_the_scene_is_left_in_time() -> None:
    queue = Queue(replace(FIVE, seats=("MIA", ""), line=())).wait(IDLE_NS - 1)
    assert (queue.state.seats, queue.went, queue.scene.rings(queue.now)) == (("MIA", ""), [], [])
    assert queue.wait(1).went == [Leave()]


def test_who_could_be_replaced_by_nobody_is_called_again_and_not_left_out() -> None:
    queue = Queue(replace(FIVE, line=())).wait(NO_SHOW_NS)
    assert (queue.state.seats, queue.went) == (("MIA", "BEN"), [])
    assert (queue.scene.content().seats[BLUE].above, queue.scene.content().seats[BLUE].follows) == (
        "CALLED AGAIN", "WE WAIT",
    )  # fmt: skip
    assert queue.scene.lamps == Cue("winner", (BLUE,))
    assert queue.tap(BLUE).went == [BothHere()]


@pytest.mark.parametrize("button", [ACTION, LEFT, RIGHT, LEAVE])
def test_after_a_round_of_calls_without_a_press_the_queue_sleeps_as_it_stands_until_any_press(button: str) -> None:
    queue = Turning(FIVE)
    for _ in range(100):
        queue.wait(NO_SHOW_NS)
    page = queue.scene.content()
    assert (queue.went, page.title, queue.scene.next_deadline(), queue.scene.lamps) == ([], "GO ON?", None, IDLE)
    assert sorted((*queue.state.seats, *queue.state.line)) == sorted((*FIVE.seats, *FIVE.line))
    assert queue.scene.rings(queue.now) == []
    queue.tap(BLUE, button)
    assert (queue.went, queue.scene.is_asleep) == ([], False)
    assert queue.wait(GUARD_NS).tap(BLUE).went == [BothHere()]


class Turning(Queue):
    """A queue in which whoever goes comes back at its end."""

    def leaves(self, name: str) -> None:
        super().leaves(name)
        self.state = replace(self.state, line=(*self.state.line, name))


def test_a_press_of_anybody_puts_the_sleep_off_by_a_whole_round() -> None:
    queue = Turning(FIVE)
    for _ in range(3):
        queue.wait(3 * NO_SHOW_NS)
        queue.tap(AMBER)
    for _ in range(4):
        assert not queue.scene.is_asleep
        queue.wait(NO_SHOW_NS)
    assert queue.wait(NO_SHOW_NS).scene.is_asleep


def test_of_two_who_are_missed_one_stays_where_one_is_in_line() -> None:
    queue = Queue(replace(FIVE, champion=None, line=("ZOE",))).wait(NO_SHOW_NS)
    assert queue.state.seats == ("ZOE", "BEN")


def test_after_names_have_joined_the_line_is_longer_and_the_ring_goes_on() -> None:
    queue = Queue().wait(10 * S)
    queue.state = replace(queue.state, line=(*queue.state.line, "LEO"))
    queue.scene.resume(queue.now)
    queue.answer()
    assert [name for name, _ in queue.scene.content().line] == ["ZOE", "TOM", "ANA", "LEO"]
    assert queue.wait(NO_SHOW_NS - 10 * S).state.seats == ("MIA", "ZOE")


def test_the_line_slides_left_once_and_stands_with_reduced_motion() -> None:
    queue = Queue().wait(NO_SHOW_NS)
    begun = queue.scene.moving(queue.now)[0].x
    middle = queue.wait(SLIDE_NS // 2).scene.moving(queue.now)[0].x
    end = queue.wait(SLIDE_NS).scene.moving(queue.now)[0].x
    assert begun > middle > end
    still = Queue(still=True).wait(NO_SHOW_NS)
    assert still.scene.moving(still.now)[0].x == end


@pytest.mark.parametrize("count", [0, 1, TILES, TILES + 1, 30])
def test_names_without_a_tile_are_counted(count: int) -> None:
    line = tuple(f"N{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(count))
    page = Queue(replace(FIVE, line=line)).scene.content()
    hidden = int(page.more or 0)
    assert len(page.line) + hidden == count
    assert len(page.line) + bool(hidden) <= TILES
    assert hidden != 1, "a tile that counts one name is that name's"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("streak", [min(FLAMES), max(FLAMES)])
@pytest.mark.parametrize("champion", [None, AMBER, BLUE])
def test_everything_stands_apart(size: tuple[int, int], streak: int, champion: int | None) -> None:
    queue = Queue(QueueState(("MWM", "WMW"), champion, 2, streak, ("ZOE",) * 9), size=size).wait(S)
    rings = queue.scene.rings(queue.now)
    sprites = [*queue.scene.sprites(), *(each for each in queue.scene.moving(queue.now) if each not in rings)]
    frame = pygame.Rect(0, 0, *size)
    rects = [sprite.rect for sprite in sprites]
    assert all(frame.contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[place + 1 :]) < 0 for place, rect in enumerate(rects))
    panels = [pygame.Rect(queue.scene._picture.seat_box(seat)) for seat in (AMBER, BLUE)]
    assert all(any(panel.contains(ring.rect) for panel in panels) for ring in rings)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_sleeping_queue_stands_apart(size: tuple[int, int]) -> None:
    queue = Queue(replace(FIVE, line=()), size=size).wait(NO_SHOW_NS).wait(NO_SHOW_NS)
    assert queue.scene.is_asleep
    lit = [queue.scene.boxes_of(Press(AMBER, button, True, queue.now, "fake")) for button in (LEFT, ACTION, RIGHT)]
    assert list(map(len, lit)) == [0, 1, 0], "a press is answered where a button is drawn"
    rects = [sprite.rect for sprite in (*queue.scene.sprites(), *queue.scene.moving(queue.now))]
    assert all(pygame.Rect(0, 0, *size).contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[place + 1 :]) < 0 for place, rect in enumerate(rects))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", ["MIA", "AMBER"])
def test_a_name_that_is_waited_for_can_be_read_beside_its_ring(size: tuple[int, int], name: str) -> None:
    queue = Queue(QueueState((name, name), None, 0, 5, ()), size=size).wait(S)
    picture = queue.scene._picture
    panel = picture.seat_box(AMBER)
    (ring, _) = queue.scene.rings(queue.now)
    room = ring.rect.x - panel.x
    drawn = picture._parts.somebody(Somebody(name, AMBER), panel.h, room)
    assert least_capitals(queue.toolkit) <= drawn.get_height() <= panel.h // 2
    assert drawn.get_width() <= room


@pytest.mark.parametrize(
    ("champion", "said"), [(None, ["say.next"]), (AMBER, ["say.winner_stays", "say.next"])], ids=["nobody", "amber"]
)
def test_a_call_says_who_stays_and_who_is_next(champion: int | None, said: list[str]) -> None:
    toolkit, heard = toolkit_of(), list[str]()
    scene = WinnerStaysScene(toolkit, TableSetting(), replace(FIVE, champion=champion), play=heard.extend)
    scene.enter(0)
    assert heard == said
