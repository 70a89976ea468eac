"""Pictures of every scene but the match, at the sizes that are looked at: for the documents, and as golden ones."""

import gc
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, get_args

import pygame

from cabinet.config.offers import Offer, offers
from cabinet.config.schema import Config, Match
from cabinet.display.cache import LEAST_BYTES, DrawingCache
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import cap_name
from cabinet.games.presentation import presentation_of
from cabinet.people.people import HeadStart
from cabinet.scenes.bases import Leave
from cabinet.scenes.choice import Answer, Choice
from cabinet.scenes.evening_pages import match_band, stays_band
from cabinet.scenes.lessons import ButtonsPage, HowTo
from cabinet.scenes.menu import ChosenMatch, choose_match
from cabinet.scenes.ready import GettingReady, Lobby
from cabinet.scenes.stack import Scene
from cabinet.scenes.title import Notice, Title, TitleEvening, TitleState
from cabinet.screens.view_factory import TableSetting
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, LanguageCode, in_use
from engine.game import Game
from engine.games import GAMES, find_game
from engine.panel import ACTION, LEFT, RIGHT, Press
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.pictures.bracket_samples import bracket_pictures
from tests.cabinet.pictures.evening_samples import attract_pictures, evening_pictures, names_pictures, tonight_pictures
from tests.cabinet.pictures.golden import REFERENCE, shrunk
from tests.cabinet.pictures.operator_samples import MENU, card_pictures, operator_pictures, operators_menu
from tests.cabinet.pictures.preset_sheets import every_offer, plan, preset_file, preset_sheet
from tests.cabinet.pictures.studio import SIZES, contact_sheet
from tests.cabinet.scenes.stories import Dialog

WAITED_NS: Final = 1_500_000_000
"""How long the others have been awaited in the pictures of getting ready: shortly before the first press."""
LOOK_NS: Final = 600_000_000
"""How long a lesson has been shown in its picture."""
SEEN_NS: Final = 1_000_000_000
"""From one lesson to the next."""

STRIP_OF: Final = (800, 480)
"""The screens that a strip is made of, in px."""
STRIP_PART: Final = 0.6
"""How much of their size is left in it."""
FEW: Final = 3
"""So many rules are on the menu's pictures, however many there come to be."""
SEEN_FIRST: Final = frozenset(("title_keyboard", "title_buttons", "menu_game"))
"""The scenes with golden pictures at all of `SIZES`."""
ALIKE: Final = frozenset(
    (*(f"howto_{game}_{way}" for game in ("mod_spit", "spit", "speah") for way in ("cocktail", "beside")),
     "bracket_double_16_2", "bracket_double_16_4", "bracket_double_8_1", "bracket_robin_8_1", "bracket_robin_16_2",
     "bracket_single_32_4", "bracket_swiss_32_2", "title_other_keys", "choice_last_page")
)  # fmt: skip
"""The scenes without a golden picture: another page of the same tree, another game's lesson from the same seat."""
MANY: Final = (
    "classic_spit", "classic_spit_full", "slap_spit", "reverse_spit", "chinese_spit", "speed", "five_card_spit",
)  # fmt: skip
"""More rules than a panel has buttons, whichever game has them."""


