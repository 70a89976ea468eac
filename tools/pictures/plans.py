"""Plans of the tables: what lies where, with a word on everything, for the pages of rules."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.table.view import TableSetup, TableView
from cabinet.display.toolkit import Kit
from cabinet.scenes.lessons import LESSONS, Demonstration
from cabinet.strings.catalogue import word


class Label(NamedTuple):
    """A word over what lies from one zone to another; `down` is where in it: 0 its upper edge, 1 its lower one."""

    words: str
    first: str
    last: str
    down: float = 0.5


RACE: Final = (
    Label("plan.piles", "centre.0", "centre.1", 0.9),
    Label("plan.other", "seat1.{row}1", "seat1.{row}5", 0.9),
    Label("plan.mine", "seat0.{row}1", "seat0.{row}5", 0.9),
    Label("plan.{stock}", "seat0.{stock}", "seat0.{stock}", 1.05),
)
"""What every racing game has."""
HANDS: Final = (
    Label("plan.other", "seat1.hand", "seat1.hand", 0.9),
    Label("plan.mine", "seat0.hand", "seat0.hand", 0.9),
)
"""What every game with hands has."""
RESERVES: Final = (
    Label("plan.reserve", "reserve.0", "reserve.0", -0.05),
    Label("plan.reserve", "reserve.1", "reserve.1", -0.05),
)
PLANS: Final[Mapping[str, tuple[Label, ...]]] = MappingProxyType(
    {
        "speed": (*RACE, *RESERVES),
        "spit": RACE,
        "mod_spit": RACE,
        "speed_uno": (
            *HANDS,
            Label("plan.draw", "draw", "draw", 0.75),
            Label("plan.top", "discard", "discard", 0.95),
            Label("plan.further", "seat2.hand", "seat3.hand", 0.5),
        ),
        "speah": (
            *HANDS,
            Label("plan.draw", "stock", "stock", 0.75),
            Label("plan.top", "pile", "pile", 0.95),
            Label("plan.table", "seat0.table1", "seat0.table5", 0.6),
        ),
    }
)
"""What is named on each game's plan."""
ZONES: Final = MappingProxyType({"speed": ("hand", "stock"), "spit": ("stock", "spit"), "mod_spit": ("stock", "spit")})
"""How the zones of a row, and of the cards behind it, are called, where there are such."""


def plan(kit: Kit, game: str) -> pygame.Surface:
    """The table of the game's first lesson, a word on everything. Raises KeyError for a game without a plan."""
    demo = Demonstration(game, LESSONS[game][0])
    names = tuple(word(f"seat.{seat}") for seat in range(demo.seats))
    setup = TableSetup(kit.size, names, title=word(f"game.{game}"), hands=demo.game.info.hands)
    view = TableView(setup, kit.theme, kit.fonts, word, kit)
    screen = demo.screen()
    view.update((), screen.table, screen.keys, 0, rows=screen.rows)
    picture = pygame.Surface(kit.size, depth=24)
    view.draw(picture, 0)
    places = view.places
    row, stock = ZONES.get(game, ("", ""))
    for label in PLANS[game]:
        text, first, last = (part.format(row=row, stock=stock) for part in label[:3])
        blit_label(kit, picture, word(text), places[first].box, places[last].box, label.down)
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
