"""The arrangement of players and screens: each player's screen, the orientation of each panel, its key captions.

Made anew whenever the operator's settings change; scenes get all facts about the screens from here.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from cabinet.config.schema import Config
from cabinet.display.cache import DrawingCache
from cabinet.display.fonts import Fonts
from cabinet.display.press_light import PressLight
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames, cap_names
from cabinet.input.inputs import PanelMap
from cabinet.input.sources import Sources, desk_keys, panels_of
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.screens.table_setting import TableSetting
from cabinet.screens.view_factory import table_view, theme_of, toolkits_of
from engine.games import find_game
from engine.screen import EVERYBODY

if TYPE_CHECKING:
    from cabinet.screens.views import Look


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

    def looks(self, factory: MatchFactory, request: MatchRequest) -> "dict[int, Look]":
        """Return a look for the shared screen, or for each person's own, with that seat at the near edge."""
        people = request.people
        if len(self._toolkits) == 1 or not people:
            return {0: self._look(factory, request, people[0] if len(people) == 1 else EVERYBODY)}
        return {seat: self._look(factory, request, seat, own=seat) for seat in people}

    def _look(self, factory: MatchFactory, request: MatchRequest, seat: int, own: int | None = None) -> "Look":
        """Return the look of `seat` on the shared screen, or on its `own`."""
        from cabinet.screens.views import Look  # only matches need it, the first frame does not

        has_hands = find_game(request.game).info.hands
        names = self._key_names(cocktail=self.is_turned and not has_hands)
        toolkit = self._toolkits[own or 0]
        view = table_view(
            self._config, factory, request, toolkit, judged=self._sources.is_judged, key_names=names, own=own
        )
        return Look(view, seat)

    def _key_names(self, *, cocktail: bool) -> KeyNames:
        return cap_names(desk_keys(self._sources, self._config.input, cocktail=cocktail))
