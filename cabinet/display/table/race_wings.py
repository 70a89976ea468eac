"""The pictures on the wings of a photo finish: their light, their words, and a dead heat with its coin.

`RaceLight` draws a wing's ground, the frame round the pile and the coin; `RaceWords` the winner's name and the
margin; `DeadHeat` puts a dead heat on the wings: the words, the coin that falls with both seats' sides in turn, and
whom the lot chose. Each picture is drawn once and cached. Steps of brightness share their pixels, so a fade costs no
memory.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import cos, pi, sin
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box, Edge
from cabinet.display.layout.race import Wing, touch
from cabinet.display.margin_text import short_margin_text
from cabinet.display.shapes import FINER, painted
from cabinet.display.stage import Sprite
from cabinet.display.table.view_state import Words, said
from cabinet.display.theme import Colour, Face, cap_height, cropped, mixed
from cabinet.display.toolkit import CELL, Toolkit, in_middle, stacked
from cabinet.display.widgets import chequer
from engine.log_lines import Contest
from engine.units import MS

STREAKS: Final = 44
"""Streaks of a ground round a whole circle."""
STREAK: Final = 0.14
"""How far a streak on a wing is from the seat's colour towards white: words on it keep their contrast."""
COIN_STEPS: Final = 8
"""Pictures of a coin from flat to on edge."""


class RaceLight:
    """Draws the light of all seats and keeps it."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self._ground = toolkit.cached(self._draw_ground)
        self._cut = toolkit.cached(self._draw_cut)
        self._frame = toolkit.cached(self._draw_frame)
        self._coin = toolkit.cached(self._draw_coin)

    def ground(self, seat: int, box: Box, inner: Edge, share: float = 1.0, *, is_dark: bool = False) -> Sprite:
        """Return a wing's ground in the seat's colour, flooded from the inner edge up to `share` (0…1).

        `is_dark`: the night in a trace of that colour, for words in the colour itself.
        """
        return _at(box, self._cut(seat, (box.w, box.h), inner, round(share * 12), is_dark))

    def frame(self, outer: Box, inner: Box, colour: Colour) -> Sprite:
        """Return a frame between two boxes; inside it is empty."""
        hole = inner.moved(-outer.x, -outer.y)
        return Sprite(self._frame((outer.w, outer.h), hole, colour), outer.x, outer.y)

    def coin(self, seat: int, side: int, turn: float, *, turned: bool = False) -> pygame.Surface:
        """Return the coin with the seat's badge, `side` px across, at an angle of `turn` (0 flat, 1 on edge)."""
        coin = self._coin(seat, side, round(turn * (COIN_STEPS - 1)))
        return self._toolkit.turned(coin) if turned else coin

    # Drawing

    def _draw_ground(self, seat: int, size: tuple[int, int], inner: Edge, is_dark: bool) -> pygame.Surface:
        """Draw a ground: the seat's colour, streaks from the inner edge, and a chequered line along that edge."""
        colour = self._toolkit.theme.seat(seat).colour
        light = mixed(colour, (255, 255, 255), STREAK)
        if is_dark:
            night = self._toolkit.theme.colours.night
            colour, light = night, mixed(night, colour, STREAK)
        ground = pygame.Surface(size)
        ground.fill(colour)
        whole = Box(0, 0, *size)
        for wedge in _wedges(_middle_of(whole, inner), sum(size), STREAKS):
            pygame.draw.polygon(ground, light, wedge)
        square = self._toolkit.px(4, 2)
        line = _along(whole, inner, 2 * square)
        ground.fill(self._toolkit.theme.colours.paper, line)
        chequer(ground, line, square, self._toolkit.theme.colours.dark_text)
        return ground

    def _draw_cut(
        self, seat: int, size: tuple[int, int], inner: Edge, twelfths: int, is_dark: bool
    ) -> tuple[Box, pygame.Surface]:
        """Return the flooded part of a ground and its box inside the wing."""
        whole = Box(0, 0, *size)
        deep = (size[0] if inner in ("left", "right") else size[1]) * max(1, min(12, twelfths)) // 12
        part = _along(whole, inner, deep)
        return part, self._ground(seat, size, inner, is_dark).subsurface(part)

    def _draw_frame(self, size: tuple[int, int], hole: Box, colour: Colour) -> pygame.Surface:
        radius = self._toolkit.px(11, 6) * FINER

        def draw(big: pygame.Surface) -> None:
            pygame.draw.rect(big, colour, big.get_rect(), border_radius=radius)

        frame = painted(size, colour, draw, breathe=self._toolkit.breathe)
        frame.fill((*colour, 0), hole)
        return frame

    def _draw_coin(self, seat: int, side: int, step: int) -> pygame.Surface:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours

        def draw(big: pygame.Surface) -> None:
            centre, radius = big.get_rect().center, big.get_width() // 2
            pygame.draw.circle(big, colours.dark_text, centre, radius)
            pygame.draw.circle(big, colours.paper, centre, round(radius * 0.93))
            pygame.draw.circle(big, toolkit.theme.seat(seat).colour, centre, round(radius * 0.84))

        badge = toolkit.badge(seat, round(side * 0.46), colours.dark_text)
        coin = in_middle(painted((side, side), colours.dark_text, draw), badge)
        height = max(3, round(side * cos(step / (COIN_STEPS - 1) * pi / 2)))
        return pygame.transform.smoothscale(coin, (side, height))


