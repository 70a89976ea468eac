"""Drawing of the names page: each sitter's half is one surface, upright for its reader, and the ring lies over it."""

from typing import Final, NamedTuple

import pygame

from cabinet.display.evening.pages import KEYS, KeyTile, NamesHalf, Parts
from cabinet.display.layout.boxes import NOWHERE, Box, px, row, scale_of
from cabinet.display.stage import Sprite, paste
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit, beside, in_middle
from cabinet.display.widgets import Discs, least_capitals

# Places on one sitter's half: tall halves side by side, wide ones at a cocktail table, quarters. Pure geometry in px;
# every box lies inside the half's size, at its own origin.

NAME_LETTERS: Final = 3
"""Letters of a name."""
WIDE: Final = 2.4
"""From this ratio of width to height on, a half has two columns."""
TALL: Final = 1.1
"""Up to this ratio a half has room for the alphabet and the note."""
TALL_ROWS: Final = (0.0, 0.105, 0.115, 0.345, 0.4, 0.45, 0.47, 0.665, 0.71, 0.82, 0.84, 0.93, 0.95, 1.0)
QUARTER_ROWS: Final = (0.0, 0.15, 0.17, 0.4, 0.0, 0.0, 0.43, 0.7, 0.74, 0.86, 0.88, 1.0, 0.0, 0.0)
"""Top and bottom of head, letters, strip, keys, action, arrows and note, in shares of the height; 0 to 0: left out."""


class HalfPlaces(NamedTuple):
    """Boxes of a half. `strip` and `note` are `NOWHERE` where they have no room."""

    head: Box
    ring: Box
    letters: tuple[Box, ...]
    strip: Box
    keys: tuple[Box, ...]
    action: Box
    left: Box
    right: Box
    note: Box


def half_places(size: tuple[int, int], screen: tuple[int, int]) -> HalfPlaces:
    """Return the places on a half of `size` on a screen, px."""
    ratio = size[0] / size[1]
    margin = px(scale_of(screen), 18, 7)
    whole = Box(0, 0, *size).inset(margin, px(scale_of(screen), 8, 4))
    if ratio >= WIDE:
        return _wide(whole)
    return _stacked(whole, TALL_ROWS if ratio <= TALL else QUARTER_ROWS)


def _stacked(whole: Box, rows: tuple[float, ...]) -> HalfPlaces:
    """Return the places in rows, as `TALL_ROWS` has them."""
    head, letters, strip, keys, action, arrows, note = (
        _rows(whole, top, bottom) if bottom else NOWHERE for top, bottom in zip(rows[::2], rows[1::2], strict=True)
    )
    return _places(head, letters, strip, keys, action, arrows, note)


def _wide(whole: Box) -> HalfPlaces:
    """Return the places in two columns: the name at the left, the buttons at the right."""
    gap = whole.w // 30
    left = Box(whole.x, whole.y, round(whole.w * 0.42), whole.h)
    right = Box(left.right + gap, whole.y, whole.right - left.right - gap, whole.h)
    return _places(
        _rows(left, 0.0, 0.2),
        _rows(left, 0.25, 0.78),
        _rows(right, 0.0, 0.12),
        _rows(right, 0.15, 0.6),
        _rows(right, 0.65, 0.81),
        _rows(right, 0.84, 1.0),
        _rows(left, 0.86, 1.0),
    )


