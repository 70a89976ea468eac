"""What a cabinet that nobody plays on shows: boards of records and of tonight, and the band at the bottom edge.

First the values, which hold words and figures and know neither the store nor the evening; then the drawings. The band
has the cabinet's name, and says that any button wakes it. Nothing is drawn below it: boards and demonstrations have the
room above. It changes from light to dark and back with every page, because some screens retain a picture that they have
shown for hours. Boards are drawn in parts, so that no frame draws one whole.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.legend import Way, way_line
from cabinet.display.page import (
    GIANT,
    HEAD,
    LARGE,
    PLAIN,
    SMALL,
    SPACE,
    Cell,
    Figures,
    Grid,
    On,
    Page,
    Part,
    Picture,
    Text,
    chequered,
    lines,
    named,
    plate,
    row,
    stack,
    tiles,
)
from cabinet.display.result.content import burst
from cabinet.display.theme import Colour, mixed
from cabinet.display.toolkit import Toolkit, beside
from cabinet.display.widgets import capitals, chequer

# Values

PLACES: Final = 5
"""The number of places on a board of records."""
PLACED_ACROSS, PLACED_DOWN = 4, 6
PLACED: Final = PLACED_ACROSS * PLACED_DOWN
"""The number of names on a board of places."""


class Holder(msgspec.Struct, frozen=True):
    """A person on a board: a short name, or a guest's colour as a word; `seat` gives colour and shape."""

    name: str
    seat: int


class RecordRow(msgspec.Struct, frozen=True):
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
    are shown; `beats` is the word between two names, `free` the words of a place that nobody has yet, and `race` the
    button beside them that begins a match.
    """

    title: str
    rows: tuple[RecordRow, ...]
    spans: tuple[str, ...] = ()
    span: int = 0
    line: str = ""
    beats: str = ""
    free: str = ""
    race: Way | None = None

    @property
    def has_free(self) -> bool:
        """Whether a place is free."""
        return len(self.rows) < PLACES


class Placed(NamedTuple):
    """A name's place in a game, in words; `seat` is that of somebody who sits at the cabinet now, else -1."""

    place: str
    name: str
    seat: int = -1


class PlacesBoard(msgspec.Struct, frozen=True):
    """The places of a game, `PLACED` at most, the strongest first. `line` is the game; `note` says who has none yet.

    `race` is the button that begins a match, where nobody has a place.
    """

    title: str
    line: str
    places: tuple[Placed, ...]
    note: str = ""
    race: Way | None = None

    @property
    def has_free(self) -> bool:
        """Whether the whole board is free."""
        return not self.places


class Queued(msgspec.Struct, frozen=True):
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


DIM: Final = 0.12
"""How far the first place's ground lies from night towards its holder's colour."""
ACROSS, DOWN = 6, 4
"""Tiles of names in line: in a row, and rows of them; half as many below a champion."""


def record_board_page(toolkit: Toolkit, board: RecordBoard) -> Page:
    """Return the picture of a board of records: the first place is the loudest, four more stand below it."""
    quiet, rows = toolkit.theme.colours.quiet, [*board.rows, *[None] * PLACES][:PLACES]
    head = row(
        (0, Text(board.title, HEAD, toolkit.theme.colours.text)),
        (1, Text(board.line, PLAIN, quiet)),
        (0, row(*((0, tab) for tab in _tabs(toolkit, board)), gap=20) if board.spans else SPACE),
        gap=16,
    )
    below = _lower_places(toolkit, board, rows[1:])
    page = stack((52, head), (10, SPACE), (106, _first_place(toolkit, board, rows[0])), (232, below))
    return Page(toolkit, On(page, pad=(20, 14)), above_band(toolkit))


def _tabs(toolkit: Toolkit, board: RecordBoard) -> Iterator[Part]:
    """Yield the words of all spans, this board's on a light plate."""
    colours = toolkit.theme.colours
    for number, span in enumerate(board.spans):
        if number == board.span:
            words = Text(span, SMALL, colours.dark_text)
            yield On(words, plate(colours.paper), (14, 7), fits=True)
        else:
            yield Text(span, SMALL, colours.quiet)


