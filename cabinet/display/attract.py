"""What a cabinet that nobody plays on shows: boards of records and of tonight, and the band at the bottom edge.

First the values, which hold words and figures and know neither the store nor the evening; then the drawings. The band
has the cabinet's name, and says that any button wakes it. Nothing is drawn below it: boards and demonstrations have the
room above. It changes from light to dark and back with every page, because some screens retain a picture that they have
shown for hours. Boards are drawn in parts, so that no frame draws one whole.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec
import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.result.content import DrawnInParts, burst
from cabinet.display.stage import paste
from cabinet.display.theme import Colour, mixed
from cabinet.display.toolkit import Toolkit, beside, in_middle, stacked
from cabinet.display.widgets import capitals, chequer, night

# Values

PLACES: Final = 5
"""The number of places on a board of records."""
PLACED_ACROSS, PLACED_DOWN = 4, 6
PLACED: Final = PLACED_ACROSS * PLACED_DOWN
"""The number of names on a board of places."""


class Holder(NamedTuple):
    """A person on a board: a short name, or a guest's colour as a word; `seat` gives colour and shape."""

    name: str
    seat: int


class RecordRow(NamedTuple):
    """One place of a board: its figure (digits and points) with the unit, who holds it, and whom they beat, if anybody.

    `what` is the game or the way to play, empty where the whole board has one; `when` the time or the day.
    """

    figure: str
    unit: str
    holder: Holder
    beaten: Holder | None = None
    what: str = ""
    when: str = ""


class RecordBoard(msgspec.Struct, frozen=True):
    """The best of one kind. `line` is the game and the way to play, empty for all games together.

    `spans` are the words of the times that boards cover; this board covers number `span`. At most `PLACES` rows
    are shown; `beats` is the word between two names, `free` the words of a place that nobody has yet.
    """

    title: str
    rows: tuple[RecordRow, ...]
    spans: tuple[str, ...] = ()
    span: int = 0
    line: str = ""
    beats: str = ""
    free: str = ""


class Placed(NamedTuple):
    """A name's place in a game, in words; `seat` is that of somebody who sits at the cabinet now, else -1."""

    place: str
    name: str
    seat: int = -1


class PlacesBoard(msgspec.Struct, frozen=True):
    """The places of a game, `PLACED` at most, the strongest first. `line` is the game; `note` says who has none yet."""

    title: str
    line: str
    places: tuple[Placed, ...]
    note: str = ""


class Queued(NamedTuple):
    """A name in line, and the words below it: next, or a place."""

    name: str
    note: str


class TonightBoard(msgspec.Struct, frozen=True):
    """Tonight's queue or tournament: who stays or has won, and who comes next.

    `crown` are the words below the champion's name; `line` is shown as far as it fits, and the rest is counted.
    """

    title: str
    rule: str = ""
    champion: Holder | None = None
    crown: str = ""
    line_title: str = ""
    line: tuple[Queued, ...] = ()


# The band

HEIGHT: Final = 40
LOWEST: Final = 28
"""The band's height at 800×480, and on the smallest screen, px."""


def band_height(toolkit: Toolkit) -> int:
    """Return the height of the band, px."""
    return toolkit.px(HEIGHT, LOWEST)


def above_band(toolkit: Toolkit) -> Box:
    """Return the room of pages and demonstrations: the screen without the band."""
    return Box(0, 0, toolkit.size[0], toolkit.size[1] - band_height(toolkit))


