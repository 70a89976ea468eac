"""The buttons in words and pictures: the keys or panels of the seats, the ways out at the foot.

At a desk the legend is a picture of the keyboard with both players' keys in their colours, at their real places. Keys
without a place on it, and the buttons of a cabinet, are drawn as panels of eight.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec
import pygame
from msgspec.structs import replace

from cabinet.display.evening.pages import TonightBand, band_part
from cabinet.display.layout.boxes import Box
from cabinet.display.page import (
    SMALL,
    SPACE,
    Cell,
    Either,
    Grid,
    Mark,
    On,
    Part,
    Space,
    Text,
    chequered,
    filled,
    laid,
    marks,
    plate,
    row,
    sign,
    sprites,
    stack,
)
from cabinet.display.stage import Sprite, paste
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames, capital, keys_of
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
    """Return a panel of buttons as it is built (`workshop.paper.panel`): LEFT and RIGHT above CARD2 and CARD4, ACTION
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


def button_sign(button: str, ink: Colour, side: float = 22) -> Part:
    """Return a button's sign, `side` px square, or its number."""
    if button in CARDS:
        return Text(str(CARDS.index(button) + 1), SMALL, ink, "text", across=0.5)
    return replace(sign(SIGN_OF[button], side, ink), across=0.5)


# The ways out of a screen

SIGN_OF: Final[Mapping[str, str]] = {LEFT: "left", RIGHT: "right", ACTION: "star"}


class Way(msgspec.Struct, frozen=True):
    """A way out of a screen: the button (empty: any), the words, and at a desk the keys of that button, by seat."""

    button: str
    words: str
    keys: tuple[str, ...] = ()


def ways_by(key_names: KeyNames, *ways: tuple[str, str]) -> list[Way]:
    """Return ways, each a button and its words, with the keys of their buttons."""
    return [Way(button, words, keys_of(key_names, button)) for button, words in ways]


def way_line(toolkit: Toolkit, one: Way) -> Part:
    """Return a way as a part of a page: the cap of its button (its mark), if it has one, and its words."""
    colours, words = toolkit.theme.colours, Text(one.words, SMALL, toolkit.theme.colours.text)
    if not one.button:
        return words
    names = [Text(cap_words(key), SMALL, colours.dark_text, "text") for key in one.keys]
    button = stack((0, Space((16, 0))), (0, button_sign(one.button, colours.dark_text, 18)))  # no narrower than high
    signs = row((0, button), *((0, name) for name in names), gap=7)
    ground = On(Mark(name=one.button, is_ground=True), plate(colours.text, radius=5))
    return row((0, On(signs, ground, (6, 6), fits=True)), (0, words), gap=8)


def foot_height(toolkit: Toolkit) -> int:
    """Return the height of the band, px."""
    return toolkit.px(44, 32)


def foot(toolkit: Toolkit, ways: Sequence[Way], lead: TonightBand | None = None) -> Sprite:
    """Return the band at the foot of the screen with its ways, evenly apart, below a chequered line.

    `lead` stands at the left, and the ways close together at the right.
    """
    return Sprite(
        toolkit.drawing(_draw_foot, foot_part(toolkit, ways, lead)), 0, toolkit.size[1] - foot_height(toolkit)
    )


def _draw_foot(toolkit: Toolkit, part: Part) -> pygame.Surface:
    size = toolkit.size[0], foot_height(toolkit)
    band = pygame.Surface(size)
    paste(band, sprites(toolkit, part, Box(0, 0, *size)))
    return band


def foot_part(toolkit: Toolkit, ways: Sequence[Way], lead: TonightBand | None) -> Part:
    """Return the band's description: the gaps between the ways are alike, and half as wide at both ends."""
    shown = [way_line(toolkit, one) for one in ways]
    cells: list[Cell] = [cell for each in shown for cell in ((1.0, SPACE), (0.0, each), (1.0, SPACE))]
    gap = 0
    if lead is not None:
        gap = 24
        taken = sum(each.width(toolkit).wished for each in shown) + toolkit.px(gap) * (len(shown) + 1)
        words = band_part(toolkit, lead, SMALL, toolkit.size[0] - taken - 2 * toolkit.px(20))
        cells = [(0.0, words), (1.0, SPACE), *((0.0, each) for each in shown)]
    line = On(row(*cells, gap=gap), pad=(20, 0)) if cells else SPACE
    return On(stack((0, chequered(6, toolkit.theme.colours.chequer)), (1, line)), filled(toolkit.theme.colours.plate))


def foot_boxes(toolkit: Toolkit, ways: Sequence[Way], lead: TonightBand | None = None) -> Mapping[str, Box]:
    """Return where the band has the cap of each button of its ways."""
    if not ways:
        return {}
    wide, high = toolkit.size[0], foot_height(toolkit)
    found = marks(toolkit, laid(toolkit, foot_part(toolkit, ways, lead), Box(0, 0, wide, high)))  # as it was drawn
    return {name: box.moved(0, toolkit.size[1] - high) for name, box in found.items()}
