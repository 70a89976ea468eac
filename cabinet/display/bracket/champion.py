"""The end of a tournament: the whole screen in the champion's colour, as loud as the result of a match."""

from typing import Final

import pygame

from cabinet.display.bracket.page import ChampionPage
from cabinet.display.layout.boxes import Box
from cabinet.display.motion import eased
from cabinet.display.result.parts import DrawnInParts, burst
from cabinet.display.result.sheet import FLOOD_NS
from cabinet.display.toolkit import Kit, beside
from cabinet.display.widgets.backdrop import chequer
from cabinet.display.widgets.capitals import capitals

FAR: Final = 0.15
"""The height of the band at the far edge, as a share of the picture's."""


class ChampionSheet(DrawnInParts):
    """The picture of one champion at a kit's size, above `bottom`, px."""

    def __init__(self, kit: Kit, page: ChampionPage, bottom: int, *, far: bool = False) -> None:
        """`far`: another player sits at the upper edge, and reads the name turned round."""
        self._kit = kit
        self._page = page
        self._box = Box(0, 0, kit.size[0], bottom)
        self._far = Box(0, 0, kit.size[0], round(bottom * FAR) if far else 0)
        parts = (self._draw_ground, self._draw_far, self._draw_name, self._draw_places)
        super().__init__(pygame.Surface((kit.size[0], bottom)), parts)

    def draw(self, surface: pygame.Surface, age_ns: int) -> list[pygame.Rect]:
        """Draw the sheet `age_ns` after it came; its colour fills the screen from the top."""
        part = 1.0 if self._kit.theme.reduced_motion else eased(age_ns / FLOOD_NS)
        shown = (0, 0, self._box.w, round(self._box.h * part))
        return [surface.blit(self.picture, (0, 0), shown)]

    def is_moving(self, age_ns: int) -> bool:
        """Return whether the colour still spreads."""
        return age_ns < FLOOD_NS and not self._kit.theme.reduced_motion

    @property
    def _low(self) -> Box:
        """The room of the other places: a quarter of the screen, none without them."""
        high = round(self._box.h * 0.24) if self._page.places else 0
        return Box(0, self._box.h - high, self._box.w, high)

    def _draw_ground(self) -> None:
        kit, low = self._kit, self._low
        colour = kit.theme.seat(self._page.seat).colour
        lit = burst((self._box.w, low.y), (self._box.w // 2, round(low.y * 0.6)), colour)
        self._picture.blit(lit, (0, 0))
        if low.h:
            self._picture.fill(kit.theme.colours.night, low)
            square = kit.px(6, 3)
            chequer(self._picture, Box(0, low.y, low.w, 2 * square), square, kit.theme.colours.text)

    def _draw_far(self) -> None:
        """Draw title and name once more for the far edge, turned round."""
        if not self._far.h:
            return
        kit, page, ink, far = self._kit, self._page, self._kit.theme.colours.dark_text, self._far
        cap = round(far.h * 0.5 / kit.scale)
        title = capitals(kit, page.title, cap, ink, far.w // 2)
        name = capitals(kit, page.name, cap, ink, far.w // 3)
        line = beside([title, kit.badge(page.seat, round(far.h * 0.5), ink), name], kit.px(20, 10))
        line = pygame.transform.rotate(line, 180)
        self._picture.blit(line, line.get_rect(center=far.centre))
        pygame.draw.rect(self._picture, ink, (0, far.bottom - kit.px(2), far.w, kit.px(2)))

    def _draw_name(self) -> None:
        kit, page, ink = self._kit, self._page, self._kit.theme.colours.dark_text
        top, width = self._far.h, self._box.w
        high = self._low.y - top
        title = capitals(kit, page.title, 44, ink, width // 2)
        head = beside([kit.sign("crown", round(high * 0.2), ink), title], kit.px(18, 9))
        self._picture.blit(head, head.get_rect(midtop=(width // 2, top + round(high * 0.06))))
        cap = round(min(high * (0.44 if page.line else 0.52), width * 0.32) / kit.scale)
        side = round(cap * kit.scale * 0.92)
        name = capitals(kit, page.name, cap, ink, round(width * 0.9) - side - kit.px(30, 16))
        line = beside([kit.badge(page.seat, side, ink), name], kit.px(30, 16))
        self._picture.blit(line, line.get_rect(center=(width // 2, top + round(high * 0.56))))
        if page.line:
            words = capitals(kit, page.line, 22, ink, round(width * 0.9))
            self._picture.blit(words, words.get_rect(center=(width // 2, top + round(high * 0.9))))

    def _draw_places(self) -> None:
        """Draw the next places side by side."""
        kit, colours, low = self._kit, self._kit.theme.colours, self._low
        if not self._page.places:
            return
        drawn = []
        for place, name in self._page.places:
            number = capitals(kit, place, 20, colours.quiet, kit.px(90, 50))
            drawn.append(beside([number, capitals(kit, name, 40, colours.text, kit.px(150, 90))], kit.px(12, 7)))
        while drawn:
            line = beside(drawn, kit.px(56, 30))
            if line.get_width() <= low.w - kit.px(40, 20):
                square = kit.px(12, 6)
                self._picture.blit(line, line.get_rect(center=(low.centre[0], low.centre[1] + square // 2)))
                return
            drawn.pop()
