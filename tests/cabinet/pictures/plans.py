"""Plans of the tables: what lies where, with a word on everything, for the pages of rules."""

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.table.view import TableSetup, TableView
from cabinet.display.table.view_state import TableUpdate
from cabinet.display.toolkit import Kit
from cabinet.games.presentation import presentation_of
from cabinet.scenes.lessons import Demonstration
from cabinet.strings.catalogue import word


def plan(kit: Kit, game: str) -> pygame.Surface:
    """The table of the game's first lesson, a word on everything."""
    presentation = presentation_of(game)
    demo = Demonstration(game, presentation.lessons[0])
    names = tuple(word(f"seat.{seat}") for seat in range(demo.seats))
    setup = TableSetup(kit.size, names, title=word(f"game.{game}"), hands=demo.game.info.hands)
    view = TableView(setup, kit.theme, kit.fonts, word, kit)
    screen = demo.screen()
    view.update(TableUpdate((), screen.table, screen.keys, 0, rows=screen.rows))
    picture = pygame.Surface(kit.size, depth=24)
    view.draw(picture, 0)
    places = view.places
    for label in presentation.plan:
        blit_label(kit, picture, word(label.words), places[label.first].box, places[label.last].box, label.down)
    return picture


def blit_label(kit: Kit, picture: pygame.Surface, text: str, first: Box, last: Box, down: float) -> None:
    """A word on a plate over two boxes and what lies between them, wholly on the picture."""
    colours = kit.theme.colours
    letters = kit.text(text, 17, colours.text)
    size = letters.get_width() + kit.px(18), letters.get_height() + kit.px(6)
    plate = kit.plate(size, colours.night, colours.text).copy()
    plate.blit(letters, letters.get_rect(center=plate.get_rect().center))
    whole = pygame.Rect(first).union(last)
    place = plate.get_rect(center=(whole.centerx, whole.y + round(whole.h * down)))
    picture.blit(plate, place.clamp(picture.get_rect()))
