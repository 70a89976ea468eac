"""The slow motion of a race: off every seat's cards, turned for who sits opposite, whole at its places."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.layout.arrange import hand_layout, table_layout
from cabinet.display.layout.boxes import HandNeed, LayoutName, Need, TableLayout
from cabinet.display.layout.race import slow_motion_places
from cabinet.display.result.content import RaceCards
from cabinet.display.result.slow_motion import RUN_NS, SLOW_NS, SlowMotion
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.strings.catalogue import word
from engine.log_lines import Contest
from engine.units import MS
from tests.cabinet.pictures.studio import SIZES

WAYS: tuple[tuple[LayoutName, bool], ...] = (("facing", False), ("facing", True), ("beside", False))
RACES = [RaceCards(Contest(0, 1, margin, 123_400_000), ("7H", "7C")) for margin in (300_000, 8 * MS, 299 * MS)]


def is_off_the_cards(layout: TableLayout) -> bool:
    slots = [slot for seat in layout.seats for slot in seat.slots]
    return not any(pygame.Rect(place.box).collidelistall(slots) for place in slow_motion_places(layout))


@given(width=st.integers(480, 2560), height=st.integers(320, 1600), way=st.sampled_from(WAYS), slots=st.integers(5, 6))
def test_no_seats_card_is_covered(width: int, height: int, way: tuple[LayoutName, bool], slots: int) -> None:
    name, cocktail = way
    assert is_off_the_cards(table_layout((width, height), name, cocktail=cocktail, need=Need(slots=slots)))
    assert is_off_the_cards(hand_layout((width, height), name, HandNeed(2, (0, 1)), cocktail=cocktail))


@pytest.mark.parametrize("size", SIZES)
def test_each_side_of_a_cocktail_table_has_its_own(size: tuple[int, int]) -> None:
    near, far = slow_motion_places(table_layout(size, "facing", cocktail=True))
    assert (near.turned, far.turned) == (False, True)
    assert far.box == near.box.turned(*size)


@pytest.mark.parametrize("race", RACES, ids=lambda race: str(race.contest.margin_ns))
@pytest.mark.parametrize(("name", "cocktail"), WAYS)
@pytest.mark.parametrize("size", SIZES)
def test_all_of_it_lies_within_its_places(
    size: tuple[int, int], name: LayoutName, cocktail: bool, race: RaceCards
) -> None:
    places = slow_motion_places(table_layout(size, name, cocktail=cocktail))
    motion = SlowMotion(Toolkit(Theme(), Fonts(), size), word, race, places)
    rooms = [pygame.Rect(place.box) for place in places]
    for age in range(0, SLOW_NS, RUN_NS // 10):
        assert all(any(room.contains(sprite.rect) for room in rooms) for sprite in motion.sprites(age)), age


def test_both_sides_see_the_same_picture() -> None:
    size = (800, 480)
    places = slow_motion_places(table_layout(size, "facing", cocktail=True))
    motion = SlowMotion(Toolkit(Theme(), Fonts(), size), word, RACES[1], places)
    screen = pygame.Surface(size)
    screen.blits([(sprite.surface, sprite.rect) for sprite in motion.sprites(SLOW_NS)])
    turned = pygame.transform.rotate(screen, 180)
    near, far = (screen.subsurface(place.box) for place in places)
    assert pygame.image.tobytes(near, "RGB") == pygame.image.tobytes(turned.subsurface(places[0].box), "RGB")
    assert pygame.image.tobytes(near, "RGB") != pygame.image.tobytes(far, "RGB")
