"""The result of a match on a whole screen: who won, the score, the closest race, the chart, the figures, the ways on.

The sheet is drawn once, part by part (`prepare` draws some), so that no frame has to draw it; afterwards a frame is a
blit. With a seat at the far edge of a cocktail table, a band at the top repeats the title, turned round.
"""

from collections.abc import Iterator
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.margin_text import margin_text
from cabinet.display.page import (
    SPACE,
    Cell,
    Figures,
    Flat,
    Mark,
    On,
    Page,
    Part,
    Picture,
    Text,
    badge,
    key_caps,
    plate,
    row,
    sign,
    stack,
    tiles,
)
from cabinet.display.result.chart import chart_picture
from cabinet.display.result.content import Chart, Figure, ResultPage, Revenge, burst
from cabinet.display.result.strip import FinishStrip, ruler
from cabinet.display.scan import SIDE, scanned
from cabinet.display.stage import eased
from cabinet.display.table.view_state import Choice, Words, place_word, said
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit, beside, in_middle
from cabinet.display.widgets import STEPS, Discs, chequer, night
from engine.log_lines import Contest
from engine.panel import ACTION, BUTTON_INDEX, LEFT, RIGHT
from engine.units import MS, S

FLOOD_NS: Final = 300 * MS
"""How long the colour takes to fill the screen."""
RISE_NS: Final = 250 * MS
"""How long it then takes to rise to the header."""
AGAIN_NS: Final = 5 * S
"""The time from one run of the closest race to the next."""
RERUN_NS: Final = 1_200 * MS
"""How long both run to the line."""
REVENGE_NS: Final = 10 * S
"""How long two are asked whether they play again."""
REVENGE: Final = "revenge"
"""The name of the room in which that is shown."""
REVENGE_WIDE: Final = 2.3
"""How wide that is, in heights of its ring."""
LEAST_REVENGE: Final = (39, 30)
"""The least height of the ring, px at 800×480 and at 480×320: of a smaller one the seconds could not be read."""
SIGNS: Final = {ACTION: "star", LEFT: "left", RIGHT: "right"}
"""The signs of the buttons that have one; a card button has its number."""
FAR: Final = 0.125
"""The height of the band at the far edge, as a share of the screen's."""
MOST_IN_A_ROW: Final = 4
"""Scores side by side."""


