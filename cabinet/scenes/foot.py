"""The ways out of a screen: a cap with the button, and beside it the effect, alone or in a band at the foot."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from cabinet.display.evening.band import band_picture
from cabinet.display.evening.pages import TonightBand
from cabinet.display.fonts import cap_height
from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Kit, beside
from cabinet.display.widgets.backdrop import chequer
from cabinet.display.widgets.capitals import capitals, ink_of, least_capitals
from cabinet.scenes.legend import cap_words
from cabinet.strings.catalogue import word
from engine.panel import ACTION, LEFT, RIGHT

SIGN_OF: Final[Mapping[str, str]] = {LEFT: "left", RIGHT: "right", ACTION: "star"}


class Way(NamedTuple):
    """A way out of a screen: the button (empty: any), the words, and at a desk the keys of that button, by seat."""

    button: str
    words: str
    keys: tuple[str, ...] = ()


def way(kit: Kit, one: Way, width: int = 0) -> pygame.Surface:
    """Draw a way: its button's cap, if it has one, and its words, in `width` px (0: as wide as they are)."""
    colours = kit.theme.colours
    parts = [_cap(kit, one)] if one.button else []
    taken = sum(part.get_width() for part in parts) + kit.px(8, 5)
    parts.append(capitals(kit, one.words, 15, colours.text, width - taken if width else kit.size[0], "title"))
    return beside(parts, kit.px(8, 5))


def _cap(kit: Kit, one: Way) -> pygame.Surface:
    """Draw a button's cap: its sign or number, at a desk its keys as well."""
    colours, least = kit.theme.colours, least_capitals(kit)
    font = kit.fonts.for_capitals("text", least)
    signs = [
        kit.sign(SIGN_OF[one.button], least + kit.px(2), colours.dark_text)
        if one.button in SIGN_OF
        else ink_of(font, word(f"button.{one.button}"), colours.dark_text)
    ]
    signs += [ink_of(font, cap_words(key), colours.dark_text) for key in one.keys]
    inside = beside(signs, kit.px(7, 4))
    side = cap_height(font) + kit.px(12, 8)
    cap = kit.plate((max(side, inside.get_width() + kit.px(12, 7)), side), colours.text, radius=kit.px(5, 3)).copy()
    cap.blit(inside, inside.get_rect(center=cap.get_rect().center))
    return cap


def foot_height(kit: Kit) -> int:
    """Return the height of the band, px."""
    return kit.px(44, 32)


def foot(kit: Kit, ways: Sequence[Way], lead: TonightBand | None = None) -> Sprite:
    """Return the band at the foot of the screen with its ways, evenly apart, below a chequered line.

    `lead` stands at the left, and the ways close together at the right.
    """
    return Sprite(kit.drawing(_draw_foot, tuple(ways), lead), 0, kit.size[1] - foot_height(kit))


def _draw_foot(kit: Kit, ways: Sequence[Way], lead: TonightBand | None) -> pygame.Surface:
    colours = kit.theme.colours
    width, height = kit.size[0], foot_height(kit)
    band = pygame.Surface((width, height))
    band.fill(colours.plate)
    square = kit.px(3, 2)
    chequer(band, Box(0, 0, width, 2 * square), square, colours.chequer)
    margin = kit.px(20, 10)
    if lead is not None:
        ways_at_right = beside([way(kit, one) for one in ways], kit.px(24, 12))
        x = width - margin - ways_at_right.get_width()
        band.blit(ways_at_right, (x, square + (height - ways_at_right.get_height()) // 2))
        words = band_picture(kit, lead, max(least_capitals(kit), kit.px(16)), x - margin - kit.px(24, 12))
        band.blit(words, (margin, square + (height - words.get_height()) // 2))
        return band
    room = (width - 2 * margin) // max(1, len(ways))
    for place, one in enumerate(ways):
        drawn = way(kit, one, room - margin)
        x = margin + place * room + (room - drawn.get_width()) // 2
        band.blit(drawn, (x, square + (height - drawn.get_height()) // 2))
    return band
