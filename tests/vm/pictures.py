"""What the cabinet's screen should show, rendered here."""

from dataclasses import replace

import pygame

from cabinet.config.presets import find_offer
from cabinet.config.schema import Config
from cabinet.display.fonts import Fonts
from cabinet.display.theme import Theme
from cabinet.display.toolkit import Kit
from cabinet.scenes.title import NOWHERE, Title
from hardware.keyboard import DEFAULT_KEYS
from tools.pictures.scenes import picture


def title(size: tuple[int, int] = (1280, 720), news: str = "") -> pygame.Surface:
    """The title of a cabinet that has a keyboard and no pins, before the first match, with the glow standing still."""
    kit, config = Kit(replace(Theme(), reduced_motion=True), Fonts(), size), Config()
    offered = Title(
        kit,
        DEFAULT_KEYS,
        NOWHERE,
        game=config.match.game,
        line=lambda game: find_offer(config, game).title,
        notice=news,
        is_good=bool(news),
    )
    return picture(offered, kit)
