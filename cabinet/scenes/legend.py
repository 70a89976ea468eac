"""The buttons in words and pictures: signs in a line, the keys or panels of the seats, the ways out at the foot.

At a desk the legend is a picture of the keyboard with both players' keys in their colours, at their real places. Keys
without a place on it, and the buttons of a cabinet, are drawn as panels of eight.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from typing import Final, NamedTuple

import pygame

from cabinet.display.evening.pages import TonightBand, band_picture
from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour, cap_height
from cabinet.display.toolkit import Toolkit, beside
from cabinet.display.widgets import KeyNames, cap_name, capital, capitals, chequer, ink_of, keys_of, least_capitals
from cabinet.strings.catalogue import word
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT

# Keys and panels

ROWS: Final = ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./")
"""The letter block of a US keyboard, row by row."""
SHIFTED: Final = (0.0, 0.5, 0.75, 1.25)
"""Offset of each row to the right of the first, in keys."""
WIDTH: Final = 12.5
"""Width of the whole block, in keys."""

Seat = int
Wiring = Sequence[Mapping[str, str]]
"""For each seat, button -> its key, by its place on a US keyboard or by what is printed on it."""


def lies_on_the_block(wiring: Wiring) -> bool:
    """Return whether every key of both seats can be shown in its place."""
    block = set("".join(ROWS))
    return all(key in block for panel in wiring for key in panel.values())


def keyboard(toolkit: Toolkit, places: Wiring, printed: Wiring, box: Box) -> list[Sprite]:
    """Return the letter block of a keyboard in the box, with the seats' keys in their colours and their functions.

    `printed` is what is on the keys at these `places`.
    """
    owners = {key: (seat, button) for seat, panel in enumerate(places) for button, key in panel.items()}
    boxes = keyboard_boxes(toolkit, box).items()
    return [Sprite(key_cap(toolkit, printed, owners.get(key), room.w), room.x, room.y) for key, room in boxes]


def keyboard_boxes(toolkit: Toolkit, box: Box) -> Mapping[str, Box]:
    """Return the box of each key of the letter block."""
    pitch = min(box.w / WIDTH, box.h / len(ROWS))
    side = int(pitch) - toolkit.px(4, 2)
    left = box.x + round((box.w - WIDTH * pitch) / 2)
    top = box.y + round((box.h - len(ROWS) * pitch) / 2)
    return {
        key: Box(left + round((SHIFTED[row] + column) * pitch), top + round(row * pitch), side, side)
        for row, keys in enumerate(ROWS)
        for column, key in enumerate(keys)
    }


def key_cap(toolkit: Toolkit, printed: Wiring, owner: tuple[Seat, str] | None, side: int) -> pygame.Surface:
    """Draw one key: its letter, and below it its function; a key of no seat is dark and has no word."""
    colours = toolkit.theme.colours
    if owner is None:
        return toolkit.plate((side, side), colours.plate, colours.key, radius=side // 6)
    seat, button = owner
    cap = toolkit.plate((side, side), toolkit.theme.seat(seat).colour, radius=side // 6).copy()
    letter = toolkit.fitted(cap_words(printed[seat][button]), 19, colours.dark_text, side)
    cap.blit(letter, letter.get_rect(center=(side // 2, round(side * 0.27))))
    below = Box(0, side // 2, side, side - side // 2 - max(1, side // 12))
    sign = button_sign(toolkit, button, below, colours.dark_text)
    cap.blit(sign, sign.get_rect(center=below.centre))
    return cap


def panel(
    toolkit: Toolkit,
    seat: Seat,
    names: Mapping[str, str],
    box: Box,
    lit: Collection[str] = BUTTONS,
    down: Collection[str] = (),
) -> list[Sprite]:
    """Return a panel as it is built (`cabinet.paper.panel`), each button with any name it has.

    Buttons not in `lit` are dark; those `down` are white, as under a finger.
    """
    sprites = []
    for button, cap in panel_boxes(toolkit, box).items():
        colours = toolkit.theme.colours
        fill = toolkit.theme.seat(seat).colour if button in lit else colours.key
        fill = colours.paper if button in down else fill
        ink = colours.key_text if fill == colours.key else colours.dark_text
        sprites.append(Sprite(panel_button(toolkit, button, names.get(button, ""), cap, fill, ink), cap.x, cap.y))
    return sprites


def panel_boxes(toolkit: Toolkit, box: Box) -> Mapping[str, Box]:
    """Return the box of each button of a panel: LEFT and RIGHT above CARD2 and CARD4, ACTION below CARD3."""
    gap = toolkit.px(8, 4)
    width = (box.w - 4 * gap) // 5
    height = min(width, (box.h - 2 * gap) // 3)
    top = box.y + (box.h - 3 * height - 2 * gap) // 2
    places = {**{card: (1, column) for column, card in enumerate(CARDS)}, LEFT: (0, 1), RIGHT: (0, 3), ACTION: (2, 2)}
    return {
        button: Box(box.x + column * (width + gap), top + row * (height + gap), width, height)
        for button, (row, column) in places.items()
    }


def panel_button(toolkit: Toolkit, button: str, name: str, cap: Box, fill: Colour, ink: Colour) -> pygame.Surface:
    """Draw one button of a panel, with its name and its sign."""
    surface = toolkit.plate((cap.w, cap.h), fill, radius=cap.h // 4).copy()
    half = cap.h // 2
    rooms = (Box(0, 0, cap.w, half), Box(0, half, cap.w, cap.h - half)) if name else (Box(0, 0, cap.w, cap.h),)
    if name:
        width = cap.w - toolkit.px(6, 4)
        whole = toolkit.fonts.get("text", toolkit.least_type("text")).size(cap_words(name))[0] <= width
        text = toolkit.fitted(cap_words(name) if whole else cap_name(name), 17, ink, width)
        surface.blit(text, text.get_rect(center=rooms[0].centre))
    sign = button_sign(toolkit, button, rooms[-1].inset(toolkit.px(4, 2), 0), ink)
    surface.blit(sign, sign.get_rect(center=rooms[-1].centre))
    return surface


def signed_cap(toolkit: Toolkit, button: str, fill: Colour, told: pygame.Surface, cap: Box) -> pygame.Surface:
    """Draw one button of a panel with something below its sign, or beside it where the cap is low for both."""
    surface = toolkit.plate((cap.w, cap.h), fill, radius=cap.h // 4).copy()
    half = cap.h // 2
    if cap.w * 5 > cap.h * 7:
        left = Box(toolkit.px(5, 3), 0, cap.w // 3, cap.h)
        rooms = (left, Box(left.right, 0, cap.w - left.right, cap.h))
    else:
        rooms = (Box(0, toolkit.px(3), cap.w, half), Box(0, half, cap.w, cap.h - half))
    sign = button_sign(toolkit, button, rooms[0], toolkit.theme.colours.dark_text)
    surface.blit(sign, sign.get_rect(center=rooms[0].centre))
    surface.blit(told, told.get_rect(center=rooms[1].centre))
    return surface


def cap_words(key: str) -> str:
    """Return a key's name for its cap: ``left shift`` is ``L SHIFT``."""
    return capital(key).replace("LEFT ", "L ").replace("RIGHT ", "R ")


