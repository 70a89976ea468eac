"""Marks on and around the cards of a seat: overlays, the name plate, and the notice at the key that was pressed.

`Overlays` draws piles with their depth, rings, halos, veils, brackets, count badges, pips and pills; `Plates` the plate
of a seat whose cards lie in slots; `SeatNotices` a foul, a call, the lock and its time. All cache by content, so that
an unchanged mark is the same object and is not drawn again.
"""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.cards import CardSize
from cabinet.display.layout.boxes import Box, SeatLayout, TableLayout
from cabinet.display.shapes import FINER, painted
from cabinet.display.stage import Sprite
from cabinet.display.table.places import Place
from cabinet.display.table.softkeys import FIFTH
from cabinet.display.table.view_state import ViewState, Words, said, short_text
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit, beside, in_middle, stacked
from cabinet.display.widgets import chequer
from engine.cards import bare
from engine.panel import Command


def depth_step(width: int) -> int:
    """Return how far each card of a pile extends beyond the card above it, in px."""
    return max(1, width // 40)


class Overlays:
    """Draws the overlays and caches them; methods return sprites that fit the box of a card."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self.pips = toolkit.cached(self._pips)
        self.notice = toolkit.cached(self._notice)
        self._ring = toolkit.cached(self._draw_ring)
        self._halo = toolkit.cached(self._draw_halo)
        self._veil = toolkit.cached(self._draw_veil)
        self._bracket = toolkit.cached(self._draw_bracket)
        self._chequered = toolkit.cached(self._draw_chequered)
        self._count_badge = toolkit.cached(self._draw_count_badge)
        self._tab = toolkit.cached(self._draw_tab)
        self._edge = toolkit.cached(self._draw_edge)

    def pile(self, cards: Sequence[str], place: Place, *, deep: int, at: Box | None = None) -> list[Sprite]:
        """Return a pile's top card over the edges of at most `deep` cards below it, or the empty well."""
        art, box = self._toolkit.art, at or place.box
        if not cards:
            return [Sprite(art.empty(place.size, self._toolkit.theme.colours.well), box.x, box.y)]
        step = depth_step(place.size.width) * (-1 if place.turned else 1)
        below = min(deep, len(cards) - 1)
        edge, dx = self._edge(place.size, place.turned)
        sprites = [Sprite(edge, box.x + dx + step * (below - layer), box.y) for layer in range(below)]
        top = art.card(cards[-1], place.size, two_ended=place.two_ended, turned=place.turned)
        return [*sprites, Sprite(top, box.x, box.y)]

    def landing(self, card: pygame.Surface, box: Box, frame: Sprite) -> tuple[tuple[Sprite, ...], ...]:
        """Return what is seen of a card that lands on a pile, step by step: the frame round the pile fades while the
        card, over itself in its place, is wide over its shadow, then high, then lies. All is inside the frame.
        """
        toolkit, motion, room = self._toolkit, self._toolkit.theme.motion, frame.rect
        beside, above = min(box.x - room.x, room.right - box.right), min(box.y - room.y, room.bottom - box.bottom)
        steps = []
        for step in range(motion.land_steps):
            strength = 1 - step / motion.land_steps
            sprites = [Sprite(_faded(frame.surface, round(150 * strength)), frame.x, frame.y)]
            if step < motion.land_steps - 1:
                dx = min(beside, round(box.w * motion.land_width * strength / 2))
                dy = min(above, round(box.h * motion.land_height * (1.3 - strength) / 2))
                size = (box.w + 2 * dx, box.h + 2 * dy)
                deep = min(room.bottom - box.bottom - dy, toolkit.px(6 - 3 * step, 2))
                shadow = toolkit.plate(size, toolkit.theme.colours.night, None, 120, box.w // 12)
                sprites += [
                    Sprite(shadow, box.x - dx, box.y - dy + deep),
                    Sprite(pygame.transform.smoothscale(card, size), box.x - dx, box.y - dy),
                ]
            steps.append(tuple(sprites))
        return tuple(steps)

    def ring(self, box: Box, colour: Colour) -> Sprite:
        """Return a line round a card, outside it, in a seat's colour: armed, or marked."""
        width = self._toolkit.px(4, 3)
        return Sprite(self._ring((box.w, box.h), colour, width), box.x - width, box.y - width)

    def halo(self, box: Box, colour: Colour) -> Sprite:
        """Return light round a playable card."""
        width = self._toolkit.px(7, 4)
        return Sprite(self._halo((box.w, box.h), colour, width), box.x - width, box.y - width)

    def veil(self, box: Box) -> Sprite:
        """Return a shade over a card that cannot currently be used; the card stays readable."""
        return Sprite(self._veil((box.w, box.h)), box.x, box.y)

    def bracket(self, box: Box, colour: Colour, side: str) -> Sprite:
        """Return half a ring on one side of a pile (top, bottom, left, right): that seat may play there."""
        width = self._toolkit.px(4, 3)
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
        return self._toolkit.put(corner, chip, 0.0, 1.0, turned=turned)

    def finishing_line(self, layout: TableLayout) -> Sprite:
        """Return the chequered line between the piles: plays end here."""
        left, right = layout.piles[0], layout.piles[-1]
        square = max(3, (right.x - left.right) // 4) if len(layout.piles) == 2 else self._toolkit.px(5, 3)
        x, _ = layout.band.centre
        height = layout.band.h if layout.name == "facing" else left.h
        top = layout.band.y if layout.name == "facing" else left.y
        return Sprite(self._chequered((2 * square, height), square), x - square, top)

    # Drawing

    def _draw_chequered(self, size: tuple[int, int], square: int) -> pygame.Surface:
        strip = pygame.Surface(size, pygame.SRCALPHA)
        chequer(strip, Box(0, 0, *size), square, self._toolkit.theme.colours.chequer)
        return strip

    def _draw_edge(self, size: CardSize, turned: bool) -> tuple[pygame.Surface, int]:
        """Return the visible part of a card below another, and its left edge in px; the rest need not be drawn."""
        sheet = self._toolkit.art.blank(size)
        width = round(size.width * self._toolkit.theme.card.corner) + depth_step(size.width) + 1
        left = 0 if turned else size.width - width
        return sheet.subsurface((left, 0, width, size.height)), left

    def _draw_ring(self, size: tuple[int, int], colour: Colour, width: int) -> pygame.Surface:
        whole = (size[0] + 2 * width, size[1] + 2 * width)
        corner = round(size[0] * self._toolkit.theme.card.corner) + width

        def draw(big: pygame.Surface) -> None:
            pygame.draw.rect(big, colour, big.get_rect(), width=(width + 1) * FINER, border_radius=corner * FINER)

        return painted(whole, colour, draw)

    def _draw_halo(self, size: tuple[int, int], colour: Colour, width: int) -> pygame.Surface:
        whole = (size[0] + 2 * width, size[1] + 2 * width)
        corner = round(size[0] * self._toolkit.theme.card.corner)
        halo = pygame.Surface(whole, pygame.SRCALPHA)
        for step in range(width):
            alpha = round(235 * ((step + 1) / width) ** 1.5)
            area = pygame.Rect(step, step, whole[0] - 2 * step, whole[1] - 2 * step)
            pygame.draw.rect(halo, (*colour, alpha), area, width=2, border_radius=corner + width - step)
        return halo

    def _draw_veil(self, size: tuple[int, int]) -> pygame.Surface:
        sheet = self._toolkit.art.blank(CardSize(*size))
        veil = sheet.copy()
        veil.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
        veil.fill((*self._toolkit.theme.colours.night, 0), special_flags=pygame.BLEND_RGBA_ADD)
        veil.set_alpha(round(255 * self._toolkit.theme.card.veil))
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
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        side = toolkit.px(24, 16)
        plate = toolkit.plate((side, side), colours.dark_text, toolkit.theme.seat(seat).colour)
        return in_middle(plate, toolkit.badge(seat, round(side * 0.5)))

    def _draw_count_badge(self, count: int) -> pygame.Surface:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        figure = toolkit.text(str(count), toolkit.theme.type.note, colours.text)
        side = figure.get_height()
        return in_middle(toolkit.plate((max(side, figure.get_width() + side // 2), side), colours.key), figure)

    def _pips(self, won: int, goal: int, colour: Colour) -> pygame.Surface:
        """Draw one pip for each score to win: filled when won."""
        toolkit = self._toolkit
        side, gap = toolkit.px(16, 10), toolkit.px(7, 4)

        def draw(big: pygame.Surface) -> None:
            for place in range(goal):
                centre = (place * (side + gap) * FINER + side * FINER / 2, side * FINER / 2)
                if place < won:
                    pygame.draw.circle(big, colour, centre, side * FINER / 2)
                else:
                    pygame.draw.circle(big, toolkit.theme.colours.key_edge, centre, side * FINER / 2, width=2 * FINER)

        return painted((goal * side + (goal - 1) * gap, side), colour, draw)

    def notice_room(self, seat: int, width: int) -> int:
        """Return the px that a notice has for its words, if it is `width` px wide at most."""
        toolkit = self._toolkit
        return width - toolkit.badge(seat, toolkit.px(22, 14)).get_width() - toolkit.px(10, 6) - 2 * toolkit.px(14, 12)

    def notice_word(self, text: str, width: int) -> pygame.Surface:
        """Return the words of a notice that has `width` px for them."""
        return self._toolkit.fitted(text, 22, self._toolkit.theme.colours.text, width, "title")

    def _notice(self, text: str, seat: int, room: tuple[int, int], alarm: bool) -> pygame.Surface:
        """Draw a big pill: the seat's badge and a few words."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        badge = toolkit.badge(seat, toolkit.px(22, 14))
        gap, side = toolkit.px(10, 6), toolkit.px(14, 12)
        word = self.notice_word(text, self.notice_room(seat, room[0]))
        width = badge.get_width() + gap + word.get_width() + 2 * side
        ink = colours.alarm if alarm else toolkit.theme.seat(seat).colour
        pill = toolkit.plate((width, room[1]), colours.dark_text, ink).copy()
        pill.blit(badge, (side, (room[1] - badge.get_height()) // 2))
        pill.blit(word, (side + badge.get_width() + gap, (room[1] - word.get_height()) // 2))
        return pill


# Name plates: badge and name, the score, and one word about the seat

LETTERS: Final = 0.8
"""Largest height of letters on a plate, as a share of the plate's height."""


class Plates:
    """Draws the plates of all seats.

    `names` are the seats' names; `goal` is the number of scores to win. Up to five scores are shown as pips, more as a
    figure; with 0 the score is a number of cards.
    """

    def __init__(self, toolkit: Toolkit, words: Words, names: Sequence[str], goal: int) -> None:
        self._toolkit = toolkit
        self._overlays = toolkit.shared(Overlays)
        self._words = words
        self._names = names
        self._goal = goal
        self._plate = toolkit.cached(self._draw)

    def plate(self, moment: ViewState, seat: SeatLayout, score: int) -> list[Sprite]:
        """Return the parts of the seat's plate at a moment, with its score then."""
        number, place = seat.seat, seat.plate
        chip = chip_key(moment, number)
        parts = self._plate(number, self._names[number], score, chip, (place.w, place.h), seat.turned)
        return [part.moved(place.x, place.y) for part in parts]

    def _draw(
        self, seat: int, name: str, score: int, chip: str, size: tuple[int, int], turned: bool
    ) -> tuple[Sprite, ...]:
        toolkit = self._toolkit
        box = Box(0, 0, *size)
        look = toolkit.theme.seat(seat)
        tall = size[1] > size[0] // 2
        low = int(size[1] / toolkit.scale * LETTERS)
        points = self._score(score, look.colour, low)
        air = toolkit.px(16, 8)
        head = heading(toolkit, seat, name, size, box.w if tall else min(box.w // 2, box.w - points.get_width() - air))
        if not tall and head.get_width() <= head.get_height() and not self._goal:  # the unit gives way to the name
            points = self._score(score, look.colour, low, has_unit=False)
            head = heading(toolkit, seat, name, size, box.w - points.get_width() - air)
        tag = self._chip(chip, look.colour, box.w) if chip else None
        if tall:
            return toolkit.pieces(
                size, stacked(box, [s for s in (head, points, tag) if s], toolkit.px(9, 5)), turned=turned
            )
        inside = box.inset(toolkit.px(4), 0)
        parts = [toolkit.put(inside, head, 0.0), toolkit.put(inside, points, 1.0)]
        if tag is not None:
            chipped = toolkit.put(box, tag, 0.62)
            if any(chipped.rect.colliderect(part.rect) for part in parts):  # not enough room for all three
                narrow = self._chip(chip, look.colour, inside.w - head.get_width() - toolkit.px(8, 4))
                parts, chipped = parts[:1], toolkit.put(inside, narrow, 1.0)
            parts.append(chipped)
        return toolkit.pieces(size, parts, turned=turned)

    def _score(self, score: int, colour: tuple[int, int, int], most: int, *, has_unit: bool = True) -> pygame.Surface:
        """Draw pips for up to five scores to win, else a figure in letters of at most the size `most`."""
        toolkit, type_, colours = self._toolkit, self._toolkit.theme.type, self._toolkit.theme.colours
        if has_pips(self._goal):
            return self._overlays.pips(min(score, self._goal), self._goal, colour)
        figure = toolkit.text(str(score), min(type_.figure, most), colours.text, "title")
        if self._goal or not has_unit:
            return figure
        unit = toolkit.text(said(self._words, "table.cards" if score != 1 else "table.card"), type_.note, colours.quiet)
        return beside([figure, unit], toolkit.px(7, 4))

    def _chip(self, key: str, colour: tuple[int, int, int], room: int) -> pygame.Surface:
        """Draw a word on a seat's colour, no wider than `room` px; without its tick where that does not fit, and
        the short word where the usual one would be cut.
        """
        toolkit = self._toolkit
        air = toolkit.px(18, 10)
        text = said(self._words, key)
        text = text if toolkit.fits(text, room - air, "title") else short_text(self._words, key)
        face = toolkit.face_for(text, room - air)
        word = toolkit.fitted(text, toolkit.theme.type.note, toolkit.theme.colours.dark_text, room - air, face)
        tick = toolkit.sign("tick", toolkit.px(11, 8), toolkit.theme.colours.dark_text)
        inside = beside([tick, word], toolkit.px(5, 3)) if key != LAST_CARD else word
        inside = inside if inside.get_width() + air <= room else word
        size = (inside.get_width() + air, inside.get_height() + toolkit.px(4, 2))
        return in_middle(toolkit.plate(size, colour), inside)


def heading(toolkit: Toolkit, seat: int, name: str, size: tuple[int, int], room: int) -> pygame.Surface:
    """Draw a seat's shape and name for a plate of that size; the shape alone where the name would be cut."""
    badge = toolkit.badge(seat, toolkit.px(26 if size[1] > size[0] // 2 else 30, 18))
    room -= badge.get_width() + toolkit.px(8)
    if not toolkit.fits(name, room, "title"):
        return badge
    most = min(toolkit.theme.type.name, int(size[1] / toolkit.scale * LETTERS))
    return beside([badge, toolkit.fitted(name, most, toolkit.theme.seat(seat).colour, room, "title")], toolkit.px(8, 5))


def has_pips(goal: int) -> bool:
    """Return whether a goal of this many scores is shown as pips."""
    return 0 < goal <= 5


def chip_key(moment: ViewState, number: int) -> str:
    """Return the key of the seat's most important state; empty if there is none."""
    phase = moment.phase
    if phase == "draw" and moment.number("dealer") == number:
        return "table.deals"
    if phase == "ready" and moment.number(f"ready.{number}"):
        return "table.ready"
    if moment.number(f"said.{number}"):
        return "table.said"
    if phase != "play":
        return ""
    if place := moment.number(f"place.{number}"):
        return f"table.place.{place}"
    if runner := moment.number(f"runner.{number}"):
        return f"table.runner.{runner}"
    return LAST_CARD if moment.has_last_card(number) else ""


LAST_CARD: Final = "table.last_card"
"""The state of a seat with one card left."""
RIM: Final = 4
"""The height of the rim at the edge of its side, px at 800×480: the keys begin above it."""


def last_card_rim(toolkit: Toolkit, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
    """Return a rim in the seat's colour at the outer edge of its side while it has one card left, below everything
    else: whoever does not hear the call sees it.
    """
    if not moment.has_last_card(seat.seat):
        return []
    left, right = seat.slots[0].x, seat.slots[0].right
    for box in (*seat.slots, *seat.card_keys, seat.plate):
        left, right = min(left, box.x), max(right, box.right)
    height, thick = moment.layout.size[1], min(toolkit.px(RIM), toolkit.px(5, 3) - 1)
    is_far = moment.layout.name != "beside" and seat.slots[0].centre[1] < height // 2
    rim = toolkit.plate((right - left, thick), toolkit.theme.seat(seat.seat).colour, radius=0)
    return [Sprite(rim, left, 0 if is_far else height - thick)]


# Notices of a seat, in place of the key that was pressed

TENTH_NS: Final = 100_000_000
"""Countdowns on the board are shown in tenths of a second."""

SECOND_NS: Final = 1_000_000_000
"""A lock counts whole seconds: a figure that changes ten times a second draws the eye away from the cards."""

LONGEST_LOCK_S: Final = 4
"""The longest lock after a miss (GEN-3), in s: those up to here are drawn in advance."""

CARD_VERBS: Final = ("play", "move", "stack", "turn")
"""Commands of card buttons."""
SHOUTED: Final = ("foul.miss", "foul.false_start", "say.stuck", "say.spit")
"""Frequent notices of a seat, drawn in advance."""


class SeatNotices:
    """Draws the seats' notices, upright for the player at the seat."""

    def __init__(self, toolkit: Toolkit, overlays: Overlays, words: Words) -> None:
        self._toolkit = toolkit
        self._overlays = overlays
        self._words = words

    def prewarm(self, seat: SeatLayout, shouted: Sequence[str] = SHOUTED) -> None:
        """Draw the frequent notices of the seat in advance."""
        for room in {(room.w, room.h): room for room in _notice_rooms(seat)}.values():
            for key in shouted:
                self._overlays.notice(self._shouted(key, seat, room.w), seat.seat, (room.w, room.h), key[0] == "f")
            for seconds in range(1, LONGEST_LOCK_S + 1):
                text = self._locked("foul.miss", seconds, seat, room.w)
                self._overlays.notice(text, seat.seat, (room.w, room.h), True)

    def notice(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return a foul, a call, or why the seat is locked and for how long, in place of the key that was pressed.

        So it stands at the card that was meant, and never on a card's face.
        """
        notice = next((held for held in moment.feed.notices if held.seat == seat.seat), None)
        left = moment.left_ns(f"lock.{seat.seat}")
        if not left and notice is None:
            return []
        at = pressed_key(moment, seat, moment.feed.command_of(seat.seat, is_locked=bool(left)))
        room = _notice_room(seat, at)
        if left:
            text, alarm = self._locked(moment.feed.lock_reason(seat.seat), -(-left // SECOND_NS), seat, room.w), True
        else:
            assert notice is not None, "there is a lock or a notice"
            text, alarm = self._shouted(notice.key, seat, room.w), notice.alarm
        pill = self._overlays.notice(text, seat.seat, (room.w, room.h), alarm)
        width = min(room.w, pill.get_width())
        x = max(room.x, min(room.right - width, at.centre[0] - width // 2))
        return [self._toolkit.put(Box(x, room.y, width, room.h), pill, turned=seat.turned)]

    def _locked(self, reason: str, seconds: int, seat: SeatLayout, width: int) -> str:
        """Return the text of a lock: its reason, a foul's key (empty if unknown), and the whole seconds left."""
        reasons = self._long_and_short(reason or "table.locked")
        texts = [said(self._words, "table.locked_for", why=why, seconds=seconds) for why in reasons]
        return self._readable(texts, seat, width)

    def _shouted(self, key: str, seat: SeatLayout, width: int) -> str:
        """Return the text of a foul or a call."""
        return self._readable(self._long_and_short(key), seat, width)

    def _long_and_short(self, key: str) -> list[str]:
        return [said(self._words, key), short_text(self._words, key)]

    def _readable(self, texts: Sequence[str], seat: SeatLayout, width: int) -> str:
        """Return the first text that is readable in a notice `width` px wide, else the last."""
        room = self._overlays.notice_room(seat.seat, width)
        return next((text for text in texts if self._toolkit.fits(text, room, "title")), texts[-1])


def pressed_key(moment: ViewState, seat: SeatLayout, command: Command | None) -> Box:
    """Return the box of the key whose press gave a command: a card's, ACTION's for one without a card; the middle
    card's without a command. A seat without keys has the box of its notices.
    """
    if not seat.card_keys:
        return seat.notice
    if command is None or (command.do in CARD_VERBS and not (command.card or command.cards or command.source)):
        return seat.card_keys[FIFTH // 2]
    place = moment.places.get(command.source)
    if place is not None and place.kind == "slot" and place.seat == seat.seat:
        return seat.card_keys[min(place.number, len(seat.card_keys)) - 1]
    row, cards = moment.row(seat.seat), {bare(card) for card in (command.card, *command.cards) if card}
    for button, slot in enumerate(row.window if row is not None else ()):
        if cards & {bare(card) for card in slot}:
            return seat.card_keys[button]
    return seat.card_keys[FIFTH // 2] if cards else seat.action_key


def _notice_room(seat: SeatLayout, at: Box) -> Box:
    """Return the room of a notice in place of a key: its row of keys, and at least three cards wide."""
    if at == seat.notice:
        return at
    side = [*seat.slots, *seat.card_keys, seat.action_key]
    left, right = min(box.x for box in side), max(box.right for box in side)
    row = [key for key in (*seat.card_keys, seat.action_key) if key.y == at.y]
    first, last = min(key.x for key in row), max(key.right for key in row)
    width = min(right - left, max(last - first, 3 * seat.slots[0].w))
    x = max(left, min(right - width, (first + last - width) // 2))
    return Box(x, at.y, width, at.h)


def _notice_rooms(seat: SeatLayout) -> list[Box]:
    """Return all rooms of a seat's notices."""
    return [_notice_room(seat, key) for key in (*seat.card_keys, seat.action_key)] if seat.card_keys else [seat.notice]


def _faded(surface: pygame.Surface, alpha: int) -> pygame.Surface:
    """Return the same pixels, seen through: `alpha` 0…255."""
    faded = surface.subsurface(surface.get_rect())
    faded.set_alpha(alpha)
    return faded
