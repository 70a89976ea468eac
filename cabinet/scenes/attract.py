"""The attract mode of an idle cabinet: tonight, the records, the photos, a game's lessons, and a demonstration by bots.

One act follows the other by a cut, and the round begins again with the next game. The band at the bottom edge says what
a button does, and nothing is drawn below it. ACTION is its seat's READY for the game on offer; any other button leads
to the title, and does nothing else.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame
from msgspec.structs import replace

from cabinet.config.schema import Config
from cabinet.display.attract.band import Band, above_band
from cabinet.display.attract.page import RecordBoard
from cabinet.display.layout.boxes import SMALLEST_SCREEN
from cabinet.display.layout.parts import LayoutName
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.backdrop import night
from cabinet.match.factory import MatchFactory
from cabinet.match.request import WATCHED, MatchRequest, full_table
from cabinet.match.session import Session
from cabinet.scenes.attract_acts import Act, LessonAct, Page, PageAct, PhotoAct
from cabinet.scenes.attract_pages import closest_board
from cabinet.scenes.photo_album import NEWEST, PhotoAlbum
from cabinet.scenes.stack import Scene
from cabinet.screens.table_setting import TableSetting
from cabinet.screens.view_factory import table_view
from cabinet.screens.views import Look, Views
from cabinet.store.changes import Race
from cabinet.strings.catalogue import word
from engine.game import MS, S
from engine.games import GAMES
from engine.panel import ACTION, Press
from engine.record import Update

DEMO_NS: Final = 75 * S
"""Longest duration of a demonstration."""
END_NS: Final = 4 * S
"""How long the last table of a finished demonstration stays."""
STEP_NS: Final = 10 * MS
"""Interval between two parts of the next act while it is prepared."""
BOARDS: Final = 3
"""Boards of records in a round; the next round has the next ones."""


class Demo(NamedTuple):
    """An unrecorded match of bots, and its views."""

    session: Session
    views: Views


MakeDemo = Callable[[int, int, Callable[[Update], None]], Demo]
"""``demo(number, now, hear)`` makes a demonstration."""


class DemoAct(Act):
    """A demonstration on a table above the band."""

    def __init__(self, make: MakeDemo, number: int) -> None:
        self._make = make
        self._number = number
        self._demo: Demo | None = None
        self._updates: list[Update] = []
        self._canvas: pygame.Surface | None = None
        self._ends = 0
        self._now = 0
        self._is_last_table = False

    def begin(self, now: int) -> None:
        """See `Act.begin`."""
        self._demo = self._make(self._number, now, self._updates.append)
        self._updates.append(Update(self._demo.session.match.opening()))
        self._canvas = pygame.Surface(self._demo.views.kit.size)
        self._ends = now + DEMO_NS

    def end(self) -> None:
        """See `Act.end`."""
        if self._demo is not None:
            self._demo.session.close()

    def advance(self, now: int) -> None:
        """See `Act.advance`."""
        self._now = now
        session = self.running.session
        session.advance(now, now)
        updates = self._updates.copy()
        self._updates.clear()
        if updates:
            self.running.views.update(updates, session.match, now)
        if session.outcome is not None and not self._is_last_table:
            self._is_last_table = True
            self._ends = min(self._ends, now + END_NS)

    def is_over(self, now: int) -> bool:
        """See `Act.is_over`."""
        return now >= self._ends

    def next_deadline(self) -> int:
        """See `Act.next_deadline`."""
        times = (self.running.session.next_deadline(), self.running.views.next_change, self._ends)
        return min((time for time in times if time is not None and time > self._now), default=self._now + 100 * MS)

    def is_stale(self, now: int) -> bool:
        """See `Act.is_stale`."""
        return self.running.views.busy(now) or now >= self.running.views.next_change

    def draw(self, room: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Act.draw`: where the room is too small for any table, a larger one is shrunk into it."""
        canvas = self._canvas
        assert canvas is not None, "begun before"
        if canvas.get_size() == room.get_size():
            return self.running.views.draw([room], now, everything=everything)[0]
        if not self.running.views.draw([canvas], now, everything=everything)[0]:
            return []
        return [room.blit(pygame.transform.smoothscale(canvas, room.get_size()), (0, 0))]

    @property
    def running(self) -> Demo:
        """The demonstration; an act is begun before anything else."""
        assert self._demo is not None, "begun before"
        return self._demo


