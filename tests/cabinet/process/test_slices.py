"""Work in slices: where it is suspended, and that nothing else about it changes."""

import pygame
import pytest

from cabinet.display.theme import Theme
from cabinet.process.slices import Slices
from tests.cabinet.pictures.studio import ARRANGEMENTS, Studio, every_sample


class Worker:
    """Work of five steps between which it breathes; each takes a ms of a processor that is told."""

    def __init__(self, most_ms: int) -> None:
        self.now = 0
        self.done: list[int] = []
        self.slices = Slices(lambda: self.now, most_ms * 1_000_000)

    def work(self) -> None:
        for step in range(5):
            self.now += 1_000_000
            self.done.append(step)
            self.slices.breathe()


@pytest.mark.parametrize(("most_ms", "after"), [(0, [1, 2, 3, 4, 5, 5]), (2, [2, 4, 5]), (9, [5])])
def test_work_is_suspended_where_it_breathes_after_its_time(most_ms: int, after: list[int]) -> None:
    worker = Worker(most_ms)
    go_on, done = worker.slices.start(worker.work), list[int]()
    worker.slices.begin()
    while not go_on():
        done.append(len(worker.done))
        worker.slices.begin()
    assert [*done, len(worker.done)] == after


def test_all_the_work_since_it_began_is_one_slice() -> None:
    worker = Worker(3)
    worker.slices.begin()
    worker.now += 2_000_000
    assert not worker.slices.is_over
    assert not worker.slices.start(worker.work)(), "the rest of the slice"
    assert worker.done == [0]
    worker.now += 1
    assert worker.slices.is_over
    worker.slices.begin()
    assert not worker.slices.is_over
    assert worker.slices.longest_ns == 3_000_001
    worker.slices.begin()
    assert worker.slices.longest_ns == 3_000_001


def test_outside_of_slices_breathing_does_nothing() -> None:
    worker = Worker(0)
    worker.work()
    assert len(worker.done) == 5


def test_a_fault_in_the_work_reaches_whoever_lets_it_go_on() -> None:
    worker = Worker(0)

    def fail() -> None:
        worker.slices.breathe()
        raise ValueError("a fault")

    go_on = worker.slices.start(fail)
    assert not go_on()
    with pytest.raises(ValueError, match="a fault"):
        go_on()


def test_work_that_is_dropped_ends_where_it_was_suspended() -> None:
    worker, ended = Worker(0), list[str]()

    def work() -> None:
        try:
            worker.slices.breathe()
            ended.append("the rest")
        finally:
            ended.append("cleared up")

    go_on = worker.slices.start(work)
    go_on()
    del go_on
    assert ended == ["cleared up"]


@pytest.mark.parametrize("name", ["play", "match_result", "uno_play"])
def test_a_picture_drawn_in_slices_is_the_same_picture(name: str) -> None:
    """Each drawing is suspended before and after, so that every drawing within another one is as well."""
    sample = every_sample()[name]
    whole = Studio(Theme()).render(sample, (800, 480), ARRANGEMENTS[0])
    studio, slices, drawn = Studio(Theme()), Slices(lambda: 0, 0), list[pygame.Surface]()
    studio.toolkit((800, 480)).drawn.breathe = slices.breathe
    go_on, count = slices.start(lambda: drawn.append(studio.render(sample, (800, 480), ARRANGEMENTS[0]))), 1
    while not go_on():
        count += 1
    assert count > 50
    assert pygame.image.tobytes(drawn[0], "RGB") == pygame.image.tobytes(whole, "RGB")
