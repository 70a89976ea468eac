"""What the cabinet's screen should show, rendered here, and a picture of the machine's screen held against it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import pygame
from msgspec.structs import replace

from cabinet.config.offers import find_offer
from cabinet.config.schema import Config
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.operator import OperatorPage
from cabinet.scenes.title import Notice, Title, TitleState
from engine.panel import CARDS, Press
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.pictures.operator_samples import service
from tests.cabinet.pictures.scenes import picture

CLOSE = 12
"""A channel may differ by so much: the way to the screen rounds."""


def title(
    size: tuple[int, int] = (1280, 720),
    news: str = "",
    *,
    game: str = "",
    has_keys: bool = True,
    is_good: bool = True,
    letters: Mapping[str, str] = MappingProxyType({}),
) -> pygame.Surface:
    """The title before the first match, with the glow standing still, and with `game` on offer.

    `has_keys`: the cabinet has a keyboard and no pins, and reads it from the kernel; `letters` says what is printed on
    its keys where that is not as on a US keyboard.
    """
    toolkit, config = Toolkit(replace(Theme(), reduced_motion=True), Fonts(), size), Config()
    offered = Title(
        toolkit,
        [{button: letters.get(key, key) for button, key in panel.items()} for panel in DEFAULT_KEYS]
        if has_keys
        else None,
        TitleState(
            game or config.match.game,
            notice=Notice(news, bool(news) and is_good),
            has_evenings=True,
        ),
        line=lambda game: find_offer(config, game).title,
    )
    return picture(offered, toolkit)


def operator(size: tuple[int, int], part: int, tapped: Sequence[str] = ()) -> pygame.Surface:
    """A part of the operator's page; each button in `tapped` was pressed once on both panels in the buttons' test."""
    toolkit = Toolkit(Theme(), Fonts(), size)
    page = OperatorPage(toolkit, service())
    page.enter(0)
    page.handle(Press(0, CARDS[part], True, 0, "board"))
    for button in tapped:
        for seat in (0, 1):
            for is_down in (True, False):
                page.handle(Press(seat, button, is_down, 0, "board"))
    return picture(page, toolkit)


def seen(path: Path) -> pygame.Surface:
    """A picture that the machine took of its screen."""
    return pygame.image.load(str(path))


def difference(picture: pygame.Surface, wanted: pygame.Surface) -> float:
    """The share of pixels that are not as wanted; 1 for a picture of another size."""
    if picture.get_size() != wanted.get_size():
        return 1.0
    alike = pygame.mask.from_threshold(picture, (0, 0, 0), (CLOSE, CLOSE, CLOSE), wanted)
    width, height = picture.get_size()
    return 1 - alike.count() / (width * height)


def colours(picture: pygame.Surface) -> int:
    """How many colours a grid of points has: one or two on a black screen."""
    width, height = picture.get_size()
    return len({tuple(picture.get_at((x, y)))[:3] for x in range(0, width, 16) for y in range(0, height, 16)})
