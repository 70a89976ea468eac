"""The product's cards as one picture, and where on it each card lies."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pygame

from cabinet.display.cards import MARKER, CardArt, CardSize
from cabinet.display.theme import Fonts, Theme
from engine.cards import DOWN, bare
from engine.games import GAMES, set_up

SIZE: Final = CardSize(144, 202)
"""A card's width and height in px: sharp on a phone, where a card is some 60 px wide and a px has three dots."""
COLUMNS: Final = 16
BACK: Final = DOWN
"""The place of the back, which all face-down cards have."""


def codes() -> list[str]:
    """Return every card of every preset, without the numbers of copies, and the back (``~``) first."""
    games = [set_up(game.info.id, {}, preset.name, preset.seats) for game in GAMES for preset in game.info.presets]
    faces = {bare(card).partition("/")[0] for game in games for card in game.deck}
    return [BACK, *sorted(faces | {MARKER})]


def write_sheet(path: Path, cards: Iterable[str]) -> dict[str, list[int]]:
    """Draw the cards, `COLUMNS` in a row, and return the column and row of each."""
    cards = list(cards)
    art = CardArt(Theme(), Fonts())
    rows = -(-len(cards) // COLUMNS)
    sheet = pygame.Surface((COLUMNS * SIZE.width, rows * SIZE.height), pygame.SRCALPHA)
    places = {card: [number % COLUMNS, number // COLUMNS] for number, card in enumerate(cards)}
    for card, (column, row) in places.items():
        drawn = art.back(SIZE) if card == BACK else art.card(card, SIZE)
        sheet.blit(drawn, (column * SIZE.width, row * SIZE.height))
    pygame.image.save(sheet, path)
    return places
