"""The table of games with hands: pile and colour in force in the middle, people at the edges, tiles for other seats.

It reads zones and scalars and knows no game: ``turn``, ``direction``, ``colour`` and ``named`` (a suit) in force,
``naming``, ``owed``; for each seat ``marks``, ``called``, ``exposed``, ``place``. A scalar that a game does not have is
not shown.
"""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import pygame

from cabinet.display.cards import CardSize
from cabinet.display.layout.boxes import ASPECT, Box, HandLayout, Tile
from cabinet.display.shapes import SUITS
from cabinet.display.stage import Sprite, paste
from cabinet.display.table.hand_overlays import HandOverlays, PlateText, plate_text
from cabinet.display.table.messages import has_banner
from cabinet.display.table.middle import Middle
from cabinet.display.table.overlays import Overlays, SeatNotices
from cabinet.display.table.prewarm import PILED, PLATED, SUPPLIED
from cabinet.display.table.seats import HandSeat
from cabinet.display.table.view_state import TableSetup, ViewState, Words, said, short_text
from cabinet.display.theme import Colour, cropped
from cabinet.display.toolkit import Toolkit, beside, in_middle, stacked

SHOUTED: Final = ("foul.miss", "say.uno", "say.catch", "say.speah", "say.torkel")
"""Calls and fouls drawn in advance."""


class HandTable:
    """Draws all standing sprites of such a table."""

    def __init__(self, toolkit: Toolkit, words: Words, setup: TableSetup, middle: Middle, notes: SeatNotices) -> None:
        """`middle` draws the boards and banners, `notes` the notices across cards; the slot table shares both."""
        self._toolkit = toolkit
        self._overlays = toolkit.shared(Overlays)
        self._hand_overlays = toolkit.shared(HandOverlays)
        self._middle = middle
        self._notes = notes
        self._sides = HandSeat(toolkit, words, setup, notes)
        self._tiles = Tiles(toolkit, words, setup.names)

    def sprites(self, moment: ViewState, layout: HandLayout) -> list[Sprite]:
        """Return all standing sprites at a moment, from the bottom to the top."""
        sprites: list[Sprite] = []
        if not has_banner(moment):
            sprites += self._pile(moment, layout)
            sprites += self._supply(moment, layout)
            sprites += self._signs(moment, layout)
        sprites += self._middle.status(moment)
        for tile in layout.tiles:
            sprites += self._tiles.sprites(moment, tile)
        for seat, lap in zip(layout.seats, layout.laps, strict=True):
            sprites += self._sides.sprites(moment, seat, lap)
        return sprites

    def prewarm(self, layout: HandLayout, zones: Collection[str]) -> None:
        """Draw in advance the frequent calls at each seat and the usual figures."""
        for seat in layout.seats:
            self._notes.prewarm(seat, SHOUTED)
            self._sides.prewarm(seat)
        for tile in layout.tiles:
            self._tiles.prewarm(tile, SHOUTED, zones)
        for count in SUPPLIED:
            self._left(count, layout)
        for count in PILED:
            self._piled(count, layout)
            self._owed(count, layout)

    # The middle

    def _pile(self, moment: ViewState, layout: HandLayout) -> list[Sprite]:
        """Return the pile in the frame of the colour in force, and the bar of the shared time."""
        sprites: list[Sprite] = []
        box, theme = layout.piles[0], self._toolkit.theme
        for zone, place in moment.places.items():
            if place.kind in ("pile", "deck"):
                sprites += self._overlays.pile(moment.cards(zone), place, deep=2)
        if colour := moment.text("colour"):
            sprites.append(self._overlays.ring(box, theme.card_colour(colour)))
        clock = moment.clock
        if clock is not None and clock.kind == "match":
            sprites.append(self._hand_overlays.running(layout.window, moment.time_left(), theme.colours.text))
        return sprites

    def _supply(self, moment: ViewState, layout: HandLayout) -> list[Sprite]:
        """Return the supply with its size, the number of cards owed, and the cards out of the game."""
        toolkit = self._toolkit
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            count = len(moment.table.zones.get(zone, ()))
            if place.kind == "supply":
                sprites += self._overlays.pile(moment.cards(zone), place, deep=3)
                sprites.append(self._left(count, layout))
            elif place.kind == "gone" and count:
                size = CardSize(place.box.w, place.box.h)
                sprites.append(Sprite(toolkit.art.back(size), place.box.x, place.box.y))
                sprites.append(self._overlays.veil(place.box))
        if owed := moment.number("owed"):
            sprites.append(self._owed(owed, layout))
        return sprites

    def _left(self, count: int, layout: HandLayout) -> Sprite:
        """Return the number of cards left to draw."""
        toolkit = self._toolkit
        return toolkit.put(
            layout.supply_count, toolkit.text(str(count), toolkit.theme.type.count, toolkit.theme.colours.quiet)
        )

    def _owed(self, count: int, layout: HandLayout) -> Sprite:
        """Return the number of cards that a seat has to draw."""
        colours = self._toolkit.theme.colours
        pill = self._hand_overlays.pill(f"+{count}", colours.dark_text, colours.alarm, 44, layout.supply.w)
        return self._toolkit.put(layout.supply, pill)

    def _signs(self, moment: ViewState, layout: HandLayout) -> list[Sprite]:
        """Return the colour or suit in force, and the direction or the size of a pile that a seat may have to take."""
        if moment.phase != "play":
            return []
        sprites: list[Sprite] = []
        force, way = layout.signs
        size = (force.w, force.h)
        colour, named = moment.text("colour"), moment.text("named")
        if "naming" in moment.table.scalars and moment.number("naming") >= 0:
            sprites.append(Sprite(self._hand_overlays.colour("W", size), force.x, force.y))
        elif colour:
            sprites.append(Sprite(self._hand_overlays.colour(colour, size), force.x, force.y))
        elif named in SUITS:
            sprites.append(Sprite(self._hand_overlays.suit(named, size), force.x, force.y))
        pile = len(moment.table.zones.get("pile", ()))
        if pile > 1:
            sprites.append(self._piled(pile, layout))
        direction = moment.number("direction")
        if direction and len(layout.seats) + len(layout.tiles) > 2:  # between two, a direction does not matter
            sprites.append(self._toolkit.put(way, self._hand_overlays.direction(direction > 0, min(way.w, way.h))))
        return sprites

    def _piled(self, count: int, layout: HandLayout) -> Sprite:
        """Return the size of the pile that a seat may have to take."""
        colours, way = self._toolkit.theme.colours, layout.signs[1]
        return self._toolkit.put(way, self._hand_overlays.pill(f"×{count}", colours.text, colours.key, 26, way.w))


