"""The light of a photo finish: a wing's ground, rays, the frame round the pile, and the coin of a dead heat.

Each is drawn once and cached. Steps of brightness share their pixels, so a fade costs no memory.
"""

from math import cos, pi, sin
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import Edge
from cabinet.display.layout.race import Lit
from cabinet.display.shapes import FINER, painted
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.backdrop import chequer

RAYS: Final = 22
"""Rays of a burst round a whole circle."""
STREAK: Final = 0.14
"""How far a streak on a wing is from the seat's colour towards white: words on it keep their contrast."""
COIN_STEPS: Final = 8
"""Pictures of a coin from flat to on edge."""
LIT: Final = 0.6
"""Opacity of the brightest rays."""


class RaceLight:
    """Draws the light of all seats and keeps it."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._ground = kit.cached(self._draw_ground)
        self._cut = kit.cached(self._draw_cut)
        self._burst = kit.cached(self._draw_burst)
        self._dimmed = kit.cached(self._draw_dimmed)
        self._frame = kit.cached(self._draw_frame)
        self._coin = kit.cached(self._draw_coin)
        self._backdrop = pygame.Surface((1, 1))

    def shine_on(self, backdrop: pygame.Surface) -> None:
        """Set the picture that the rays light; one object for one layout."""
        self._backdrop = backdrop

    def ground(self, seat: int, box: Box, inner: Edge, share: float = 1.0) -> Sprite:
        """Return a wing's ground in the seat's colour, of which `share` (0…1) is flooded from the inner edge."""
        return _at(box, self._cut(seat, (box.w, box.h), inner, round(share * 12)))

    def rays(
        self, seat: int, lit: Lit, centre: tuple[int, int], holes: tuple[Box, ...], opacity: int
    ) -> list[Sprite]:
        """Return rays in the seat's colour that fill a box of light, from `centre` outwards, except for the holes.

        `centre` and `holes` are on the screen; `opacity` is from 0 to 255.
        """
        return self._dimmed(seat, lit, centre, holes, opacity, self._backdrop)

    def frame(self, outer: Box, inner: Box, colour: Colour) -> Sprite:
        """Return a frame between two boxes; inside it is empty."""
        hole = inner.moved(-outer.x, -outer.y)
        return Sprite(self._frame((outer.w, outer.h), hole, colour), outer.x, outer.y)

    def coin(self, seat: int, side: int, turn: float, *, turned: bool = False) -> pygame.Surface:
        """Return the coin with the seat's badge, `side` px across, at an angle of `turn` (0 flat, 1 on edge)."""
        coin = self._coin(seat, side, round(turn * (COIN_STEPS - 1)))
        return self._kit.turned(coin) if turned else coin

    # Drawing

    def _draw_ground(self, seat: int, size: tuple[int, int], inner: Edge) -> pygame.Surface:
        """Draw a ground: the seat's colour, streaks from the inner edge, and a chequered line along that edge."""
        colour = self._kit.theme.seat(seat).colour
        light: Colour = (_towards(colour[0]), _towards(colour[1]), _towards(colour[2]))
        ground = pygame.Surface(size)
        ground.fill(colour)
        whole = Box(0, 0, *size)
        for wedge in _wedges(_middle_of(whole, inner), sum(size), 2 * RAYS):
            pygame.draw.polygon(ground, light, wedge)
        square = self._kit.px(4, 2)
        line = _along(whole, inner, 2 * square)
        ground.fill(self._kit.theme.colours.paper, line)
        chequer(ground, line, square, self._kit.theme.colours.dark_text)
        return ground

    def _draw_cut(self, seat: int, size: tuple[int, int], inner: Edge, twelfths: int) -> tuple[Box, pygame.Surface]:
        """Return the flooded part of a ground and its box inside the wing."""
        whole = Box(0, 0, *size)
        deep = (size[0] if inner in ("left", "right") else size[1]) * max(1, min(12, twelfths)) // 12
        part = _along(whole, inner, deep)
        return part, self._ground(seat, size, inner).subsurface(part)

    def _draw_burst(
        self, seat: int, box: Box, centre: tuple[int, int], holes: tuple[Box, ...], backdrop: pygame.Surface
    ) -> pygame.Surface:
        """Draw a part of the backdrop with the rays on it: without transparency it costs a third of a frame's time."""
        colour = self._kit.theme.seat(seat).colour
        burst = pygame.Surface((box.w, box.h), pygame.SRCALPHA)
        burst.fill((*colour, 0))
        for wedge in _wedges((centre[0] - box.x, centre[1] - box.y), 2 * sum(self._kit.size), RAYS):
            pygame.draw.polygon(burst, (*colour, round(255 * LIT)), wedge)
        for hole in holes:
            pygame.draw.rect(burst, (*colour, 0), hole.moved(-box.x, -box.y), border_radius=self._kit.px(5, 3))
        lit = pygame.Surface((box.w, box.h), depth=backdrop.get_bitsize(), masks=backdrop.get_masks())
        lit.blit(backdrop, (0, 0), box)
        lit.blit(burst, (0, 0))
        return lit

    def _draw_dimmed(
        self,
        seat: int,
        lit: Lit,
        centre: tuple[int, int],
        holes: tuple[Box, ...],
        opacity: int,
        backdrop: pygame.Surface,
    ) -> list[Sprite]:
        """Return the strips of a burst at an opacity; their pixels are those of the whole burst.

        A blit with an opacity changes pixels below a hole by one step of brightness, so it leaves out protected boxes.
        """
        burst, sprites = self._burst(seat, lit.box, centre, holes, backdrop), []
        for strip in lit.strips:
            dimmed = burst.subsurface(strip.moved(-lit.box.x, -lit.box.y))
            dimmed.set_alpha(opacity if opacity < 255 else None)
            sprites.append(Sprite(dimmed, strip.x, strip.y))
        return sprites

    def _draw_frame(self, size: tuple[int, int], hole: Box, colour: Colour) -> pygame.Surface:
        radius = self._kit.px(11, 6) * FINER

        def draw(big: pygame.Surface) -> None:
            pygame.draw.rect(big, colour, big.get_rect(), border_radius=radius)

        frame = painted(size, colour, draw)
        frame.fill((*colour, 0), hole)
        return frame

    def _draw_coin(self, seat: int, side: int, step: int) -> pygame.Surface:
        kit, colours = self._kit, self._kit.theme.colours

        def draw(big: pygame.Surface) -> None:
            centre, radius = big.get_rect().center, big.get_width() // 2
            pygame.draw.circle(big, colours.dark_text, centre, radius)
            pygame.draw.circle(big, colours.paper, centre, round(radius * 0.93))
            pygame.draw.circle(big, kit.theme.seat(seat).colour, centre, round(radius * 0.84))

        coin = painted((side, side), colours.dark_text, draw)
        badge = kit.badge(seat, round(side * 0.46), colours.dark_text)
        coin.blit(badge, badge.get_rect(center=coin.get_rect().center))
        height = max(3, round(side * cos(step / (COIN_STEPS - 1) * pi / 2)))
        return pygame.transform.smoothscale(coin, (side, height))


