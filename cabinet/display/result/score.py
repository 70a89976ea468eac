"""The score at the right of a result's header: two figures, or one for each of several seats."""

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.result.page import ResultPage
from cabinet.display.table.view_state import Words, place_word
from cabinet.display.toolkit import Kit, beside

MOST_IN_A_ROW = 4


def score_picture(kit: Kit, words: Words, page: ResultPage, size: tuple[int, int]) -> pygame.Surface:
    """Draw the score in dark letters for a coloured ground, transparent around them."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    ink = kit.theme.colours.dark_text
    title = kit.inked(page.score_title, 17, ink, size[0])
    surface.blit(title, ((size[0] - title.get_width()) // 2, 0))
    top = title.get_height() + kit.px(8, 3)
    room = Box(0, top, size[0], size[1] - top)
    if len(page.score) == 2 and not page.places:
        _draw_two(kit, surface, page, room)
    else:
        _draw_many(kit, surface, page, room, words)
    return surface


def _draw_two(kit: Kit, surface: pygame.Surface, page: ResultPage, room: Box) -> None:
    """Draw two figures with a dash between them, and each seat's badge and name below its own."""
    ink = kit.theme.colours.dark_text
    low = round(room.h * 0.3)
    cap = room.h - low - kit.px(8, 3)
    middle = room.w // 2
    dash = kit.px(20, 10)
    pygame.draw.rect(surface, ink, (middle - dash // 2, room.y + cap // 2 - kit.px(3), dash, kit.px(5, 3)))
    for seat, side in ((0, -1), (1, 1)):
        x = middle + side * round(room.w * 0.26)
        font = kit.fonts.for_capitals("title", cap)
        figure = font.render(str(page.score[seat]), True, ink)
        figure = figure.subsurface(figure.get_bounding_rect())
        surface.blit(figure, figure.get_rect(midtop=(x, room.y)))
        name = kit.inked(page.names[seat], 20, ink, round(room.w * 0.4), "title")
        line = beside([kit.badge(seat, round(low * 0.75), ink), name], kit.px(5, 3))
        surface.blit(line, line.get_rect(midbottom=(x, room.bottom)))


def _draw_many(kit: Kit, surface: pygame.Surface, page: ResultPage, room: Box, words: Words) -> None:
    """Draw a badge and a figure for every seat, in rows; places in their order."""
    ink = kit.theme.colours.dark_text
    order = sorted(range(len(page.score)), key=page.score.__getitem__) if page.places else range(len(page.score))
    told = [(seat, place_word(words, page.score[seat]) if page.places else str(page.score[seat])) for seat in order]
    rows = -(-len(told) // MOST_IN_A_ROW) if len(told) > MOST_IN_A_ROW else min(2, len(told))
    across = -(-len(told) // rows)
    high, wide = room.h // rows, room.w // across
    side = min(round(high * 0.62), round(wide * 0.36))
    for number, (seat, text) in enumerate(told):
        row, column = divmod(number, across)
        word = kit.inked(text, 26, ink, wide - side - kit.px(8, 4), "title")
        if word.get_height() > high - 2:
            word = pygame.transform.smoothscale_by(word, (high - 2) / word.get_height())
        line = beside([kit.badge(seat, side, ink), word], kit.px(5, 3))
        surface.blit(line, line.get_rect(center=(column * wide + wide // 2, room.y + row * high + high // 2)))