class Attract(Scene):
    """Shows one act after the other."""

    def __init__(
        self,
        kit: Kit,
        demo: MakeDemo,
        races: Sequence[Race],
        back: Callable[[], None],
        *,
        ready: Callable[[Press], None] | None = None,
        pages: Callable[[], Sequence[Page]] | None = None,
        album: PhotoAlbum | None = None,
        setting: TableSetting | None = None,
    ) -> None:
        """`demo` makes demonstration number 0, 1, …; `back` leads to the title.

        `ready` takes a press of ACTION to the screen where people get ready; without it ACTION leads to the title.
        `pages` returns the pages of a round: all of tonight, and `BOARDS` of its boards in turn; without it there is a
        board of `races`, the closest first. `album` has the photos, `setting` the seating of the lessons.
        """
        self._kit = kit
        self._make = demo
        self._pages = pages or (lambda: [closest_board(races)] if races else [])
        self._back = back
        self._ready = ready
        self._album = album
        self._setting = setting or TableSetting()
        self._round = 0
        self._programme: deque[Act] = deque()
        self._act: Act | None = None
        self._next: Act | None = None
        self._is_next_ready = False
        self._turn = 0
        self._now = 0
        self._band = Band(kit, word("title"), word("attract.press"))
        self._everything = True
        self._has_left = False

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._now = now

    def leave(self, now: int) -> None:
        """See `Scene.leave`."""
        for act in (self._act, self._next):
            if act is not None:
                act.end()

    def resume(self, now: int) -> None:
        """See `Scene.resume`."""
        self._everything = True

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: the first press leaves; those after it are for the next scene."""
        if press.pressed and not self._has_left:
            self._has_left = True
            if press.button == ACTION and self._ready is not None:
                self._ready(press)
            else:
                self._back()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: prepares a part of the next act in each call."""
        self._now = now
        if self._act is not None:
            self._act.advance(now)
        self._prepare()
        if self._is_next_ready and (self._act is None or self._act.is_over(now)):
            self._cut(now)

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        step = None if self._is_next_ready else self._now + STEP_NS
        times = [step, None if self._act is None else self._act.next_deadline()]
        return max(self._now + 1, min(time for time in times if time is not None))

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`."""
        return self._everything or (self._act is not None and self._act.is_stale(now))

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`: the act above the band, and with a new act the band's other look."""
        whole, self._everything = everything or self._everything, False
        room = screen.subsurface(above_band(self._kit))
        if self._act is None:
            changed = [room.blit(night(self._kit), (0, 0))]
        else:
            changed = self._act.draw(room, now, everything=whole)
        return [*changed, self._band.draw(screen, self._turn)] if whole else changed

    # The programme

    def _prepare(self) -> None:
        """Draw the next part of the next act; leave out one that turns out to be empty."""
        if self._is_next_ready:
            return
        if self._next is None:
            if not self._programme:
                self._programme.extend(self._acts())
                self._round += 1
            self._next = self._programme.popleft()
        elif not self._next.prepare():
            if self._next.is_empty:
                self._next = None
            else:
                self._is_next_ready = True

    def _acts(self) -> list[Act]:
        """Return the acts of a round."""
        kit, pages, number = self._kit, self._pages(), self._round
        boards = [page for page in pages if isinstance(page, RecordBoard)]
        first = number * BOARDS % len(boards) if boards else 0
        shown: list[Page] = [page for page in pages if not isinstance(page, RecordBoard)]
        shown += [*boards[first:], *boards[:first]][:BOARDS]
        acts: list[Act] = [PageAct(kit, page) for page in shown]
        if self._album is not None:
            acts += [PhotoAct(kit, self._album, place) for place in range(NEWEST)]
        acts.append(LessonAct(kit, self._setting, GAMES[number % len(GAMES)].info.id))
        return [*acts, DemoAct(self._make, number)]

    def _cut(self, now: int) -> None:
        if self._act is not None:
            self._act.end()
            self._turn += 1
        self._act, self._next, self._is_next_ready = self._next, None, False
        assert self._act is not None, "prepared before"
        self._act.begin(now)
        self._kit.breathe()
        self._act.advance(now)
        self._everything = True


def stage_kit(kit: Kit) -> Kit:
    """Return the kit of a table above the band, no smaller than tables can be; it shares the drawn cards."""
    room = above_band(kit)
    grown = max(1.0, SMALLEST_SCREEN[0] / room.w, SMALLEST_SCREEN[1] / room.h)
    size = (round(room.w * grown), round(room.h * grown))
    return kit.with_size(size)


def demonstration(
    config: Config, factory: MatchFactory, kit: Kit, number: int, now: int, hear: Callable[[Update], None]
) -> Demo:
    """Return match `number`, from 0, of the attract scene: each game in turn, by its first preset.

    The table stands above the band of the kit's screen. The layout alternates between "facing" and "beside". `now`:
    CLOCK_MONOTONIC, ns; `hear` receives the match's updates.
    """
    kit.breathe()
    offer = next(factory.each_offer(GAMES[number % len(GAMES)]))
    request = MatchRequest(offer.game, offer.name, full_table(offer.seats, WATCHED))
    layout: LayoutName = "beside" if number % 2 else "facing"
    view = table_view(
        replace(config, display=replace(config.display, layout=layout)), factory, request, stage_kit(kit), judged=True
    )
    kit.breathe()
    return Demo(factory.demo(request, now, hear), Views({0: Look(view)}))
