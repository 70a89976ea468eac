"""Parts that any scene may draw: the background, capitals, large ACTION buttons, and the names on key caps.

Drawn with the toolkit; knows no match. The title needs all of them.
"""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from types import MappingProxyType
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box, LayoutName, TableLayout
from cabinet.display.shapes import FINER, painted
from cabinet.display.theme import Colour, Face, cap_height, mixed
from cabinet.display.toolkit import Toolkit, beside, in_middle

# The background: a stadium at night with two lanes. Drawn once for a layout. It carries no information, so all of it is
# quiet. The finishing line at the piles is `Overlays.finishing_line`, because banners take its place.


def table_backdrop(toolkit: Toolkit, layout: TableLayout) -> pygame.Surface:
    """Return the table's background for a layout, shared by all tables that have the same."""
    return toolkit.drawing(_draw_table, layout.name, layout.band)


def _draw_table(toolkit: Toolkit, name: LayoutName, band: Box) -> pygame.Surface:
    ground = night(toolkit).copy()
    colours = toolkit.theme.colours
    toolkit.breathe()
    glow = floodlight(band[2:], colours.floodlight, colours.band)
    toolkit.breathe()
    ground.blit(glow, band[:2])
    line = toolkit.px(1.5)
    if name == "facing":
        for y in (band.y, band.bottom - line):
            pygame.draw.rect(ground, colours.lane, (band.x, y, band.w, line))
    else:
        for x in (band.x, band.right - line):
            pygame.draw.rect(ground, colours.lane, (x, band.y, line, band.h))
    return ground


def night(toolkit: Toolkit) -> pygame.Surface:
    """Return a whole screen of night, a little lighter in the middle: the background of every scene, shared by all."""
    return toolkit.drawing(_draw_night)


def _draw_night(toolkit: Toolkit) -> pygame.Surface:
    colours = toolkit.theme.colours
    return floodlight(toolkit.size, colours.night, mixed(colours.night, colours.floodlight, 0.55))