def _first_place(toolkit: Toolkit, board: RecordBoard, first: RecordRow | None) -> Part:
    """Return the first place on a ground that lies a little towards its holder's colour."""
    colours = toolkit.theme.colours
    colour = toolkit.theme.seat(first.holder.seat).colour if first else colours.key_edge
    strip = Picture(_finish, (24, 0))
    words = Text(board.free, LARGE, colours.quiet, across=0.5)
    inside: Part = words if board.race is None else row((0, words), (0, _race(toolkit, board)), gap=24, across=0.5)
    if first is not None:
        what = Text(first.what, LARGE, colours.text, across=1)
        moments = lines(what, Text(first.when, SMALL, colours.quiet, "text", across=1), gap=10)
        figure, people = _figure(toolkit, first, 70), _people(toolkit, board, first, (GIANT, LARGE))
        inside = row((10, SPACE), (240, figure), (350, people), (104, moments), (8, SPACE), gap=8)
    ground = mixed(colours.night, colour, DIM)
    return On(row((0, strip), (1, inside)), plate(ground, colour, 14), (4, 3))


def _finish(toolkit: Toolkit, size: tuple[int, int]) -> pygame.Surface:
    """Draw a chequered finishing line, two squares wide."""
    strip = pygame.Surface(size)
    strip.fill(toolkit.theme.colours.dark_text)
    chequer(strip, Box(0, 0, *size), max(3, size[0] // 2), toolkit.theme.colours.paper)
    return strip


def _lower_places(toolkit: Toolkit, board: RecordBoard, rows: Sequence[RecordRow | None]) -> Part:
    """Return the places below the first, with thin lines between them; only the first free one has words."""
    rules = [cell for _ in rows[1:] for cell in ((1, SPACE), (0, Picture(_rule, (0, 1))))]
    grid = tuple(_record_line(toolkit, board, number, one) for number, one in enumerate(rows, 1))
    return On(Grid(grid, (38, 240, 264, 108, 78), (1,) * len(rows), (8, 0)), stack(*rules, (1, SPACE)))


def _record_line(toolkit: Toolkit, board: RecordBoard, number: int, one: RecordRow | None) -> tuple[Part, ...]:
    colours = toolkit.theme.colours
    rank = Text(str(number + 1), PLAIN, colours.quiet, across=0.5)
    if one is None:
        is_first = number == max(1, len(board.rows))
        free = Text(board.free if is_first else "", PLAIN, colours.quiet)
        race = _race(toolkit, board) if is_first and board.rows else SPACE
        return rank, free, race, SPACE, SPACE
    what = Text(one.what, PLAIN, colours.text, across=1)
    when = Text(one.when, SMALL, colours.quiet, "text", across=1)
    return rank, _figure(toolkit, one, 36), _people(toolkit, board, one, (LARGE, PLAIN)), what, when


def _race(toolkit: Toolkit, board: RecordBoard | PlacesBoard) -> Part:
    """Return the button that begins a match, if the board has one."""
    return SPACE if board.race is None else way_line(toolkit, board.race)


def _rule(toolkit: Toolkit, size: tuple[int, int]) -> pygame.Surface:
    """Draw a thin line."""
    return toolkit.plate(size, toolkit.theme.colours.lane, radius=0)


def _figure(toolkit: Toolkit, one: RecordRow, high: int) -> Part:
    """Return a figure as on a timing board, and its unit on the same foot."""
    colours = toolkit.theme.colours
    figure = Figures(one.figure, high, colours.segments)
    unit = Text(one.unit, SMALL, colours.text, "text", down=1)
    return row((0, figure), (0, unit), gap=10, high=0)


def _people(toolkit: Toolkit, board: RecordBoard, one: RecordRow, caps: tuple[int, int]) -> Part:
    """Return who holds a place, and smaller whom they beat."""
    holder = _holder(toolkit, one.holder, caps[0])
    if one.beaten is None:
        return holder
    beats = Text(board.beats, SMALL, toolkit.theme.colours.quiet, "text")
    return row((0, holder), (0, beats), (0, _holder(toolkit, one.beaten, caps[1])), gap=16)


def _holder(toolkit: Toolkit, holder: Holder, cap: float, ink: Colour | None = None) -> Part:
    return named(toolkit, holder.name, holder.seat, cap, ink)


def places_board_page(toolkit: Toolkit, board: PlacesBoard) -> Page:
    """Return the picture of a board of places in columns; who sits at the cabinet has a plate of the seat's colour."""
    colours = toolkit.theme.colours
    head = row(
        (0, Text(board.title, HEAD, colours.text)),
        (1, Text(board.line, PLAIN, colours.quiet)),
        gap=16,
    )
    cells = [_place(toolkit, placed) for placed in board.places] + [SPACE] * (PLACED - len(board.places))
    places = [cell for first in range(PLACED_DOWN) for cell in cells[first::PLACED_DOWN]]
    note = Text(board.note, SMALL, colours.caution, across=0.5)
    middle: Part = tiles(places, PLACED_ACROSS, PLACED_DOWN, (10, 6))
    if board.race is not None:
        asked = Text(board.note, PLAIN, colours.caution, across=0.5)
        middle = stack((0, asked), (0, row((0, _race(toolkit, board)), across=0.5)), gap=28)
    page = stack((52, head), (12, SPACE), (320, middle), (30, note if board.race is None else SPACE))
    return Page(toolkit, On(page, pad=(20, 13)), above_band(toolkit))


def _place(toolkit: Toolkit, placed: Placed) -> Part:
    colours, is_here = toolkit.theme.colours, placed.seat >= 0
    fill = toolkit.theme.seat(placed.seat).colour if is_here else colours.plate
    ink, faint = (colours.dark_text,) * 2 if is_here else (colours.text, colours.quiet)
    place = Text(placed.place, SMALL, faint)
    line = row((2, place), (3, Text(placed.name, LARGE, ink, across=1)))
    return On(line, plate(fill, radius=9), (12, 0))


def tonight_board_page(toolkit: Toolkit, board: TonightBoard) -> Page:
    """Return tonight's champion, large, and who is in line, for people who walk by."""
    colours, champion = toolkit.theme.colours, board.champion
    title = Text(board.title, HEAD, colours.text)
    head = row((0, title), (1, Text(board.rule, SMALL, colours.quiet, across=1)), gap=30)
    strip = chequered(8, colours.chequer)
    parts: list[Cell] = [(48, On(head, pad=(20, 0))), (14, strip), (12, SPACE)]
    if champion is not None:
        parts.append((152 if board.line else 336, On(_champion(toolkit, board, champion), pad=(20, 0))))
    if board.line:
        room = 144 if champion else 310
        down = min(-(-len(board.line) // ACROSS), DOWN // 2 if champion else DOWN)
        high = min(room, 120 * down)
        title = Text(board.line_title, SMALL, colours.quiet, down=0.7)
        line = stack(
            (36, title), (high, _line(toolkit, board, down, HEAD if high > 90 * down else LARGE)), (room - high, SPACE)
        )
        parts.append((room + 36, On(line, pad=(20, 0))))
    return Page(toolkit, On(stack(*parts, (6, SPACE)), pad=(0, 10)), above_band(toolkit))


def _champion(toolkit: Toolkit, board: TonightBoard, champion: Holder) -> Part:
    """Return the champion on a ground of their own colour."""
    ink = toolkit.theme.colours.dark_text
    name = _holder(toolkit, champion, 84 if board.line else 120, ink)
    crown = Text(board.crown, LARGE, ink)
    line = row((0, Picture(_crown, (64, 64))), (0, name), (0, crown), gap=28, across=0.5)
    return On(line, Picture(_lit, (0, 0), (champion.seat,), is_ground=True), (40, 0))


def _crown(toolkit: Toolkit, size: tuple[int, int]) -> pygame.Surface:
    return toolkit.sign("crown", size[1], toolkit.theme.colours.dark_text)


def _lit(toolkit: Toolkit, size: tuple[int, int], seat: int) -> pygame.Surface:
    """Draw a plate in a seat's colour with rays."""
    plate = toolkit.draw_plate(size, (255, 255, 255), radius=toolkit.px(16))
    rays = burst(size, (size[0] // 5, size[1] // 2), toolkit.theme.seat(seat).colour)
    plate.blit(rays, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return plate


def _line(toolkit: Toolkit, board: TonightBoard, down: int, cap: int) -> Part:
    """Return the names in line as tiles, the next one light; the last tile counts those that do not fit."""
    shown, most = board.line, ACROSS * down
    if len(shown) > most:
        shown = (*shown[: most - 1], Queued(f"+{len(shown) - most + 1}", ""))
    return tiles(
        [_queued(toolkit, one, cap, is_next=not place) for place, one in enumerate(shown)], ACROSS, down, (8, 8)
    )


def _queued(toolkit: Toolkit, queued: Queued, cap: int, *, is_next: bool) -> Part:
    colours = toolkit.theme.colours
    ink, faint = (colours.dark_text,) * 2 if is_next else (colours.text, colours.quiet)
    words = lines(Text(queued.name, cap, ink, across=0.5), Text(queued.note, SMALL, faint, across=0.5), gap=7)
    ground = plate(colours.paper, radius=10) if is_next else plate(colours.plate, colours.key_edge, 10)
    return On(words, ground, (8, 2))
