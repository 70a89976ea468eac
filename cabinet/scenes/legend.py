"""The legend of the title: the keys for the panels, or the panels' buttons.

At a desk it is a picture of the keyboard with both players' keys in their colours, at their real places. Keys without a
place on it, and the buttons of a cabinet, are drawn as panels of eight.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.keycaps import cap_name
from cabinet.strings.catalogue import word
from engine.panel import BUTTONS, CARDS, LEFT, RIGHT

ROWS: Final = ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./")
"""The letter block of a US keyboard, row by row."""
SHIFTED: Final = (0.0, 0.5, 0.75, 1.25)
"""Offset of each row to the right of the first, in keys."""
WIDTH: Final = 12.5
"""Width of the whole block, in keys."""

Seat = int
Wiring = Sequence[Mapping[str, str]]
"""For each seat, button -> name of its key."""


def lies_on_the_block(wiring: Wiring) -> bool:
    """Return whether every key of both seats can be shown in its place."""
    block = set("".join(ROWS))
    return all(key in block for panel in wiring for key in panel.values())


def keyboard(kit: Kit, wiring: Wiring, box: Box) -> list[Sprite]:
    """Return the letter block of a keyboard in the box, with the seats' keys in their colours and their functions."""
    pitch = min(box.w / WIDTH, box.h / len(ROWS))
    side = int(pitch) - kit.px(4, 2)
    left = box.x + round((box.w - WIDTH * pitch) / 2)
    top = box.y + round((box.h - len(ROWS) * pitch) / 2)
    owners = {key: (seat, button) for seat, panel in enumerate(wiring) for button, key in panel.items()}
    sprites = []
    for row, keys in enumerate(ROWS):
        for column, key in enumerate(keys):
            x = left + round((SHIFTED[row] + column) * pitch)
            cap = key_cap(kit, key, owners.get(key), side)
            sprites.append(Sprite(cap, x, top + round(row * pitch)))
    return sprites


def key_cap(kit: Kit, key: str, owner: tuple[Seat, str] | None, side: int) -> pygame.Surface:
    """Draw one key: its letter, and below it its function; a key of no seat is dark and has no word."""
    colours = kit.theme.colours
    if owner is None:
        return kit.plate((side, side), colours.plate, colours.key, radius=side // 6)
    seat, button = owner
    cap = kit.plate((side, side), kit.theme.seat(seat).colour, radius=side // 6).copy()
    letter = kit.fitted(cap_words(key), 19, colours.dark_text, side)
    cap.blit(letter, letter.get_rect(center=(side // 2, round(side * 0.27))))
    below = Box(0, side // 2, side, side - side // 2 - max(1, side // 12))
    sign = button_sign(kit, button, below, colours.dark_text)
    cap.blit(sign, sign.get_rect(center=below.centre))
    return cap


def panel(
    kit: Kit, seat: Seat, names: Mapping[str, str], box: Box, lit: Collection[str] = BUTTONS, down: str = ""
) -> list[Sprite]:
    """Return a panel as it is built: five card buttons above, LEFT, RIGHT and ACTION below, each with any name it has.

    Buttons not in `lit` are dark; the button `down` is white, as under a finger.
    """
    gap = kit.px(8, 4)
    width = (box.w - 4 * gap) // 5
    height = min(width, (box.h - gap) // 2)
    top = box.y + (box.h - 2 * height - gap) // 2
    sprites = []
    for place, button in enumerate(BUTTONS):
        upper = button in CARDS
        column = place if upper else place - len(CARDS)
        x = box.x + column * (width + gap) + (0 if upper else (width + gap))
        cap = Box(x, top + (0 if upper else height + gap), width, height)
        colours = kit.theme.colours
        fill = kit.theme.seat(seat).colour if button in lit else colours.key
        fill = colours.paper if button == down else fill
        ink = colours.key_text if fill == colours.key else colours.dark_text
        sprites.append(Sprite(panel_button(kit, button, names.get(button, ""), cap, fill, ink), cap.x, cap.y))
    return sprites


def panel_button(kit: Kit, button: str, name: str, cap: Box, fill: Colour, ink: Colour) -> pygame.Surface:
    """Draw one button of a panel, with its name and its sign."""
    surface = kit.plate((cap.w, cap.h), fill, radius=cap.h // 4).copy()
    half = cap.h // 2
    rooms = (Box(0, 0, cap.w, half), Box(0, half, cap.w, cap.h - half)) if name else (Box(0, 0, cap.w, cap.h),)
    if name:
        width = cap.w - kit.px(6, 4)
        whole = kit.fonts.get("text", kit.least_type("text")).size(cap_words(name))[0] <= width
        text = kit.fitted(cap_words(name) if whole else cap_name(name), 17, ink, width)
        surface.blit(text, text.get_rect(center=rooms[0].centre))
    sign = button_sign(kit, button, rooms[-1].inset(kit.px(4, 2), 0), ink)
    surface.blit(sign, sign.get_rect(center=rooms[-1].centre))
    return surface


def cap_words(key: str) -> str:
    """Return a key's name for its cap: ``left shift`` is ``L SHIFT``."""
    return key.upper().replace("LEFT ", "L ").replace("RIGHT ", "R ")


def button_sign(kit: Kit, button: str, room: Box, ink: Colour) -> pygame.Surface:
    """Draw a button's sign or word, no larger than its room."""
    if button in (LEFT, RIGHT):
        return kit.sign(button.lower(), max(8, min(room.h - 2, kit.px(22))), ink)
    if button in CARDS:
        return kit.fitted(word(f"button.{button}"), 15 if room.h < kit.px(40, 26) else 22, ink, room.w)
    return kit.sign("star", max(9, min(room.h - 1, kit.px(22))), ink)
