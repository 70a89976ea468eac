"""The scenes of matches, each with its ways out, its sounds and its photo."""

from collections.abc import Callable
from functools import partial

from cabinet.audio.sound import MatchSounds
from cabinet.match.factory import Begin
from cabinet.match.played import Played
from cabinet.match.request import MatchRequest
from cabinet.scenes.evening import EveningScenes
from cabinet.scenes.lobby import House, Lobby, Outlets
from cabinet.scenes.match import MatchScene, Ways
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.screens.views import Views
from engine.games import find_game


class MatchScenes:
    """Makes the scene of each match. Every way out of one replaces the top scene of `stack`."""

    def __init__(
        self,
        stack: SceneStack,
        house: Callable[[], House],
        played: Played,
        lobby: Lobby,
        title: Callable[[], Scene],
        outlets: Outlets,
        evening: Callable[[], EveningScenes | None] = lambda: None,
    ) -> None:
        """`house` returns the present house, `title` makes the title; `played` remembers each new match.

        `evening` returns the evening if one is running: it goes on after a match.
        """
        self._stack = stack
        self._house = house
        self._played = played
        self._lobby = lobby
        self._title = title
        self._outlets = outlets
        self._evening = evening

    def new(self, request: MatchRequest) -> MatchScene:
        """Return a new match whose people are ready."""
        self._outlets.seen()
        self._played.begins(request)
        return self.scene(request, partial(self._house().factory.session, request), is_ready=True)

    def scene(
        self, request: MatchRequest, begin: Begin, *, goes_on: bool = False, is_ready: bool = False
    ) -> MatchScene:
        """Return the scene of a match that `begin` makes; the rest as for `MatchScene`."""
        config, factory, seating, _, _ = self._house()
        evening = self._evening()
        ways = Ways(
            again=evening.show if evening is not None else lambda: self._go(partial(self.new, request)),
            menu=self._lobby.ask,
            title=lambda: self._go(self._title),
            join=partial(self._join, request),
            teach=lambda seat: self._lobby.teach(request.game, factory.rules(request), seat),
        )
        heard = MatchSounds(self._outlets.play, request.people, tension=config.sound.tension)
        views = Views(seating.looks(factory, request))
        seating.kit.breathe()
        scene = MatchScene(
            begin, views, heard, ways, self._outlets.report,
            goes_on=goes_on, is_ready=is_ready, counted=partial(self._played.ends, request), keep=self._outlets.keep,
            house=config.operator.name, next_up=evening.words if evening is not None else lambda: "",
        )  # fmt: skip
        if config.lamps.playable:
            scene.light_playable()
        if seating.is_turned and find_game(request.game).info.hands:
            scene.turn_presses()
        return scene

    def _join(self, request: MatchRequest, seat: int, are_there: bool) -> None:
        """Wait for the newcomer's match; the players who are there keep their names, and have been ready already."""
        if not are_there:
            self._lobby.get_ready(request.game, [seat])
            return
        names = {at: name for at, name in enumerate(request.names) if name}
        self._lobby.get_ready(request.game, [seat, *request.people], names)

    def _go(self, make: Callable[[], Scene]) -> None:
        self._stack.soon(lambda now: self._stack.replace(make(), now))
