"""The row of games under the card buttons: a tile for each, with its emblem, its name and its button."""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Kit, beside, stacked
from cabinet.display.widgets.capitals import capitals
from cabinet.games.presentation import presentation_of
from cabinet.scenes.choice import emblem
from cabinet.scenes.legend import Wiring, cap_words
from cabinet.scenes.paging import Pages
from cabinet.strings.catalogue import word
from engine.games import GAMES
from engine.panel import CARDS

EMBLEM_HIGH: Final = 0.58
"""Height of an emblem of cards in widths, with a little air: `choice.emblem_part`."""


class GameTiles:
    """Draws the games; with more than five, the five (or fewer) among which the chosen one is."""

    def __init__(self, kit: Kit, keys: Wiring | None) -> None:
        """`keys`: the keys of both seats at a desk; None on a cabinet."""
        self._kit = kit
        self._keys = keys
        self._tile = kit.cached(self._draw_tile)
        self._pages = Pages(len(GAMES), len(CARDS))

    def games(self, chosen: str) -> Sequence[str]:
        """Return the ids of the games on the chosen game's page, in the order of the card buttons."""
        ids = [game.info.id for game in GAMES]
        return [ids[place] for place in self._pages.on(self._pages.page_of(ids.index(chosen)))]

    def sprites(self, chosen: str, row: Box) -> list[Sprite]:
        """Return the tiles in a row, the chosen one with a bright edge."""
        gap = self._kit.px(10, 6)
        width = (row.w - gap * (len(CARDS) - 1)) // len(CARDS)
        tiles = []
        for place, game in enumerate(self.games(chosen)):
            tile = self._tile(place, game, (width, row.h), game == chosen)
            tiles.append(Sprite(tile, row.x + place * (width + gap), row.y))
        return tiles

    def _draw_tile(self, place: int, game: str, size: tuple[int, int], is_chosen: bool) -> pygame.Surface:
        kit, colours = self._kit, self._kit.theme.colours
        key = self._key(place, size[0] - 2 * kit.px(12, 6), is_chosen=is_chosen)
        hang = key.get_height() // 2
        tile = pygame.Surface(size, pygame.SRCALPHA)
        edge = colours.text if is_chosen else colours.key_edge
        fill = colours.lane if is_chosen else colours.plate
        tile.blit(kit.draw_plate((size[0], size[1] - hang), fill, edge, radius=kit.px(12, 7)), (0, 0))
        name = capitals(kit, word(f"game.{game}"), 16, colours.text, size[0] - kit.px(14, 8))
        room = Box(0, 0, size[0], size[1] - key.get_height())
        gap = kit.px(7, 3)
        high = room.h - name.get_height() - 3 * gap
        width = min(round(size[0] * 0.86), round(high / EMBLEM_HIGH))
        cards = emblem(kit, presentation_of(game).emblem, width, colours.text)
        for sprite in stacked(room, [cards, name], gap):
            tile.blit(sprite.surface, (sprite.x, sprite.y))
        tile.blit(key, ((size[0] - key.get_width()) // 2, size[1] - key.get_height()))
        return tile

    def _key(self, place: int, width: int, *, is_chosen: bool) -> pygame.Surface:
        """Draw the tile's button: its number, at a desk with both seats' keys in their colours beside it."""
        kit, colours = self._kit, self._kit.theme.colours
        ink = colours.dark_text if is_chosen else colours.text
        number = capitals(kit, word(f"button.{CARDS[place]}"), 14, ink, width)
        key = kit.plate(
            (width, number.get_height() + kit.px(12, 8)), colours.paper if is_chosen else colours.key, colours.key_edge
        ).copy()
        parts = [number]
        if self._keys:
            caps = [self._cap(seat, panel[CARDS[place]]) for seat, panel in enumerate(self._keys)]
            parts = [caps[0], number, *caps[1:]]
        line = beside(parts, kit.px(16, 8))
        key.blit(line, line.get_rect(center=key.get_rect().center))
        return key

    def _cap(self, seat: int, name: str) -> pygame.Surface:
        """Draw a key's name on a plate of its seat's colour."""
        kit = self._kit
        text = capitals(kit, cap_words(name), 14, kit.theme.colours.dark_text, kit.px(44, 26))
        side = text.get_height() + kit.px(6, 4)
        cap = kit.plate(
            (max(side, text.get_width() + kit.px(8, 4)), side), kit.theme.seat(seat).colour, radius=kit.px(4, 3)
        ).copy()
        cap.blit(text, text.get_rect(center=cap.get_rect().center))
        return cap
