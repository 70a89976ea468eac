"""The life cycle of scenes: the order of calls, and that a covered scene's time stands still."""

from collections.abc import Callable
from functools import partial

import pygame
from hypothesis import given
from hypothesis import strategies as st

from cabinet.scenes.stack import Over, Scene, SceneStack
from engine.panel import Glitch, Press

SCREEN = pygame.Surface((4, 4))


class Witness(Scene[object]):
    """Notes every call with its time."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.calls: list[tuple[str, int]] = []

    def enter(self, now: int) -> None:
        self.calls.append(("enter", now))

    def leave(self, now: int) -> None:
        self.calls.append(("leave", now))

    def pause(self, now: int) -> None:
        self.calls.append(("pause", now))

    def resume(self, now: int) -> None:
        self.calls.append(("resume", now))

    def handle(self, press: Press) -> None:
        self.calls.append(("handle", press.time_ns))

    def advance(self, now: int, drained: int) -> None:
        self.calls.append(("advance", now))

    def next_deadline(self) -> int | None:
        return 1000

    def is_stale(self, now: int) -> bool:
        return False

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        self.calls.append(("draw everything" if everything else "draw", now))
        return []


def press(at: int) -> Press:
    return Press(0, "CARD1", True, at, "fake")


def test_a_scene_is_entered_used_and_left() -> None:
    stack, scene = SceneStack(), Witness()
    stack.push(scene, 10)
    stack.handle(press(11))
    stack.advance(12, 12)
    stack.draw([SCREEN], 13)
    stack.draw([SCREEN], 14)
    stack.pop(15)
    assert scene.calls == [
        ("enter", 10),
        ("handle", 11),
        ("advance", 12),
        ("draw everything", 13),
        ("draw", 14),
        ("leave", 15),
    ]
    assert stack.top is None


class Silent(Witness):
    @property
    def clicks(self) -> bool:
        return False


class Deaf(Witness):
    def handle(self, press: Press) -> None:
        super().handle(press)
        self.refuse()


def test_a_press_clicks_and_a_release_does_not_and_none_at_a_table_in_play() -> None:
    clicks: list[str] = []
    stack = SceneStack(click=clicks.append)
    stack.handle(press(0))
    assert len(clicks) == 0
    stack.push(Witness(), 0)
    stack.handle(press(1))
    stack.handle(press(2)._replace(pressed=False))
    assert len(clicks) == 1
    stack.push(Silent(), 3)
    stack.handle(press(4))
    assert clicks == ["click"]


def test_a_press_that_does_nothing_is_answered_differently() -> None:
    clicks: list[str] = []
    stack = SceneStack(click=clicks.append)
    stack.push(Deaf(), 0)
    stack.handle(press(1))
    assert clicks == ["refused"]
    assert [answer.is_refused for answer in stack.take_answers()] == [True]
    stack.push(Witness(), 2)
    stack.handle(press(3))
    assert clicks == ["refused", "click"]
    assert [answer.is_refused for answer in stack.take_answers()] == [False]


def test_an_answer_does_not_outlive_its_picture() -> None:
    stack = SceneStack()
    stack.push(Witness(), 0)
    stack.handle(press(1))
    stack.replace(Witness(), 2)
    assert stack.take_answers() == []


def test_a_covered_scenes_time_stands_still() -> None:
    stack, below, above = SceneStack(), Witness(), Witness()
    stack.push(below, 0)
    stack.push(above, 100)
    stack.advance(150, 150)
    assert above.calls == [("enter", 100), ("advance", 150)]
    stack.pop(400)
    stack.handle(press(410))
    stack.advance(420, 420)
    assert below.calls == [("enter", 0), ("pause", 100), ("resume", 100), ("handle", 110), ("advance", 120)]
    assert stack.next_deadline() == 1300


def test_what_was_covered_is_drawn_wholly_again() -> None:
    stack, below = SceneStack(), Witness()
    stack.push(below, 0)
    stack.draw([SCREEN], 1)
    stack.push(Witness(), 2)
    stack.draw([SCREEN], 3)
    assert not stack.is_stale(3)
    stack.pop(4)
    assert stack.is_stale(4)
    stack.draw([SCREEN], 5)
    assert below.calls[-1] == ("draw everything", 3)


def test_a_screen_that_was_lost_is_drawn_wholly_again() -> None:
    stack, scene = SceneStack(), Witness()
    stack.push(scene, 0)
    stack.draw([SCREEN], 1)
    stack.redraw()
    assert stack.is_stale(2)
    stack.draw([SCREEN], 2)
    assert scene.calls[-1] == ("draw everything", 2)


def test_a_scene_leads_to_another_after_its_own_advance() -> None:
    stack, first, second = SceneStack(), Witness(), Witness()
    stack.push(first, 0)
    stack.soon(partial(stack.replace, second))
    assert stack.top is first
    stack.advance(7, 7)
    assert first.calls[-2:] == [("advance", 7), ("leave", 7)]
    assert second.calls == [("enter", 7)]


class Doorway(Witness):
    """Leads to another scene by each press, as a title does; with `hands_on` the press goes along."""

    def __init__(self, stack: SceneStack, change: Callable[[int], None], *, hands_on: bool = False) -> None:
        super().__init__()
        self._stack = stack
        self._change = change
        self._hands_on = hands_on

    def handle(self, press: Press) -> None:
        super().handle(press)
        self._stack.soon(self._change)
        if self._hands_on:
            self._stack.hand_on(press)


def presses_of(scene: Witness) -> list[int]:
    return [time for name, time in scene.calls if name == "handle"]


def test_a_press_after_the_one_that_leads_on_is_for_the_next_scene() -> None:
    stack, second = SceneStack(), Witness()
    first = Doorway(stack, partial(stack.replace, second))
    stack.push(first, 0)
    for at in (3, 4, 5):
        stack.handle(press(at))
    assert (presses_of(first), presses_of(second)) == ([3], [])
    stack.advance(9, 9)
    assert first.calls[-2:] == [("advance", 9), ("leave", 9)]
    assert second.calls == [("enter", 9), ("handle", 4), ("handle", 5), ("advance", 9)]


def test_a_press_that_is_handed_on_comes_first_and_sounds_once() -> None:
    clicks: list[str] = []
    stack, second = SceneStack(click=clicks.append), Witness()
    first = Doorway(stack, partial(stack.replace, second), hands_on=True)
    stack.push(first, 0)
    stack.handle(press(3))
    stack.handle(press(4))
    stack.advance(9, 9)
    assert presses_of(second) == [3, 4]
    assert len(clicks) == 2


def test_a_change_that_no_press_asked_for_takes_no_press_from_the_scene_in_use() -> None:
    """The operator's button is no press of a panel: those of a race that come with it count in the match."""
    stack, first, second = SceneStack(), Witness(), Witness()
    stack.push(first, 0)
    stack.soon(partial(stack.push, second))
    stack.handle(press(4))
    stack.advance(9, 9)
    assert (presses_of(first), presses_of(second)) == ([4], [])


