"""Drawing of the page TONIGHT: the options over their card buttons, and up to 32 names below."""

from typing import Final

import pygame

from cabinet.display.evening.pages import OptionTile, Somebody, TonightPage
from cabinet.display.evening.parts import Parts
from cabinet.display.evening.queue import head, head_ground
from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Kit, stacked
from cabinet.display.widgets.capitals import least_capitals

HEAD: Final = (0.03, 0.115)
TILES: Final = (0.165, 0.43)
HEADING: Final = (0.465, 0.51)
NAMES: Final = (0.53, 0.88)
"""Top and bottom in shares of the screen's height."""
ACROSS, DOWN = 8, 4
"""Names: as many as a tournament has."""
COLUMNS: Final = 4
"""Option tiles; CARD5 leaves."""


class TonightPicture:
    """Draws the page at a kit's size."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._parts = kit.shared(Parts)
        self.ground = head_ground(kit, HEAD[1])
        self._name = kit.cached(self._draw_name)
        self._tile = kit.cached(self._draw_tile)

    def sprites(self, page: TonightPage) -> list[Sprite]:
        """Return everything but the foot."""
        kit, colours = self._kit, self._kit.theme.colours
        box, heading = self._box(TILES), self._box(HEADING)
        gap = kit.px(10, 6)
        width = (box.w - gap * (COLUMNS - 1)) // COLUMNS
        tiles = [
            Sprite(self._tile(tile, place, (width, box.h)), box.x + place * (width + gap), box.y)
            for place, tile in enumerate(page.tiles)
            if tile.words
        ]
        high = max(least_capitals(kit), heading.h * 3 // 4)
        words = self._parts.line(page.heading, high, colours.quiet, heading.w // 2)
        ink = colours.good if page.is_enough else colours.caution
        return [
            *head(kit, self._parts, self._box(HEAD), page.title, ""),
            *tiles,
            kit.put(heading, words, 0.0),
            kit.put(heading, self._parts.line(page.state, high, ink, heading.w // 2), 1.0),
            *self._names(page),
        ]

    def _box(self, rows: tuple[float, float]) -> Box:
        width, height = self._kit.size
        margin, top = self._kit.px(20, 10), round(height * rows[0])
        return Box(margin, top, width - 2 * margin, round(height * rows[1]) - top)

    def _names(self, page: TonightPage) -> list[Sprite]:
        kit, box = self._kit, self._box(NAMES)
        if not page.names:
            words = self._parts.line(page.empty, kit.px(22, 14), kit.theme.colours.quiet, box.w)
            return [kit.put(box, words)]
        gap = kit.px(7, 4)
        size = ((box.w - gap * (ACROSS - 1)) // ACROSS, (box.h - gap * (DOWN - 1)) // DOWN)
        return [
            Sprite(
                self._name(who, size, is_chosen=place == page.chosen),
                box.x + place % ACROSS * (size[0] + gap),
                box.y + place // ACROSS * (size[1] + gap),
            )
            for place, who in enumerate(page.names)
        ]

    def _draw_name(self, who: Somebody, size: tuple[int, int], *, is_chosen: bool) -> pygame.Surface:
        kit, parts, colours = self._kit, self._parts, self._kit.theme.colours
        surface = parts.plate(size, colours.paper if is_chosen else colours.plate, colours.key_edge).copy()
        high = max(least_capitals(kit), size[1] // 2)
        text = parts.somebody(who, high, size[0] - kit.px(8, 4), colours.dark_text if is_chosen else None)
        surface.blit(text, text.get_rect(center=surface.get_rect().center))
        return surface

    def _draw_tile(self, tile: OptionTile, place: int, size: tuple[int, int]) -> pygame.Surface:
        """Draw an option with the number or the keys of its button hanging from it."""
        kit, parts, colours = self._kit, self._parts, self._kit.theme.colours
        number = parts.line(tile.keys or str(place + 1), least_capitals(kit), colours.text, size[0])
        below = (round(size[0] * 0.8), number.get_height() + kit.px(12, 8))
        pill = kit.plate(below, colours.key, colours.key_edge).copy()
        pill.blit(number, number.get_rect(center=pill.get_rect().center))
        surface = pygame.Surface(size, pygame.SRCALPHA)
        face = (size[0], size[1] - pill.get_height() // 2)
        surface.blit(parts.plate(face, colours.plate, colours.key_edge), (0, 0))
        room = Box(0, 0, size[0], size[1] - pill.get_height()).inset(kit.px(8, 4), kit.px(4, 2))
        ink = colours.text if tile.is_free else colours.key_edge
        lines = [parts.line(tile.words, kit.px(18, 11), colours.quiet if tile.value else ink, room.w)]
        if tile.value:
            lines.append(parts.line(tile.value, kit.px(34, 18), ink, room.w))
        surface.fblits([(line.surface, (line.x, line.y)) for line in stacked(room, lines, kit.px(12, 6))])
        if tile.is_free:
            surface.blit(pill, ((size[0] - pill.get_width()) // 2, size[1] - pill.get_height()))
        return surface
