"""A page of a tournament: its head, those who play now, and a tree or a table."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from cabinet.display.bracket.bouts import Bouts
from cabinet.display.bracket.frame import PageFrame
from cabinet.display.bracket.page import Bout, TournamentPage
from cabinet.display.bracket.plan import TablePage, TreePage, page_of_now, pages_of
from cabinet.display.bracket.tables import Tables
from cabinet.display.bracket.tree import Link, Placed, placed
from cabinet.display.layout.boxes import Box
from cabinet.display.result.parts import DrawnInParts
from cabinet.display.table.view_state import Words
from cabinet.display.toolkit import Kit, stacked
from cabinet.display.widgets.backdrop import night
from cabinet.display.widgets.capitals import capitals

SOME: Final = 4
"""Matches that are drawn in one part."""


class TournamentSheets:
    """All pages of a tournament at a kit's size, above `bottom`, px."""

    def __init__(self, kit: Kit, words: Words, page: TournamentPage, bottom: int) -> None:
        self._kit = kit
        self._words = words
        self._page = page
        self._bottom = bottom
        self._bouts = Bouts(kit, words)
        self._frame = PageFrame(kit, self._bouts, bottom)
        self._pages = pages_of(page, self._frame.room())

    @property
    def count(self) -> int:
        """The number of pages, at least one."""
        return len(self._pages)

    @property
    def first(self) -> int:
        """The page to begin with: that of the match that is played now, or comes next."""
        return page_of_now(self._page, self._pages)

    def sheet(self, number: int) -> "TournamentSheet":
        """Return the drawing of a page."""
        return TournamentSheet(self._kit, self._bouts, self._frame, self._page, self._pages[number], self._bottom)


class TournamentSheet(DrawnInParts):
    """The picture of one page, as wide as the screen and as high as its `bottom`."""

    def __init__(
        self, kit: Kit, bouts: Bouts, frame: PageFrame, page: TournamentPage, one: TreePage | TablePage, bottom: int
    ) -> None:
        self._kit = kit
        self._bouts = bouts
        self._frame = frame
        self._page = page
        picture = pygame.Surface((kit.size[0], bottom))
        if isinstance(one, TablePage):
            middle = Tables(kit, bouts, frame, page).parts(picture, one)
        else:
            middle = self._tree_parts(placed(page, one, frame.trees(page)))
        super().__init__(picture, [self._draw_ground, *middle, self._draw_now])

    def _draw_ground(self) -> None:
        self._picture.blit(night(self._kit), (0, 0))
        self._frame.draw_head(self._picture, self._page.title, (self._page.rule, self._page.progress))

    def _draw_now(self) -> None:
        if self._page.now is not None:
            self._bouts.draw_now(self._picture, self._page.now, self._frame.now)

    def _tree_parts(self, there: Placed) -> list[Callable[[], None]]:
        """Return the functions that draw trees: the lines and titles, some matches each, the final."""
        bouts = sorted(there.bouts, key=lambda each: each[0].state == "now")
        some = [partial(self._draw_bouts, bouts[first : first + SOME]) for first in range(0, len(bouts), SOME)]
        final = [partial(self._draw_final, there.final)] if there.final.w else []
        return [partial(self._draw_lines, there), *some, *final]

    def _draw_lines(self, there: Placed) -> None:
        for link in sorted(there.links, key=lambda link: link.known):
            self._draw_link(link)
        for title, box in there.titles:
            drawn = capitals(self._kit, title, 15, self._kit.theme.colours.quiet, box.w)
            self._picture.blit(drawn, (box.x, box.y + (box.h - drawn.get_height()) // 2))

    def _draw_bouts(self, bouts: Sequence[tuple[Bout, Box]]) -> None:
        for bout, box in bouts:
            self._bouts.draw(self._picture, bout, box)

    def _draw_link(self, link: Link) -> None:
        colours, thin = self._kit.theme.colours, self._kit.px(2)
        colour = colours.key_text if link.known else colours.lane
        for begin, end in zip(link.points, link.points[1:], strict=False):
            left, top = min(begin[0], end[0]), min(begin[1], end[1])
            area = (left, top, abs(end[0] - begin[0]) + thin, abs(end[1] - begin[1]) + thin)
            pygame.draw.rect(self._picture, colour, area)

    def _draw_final(self, box: Box) -> None:
        """Draw the final: crown, title and line; its names as soon as one is known."""
        kit, colours, final = self._kit, self._kit.theme.colours, self._page.final
        assert final is not None, "a page has a final only where there is one"
        plate = kit.draw_plate(box[2:], colours.plate, colours.key_text, radius=kit.px(10, 6))
        self._picture.blit(plate, box[:2])
        crown = kit.sign("crown", kit.px(34, 20), colours.caution)
        room = box.w - kit.px(16, 8)
        if not any(side.name for side in final.bout.sides):
            words = [capitals(kit, final.title, 24, colours.text, room)]
            words += [capitals(kit, final.line, 14, colours.quiet, room)] if final.line else []
            for sprite in stacked(box, [crown, *words], kit.px(7, 4)):
                self._picture.blit(sprite.surface, (sprite.x, sprite.y))
            return
        size = self._bouts.size(box.w)
        low = Box(box.x, box.bottom - size[1], *size)
        head = Box(box.x, box.y, box.w, box.h - size[1])
        words = [kit.sign("crown", kit.px(26, 15), colours.caution), capitals(kit, final.title, 16, colours.text, room)]
        for sprite in stacked(head, words, kit.px(2, 1)):
            self._picture.blit(sprite.surface, (sprite.x, sprite.y))
        self._bouts.draw(self._picture, final.bout, low)
