"""The routes between the scenes of guests: lobby, matches, the evening, the attract scene.

The first frame is the title's: whatever it does not need is imported inside functions, and `LATER` names the modules.
"""

import time
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cabinet.config.presets import Offer
from cabinet.match.played import Played
from cabinet.match.request import MatchRequest
from cabinet.scenes.lobby import House, Lobby, Outlets
from cabinet.scenes.people import People, people_of
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.scenes.title import TitleWays
from cabinet.store.ledger import MatchEnded
from cabinet.store.logs import FOLDER
from cabinet.store.store import Store
from engine.options import OptionValues

if TYPE_CHECKING:
    from cabinet.scenes.attract import Attract, MakeDemo, Page, PhotoAlbum
    from cabinet.scenes.evening import EveningScenes
    from cabinet.scenes.match_scenes import MatchScenes
    from cabinet.scenes.operator import Item

LATER: Final = (
    "cabinet.doctor.findings", "cabinet.scenes.operator", "cabinet.service.operator_service",
    "cabinet.process.engine_build", "cabinet.doctor.running",
    "cabinet.service.status", "hardware.board.protocol", "hardware.board.link",
    "cabinet.scenes.menu", "cabinet.display.table.event_feed", "cabinet.display.table.places",
    "cabinet.display.table.view_state", "cabinet.display.motion", "cabinet.display.table.animator",
    "cabinet.display.layout.race", "cabinet.display.table.softkeys", "cabinet.display.table.messages",
    "cabinet.display.table.race_wings", "cabinet.display.table.race", "cabinet.display.table.prewarm",
    "cabinet.display.table.hand_overlays", "cabinet.display.table.seats", "cabinet.display.table.hands",
    "cabinet.display.layout.grid", "cabinet.display.layout.slots", "cabinet.display.layout.hands",
    "cabinet.display.layout.arrange", "cabinet.display.table.view", "cabinet.scenes.lessons", "cabinet.scenes.ready",
    "cabinet.scenes.names", "cabinet.display.bracket.page", "cabinet.display.result.page",
    "cabinet.display.result.chart", "cabinet.display.result.strip", "cabinet.display.result.sheet",
    "cabinet.display.bracket.plan", "cabinet.display.bracket.frame", "cabinet.display.bracket.sheet",
    "cabinet.scenes.bracket", "cabinet.tournaments.journal", "cabinet.tournaments.views", "cabinet.tournaments.series",
    "cabinet.tournaments.standings", "cabinet.tournaments.pairing", "cabinet.tournaments.tournament",
    "cabinet.tournaments.check", "cabinet.tournaments.turns", "cabinet.tournaments.evening",
    "cabinet.scenes.called_pair", "cabinet.display.attract", "cabinet.scenes.attract_pages",
    "cabinet.scenes.evening_pages", "cabinet.scenes.tonight", "cabinet.scenes.evening", "cabinet.display.result.photo",
    "cabinet.screens.views", "cabinet.scenes.result", "cabinet.scenes.match", "cabinet.scenes.match_scenes",
    "cabinet.scenes.attract", "cabinet.doctor.probe", "cabinet.doctor.checks",
    "cabinet.process.heap",
)  # fmt: skip
"""Modules that the first frame does not need, in an order in which each brings few others with it: so each is imported
between two looks at the buttons. `tests/cabinet/test_whole_cabinet.py` counts."""


class Routes:
    """Joins the scenes; each way replaces the top scene of `stack`."""

    def __init__(
        self,
        stack: SceneStack,
        store: Store,
        played: Played,
        house: Callable[[], House],
        title: Callable[[], Scene],
        outlets: Outlets,
    ) -> None:
        """`house` returns the present house, `title` makes the title."""
        self._stack = stack
        self._store = store
        self._played = played
        self._house = house
        self._title = title
        self._outlets = outlets
        self._photos: PhotoAlbum | None = None

    @cached_property
    def lobby(self) -> Lobby:
        """The scenes between the title and a match."""

        def begin(request: MatchRequest) -> Scene:
            return self.matches.new(request)

        return Lobby(self._stack, self._played, self._house, begin, self._title, self._people)

    @cached_property
    def matches(self) -> "MatchScenes":
        """The scenes of matches."""
        from cabinet.scenes.match_scenes import MatchScenes

        return MatchScenes(
            self._stack, self._house, self._played, self.lobby, self._title, self._outlets, self.running_evening
        )

    @cached_property
    def _people(self) -> People:
        def next_up() -> Sequence[str]:
            evening = self.running_evening()
            return evening.next_up() if evening is not None else ()

        def offer(game: str) -> Offer:
            return self.lobby.offer(game)

        def rules(request: MatchRequest) -> OptionValues:
            return self._house().factory.rules(request)

        return people_of(self._store, offer, rules, next_up)

    @cached_property
    def _evening(self) -> "EveningScenes":
        from cabinet.scenes.evening import EveningScenes, EveningWays

        ways = EveningWays(
            play=self.matches.new,
            offer=self.lobby.offer_for_two,
            seen=lambda names: self._store.seen(names, int(time.time())),
            say=self._outlets.say,
        )
        return EveningScenes(self._stack, self._store, lambda: self._house().seating, self.lobby.evening, ways)

    def running_evening(self) -> "EveningScenes | None":
        """Return the evening's scenes while one is running."""
        return self._evening if self._store.evening() else None

    def notes(self, result: MatchEnded) -> Sequence[str]:
        """Return the lines of the evening's journal that follow from a result."""
        evening = self.running_evening()
        return evening.notes(result) if evening is not None else ()

    def prewarm(self) -> None:
        """Work out the ratings before somebody asks: they import a library."""
        self._store.people.places(self._played.game)

    def operator_items(self) -> "Sequence[Item]":
        """Return the operator's lines for a running evening."""
        evening = self.running_evening()
        return evening.operator_items() if evening is not None else ()

    @property
    def title_ways(self) -> TitleWays:
        """The ways from the title."""
        return self.lobby.title_ways._replace(tonight=lambda game, _seat: self._evening.show(game))

    def attract(self, demo: "MakeDemo", data: Path, *, judged: bool) -> "Attract":
        """Return the attract scene; `data` is the folder of the records, `judged` False for presses without stamps."""
        from cabinet.scenes.attract import Attract
        from cabinet.scenes.attract_pages import record_boards

        def pages() -> "list[Page]":
            evening = self.running_evening()
            board = evening.board() if evening is not None else None
            return [*([board] if board is not None else []), *record_boards(self._store, time.time(), judged=judged)]

        def back() -> None:
            self._stack.soon(lambda now: self._stack.replace(self._title(), now))

        seating = self._house().seating
        return Attract(
            seating.kit, demo, self._store.closest(judged=judged), back,
            ready=self.lobby.wake, pages=pages, album=self._album(data), setting=seating.setting,
        )  # fmt: skip

    def _album(self, data: Path) -> "PhotoAlbum":
        """Return the album of photos, one for the whole program: each fault is reported once."""
        from cabinet.scenes.attract import PhotoAlbum

        if self._photos is None:
            self._photos = PhotoAlbum(data / FOLDER, self._outlets.report)
        return self._photos