def test_presses_at_the_end_of_the_program_are_dropped() -> None:
    stack = SceneStack()
    stack.push(Doorway(stack, stack.clear), 0)
    stack.handle(press(1))
    stack.handle(press(2))
    stack.advance(3, 3)
    assert stack.top is None


def test_what_a_press_asks_for_after_the_end_was_ordered_is_not_done() -> None:
    stack = SceneStack()
    stack.push(Doorway(stack, partial(stack.replace, Witness())), 10)
    stack.soon(stack.clear)
    stack.handle(press(11))
    stack.advance(12, 12)
    assert stack.top is None


def test_a_glitch_is_told_to_the_top_scene_by_its_own_clock() -> None:
    class Judge(Witness):
        judges = True

        def take_back(self, glitch: Glitch) -> None:
            self.calls.append(("take back", glitch.time_ns))

    stack, scene, cover = SceneStack(), Judge(), Witness()
    assert not stack.judges
    stack.push(scene, 10)
    assert stack.judges
    stack.push(cover, 20)
    assert not stack.judges
    stack.take_back(Glitch(0, "CARD1", 25, "fake"))
    stack.pop(30)
    stack.take_back(Glitch(0, "CARD1", 35, "fake"))
    assert [call for call in scene.calls if call[0] == "take back"] == [("take back", 25)]


