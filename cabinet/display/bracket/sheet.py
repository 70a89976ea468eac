"""The pages of a tournament: a tree or a table with those who play now, the list of all results, the champion.

`Bouts` draws a match as a small plate with two rows, and those who play now as a large one. `PageFrame` shares out the
page: the head, the box of those who play now, and below them all the rest.
"""

from collections.abc import Sequence
from math import sin
from typing import Final

import pygame
from msgspec.structs import replace

from cabinet.display.bracket.content import (
    Bout,
    ChampionPage,
    Cross,
    Duel,
    Pairings,
    ResultLine,
    Standing,
    Standings,
    TournamentPage,
)
from cabinet.display.bracket.content import (
    Final as BracketFinal,
)
from cabinet.display.bracket.plan import Frame, Placed, Room, TablePage, page_of_now, pages_of, placed
from cabinet.display.layout.boxes import NOWHERE, Box
from cabinet.display.page import (
    GIANT,
    HEAD,
    LARGE,
    PLAIN,
    SMALL,
    SPACE,
    Flat,
    Grid,
    Mark,
    On,
    Page,
    Part,
    Picture,
    Rooms,
    Space,
    Text,
    chequered,
    filled,
    marks,
    named,
    plate,
    row,
    sign,
    stack,
)
from cabinet.display.result.content import burst
from cabinet.display.result.sheet import FLOOD_NS
from cabinet.display.stage import eased
from cabinet.display.table.view_state import Words, said
from cabinet.display.theme import Colour, mixed
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import least_capitals
from engine.units import S

NOW: Final[Colour] = (4, 5, 10)
"""The ground of those who play now."""


