"""The name plate of a seat with a hand: badge and name, the number of its cards, points, and one word about it.

`plate_text` also serves the seats with a tile (`tiles`), which look different.
"""

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import SeatLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.hand_overlays import HandOverlays
from cabinet.display.table.hand_prewarm import PLATED
from cabinet.display.table.view_state import ViewState, Words, place_word, said
from cabinet.display.toolkit import Kit, beside, stacked


class PlateText(NamedTuple):
    """The content of a seat's plate.

    `cards` is -1 before there are hands, `points` 0 where they are not shown. `alarm` marks the chip as a danger,
    `is_turn` the seat that all wait for.
    """

    name: str
    cards: int
    points: int = 0
    chip: str = ""
    alarm: bool = False
    is_turn: bool = False


class HandPlates:
    """Draws plates and caches them by content."""

    def __init__(self, kit: Kit, hand_overlays: HandOverlays, words: Words) -> None:
        self._kit = kit
        self._hand_overlays = hand_overlays
        self._words = words
        self._plate = kit.cached(self._draw)

    def plate(self, text: PlateText, seat: SeatLayout) -> Sprite:
        """Return the seat's plate with that text."""
        surface = self._plate(seat.seat, text, (seat.plate.w, seat.plate.h), seat.turned)
        return Sprite(surface, seat.plate.x, seat.plate.y)

    def prewarm(self, name: str, seat: SeatLayout) -> None:
        """Draw the seat's plate in advance with every usual number of cards, with and without the turn."""
        for cards in PLATED:
            for is_turn in (False, True):
                self.plate(PlateText(name, cards, is_turn=is_turn), seat)

    def _draw(self, seat: int, text: PlateText, size: tuple[int, int], turned: bool) -> pygame.Surface:
        kit, colours = self._kit, self._kit.theme.colours
        look = kit.theme.seat(seat)
        gap = kit.px(8, 5)
        badge = kit.badge(seat, kit.px(24, 15))
        is_wide = size[0] > 2.4 * size[1]
        room = (round(size[0] * 0.58) if is_wide else size[0]) - badge.get_width() - 3 * gap
        head = beside([badge, kit.inked(text.name, kit.theme.type.name, look.colour, room, "title")], gap)
        tail = self._count(text, (size[0] - head.get_width() if is_wide else size[0]) - 3 * gap)
        edge = look.colour if text.is_turn else colours.plate
        parts = (
            [Sprite(self._hand_overlays.frame(size, colours.plate, edge, kit.px(3, 2)), 0, 0)] if text.is_turn else []
        )
        box = Box(0, 0, *size)
        if is_wide:
            inner = box.inset(gap, 0)
            return kit.panel(size, [*parts, kit.put(inner, head, 0.0), kit.put(inner, tail, 1.0)], turned=turned)
        spare = max(0, size[1] - head.get_height() - tail.get_height())
        return kit.panel(size, [*parts, *stacked(box, [head, tail], min(kit.px(10, 6), spare // 3))], turned=turned)

    def _count(self, text: PlateText, width: int) -> pygame.Surface:
        kit, type_, colours = self._kit, self._kit.theme.type, self._kit.theme.colours
        if text.cards < 0:
            if not text.chip:
                return pygame.Surface((1, 1), pygame.SRCALPHA)
            return self._hand_overlays.pill(text.chip, colours.dark_text, colours.text, type_.count + 3, width)
        figure = kit.inked(str(text.cards), type_.figure, colours.text, width, "title")
        gap = kit.px(8, 4)
        if text.chip:
            fill = colours.alarm if text.alarm else colours.text
            pill = self._hand_overlays.pill(text.chip, colours.dark_text, fill, type_.count + 3, width // 2)
            return beside([figure, pill], gap)
        unit = said(self._words, "table.cards")
        if text.points:
            unit = said(self._words, "table.cards_and_points", points=text.points)
        room = width - figure.get_width() - gap
        if self._kit.fonts.get("text", kit.least_type("text")).size(unit)[0] > room:
            return figure
        return beside([figure, kit.fitted(unit, type_.note, colours.quiet, room)], gap)


def plate_text(moment: ViewState, seat: int, names: Sequence[str], words: Words) -> PlateText:
    """Return the content of a seat's plate or tile at a moment."""
    name = names[seat] if seat < len(names) else ""
    chip, alarm = _chip(moment, seat, words)
    is_turn = moment.phase == "play" and _whose(moment) == seat
    cards = sum(len(moment.table.zones.get(f"seat{seat}.{zone}", ())) for zone in ("hand", "chance"))
    if moment.phase == "draw":
        return PlateText(name, -1, 0, chip, False, bool(chip))
    return PlateText(name, cards, moment.number(f"score.{seat}"), chip, alarm, is_turn)


def _whose(moment: ViewState) -> int:
    """Return the seat that all wait for: the seat that names a colour, else the seat whose turn it is; -1 for none."""
    naming = moment.table.scalars.get("naming", -1)
    if isinstance(naming, int) and naming >= 0:
        return naming
    return moment.number("turn") if "turn" in moment.table.scalars else -1


def _chip(moment: ViewState, seat: int, words: Words) -> tuple[str, bool]:
    """Return the seat's most important state in a word, and whether it is a danger."""
    if moment.phase == "draw" and moment.number("dealer") == seat:
        return said(words, "table.deals"), False
    if moment.phase == "ready" and moment.number(f"ready.{seat}"):
        return said(words, "table.ready"), False
    if place := moment.number(f"place.{seat}"):
        return place_word(words, place), False
    if moment.phase != "play":
        return "", False
    if moment.number(f"exposed.{seat}"):
        return said(words, "table.exposed"), True
    if moment.number(f"called.{seat}"):
        return said(words, "table.called"), False
    return "", False