def _wedges(centre: tuple[int, int], reach: int, count: int) -> list[list[tuple[float, float]]]:
    """Return every other sector of a circle as a triangle."""
    step = 2 * pi / count

    def tip(turn: float) -> tuple[float, float]:
        return centre[0] + reach * cos(turn), centre[1] + reach * sin(turn)

    return [[centre, tip(ray * step), tip((ray + 0.5) * step)] for ray in range(count)]


def _middle_of(box: Box, edge: Edge) -> tuple[int, int]:
    """Return the point in the middle of a box's edge."""
    x, y = box.centre
    return {"left": (box.x, y), "right": (box.right, y), "top": (x, box.y), "bottom": (x, box.bottom)}[edge]


def _along(box: Box, edge: Edge, deep: int) -> Box:
    """Return the strip of a box along an edge, `deep` px deep."""
    return {
        "left": Box(box.x, box.y, deep, box.h),
        "right": Box(box.right - deep, box.y, deep, box.h),
        "top": Box(box.x, box.y, box.w, deep),
        "bottom": Box(box.x, box.bottom - deep, box.w, deep),
    }[edge]


def _at(box: Box, cut: tuple[Box, pygame.Surface]) -> Sprite:
    part, surface = cut
    return Sprite(surface, box.x + part.x, box.y + part.y)


# The words and figures on a wing, in dark ink on the winner's colour. Figures are put together from signs that are
# drawn in advance, so that no margin is drawn anew in play.

NAME: Final = 40
"""Letters of the winner's name, px at 800×480: capitals of 28."""
UNIT: Final = 24
"""Letters of the unit: capitals of 18."""
HEAD: Final = 0.2
"""The height of a head above figures, as a share of the wing's."""
FITS: Final = 0.97
"""Room for the rounding of letters to whole px."""
NOTE: Final = 0.45
"""The most of a wing's width that a note takes below the unit."""
BESIDE: Final = 0.95
"""The unit stands right of figures that are at least this share of those above it."""
LOUD: Final = 0.8
"""Least height of the figures on a low wing beside a name, as a share of its height."""
LEAST: Final = 22
"""Least letters of a wing: capitals of 16."""
LOW: Final = 2.5
"""Wings wider than so many heights have the words for a dead heat on one line."""
BADGE: Final = 1.05
"""Side of a shape before a name, in capitals."""
GAP: Final = 0.35
"""Gap between a shape and a name, in capitals."""
LATER: Final = "+"
"""Before a margin: later by that."""
SIGNS: Final = "0123456789."
MARGINS: Final = (40_000, 300_000, 12_300_000, 123_400_000, 1_234_000_000)
"""A margin of each number of figures, ns."""
NEAR_NS: Final = 20_000_000
"""The margin below which the loser's near miss is shown as large as the win, ns: as those that the sound gasps at."""
LARGE: Final = 100
"""The size of letters that others are reckoned from."""
POINT: Final = 0.16
"""Room for a point between figures, as a share of their height."""