# Tiles: the seats round the table without a viewer, each with its name, its colour and shape, and its cards.
#
# A tall tile has the name above the count, a low tile both on one line. A tile that is read from both sides has the
# count at both ends and the badge in place of the name.

NAME: Final = 21
"""Letters of a name, at 800×480."""
FAN: Final = 7
"""Maximum number of backs in a fan; the figure beside it shows the number of cards."""
LEAST_FAN: Final = 1.9
"""Minimum width of a fan, in widths of its cards; a narrower fan is left out."""


class TileText(NamedTuple):
    """The content of a tile: the text of a plate, and for each card on the table whether it is still there."""

    plate: PlateText
    table: tuple[bool, ...] = ()


class Tiles:
    """Draws tiles and caches them."""

    def __init__(self, toolkit: Toolkit, words: Words, names: Sequence[str]) -> None:
        self._toolkit = toolkit
        self._overlays = toolkit.shared(Overlays)
        self._hand_overlays = toolkit.shared(HandOverlays)
        self._words = words
        self._names = names
        self._tile = toolkit.cached(self._draw)
        self._said = toolkit.cached(self._draw_said)
        self._letters = toolkit.cached(self._find_letters)

    def sprites(self, moment: ViewState, tile: Tile) -> list[Sprite]:
        """Return the tile at a moment, with its seat's call, its drawn card and its time left."""
        box = tile.box
        text = TileText(plate_text(moment, tile.seat, self._names, self._words), _table_of(moment, tile.seat))
        sprites = [Sprite(self._tile(tile.seat, text, (box.w, box.h), tile.two_ended), box.x, box.y)]
        for place in moment.places.values():
            if place.kind == "draw" and place.seat == tile.seat:
                sprites += self._overlays.pile(moment.cards(f"seat{tile.seat}.draw"), place, deep=0)
        clock = moment.clock
        if clock is not None and clock.seat == tile.seat and clock.kind != "match":
            side = self._toolkit.px(9, 6)
            bar = Box(box.x + side, box.y, box.w - 2 * side, self._toolkit.px(4, 3))
            sprites.append(
                self._hand_overlays.running(bar, moment.time_left(), self._toolkit.theme.seat(tile.seat).colour)
            )
        return [*sprites, *self._notice(moment, tile)]

    def prewarm(self, tile: Tile, shouted: Sequence[str], zones: Collection[str]) -> None:
        """Draw the frequent calls and the tile with every usual number of cards, before the first appears."""
        table = tuple(True for zone in zones if zone.startswith(f"seat{tile.seat}.table"))
        for cards in PLATED:
            for is_turn in (False, True):
                plate = PlateText(self._names[tile.seat], cards, is_turn=is_turn)
                self._tile(tile.seat, TileText(plate, table), (tile.box.w, tile.box.h), tile.two_ended)
        for key in shouted:
            self._said(tile.seat, self._text(key, tile), key.startswith("foul."), (tile.box.w, tile.box.h))

    def _notice(self, moment: ViewState, tile: Tile) -> list[Sprite]:
        """Return a call or a foul over the whole tile, so that it cannot be missed."""
        notice = next((held for held in moment.feed.notices if held.seat == tile.seat), None)
        if notice is None:
            return []
        text = self._text(notice.key, tile)
        return [Sprite(self._said(tile.seat, text, notice.alarm, (tile.box.w, tile.box.h)), tile.box.x, tile.box.y)]

    def _text(self, key: str, tile: Tile) -> str:
        """Return the words of a notice, the short ones where the others would be too small to read."""
        text = said(self._words, key)
        room = self._said_room(tile.seat, tile.box.w)
        return text if self._toolkit.fits(text, room, "title") else short_text(self._words, key)

    def _said_room(self, seat: int, width: int) -> int:
        return width - self._toolkit.badge(seat, self._toolkit.px(18, 12)).get_width() - self._toolkit.px(22, 12)

    def _draw_said(self, seat: int, text: str, alarm: bool, size: tuple[int, int]) -> pygame.Surface:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        ink = colours.alarm if alarm else toolkit.theme.seat(seat).colour
        plate = self._hand_overlays.frame(size, colours.dark_text, ink, toolkit.px(3, 2))
        badge = toolkit.badge(seat, toolkit.px(18, 12))
        word = toolkit.fitted(text, 26, colours.text, self._said_room(seat, size[0]), "title")
        return in_middle(plate, beside([badge, word], toolkit.px(6, 3)))

    # Drawing a tile

    def _draw(self, seat: int, text: TileText, size: tuple[int, int], two_ended: bool) -> pygame.Surface:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        look = toolkit.theme.seat(seat)
        is_out = text.plate.cards == 0 and not any(text.table) and bool(text.table)
        edge = colours.alarm if text.plate.alarm else look.colour if text.plate.is_turn else colours.key_edge
        width = toolkit.px(3, 2) if text.plate.alarm or text.plate.is_turn else toolkit.px(1.5)
        fill = colours.key if text.plate.is_turn else colours.plate
        plate = self._hand_overlays.frame(size, fill, edge, width).copy()
        inner = Box(0, 0, *size).inset(toolkit.px(8, 4), toolkit.px(5, 3))
        if two_ended:
            parts = self._for_both(seat, text, inner)
        elif text.plate.cards < 0:
            parts = [self._name_alone(seat, text, inner)]
        else:
            parts = self._tall(seat, text, inner) or self._low(seat, text, inner)
        paste(plate, parts)
        if is_out and not text.plate.chip:
            plate.set_alpha(110)
        return plate

    def _head(self, seat: int, text: TileText, width: int, usual: int) -> pygame.Surface:
        """Return badge and name.

        The letters are sized so that the longest name fits the `usual` width: all tiles look alike. Where the name is
        too long for `width`, return the badge alone.
        """
        toolkit = self._toolkit
        badge = toolkit.badge(seat, toolkit.px(18, 12))
        taken = badge.get_width() + toolkit.px(6, 3)
        font = toolkit.fonts.get("title", self._letters(max(1, usual - taken)))
        if font.size(text.plate.name)[0] > width - taken:
            return badge
        word = font.render(text.plate.name, True, toolkit.theme.seat(seat).colour)
        return beside([badge, cropped(word)], toolkit.px(6, 3))

    def _find_letters(self, room: int) -> int:
        """Return the height of letters in px at which each name fits into the room; at least the minimum."""
        toolkit = self._toolkit
        for height in range(toolkit.type_size(NAME, "title"), toolkit.least_type("title"), -1):
            if max(toolkit.fonts.get("title", height).size(name)[0] for name in self._names) <= room:
                return height
        return toolkit.least_type("title")

    def _has_room_for_a_back(self, width: int, height: int) -> bool:
        """Return whether every tile of that width, in px, has room for a back beside its count; else none shows it."""
        toolkit, usual = self._toolkit, self._usual(width)
        badge = toolkit.badge(0, toolkit.px(18, 12)).get_width() + toolkit.px(6, 3)
        font = toolkit.fonts.get("title", self._letters(max(1, usual - badge)))
        longest = max(font.size(name)[0] for name in self._names)
        return badge + longest + round(height / ASPECT) + toolkit.px(5, 3) <= usual

    def _usual(self, width: int) -> int:
        """Return the width of a name, in px, on a line that it shares with a count of two figures."""
        toolkit = self._toolkit
        letters = round(toolkit.theme.type.figure * 0.74)
        figure = toolkit.inked("88", letters, toolkit.theme.colours.text, toolkit.size[0], "title")
        return width - figure.get_width() - toolkit.px(6, 3)

    def _tall(self, seat: int, text: TileText, box: Box) -> list[Sprite]:
        """Return name, then the fan with its count or a chip, then the cards on the table; empty if they do not fit."""
        toolkit = self._toolkit
        lines = [self._head(seat, text, box.w, box.w), self._hand(text, box.w, toolkit.px(26, 17))]
        if text.table:
            lines.append(self._table(text.table, box.w, toolkit.px(13, 9)))
        spare = box.h - sum(line.get_height() for line in lines)
        if spare < 0 or (box.w > 2.2 * box.h and box.h < toolkit.px(66, 46)):
            return []
        return stacked(box, lines, max(0, min(toolkit.px(5, 3), spare // max(1, len(lines) - 1))))

    def _low(self, seat: int, text: TileText, box: Box) -> list[Sprite]:
        """Return the name at the left, the count at the right, and below them, if they fit, the cards on the table."""
        toolkit = self._toolkit
        table = self._table_below(text, box)
        top = Box(box.x, box.y, box.w, box.h - (table.get_height() + toolkit.px(2) if table else 0))
        height = min(top.h, toolkit.px(24, 15))
        has_room = text.plate.chip or self._has_room_for_a_back(box.w, height)
        hand = self._hand(text, round(box.w * 0.5) if has_room else 0, height, fan=False)
        head = self._head(seat, text, box.w - hand.get_width() - toolkit.px(6, 3), self._usual(box.w))
        parts = [toolkit.put(top, head, 0.0), toolkit.put(top, hand, 1.0)]
        return [*parts, toolkit.put(box, table, 0.5, 1.0)] if table else parts

    def _name_alone(self, seat: int, text: TileText, box: Box) -> Sprite:
        """Return the name beside, or above, the card that the seat draws for the first deal (`hand_places`)."""
        if box.w > 2 * box.h:
            usual = self._usual(box.w)
            return self._toolkit.put(box, self._head(seat, text, box.w - round(box.h / ASPECT), usual), 0.0)
        return self._toolkit.put(box, self._head(seat, text, box.w, box.w), 0.5, 0.0)

    def _for_both(self, seat: int, text: TileText, box: Box) -> list[Sprite]:
        """Return the badge in the middle and the count at both ends, each upright for its own reader."""
        toolkit = self._toolkit
        table = self._table_below(text, box)
        top = Box(box.x, box.y, box.w, box.h - (table.get_height() + toolkit.px(2) if table else 0))
        badge = toolkit.badge(seat, min(top.h, toolkit.px(22, 14)))
        if text.plate.cards < 0:
            return [toolkit.put(top, badge, 0.0)]
        bare = text._replace(plate=text.plate._replace(chip=""))
        hand = self._hand(bare, round(box.w * 0.36), min(top.h, toolkit.px(24, 15)), fan=False)
        hand = _underlined(hand, toolkit.theme.colours.text) if set(str(text.plate.cards)) & {"6", "9"} else hand
        parts = [toolkit.put(top, hand, 0.0), toolkit.put(top, badge), toolkit.put(top, toolkit.turned(hand), 1.0)]
        return [*parts, toolkit.put(box, table, 0.5, 1.0)] if table else parts

    def _table_below(self, text: TileText, box: Box) -> pygame.Surface | None:
        """Return the cards on the table; None where a low tile has no room for them."""
        if not text.table or box.h < self._toolkit.px(28, 20):
            return None
        return self._table(text.table, box.w, self._toolkit.px(10, 7))

    def _hand(self, text: TileText, width: int, height: int, *, fan: bool = True) -> pygame.Surface:
        """Draw the hand as a fan of backs with the count, and a chip with the seat's state."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        gap = toolkit.px(5, 3)
        letters = round(toolkit.theme.type.figure * 0.74)
        figure = toolkit.inked(str(text.plate.cards), letters, colours.text, toolkit.size[0], "title")
        parts = [figure]
        room = width - figure.get_width() - gap
        if text.plate.chip:
            fill: Colour = colours.alarm if text.plate.alarm else colours.text
            chip = self._hand_overlays.pill(
                text.plate.chip, colours.dark_text, fill, 17, max(room - toolkit.px(14, 8), toolkit.px(24, 14))
            )
            return beside([figure, chip], gap)
        size = CardSize(max(1, round(height / ASPECT)), max(1, height))
        if not fan:
            return beside([toolkit.art.back(size), figure], gap) if room > size.width else figure
        if text.plate.cards and room >= LEAST_FAN * size.width:
            parts.insert(0, self._fan(min(text.plate.cards, FAN), size, room))
        return beside(parts, gap)

    def _fan(self, count: int, size: CardSize, room: int) -> pygame.Surface:
        step = min(round(size.width * 0.45), (room - size.width) // max(1, count - 1)) if count > 1 else 0
        fan = pygame.Surface((size.width + step * (count - 1), size.height), pygame.SRCALPHA)
        for place in range(count):
            fan.blit(self._toolkit.art.back(size), (place * step, 0))
        return fan

    def _table(self, there: tuple[bool, ...], width: int, height: int) -> pygame.Surface:
        """Draw the cards on the table as small plates: full for a card, an outline for a card that is gone."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        gap = toolkit.px(3, 2)
        side = min(height, (width - gap * (len(there) - 1)) // len(there))
        line = pygame.Surface((len(there) * (side + gap) - gap, height), pygame.SRCALPHA)
        for place, is_there in enumerate(there):
            fill = colours.paper if is_there else colours.well
            line.blit(
                toolkit.plate((round(side / ASPECT) + 1, side), fill, radius=2),
                (place * (side + gap), (height - side) // 2),
            )
        return line


def _underlined(figure: pygame.Surface, ink: Colour) -> pygame.Surface:
    """Return a figure with a line below, so that it can be read upside down."""
    width, height = figure.get_size()
    whole = pygame.Surface((width, height + 3), pygame.SRCALPHA)
    whole.blit(figure, (0, 0))
    pygame.draw.line(whole, ink, (0, height + 2), (width - 1, height + 2))
    return whole


def _table_of(moment: ViewState, seat: int) -> tuple[bool, ...]:
    """Return, for each of the seat's places on the table, whether it still has a card."""
    own = f"seat{seat}.table"
    return tuple(bool(cards) for zone, cards in moment.table.zones.items() if zone.startswith(own))