def floodlight(size: tuple[int, int], rim: Colour, heart: Colour) -> pygame.Surface:
    """Draw a pool of light: `heart` in the middle, `rim` at the edges, without visible steps.

    A quarter of it is drawn, and the rest mirrored.
    """
    across, down = 33, 21
    small = pygame.Surface((across, down))
    quarter = small.subsurface((0, 0, across // 2 + 1, down // 2 + 1))
    for y in range(quarter.height):
        for x in range(quarter.width):
            off = ((x - across // 2) / (across / 2)) ** 2 + ((y - down // 2) / (down / 2)) ** 2
            quarter.set_at((x, y), mixed(heart, rim, min(1.0, off)))
    small.blit(pygame.transform.flip(quarter, flip_x=True, flip_y=False), (across // 2, 0))
    upper = small.subsurface((0, 0, across, quarter.height))
    small.blit(pygame.transform.flip(upper, flip_x=False, flip_y=True), (0, down // 2))
    return pygame.transform.smoothscale(small, size)


def chequer(ground: pygame.Surface, box: Box, square: int, colour: Colour) -> None:
    """Draw a chequered strip: every other square of a grid that fills the box."""
    area = pygame.Rect(box)
    for row in range(-(-box.h // square)):
        for column in range(-(-box.w // square)):
            if (row + column) % 2 == 0:
                tile = pygame.Rect(box.x + column * square, box.y + row * square, square, square)
                pygame.draw.rect(ground, colour, tile.clip(area))


# Capitals by the height of their letters, for screens that are read from a step away. `Toolkit.text` takes the size of
# a face; here a line is asked for by the height of a capital H, and comes cropped to its ink, so that it can be placed
# to the pixel.


def least_capitals(toolkit: Toolkit) -> int:
    """Return the least height of capitals on this screen, px."""
    sizes = toolkit.theme.type
    return max(sizes.least_small_screen, round(sizes.least * toolkit.scale))


def capitals(
    toolkit: Toolkit, text: str, height: int, colour: Colour, width: int, face: Face = "title"
) -> pygame.Surface:
    """Return one line, cropped to its ink, with capitals `height` px high at 800×480, less where `width` px is short.

    Capitals are never smaller than `least_capitals`; a line that is still too long is condensed. The same surface for
    the same line: do not draw on it.
    """
    if "ß" in text:  # the title's face has SS for it
        face = "text"
    return toolkit.drawing(_draw_capitals, text, height, colour, width, face)


def _draw_capitals(toolkit: Toolkit, text: str, height: int, colour: Colour, width: int, face: Face) -> pygame.Surface:
    least = least_capitals(toolkit)
    wanted = max(least, round(height * toolkit.scale))
    while wanted > least and toolkit.fonts.for_capitals(face, wanted).size(text)[0] > width:
        wanted -= 1
    ink = ink_of(toolkit.fonts.for_capitals(face, wanted), text, colour)
    return pygame.transform.smoothscale(ink, (width, ink.get_height())) if ink.get_width() > width else ink


def ink_of(font: pygame.font.Font, text: str, colour: Colour) -> pygame.Surface:
    """Draw a line and crop it: to its ink at the sides, to capitals and descenders above and below."""
    drawn = font.render(text, True, colour)
    ink = drawn.get_bounding_rect()
    top = max(0, min(ink.top, font.get_ascent() - cap_height(font)))
    return drawn.subsurface((ink.x, top, ink.w, max(ink.bottom, font.get_ascent()) - top))


# Large ACTION buttons: lit, ready with a tick, or a ring that runs out while a seat is awaited

RING: Final = 0.1
"""Width of a ring, as a share of its diameter."""
FULL: Final = 0.92
"""Width of a disc without its rim, as a share of its diameter."""
STEPS: Final = 60
"""Number of pictures of a ring that runs out."""
GLOWS: Final = 6
"""Number of brightnesses of a breathing glow."""
FILLS: Final = 6
"""Number of pictures of a disc that fills while its button is held."""
FILL_NS: Final = 120_000_000
"""How long a disc takes to fill."""
HALO: Final = 0.13
"""Width of the glow round a disc, as a share of its diameter."""
BREATH_NS: Final = 1_600_000_000
"""One breath of the glow."""


class Discs:
    """Draws discs of seats and caches them."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self.disc = toolkit.cached(self._disc)
        self.ring = toolkit.cached(self._ring)
        self.glow = toolkit.cached(self._glow)
        self.fill = toolkit.cached(self._fill)  # every step on each of four discs

    def _disc(self, seat: int, side: int, sign: str, key: str = "") -> pygame.Surface:
        """Draw a lit disc, `side` px across, with a sign and, at a desk, the name of its key above a smaller sign."""
        colour = self._toolkit.theme.seat(seat).colour
        rim = mixed(colour, self._toolkit.theme.colours.night, 0.45)
        disc = painted((side, side), rim, lambda big: _two_discs(big, rim, colour))
        self._mark(disc, sign, key)
        return disc

    def _fill(self, side: int, step: int, sign: str, key: str = "") -> pygame.Surface:
        """Draw the filling of a disc (`side` px) while its button is held: `step` of `FILLS` parts, from the centre."""
        light = self._toolkit.theme.colours.text
        radius = FULL * (0.4 + 0.6 * step / FILLS)  # from just outside the sign
        fill = painted((side, side), light, lambda big: _centred(big, light, radius))
        self._mark(fill, sign, key)
        return fill

    def _mark(self, disc: pygame.Surface, sign: str, key: str) -> None:
        """Draw a sign on a disc, or a key's name above a smaller sign."""
        toolkit, side = self._toolkit, disc.get_width()
        ink = toolkit.theme.colours.dark_text
        if not key:
            mark = toolkit.sign(sign, side // 2, ink)
            disc.blit(mark, mark.get_rect(center=disc.get_rect().center))
            return
        name = toolkit.inked(key, round(side * 0.4 / toolkit.scale), ink, round(side * 0.64))
        small = toolkit.sign(sign, side // 4, ink)
        disc.blit(name, name.get_rect(center=(side // 2, round(side * 0.4))))
        disc.blit(small, small.get_rect(center=(side // 2, round(side * 0.72))))

    def _ring(self, seat: int, side: int, step: int) -> pygame.Surface:
        """Draw a ring that has run out by `step` of `STEPS` parts, clockwise from the top; off-white for seat -1."""
        toolkit = self._toolkit
        colour = toolkit.theme.seat(seat).colour if seat >= 0 else toolkit.theme.colours.text
        unlit = toolkit.theme.colours.lane

        def draw(big: pygame.Surface) -> None:
            radius, wide = side * FINER / 2, side * FINER * RING
            pygame.draw.circle(big, unlit, (radius, radius), radius, round(wide))
            toolkit.breathe()
            if step < STEPS:
                pygame.draw.polygon(big, colour, _arc(radius, wide, step / STEPS))

        return painted((side, side), unlit, draw, breathe=toolkit.breathe)

    def _glow(self, seat: int, side: int, level: int) -> pygame.Surface:
        """Draw the glow round a disc of `side` px: a halo outside it, brightest at level `GLOWS` - 1."""
        halo = round(side * HALO)
        size = side + 2 * halo
        colour = self._toolkit.theme.seat(seat).colour
        glow = pygame.Surface((size, size), pygame.SRCALPHA)
        for away in range(halo, 0, -1):
            part = (1 - away / (halo + 1)) * (0.25 + 0.55 * level / (GLOWS - 1))
            centre = (size / 2, size / 2)
            pygame.draw.circle(glow, (*colour, round(150 * part**1.4)), centre, side / 2 + away)
        pygame.draw.circle(glow, (0, 0, 0, 0), (size / 2, size / 2), side / 2)
        return glow


def breath(now_ns: int) -> int:
    """Return the level of the glow at a time, 0 to `GLOWS` - 1 and back."""
    phase = now_ns % BREATH_NS / BREATH_NS
    return round((1 - cos(2 * pi * phase)) / 2 * (GLOWS - 1))


def _two_discs(big: pygame.Surface, rim: Colour, colour: Colour) -> None:
    _centred(big, rim, 1)
    _centred(big, colour, FULL)


def _centred(big: pygame.Surface, colour: Colour, part: float) -> None:
    """Draw a disc in the middle that has this part of the surface's width."""
    pygame.draw.circle(big, colour, big.get_rect().center, big.get_width() / 2 * part)


def _arc(radius: float, wide: float, gone: float) -> list[tuple[float, float]]:
    """Return the outline of the part of a ring that is left, from `gone` (a share of the turn) to the top."""
    turns = [2 * pi * (gone + (1 - gone) * step / 120) for step in range(121)]
    outer = [(radius + radius * sin(turn), radius - radius * cos(turn)) for turn in turns]
    inner = [(radius + (radius - wide) * sin(turn), radius - (radius - wide) * cos(turn)) for turn in turns]
    return [*outer, *reversed(inner)]


# Short names of keyboard keys: at most three letters, for the caps on soft-keys. Letters, digits and signs are shown as
# printed on the key; a longer name is reduced to the part that distinguishes it from other keys. The narrowest soft-key
# (49 px at 480×320, six slots) has room for three letters beside a word.

KeyNames = Mapping[tuple[int, str], str]
"""(seat, button of the panel) -> the short name of its key."""

LONGEST: Final = 3
"""Maximum number of letters of a short name."""

SHORT: Final = MappingProxyType(
    {
        "left shift": "LSH",
        "right shift": "RSH",
        "left ctrl": "LCT",
        "right ctrl": "RCT",
        "left alt": "LAL",
        "right alt": "RAL",
        "left meta": "LGU",
        "right meta": "RGU",
        "space": "SPC",
        "backspace": "BSP",
        "page up": "PUP",
        "page down": "PDN",
        "left": "LFT",
        "right": "RGT",
        "down": "DWN",
        "print screen": "PRT",
        "return": "ENT",
        "pause": "PSE",
    }
)
"""Keys whose first letters are ambiguous or differ from the print on the key, by the names of `pygame.key.name`."""


def cap_name(key: str) -> str:
    """Return the short name of a key: ``A``, ``ENT``, ``LSH``; the first letters of any name not in `SHORT`."""
    return SHORT.get(key.lower(), capital(key).replace(" ", "")[:LONGEST])


def capital(key: str) -> str:
    """Return a key's name in capitals; a letter without a capital of its own stays (``ß``)."""
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in key)


def cap_names(keys: KeyNames) -> KeyNames:
    """Return the short names of the keys of buttons."""
    return {place: cap_name(key) for place, key in keys.items()}


def keys_of(names: KeyNames, button: str) -> tuple[str, ...]:
    """Return the names of a button's keys at a desk, seat by seat; empty at a cabinet."""
    return tuple(name for (_, each), name in sorted(names.items()) if each == button)


def key_caps(
    toolkit: Toolkit, keys: Sequence[str], size: int, joint: str = "", *, on_light: bool = False
) -> pygame.Surface:
    """Draw keys side by side, each as a cap with its name; `joint` is the sign between keys that are held together.

    `on_light`: the caps are dark, for a light ground.
    """
    colours, parts = toolkit.theme.colours, list[pygame.Surface]()
    fill, ink = (colours.dark_text, colours.paper) if on_light else (colours.text, colours.dark_text)
    for key in keys:
        if parts and joint:
            parts.append(toolkit.text(joint, size, colours.quiet))
        name = toolkit.text(key, size, ink)
        high = name.get_height()
        wide = max(high, name.get_width() + toolkit.px(12, 8))
        parts.append(in_middle(toolkit.plate((wide, high), fill, radius=high // 4), name))
    return beside(parts, toolkit.px(4, 2))