class Bouts:
    """Describes matches at a toolkit's size."""

    def __init__(self, toolkit: Toolkit, words: Words) -> None:
        self._toolkit = toolkit
        self._words = words

    @property
    def row(self) -> int:
        """The height of one name's row, px: 23 at 800×480."""
        return max(self._toolkit.px(23), least_capitals(self._toolkit) + 5)

    def size(self, width: int) -> tuple[int, int]:
        """Return the size of a match of that width, px."""
        return width, 2 * self.row + self._toolkit.px(2)

    def part(self, bout: Bout) -> Part:
        """Return a match as a plate: the winner light, the loser quiet, those who play now in their seats' colours."""
        colours = self._toolkit.theme.colours
        rule = SPACE if bout.state == "now" else plate(colours.lane, radius=0)
        sides = stack((1, self._side(bout, 0)), (0, On(Space((0, 1)), rule)), (1, self._side(bout, 1)))
        inside: Part = sides
        if bout.state == "next":
            words = Text(said(self._words, "bracket.next"), SMALL, colours.text)
            inside = row((1, sides), (0, On(words, plate(colours.key), (7, 5), fits=True)), gap=4)
        edge = colours.lane if bout.state in ("open", "bye") else colours.key_edge
        ground = plate(*(NOW, colours.paper) if bout.state == "now" else (colours.plate, edge), 6)
        return On(inside, ground, (10, 3))

    def _side(self, bout: Bout, number: int) -> Part:
        """Return a name and its score."""
        toolkit, colours, side = self._toolkit, self._toolkit.theme.colours, bout.sides[number]
        ink = colours.quiet if bout.state == "done" and not side.wins else colours.text
        if not side.name and bout.state == "bye":
            name: Part = Text(said(self._words, "bracket.bye"), SMALL, colours.quiet)
        elif not side.name:
            name = On(Space((22, 3)), plate(colours.key_edge, radius=0), fits=True)
        elif bout.state == "now":
            name = named(toolkit, side.name, bout.seats[number], SMALL)
        else:
            name = struck(Text(side.name, SMALL, ink), ink) if side.is_out else Text(side.name, SMALL, ink)
        score = "" if side.score is None else str(side.score)
        ink = colours.text if side.wins or bout.state == "now" else colours.quiet
        return row((1, name), (0, Text(score, SMALL, ink)), gap=6) if score else name

    def now(self, duel: Duel) -> Part:
        """Return who plays now: the centre of the page."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        words = Text(said(self._words, "bracket.now"), SMALL, colours.text)
        head = row((0, words), (0, Text(duel.line, SMALL, colours.quiet)), gap=10, across=0.5)
        first, second = (named(toolkit, name, seat, HEAD) for name, seat in zip(duel.names, duel.seats, strict=True))
        dash = On(Space((16, 4)), plate(colours.quiet, radius=0), fits=True)
        names = row((0, first), (0, dash), (0, second), gap=12, across=0.5)
        return On(stack((0, head), (1, names), gap=6), plate(NOW, colours.paper, 12), (12, 10))


def struck(name: Part, ink: Colour) -> Part:
    """Return a name with a line through it: whoever it is has gone."""
    through = stack((8, SPACE), (1, row((3, plate(ink, radius=0)), (1, SPACE))), (8, SPACE))
    return On(through, name)


Placement = list[tuple[Part, Box]]
"""Parts with their rooms, from the bottom to the top."""
ACROSS: Final = 5
"""Columns of matches on a page."""


class PageFrame:
    """The rooms of a page above `bottom`, the first row of what lies at the foot of the screen, px."""

    def __init__(self, toolkit: Toolkit, bouts: Bouts, bottom: int) -> None:
        self.toolkit = toolkit
        self.row = bouts.row
        margin = toolkit.px(20, 10)
        self.head = Box(margin, toolkit.px(8, 5), toolkit.size[0] - 2 * margin, toolkit.px(48, 30))
        top = self.head.bottom + toolkit.px(14, 9)
        self.area = Box(margin, top, self.head.w, bottom - top - toolkit.px(6, 3))
        wide, high = round(self.area.w * 277 / 760), max(toolkit.px(84), toolkit.px(30, 19) + toolkit.px(40, 30))
        self.now = Box(self.area.right - wide, self.area.y + toolkit.px(6, 3), wide, high)
        self._bout = bouts.size(round(self.area.w * 128 / 760))

    def room(self) -> Room:
        """Return how much has room on a page."""
        rows = [(self.area.h - trees * self.title) // self.pitch for trees in (0, 1, 2)]
        pairings = 2 * self.pairing_rows(self.pairings.h)
        cells = (self.table.w - sum(self.cross_columns)) // self.toolkit.px(20, 17)
        return Room(ACROSS, rows[0], (rows[1], rows[2]), (self.area.h - self.row) // self.row - 1, cells, pairings)

    @property
    def table(self) -> Box:
        """The room of a table at the left of those who play now."""
        return Box(self.area.x, self.area.y, self.now.x - self.toolkit.px(18, 10) - self.area.x, self.area.h)

    @property
    def cross_columns(self) -> tuple[int, int, int]:
        """The widths of a cross table's number, name and points, px."""
        return self.toolkit.px(28, 18), self.toolkit.px(62, 38), self.toolkit.px(52, 34)

    @property
    def pairings(self) -> Box:
        """The room of a round's pairings, below those who play now, with a title."""
        top = self.now.bottom + self.toolkit.px(10, 6)
        return Box(self.now.x, top, self.now.w, self.area.bottom - top)

    def pairing_rows(self, height: int) -> int:
        """Return how many pairings fit above each other below their title, at least one."""
        return max(1, (height - self.title) // self.pitch)

    @property
    def pitch(self) -> int:
        """The least distance from match to match above each other, px."""
        return self._bout[1] + self.toolkit.px(4, 2)

    @property
    def title(self) -> int:
        """The height of the title above a tree or a list, px."""
        return self.toolkit.px(24, 17)

    def trees(self, page: TournamentPage) -> Frame:
        """Return the frame of a page's trees."""
        final = (self._bout[0], self._bout[1] + self.toolkit.px(56, 38))
        title = self.title if any(tree.title for tree in page.trees) else 0
        now = self.now if page.now is not None else NOWHERE
        across = (self.area.w - self._bout[0]) // (ACROSS - 1)
        return Frame(self.area, now, self._bout, self.pitch, across, title, final, self.toolkit.px(8, 5))

    def head_parts(self, title: str, lines: tuple[str, ...]) -> Placement:
        """Return the title, at its right up to two lines, and a chequered line below."""
        colours, head, square = self.toolkit.theme.colours, self.head, self.toolkit.px(4, 2)
        told = [(1.0, Text(line, SMALL, colours.quiet, across=1)) for line in lines if line]
        part = row((0, Text(title, HEAD, colours.text)), (1, stack(*told) if told else SPACE), gap=30)
        low = Box(0, head.bottom + self.toolkit.px(2), self.toolkit.size[0], 2 * square)
        return [(part, head), (chequered(0, colours.chequer), low)]


# The table of a round robin, every name against every other, and the standings of a Swiss tournament

TALL: Final = 1.5
"""How much higher than usual a row may be."""


class Tables:
    """Describes the table of one tournament, and a round's pairings below those who play now."""

    def __init__(self, toolkit: Toolkit, bouts: Bouts, frame: PageFrame, page: TournamentPage) -> None:
        self._toolkit = toolkit
        self._bouts = bouts
        self._frame = frame
        self._page = page

    def parts(self, one: TablePage) -> Placement:
        """Return a page's part of the table, the note below it, and the pairings."""
        page, parts = self._page, Placement()
        has_right = page.now is not None or page.pairings is not None
        room = self._frame.table if has_right else self._frame.area
        if page.cross is not None:
            parts = [self._cross(page.cross, one, room)]
        elif page.standings is not None:
            parts = self._standings(page.standings, one, room)
        if note := (page.cross or page.standings or Standings((), ())).note:
            low = Box(room.x, room.bottom - self._frame.row, room.w, self._frame.row)
            parts.append((Text(note, SMALL, self._toolkit.theme.colours.quiet), low))
        if page.pairings is not None:
            parts += self._pairings(page.pairings, one.pairings, self._frame.pairings)
        return parts

    def _lines(self, lines: Sequence[tuple[Part, ...]], columns: Sequence[int], box: Box) -> tuple[Part, Box]:
        """Return a table below its heads, every other line on a plate, with columns of that many px, and its box."""
        ground = plate(self._toolkit.theme.colours.plate, radius=0)
        grounds = stack(*((1, ground if place % 2 else SPACE) for place in range(len(lines))))
        grid = Grid(tuple(lines), tuple(columns), (1,) * len(lines))
        high = max(self._frame.row, min(round(self._frame.row * TALL), self._frame.area.h // (len(lines) + 1)))
        return On(grid, grounds), Box(box.x, box.y, sum(columns), high * len(lines))

    def _cross(self, cross: Cross, one: TablePage, room: Box) -> tuple[Part, Box]:
        """Return the table of a round robin: the head of a column is the number of its name."""
        colours, (number, name, points) = self._toolkit.theme.colours, self._frame.cross_columns
        cell = min(self._toolkit.px(46, 28), (room.w - number - name - points) // max(1, len(one.columns)))
        heads = [Text(str(column + 1), SMALL, colours.quiet, across=0.5) for column in one.columns]
        lines: list[tuple[Part, ...]] = [
            (SPACE, SPACE, *heads, Text(cross.points_title, SMALL, colours.quiet, across=0.5))
        ]
        for here in one.rows:
            ink = colours.paper if cross.now is not None and here in cross.now else colours.text
            cells = [self._cell(cross, here, column) for column in one.columns]
            place = Text(str(here + 1), SMALL, colours.quiet, across=0.5)
            lines.append(
                (
                    place,
                    Text(cross.names[here], SMALL, ink),
                    *cells,
                    Text(cross.points[here], SMALL, colours.text, across=0.5),
                )
            )
        return self._lines(lines, [number, name, *[cell] * len(one.columns), points], room)

    def _cell(self, cross: Cross, row: int, column: int) -> Part:
        colours = self._toolkit.theme.colours
        if row == column:
            return On(plate(colours.lane, radius=0), pad=(1, 1))
        text, other = cross.cells[row][column], cross.cells[column][row]
        score = Text(text, SMALL, colours.text if _number(text) > _number(other) else colours.quiet, across=0.5)
        if cross.now is not None and {row, column} == set(cross.now):
            return On(score, On(plate(colours.plate, colours.paper, 1), pad=(1, 1)))
        return score

    def _standings(self, standings: Standings, one: TablePage, room: Box) -> Placement:
        """Return the standings of a Swiss tournament, in one column or two."""
        toolkit, quiet = self._toolkit, self._toolkit.theme.colours.quiet
        split = len(one.rows) > self._frame.room().rows
        half = -(-len(one.rows) // 2) if split else len(one.rows)
        gap, place, name = toolkit.px(22, 12), toolkit.px(38, 24), toolkit.px(64, 40)
        width = (room.w - gap) // 2 if split else room.w
        each = min(toolkit.px(92, 50), (width - place - name) // max(1, len(standings.heads)))
        tables = []
        for number, rows in enumerate((one.rows[:half], one.rows[half:])):
            if rows:
                heads = [On(Text(head, SMALL, quiet, across=1), pad=(2, 0)) for head in standings.heads]
                lines = [(SPACE, SPACE, *heads), *(self._standing(standings.rows[row]) for row in rows)]
                columns = [place, name, *[each] * len(heads)]
                tables.append(self._lines(lines, columns, room.moved(number * (width + gap))))
        return tables

    def _standing(self, standing: Standing) -> tuple[Part, ...]:
        colours = self._toolkit.theme.colours
        ink = colours.quiet if standing.is_out else colours.text
        name: Part = Text(standing.name, SMALL, ink)
        if standing.is_out:
            name = struck(name, ink)
        place = On(Text(standing.place, SMALL, colours.quiet, across=1), pad=(4, 0))
        inks = [ink, *[colours.quiet] * len(standing.figures)]
        figures = zip(standing.figures, inks, strict=False)
        return place, name, *(On(Text(figure, SMALL, colour, across=1), pad=(2, 0)) for figure, colour in figures)

    # Pairings

    def _pairings(self, pairings: Pairings, shown: range, room: Box) -> Placement:
        """Return the matches of a round as plates in two columns below their title."""
        title = Box(room.x, room.y, room.w, self._frame.title)
        parts: Placement = [(Text(pairings.title, SMALL, self._toolkit.theme.colours.quiet), title)]
        gap = self._toolkit.px(8, 5)
        width = (room.w - gap) // 2
        size = self._bouts.size(width)
        most = self._frame.pairing_rows(room.h)
        for number, place in enumerate(shown):
            column, line = divmod(number, most)
            box = Box(room.x + column * (width + gap), title.bottom + line * self._frame.pitch, *size)
            parts.append((self._bouts.part(pairings.bouts[place]), box))
        return parts


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else -1


# A page


class TournamentSheets:
    """All pages of a tournament at a toolkit's size, above `bottom`, px."""

    def __init__(self, toolkit: Toolkit, words: Words, page: TournamentPage, bottom: int) -> None:
        self._toolkit = toolkit
        self._page = page
        self._bottom = bottom
        self._bouts = Bouts(toolkit, words)
        self._frame = PageFrame(toolkit, self._bouts, bottom)
        self._pages = pages_of(page, self._frame.room())

    @property
    def count(self) -> int:
        """The number of pages, at least one."""
        return len(self._pages)

    @property
    def first(self) -> int:
        """The page to begin with: that of the match that is played now, or comes next."""
        return page_of_now(self._page, self._pages)

    def sheet(self, number: int) -> Page:
        """Return the picture of a page, as wide as the screen."""
        page, one, frame = self._page, self._pages[number], self._frame
        parts = frame.head_parts(page.title, (page.rule, page.progress))
        if isinstance(one, TablePage):
            parts += Tables(self._toolkit, self._bouts, frame, page).parts(one)
        else:
            parts += self._trees(placed(page, one, frame.trees(page)))
        if page.now is not None:
            parts.append((self._bouts.now(page.now), frame.now))
        return page_of(self._toolkit, parts, self._bottom)

    def _trees(self, there: Placed) -> Placement:
        """Return the lines of trees, their titles, the matches, those that are played now at last, and the final."""
        colours, parts = self._toolkit.theme.colours, Placement()
        for link in sorted(there.links, key=lambda link: link.known):
            ink = filled(colours.key_text if link.known else colours.lane)
            parts += [(ink, box) for box in link.boxes(self._toolkit.px(2))]
        parts += [(Text(title, SMALL, colours.quiet), box) for title, box in there.titles]
        for bout, box in sorted(there.bouts, key=lambda each: each[0].state == "now"):
            parts.append((self._bouts.part(bout), box))
        if self._page.final is not None and there.final.w:
            parts += self._final(self._page.final, there.final)
        return parts

    def _final(self, final: BracketFinal, box: Box) -> Placement:
        """Return the final: crown, title and line; its names as soon as one is known."""
        colours, high = self._toolkit.theme.colours, self._bouts.size(box.w)[1]
        title = Text(final.title, SMALL, colours.text, across=0.5)
        below: Part = Text(final.line, SMALL, colours.quiet, across=0.5)
        if any(side.name for side in final.bout.sides):
            below = self._bouts.part(final.bout)
        crown = replace(sign("crown", 26, colours.caution), across=0.5)
        head = On(stack((3, crown), (2, title), gap=2), pad=(2, 5))
        return [
            (plate(colours.plate, colours.key_text, 10), box),
            (head, Box(box.x, box.y, box.w, box.h - high)),
            (below, Box(box.x, box.bottom - high, box.w, high)),
        ]


def page_of(toolkit: Toolkit, parts: Placement, bottom: int) -> Page:
    """Return the picture of these parts, above `bottom`."""
    return Page(toolkit, Rooms(tuple(parts)), Box(0, 0, toolkit.size[0], bottom))


# All results, the latest first, a page at a time; the operator's list has a cursor

ROWS: Final = 8
"""Results on a page."""
FEWEST: Final = 5
"""Rows that share the page where there are fewer results."""


def results_pages(count: int) -> int:
    """Return the number of pages for `count` results, at least one."""
    return max(1, -(-count // ROWS))


def results_picture(
    toolkit: Toolkit, words: Words, results: Sequence[ResultLine], page: int, bottom: int, cursor: int = -1
) -> pygame.Surface:
    """Draw a page of the list, above `bottom`; `cursor` is the result that is chosen, -1 for none."""
    frame = PageFrame(toolkit, Bouts(toolkit, words), bottom)
    count = said(words, "bracket.results.count", count=len(results))
    head = frame.head_parts(said(words, "bracket.results"), (count,))
    shown = results[page * ROWS : (page + 1) * ROWS]
    lines = [(1.0, _result(toolkit, each, is_chosen=page * ROWS + place == cursor)) for place, each in enumerate(shown)]
    free = (ROWS if len(results) > ROWS else max(FEWEST, len(results))) - len(lines)
    none = Text(said(words, "bracket.results.none"), LARGE, toolkit.theme.colours.quiet, across=0.5)
    part = stack(*lines, *([(free, SPACE)] if free else []), gap=4) if lines else none
    return page_of(toolkit, [*head, (part, frame.area)], bottom).picture


def _result(toolkit: Toolkit, result: ResultLine, *, is_chosen: bool) -> Part:
    colours = toolkit.theme.colours
    ground = plate(colours.key, colours.paper, 8) if is_chosen else plate(colours.plate, radius=8)
    label = Text(result.label, SMALL, colours.quiet)
    return On(row((3, label), (7, bout_line(toolkit, result.bout, PLAIN)), gap=12), ground, (16, 4))


def bout_line(toolkit: Toolkit, bout: Bout, cap: float) -> Part:
    """Return a match in a line: names and scores, the winner bright."""
    colours, parts = toolkit.theme.colours, list[Part]()
    for number, side in enumerate(bout.sides):
        colour = colours.text if side.wins else colours.quiet
        texts = [side.name or "–", *([] if side.score is None else [str(side.score)])]
        cells = [(0.0, Text(text, cap, colour)) for text in (texts if number == 0 else reversed(texts))]
        parts.append(row(*cells, gap=cap / 2, across=1 - number))
    dash = On(Space((cap / 2, cap / 8)), plate(colours.quiet, radius=0), fits=True)
    return row((1, parts[0]), (0, dash), (1, parts[1]), gap=cap / 2)


def question_picture(toolkit: Toolkit, words: Words, result: ResultLine, bottom: int) -> pygame.Surface:
    """Draw the question whether a result is to be taken back, and how many fall with it."""
    colours = toolkit.theme.colours
    frame = PageFrame(toolkit, Bouts(toolkit, words), bottom)
    head = frame.head_parts(said(words, "bracket.take_back"), (result.label,))
    falls = said(words, "bracket.falls", count=result.falls) if result.falls else said(words, "bracket.falls.none")
    told = Text(falls, PLAIN, colours.alarm if result.falls else colours.quiet, across=0.5)
    part = stack((0, bout_line(toolkit, result.bout, GIANT)), (0, told), gap=30)
    return page_of(toolkit, [*head, (part, frame.area)], bottom).picture


# The end: the whole screen in the champion's colour, as loud as the result of a match

PIECES: Final = 44
"""Pieces of confetti."""
FALL_NS: Final = 5 * S
"""How long the slowest piece takes from the top to the bottom."""
SHADES: Final = ((0.62, (255, 255, 255)), (0.42, (0, 0, 0)), (1.0, (250, 246, 236)))
"""How far the colours of confetti lie from the winner's towards others: lighter, darker, and paper."""
FAR: Final = 0.15
"""The height of the band at the far edge, as a share of the page's."""
LOW: Final = 0.24
"""The height of the other places, as a share of the page's."""
PHOTO: Final = "photo"
"""The name of the room of the photo."""


class ChampionSheet(Page):
    """The picture of one champion at a toolkit's size, above `bottom`, px."""

    def __init__(self, toolkit: Toolkit, page: ChampionPage, bottom: int, *, far: bool = False) -> None:
        """`far`: another player sits at the upper edge, and reads the name turned round."""
        self._toolkit = toolkit
        self._page = page
        self._ink = toolkit.theme.colours.dark_text
        self._box = Box(0, 0, toolkit.size[0], bottom)
        self._confetti = Confetti(toolkit, page.seat, self._box)
        self._is_whole = False
        super().__init__(toolkit, self._described(FAR if far else 0), self._box)

    def draw(self, surface: pygame.Surface, age_ns: int, *, everything: bool = True) -> list[pygame.Rect]:
        """Draw the sheet `age_ns` after it came: its colour fills the screen from the top, then confetti falls."""
        is_still, flood = self._toolkit.theme.reduced_motion, eased(age_ns / FLOOD_NS)
        if is_still or age_ns < FLOOD_NS or everything or not self._is_whole:
            self._is_whole = is_still or age_ns >= FLOOD_NS
            shown = (0, 0, self._box.w, self._box.h if self._is_whole else round(self._box.h * flood))
            self._confetti.forget()
            changed = [surface.blit(self.picture, (0, 0), shown)]
        else:
            changed = self._confetti.erase(surface, self.picture)
        if self._is_whole and not is_still:
            changed += self._confetti.draw(surface, age_ns - FLOOD_NS)
        return changed

    def is_moving(self, age_ns: int) -> bool:
        """Return whether the picture changes by itself."""
        return not self._toolkit.theme.reduced_motion

    @property
    def photo_room(self) -> Box:
        """The room of the photo at the right of the name, `NOWHERE` without one."""
        return marks(self._toolkit, self.laid).get(PHOTO, NOWHERE)

    def add_photo(self, photo: pygame.Surface) -> None:
        """Lay the photo on the finished picture, with a rim of paper."""
        toolkit, room = self._toolkit, self.photo_room
        rim, picture = toolkit.px(5, 3), self.picture
        box = photo.get_rect(center=room.centre)
        pygame.draw.rect(picture, toolkit.theme.colours.paper, box.inflate(2 * rim, 2 * rim))
        picture.blit(photo, box)
        self._is_whole = False

    # The description

    def _described(self, far: float) -> Part:
        """Return the whole page; `far` is the share of the band at the far edge."""
        page, low = self._page, LOW if self._page.places else 0
        shares = [(far, self._far(far)), (1 - far - low, self._middle(1 - far - low)), (low, self._places())]
        light = Picture(_draw_burst, (0, 0), (self._toolkit.theme.seat(page.seat).colour,), is_ground=True)
        grounds = [(1 - low, light), (low, filled(self._toolkit.theme.colours.night))]
        whole, ground = (stack(*(cell for cell in cells if cell[0])) for cells in (shares, grounds))
        return On(whole, ground)

    def _cap(self, share: float) -> float:
        """Return the height of capitals that are a share of the page, px at 800×480."""
        return share * self._box.h / self._toolkit.scale

    def _far(self, high: float) -> Part:
        """Return title and name once more for the far edge, turned round, above a line."""
        page, ink, cap = self._page, self._ink, self._cap(high / 2)
        name = named(self._toolkit, page.name, page.seat, cap, ink)
        line = On(row((0, Text(page.title, cap, ink)), (0, name), gap=20, across=0.5), pad=(20, 0))
        return stack((1, Flat(line, is_turned=True)), (0, On(Space((0, 2)), plate(ink, radius=0))))

    def _middle(self, high: float) -> Part:
        """Return the name below the title, and the room of the photo."""
        page, ink = self._page, self._ink
        head = row((0, sign("crown", HEAD, ink)), (0, Text(page.title, HEAD, ink)), gap=18, across=0.5)
        wide = self._box.w / self._toolkit.scale * (0.61 if page.has_photo else 1)
        cap = min(self._cap(high * (0.44 if page.line else 0.52)), wide * 0.32)
        name = named(self._toolkit, page.name, page.seat, cap, ink, across=0.5)
        line = [(0.14, Text(page.line, LARGE, ink, across=0.5))] if page.line else []
        told = On(stack((0.25, head), (0.6, name), *line), pad=(24, 12))
        if not page.has_photo:
            return told
        photo = On(Space(), Mark(name=PHOTO, is_ground=True))
        return row((0.61, told), (0.36, stack((0.24, SPACE), (0.62, photo), (0.14, SPACE))), (0.03, SPACE))

    def _places(self) -> Part:
        """Return the next places side by side below a chequered line, as many as there is room for."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        shown = [
            (0.0, row((0, Text(place, PLAIN, colours.quiet)), (0, Text(name, HEAD, colours.text)), gap=12))
            for place, name in self._page.places
        ]
        line = row(*shown, gap=56, across=0.5) if shown else SPACE
        while len(shown) > 1 and line.width(toolkit).wished > self._box.w - toolkit.px(40, 20):
            shown.pop()
            line = row(*shown, gap=56, across=0.5)
        return stack((0, chequered(12, colours.text)), (1, line))


def _draw_burst(_toolkit: Toolkit, size: tuple[int, int], colour: Colour) -> pygame.Surface:
    return burst(size, (size[0] // 2, round(size[1] * 0.6)), colour)


class Confetti:
    """Pieces that fall over a picture, each at its own pace and place; where they are follows from the time alone."""

    def __init__(self, toolkit: Toolkit, seat: int, box: Box) -> None:
        colour = toolkit.theme.seat(seat).colour
        side = toolkit.px(13, 8)
        self._box = box
        self._pieces: list[tuple[pygame.Surface, ...]] = []
        for share, other in SHADES:
            ink = mixed(colour, other, share)
            self._pieces.append(tuple(_piece(side, width, ink) for width in (1.0, 0.7, 0.3, 0.7)))
        self._drawn: list[pygame.Rect] = []

    def forget(self) -> None:
        """Take all pieces as gone: the picture was drawn anew."""
        self._drawn = []

    def erase(self, surface: pygame.Surface, picture: pygame.Surface) -> list[pygame.Rect]:
        """Draw the picture over the pieces of the last time."""
        changed = [surface.blit(picture, rect, rect) for rect in self._drawn]
        self._drawn = []
        return changed

    def draw(self, surface: pygame.Surface, age_ns: int) -> list[pygame.Rect]:
        """Draw the pieces `age_ns` after the first began to fall."""
        for number in range(PIECES):
            looks = self._pieces[number % len(self._pieces)]
            pace = 0.6 + (number * 7 % 11) / 16
            fallen = age_ns / FALL_NS * pace - (number * 13 % PIECES) / PIECES
            if fallen < 0:
                continue
            piece = looks[int(fallen * 24 + number) % len(looks)]
            sway = sin(fallen * 9 + number) * self._box.w / 60
            x = self._box.w * (number * 17 % PIECES + 0.5) / PIECES + sway
            y = fallen % 1.0 * (self._box.h + piece.get_height()) - piece.get_height()
            self._drawn.append(surface.blit(piece, (round(x), round(y)), _above(piece, round(y), self._box)))
        return list(self._drawn)


def _above(piece: pygame.Surface, y: int, box: Box) -> tuple[int, int, int, int]:
    """Return the part of a piece at `y` that lies in the box: below it is the foot of the screen."""
    return 0, 0, piece.get_width(), max(0, min(piece.get_height(), box.bottom - y))


def _piece(side: int, width: float, ink: Colour) -> pygame.Surface:
    """Draw a square piece as wide as it is seen while it turns."""
    piece = pygame.Surface((max(2, round(side * width)), side))
    piece.fill(ink)
    return piece
