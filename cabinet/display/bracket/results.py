"""The list of all results of a tournament, the latest first, a page at a time; the operator's has a cursor."""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.bracket.bouts import Bouts
from cabinet.display.bracket.frame import PageFrame
from cabinet.display.bracket.page import Bout, ResultLine
from cabinet.display.layout.boxes import Box
from cabinet.display.table.view_state import Words, said
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit, beside, stacked
from cabinet.display.widgets.backdrop import night
from cabinet.display.widgets.capitals import capitals

ROWS: Final = 8
"""Results on a page."""
FEWEST: Final = 5
"""Rows that share the page where there are fewer results."""


def results_pages(count: int) -> int:
    """Return the number of pages of so many results, at least one."""
    return max(1, -(-count // ROWS))


def results_picture(
    kit: Kit, words: Words, results: Sequence[ResultLine], page: int, bottom: int, cursor: int = -1
) -> pygame.Surface:
    """Draw a page of the list, above `bottom`; `cursor` is the result that is chosen, -1 for none."""
    frame = PageFrame(kit, Bouts(kit, words), bottom)
    picture = pygame.Surface((kit.size[0], bottom))
    picture.blit(night(kit), (0, 0))
    count = said(words, "bracket.results.count", count=len(results))
    frame.draw_head(picture, said(words, "bracket.results"), (count,))
    if not results:
        drawn = capitals(kit, said(words, "bracket.results.none"), 22, kit.theme.colours.quiet, frame.area.w)
        picture.blit(drawn, drawn.get_rect(center=frame.area.centre))
    shown = range(page * ROWS, min(len(results), (page + 1) * ROWS))
    high = frame.area.h // (ROWS if len(results) > ROWS else max(FEWEST, len(results)))
    for line, number in enumerate(shown):
        box = Box(frame.area.x, frame.area.y + line * high, frame.area.w, high - kit.px(4, 2))
        _draw_line(kit, picture, results[number], box, is_chosen=number == cursor)
    return picture


def _draw_line(kit: Kit, picture: pygame.Surface, result: ResultLine, box: Box, *, is_chosen: bool) -> None:
    colours = kit.theme.colours
    fill, edge = (colours.key, colours.paper) if is_chosen else (colours.plate, None)
    picture.blit(kit.draw_plate(box[2:], fill, edge, radius=kit.px(8, 5)), box[:2])
    label = capitals(kit, result.label, 14, colours.quiet, round(box.w * 0.3))
    picture.blit(label, (box.x + kit.px(16, 9), box.y + (box.h - label.get_height()) // 2))
    line = bout_line(kit, result.bout, 24, colours.text, colours.quiet)
    picture.blit(line, line.get_rect(center=(box.x + round(box.w * 0.56), box.centre[1])))


def bout_line(kit: Kit, bout: Bout, cap: int, ink: Colour, faint: Colour) -> pygame.Surface:
    """Draw a match in a line: names and scores, the winner bright."""
    parts = []
    for number, side in enumerate(bout.sides):
        colour = ink if side.wins else faint
        name = capitals(kit, side.name or "–", cap, colour, kit.px(180, 110))
        score = "" if side.score is None else str(side.score)
        drawn = [name, capitals(kit, score, cap, colour, kit.px(60, 36))] if score else [name]
        parts.append(beside(drawn if number == 0 else drawn[::-1], kit.px(cap / 2, 8)))
    dash = pygame.Surface((kit.px(cap / 2, 7), kit.px(cap / 8, 2)))
    dash.fill(faint)
    return beside([parts[0], dash, parts[1]], kit.px(cap / 2, 8))


def question_picture(kit: Kit, words: Words, result: ResultLine, bottom: int) -> pygame.Surface:
    """Draw the question whether a result is to be taken back, and how many fall with it."""
    colours = kit.theme.colours
    picture = pygame.Surface((kit.size[0], bottom))
    picture.blit(night(kit), (0, 0))
    PageFrame(kit, Bouts(kit, words), bottom).draw_head(picture, said(words, "bracket.take_back"), (result.label,))
    falls = said(words, "bracket.falls", count=result.falls) if result.falls else said(words, "bracket.falls.none")
    lines = [
        bout_line(kit, result.bout, 52, colours.text, colours.quiet),
        capitals(kit, falls, 20, colours.alarm if result.falls else colours.quiet, kit.size[0] - kit.px(40, 20)),
    ]
    for sprite in stacked(Box(0, kit.px(60, 40), kit.size[0], bottom - kit.px(60, 40)), lines, kit.px(30, 18)):
        picture.blit(sprite.surface, (sprite.x, sprite.y))
    return picture