def test_a_press_made_while_a_scene_was_covered_has_the_time_at_which_it_was_covered() -> None:
    """Its clock stood still: a later one would overtake presses, an earlier one would be among those before."""
    stack, below = SceneStack(), Witness()
    stack.push(below, 0)
    stack.push(Doorway(stack, stack.pop), 100)
    stack.handle(press(390))
    stack.handle(press(395))
    stack.advance(400, 400)
    assert presses_of(below) == [100]
    stack.handle(press(90))
    stack.handle(press(401))
    assert presses_of(below) == [100, 90, 101]


@given(st.lists(st.booleans(), max_size=20))
def test_no_press_is_lost_or_doubled_and_their_order_stays(doors: list[bool]) -> None:
    """Whichever presses lead on, each is handled by one scene, in the order in which they came."""
    stack = SceneStack()
    scenes: list[Witness] = []

    def enter(now: int) -> None:
        scenes.append(Odd(stack, enter, doors))
        (stack.replace if stack.top else stack.push)(scenes[-1], now)

    enter(0)
    for at in range(len(doors)):
        stack.handle(press(at))
    stack.advance(99, 99)
    assert [time for scene in scenes for time in presses_of(scene)] == list(range(len(doors)))
    assert len(scenes) == 1 + sum(doors)


class Odd(Doorway):
    """Leads on by the presses that are listed."""

    def __init__(self, stack: SceneStack, change: Callable[[int], None], doors: list[bool]) -> None:
        super().__init__(stack, change)
        self._doors = doors

    def handle(self, press: Press) -> None:
        if self._doors[press.time_ns]:
            super().handle(press)
        else:
            Witness.handle(self, press)


def test_at_the_end_all_are_left_and_none_is_resumed() -> None:
    stack, below, above = SceneStack(), Witness(), Witness()
    stack.push(below, 0)
    stack.push(above, 5)
    stack.clear(9)
    assert below.calls == [("enter", 0), ("pause", 5), ("leave", 5)]
    assert above.calls == [("enter", 5), ("leave", 9)]


@given(st.lists(st.sampled_from(["push", "pop", "replace", "advance"]), max_size=30))
def test_whatever_happens_every_life_is_in_order_and_no_clock_goes_back(moves: list[str]) -> None:
    stack, scenes = SceneStack(), []
    for now, move in enumerate(moves):
        if move == "advance":
            stack.advance(now, now)
        elif move == "pop":
            if stack.top:
                stack.pop(now)
        elif move == "push" or stack.top:
            scene = Witness()
            scenes.append(scene)
            (stack.push if move == "push" else stack.replace)(scene, now)
    stack.clear(len(moves))
    for scene in scenes:
        names = [name for name, _ in scene.calls]
        times = [time for _, time in scene.calls]
        assert times == sorted(times)
        assert names[0] == "enter"
        assert names[-1] == "leave"
        assert names.count("leave") == 1
        covers = [name for name in names if name in ("pause", "resume")]
        assert covers == (["pause", "resume"] * len(covers))[: len(covers)]


# Stories


class Page(Witness):
    """Ends with the time of every press."""

    def handle(self, press: Press) -> None:
        super().handle(press)
        self.dismiss(press.time_ns)


def test_a_story_shows_one_scene_after_the_other_and_gets_their_results() -> None:
    stack, first, second = SceneStack(), Page(), Page()
    results: list[object] = []

    async def story() -> None:
        results.append(await first)
        results.append(await second)

    stack.start(story(), 0)
    for at in (3, 4, 5):
        stack.handle(press(at))
    stack.advance(9, 9)
    assert first.calls == [("enter", 0), ("handle", 3), ("advance", 9), ("leave", 9)]
    assert second.calls == [("enter", 9), ("handle", 4), ("advance", 9), ("leave", 9)]
    assert results == [3, 4]
    assert stack.top is None, "the story has ended, and its last scene with it"