class ResultSheet(Page):
    """The picture of one result at a toolkit's size."""

    def __init__(self, toolkit: Toolkit, words: Words, page: ResultPage, *, far: bool = False) -> None:
        """`far`: another player sits at the upper edge."""
        self._toolkit = toolkit
        self._words = words
        self._page = page
        self._ink = toolkit.theme.colours.dark_text
        self._colour = toolkit.theme.seat(page.seat).colour if page.seat >= 0 else toolkit.theme.colours.quiet
        width, height = toolkit.size
        top = round(height * FAR) if far else 0
        self.header_bottom = top + round((height - top) * 138 / 480)
        """The first row below the header, px."""
        self._light = self._colour, (round(width * 0.09), (top + self.header_bottom) // 2)
        super().__init__(toolkit, self._described(top), Box(0, 0, width, height))
        races = [each.ink for each in self.laid if isinstance(each.part, Picture) and each.part.draw is _draw_race]
        is_run = page.contest is not None and not page.contest.dead_heat
        self._race_box = races[0] if races and is_run else None
        self._was_run = False

    @property
    def bar(self) -> Box:
        """The room of the wait at the foot."""
        return Box(0, self._toolkit.size[1] - self._toolkit.px(4, 3), self._toolkit.size[0], self._toolkit.px(4, 3))

    def draw(self, surface: pygame.Surface, age_ns: int, left: float) -> list[pygame.Rect]:
        """Draw the sheet `age_ns` after it came, with the share `left` (0…1) of the wait; return the rectangles."""
        picture = self.picture
        if self._toolkit.theme.reduced_motion or not self.is_moving(age_ns):
            surface.blit(picture, (0, 0))
            self._draw_bar(surface, left)
        elif age_ns < FLOOD_NS:  # the table stays below until the colour has covered it
            surface.blit(picture, (0, 0), (0, 0, self._toolkit.size[0], self.header_bottom))
            self._draw_flood(surface, self._toolkit.size[1] * eased(age_ns / FLOOD_NS))
        else:
            surface.blit(picture, (0, 0))
            rise = (self._toolkit.size[1] - self.header_bottom) * eased((age_ns - FLOOD_NS) / RISE_NS)
            self._draw_flood(surface, self._toolkit.size[1] - rise)
        return [surface.get_rect()]

    def draw_live(
        self, surface: pygame.Surface, age_ns: int, left: float, revenge: Revenge | None
    ) -> list[pygame.Rect]:
        """Draw again only what lives: the wait, the race that is run once more, who plays on; return the rectangles."""
        bar = pygame.Rect(self.bar)
        surface.blit(self.picture, bar, bar)
        self._draw_bar(surface, left)
        return [bar, *self._draw_run(surface, age_ns), *self._draw_revenge(surface, revenge)]

    def runs_until(self, age_ns: int) -> int | None:
        """Return until which age the race is run once more, ns; None while it stands, or where nothing moves."""
        since = (age_ns - AGAIN_NS) % AGAIN_NS
        runs = age_ns >= AGAIN_NS and since < RERUN_NS and self._race_box is not None
        return age_ns - since + RERUN_NS if runs and not self._toolkit.theme.reduced_motion else None

    def _draw_run(self, surface: pygame.Surface, age_ns: int) -> list[pygame.Rect]:
        """Draw the closest race as it is run again, or as it stands."""
        box, contest = self._race_box, self._page.contest
        if box is None or contest is None:
            return []
        area, until = pygame.Rect(box), self.runs_until(age_ns)
        if until is None:
            if not self._was_run:
                return []
            self._was_run = False
            return [surface.blit(self.picture, area, area)]
        self._was_run = True
        strip, size = self._toolkit.shared(FinishStrip), (box.w, box.h)
        scale = ruler(contest.margin_ns)
        surface.blit(night(self._toolkit), area, area)
        surface.blit(strip.track(size, scale), area)
        part = 1 - (until - age_ns) / RERUN_NS
        before = (1 - part) ** 2 * strip.room(size)
        for lane, seat in enumerate((contest.winner, contest.loser)):
            behind = scale.along(contest.margin_ns, strip.room(size)) if lane else 0.0
            for sprite in strip.runner(size, lane, seat, behind + before):
                if sprite.x >= 0:
                    surface.blit(sprite.surface, (box.x + sprite.x, box.y + sprite.y))
        return [area]

    def _draw_revenge(self, surface: pygame.Surface, revenge: Revenge | None) -> list[pygame.Rect]:
        """Draw the time left for both to play again, and the shapes of those who have pressed, in the free room."""
        box = next((each.room for each in self.laid if isinstance(each.part, Mark)), None)
        side = min(box.h, round(box.w / REVENGE_WIDE)) if box is not None else 0
        if box is None or side < self._toolkit.px(*LEAST_REVENGE):
            return []
        area = pygame.Rect(box)
        surface.blit(self.picture, area, area)
        if revenge is None:
            return [area]
        toolkit = self._toolkit
        ring = toolkit.shared(Discs).ring(-1, side, STEPS - STEPS * revenge.left * S // REVENGE_NS)
        seconds = toolkit.figures(str(revenge.left), round(side * 0.36), toolkit.theme.colours.segments, unlit=False)
        shapes = [
            toolkit.badge(seat, side // 2, None if seat in revenge.ready else toolkit.theme.colours.key_edge)
            for seat in (0, 1)
        ]
        whole = beside([shapes[0], in_middle(ring, seconds), shapes[1]], toolkit.px(8, 4))
        put = toolkit.put(box, whole)
        surface.blit(put.surface, (put.x, put.y))
        return [area]

    @staticmethod
    def is_moving(age_ns: int) -> bool:
        """Return whether the colour still moves."""
        return age_ns < FLOOD_NS + RISE_NS

    def _draw_flood(self, surface: pygame.Surface, bottom: float) -> None:
        """Draw the colour from the header down to a row."""
        header, flood = self.header_bottom, self._toolkit.drawing(_draw_flood, *self._light)
        surface.blit(flood, (0, header), (0, header, self._toolkit.size[0], max(0, round(bottom) - header)))

    def _draw_bar(self, surface: pygame.Surface, left: float) -> None:
        bar = self.bar
        pygame.draw.rect(surface, self._toolkit.theme.colours.key, bar)
        pygame.draw.rect(surface, self._toolkit.theme.colours.quiet, (bar.x, bar.y, round(bar.w * left), bar.h))

    # The description

    def _described(self, top: int) -> Part:
        """Return the whole page; `top` is the height of the band at the far edge, px."""
        height = self._toolkit.size[1]
        body = stack(
            (138, self._header()),
            (12, Picture(_draw_chequer, (0, 0))),
            (8, SPACE),
            (174, On(row(*self._race(), *self._chart_and_scan()), pad=(18, 0))),
            (8, SPACE),
            (72, On(self._figures(), pad=(20, 0))),
            (12, SPACE),
            (46, On(self._ways(), pad=(20, 0))),
            (10, SPACE),
        )
        ground = Picture(_draw_header, (0, 0), self._light, is_ground=True)
        page = stack((top, self._far()), (height - top, body)) if top else body
        return On(page, stack((self.header_bottom, ground), (height - self.header_bottom, SPACE)))

    def _header(self) -> Part:
        """Return who won and how; with a score it is at the right of a line."""
        page, ink = self._page, self._ink
        if page.sentence:
            title = row(*self._shape(58), (0, Text(page.title, 56, ink)), gap=14)
            said_so = stack((74, title), (8, SPACE), (28, Text(page.sentence, 28, ink)))
        else:
            title = row(*self._shape(70), (0, Text(page.title, 68, ink)), gap=14)
            said_so = stack((90, title), (28, Text(page.reason, 14, ink, "text")))
        cells: list[Cell] = [(470, said_so)]
        if page.score:
            cells += [(20, SPACE), (3, Picture(_draw_fill, (0, 0), (ink,))), (17, SPACE), (244, self._score())]
        return On(row((14, SPACE), *cells), pad=(16, 14))

    def _shape(self, side: float) -> list[Cell]:
        """Return the winner's shape, if somebody won."""
        return [(0, badge(self._page.seat, side, self._ink))] if self._page.seat >= 0 else []

    def _far(self) -> Part:
        """Return the title once more for the far edge, turned round, above a line."""
        page, ink = self._page, self._ink
        cells = [*self._shape(30), (0.0, Text(page.title, 30, ink))]
        if page.score and not page.places and len(page.score) == 2:
            cells.append((0, Text(f"{page.score[0]} – {page.score[1]}", 30, ink)))
        line = On(row(*cells, gap=24, across=0.5), pad=(20, 0))
        return stack((1, Flat(line, is_turned=True)), (0, Picture(_draw_fill, (0, 2), (ink,))))

    def _score(self) -> Part:
        """Return two figures, or one for each of several seats."""
        page = self._page
        is_pair = len(page.score) == 2 and not page.places
        title = Text(page.score_title, 14, self._ink, "text", across=0.5)
        return stack((17, title), (8, SPACE), (91, self._two() if is_pair else self._many()))

    def _two(self) -> Part:
        """Return two figures, each on its seat's colour with the seat's shape and name below."""
        ink, names, score = self._ink, self._page.names, self._page.score
        sides = [
            On(
                stack(
                    (56, Text(str(score[seat]), 50, ink, across=0.5)),
                    (4, SPACE),
                    (27, row((0, badge(seat, 18, ink)), (0, Text(names[seat], 16, ink)), gap=5, across=0.5)),
                ),
                plate(self._toolkit.theme.seat(seat).colour, radius=8),
                (6, 2),
            )
            for seat in (0, 1)
        ]
        return row((1, sides[0]), (1, sides[1]), gap=10)

    def _many(self) -> Part:
        """Return a shape and a figure for every seat, in rows; places in their order."""
        page, ink, count = self._page, self._ink, len(self._page.score)
        order = sorted(range(count), key=page.score.__getitem__) if page.places else range(count)
        down = -(-count // MOST_IN_A_ROW) if count > MOST_IN_A_ROW else min(2, count)
        across, side = -(-count // down), min(22.0, 91 / down * 0.62)
        texts = [place_word(self._words, score) if page.places else str(score) for score in page.score]
        seats = [row((0, badge(seat, side, ink)), (0, Text(texts[seat], 24, ink)), gap=5, across=0.5) for seat in order]
        return tiles(seats, across, down, (0, 2))

    def _race(self) -> Iterator[Cell]:
        """Yield the closest race below its title and its margin, and the room beside it."""
        page, colours = self._page, self._toolkit.theme.colours
        if page.contest is None:
            return
        key = "result.closest_ever" if page.is_record else "result.closest_race"
        margin: Part = Text(said(self._words, "table.dead_heat"), 37, colours.segments)
        if not page.contest.dead_heat:
            unit = Text(said(self._words, "table.ms"), 14, colours.segments, "text", down=1)
            figures = Figures(margin_text(page.contest.margin_ns), 37, colours.segments)
            margin = row((0, figures), (0, unit), gap=6, high=0)
        head = row((1, Text(said(self._words, key), 14, colours.quiet, "text")), (0, margin), gap=10)
        yield 368, stack((44, head), (6, SPACE), (118, Picture(_draw_race, (0, 0), (page.contest,))), (6, SPACE))
        yield 26, SPACE

    def _chart_and_scan(self) -> Iterator[Cell]:
        """Yield the chart, narrower beside what phones scan; two codes stand in its place."""
        scan = self._page.scan
        if scan is None:
            yield 370, self._chart()
            return
        if scan.network:
            yield 385, scanned(scan)
            return
        yield 268, self._chart()
        yield 12, SPACE
        yield SIDE + 5, scanned(scan)  # of a row that is shared by more than its width

    def _chart(self) -> Part:
        quiet = self._toolkit.theme.colours.quiet
        title: Part = Text(said(self._words, "result.cards_left"), 14, quiet, "text")
        if self._page.sentence:
            title = stack((1, title), (1, Text(self._page.reason, 14, quiet, "text")), gap=8)
        chart = Picture(_draw_chart, (0, 0), (self._page.chart, said(self._words, "result.races")))
        return stack((50, title), (124, chart), gap=6) if self._page.sentence else stack((36, title), (138, chart))

    def _figures(self) -> Part:
        figures = self._page.figures
        return row(*((1, self._figure(figure)) for figure in figures), gap=10) if figures else SPACE

    def _figure(self, figure: Figure) -> Part:
        """Return a title above each seat's shape and text, the best in their colours."""
        theme, pairs = self._toolkit.theme, list[Cell]()
        for seat, text in enumerate(figure.texts):
            if text:
                colour = theme.seat(seat).colour if seat in figure.best else theme.colours.text
                pairs.append((0, row((0, badge(seat, 20)), (0, Text(text, 26, colour)), gap=6)))
        title = Text(figure.title, 14, theme.colours.quiet, "text", across=0.5)
        shown = stack((8, SPACE), (18, title), (2, SPACE), (40, row(*pairs, gap=12, across=0.5)), (4, SPACE))
        return On(shown, plate(theme.colours.plate, radius=10), (6, 0))

    # The ways on

    def _ways(self) -> Part:
        """Return the ways of buttons with a sign at the left, what is next, and those of card buttons at the right."""
        page, large, small = self._page, list[Cell](), list[Cell]()
        for choice in page.choices:
            if choice.button in SIGNS:
                large.append((168 if large else 234, self._way(choice, is_first=not large)))
            else:
                small.append((0, self._small_way(choice)))
        next_up = Text(page.next_up, 23, self._toolkit.theme.colours.text)
        return row(*large, (150, next_up if page.next_up else Mark(name=REVENGE)), *small, gap=10)

    def _way(self, choice: Choice, *, is_first: bool) -> Part:
        colours = self._toolkit.theme.colours
        ink = colours.dark_text if is_first else colours.text
        ground = plate(self._colour) if is_first else plate(colours.plate, colours.key_edge)
        mark = key_caps(self._toolkit, choice.keys) if choice.keys else sign(SIGNS[choice.button], 22, ink)
        line = row((0, mark), (0, Text(choice.text, 23, ink)), gap=6, across=0.5)
        return On(line, ground, (6 if choice.keys else 9, 0))

    def _small_way(self, choice: Choice) -> Part:
        """Return a choice of a card button: the number on a cap, or its keys at a desk, and the word."""
        colours = self._toolkit.theme.colours
        number = Text(str(BUTTON_INDEX[choice.button] + 1), 14, colours.quiet, "text", across=0.5)
        cap = On(number, plate(colours.night, colours.key_edge, 6), (8, 6), fits=True)
        mark = key_caps(self._toolkit, choice.keys) if choice.keys else cap
        return row((0, mark), (0, Text(choice.text, 18, colours.text)), gap=6)


def _draw_flood(toolkit: Toolkit, colour: Colour, heart: tuple[int, int]) -> pygame.Surface:
    return burst(toolkit.size, heart, colour)


def _draw_header(toolkit: Toolkit, size: tuple[int, int], colour: Colour, heart: tuple[int, int]) -> pygame.Surface:
    """Draw the upper part of the colour that floods the screen."""
    return toolkit.drawing(_draw_flood, colour, heart).subsurface((0, 0, *size))


def _draw_chequer(toolkit: Toolkit, size: tuple[int, int]) -> pygame.Surface:
    strip = pygame.Surface(size)
    strip.fill(toolkit.theme.colours.night)
    chequer(strip, Box(0, 0, *size), max(3, size[1] // 2), toolkit.theme.colours.text)
    return strip


def _draw_fill(toolkit: Toolkit, size: tuple[int, int], colour: Colour) -> pygame.Surface:
    return toolkit.plate(size, colour, radius=0)


def _draw_race(toolkit: Toolkit, size: tuple[int, int], contest: Contest) -> pygame.Surface:
    return toolkit.panel(size, toolkit.shared(FinishStrip).still(contest, ruler(contest.margin_ns), size))


def _draw_chart(toolkit: Toolkit, size: tuple[int, int], chart: Chart, races: str) -> pygame.Surface:
    return chart_picture(toolkit, chart, size, races)
