"""Words that fit into a room, and words that do not."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.fonts import Fonts
from cabinet.display.theme import Theme
from cabinet.display.toolkit import Kit

SIZES = ((480, 320), (800, 480), (1280, 720))
INK = (255, 255, 255)
LARGEST = 20


@pytest.fixture(scope="module")
def kits() -> tuple[Kit, ...]:
    fonts = Fonts()
    return tuple(Kit(Theme(), fonts, size) for size in SIZES)


def pixels(surface: pygame.Surface) -> tuple[tuple[int, int], bytes]:
    return surface.get_size(), pygame.image.tobytes(surface, "RGBA")


@given(text=st.text("+0123456789.", min_size=1, max_size=8), width=st.integers(8, 90), which=st.sampled_from(range(3)))
def test_what_fits_is_drawn_whole_and_nothing_else_is(kits: tuple[Kit, ...], text: str, width: int, which: int) -> None:
    kit = kits[which]
    drawn = pixels(kit.fitted(text, LARGEST, INK, width))
    sizes = range(kit.least_type(), kit.type_size(LARGEST) + 1)
    whole = [pixels(kit.fonts.get("text", size).render(text, True, INK)) for size in sizes]
    assert kit.fits(text, width) == (drawn in whole)