def _wedges(centre: tuple[int, int], reach: int, count: int) -> list[list[tuple[float, float]]]:
    """Return every other sector of a circle as a triangle."""
    step = 2 * pi / count

    def tip(turn: float) -> tuple[float, float]:
        return centre[0] + reach * cos(turn), centre[1] + reach * sin(turn)

    return [[centre, tip(ray * step), tip((ray + 0.5) * step)] for ray in range(count)]


def _middle_of(box: Box, edge: Edge) -> tuple[int, int]:
    """Return the point in the middle of a box's edge."""
    x, y = box.centre
    return {"left": (box.x, y), "right": (box.right, y), "top": (x, box.y), "bottom": (x, box.bottom)}[edge]


def _along(box: Box, edge: Edge, deep: int) -> Box:
    """Return the strip of a box along an edge, `deep` px deep."""
    return {
        "left": Box(box.x, box.y, deep, box.h),
        "right": Box(box.right - deep, box.y, deep, box.h),
        "top": Box(box.x, box.y, box.w, deep),
        "bottom": Box(box.x, box.bottom - deep, box.w, deep),
    }[edge]


def _at(box: Box, cut: tuple[Box, pygame.Surface]) -> Sprite:
    part, surface = cut
    return Sprite(surface, box.x + part.x, box.y + part.y)


def _towards(channel: int) -> int:
    """Return a channel of a colour, `STREAK` of the way to white."""
    return round(channel + (255 - channel) * STREAK)