class Band:
    """Both looks of the band on one screen, drawn by the constructor."""

    def __init__(self, toolkit: Toolkit, name: str, prompt: str) -> None:
        colours = toolkit.theme.colours
        self._toolkit = toolkit
        self.box = Box(0, above_band(toolkit).h, toolkit.size[0], band_height(toolkit))
        self._looks = (
            self._drawn(name, prompt, colours.paper, colours.dark_text),
            self._drawn(name, prompt, colours.dark_text, colours.paper),
        )

    def draw(self, screen: pygame.Surface, turn: int) -> pygame.Rect:
        """Draw the band of page number `turn`; return its rectangle."""
        return screen.blit(self._looks[turn % 2], self.box[:2])

    def _drawn(self, name: str, prompt: str, ground: tuple[int, int, int], ink: tuple[int, int, int]) -> pygame.Surface:
        toolkit, (width, height) = self._toolkit, self.box[2:]
        band = pygame.Surface((width, height))
        band.fill(ground)
        dot = toolkit.plate((toolkit.px(8, 5), toolkit.px(8, 5)), ink)
        most = round(width * 0.34)
        words = beside(
            [capitals(toolkit, name, 22, ink, most), dot, capitals(toolkit, prompt, 22, ink, most)], toolkit.px(14, 8)
        )
        band.blit(words, words.get_rect(center=(width // 2, height // 2)))
        square = height // 4
        long = (width - words.get_width()) // 2 - toolkit.px(24, 12)
        long -= long % square
        for x in (0, width - long):
            strip = pygame.Surface((long, height), pygame.SRCALPHA)
            chequer(strip, Box(0, 0, long, height), square, ink)
            band.blit(strip, (x, 0))
        return band


# Boards

SIZE: Final = (800, 440)
"""The room that the places below are given for, px."""


class _Sheet(DrawnInParts):
    """The picture of one board, as large as the room above the band."""

    def __init__(self, toolkit: Toolkit, parts: Sequence[Callable[[], None]]) -> None:
        """`parts` draw the board on the ground."""
        self._toolkit = toolkit
        self._room = above_band(toolkit)
        super().__init__(pygame.Surface(self._room[2:]), [self._draw_ground, *parts])

    def _span(self, x: float, y: float, right: float, bottom: float) -> Box:
        """Return a box given for `SIZE`, on this screen."""
        across, down = self._room.w / SIZE[0], self._room.h / SIZE[1]
        left, top = round(x * across), round(y * down)
        return Box(left, top, round(right * across) - left, round(bottom * down) - top)

    def _put(self, surface: pygame.Surface, box: Box, across: float = 0.0) -> None:
        paste(self._picture, [self._toolkit.put(box, surface, across)])

    def _draw_ground(self) -> None:
        self._picture.blit(night(self._toolkit), (0, 0))


DIM: Final = 0.12
"""How far the first place's ground lies from night towards its holder's colour."""


class RecordSheet(_Sheet):
    """A board of records: the first place is the loudest, four more stand below it."""

    def __init__(self, toolkit: Toolkit, board: RecordBoard) -> None:
        self._board = board
        rows = [partial(self._draw_row, number) for number in range(1, PLACES)]
        super().__init__(toolkit, [self._draw_head, self._draw_first, *rows])

    def _row(self, number: int) -> RecordRow | None:
        return self._board.rows[number] if number < len(self._board.rows) else None

    # Parts

    def _draw_head(self) -> None:
        toolkit, board, colours = self._toolkit, self._board, self._toolkit.theme.colours
        head = self._span(20, 14, 780, 66)
        tabs = self._tabs()
        room = head.w - tabs.get_width() - toolkit.px(30, 16)
        title = capitals(toolkit, board.title, 42, colours.text, round(room * 0.62) if board.line else room)
        words = [title]
        if board.line:
            words.append(capitals(toolkit, board.line, 18, colours.quiet, room - title.get_width() - toolkit.px(16, 8)))
        self._put(beside(words, toolkit.px(16, 8)), head)
        self._put(tabs, head, 1.0)

    def _tabs(self) -> pygame.Surface:
        """Draw the words of all spans, this board's on a light plate."""
        toolkit, colours, drawn = self._toolkit, self._toolkit.theme.colours, []
        for number, span in enumerate(self._board.spans):
            ink = colours.dark_text if number == self._board.span else colours.quiet
            words = capitals(toolkit, span, 15, ink, toolkit.size[0] // 6)
            if number == self._board.span:
                plate = toolkit.draw_plate((words.get_width() + toolkit.px(28, 14), toolkit.px(30, 20)), colours.paper)
                words = in_middle(plate, words)
            drawn.append(words)
        return beside(drawn, toolkit.px(20, 10)) if drawn else pygame.Surface((1, 1), pygame.SRCALPHA)

    def _draw_first(self) -> None:
        toolkit, colours, row = self._toolkit, self._toolkit.theme.colours, self._row(0)
        box = self._span(20, 76, 780, 182)
        colour = toolkit.theme.seat(row.holder.seat).colour if row else colours.key_edge
        ground = mixed(colours.night, colour, DIM)
        self._picture.blit(toolkit.draw_plate(box[2:], ground, colour, radius=toolkit.px(14, 8)), box[:2])
        square = max(3, box.h // 9)
        strip = Box(box.x + toolkit.px(4, 3), box.y + toolkit.px(3, 2), 2 * square, box.h - 2 * toolkit.px(3, 2))
        pygame.draw.rect(self._picture, colours.dark_text, strip)
        chequer(self._picture, strip, square, colours.paper)
        if row is None:
            self._put(capitals(toolkit, self._board.free, 30, colours.quiet, box.w // 2), box, 0.5)
            return
        self._put(self._figure(row, 70, self._span(0, 0, 180, 9).w), self._span(66, 76, 300, 182))
        self._put(self._people(row, (56, 36), self._span(0, 0, 350, 9).w), self._span(314, 76, 690, 182))
        self._put(self._place_and_time(row, 26), self._span(660, 76, 764, 182), 1.0)

    def _draw_row(self, number: int) -> None:
        toolkit, colours, row = self._toolkit, self._toolkit.theme.colours, self._row(number)
        top = 182 + 58 * (number - 1)
        line = self._span(20, top + 57, 780, top + 58)
        if number < PLACES - 1:
            pygame.draw.rect(self._picture, colours.lane, (line.x, line.y, line.w, toolkit.px(1)))
        rank = capitals(toolkit, str(number + 1), 24, colours.quiet, toolkit.px(40, 24))
        self._put(rank, self._span(20, top, 50, top + 58), 0.5)
        if row is None:
            if number == max(1, len(self._board.rows)):
                free = capitals(toolkit, self._board.free, 18, colours.quiet, toolkit.size[0] // 2)
                self._put(free, self._span(68, top, 500, top + 58))
            return
        self._put(self._figure(row, 36, self._span(0, 0, 150, 9).w), self._span(68, top, 300, top + 58))
        self._put(self._people(row, (30, 24), self._span(0, 0, 270, 9).w), self._span(316, top, 600, top + 58))
        when = capitals(toolkit, row.when, 15, colours.quiet, toolkit.px(84, 48), "text")
        self._put(when, self._span(700, top, 780, top + 58), 1.0)
        if row.what:
            what = capitals(toolkit, row.what, 18, colours.text, self._span(0, 0, 100, 9).w)
            self._put(what, self._span(584, top, 690, top + 58), 1.0)

    # Pieces

    def _figure(self, row: RecordRow, cap: int, width: int) -> pygame.Surface:
        """Draw the figure as on a timing board, at most `width` px wide, and its unit on the same foot."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        high = toolkit.px(cap)
        board = toolkit.figures(row.figure, high, colours.segments)
        while board.get_width() > width and high > toolkit.px(14, 9):
            high -= 1
            board = toolkit.figures(row.figure, high, colours.segments)
        unit = capitals(toolkit, row.unit, 14, colours.text, toolkit.px(80, 44), "text")
        line = pygame.Surface((board.get_width() + toolkit.px(10, 6) + unit.get_width(), high), pygame.SRCALPHA)
        line.blit(board, (0, 0))
        line.blit(unit, unit.get_rect(bottomright=(line.get_width(), high)))
        return line

    def _people(self, row: RecordRow, caps: tuple[int, int], width: int) -> pygame.Surface:
        """Draw who holds the place, and smaller whom they beat."""
        toolkit, quiet = self._toolkit, self._toolkit.theme.colours.quiet
        if row.beaten is None:
            return self._name(row.holder, caps[0], width)
        beats = capitals(toolkit, self._board.beats, 14, quiet, toolkit.px(60, 34), "text")
        room = width - beats.get_width() - 2 * toolkit.px(16, 7)
        first = self._name(row.holder, caps[0], room * 3 // 5)
        second = self._name(row.beaten, caps[1], room - first.get_width())
        return beside([first, beats, second], toolkit.px(16, 7))

    def _name(self, holder: Holder, cap: int, width: int) -> pygame.Surface:
        toolkit = self._toolkit
        colour: Colour = toolkit.theme.seat(holder.seat).colour
        side = round(toolkit.px(cap) * 0.92)
        gap = toolkit.px(cap / 4, 5)
        name = capitals(toolkit, holder.name, cap, colour, width - side - gap)
        return beside([toolkit.badge(holder.seat, side), name], gap)

    def _place_and_time(self, row: RecordRow, cap: int) -> pygame.Surface:
        """Draw the game above the time."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        width = self._span(0, 0, 104, 9).w
        lines = [capitals(toolkit, row.what, cap, colours.text, width)] if row.what else []
        lines += [capitals(toolkit, row.when, 15, colours.quiet, width, "text")] if row.when else []
        gap = toolkit.px(10, 5)
        room = Box(0, 0, width, max(1, sum(line.get_height() + gap for line in lines) - gap))
        return toolkit.panel(room[2:], stacked(room, lines, gap, 1.0))


class PlacesSheet(_Sheet):
    """A board of places in columns; whoever sits at the cabinet has a plate of the seat's colour."""

    def __init__(self, toolkit: Toolkit, board: PlacesBoard) -> None:
        self._board = board
        columns = range(-(-len(board.places) // PLACED_DOWN))
        super().__init__(toolkit, [self._draw_head, *(partial(self._draw_column, column) for column in columns)])

    def _draw_head(self) -> None:
        toolkit, board, colours = self._toolkit, self._board, self._toolkit.theme.colours
        head = self._span(20, 14, 780, 66)
        title = capitals(toolkit, board.title, 42, colours.text, head.w // 2)
        self._put(
            beside([title, capitals(toolkit, board.line, 22, colours.quiet, head.w // 2)], toolkit.px(16, 8)), head
        )
        if board.note:
            self._put(capitals(toolkit, board.note, 17, colours.caution, head.w), self._span(20, 404, 780, 432), 0.5)

    def _draw_column(self, column: int) -> None:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        width, high = 760 / PLACED_ACROSS, 320 / PLACED_DOWN
        first = column * PLACED_DOWN
        for row, placed in enumerate(self._board.places[first : first + PLACED_DOWN]):
            x, y = 20 + column * width, 78 + row * high
            box = self._span(x, y + 3, x + width - 10, y + high - 3)
            is_here = placed.seat >= 0
            fill = toolkit.theme.seat(placed.seat).colour if is_here else colours.plate
            self._picture.blit(toolkit.draw_plate(box[2:], fill, radius=toolkit.px(9, 5)), box[:2])
            inside, ink = box.inset(toolkit.px(12, 6), 0), colours.dark_text if is_here else colours.text
            faint = colours.dark_text if is_here else colours.quiet
            self._put(capitals(toolkit, placed.place, 17, faint, inside.w * 2 // 5), inside)
            self._put(capitals(toolkit, placed.name, 28, ink, inside.w // 2), inside, 1.0)


ACROSS: Final = 6
"""Tiles of names in a row."""


class TonightSheet(_Sheet):
    """Tonight's champion, large, and who is in line, for people who walk by."""

    def __init__(self, toolkit: Toolkit, board: TonightBoard) -> None:
        self._board = board
        super().__init__(toolkit, [self._draw_head, self._draw_champion, self._draw_line])

    # Parts

    def _draw_head(self) -> None:
        toolkit, board, colours = self._toolkit, self._board, self._toolkit.theme.colours
        head = self._span(20, 10, 780, 58)
        title = capitals(toolkit, board.title, 34, colours.text, head.w // 2)
        self._put(title, head, 0.0)
        if board.rule:
            room = head.w - title.get_width() - toolkit.px(30, 16)
            self._put(capitals(toolkit, board.rule, 16, colours.quiet, room), head, 1.0)
        square = toolkit.px(4, 2)
        strip = self._span(0, 60, 800, 61)
        chequer(self._picture, Box(0, strip.y, strip.w, 2 * square), square, colours.chequer)

    def _draw_champion(self) -> None:
        """Draw the champion on a ground of their own colour; without one only the line is shown."""
        toolkit, champion = self._toolkit, self._board.champion
        if champion is None:
            return
        box = self._span(20, 84, 780, 236) if self._board.line else self._span(20, 84, 780, 420)
        ink = toolkit.theme.colours.dark_text
        lit = burst(box[2:], (box.w // 5, box.h // 2), toolkit.theme.seat(champion.seat).colour)
        mask = toolkit.draw_plate(box[2:], (255, 255, 255), radius=toolkit.px(16, 9))
        plate = mask.copy()
        plate.blit(lit, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        self._picture.blit(plate, box[:2])
        name = self._name(champion, box)
        crown = toolkit.sign("crown", round(toolkit.px(64, 34)), ink)
        parts = [crown, name]
        if self._board.crown:
            room = box.w - name.get_width() - crown.get_width() - toolkit.px(120, 60)
            parts.append(capitals(toolkit, self._board.crown, 34, ink, room))
        self._put(beside(parts, toolkit.px(28, 14)), box, 0.5)

    def _name(self, champion: Holder, box: Box) -> pygame.Surface:
        toolkit, ink = self._toolkit, self._toolkit.theme.colours.dark_text
        cap = 84 if self._board.line else 120
        side = round(toolkit.px(cap) * 0.9)
        name = capitals(toolkit, champion.name, cap, ink, round(box.w * 0.5) - side)
        return beside([toolkit.badge(champion.seat, side, ink), name], toolkit.px(20, 10))

    def _draw_line(self) -> None:
        """Draw the names in line as tiles, the next one light; the last tile counts those that do not fit."""
        toolkit, board = self._toolkit, self._board
        if not board.line:
            return
        top = 250 if board.champion is not None else 84
        title = capitals(toolkit, board.line_title, 16, toolkit.theme.colours.quiet, toolkit.size[0] // 2)
        self._put(title, self._span(20, top, 780, top + 26), 0.0)
        area = self._span(20, top + 30, 780, 424)
        rows = min(-(-len(board.line) // ACROSS), max(1, area.h // toolkit.px(66, 44)))
        gap = toolkit.px(8, 5)
        width = (area.w - gap * (ACROSS - 1)) // ACROSS
        high = min((area.h - gap * (rows - 1)) // rows, toolkit.px(120, 70))
        shown, most = list(board.line), rows * ACROSS
        if len(shown) > most:
            left = len(shown) - most + 1
            shown = [*shown[: most - 1], Queued(f"+{left}", "")]
        for place, queued in enumerate(shown):
            row, column = divmod(place, ACROSS)
            box = Box(area.x + column * (width + gap), area.y + row * (high + gap), width, high)
            self._draw_tile(queued, box, is_next=place == 0)

    def _draw_tile(self, queued: Queued, box: Box, *, is_next: bool) -> None:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        fill, edge = (colours.paper, None) if is_next else (colours.plate, colours.key_edge)
        ink, faint = (colours.dark_text,) * 2 if is_next else (colours.text, colours.quiet)
        self._picture.blit(toolkit.draw_plate(box[2:], fill, edge, radius=toolkit.px(10, 6)), box[:2])
        room = box.w - toolkit.px(16, 8)
        share = 0.4 if queued.note else 0.45
        lines = [capitals(toolkit, queued.name, min(38, round(box.h / toolkit.scale * share)), ink, room)]
        if queued.note:
            lines.append(capitals(toolkit, queued.note, 14, faint, room))
        paste(self._picture, stacked(box, lines, toolkit.px(7, 4)))