def _places(head: Box, letters: Box, strip: Box, keys: Box, action: Box, arrows: Box, note: Box) -> HalfPlaces:
    ring = Box(head.right - head.h, head.y, head.h, head.h)
    head = Box(head.x, head.y, head.w - head.h - head.h // 4, head.h)
    gap = max(3, letters.w // 32)
    side = min((letters.w - 2 * gap) // NAME_LETTERS, round(letters.h * 0.86))
    x = letters.x + (letters.w - NAME_LETTERS * side - 2 * gap) // 2
    boxes = row(x, letters.y, (side, letters.h), NAME_LETTERS, gap)
    left, right = _shared(arrows, 2)
    return HalfPlaces(head, ring, boxes, strip, _shared(keys, KEYS), action, left, right, note)


def _shared(line: Box, count: int) -> tuple[Box, ...]:
    """Return `count` boxes of equal width in a line."""
    gap = max(3, line.w // 56)
    return row(line.x, line.y, ((line.w - gap * (count - 1)) // count, line.h), count, gap)


def _rows(box: Box, top: float, bottom: float) -> Box:
    """Return the part of a box between two shares of its height."""
    y = box.y + round(box.h * top)
    return Box(box.x, y, box.w, box.y + round(box.h * bottom) - y)


# Drawing

SHOWN: Final = 6
"""Letters on the keys and on RIGHT."""
LEFT_CAP, RIGHT_CAP, ACTION_CAP = 5, 6, 7
"""Places of the buttons in `NamesHalf.caps`."""


class NamesPicture:
    """Draws halves at a toolkit's size. `boxes`: the halves on the screen by seat; `turned`: seats that look back."""

    def __init__(self, toolkit: Toolkit, boxes: dict[int, Box], turned: frozenset[int]) -> None:
        self._toolkit = toolkit
        self._boxes = boxes
        self._turned_seats = turned
        self._parts = toolkit.shared(Parts)
        self._discs = toolkit.shared(Discs)
        self._half = toolkit.cached(self._draw_half)

    def sprites(self, halves: tuple[NamesHalf, ...]) -> list[Sprite]:
        """Return every half without its ring."""
        return [self._placed(half.seat, self._half(half), Box(0, 0, *self._boxes[half.seat][2:])) for half in halves]

    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        """Return the ring of a seat with the share of its time that is left, and the seconds."""
        place = self._places(seat).ring
        return self._placed(seat, self._parts.ring(seat, place.w, left, seconds), place)

    def _places(self, seat: int) -> HalfPlaces:
        return half_places((self._boxes[seat].w, self._boxes[seat].h), self._toolkit.size)

    def _placed(self, seat: int, surface: pygame.Surface, inside: Box) -> Sprite:
        """Place a part of a half on the screen, turned with it."""
        box = self._boxes[seat]
        if seat not in self._turned_seats:
            return Sprite(surface, box.x + inside.x, box.y + inside.y)
        turned = inside.turned(box.w, box.h)
        return Sprite(self._toolkit.turned(surface), box.x + turned.x, box.y + turned.y)

    # One half

    def _draw_half(self, half: NamesHalf) -> pygame.Surface:
        places = self._places(half.seat)
        surface = pygame.Surface(self._boxes[half.seat][2:], pygame.SRCALPHA)
        parts = [
            *self._head(half, places),
            *self._letters(half, places),
            *self._strip(half, places),
            *self._keys(half, places),
            *self._ways(half, places),
        ]
        paste(surface, parts)
        return surface

    def _head(self, half: NamesHalf, places: HalfPlaces) -> list[Sprite]:
        """Return the seat's shape and word, the question or the refusal, and the note below."""
        toolkit, colours, parts = self._toolkit, self._toolkit.theme.colours, self._parts
        box = places.head
        who = parts.line(half.who, round(box.h * 0.56), toolkit.theme.seat(half.seat).colour, round(box.w * 0.4))
        name = beside([toolkit.badge(half.seat, who.get_height()), who], max(4, box.h // 5))
        refused = half.is_refused and not places.note.h
        ask = half.note if refused else half.ask
        room = box.w - name.get_width() - max(6, box.h // 4)
        question = parts.line(ask, round(box.h * 0.42), colours.alarm if refused else colours.quiet, room)
        drawn = [toolkit.put(box, name, 0.0)]
        if refused or room >= box.w // 4:  # else nobody could read it
            drawn.append(toolkit.put(box, question, 1.0))
        if places.note.h and half.note:
            ink = colours.alarm if half.is_refused else colours.quiet
            drawn.append(
                toolkit.put(places.note, parts.line(half.note, round(places.note.h * 0.7), ink, places.note.w))
            )
        return drawn

    def _letters(self, half: NamesHalf, places: HalfPlaces) -> list[Sprite]:
        """Return the three letters in their boxes; the next one's box is lit and has a line."""
        toolkit, colours, parts = self._toolkit, self._toolkit.theme.colours, self._parts
        colour = toolkit.theme.seat(half.seat).colour
        drawn = []
        for place, box in enumerate(places.letters):
            is_next = place == half.cursor
            drawn.append(Sprite(parts.plate(box[2:], colours.plate, colour if is_next else colours.key_edge), *box[:2]))
            if place < len(half.letters):
                letter = parts.line(half.letters[place], round(box.h * 0.7), colour, round(box.w * 0.86))
                drawn.append(toolkit.put(box, letter))
            elif is_next:
                line = toolkit.plate((box.w // 2, max(2, box.h // 18)), colour, radius=0)
                drawn.append(toolkit.put(box, line, 0.5, 0.86))
        return drawn

    def _strip(self, half: NamesHalf, places: HalfPlaces) -> list[Sprite]:
        """Return the alphabet with the six letters of the keys in a box, or the heading of the names."""
        toolkit, colours, parts = self._toolkit, self._toolkit.theme.colours, self._parts
        box = places.strip
        if not box.h:
            return []
        high = max(least_capitals(toolkit), round(box.h * 0.6))
        if half.strip < 0:
            return [toolkit.put(box, parts.line(half.heading, high, colours.quiet, box.w), 0.0)] if half.heading else []
        pitch = box.w / len(half.alphabet)
        shown = min(SHOWN, len(half.alphabet) - half.strip)
        edge = round(pitch * 0.3)
        frame = Box(box.x + round(half.strip * pitch) - edge, box.y - 2, round(shown * pitch) + 2 * edge, box.h + 4)
        drawn = [Sprite(parts.plate(frame[2:], colours.plate, toolkit.theme.seat(half.seat).colour), *frame[:2])]
        for place, letter in enumerate(half.alphabet):
            is_shown = half.strip <= place < half.strip + SHOWN
            cell = Box(box.x + round(place * pitch), box.y, round(pitch), box.h)
            ink = parts.line(letter, high, colours.text if is_shown else colours.quiet, max(3, round(pitch) - 1))
            drawn.append(toolkit.put(cell, ink))
        return drawn

    def _keys(self, half: NamesHalf, places: HalfPlaces) -> list[Sprite]:
        """Return the five tiles, each with its button in the seat's colour hanging from it; or a tick."""
        if half.is_done:
            side = places.action.bottom - places.keys[0].y - self._toolkit.px(10, 5)
            room = Box(places.action.x, places.keys[0].y, places.action.w, side)
            return [self._toolkit.put(room, self._discs.disc(half.seat, round(side * 0.8), "tick"))]
        return [
            Sprite(self._key(half, place, tile, box[2:]), *box[:2])
            for place, (tile, box) in enumerate(zip(half.keys, places.keys, strict=bool(half.keys)))
        ]

    def _key(self, half: NamesHalf, place: int, tile: KeyTile, size: tuple[int, int]) -> pygame.Surface:
        toolkit, colours, parts = self._toolkit, self._toolkit.theme.colours, self._parts
        seat = toolkit.theme.seat(half.seat).colour
        pill_high = least_capitals(toolkit) + toolkit.px(9, 5)
        face = (size[0], size[1] - pill_high // 2)
        surface = pygame.Surface(size, pygame.SRCALPHA)
        fill, ink = (colours.paper, colours.dark_text) if tile.is_chosen else (colours.plate, colours.text)
        surface.blit(parts.plate(face, fill, None if tile.is_chosen else colours.key_edge), (0, 0))
        room = Box(0, 0, face[0], face[1] - pill_high // 2)
        if tile.text:
            colour = ink if tile.is_free else colours.key_edge
            text = parts.line(
                tile.text, min(round(room.h * 0.62), toolkit.px(34, 16)), colour, face[0] - toolkit.px(10, 5)
            )
            paste(surface, [toolkit.put(room, text)])
        if tile.text and tile.is_free:
            plate = toolkit.plate((round(face[0] * 0.8), pill_high), seat)
            cap = half.caps[place] if half.caps else str(place + 1)
            mark = parts.line(cap, least_capitals(toolkit), colours.dark_text, plate.get_width() - toolkit.px(8, 4))
            surface.blit(in_middle(plate, mark), ((size[0] - plate.get_width()) // 2, size[1] - pill_high))
        return surface

    def _ways(self, half: NamesHalf, places: HalfPlaces) -> list[Sprite]:
        """Return the plates of ACTION, LEFT and RIGHT; one without words is left out."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        seat = toolkit.theme.seat(half.seat).colour
        ink = colours.dark_text if half.is_full else seat
        caps = half.caps or ("",) * 8
        drawn = []
        if half.action:
            fill = seat if half.is_full else colours.plate
            drawn.append(self._way(places.action, half.action, "star", caps[ACTION_CAP], ink, (fill, seat)))
        for box, words, sign, cap in (
            (places.left, half.left, "left", caps[LEFT_CAP]),
            (places.right, half.right, "right", caps[RIGHT_CAP]),
        ):
            if words:
                edges = (colours.plate, colours.key_edge)
                drawn.append(self._way(box, words, sign, cap, colours.text, edges))
        return drawn

    def _way(self, box: Box, words: str, sign: str, cap: str, ink: Colour, plate: tuple[Colour, Colour]) -> Sprite:
        """Draw a plate with a button's sign, or the name of its key, and the words."""
        toolkit = self._toolkit
        high = max(least_capitals(toolkit), round(box.h * 0.46))
        room = box.w - toolkit.px(20, 10)
        mark = self._parts.cap(cap, high, room // 3) if cap else toolkit.sign(sign, round(high * 1.1), ink)
        gap = toolkit.px(9, 5)
        text = self._parts.line(words, high, ink, room - mark.get_width() - gap)
        line = beside([text, mark] if sign == "right" else [mark, text], gap)
        return Sprite(in_middle(toolkit.plate(box[2:], *plate), line), box.x, box.y)