def test_a_scene_that_is_awaited_once_more_goes_on() -> None:
    stack, page = SceneStack(), Page()
    results: list[object] = []

    async def story() -> None:
        while True:
            results.append(await page)

    stack.start(story(), 0)
    for at in (3, 4):
        stack.handle(press(at))
    stack.advance(9, 9)
    assert results == [3, 4]
    assert page.calls == [("enter", 0), ("handle", 3), ("advance", 9), ("handle", 4), ("advance", 9)]


def test_what_covers_a_scene_is_gone_before_its_result_comes() -> None:
    stack, below, above = SceneStack(), Page(), Page()
    results: list[object] = []

    async def story() -> None:
        await below
        results.append(await Over(above))
        results.append(await below)

    stack.start(story(), 0)
    stack.handle(press(1))
    stack.advance(10, 10)
    assert stack.top is above
    stack.handle(press(20))
    stack.advance(30, 30)
    assert stack.top is below
    assert below.calls[-2:] == [("pause", 10), ("resume", 10)]
    stack.handle(press(35))
    stack.advance(40, 40)
    assert results == [20, 15]


def test_a_story_may_cover_another_and_leaves_it_as_it_was() -> None:
    stack, below, above = SceneStack(), Page(), Page()

    async def shown(page: Page) -> None:
        await page

    stack.start(shown(below), 0)
    stack.start(shown(above), 5)
    stack.handle(press(6))
    stack.advance(7, 7)
    assert stack.top is below
    assert below.calls == [("enter", 0), ("pause", 5), ("resume", 5)]


def test_the_first_result_counts() -> None:
    page = Page()
    for at in (1, 2):
        page.handle(press(at))
    assert page.take_result() == 1
    assert not page.is_dismissed


def test_a_press_that_a_story_hands_on_comes_before_those_that_followed_it() -> None:
    stack, first, second = SceneStack(), Page(), Witness()

    async def story() -> None:
        await first
        stack.hand_on(press(3))
        await second

    stack.start(story(), 0)
    for at in (3, 4):
        stack.handle(press(at))
    stack.advance(9, 9)
    assert presses_of(second) == [3, 4]


def test_a_press_that_is_handed_on_by_a_scene_whose_clock_is_behind_keeps_its_own_stamp() -> None:
    stack, second = SceneStack(), Witness()

    async def story() -> None:
        stack.hand_on(press(int(str(await Page()))))
        await second

    stack.start(story(), 0)
    stack.push(Witness(), 10)
    stack.pop(30)
    stack.handle(press(40))
    stack.advance(50, 50)
    assert presses_of(second) == [40]


def test_stories_end_with_the_program() -> None:
    stack, ended = SceneStack(), list[str]()

    async def story(name: str) -> None:
        try:
            await Page()
        finally:
            ended.append(name)

    stack.start(story("below"), 0)
    stack.start(story("above"), 1)
    stack.clear(2)
    assert ended == ["above", "below"]


@given(st.lists(st.sampled_from(["next", "again", "over"]), max_size=20))
def test_whatever_a_story_shows_every_life_is_in_order_and_no_press_is_lost(moves: list[str]) -> None:
    stack, pages = SceneStack(), [Page()]

    def page() -> Page:
        pages.append(Page())
        return pages[-1]

    async def story() -> None:
        shown = pages[0]
        await shown
        for move in moves:
            if move == "over":
                await Over(page())
            shown = page() if move == "next" else shown
            await shown

    stack.start(story(), 0)
    awaited = 1 + len(moves) + moves.count("over")
    for at in range(awaited):
        stack.handle(press(at))
    stack.advance(99, 99)
    assert stack.top is None
    assert sum(len(presses_of(each)) for each in pages) == awaited
    for each in pages:
        names = [name for name, _ in each.calls]
        assert (names[0], names[-1], names.count("enter"), names.count("leave")) == ("enter", "leave", 1, 1)
        covers = [name for name in names if name in ("pause", "resume")]
        assert covers == ["pause", "resume"] * (len(covers) // 2)
