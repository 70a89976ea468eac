"""Rule cards: one page a game for guests, to be printed, made of the words and lessons that the cabinet itself has."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pygame
from PIL import Image

from cabinet.config.offers import Offer
from cabinet.display.fonts import Face, Fonts
from cabinet.display.theme import Colour, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.games.presentation import presentation_of
from cabinet.scenes.legend import icon_text
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word
from engine.games import GAMES
from tests.cabinet.pictures.plans import plan
from tests.cabinet.pictures.preset_sheets import every_offer
from tests.cabinet.pictures.scenes import lessons

PAGE: Final = (1240, 1754)
"""A4 at `DPI`, px."""
DPI: Final = 150
EDGE: Final = 60
GAP: Final = 28
SQUARES: Final = 80
"""From one edge of the page to the other."""
SCREEN: Final = (800, 480)
"""The screens that stand on a card, px, before they are shrunk to half of its width."""
LESSON: Final = (0, 68, 800, 330)
"""The part of a lesson's screen with its table and its buttons; its words stand below it on the card."""
PAPER: Final[Colour] = (255, 255, 255)
INK: Final[Colour] = (20, 22, 30)
QUIET: Final[Colour] = (90, 95, 110)
WORDS: Final = 26
"""The height of a line below a picture, px; no letters are smaller than `Toolkit.least_type`."""
NAMES: Final = 320
"""Where the lines beside the names of the ways to play begin, px from the left."""


class TooLong(Exception):
    """A card's texts have no room on its page, in the language in use: make them shorter."""


class Card:
    """One page, filled from above."""

    def __init__(self, toolkit: Toolkit) -> None:
        self.picture = pygame.Surface(PAGE, depth=24)
        self.picture.fill(PAPER)
        self._toolkit = toolkit
        self.y = EDGE

    def write(self, text: str, size: int, colour: Colour = INK, *, face: Face = "text", left: int = EDGE) -> None:
        """Write a paragraph from `left` to the other edge."""
        font = self._toolkit.fonts.get(face, size)
        for row in self._toolkit.rows(text, size, PAGE[0] - EDGE - left, face):
            drawn = font.render(row, True, colour)  # an accent over a capital makes it higher than a line
            self.picture.blit(drawn, (left, self.y + font.get_height() - drawn.get_height()))
            self.y += font.get_linesize()
        if self.y > PAGE[1] - EDGE // 2:
            raise TooLong(text)

    def put(self, pictures: Sequence[tuple[pygame.Surface, str]]) -> None:
        """Put screens side by side, each with its words below."""
        width = (PAGE[0] - 2 * EDGE - GAP * (len(pictures) - 1)) // len(pictures)
        low = self.y
        for place, (screen, words) in enumerate(pictures):
            x, height = EDGE + place * (width + GAP), width * screen.get_height() // screen.get_width()
            self.picture.blit(pygame.transform.smoothscale(screen, (width, height)), (x, self.y))
            font, y = self._toolkit.fonts.get("text", WORDS), self.y + height + 8
            for row in self._toolkit.rows(words, WORDS, width):
                self.picture.blit(font.render(row, True, INK), (x, y))
                y += font.get_linesize()
            low = max(low, y)
        self.y = low + GAP // 2

    def strip(self) -> None:
        """Draw the line of a finish, the whole page wide."""
        square = PAGE[0] // SQUARES
        for place in range(SQUARES + 1):
            for row in range(2):
                if (place + row) % 2:
                    pygame.draw.rect(self.picture, INK, (place * square, self.y + row * square, square, square))
        self.y += 2 * square + GAP // 2


def rule_card(game: str, fonts: Fonts) -> pygame.Surface:
    """Return the card of a game in the language in use. Raises TooLong."""
    toolkit = Toolkit(Theme(), fonts, SCREEN)
    card = Card(toolkit)
    card.write(word(f"game.{game}"), 130, face="title")
    card.strip()
    card.write(word(f"game.{game}.line"), 34)
    card.y += GAP // 2
    texts = [word(lesson.text) for lesson in presentation_of(game).lessons]
    screens = [screen.subsurface(LESSON) for screen in lessons(toolkit, game, TableSetting(), 0)]
    shown = [(plan(toolkit, game), ""), *zip(screens, texts, strict=True)]
    card.put(shown[:2])
    card.put(shown[2:])
    card.y += GAP // 2
    for line in (word("buttons.cards"), word("buttons.others")):
        drawn = icon_text(toolkit, line, WORDS, INK, PAGE[0] - 2 * EDGE)
        card.picture.blit(drawn, (EDGE, card.y))
        card.y += drawn.get_height() + 4
    card.y += GAP // 2
    card.strip()
    for offer in every_offer():
        if offer.game == game:
            write_offer(card, offer)
    return card.picture


def write_offer(card: Card, offer: Offer) -> None:
    """Write a way to play: its name, and beside that what it is."""
    top = card.y
    card.write(offer.title.replace("-\n", "-").replace("\n", " "), 36, face="title")
    below, card.y = card.y, top + 4
    card.write(offer.line, 25, QUIET, left=NAMES)
    card.y = max(below, card.y) + 4


def write_cards(path: Path) -> None:
    """Write the cards of all games in the language in use as one document to be printed (PDF)."""
    fonts = Fonts()
    pages = [rule_card(game.info.id, fonts) for game in GAMES]
    images = [Image.frombytes("RGB", PAGE, pygame.image.tobytes(page, "RGB")) for page in pages]
    path.parent.mkdir(parents=True, exist_ok=True)
    images[0].save(path, save_all=True, append_images=images[1:], resolution=DPI, quality=90)
