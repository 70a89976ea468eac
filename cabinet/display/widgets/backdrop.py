"""The background: a stadium at night with two lanes.

Drawn once for a layout. It carries no information, so all of it is quiet. The finishing line at the piles is
`Overlays.finishing_line`, because banners take its place.
"""

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import LayoutName, TableLayout
from cabinet.display.theme import Colour, mixed
from cabinet.display.toolkit import Kit


def table_backdrop(kit: Kit, layout: TableLayout) -> pygame.Surface:
    """Return the table's background for a layout, shared by all tables that have the same."""
    return kit.drawing(_draw_table, layout.name, layout.band)


def _draw_table(kit: Kit, name: LayoutName, band: Box) -> pygame.Surface:
    ground = night(kit).copy()
    colours = kit.theme.colours
    glow = floodlight(band[2:], colours.floodlight, colours.band)
    ground.blit(glow, band[:2])
    line = kit.px(1.5)
    if name == "facing":
        for y in (band.y, band.bottom - line):
            pygame.draw.rect(ground, colours.lane, (band.x, y, band.w, line))
    else:
        for x in (band.x, band.right - line):
            pygame.draw.rect(ground, colours.lane, (x, band.y, line, band.h))
    return ground


def night(kit: Kit) -> pygame.Surface:
    """Return a whole screen of night, a little lighter in the middle: the background of every scene, shared by all."""
    return kit.drawing(_draw_night)


def _draw_night(kit: Kit) -> pygame.Surface:
    colours = kit.theme.colours
    return floodlight(kit.size, colours.night, mixed(colours.night, colours.floodlight, 0.55))


def edge_light(kit: Kit, screen: pygame.Surface, seat: int) -> pygame.Rect:
    """Light a seat's edge of a screen in its colour, and return the rectangle: the answer before a picture.

    Seats 0 and 2 have the left edge, 1 and 3 the right. A fill, so that nothing has to be drawn for it.
    """
    width, height = screen.get_size()
    wide = kit.px(10, 6)
    return screen.fill(kit.theme.seat(seat).colour, (0 if seat % 2 == 0 else width - wide, 0, wide, height))


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
