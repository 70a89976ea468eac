"""Who sits at which screen, and the views that follow: toolkits, the view of a match, the setting of a lesson.

`Seating` has each player's screen, the orientation of each panel and its key captions. It is made anew whenever the
operator's settings change; scenes get all facts about the screens from it. `TableSetting` is the part of it that a
scene needs which shows how a game is played.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec
import pygame

from cabinet.config.schema import Config, Display
from cabinet.display.cache import DrawingCache, budget
from cabinet.display.layout.boxes import LayoutName
from cabinet.display.press_light import PressLight
from cabinet.display.table.view import TableView
from cabinet.display.table.view_state import DRAW_HINT, PauseHint, TableSetup
from cabinet.display.theme import Fonts, Theme, with_theme
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames, cap_names
from cabinet.input.inputs import PanelMap
from cabinet.input.sources import Sources, desk_keys, panels_of
from cabinet.match.factory import MatchFactory
from cabinet.match.request import PANELS, MatchRequest
from cabinet.process.memory import memory_bytes
from cabinet.screens.views import Look
from cabinet.strings.catalogue import has_word, local_number, word
from engine.games import find_game
from engine.options import Handicap, OptionValues, handicap_in
from engine.panel import ACTION, CARDS
from engine.screen import EVERYBODY


class TableSetting(msgspec.Struct, frozen=True):
    """Where the players sit, and at a desk the names of the keys."""

    layout: LayoutName = "facing"
    cocktail: bool = False
    key_names: KeyNames = msgspec.field(default_factory=dict)


def displays_of(display: Display, screens: int) -> list[int | None]:
    """Return the configured display of each screen that the program needs; None where none is configured."""
    if screens == 1:
        return [None]
    named = display.seat_displays[:screens]
    return [*named, *[None] * (screens - len(named))]


def drawings_for(screens: Sequence[pygame.Surface]) -> DrawingCache:
    """Return the cache of everything drawn on the program's screens, with a budget by what it may take."""
    return DrawingCache(budget((screen.get_size() for screen in screens), memory_bytes()))


def toolkits_of(theme: Theme, fonts: Fonts, sizes: Sequence[tuple[int, int]], drawn: DrawingCache) -> list[Toolkit]:
    """Return a toolkit for each screen; screens of equal size share a toolkit, and all share one cache of drawings."""
    first = Toolkit(theme, fonts, sizes[0], drawn=drawn)
    return [first.with_size(size) for size in sizes]


def theme_of(config: Config) -> Theme:
    """Return the theme with the operator's options applied."""
    display = config.display
    look = {"two_colour": display.two_colour, "reduced_motion": display.reduced_motion, "large": display.large}
    return with_theme(Theme(), **look)


SEEN_LATER: Final = MappingProxyType(
    {
        "ready.head_start": "ready.head_start.face_down",
        "head_start": "head_start.face_down",
        "head_start.table": "head_start.table.face_down",
    }
)
"""By the text of a head start of cards, that of one whose new cards lie face down."""


def head_start_words(options: Mapping[str, object], names: Sequence[str], key: str = "head_start") -> str:
    """Return who has a head start in a match with these options, and how large it is; "" without one.

    `key` is one of `SEEN_LATER`: at the table there is little room.
    """
    found = handicap_in(options)
    if found is None:
        return ""
    seat, handicap = found
    if len(names) != PANELS:
        return word("head_start.some")
    return sized_words(key, names[1 - seat], handicap)


def sized_words(key: str, name: str, handicap: Handicap) -> str:
    """Return a text about a head start with its size: cards, or the seconds that a new card of the other lies face
    down."""
    if handicap.cards:
        return word(key, name=name, cards=handicap.cards)
    return word(SEEN_LATER[key], name=name, seconds=local_number(f"{handicap.face_down_ms / 1000:g}"))


