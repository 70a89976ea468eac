"""Words that fit into a room, and words that do not."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.shapes import FINER, painted
from cabinet.display.table.overlays import Overlays
from cabinet.display.theme import Colour, Fonts, Theme
from cabinet.display.toolkit import Toolkit

SIZES = ((480, 320), (800, 480), (1280, 720))
INK = (255, 255, 255)
LARGEST = 20


@pytest.fixture(scope="module")
def toolkits() -> tuple[Toolkit, ...]:
    fonts = Fonts()
    return tuple(Toolkit(Theme(), fonts, size) for size in SIZES)


def pixels(surface: pygame.Surface) -> tuple[tuple[int, int], bytes]:
    return surface.get_size(), pygame.image.tobytes(surface, "RGBA")


@given(
    size=st.tuples(st.integers(3, 150), st.integers(3, 90)),
    radius=st.sampled_from([-1, 3, 6, 18]),
    edge=st.sampled_from([None, (255, 170, 0)]),
    which=st.sampled_from(range(3)),
)
def test_a_plate_has_the_pixels_of_one_that_is_drawn_finer_as_a_whole(
    toolkits: tuple[Toolkit, ...], size: tuple[int, int], radius: int, edge: Colour | None, which: int
) -> None:
    toolkit, fill = toolkits[which], (20, 30, 44)
    round_px = FINER * (min(size) // 2 if radius < 0 else radius)

    def draw(big: pygame.Surface) -> None:
        pygame.draw.rect(big, fill, big.get_rect(), border_radius=round_px)
        if edge is not None:
            pygame.draw.rect(big, edge, big.get_rect(), width=toolkit.px(2) * FINER, border_radius=round_px)

    assert pixels(toolkit.draw_plate(size, fill, edge, radius=radius)) == pixels(painted(size, edge or fill, draw))


def test_what_scenes_share_of_a_toolkit_is_made_once() -> None:
    toolkit = Toolkit(Theme(), Fonts(), (480, 320))
    small = toolkit.with_size((240, 160))
    assert toolkit.with_size((480, 320)) is toolkit
    assert toolkit.with_size((240, 160)) is small
    assert (small.art, small.drawn) == (toolkit.art, toolkit.drawn)
    assert toolkit.shared(Overlays) is toolkit.shared(Overlays) is not small.shared(Overlays)


@given(text=st.text("+0123456789.", min_size=1, max_size=8), width=st.integers(8, 90), which=st.sampled_from(range(3)))
def test_what_fits_is_drawn_whole_and_nothing_else_is(
    toolkits: tuple[Toolkit, ...], text: str, width: int, which: int
) -> None:
    toolkit = toolkits[which]
    drawn = pixels(toolkit.fitted(text, LARGEST, INK, width))
    sizes = range(toolkit.least_type(), toolkit.type_size(LARGEST) + 1)
    whole = [pixels(toolkit.fonts.get("text", size).render(text, True, INK)) for size in sizes]
    assert toolkit.fits(text, width) == (drawn in whole)