def button_sign(toolkit: Toolkit, button: str, room: Box, ink: Colour) -> pygame.Surface:
    """Draw a button's sign or word, no larger than its room."""
    if button in (LEFT, RIGHT):
        return toolkit.sign(button.lower(), max(8, min(room.h - 2, toolkit.px(22))), ink)
    if button in CARDS:
        return toolkit.fitted(word(f"button.{button}"), 15 if room.h < toolkit.px(40, 26) else 22, ink, room.w)
    return toolkit.sign("star", max(9, min(room.h - 1, toolkit.px(22))), ink)


def on_plate(plate: pygame.Surface, drawn: pygame.Surface) -> pygame.Surface:
    """Return a copy of a plate with something in its middle."""
    whole = plate.copy()
    whole.blit(drawn, drawn.get_rect(center=whole.get_rect().center))
    return whole


# Words with signs among them

MARKED = re.compile(r"\[(\w+)\]")


def icon_text(toolkit: Toolkit, text: str, size: int, colour: Colour, width: int) -> pygame.Surface:
    """Draw one line no wider than `width` px: ``"[left] [right] move"`` is two arrows and a word.

    ``[name]`` is a sign of `shapes.SIGNS`; `size` as for `Toolkit.text`.
    """
    parts = line_parts(toolkit, text, size, colour)
    long = sum(part.get_width() for part in parts)
    if long > width and toolkit.type_size(size) > toolkit.least_type():
        return icon_text(toolkit, text, size - 1, colour, width)
    high = max(part.get_height() for part in parts)
    line = pygame.Surface((long, high), pygame.SRCALPHA)
    reduce(lambda x, part: x + line.blit(part, (x, (high - part.get_height()) // 2)).w, parts, 0)
    return line


def line_parts(toolkit: Toolkit, text: str, size: int, colour: Colour) -> list[pygame.Surface]:
    """Return the words and signs of a line as surfaces."""
    side = toolkit.type_size(size) * 3 // 4
    parts = []
    for place, piece in enumerate(MARKED.split(text)):
        if place % 2:
            parts.append(toolkit.sign(piece, side, colour))
        elif piece:
            parts.append(toolkit.text(piece, size, colour))
    return parts


def wrapped_text(
    toolkit: Toolkit, text: str, size: int, colour: Colour, width: int, *, most: int
) -> list[pygame.Surface]:
    """Return the text in at most `most` lines no wider than `width` px: smaller letters first, then the narrow face of
    titles, then truncated.
    """
    lines, face = toolkit.rows(text, size, width), "text"
    while len(lines) > most and toolkit.type_size(size) > toolkit.least_type():
        size -= 1
        lines = toolkit.rows(text, size, width)
    if len(lines) > most:
        lines, face = toolkit.rows(text, size, width, "title"), "title"
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [toolkit.fitted(line, size, colour, width, face) for line in kept]


# The ways out of a screen

SIGN_OF: Final[Mapping[str, str]] = {LEFT: "left", RIGHT: "right", ACTION: "star"}


class Way(NamedTuple):
    """A way out of a screen: the button (empty: any), the words, and at a desk the keys of that button, by seat."""

    button: str
    words: str
    keys: tuple[str, ...] = ()


def ways_by(key_names: KeyNames, *ways: tuple[str, str]) -> list[Way]:
    """Return ways, each a button and its words, with the keys of their buttons."""
    return [Way(button, words, keys_of(key_names, button)) for button, words in ways]


def way(toolkit: Toolkit, one: Way, width: int = 0) -> pygame.Surface:
    """Return a way: its button's cap, if it has one, and its words, in `width` px (0: as wide as they are)."""
    return toolkit.drawing(_draw_way, one, width)


def _draw_way(toolkit: Toolkit, one: Way, width: int) -> pygame.Surface:
    colours = toolkit.theme.colours
    parts = [toolkit.drawing(_cap, one)] if one.button else []
    taken = sum(part.get_width() for part in parts) + toolkit.px(8, 5)
    parts.append(capitals(toolkit, one.words, 15, colours.text, width - taken if width else toolkit.size[0], "title"))
    return beside(parts, toolkit.px(8, 5))


def _cap(toolkit: Toolkit, one: Way) -> pygame.Surface:
    """Draw a button's cap: its sign or number, at a desk its keys as well."""
    colours, least = toolkit.theme.colours, least_capitals(toolkit)
    font = toolkit.fonts.for_capitals("text", least)
    signs = [
        toolkit.sign(SIGN_OF[one.button], least + toolkit.px(2), colours.dark_text)
        if one.button in SIGN_OF
        else ink_of(font, word(f"button.{one.button}"), colours.dark_text)
    ]
    signs += [ink_of(font, cap_words(key), colours.dark_text) for key in one.keys]
    inside = beside(signs, toolkit.px(7, 4))
    side = cap_height(font) + toolkit.px(12, 8)
    size = (max(side, inside.get_width() + toolkit.px(12, 7)), side)
    return on_plate(toolkit.plate(size, colours.text, radius=toolkit.px(5, 3)), inside)


def foot_height(toolkit: Toolkit) -> int:
    """Return the height of the band, px."""
    return toolkit.px(44, 32)


def foot(toolkit: Toolkit, ways: Sequence[Way], lead: TonightBand | None = None) -> Sprite:
    """Return the band at the foot of the screen with its ways, evenly apart, below a chequered line.

    `lead` stands at the left, and the ways close together at the right.
    """
    return Sprite(toolkit.drawing(_draw_foot, tuple(ways), lead), 0, toolkit.size[1] - foot_height(toolkit))


def _draw_foot(toolkit: Toolkit, ways: Sequence[Way], lead: TonightBand | None) -> pygame.Surface:
    colours = toolkit.theme.colours
    width, height = toolkit.size[0], foot_height(toolkit)
    band = pygame.Surface((width, height))
    band.fill(colours.plate)
    square = toolkit.px(3, 2)
    chequer(band, Box(0, 0, width, 2 * square), square, colours.chequer)
    margin = toolkit.px(20, 10)
    drawn_ways = _ways_in_foot(toolkit, ways, is_led=lead is not None)
    for drawn, x, y in drawn_ways:
        band.blit(drawn, (x, y))
    if lead is not None:
        room = min((each.x for each in drawn_ways), default=width) - margin - toolkit.px(24, 12)
        words = band_picture(toolkit, lead, max(least_capitals(toolkit), toolkit.px(16)), room)
        band.blit(words, (margin, square + (height - words.get_height()) // 2))
    return band


def _ways_in_foot(toolkit: Toolkit, ways: Sequence[Way], *, is_led: bool) -> list[Sprite]:
    """Return the ways in the band: evenly apart, or close together at the right of what leads them.

    Where one is too wide for an even share of the band, each has the room of its words, and the gaps are alike; where
    all together are too wide for that, each has its even share.
    """
    width, height, square, margin = toolkit.size[0], foot_height(toolkit), toolkit.px(3, 2), toolkit.px(20, 10)
    room = (width - 2 * margin) // max(1, len(ways))
    drawn = [way(toolkit, one) for one in ways]
    spare = width - 2 * margin - sum(each.get_width() for each in drawn)
    gap = toolkit.px(24, 12) if is_led else spare // max(1, len(ways) - 1)
    holds_all = all(each.get_width() <= room - margin for each in drawn)
    is_even = not is_led and (holds_all or gap < toolkit.px(12, 8))
    if is_even:
        drawn = [way(toolkit, one, room - margin) for one in ways]
    x = width - margin - sum(each.get_width() for each in drawn) - gap * (len(drawn) - 1)
    placed = []
    for place, each in enumerate(drawn):
        left = margin + place * room + (room - each.get_width()) // 2 if is_even else x
        placed.append(Sprite(each, left, square + (height - each.get_height()) // 2))
        x += each.get_width() + gap
    return placed


def foot_boxes(toolkit: Toolkit, ways: Sequence[Way], *, is_led: bool = False) -> Mapping[str, Box]:
    """Return where the band has the cap of each button of its ways; `is_led`: something leads them."""
    top, boxes = toolkit.size[1] - foot_height(toolkit), {}
    for one, drawn in zip(ways, _ways_in_foot(toolkit, ways, is_led=is_led), strict=True):
        if one.button:
            cap = toolkit.drawing(_cap, one)
            y = top + drawn.y + (drawn.surface.get_height() - cap.get_height()) // 2
            boxes[one.button] = Box(drawn.x, y, *cap.get_size())
    return boxes
