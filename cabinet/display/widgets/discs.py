"""Large ACTION buttons on the screen: lit, ready with a tick, or a ring that runs out while a seat is awaited."""

from math import cos, pi, sin
from typing import Final

import pygame

from cabinet.display.shapes import FINER, painted
from cabinet.display.theme import Colour, mixed
from cabinet.display.toolkit import Kit

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

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.disc = kit.cached(self._disc)
        self.ring = kit.cached(self._ring)
        self.glow = kit.cached(self._glow)
        self.fill = kit.cached(self._fill)  # every step on each of four discs

    def _disc(self, seat: int, side: int, sign: str, key: str = "") -> pygame.Surface:
        """Draw a lit disc, `side` px across, with a sign and, at a desk, the name of its key above a smaller sign."""
        colour = self._kit.theme.seat(seat).colour
        rim = mixed(colour, self._kit.theme.colours.night, 0.45)
        disc = painted((side, side), rim, lambda big: _two_discs(big, rim, colour)).copy()
        self._mark(disc, sign, key)
        return disc

    def _fill(self, side: int, step: int, sign: str, key: str = "") -> pygame.Surface:
        """Draw what fills a disc of `side` px while its button is held: `step` of `FILLS` parts, from the centre."""
        light = self._kit.theme.colours.text
        radius = FULL * (0.4 + 0.6 * step / FILLS)  # from just outside the sign
        fill = painted((side, side), light, lambda big: _centred(big, light, radius)).copy()
        self._mark(fill, sign, key)
        return fill

    def _mark(self, disc: pygame.Surface, sign: str, key: str) -> None:
        """Draw a sign on a disc, or a key's name above a smaller sign."""
        kit, side = self._kit, disc.get_width()
        ink = kit.theme.colours.dark_text
        if not key:
            mark = kit.sign(sign, side // 2, ink)
            disc.blit(mark, mark.get_rect(center=disc.get_rect().center))
            return
        name = kit.inked(key, round(side * 0.4 / kit.scale), ink, round(side * 0.64))
        small = kit.sign(sign, side // 4, ink)
        disc.blit(name, name.get_rect(center=(side // 2, round(side * 0.4))))
        disc.blit(small, small.get_rect(center=(side // 2, round(side * 0.72))))

    def _ring(self, seat: int, side: int, step: int) -> pygame.Surface:
        """Draw a ring of which `step` of `STEPS` parts have run out, clockwise from the top; off-white for seat -1."""
        kit = self._kit
        colour = kit.theme.seat(seat).colour if seat >= 0 else kit.theme.colours.text
        unlit = kit.theme.colours.lane

        def draw(big: pygame.Surface) -> None:
            radius, wide = side * FINER / 2, side * FINER * RING
            pygame.draw.circle(big, unlit, (radius, radius), radius, round(wide))
            if step < STEPS:
                pygame.draw.polygon(big, colour, _arc(radius, wide, step / STEPS))

        return painted((side, side), unlit, draw)

    def _glow(self, seat: int, side: int, level: int) -> pygame.Surface:
        """Draw the glow round a disc of `side` px: a halo outside it, brightest at level `GLOWS` - 1."""
        halo = round(side * HALO)
        size = side + 2 * halo
        colour = self._kit.theme.seat(seat).colour
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
