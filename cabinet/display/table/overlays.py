"""Overlays on and around cards: piles with their depth, rings, halos, veils, brackets, count badges, pips and pills."""

from collections.abc import Sequence

import pygame

from cabinet.display.cards import CardSize
from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import TableLayout
from cabinet.display.shapes import FINER, painted
from cabinet.display.stage import Sprite
from cabinet.display.table.places import Place
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.backdrop import chequer


def depth_step(width: int) -> int:
    """Return how far each card of a pile extends beyond the card above it, in px."""
    return max(1, width // 40)


class Overlays:
    """Draws the overlays and caches them; methods return sprites that fit the box of a card."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.pips = kit.cached(self._pips)
        self.notice = kit.cached(self._notice)
        self._ring = kit.cached(self._draw_ring)
        self._halo = kit.cached(self._draw_halo)
        self._veil = kit.cached(self._draw_veil)
        self._bracket = kit.cached(self._draw_bracket)
        self._chequered = kit.cached(self._draw_chequered)
        self._count_badge = kit.cached(self._draw_count_badge)
        self._tab = kit.cached(self._draw_tab)
        self._edge = kit.cached(self._draw_edge)

    def pile(self, cards: Sequence[str], place: Place, *, deep: int, at: Box | None = None) -> list[Sprite]:
        """Return a pile's top card over the edges of at most `deep` cards below it, or the empty well."""
        art, box = self._kit.art, at or place.box
        if not cards:
            return [Sprite(art.empty(place.size, self._kit.theme.colours.well), box.x, box.y)]
        step = depth_step(place.size.width) * (-1 if place.turned else 1)
        below = min(deep, len(cards) - 1)
        edge, dx = self._edge(place.size, place.turned)
        sprites = [Sprite(edge, box.x + dx + step * (below - layer), box.y) for layer in range(below)]
        top = art.card(cards[-1], place.size, two_ended=place.two_ended, turned=place.turned)
        return [*sprites, Sprite(top, box.x, box.y)]

    def ring(self, box: Box, colour: Colour) -> Sprite:
        """Return a line round a card, outside it, in a seat's colour: armed, or marked."""
        width = self._kit.px(4, 3)
        return Sprite(self._ring((box.w, box.h), colour, width), box.x - width, box.y - width)

    def halo(self, box: Box, colour: Colour) -> Sprite:
        """Return light round a playable card."""
        width = self._kit.px(7, 4)
        return Sprite(self._halo((box.w, box.h), colour, width), box.x - width, box.y - width)

    def veil(self, box: Box) -> Sprite:
        """Return a shade over a card that cannot currently be used; the card stays readable."""
        return Sprite(self._veil((box.w, box.h)), box.x, box.y)

    def bracket(self, box: Box, colour: Colour, side: str) -> Sprite:
        """Return half a ring on one side of a pile (top, bottom, left, right): that seat may play there."""
        width = self._kit.px(4, 3)
        return Sprite(self._bracket((box.w, box.h), colour, width, side), box.x - width, box.y - width)

    def tab(self, box: Box, seat: int, side: str) -> Sprite:
        """Return a seat's badge across the middle of one side of a pile: that seat aims there."""
        tab = self._tab(seat)
        x, y = box.centre[0] - tab.get_width() // 2, box.centre[1] - tab.get_height() // 2
        half_w, half_h = (box.w - tab.get_width() // 4) // 2, (box.h - tab.get_height() // 4) // 2
        dx, dy = {"top": (0, -half_h), "bottom": (0, half_h), "left": (-half_w, 0), "right": (half_w, 0)}[side]
        return Sprite(tab, x + dx, y + dy)

    def count_badge(self, count: int, box: Box, *, turned: bool = False) -> Sprite:
        """Return the number of cards in a slot, in the corner that a face leaves free."""
        chip = self._count_badge(count)
        margin = round(box.w * 0.06)
        corner = Box(box.x + margin, box.y + margin, box.w - 2 * margin, box.h - 2 * margin)
        return self._kit.put(corner, chip, 0.0, 1.0, turned=turned)

    def finishing_line(self, layout: TableLayout) -> Sprite:
        """Return the chequered line between the piles: plays end here."""
        left, right = layout.piles[0], layout.piles[-1]
        square = max(3, (right.x - left.right) // 4) if len(layout.piles) == 2 else self._kit.px(5, 3)
        x, _ = layout.band.centre
        height = layout.band.h if layout.name == "facing" else left.h
        top = layout.band.y if layout.name == "facing" else left.y
        return Sprite(self._chequered((2 * square, height), square), x - square, top)

    # Drawing

    def _draw_chequered(self, size: tuple[int, int], square: int) -> pygame.Surface:
        strip = pygame.Surface(size, pygame.SRCALPHA)
        chequer(strip, Box(0, 0, *size), square, self._kit.theme.colours.chequer)
        return strip

    def _draw_edge(self, size: CardSize, turned: bool) -> tuple[pygame.Surface, int]:
        """Return the visible part of a card below another, and its left edge in px; the rest need not be drawn."""
        sheet = self._kit.art.blank(size)
        width = round(size.width * self._kit.theme.card.corner) + depth_step(size.width) + 1
        left = 0 if turned else size.width - width
        return sheet.subsurface((left, 0, width, size.height)), left

    def _draw_ring(self, size: tuple[int, int], colour: Colour, width: int) -> pygame.Surface:
        whole = (size[0] + 2 * width, size[1] + 2 * width)
        corner = round(size[0] * self._kit.theme.card.corner) + width

        def draw(big: pygame.Surface) -> None:
            pygame.draw.rect(big, colour, big.get_rect(), width=(width + 1) * FINER, border_radius=corner * FINER)

        return painted(whole, colour, draw)

    def _draw_halo(self, size: tuple[int, int], colour: Colour, width: int) -> pygame.Surface:
        whole = (size[0] + 2 * width, size[1] + 2 * width)
        corner = round(size[0] * self._kit.theme.card.corner)
        halo = pygame.Surface(whole, pygame.SRCALPHA)
        for step in range(width):
            alpha = round(235 * ((step + 1) / width) ** 1.5)
            area = pygame.Rect(step, step, whole[0] - 2 * step, whole[1] - 2 * step)
            pygame.draw.rect(halo, (*colour, alpha), area, width=2, border_radius=corner + width - step)
        return halo

    def _draw_veil(self, size: tuple[int, int]) -> pygame.Surface:
        sheet = self._kit.art.blank(CardSize(*size))
        veil = sheet.copy()
        veil.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
        veil.fill((*self._kit.theme.colours.night, 0), special_flags=pygame.BLEND_RGBA_ADD)
        veil.set_alpha(round(255 * self._kit.theme.card.veil))
        return veil

    def _draw_bracket(self, size: tuple[int, int], colour: Colour, width: int, side: str) -> pygame.Surface:
        ring = self._draw_ring(size, colour, width)
        w, h = ring.get_size()
        keep = {
            "top": pygame.Rect(0, 0, w, h // 3),
            "bottom": pygame.Rect(0, h - h // 3, w, h // 3),
            "left": pygame.Rect(0, 0, w // 3, h),
            "right": pygame.Rect(w - w // 3, 0, w // 3, h),
        }[side]
        half = pygame.Surface((w, h), pygame.SRCALPHA)
        half.blit(ring, keep, keep)
        return half

    def _draw_tab(self, seat: int) -> pygame.Surface:
        kit, colours = self._kit, self._kit.theme.colours
        side = kit.px(24, 16)
        tab = kit.plate((side, side), colours.dark_text, kit.theme.seat(seat).colour).copy()
        badge = kit.badge(seat, round(side * 0.5))
        tab.blit(badge, badge.get_rect(center=tab.get_rect().center))
        return tab

    def _draw_count_badge(self, count: int) -> pygame.Surface:
        kit, colours = self._kit, self._kit.theme.colours
        figure = kit.text(str(count), kit.theme.type.note, colours.text)
        side = figure.get_height()
        chip = kit.plate((max(side, figure.get_width() + side // 2), side), colours.key).copy()
        chip.blit(figure, figure.get_rect(center=chip.get_rect().center))
        return chip

    def _pips(self, won: int, goal: int, colour: Colour) -> pygame.Surface:
        """Draw one pip for each score to win: filled when won."""
        kit = self._kit
        side, gap = kit.px(16, 10), kit.px(7, 4)

        def draw(big: pygame.Surface) -> None:
            for place in range(goal):
                centre = (place * (side + gap) * FINER + side * FINER / 2, side * FINER / 2)
                if place < won:
                    pygame.draw.circle(big, colour, centre, side * FINER / 2)
                else:
                    pygame.draw.circle(big, kit.theme.colours.key_edge, centre, side * FINER / 2, width=2 * FINER)

        return painted((goal * side + (goal - 1) * gap, side), colour, draw)

    def notice_room(self, seat: int, width: int) -> int:
        """Return the px that a notice has for its words, if it is `width` px wide at most."""
        kit = self._kit
        return width - kit.badge(seat, kit.px(22, 14)).get_width() - kit.px(10, 6) - 2 * kit.px(20, 12)

    def notice_word(self, text: str, width: int) -> pygame.Surface:
        """Return the words of a notice that has `width` px for them."""
        return self._kit.fitted(text, 26, self._kit.theme.colours.text, width, "title")

    def _notice(self, text: str, seat: int, room: tuple[int, int], alarm: bool) -> pygame.Surface:
        """Draw a big pill: the seat's badge and a few words."""
        kit, colours = self._kit, self._kit.theme.colours
        badge = kit.badge(seat, kit.px(22, 14))
        gap, side = kit.px(10, 6), kit.px(20, 12)
        word = self.notice_word(text, self.notice_room(seat, room[0]))
        width = badge.get_width() + gap + word.get_width() + 2 * side
        ink = colours.alarm if alarm else kit.theme.seat(seat).colour
        pill = kit.plate((width, room[1]), colours.dark_text, ink).copy()
        pill.blit(badge, (side, (room[1] - badge.get_height()) // 2))
        pill.blit(word, (side + badge.get_width() + gap, (room[1] - word.get_height()) // 2))
        return pill
