"""The buttons in words and pictures: the keys or panels of the seats, the ways out at the foot.

At a desk the legend is a picture of the keyboard with both players' keys in their colours, at their real places. Keys
without a place on it, and the buttons of a cabinet, are drawn as panels of eight.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

import pygame
from msgspec.structs import replace

from cabinet.display.evening.pages import TonightBand, band_picture
from cabinet.display.layout.boxes import Box
from cabinet.display.page import SMALL, SPACE, Either, Grid, Mark, On, Part, Text, plate, row, sign, stack
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour, cap_height
from cabinet.display.toolkit import Toolkit, beside, in_middle
from cabinet.display.widgets import KeyNames, capital, capitals, chequer, ink_of, keys_of, least_capitals
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


def keyboard(toolkit: Toolkit, places: Wiring, printed: Wiring) -> Part:
    """Return the letter block of a keyboard, with the seats' keys in their colours and their functions.

    `printed` is what is on the keys at these `places`. The mark of each key is its place.
    """
    owners = {key: (seat, button) for seat, panel in enumerate(places) for button, key in panel.items()}

    def line(keys: str, shifted: float) -> Part:
        caps = [
            (1.0, On(_key(toolkit, printed, owners.get(key)), Mark(name=key, is_ground=True), tall=1)) for key in keys
        ]
        return row((shifted, SPACE), *caps, (WIDTH - shifted - len(keys), SPACE))

    return stack(*((0, line(keys, shifted)) for keys, shifted in zip(ROWS, SHIFTED, strict=True)))


def _key(toolkit: Toolkit, printed: Wiring, owner: tuple[Seat, str] | None) -> Part:
    """Return one key: its letter, and below it its function; a key of no seat is dark and has no word."""
    colours = toolkit.theme.colours
    if owner is None:
        return On(On(SPACE, plate(colours.plate, colours.key, 8)), pad=(2, 2))
    seat, button = owner
    words = Text(cap_words(printed[seat][button]), SMALL, colours.dark_text, "text", across=0.5)
    return On(_cap_of(words, button, plate(toolkit.theme.seat(seat).colour, radius=8), colours.dark_text), pad=(2, 2))


def _cap_of(words: Part, button: str, ground: Part, ink: Colour) -> Part:
    return On(stack((1, words), (1, button_sign(button, ink))), ground, (3, 3))


def panel(seat: Seat, caps: Mapping[str, Part]) -> Part:
    """Return a panel of buttons as it is built (`cabinet.paper.panel`): LEFT and RIGHT above CARD2 and CARD4, ACTION
    below CARD3. The mark of each button is the seat's number and its name."""
    placed = {button: On(cap, Mark(name=f"{seat}{button}", is_ground=True), tall=1) for button, cap in caps.items()}
    above = (SPACE, placed[LEFT], SPACE, placed[RIGHT], SPACE)
    below = (SPACE, SPACE, placed[ACTION], SPACE, SPACE)
    return Grid((above, tuple(placed[card] for card in CARDS), below), (1,) * len(CARDS), (0,) * 3, (8, 8))


def named_panel(
    toolkit: Toolkit,
    seat: Seat,
    names: Mapping[str, str],
    lit: Collection[str] = BUTTONS,
    down: Collection[str] = (),
) -> Part:
    """Return a panel, each button with any name it has.

    Buttons not in `lit` are dark; those `down` are white, as under a finger.
    """
    colours, caps = toolkit.theme.colours, dict[str, Part]()
    for button in BUTTONS:
        fill = toolkit.theme.seat(seat).colour if button in lit else colours.key
        fill = colours.paper if button in down else fill
        ink, ground = colours.key_text if fill == colours.key else colours.dark_text, plate(fill, radius=14)
        if name := names.get(button, ""):
            words = Text(cap_words(name), SMALL, ink, "text", across=0.5)
            caps[button] = _cap_of(words, button, ground, ink)
        else:
            caps[button] = On(button_sign(button, ink), ground, (4, 4))
    return panel(seat, caps)


def signed_cap(toolkit: Toolkit, button: str, fill: Colour, words: str) -> Part:
    """Return one button of a panel with words below its sign, or beside it where the cap is low for both."""
    ink = toolkit.theme.colours.dark_text
    cells = (2, button_sign(button, ink)), (3, Text(words, SMALL, ink, across=0.5))
    return On(Either(wide=row(*cells), high=stack(*cells)), plate(fill, radius=10), (4, 3))


def cap_words(key: str) -> str:
    """Return a key's name for its cap: ``left shift`` is ``L SHIFT``."""
    return capital(key).replace("LEFT ", "L ").replace("RIGHT ", "R ")


def button_sign(button: str, ink: Colour) -> Part:
    """Return a button's sign, or its number."""
    if button in CARDS:
        return Text(str(CARDS.index(button) + 1), SMALL, ink, "text", across=0.5)
    return replace(sign(SIGN_OF[button], 22, ink), across=0.5)


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
        else ink_of(font, str(CARDS.index(one.button) + 1), colours.dark_text)
    ]
    signs += [ink_of(font, cap_words(key), colours.dark_text) for key in one.keys]
    inside = beside(signs, toolkit.px(7, 4))
    side = cap_height(font) + toolkit.px(12, 8)
    size = (max(side, inside.get_width() + toolkit.px(12, 7)), side)
    return in_middle(toolkit.plate(size, colours.text, radius=toolkit.px(5, 3)), inside)


def way_line(toolkit: Toolkit, one: Way) -> Part:
    """Return a way as a part of a page: its button's cap, if it has one, and its words."""
    colours, words = toolkit.theme.colours, Text(one.words, SMALL, toolkit.theme.colours.text)
    if not one.button:
        return words
    names = [Text(cap_words(key), SMALL, colours.dark_text, "text") for key in one.keys]
    signs = row((0, button_sign(one.button, colours.dark_text)), *((0, name) for name in names), gap=7)
    return row((0, On(signs, plate(colours.text, radius=5), (6, 6), fits=True)), (0, words), gap=8)


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