def table_view(
    config: Config,
    factory: MatchFactory,
    request: MatchRequest,
    toolkit: Toolkit,
    *,
    judged: bool,
    key_names: KeyNames | None = None,
    own: int | None = None,
) -> TableView:
    """Return the view of a match as configured, in the size of the toolkit's screen.

    `key_names`: the captions of the keys that act as buttons, at a desk; those of bots are dropped. `own` is the seat
    that owns the screen if there are several.
    """
    display = config.display
    people = request.people
    viewers = (own,) if own is not None else tuple(people)
    names = {place: name for place, name in (key_names or {}).items() if place[0] in viewers}
    setup = TableSetup(
        toolkit.size,
        request.seat_names,
        display.layout,
        display.cocktail and own is None,
        head_start_words(factory.rules(request), request.seat_names, "head_start.table")
        or word(f"game.{request.game}"),
        factory.goal(request),
        judged,
        names,
        own or 0,
        slap_hint_of(factory.rules(request)),
        hands=find_game(request.game).info.hands,
        viewers=viewers or (0, 1),
        faces=factory.faces(request),
        zones=factory.zones(request),
        draw_hint=f"game.{request.game}.draw" if has_word(f"game.{request.game}.draw") else DRAW_HINT,
        pause=pause_hints(viewers, names),
    )
    return TableView(setup, word, toolkit)


def pause_hints(people: Sequence[int], names: KeyNames) -> tuple[PauseHint, ...]:
    """Return how these people pause: by the buttons, each by their keys at a desk, or not at all if nobody plays."""
    if not names:
        return (PauseHint(),) if people else ()
    chord = (CARDS[0], CARDS[-1], ACTION)
    return tuple(PauseHint(seat, *(names.get((seat, button), button) for button in chord)) for seat in people)


def slap_hint_of(rules: OptionValues) -> str:
    """Return the catalogue's key of the hint about the pile to be slapped."""
    if rules.get("reverse"):
        return "table.slap_larger"
    return "table.slap_smaller" if rules.get("claim") == "slap_smaller" else "table.slap_hint"


class Seating:
    """The screens with their toolkits, and the panels in front of them."""

    def __init__(
        self, config: Config, fonts: Fonts, sources: Sources, screens: Sequence[pygame.Surface], drawn: DrawingCache
    ) -> None:
        """`drawn` caches the drawings of all screens."""
        self._config = config
        self._sources = sources
        self._toolkits = toolkits_of(theme_of(config), fonts, [screen.get_size() for screen in screens], drawn)
        display = config.display
        self.is_turned = display.cocktail and display.layout == "facing" and len(screens) == 1
        """Whether the second seat sits at the opposite edge, so that its LEFT is the screen's right."""
        self.setting = TableSetting(display.layout, display.cocktail, self._key_names(cocktail=self.is_turned))

    @property
    def toolkit(self) -> Toolkit:
        """The toolkit of the first screen, which is the shared one."""
        return self._toolkits[0]

    def lights(self) -> list[PressLight]:
        """Return the light on pressed buttons of each screen."""
        return [PressLight(toolkit, is_first=place == 0) for place, toolkit in enumerate(self._toolkits)]

    def wiring(self) -> list[PanelMap]:
        """Return the panel map of each source for this seating, in the order of `cabinet.input.sources.panels_of`."""
        return [panels.buttons for panels in panels_of(self._sources, self._config.input, cocktail=self.is_turned)]

    def looks(self, factory: MatchFactory, request: MatchRequest) -> dict[int, Look]:
        """Return a look for the shared screen, or for each person's own, with that seat at the near edge."""
        people = request.people
        if len(self._toolkits) == 1 or not people:
            return {0: self._look(factory, request, people[0] if len(people) == 1 else EVERYBODY)}
        return {seat: self._look(factory, request, seat, own=seat) for seat in people}

    def _look(self, factory: MatchFactory, request: MatchRequest, seat: int, own: int | None = None) -> Look:
        """Return the look of `seat` on the shared screen, or on its `own`."""
        has_hands = find_game(request.game).info.hands
        names = self._key_names(cocktail=self.is_turned and not has_hands)
        toolkit = self._toolkits[own or 0]
        view = table_view(
            self._config, factory, request, toolkit, judged=self._sources.is_stamped, key_names=names, own=own
        )
        return Look(view, seat)

    def _key_names(self, *, cocktail: bool) -> KeyNames:
        return cap_names(desk_keys(self._sources, self._config.input, cocktail=cocktail))
