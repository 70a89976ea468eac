"""The page of mistakes in the card's file: everything on it can be read, on as many pages as that takes."""

from itertools import pairwise

import pytest

from cabinet.display.layout.boxes import Box
from cabinet.display.theme import Fonts, Theme, with_theme
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bases import Done, Leave
from cabinet.scenes.card_faults import PAGE_NS, CardFaults, FaultLine, pages
from engine.panel import ACTION, LEFT, RIGHT, Press
from tests.cabinet.pictures.operator_samples import CARD_FAULTS
from tests.cabinet.pictures.studio import SIZES
from tests.cabinet.scenes.stories import returned

LONG = FaultLine("LINE 1234", "operator.power_off: " + "a word and another " * 30)


class Ways:
    """Knows the way out that was taken."""

    def __init__(self, toolkit: Toolkit, faults: list[FaultLine]) -> None:
        self.scene = CardFaults(toolkit, faults)
        self.scene.enter(0)

    @property
    def taken(self) -> list[Done | Leave]:
        """The way out that was taken."""
        return returned(self.scene)

    def press(self, button: str, *, at_ns: int = 1) -> int:
        """Press a button; return the page that is shown then."""
        self.scene.handle(Press(0, button, True, at_ns, "gpio"))
        return self.scene._page


def toolkit_of(size: tuple[int, int], *, large: bool = False) -> Toolkit:
    return Toolkit(with_theme(Theme(), two_colour=False, reduced_motion=False, large=large), Fonts(), size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("large", [False, True])
def test_every_fault_is_whole_and_below_the_one_before_at_every_size(size: tuple[int, int], large: bool) -> None:
    toolkit = toolkit_of(size, large=large)
    scene = CardFaults(toolkit, [*CARD_FAULTS, LONG])
    room = scene._list
    seen = pages(toolkit, CARD_FAULTS, room)
    assert sum(map(len, seen)) == len(CARD_FAULTS)
    for page in seen:
        assert all(one.rect.bottom < other.rect.top for one, other in pairwise(page))
        assert all(Box(*sprite.rect).right <= size[0] and sprite.rect.bottom <= room.bottom for sprite in page)


def test_few_faults_are_written_larger() -> None:
    toolkit = toolkit_of((800, 480))
    room = CardFaults(toolkit, CARD_FAULTS[:1])._list
    assert pages(toolkit, CARD_FAULTS[:1], room)[0][0].rect.h > pages(toolkit, CARD_FAULTS, room)[0][0].rect.h


def test_arrows_turn_the_pages_round_and_any_other_button_leaves() -> None:
    ways = Ways(toolkit_of((480, 320)), list(CARD_FAULTS))
    last = len(ways.scene._pages) - 1
    assert last >= 1
    assert (ways.press(RIGHT), ways.press(LEFT), ways.press(LEFT)) == (1, 0, last)
    ways.press(ACTION)
    assert ways.taken == [Leave()]


def test_on_a_single_page_every_button_leaves() -> None:
    ways = Ways(toolkit_of((800, 480)), list(CARD_FAULTS[:1]))
    ways.press(RIGHT)
    assert ways.taken == [Leave()]


def test_without_a_press_each_page_has_its_time_and_then_it_is_over_once() -> None:
    ways = Ways(toolkit_of((480, 320)), list(CARD_FAULTS))
    for number in range(1, len(ways.scene._pages) + 1):
        ways.scene.advance(number * PAGE_NS - 1, 0)
        assert ways.scene._page == number - 1
        ways.scene.advance(number * PAGE_NS, 0)
    assert ways.taken == [Done()]
    ways.scene.advance(99 * PAGE_NS, 0)
    assert (ways.taken, ways.scene.next_deadline()) == ([Done()], None)
