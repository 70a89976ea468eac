"""What the display's tests share: a screen without a screen, and studios that keep what they drew."""

import os
from collections.abc import Iterator

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from tests.cabinet.pictures.studio import Studio


@pytest.fixture(scope="module")
def studio() -> Studio:
    """Draws what a picture shows, and no more."""
    return Studio()


@pytest.fixture(autouse=True)
def _fonts_are_open() -> Iterator[None]:
    pygame.font.init()
    yield
