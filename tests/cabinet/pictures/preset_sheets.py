"""For the pages of rules: every preset in mid-play, at each size that is looked at, in every way to sit, and the plans.

Bots play a real match by the preset's options in virtual time; the screen is what two people would have before them,
or one, where seats are left to bots. ``make pictures`` makes a contact sheet of each. A plan is a game's table with a
word on everything.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from cabinet.config.file import LoadedConfig
from cabinet.config.offers import Offer, offers
from cabinet.config.schema import Config, Display
from cabinet.display.layout.boxes import Box, LayoutName
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import TableSetup, TableUpdate
from cabinet.display.toolkit import Toolkit
from cabinet.games.presentation import presentation_of
from cabinet.match.factory import MatchFactory
from cabinet.match.request import PERSON, MatchRequest, full_table
from cabinet.scenes.lessons import Demonstration
from cabinet.screens.view_factory import table_view
from cabinet.screens.views import Look, Views
from cabinet.strings.catalogue import word
from engine.bots import find_brain
from engine.games import GAMES
from engine.log_lines import Update
from engine.match import Match
from engine.setup import Setup, seats_of
from engine.units import S
from tests.cabinet.pictures.studio import contact_sheet

PLAYED_NS: Final = 11 * S
"""How long cards have been played, at least, when the picture is taken."""
SETTLED_NS: Final = S // 2
"""How long after the last card that was played: nothing glides any more."""
PLAYERS: Final = "bot:fast"


class Way(NamedTuple):
    """A way to sit: its name, the layout, and who has the second panel."""

    name: str
    layout: LayoutName
    cocktail: bool = False
    second: str = PERSON


TWO: Final = (Way("facing", "facing"), Way("cocktail", "facing", cocktail=True), Way("beside", "beside"))
ALONE: Final = Way("alone", "facing", second=PLAYERS)
"""One person, who has the whole near edge where cards are held in hands."""


def every_offer() -> tuple[Offer, ...]:
    """The presets of all games, in the menu's order."""
    return tuple(offer for game in GAMES for offer in offers(game, Config()))


def preset_file(offer: Offer) -> str:
    """The file that a preset's contact sheet is in."""
    return f"preset-{offer.name.replace('_', '-')}.png"


def preset_sheet(offer: Offer, toolkits: Sequence[Toolkit]) -> pygame.Surface:
    """A preset in mid-play: a row for each toolkit's size, a column for each way to sit."""
    ways = ways_to_sit(offer)
    pictures = {
        f"{way.name} {toolkit.size[0]}×{toolkit.size[1]}": mid_play(offer, way, toolkit)
        for toolkit in toolkits
        for way in ways
    }
    return contact_sheet(pictures, toolkits[0].theme, toolkits[0].fonts, len(ways))


def ways_to_sit(offer: Offer) -> tuple[Way, ...]:
    """Those in which the table of a preset differs."""
    has_hands = next(game.info.hands for game in GAMES if game.info.id == offer.game)
    return (*TWO, ALONE) if has_hands else TWO


def mid_play(offer: Offer, way: Way, toolkit: Toolkit) -> pygame.Surface:
    """A match by the preset, some seconds into a deal."""
    request = MatchRequest(offer.game, offer.name, full_table(offer.seats, (PERSON, way.second)))
    config = Config(display=Display(layout=way.layout, cocktail=way.cocktail))
    factory = MatchFactory(LoadedConfig(config, None, ""), Path(), sum(map(ord, offer.name)))
    views = Views({0: Look(table_view(config, factory, request, toolkit, judged=True))})
    setup = factory.setup(request)
    match, now = played(setup, lambda update, match, now: views.update([update], match, now))
    match.setup = setup  # people sit down where bots have played: the screen shows what they may know
    screen = pygame.Surface(toolkit.size)
    for moment in (now, now + SETTLED_NS):
        views.update([Update()], match, moment)
        views.draw([screen], moment, everything=True)
    return screen


def played(setup: Setup, tell: Callable[[Update, Match, int], None]) -> tuple[Match, int]:
    """A match that bots have played in everybody's place, told of as it went on, and the moment of its picture."""
    bots = seats_of(*[PLAYERS] * len(setup.seats))
    match = Match(replace(setup, seats=bots), brains=dict.fromkeys(range(len(bots)), find_brain(PLAYERS)))
    tell(Update(match.opening()), match, 0)
    now = begun = 0
    while begun == 0 or now < begun + PLAYED_NS or not is_telling(match):
        now = match.next_deadline() or now
        update = match.advance(now)
        if update.entries:
            tell(update, match, now)
        if match.table.phase != "play":
            begun = 0
        elif begun == 0:
            begun = now
    return match, now


def is_telling(match: Match) -> bool:
    """Whether a moment shows how the game is played: somebody has something to do, and nobody waits."""
    keys = [key for seat in range(len(match.setup.seats)) for key in match.keys(seat)]
    return not match.table.number("stuck") and any(key.lit for key in keys)


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
