"""The loser's margin of a race, on a pill on the loser's plate: never on a card.

The pill is put together from signs that are drawn in advance, so that no margin is drawn anew in play.
"""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import HandLayout, SeatLayout, TableLayout
from cabinet.display.margin_text import short_margin_text
from cabinet.display.stage import Sprite
from cabinet.display.table.overlays import Overlays, has_pips, heading
from cabinet.display.table.view_state import ViewState
from cabinet.display.toolkit import Kit

LETTERS: Final = 30
"""Letters of the margin, px at 800×480: capitals of 22."""
LEAST: Final = 19
FITS: Final = 0.97
"""Room for the rounding of letters to whole px."""
SCORE: Final = 0.48
"""The part of a flat plate that the pill covers for a moment where there is no room beside pips: the whole score, and
never the name."""
PREWARMED: Final = ("+0.01", "+2.3", "+4.5", "+6.7", "+8.9", "+12", "+123", "+1234")
"""Margins with every sign in every number of signs."""


class RaceTags:
    """Draws the margins of beaten cards. `names` are the seats' names, `goal` the number of scores to win."""

    def __init__(self, kit: Kit, overlays: Overlays, names: Sequence[str], goal: int) -> None:
        self._kit = kit
        self._overlays = overlays
        self._names = names
        self._goal = goal
        self._between = kit.cached(self._room_between)
        self._sign = kit.cached(self._draw_sign)

    def sprites(self, moment: ViewState) -> list[Sprite]:
        """Return the latest margin at each seat whose beaten card is back in its place."""
        latest = {
            contest.loser: contest
            for contest, _ in moment.feed.tags
            if not contest.dead_heat and not any(zone == contest.zone for zone, _ in moment.under_way)
        }
        sprites: list[Sprite] = []
        for seat in moment.layout.seats if latest else ():
            if (contest := latest.get(seat.seat)) is not None:
                sprites += self._tag(f"+{short_margin_text(contest.margin_ns)}", seat, moment.layout)
        return sprites

    def prewarm(self, layout: TableLayout) -> None:
        """Draw the signs and the pills of every usual margin."""
        for seat in layout.seats:
            for text in PREWARMED:
                self._tag(text, seat, layout)

    def _tag(self, text: str, seat: SeatLayout, layout: TableLayout) -> list[Sprite]:
        """Return the margin on the seat's plate: beside the pips of its score, or over the score where it has to be."""
        is_flat = _is_flat(seat.plate)
        if is_flat and has_pips(self._goal) and not isinstance(layout, HandLayout):
            tag = self._tag_in(self._between(seat), text, seat)
            if tag:
                return tag
        return self._tag_in(_room(seat, layout, kit=self._kit), text, seat, covers=is_flat)

    def _room_between(self, seat: SeatLayout) -> Box:
        """Return the room on a flat plate between the name and the pips of the score."""
        kit, plate = self._kit, seat.plate
        name = self._names[seat.seat] if seat.seat < len(self._names) else ""
        gap = kit.px(8, 4)
        taken = heading(kit, seat.seat, name, (plate.w, plate.h), plate.w // 2).get_width() + gap
        pips = self._overlays.pips(0, self._goal, kit.theme.seat(seat.seat).colour).get_width() + gap
        room = Box(plate.x + kit.px(4) + taken, plate.y, plate.w - 2 * kit.px(4) - taken - pips, plate.h)
        return Box(plate.x + plate.right - room.right, room.y, room.w, room.h) if seat.turned else room

    def _tag_in(self, box: Box, text: str, seat: SeatLayout, *, covers: bool = False) -> list[Sprite]:
        """Return a margin in letters as large as possible in a room; nothing where it does not fit.

        `covers`: the pill fills the room's width.
        """
        kit = self._kit
        air = (kit.px(12, 6), kit.px(4, 2))
        least = max(kit.least_type("title"), round(LEAST * kit.scale))
        small = [self._sign(sign, least) for sign in text]
        wide = sum(sign.get_width() for sign in small)
        grown = min((box.w - 2 * air[0]) / wide, (box.h - 2 * air[1]) / small[0].get_height())
        if grown < 1:
            return []
        letters = min(round(LETTERS * kit.scale), int(least * grown * FITS))
        signs = [self._sign(sign, max(least, letters)) for sign in text]
        wide = sum(sign.get_width() for sign in signs)
        pill = box.w if covers else wide + 2 * air[0]
        size = (pill, signs[0].get_height() + 2 * air[1])
        return self._pill(signs, seat, box, size, ((pill - wide) // 2, air[1]))

    def _pill(
        self, signs: Sequence[pygame.Surface], seat: SeatLayout, box: Box, size: tuple[int, int], air: tuple[int, int]
    ) -> list[Sprite]:
        kit = self._kit
        plate = kit.put(box, kit.plate(size, kit.theme.colours.dark_text, kit.theme.seat(seat.seat).colour))
        sprites, x = [plate], air[0]
        for sign in signs:
            at = Box(plate.x + x, plate.y + air[1], *sign.get_size())
            if seat.turned:
                at = Box(plate.x + size[0] - x - at.w, plate.y + size[1] - air[1] - at.h, at.w, at.h)
            sprites.append(kit.put(at, sign, turned=seat.turned))
            x += sign.get_width()
        return sprites

    def _draw_sign(self, sign: str, letters: int) -> pygame.Surface:
        """Draw one sign in the text face; all are as high as a figure."""
        font, ink = self._kit.fonts.get("text", letters), self._kit.theme.colours.text
        drawn, eight = font.render(sign, True, ink), font.render("8", True, ink).get_bounding_rect()
        return drawn.subsurface((0, eight.y, drawn.get_width(), eight.h))


def _room(seat: SeatLayout, layout: TableLayout, *, kit: Kit) -> Box:
    """Return the room for a margin: on the seat's plate, below its name or beside it."""
    plate = seat.plate
    if isinstance(layout, HandLayout) and seat.stock != plate:
        return seat.stock  # the room above ACTION, where a game with hands has no stock
    if not _is_flat(plate):
        high = kit.px(34, 24)
        return Box(plate.x, plate.y if seat.turned else plate.bottom - high, plate.w, high)
    wide = round(plate.w * SCORE)
    return Box(plate.x if seat.turned else plate.right - wide, plate.y, wide, plate.h)


def _is_flat(plate: Box) -> bool:
    """Return whether a plate has its score beside its name."""
    return plate.h <= plate.w // 2