def posters(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """Render every scene but the match, with its name, as it is first seen at the toolkit's size."""
    yield from title_pictures(toolkit)
    yield from ready_pictures(toolkit).items()
    yield from menu_pictures(toolkit)
    for name, chosen in (("choice_first_page", 1), ("choice_last_page", len(MANY) - 1), ("choice_way_back", -1)):
        yield name, picture(long_choice(toolkit, chosen), toolkit)
    for game in (game.info.id for game in GAMES):
        yield from lesson_pictures(toolkit, game).items()
    people = (names_pictures, tonight_pictures, attract_pictures, bracket_pictures)
    for more in (operator_pictures, operators_menu, evening_pictures, *people):
        yield from more(toolkit)


def title_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """The title: with keys as they come and others, with buttons, for four, and with a notice."""
    odd_keys = tuple({**keys, ACTION: key} for keys, key in zip(DEFAULT_KEYS, ("left shift", "enter"), strict=True))
    swiss = word("kind.swiss"), word("evening.progress", number=7, most=12)
    stays = TitleEvening(("MIA", "BEN"), "speed_uno", stays_band("MIA", 0, 3, "BEN"))
    tournament = TitleEvening(("MIA", "BEN"), "speed", match_band(*swiss, "MIA", "BEN"))
    notice = word("store.aside", name="photofinish.db.damaged-2026-11-21T18-30-05")
    yield "title_keyboard", picture(Title(toolkit, DEFAULT_KEYS), toolkit)
    yield "title_other_keys", picture(Title(toolkit, odd_keys), toolkit)
    yield "title_buttons", picture(Title(toolkit, None), toolkit)
    yield "title_four_panels", picture(Title(toolkit, None, TitleState(panels=4)), toolkit)
    yield (
        "title_evening",
        picture(
            Title(toolkit, None, TitleState(has_evenings=True, evening=stays)),
            toolkit,
        ),
    )
    yield (
        "title_evening_keys",
        picture(
            Title(toolkit, DEFAULT_KEYS, TitleState(has_evenings=True, evening=tournament)),
            toolkit,
        ),
    )
    yield "title_notice", picture(Title(toolkit, None, TitleState(notice=Notice(notice))), toolkit)


def ready_pictures(toolkit: Toolkit) -> Mapping[str, pygame.Surface]:
    """Getting ready: AMBER waits for BLUE, BLUE with keys for AMBER, two of four, and the buttons' page."""
    keys = {(seat, button): cap_name(key) for seat, panel in enumerate(DEFAULT_KEYS) for button, key in panel.items()}
    place = word("place.second", place=2, of=7)
    return {
        "ready_buttons": getting_ready(toolkit, "speed", TableSetting(), [0]),
        "ready_keys": getting_ready(toolkit, "spit", TableSetting(key_names=keys), [1]),
        "ready_beside": getting_ready(toolkit, "speed_uno", TableSetting("beside"), [0]),
        "ready_cocktail": getting_ready(toolkit, "speah", TableSetting(cocktail=True), [1]),
        "ready_four_panels": getting_ready(toolkit, "speed_uno", TableSetting(), [0, 2], seats=4),
        "ready_named": getting_ready(toolkit, "spit", TableSetting(), [0], names=["MIA", ""], places=[place, ""]),
        "ready_head_start": getting_ready(
            toolkit, "spit", TableSetting(), [0, 1], names=["MIA", "BEN"], head_start=HeadStart(0, 1, 4)
        ),
        "buttons_page_keys": picture(ButtonsPage(toolkit, DEFAULT_KEYS), toolkit),
        "buttons_page": picture(ButtonsPage(toolkit, None), toolkit),
    }


def getting_ready(
    toolkit: Toolkit,
    game: str,
    setting: TableSetting,
    ready: Sequence[int],
    *,
    seats: int = 2,
    names: Sequence[str] = (),
    places: Sequence[str] = (),
    head_start: HeadStart | None = None,
) -> pygame.Surface:
    """The scene that waits for the others, a moment after the first has pressed."""
    offer = few_offers(find_game(game))[0]
    scene = GettingReady(toolkit, setting, offer, ready, Lobby(seats, names, places, head_start))
    scene.enter(0)
    scene.advance(WAITED_NS, 0)
    return picture(scene, toolkit, WAITED_NS)


def menu_pictures(toolkit: Toolkit) -> Iterator[tuple[str, pygame.Surface]]:
    """The three questions of the menu, and the last one for four."""
    teach = partial(HowTo, toolkit, TableSetting())
    menu = Dialog(choose_match(toolkit, Match(), few_offers, teach))
    for question in ("menu_game", "menu_rules", "menu_opponent"):
        yield question, picture(menu.top, toolkit)
        menu.handle(Press(0, ACTION, True, 0, "picture"))
    yield "menu_four_panels", picture(four_panels(toolkit).top, toolkit)


def four_panels(toolkit: Toolkit) -> Dialog[ChosenMatch | Leave]:
    """The last question where four panels are wired."""
    wanted, teach = Match("speed_uno"), partial(HowTo, toolkit, TableSetting())
    menu = Dialog(choose_match(toolkit, wanted, few_offers, teach, panels=4))
    for button in (ACTION, ACTION, RIGHT, RIGHT):
        menu.handle(Press(0, button, True, 0, "picture"))
    return menu


def lesson_pictures(toolkit: Toolkit, game: str) -> Mapping[str, pygame.Surface]:
    """Every lesson of a game as AMBER sees it, and one as BLUE does in each of the other ways to sit."""
    pictures = {
        f"howto_{game}_{n}": screen for n, screen in enumerate(lessons(toolkit, game, TableSetting(), 0), start=1)
    }
    for name, setting in (("cocktail", TableSetting("facing", cocktail=True)), ("beside", TableSetting("beside"))):
        pictures[f"howto_{game}_{name}"] = lessons(toolkit, game, setting, 1)[1]
    return pictures


def few_offers(game: type[Game]) -> Sequence[Offer]:
    """The first presets of a game."""
    return offers(game, Config())[:FEW]


def lessons(toolkit: Toolkit, game: str, setting: TableSetting, me: int) -> Sequence[pygame.Surface]:
    """How a game is played, each screen as it is before the first press."""
    scene = HowTo(toolkit, setting, game, me)
    scene.enter(0)
    screens = []
    for number in range(len(presentation_of(game).lessons)):
        now = number * SEEN_NS
        scene.advance(now + LOOK_NS, 0)
        screens.append(picture(scene, toolkit, now + LOOK_NS))
        scene.handle(Press(me, ACTION, True, now + SEEN_NS, "picture"))
    return screens


def long_choice(toolkit: Toolkit, chosen: int) -> Choice[str]:
    """A question with more answers than places; -1 highlights the way back, on the first page."""
    offered = {offer.name: offer for game in GAMES for offer in offers(game, Config())}
    answers = [Answer(offered[name].title, offered[name].line, name) for name in MANY]
    way_back = Answer(word("menu.back"), word("menu.back.line"), "back", ("left",))
    choice = Choice(toolkit, word("menu.preset"), answers, max(0, chosen), [way_back])
    if chosen < 0:
        choice.handle(Press(0, LEFT, True, 0, "picture"))
    return choice


def picture(scene: Scene[Any], toolkit: Toolkit, now: int = 0) -> pygame.Surface:
    """A scene as it looks at a moment."""
    screen = pygame.Surface(toolkit.size)
    scene.draw(screen, now, everything=True)
    return screen


def golden_name(name: str, size: tuple[int, int]) -> str:
    """The file of a golden picture."""
    return f"{name}-{size[0]}x{size[1]}.png"


def contact_sheets() -> Iterator[tuple[str, pygame.Surface]]:
    """Yield a contact sheet of every scene but the match for every size, and one of every preset, with their files."""
    theme, fonts = Theme(), Fonts()
    toolkits = [Toolkit(theme, fonts, size) for size in SIZES]
    for toolkit in toolkits:
        yield f"scenes-{toolkit.size[0]}x{toolkit.size[1]}.png", contact_sheet(dict(posters(toolkit)), theme, fonts)
    for offer in every_offer():
        yield preset_file(offer), preset_sheet(offer, toolkits)


def operators_sheets() -> Iterator[tuple[str, pygame.Surface]]:
    """Yield a contact sheet of every page of the operator's menu for every size in every language, with its file."""
    theme, fonts = Theme(), Fonts()
    for code in get_args(LanguageCode):
        with in_use(Language(code)):
            for size in SIZES:
                toolkit = Toolkit(theme, fonts, size)
                pages = {**dict(operator_pictures(toolkit)), **dict(operators_menu(toolkit))}
                yield f"operator-{code}-{size[0]}x{size[1]}.png", contact_sheet(pages, theme, fonts)


def page_pictures() -> Iterator[tuple[str, pygame.Surface]]:
    """Yield what the pages of rules and the builder's page show, with the files' names.

    Of every game its lessons side by side and the plan of its table, each preset in mid-play, mistakes on the card.
    """
    toolkit = Toolkit(Theme(), Fonts(), STRIP_OF)
    for game in (game.info.id for game in GAMES):
        yield f"howto-{game.replace('_', '-')}.png", strip_of_lessons(toolkit, game)
        yield f"plan-{game.replace('_', '-')}.png", plan(toolkit, game)
    for offer in every_offer():
        yield preset_file(offer), preset_sheet(offer, [toolkit])
    yield "card-faults.png", dict(card_pictures(toolkit))["card_faults"]


def strip_of_lessons(toolkit: Toolkit, game: str) -> pygame.Surface:
    """Return the lessons of a game side by side, made smaller."""
    screens = lessons(toolkit, game, TableSetting(), 0)
    strip = pygame.Surface((len(screens) * STRIP_OF[0], STRIP_OF[1]), depth=24)
    strip.blits([(screen, (place * STRIP_OF[0], 0)) for place, screen in enumerate(screens)])
    return pygame.transform.smoothscale_by(strip, STRIP_PART)


def golden_pictures() -> Iterator[tuple[str, pygame.Surface]]:
    """Render the scenes at one size, and those that are seen first at the others too, shrunk, with the file's name."""
    for size in SIZES:
        toolkit = Toolkit(Theme(), Fonts(), size, drawn=DrawingCache(LEAST_BYTES))  # beside that of the last size
        drawn = posters(toolkit) if size == REFERENCE else chain(title_pictures(toolkit), menu_pictures(toolkit))
        for number, (name, poster) in enumerate(drawn):
            if number % 10 == 0:  # a scene is a cycle of objects, and keeps a picture of the whole screen
                gc.collect()
            if (name not in ALIKE and not name.startswith(MENU)) if size == REFERENCE else name in SEEN_FIRST:
                yield golden_name(name, size), shrunk(poster)
