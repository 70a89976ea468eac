"""The peek fan: the hidden cards of a pile while its owner looks (SPIT-23), side by side on the owner's side.

The scalar ``looks.N`` names the piles under which seat N looks; only then does a screen know the hidden cards.
"""

from typing import Final

import pygame

from cabinet.display.cards import DOWN, CardSize
from cabinet.display.layout.boxes import Box, card_size
from cabinet.display.layout.parts import SeatLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.view_state import ViewState
from cabinet.display.toolkit import Kit

SMALL: Final = 0.62
"""Width of the cards in the fan, in widths of a card in a row."""

LEAST_STEP: Final = 0.5
"""Smallest distance between them, in their own widths, so that every index can be read."""


class PeekFan:
    """Draws peek fans and caches them."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._fan = kit.cached(self._draw)

    def sprites(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the hidden cards of each pile of the seat that its owner looks under, over the foot of its row."""
        sprites = []
        for zone in moment.text(f"looks.{seat.seat}").split():
            place = moment.places[zone]
            known = tuple(card.lstrip(DOWN) for card in moment.cards(zone) if card.startswith(DOWN))
            if known:
                fan = self._fan(known, place.size, seat.seat)
                sprites.append(self._placed(fan, place.box, seat))
        return sprites

    def _placed(self, fan: pygame.Surface, box: Box, seat: SeatLayout) -> Sprite:
        """Place the fan over the foot of the pile, moved inwards at the ends of the row."""
        left = min(slot.x for slot in seat.slots if slot.y == box.y)
        right = max(slot.right for slot in seat.slots if slot.y == box.y)
        x = box.centre[0] - fan.get_width() // 2
        x = max(min(x, right - fan.get_width()), min(left, right - fan.get_width()))
        x = max(0, min(x, self._kit.size[0] - fan.get_width()))
        y = box.y if seat.turned else box.bottom - fan.get_height()
        return Sprite(self._kit.turned(fan) if seat.turned else fan, x, y)

    def _draw(self, cards: tuple[str, ...], size: CardSize, seat: int) -> pygame.Surface:
        """Draw the cards from bottom to top on a plate with a rim in the seat's colour; many cards overlap."""
        kit = self._kit
        card = CardSize(*card_size(round(size.width * SMALL)))
        rim = kit.px(6, 4)
        step = card.width + kit.px(3, 2)
        most = round(4.2 * size.width)
        if len(cards) > 1:
            step = max(round(card.width * LEAST_STEP), min(step, (most - card.width) // (len(cards) - 1)))
        whole = (card.width + step * (len(cards) - 1) + 2 * rim, card.height + 2 * rim)
        colours = kit.theme.colours
        fan = kit.plate(whole, colours.dark_text, kit.theme.seat(seat).colour, radius=rim + kit.px(3, 2)).copy()
        for place, code in enumerate(cards):
            fan.blit(kit.art.face(code, card, False, False), (rim + place * step, rim))
        return fan
