"""What the cabinet's screen should show, rendered here."""

import pygame

from cabinet.display.fonts import Fonts
from cabinet.display.theme import Theme
from cabinet.display.toolkit import Kit
from cabinet.scenes.title import NOWHERE, Title
from hardware.keyboard import DEFAULT_KEYS
from tools.pictures.scenes import picture


def title(size: tuple[int, int] = (1280, 720)) -> pygame.Surface:
    """The title of a cabinet that has a keyboard and no pins."""
    kit = Kit(Theme(), Fonts(), size)
    return picture(Title(kit, DEFAULT_KEYS, NOWHERE), kit)