def late_forms(words: Words) -> tuple[str, ...]:
    """Return what stands before the margin of a press that came too late, from the longest on."""
    return said(words, "table.late_by"), said(words, "table.late_by.short"), LATER


class RaceWords:
    """Writes on wings; `names` are the seats' names. `judged`: whether races at this table usually are."""

    def __init__(self, toolkit: Toolkit, words: Words, names: Sequence[str], *, judged: bool = True) -> None:
        self._toolkit = toolkit
        self._words = words
        self._names = names
        self._judged = judged
        self._draws_all = False
        """Whether each margin has all signs drawn, for those that follow in play."""
        self._line = toolkit.cached(self._draw_line)
        self.margin = toolkit.cached(self._margin)  # asked, as the near miss, in every frame of a race
        self.near_miss = toolkit.cached(self._near_miss)
        self._room = toolkit.cached(self._find_room)
        self._spaced = toolkit.cached(self._space_figures)

    def _margin(self, contest: Contest, wing: Wing, noted: bool) -> Sequence[Sprite]:
        """Return who won by how much, as one phrase, and if `noted` that it was not judged.

        On a narrow wing the shape stands for the name.
        """
        by = said(self._words, "table.by")
        texts = (f"{self._names[contest.winner]} {by}", by)
        return self._phrase(contest, wing, texts, contest.winner, is_noted=noted and not contest.judged)

    def _near_miss(self, contest: Contest, wing: Wing) -> Sequence[Sprite]:
        """Return the margin as its loser sees it: too late by so little, with the loser's shape, in its colour.

        On a narrow wing it is in short words, on the narrowest a plus: "BY" beside its shape would give it the race.
        """
        texts = late_forms(self._words)
        return self._phrase(contest, wing, texts, contest.loser, self._toolkit.theme.seat(contest.loser).colour)

    def last_margin(self, contest: Contest, wing: Wing) -> Sequence[Sprite]:
        """Return by how much a deal's last card won, as large as the wing; the winner's name is on the other half."""
        return self._phrase(contest, wing, (said(self._words, "table.by"),), -1, is_noted=not contest.judged)

    def _phrase(
        self,
        contest: Contest,
        wing: Wing,
        texts: tuple[str, ...],
        seat: int,
        ink: Colour | None = None,
        *,
        is_noted: bool = False,
    ) -> list[Sprite]:
        """Return a head, the figures, and the unit at their foot: read in that order they are one phrase.

        `texts` are the heads from the longest on: the first that fits is taken. Head, figures and unit stand on one
        line, or below each other, or the unit alone right of the figures, whichever has the largest figures. A note
        that the race was not judged stands at the lower edge, or below the unit.
        """
        box, gap = self._room(wing), self._toolkit.px(8, 4)
        form = _form_of(short_margin_text(contest.margin_ns))
        mark = self._text(said(self._words, "table.ms"), UNIT, (box.w // 4, box.h), "text", ink)
        row = (box.w, max(self._toolkit.px(26, 16), round(box.h * HEAD)))
        head = self._line(self._large_enough(texts, row, seat)[0], NAME, row, "title", seat, ink)
        note = self._note(box.w, ink) if is_noted else None
        if note is not None and box.h < 2 * (note.get_height() + gap):
            is_narrow = note.get_width() <= NOTE * box.w and mark.get_height() + gap + note.get_height() <= box.h
            note = note if is_narrow else None
        is_aside = note is not None and note.get_width() + gap + mark.get_width() <= box.w
        foot = 0 if note is None else note.get_height() + gap
        room = Box(box.x, box.y + head.get_height() + gap, box.w, box.h - head.get_height() - gap)
        under = max(foot, mark.get_height() + gap) if is_aside else foot + mark.get_height() + gap
        below = Box(room.x, room.y, room.w, room.h - under)
        beside = Box(room.x, room.y, room.w - mark.get_width() - gap, room.h - foot)
        tall = [self._spaced(form, each.w, each.h)[0] for each in (below, beside)]
        in_a_row = self._in_a_row(contest, wing, texts, seat, mark, note, max(tall), ink)
        if in_a_row:
            return in_a_row
        sprites = [self._put(wing, box, head, 0.0, 0.0)]
        if note is not None:
            sprites.append(self._put(wing, box, note, 0.0, 1.0))
        if tall[1] < BESIDE * tall[0]:
            lowest = box if is_aside else Box(box.x, box.y, box.w, box.h - foot)
            figures = self._figures(contest.margin_ns, wing, below, 0.5, ink)
            return [*figures, *sprites, self._put(wing, lowest, mark, 1.0, 1.0)]
        line = Box(room.x, beside.y + (beside.h - tall[1]) // 2, room.w, tall[1])
        figures = self._figures(contest.margin_ns, wing, Box(line.x, line.y, beside.w, line.h), 1.0, ink)
        return [*figures, *sprites, self._put(wing, line, mark, 1.0, 1.0)]

    def _large_enough(self, texts: tuple[str, ...], room: tuple[int, int], seat: int) -> list[str]:
        """Return the texts whose letters, with a seat's shape before them (-1: none), are not too small in a room; at
        least the last.
        """
        least = max(round(LEAST * self._toolkit.scale), self._toolkit.least_type("title"))
        air = (round(room[0] * FITS), room[1])
        large = [text for text in texts if self._fitting(text, NAME, air, "title", is_signed=seat >= 0) >= least]
        return large or [texts[-1]]

    def winner(self, seat: int, wing: Wing) -> list[Sprite]:
        """Return the winner's shape and name alone, as large as the wing."""
        box = self._room(wing)
        return [self._put(wing, box, self._name(seat, (box.w, round(box.h * 0.75)), NAME * 4), 0.5, 0.5)]

    def dead_heat(self, wing: Wing) -> list[Sprite]:
        """Return the words for a dead heat."""
        box = self._room(wing)
        text = said(self._words, "table.dead_heat")
        rows = [text] if box.w > LOW * box.h else text.split()
        gap = self._toolkit.px(10, 5)
        high = (box.h - gap * (len(rows) - 1)) // len(rows)
        lines = [self._text(row, 4 * NAME, (box.w, high), "title") for row in rows]
        least = min(line.get_height() for line in lines)
        y = box.y + (box.h - least * len(lines) - gap * (len(lines) - 1)) // 2
        return [
            self._put(wing, Box(box.x, y + place * (least + gap), box.w, least), line, 0.5, 0.5)
            for place, line in enumerate(lines)
        ]

    def lot(self, seat: int, wing: Wing) -> tuple[list[Sprite], Box]:
        """Return whom the lot gave the card to (seat -1: nobody yet), and the room for the coin."""
        box = self._room(wing)
        low = box.w > LOW * box.h
        share = (round(box.w * 0.62), box.h) if low else (box.w, round(box.h * 0.2))
        name = self._names[seat] if seat >= 0 else ""
        line = self._text(said(self._words, "table.lot", seat=name), NAME, share, "title")
        gap = self._toolkit.px(8, 4)
        coin = (
            Box(box.x, box.y, box.w - share[0] - gap, box.h)
            if low
            else Box(box.x, box.y, box.w, box.h - share[1] - gap)
        )
        words = [self._put(wing, box, line, 1.0 if low else 0.5, 0.5 if low else 1.0)] if name else []
        return words, turned_in(wing, coin)

    def prewarm(self, wings: Sequence[Wing], last: Sequence[Wing]) -> None:
        """Draw all signs and words that a race may need."""
        self._draws_all = True
        for wing in wings:
            self.dead_heat(wing)
            for contest in self._contests():
                self.margin(contest, wing, True)
                self.margin(contest, wing, False)
                self._toolkit.breathe()
                if contest.judged and contest.margin_ns < NEAR_NS:
                    self.near_miss(contest, wing)
            self._toolkit.breathe()
            for seat in range(len(self._names)):
                self.lot(seat, wing)
        for wing in last:
            for contest in self._contests():
                self.last_margin(contest, wing)
            for seat in range(len(self._names)):
                self.winner(seat, wing)
        self._draws_all = False

    def prewarm_near_miss(self, seat: int, wing: Wing) -> None:
        """Draw what a seat may see of the margin by which it was too late."""
        self._draws_all = True
        for contest in self._contests():
            if contest.loser == seat and contest.judged:
                self.near_miss(contest, wing)
        self._draws_all = False

    def _contests(self) -> Iterator[Contest]:
        """Yield races of every seat with margins of each number of figures, judged or not as this table's are."""
        for seat, margin in product(range(len(self._names)), MARGINS):
            yield Contest(0, seat, (seat + 1) % len(self._names), margin, judged=self._judged)

    def _put(self, wing: Wing, box: Box, surface: pygame.Surface, across: float, down: float) -> Sprite:
        """Place a surface in an upright box of a wing; a wing that is turned turns both."""
        sprite = self._toolkit.put(box, surface, across, down)
        if not wing.turned:
            return sprite
        there = turned_in(wing, Box(sprite.x, sprite.y, *surface.get_size()))
        return Sprite(self._toolkit.turned(surface), there.x, there.y)

    def _find_room(self, wing: Wing) -> Box:
        """Return a wing's room for words, upright: the wing turned round, where it is read from the other side."""
        toolkit, box = self._toolkit, wing.box
        line = 2 * toolkit.px(4, 2)
        across, down = toolkit.px(14, 6), toolkit.px(9, 5)
        if box.h < toolkit.px(70, 44):
            down = toolkit.px(4, 2)
        left = line if wing.inner == "left" else 0
        right = line if wing.inner == "right" else 0
        top, bottom = (line if wing.inner == edge else 0 for edge in ("top", "bottom"))
        if wing.turned:
            left, right, top, bottom = right, left, bottom, top
        inside = Box(box.x + left, box.y + top, box.w - left - right, box.h - top - bottom)
        return inside.inset(across, down)

    def _name(self, seat: int, room: tuple[int, int], most: int = NAME) -> pygame.Surface:
        return self._line(self._names[seat], most, room, "title", seat)

    def _note(self, width: int, ink: Colour | None = None) -> pygame.Surface | None:
        """Return the note on a race that stamps cannot decide, in narrow letters where it is too wide for others; None
        where it would be too small.
        """
        text, room = said(self._words, "table.not_judged"), (width, self._toolkit.px(40, 30))
        for face in ("text", "title"):
            least = self._toolkit.least_type(face)
            if self._fitting(text, LEAST, room, face, is_signed=False) >= min(
                least, round(LEAST * self._toolkit.scale)
            ):
                return self._text(text, LEAST, room, face, ink)
        return None

    def _text(
        self, text: str, most: int, room: tuple[int, int], face: Face, ink: Colour | None = None
    ) -> pygame.Surface:
        return self._line(text, most, room, face, -1, ink)

    def _draw_line(
        self, text: str, most: int, room: tuple[int, int], face: Face, seat: int, ink: Colour | None = None
    ) -> pygame.Surface:
        """Draw words, cropped to their ink, as large as the room allows, `most` at most; with a seat's shape before."""
        toolkit, ink = self._toolkit, ink or self._toolkit.theme.colours.dark_text
        font = toolkit.fonts.get(face, self._letters(text, most, room, face, is_signed=seat >= 0))
        word = cropped(font.render(text, True, ink))
        if seat < 0:
            return word
        tall = cap_height(font)
        badge = toolkit.badge(seat, round(tall * BADGE), ink)
        return _joined(badge, word, round(tall * GAP)) if text else badge

    def _letters(self, text: str, most: int, room: tuple[int, int], face: Face, *, is_signed: bool) -> int:
        """Return the size of letters for a text, with or without a shape, in a room: `most` at most, and readable."""
        return max(self._toolkit.least_type(face), self._fitting(text, most, room, face, is_signed=is_signed))

    def _fitting(self, text: str, most: int, room: tuple[int, int], face: Face, *, is_signed: bool) -> int:
        """Return the size of letters at which a text fits a room, however small: `most` at most.

        It follows from one large size, since every size that is tried stays loaded.
        """
        toolkit = self._toolkit
        large = toolkit.fonts.get(face, LARGE)
        tall = cap_height(large)
        wide = large.size(text)[0] + (tall * (BADGE + GAP) if is_signed else 0)
        wanted = round(most * toolkit.scale)
        return min(wanted, int(LARGE * room[1] / tall), int(LARGE * room[0] / max(1, wide)))

    def _in_a_row(
        self,
        contest: Contest,
        wing: Wing,
        texts: tuple[str, ...],
        seat: int,
        mark: pygame.Surface,
        note: pygame.Surface | None,
        least: int,
        ink: Colour | None,
    ) -> list[Sprite]:
        """Return head, figures and unit on one line, with the first text that leaves the figures large; a note at the
        lower edge or below the unit. Nothing where the figures would be less than `least` px high.
        """
        gap, box = self._toolkit.px(8, 4), self._room(wing)
        form = _form_of(short_margin_text(contest.margin_ns))
        rows: list[tuple[Box, list[pygame.Surface], list[Sprite]]] = []
        if note is None or note.get_width() <= NOTE * box.w:
            rows.append((box, [mark] if note is None else [mark, note], []))
        if note is not None:
            above = Box(box.x, box.y, box.w, box.h - note.get_height() - gap)
            rows.append((above, [mark], [self._put(wing, box, note, 0.0, 1.0)]))
        best: tuple[int, list[Sprite]] = least - 1, []
        for line, marks, noted in rows:
            wide = max(part.get_width() for part in marks)
            room, share = line.w - wide - 2 * gap, (round(line.w * 0.42), line.h)
            heads = [
                self._line(text, NAME, share, "title", seat, ink) for text in self._large_enough(texts, share, seat)
            ]
            height = [self._spaced(form, room - head.get_width(), line.h)[0] for head in heads]
            enough = max(least, LOUD * line.h)
            which = next((at for at, high in enumerate(height) if high >= enough), len(heads) - 1)
            head, tall = heads[which], height[which]
            if tall <= best[0]:
                continue
            middle = Box(line.x + head.get_width() + gap, line.y, room - head.get_width(), line.h)
            column = stacked(Box(line.right - wide, line.y, wide, line.h), marks, gap)
            best = (
                tall,
                [
                    self._put(wing, line, head, 0.0, 0.5),
                    *(self._put(wing, Box(*part.rect), part.surface, 0.0, 0.0) for part in column),
                    *self._figures(contest.margin_ns, wing, middle, 1.0, ink),
                    *noted,
                ],
            )
        return best[1]

    def _figures(self, margin_ns: int, wing: Wing, box: Box, across: float, ink: Colour | None = None) -> list[Sprite]:
        """Return the figures as large as the box allows, without unlit segments: upside down they would mislead."""
        text = short_margin_text(margin_ns)
        height, wide, places = self._spaced(_form_of(text), box.w, box.h)
        if height < 8:
            return []
        if self._draws_all:
            for sign in SIGNS:
                self._figure(sign, height, ink)
        x, y = box.x + round((box.w - wide) * across), box.y + (box.h - height) // 2
        sprites = []
        for sign, place in zip(text, places, strict=True):
            figure = self._figure(sign, height, ink)
            sprites.append(self._put(wing, Box(x + place, y, figure.get_width(), height), figure, 0.0, 0.0))
        return sprites

    def _space_figures(self, form: str, width: int, most: int) -> tuple[int, int, tuple[int, ...]]:
        """Return the height of figures of a form that fit `width` px and are `most` px high at most, their width
        together and the left edge of each, px.
        """
        height = min(most, round(width / (_width(form, LARGE) / LARGE)) + 1)
        while height > 0 and _width(form, height) > width:
            height -= 1
        places, x = [], 0
        for sign in form if height >= 8 else "":
            room = _width(sign, height)
            air = 0 if sign.isdigit() else room - self._figure(sign, height).get_width()
            places.append(x + air // 2)
            x += room
        return height, x, tuple(places)

    def _figure(self, sign: str, height: int, ink: Colour | None = None) -> pygame.Surface:
        return self._toolkit.figure(sign, height, ink or self._toolkit.theme.colours.dark_text)


def _form_of(text: str) -> str:
    """Return a text with all its figures as zeros: figures are equally wide."""
    return "".join("0" if sign.isdigit() else sign for sign in text)


def turned_in(wing: Wing, box: Box) -> Box:
    """Return where an upright box of a wing is on the screen."""
    if not wing.turned:
        return box
    whole = wing.box
    return Box(whole.x + whole.right - box.right, whole.y + whole.bottom - box.bottom, box.w, box.h)


def _width(text: str, height: int) -> int:
    """Return the width in px of figures `height` px high."""
    return sum(round(height * (CELL if sign.isdigit() else POINT)) for sign in text)


def _joined(badge: pygame.Surface, word: pygame.Surface, gap: int) -> pygame.Surface:
    """Return a shape and a word on one line; the foot of both is the same."""
    height = max(badge.get_height(), word.get_height())
    line = pygame.Surface((badge.get_width() + gap + word.get_width(), height), pygame.SRCALPHA)
    line.blit(badge, (0, height - badge.get_height()))
    line.blit(word, (badge.get_width() + gap, height - word.get_height()))
    return line


# A dead heat on the wings

COIN: Final = 0.94
"""Diameter of the coin, as a share of its room."""
COIN_STEP: Final = 16 * MS
"""Time between two pictures of the falling coin."""


class DeadHeat:
    """Draws dead heats; `solid` are the boxes that no coin may cross, `plates` those that hide a coin behind them."""

    def __init__(self, toolkit: Toolkit, write: RaceWords, light: RaceLight) -> None:
        self._motion = toolkit.theme.motion
        self._still = toolkit.theme.reduced_motion
        self._write = write
        self._light = light
        self.solid: tuple[Box, ...] = ()
        self.plates: tuple[Box, ...] = ()

    @property
    def fall(self) -> int:
        """How long a coin falls, ns; with reduced motion it lies from the start."""
        return 0 if self._still else self._motion.coin_fall

    def sprites(
        self,
        contest: Contest,
        wings: Sequence[Wing],
        since: int,
        ground: Callable[[int, Wing], Sprite],
        *,
        is_written: bool = True,
    ) -> list[Sprite]:
        """Return a dead heat's wings, `since` ns after it is first shown; `ground` draws one in a seat's colour.

        The words stand on the first wing, the coin falls on the others. Where a wing is alone, or is read from the
        other side, it shows one after the other. `is_written` False leaves out words and coin.
        """
        takes_turns = not self._still and (len(wings) < 2 or any(wing.turned for wing in wings))
        sprites: list[Sprite] = []
        for number, wing in enumerate(wings):
            own = sorted((contest.winner, contest.loser))[number % 2]
            sprites.append(ground(contest.winner if since >= self.fall else own, wing))
            if not is_written:
                continue
            if since >= self.fall // 2 if takes_turns else number > 0:
                sprites += self._lot(contest, wing, since)
            else:
                sprites += self._write.dead_heat(wing)
        return sprites

    def prewarm(self, seat: int, wing: Wing) -> None:
        """Draw all pictures of a seat's side of the coin."""
        side = _coin_side(self._write.lot(seat, wing)[1])
        for step in range(COIN_STEPS):
            self._light.coin(seat, side, step / (COIN_STEPS - 1), turned=wing.turned)

    def _lot(self, contest: Contest, wing: Wing, since: int) -> list[Sprite]:
        """Return the coin on its wing, and below it whom it chose once it lies."""
        is_drawn = since >= self.fall
        words, room = self._write.lot(contest.winner if is_drawn else -1, wing)
        side = _coin_side(room)
        part = 1.0 if is_drawn else since / self.fall
        y = room.y + (room.h - side) // 2
        start = self._fall_from(wing, room, side)
        turn = (1 - part) * self._motion.coin_turns
        face = contest.winner if round(turn) % 2 == 0 else contest.loser
        coin = self._light.coin(face, side, abs(sin(turn * pi)), turned=wing.turned)
        fallen = round(start + (y - start) * min(1.0, part * part * 1.1))
        return [*words, Sprite(coin, room.x + (room.w - side) // 2, fallen + (side - coin.get_height()) // 2)]

    def _fall_from(self, wing: Wing, room: Box, side: int) -> int:
        """Return where a coin begins to fall, y in px: at the screen's upper edge or below a name on its way, if no
        card or key is there.
        """
        way, end = Box(room.x + (room.w - side) // 2, 0, side, wing.box.y), room.y + (room.h - side) // 2
        if wing.turned or any(touch(way, box) for box in self.solid):
            return end
        return min(end, max((box.bottom for box in self.plates if touch(way, box)), default=0))


def _coin_side(room: Box) -> int:
    return max(8, round(min(room.w, room.h) * COIN))
