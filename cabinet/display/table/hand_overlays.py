"""Marks of games with hands: choices, timer bars, the visible part of a hand, the direction, and name plates."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame

from cabinet.display.cards import CardSize
from cabinet.display.layout.boxes import Box, SeatLayout
from cabinet.display.shapes import FINER, SUITS, painted, stamp
from cabinet.display.stage import Sprite, paste
from cabinet.display.table.prewarm import PLATED
from cabinet.display.table.view_state import ViewState, Words, place_word, said
from cabinet.display.theme import Colour, cropped
from cabinet.display.toolkit import Toolkit, beside, in_middle, stacked
from cabinet.display.widgets import capitals

TIMER_STEPS: Final = 60
"""Steps of a timer bar: the picture changes no more often."""
LATE: Final = 0.25
"""A bar with at most this share of its time left has the alarm colour."""
ROW: Final = 5
"""Visible cards of a hand."""


class HandOverlays:
    """Draws the overlays and caches them."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self.bar = toolkit.cached(self._bar)
        self.scroll = toolkit.cached(self._scroll)
        self.order = toolkit.cached(self._order)
        self.colour = toolkit.cached(self._colour)
        self.suit = toolkit.cached(self._suit)
        self.direction = toolkit.cached(self._direction)
        self.pill = toolkit.cached(self._pill)
        self.choice = toolkit.cached(self._choice)
        self._shade = toolkit.cached(self._draw_shade)
        self.frame = toolkit.cached(self._frame)

    def shade(self, box: Box) -> Sprite:
        """Return a shade, half dark, over a card that no button currently means."""
        return Sprite(self._shade((box.w, box.h)), box.x, box.y)

    def running(self, box: Box, left: float, colour: Colour, *, turned: bool = False) -> Sprite:
        """Return a timer bar in the box with the share `left` of its time."""
        steps = -(-round(left * TIMER_STEPS * 1000) // 1000)
        ink = colour if left > LATE else self._toolkit.theme.colours.alarm
        return self._toolkit.put(box, self.bar((box.w, box.h), steps, ink), turned=turned)

    def _draw_shade(self, size: tuple[int, int]) -> pygame.Surface:
        shade = self._toolkit.art.blank(CardSize(*size)).copy()
        shade.fill((*self._toolkit.theme.colours.night, 255), special_flags=pygame.BLEND_RGBA_MIN)
        shade.set_alpha(120)
        return shade

    def _bar(self, size: tuple[int, int], steps: int, colour: Colour) -> pygame.Surface:
        bar = _strip(size, self._toolkit.theme.colours.unlit)
        if steps > 0:
            width = min(size[0], max(size[1], round(size[0] * steps / TIMER_STEPS)))
            pygame.draw.rect(bar, colour, (0, 0, width, size[1]), border_radius=size[1] // 2)
        return bar

    def _scroll(
        self, size: tuple[int, int], count: int, first: int, colour: Colour, marked: tuple[int, ...]
    ) -> pygame.Surface:
        """Draw the row's position in a hand of `count`; `marked` or playable places have the seat's colour."""
        colours = self._toolkit.theme.colours
        bar = _strip(size, colours.unlit)
        part = size[0] / count
        knob = (round(first * part), 0, max(size[1], round(min(ROW, count - first) * part)), size[1])
        pygame.draw.rect(bar, colours.quiet, knob, border_radius=size[1] // 2)
        for place in marked:
            pygame.draw.rect(bar, colour, (round(place * part), 0, max(3, round(part) - 1), size[1]))
        return bar

    def _order(self, number: int, colour: Colour) -> pygame.Surface:
        """Draw the number of a marked card in the order of play."""
        toolkit = self._toolkit
        ink = toolkit.theme.colours.dark_text
        figure = cropped(toolkit.text(str(number), toolkit.theme.type.count, ink))
        side = max(figure.get_size()) + toolkit.px(9, 6)
        return in_middle(toolkit.plate((side, side), colour, ink), figure)

    def _colour(self, colour: str, size: tuple[int, int]) -> pygame.Surface:
        """Draw the field of a colour with its shape; for a wild, all four."""
        return self._toolkit.art.coloured.tile(colour, size)

    def _suit(self, suit: str, size: tuple[int, int]) -> pygame.Surface:
        """Draw a suit on paper."""
        toolkit = self._toolkit
        paper = toolkit.plate(size, toolkit.theme.colours.paper, radius=round(min(size) * 0.14))
        return in_middle(paper, stamp(SUITS[suit], round(min(size) * 0.7), toolkit.theme.suit_colour(suit)))

    def _direction(self, clockwise: bool, side: int) -> pygame.Surface:
        """Draw two arrows in a ring, in the direction of turns."""
        ink = self._toolkit.theme.colours.text
        ring = painted((side, side), ink, lambda big: _ring_of_arrows(big, ink))
        return ring if clockwise else pygame.transform.flip(ring, True, False)

    def _pill(self, text: str, ink: Colour, fill: Colour, size: int, width: int) -> pygame.Surface:
        """Draw a short word or figure on a plate of its own, condensed where it would be cut."""
        toolkit = self._toolkit
        if toolkit.fits(text, width, "title"):
            word = toolkit.inked(text, size, ink, width, "title")
        else:
            word = capitals(toolkit, text, 1, ink, width)
        size_around = (word.get_width() + toolkit.px(14, 8), word.get_height() + toolkit.px(8, 5))
        return in_middle(toolkit.plate(size_around, fill), word)

    def _frame(self, size: tuple[int, int], fill: Colour, edge: Colour, width: int) -> pygame.Surface:
        """Draw a plate with a line round it: a seat's place."""
        radius = self._toolkit.px(9, 6)

        def draw(big: pygame.Surface) -> None:
            area = big.get_rect()
            pygame.draw.rect(big, fill, area, border_radius=radius * FINER)
            pygame.draw.rect(big, edge, area, width=width * FINER, border_radius=radius * FINER)

        return painted(size, edge, draw)

    # Choices

    def _choice(self, sign: str, size: tuple[int, int], name: str, top: str) -> pygame.Surface:
        """Draw a button's choice: a colour, a suit, a seat called `name`, or a zone with the top card `top`."""
        kind, _, which = sign.partition(".")
        if kind == "colour":
            return self._colour(which, size)
        if kind == "suit":
            return self._suit(which, size)
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        edge = toolkit.theme.seat(int(which)).colour if kind == "seat" else colours.key_text
        plate = self.frame(size, colours.plate, edge, toolkit.px(2)).copy()
        parts = self._seat(int(which), name, size) if kind == "seat" else [self._thing(kind, top, size)]
        paste(plate, stacked(Box(0, 0, *size), parts, toolkit.px(3, 1)))
        return plate

    def _seat(self, seat: int, name: str, size: tuple[int, int]) -> list[pygame.Surface]:
        toolkit = self._toolkit
        badge = toolkit.badge(seat, round(size[1] * 0.44))
        return [badge, toolkit.fitted(name, 17, toolkit.theme.seat(seat).colour, size[0] - toolkit.px(8, 5), "title")]

    def _thing(self, kind: str, top: str, size: tuple[int, int]) -> pygame.Surface:
        """Draw a small card for a zone, or a cross for a removal from the game."""
        toolkit = self._toolkit
        if kind == "zone" and top:
            return toolkit.art.card(top, choice_card(size))
        side = round(min(size) * 0.55)
        return painted((side, side), toolkit.theme.colours.text, lambda big: _cross(big, toolkit.theme.colours.text))


def choice_card(size: tuple[int, int]) -> CardSize:
    """Return the size of the card on a choice of that size, in px."""
    height = round(size[1] * 0.82)
    return CardSize(round(height / 1.4), height)


def _strip(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Return a thin bar, drawn without smoothing: it is too thin for it and drawn too often."""
    strip = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(strip, colour, strip.get_rect(), border_radius=size[1] // 2)
    return strip


def _ring_of_arrows(big: pygame.Surface, ink: Colour) -> None:
    side = big.get_width()
    for start in (0.0, pi):
        outer = [_at(side, 0.44, start + step / 24 * pi * 0.72) for step in range(25)]
        inner = [_at(side, 0.31, start + step / 24 * pi * 0.72) for step in range(24, -1, -1)]
        pygame.draw.polygon(big, ink, outer + inner)
        tip = start + pi * 0.72
        head = [_at(side, 0.5, tip), _at(side, 0.235, tip), _at(side, 0.375, tip + 0.62)]
        pygame.draw.polygon(big, ink, head)


def _at(side: int, radius: float, turn: float) -> tuple[float, float]:
    return side * (0.5 + radius * sin(turn)), side * (0.5 - radius * cos(turn))


def _cross(big: pygame.Surface, ink: Colour) -> None:
    side, line = big.get_width(), big.get_width() // 6
    pygame.draw.line(big, ink, (line, line), (side - line, side - line), line)
    pygame.draw.line(big, ink, (side - line, line), (line, side - line), line)


def places_in(row: Sequence[tuple[str, ...]], cards: Sequence[str]) -> tuple[int, ...]:
    """Return the slots of a row that contain these cards."""
    return tuple(place for place, slot in enumerate(row) if any(card in slot for card in cards))


# Name plates: badge and name, the number of cards, points, and one word about the seat. `plate_text` also serves the
# tiles of other seats, which look different.


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

    def __init__(self, toolkit: Toolkit, words: Words) -> None:
        self._toolkit = toolkit
        self._hand_overlays = toolkit.shared(HandOverlays)
        self._words = words
        self._plate = toolkit.cached(self._draw)

    def plate(self, text: PlateText, seat: SeatLayout) -> list[Sprite]:
        """Return the parts of the seat's plate with that text."""
        parts = self._plate(seat.seat, text, (seat.plate.w, seat.plate.h), seat.turned)
        return [part.moved(seat.plate.x, seat.plate.y) for part in parts]

    def prewarm(self, name: str, seat: SeatLayout) -> None:
        """Draw the seat's plate in advance with every usual number of cards, with and without the turn."""
        for cards in PLATED:
            for is_turn in (False, True):
                self.plate(PlateText(name, cards, is_turn=is_turn), seat)

    def _draw(self, seat: int, text: PlateText, size: tuple[int, int], turned: bool) -> tuple[Sprite, ...]:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        look = toolkit.theme.seat(seat)
        gap = toolkit.px(8, 5)
        badge = toolkit.badge(seat, toolkit.px(24, 15))
        is_wide = size[0] > 2.4 * size[1]
        room = (round(size[0] * 0.58) if is_wide else size[0] + gap) - badge.get_width() - 3 * gap
        name = toolkit.inked(text.name, toolkit.theme.type.name, look.colour, room, "title")
        if not toolkit.fits(text.name, room, "title"):
            name = capitals(toolkit, text.name, 1, look.colour, room)
        head = beside([badge, name], gap)
        tail = self._count(text, (size[0] - head.get_width() if is_wide else size[0]) - 3 * gap)
        edge = look.colour if text.is_turn else colours.plate
        parts = (
            [Sprite(self._hand_overlays.frame(size, colours.plate, edge, toolkit.px(3, 2)), 0, 0)]
            if text.is_turn
            else []
        )
        box = Box(0, 0, *size)
        if is_wide:
            inner = box.inset(gap, 0)
            return toolkit.pieces(
                size, [*parts, toolkit.put(inner, head, 0.0), toolkit.put(inner, tail, 1.0)], turned=turned
            )
        spare = max(0, size[1] - head.get_height() - tail.get_height())
        return toolkit.pieces(
            size, [*parts, *stacked(box, [head, tail], min(toolkit.px(10, 6), spare // 3))], turned=turned
        )

    def _count(self, text: PlateText, width: int) -> pygame.Surface:
        toolkit, type_, colours = self._toolkit, self._toolkit.theme.type, self._toolkit.theme.colours
        if text.cards < 0:
            if not text.chip:
                return pygame.Surface((1, 1), pygame.SRCALPHA)
            return self._hand_overlays.pill(text.chip, colours.dark_text, colours.text, type_.count + 3, width)
        figure = toolkit.inked(str(text.cards), type_.figure, colours.text, width, "title")
        gap = toolkit.px(8, 4)
        if text.chip:
            fill = colours.alarm if text.alarm else colours.text
            pill = self._hand_overlays.pill(text.chip, colours.dark_text, fill, type_.count + 3, width // 2)
            return beside([figure, pill], gap)
        unit = said(self._words, "table.cards")
        if text.points:
            unit = said(self._words, "table.cards_and_points", points=text.points)
        room = width - figure.get_width() - gap
        if self._toolkit.fonts.get("text", toolkit.least_type("text")).size(unit)[0] > room:
            return figure
        return beside([figure, toolkit.fitted(unit, type_.note, colours.quiet, room)], gap)


def plate_text(moment: ViewState, seat: int, names: Sequence[str], words: Words) -> PlateText:
    """Return the content of a seat's plate or tile at a moment."""
    chip, alarm = _chip(moment, seat, words)
    is_turn = moment.phase == "play" and _whose(moment) == seat
    cards = sum(len(moment.table.zones.get(f"seat{seat}.{zone}", ())) for zone in ("hand", "chance"))
    if moment.phase == "draw":
        return PlateText(names[seat], -1, 0, chip, False, bool(chip))
    return PlateText(names[seat], cards, moment.number(f"score.{seat}"), chip, alarm, is_turn)


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
    return (said(words, "table.last_card"), False) if moment.has_last_card(seat) else ("", False)
