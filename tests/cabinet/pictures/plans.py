"""Plans of the tables: what lies where, with a word on everything, for the pages of rules."""

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import TableSetup, TableUpdate
from cabinet.display.toolkit import Toolkit
from cabinet.games.presentation import presentation_of
from cabinet.scenes.lessons import Demonstration
from cabinet.strings.catalogue import word


def plan(toolkit: Toolkit, game: str) -> pygame.Surface:
    """The table of the game's first lesson, a word on everything."""
    presentation = presentation_of(game)
    demo = Demonstration(game, presentation.lessons[0])
    names = tuple(word(f"seat.{seat}") for seat in range(demo.seats))
    setup = TableSetup(toolkit.size, names, title=word(f"game.{game}"), hands=demo.game.info.hands)
    view = TableView(setup, word, toolkit)
    screen = demo.screen()
    view.update(TableUpdate((), screen.table, screen.keys, 0, rows=screen.rows))
    picture = pygame.Surface(toolkit.size, depth=24)
    view.draw(picture, 0)
    places = view.places
    for label in presentation.plan:
        blit_label(toolkit, picture, word(label.words), places[label.first].box, places[label.last].box, label.down)
    return picture


def blit_label(toolkit: Toolkit, picture: pygame.Surface, text: str, first: Box, last: Box, down: float) -> None:
    """A word on a plate over two boxes and what lies between them, wholly on the picture."""
    colours = toolkit.theme.colours
    letters = toolkit.text(text, 17, colours.text)
    size = letters.get_width() + toolkit.px(18), letters.get_height() + toolkit.px(6)
    plate = toolkit.plate(size, colours.night, colours.text).copy()
    plate.blit(letters, letters.get_rect(center=plate.get_rect().center))
    whole = pygame.Rect(first).union(last)
    place = plate.get_rect(center=(whole.centerx, whole.y + round(whole.h * down)))
    picture.blit(plate, place.clamp(picture.get_rect()))
