"""The attract mode of an idle cabinet: tonight, the records, the photos, a game's lessons, and a demonstration by bots.

One act follows the other by a cut, and the round begins again with the next game. The band at the bottom edge says what
a button does, and nothing is drawn below it. ACTION is its seat's READY for the game on offer; any other button leads
to the title, and does nothing else.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from heapq import nlargest
from itertools import islice
from os import scandir
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import pygame
from msgspec.structs import replace

from cabinet.audio.match_sounds import MatchSounds, Occasion, Play
from cabinet.config.schema import Config
from cabinet.display.attract import Band, RecordBoard, TonightBoard, above_band, record_board_page, tonight_board_page
from cabinet.display.bracket.content import ChampionPage, TournamentPage
from cabinet.display.bracket.sheet import ChampionSheet, TournamentSheets
from cabinet.display.layout.boxes import Box, LayoutName
from cabinet.display.page import DrawnInParts
from cabinet.display.png import Work, read_photo
from cabinet.display.stage import Sprite, Stage
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import capitals, night
from cabinet.games.presentation import presentation_of
from cabinet.match.factory import MatchFactory
from cabinet.match.request import WATCHED, MatchRequest, full_table
from cabinet.match.session import Session
from cabinet.scenes.lessons import LessonPlayer, Place, legible
from cabinet.scenes.stack import Scene
from cabinet.screens.view_factory import TableSetting, table_view
from cabinet.screens.views import Look, Views
from cabinet.store.logs import PHOTO
from cabinet.strings.catalogue import word
from engine.game import Game
from engine.games import GAMES
from engine.log_lines import Update
from engine.panel import Press
from engine.table import Table
from engine.units import MS, S

# The photos beside the logs

NEWEST: Final = 3
"""So many photos are shown."""
LOOKED_AT: Final = 200
"""Names of files that are looked at in one piece of work: less than a millisecond."""


class PhotoAlbum:
    """The newest photos of a folder of logs, found and read in small pieces, so that no frame waits for the disk.

    A photo that is missing or damaged is left out, and reported once: one object serves the whole program.
    """

    def __init__(self, folder: Path, report: Callable[[str], None]) -> None:
        self._folder = folder
        self._report = report
        self._newest: list[str] = []
        self._reported: set[str] = set()

    def look(self) -> Iterator[bool]:
        """Find the newest photos, a piece of the folder at a time; their names begin with their time."""
        newest: list[str] = []
        try:
            with scandir(self._folder) as entries:
                while names := [entry.name for entry in islice(entries, LOOKED_AT)]:
                    newest = nlargest(NEWEST, [*newest, *filter(is_photo, names)])
                    yield True
        except FileNotFoundError:
            pass  # no match has been played yet
        except OSError as problem:
            self._complain(str(self._folder), problem.strerror or str(problem))
        self._newest = newest
        self._reported &= {*newest, str(self._folder)}

    def photo(self, place: int, size: tuple[int, int]) -> Work:
        """Read the photo at a place, 0 for the newest, as large as it fits into `size` px; None if it is not there."""
        if place >= len(self._newest):
            return None
        name = self._newest[place]
        try:
            return (yield from read_photo(self._folder / name, size))
        except OSError as problem:
            self._complain(name, problem.strerror or str(problem))
        except ValueError as problem:
            self._complain(name, str(problem))
        return None

    def _complain(self, name: str, reason: str) -> None:
        if name not in self._reported:
            self._reported.add(name)
            self._report(word("attract.photo", name=name, reason=reason))


def is_photo(name: str) -> bool:
    """Return whether a file of this name is a photo of ours; hidden files beside them are another system's."""
    return name.endswith(PHOTO) and not name.startswith(".")


# The acts

PAGE_NS: Final = 6 * S
"""How long a page is shown."""
LESSONS_NS: Final = 40 * S
"""The longest duration of a game's lessons."""

Page: TypeAlias = RecordBoard | TonightBoard | TournamentPage | ChampionPage
"""A page that an evening has to show; of a tournament the page on which is played."""


class Act(ABC):
    """One act, which ends by itself. The scene prepares it while another is shown; `begin` then shows it.

    Times are ns on the scene's clock; the surface of `draw` is the room above the band.
    """

    _ends = 0
    """When the act is over."""

    def prepare(self) -> bool:
        """Draw the next part before the act begins; return True while more parts are left."""
        return False

    @property
    def is_empty(self) -> bool:
        """Whether the prepared act has nothing to show, and is left out."""
        return False

    @abstractmethod
    def begin(self, now: int) -> None:
        """Start: the next `draw` draws everything."""

    def advance(self, now: int) -> None:  # noqa: B027 - a page has nothing to do
        """Let the act's time come to `now`."""

    def is_over(self, now: int) -> bool:
        """Return whether the next act may begin."""
        return now >= self._ends

    def next_deadline(self) -> int:
        """Return when `advance` is due, or the act is over."""
        return self._ends

    def is_stale(self, now: int) -> bool:
        """Return whether `draw` would change the screen."""
        return False

    @abstractmethod
    def draw(self, room: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """Update the room and return the dirty rectangles."""

    def end(self) -> None:  # noqa: B027 - most acts hold nothing
        """Close what the act holds, whether it has begun or not."""


class StillAct(Act):
    """The base of a picture that stands for `PAGE_NS`."""

    def begin(self, now: int) -> None:
        self._ends = now + PAGE_NS

    @property
    @abstractmethod
    def picture(self) -> pygame.Surface:
        """The picture, as large as the room."""

    def draw(self, room: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        return [room.blit(self.picture, (0, 0))] if everything else []


class PageAct(StillAct):
    """A page of records or of tonight, drawn in parts."""

    def __init__(self, toolkit: Toolkit, page: Page) -> None:
        self._toolkit = toolkit
        self._page = page
        self._sheet: DrawnInParts | None = None

    def prepare(self) -> bool:
        if self._sheet is None:
            self._sheet = sheet_of(self._toolkit, self._page)
            return True
        return self._sheet.prepare()

    def end(self) -> None:
        if self._sheet is not None:
            self._sheet.drop()

    @property
    def picture(self) -> pygame.Surface:
        assert self._sheet is not None, "prepared before"
        return self._sheet.picture


def sheet_of(toolkit: Toolkit, page: Page) -> DrawnInParts:
    """Return the drawing of a page."""
    bottom = above_band(toolkit).h
    if isinstance(page, TournamentPage):
        sheets = TournamentSheets(toolkit, word, page, bottom)
        return sheets.sheet(sheets.first)
    if isinstance(page, ChampionPage):
        return ChampionSheet(toolkit, page, bottom)
    if isinstance(page, RecordBoard):
        return record_board_page(toolkit, page)
    return tonight_board_page(toolkit, page)


class PhotoAct(StillAct):
    """One of the newest photos; the first of a round looks for them."""

    def __init__(self, toolkit: Toolkit, album: PhotoAlbum, place: int) -> None:
        self._work = framed(toolkit, album, place)
        self._picture: pygame.Surface | None = None

    def prepare(self) -> bool:
        try:
            return next(self._work)
        except StopIteration as end:
            self._picture = end.value or self._picture
            return False

    @property
    def is_empty(self) -> bool:
        return self._picture is None

    @property
    def picture(self) -> pygame.Surface:
        assert self._picture is not None, "prepared before"
        return self._picture


def framed(toolkit: Toolkit, album: PhotoAlbum, place: int) -> Work:
    """Read a photo, after a look for the newest ones where it is the first, and lay it on a page."""
    if place == 0:
        yield from album.look()
    width, height = above_band(toolkit)[2:]
    margin = toolkit.px(12, 6)
    photo = yield from album.photo(place, (width - 2 * margin, height - 2 * margin))
    if photo is None:
        return None
    picture = pygame.Surface((width, height))
    picture.blit(night(toolkit), (0, 0))
    picture.blit(photo, photo.get_rect(center=(width // 2, height // 2)))
    return picture


class LessonAct(Act):
    """All lessons of a game, one after the other, as on the screen of those who get ready."""

    def __init__(self, toolkit: Toolkit, setting: TableSetting, game: str) -> None:
        self._toolkit = toolkit
        self._setting = setting
        self._game = game
        self._player: LessonPlayer | None = None
        self._stage: Stage | None = None
        self._shown = -1

    def begin(self, now: int) -> None:
        toolkit, room = self._toolkit, above_band(self._toolkit)
        head, foot = self._head, self._foot
        box = Box(0, head.bottom, room.w, foot.y - head.bottom)
        lessons = presentation_of(self._game).lessons
        self._player = LessonPlayer(
            toolkit, self._setting, self._game, 0, lessons, Place(box, toolkit.size, close=True), flows=True
        )
        self._player.show(0, now)
        self._stage = Stage(night(toolkit).subsurface(room), toolkit.breathe)
        self._ends = now + LESSONS_NS

    def advance(self, now: int) -> None:
        last = self._running.number
        self._running.advance(now)
        if self._running.number < last:  # it begins again from the first
            self._ends = now

    def next_deadline(self) -> int:
        return min(self._running.next_deadline(), self._ends)

    def is_stale(self, now: int) -> bool:
        return self._running.is_stale(now)

    def draw(self, room: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        assert self._stage is not None, "begun before"
        if self._shown != self._running.number:
            self._shown = self._running.number
            self._stage.stand(self._words())
        if everything:
            self._stage.repaint()
        return self._stage.draw(room, self._running.draw(now))

    @property
    def _head(self) -> Box:
        margin = self._toolkit.px(20, 10)
        return Box(margin, 0, self._toolkit.size[0] - 2 * margin, self._toolkit.px(64, 42))

    @property
    def _foot(self) -> Box:
        high, bottom = self._toolkit.px(52, 34), above_band(self._toolkit).bottom
        return Box(self._head.x, bottom - high, self._head.w, high)

    def _words(self) -> list[Sprite]:
        """Return the game's name, what this is, and the lesson's words."""
        toolkit, colours, head, foot = self._toolkit, self._toolkit.theme.colours, self._head, self._foot
        name = capitals(toolkit, word(f"game.{self._game}"), 32, colours.text, head.w // 2)
        title = capitals(toolkit, word("ready.lesson"), 16, colours.quiet, head.w // 3)
        words = capitals(toolkit, word(self._running.lesson.text).upper(), 24, colours.text, foot.w)
        return [toolkit.put(head, name, 0.0), toolkit.put(head, title, 1.0), toolkit.put(foot, words)]

    @property
    def _running(self) -> LessonPlayer:
        assert self._player is not None, "begun before"
        return self._player


# The scene

DEMO_NS: Final = 75 * S
"""Longest duration of a demonstration."""
END_NS: Final = 4 * S
"""How long the last table of a finished demonstration stays."""
STEP_NS: Final = 10 * MS
"""Interval between two parts of the next act while it is prepared."""
CALL: Final = ("say.two_players",)
"""What people who walk by are called with, at every second page; the announcer keeps to one call in three minutes."""
SILENCE: Final = ("music.off",)
BOARDS: Final = 3
"""Boards of records in a round; the next round has the next ones."""


class Demo(msgspec.Struct, frozen=True):
    """An unrecorded match of bots, and its views."""

    session: Session
    views: Views


MakeDemo = Callable[[int, int, Callable[[Update], None]], Demo]
"""``demo(number, now, hear)`` makes a demonstration."""


def play_unsaid(play: Play, names: Iterable[str]) -> None:
    """Play those of these sounds that are not the announcer's.

    It is no method of `DemoAct`: the act has the sounds of its match, which would have the act.
    """
    play([name for name in names if not name.startswith("say.")])


class DemoAct(Act):
    """A demonstration on a table above the band."""

    def __init__(self, make: MakeDemo, number: int, play: Play = lambda _names: None) -> None:
        """`play` plays its sounds, of which the announcer's are left out."""
        self._make = make
        self._number = number
        self._play = play
        self._sounds: MatchSounds | None = None
        self._demo: Demo | None = None
        self._updates: list[Update] = []
        self._canvas: pygame.Surface | None = None
        self._now = 0
        self._is_last_table = False

    def begin(self, now: int) -> None:
        self._demo = self._make(self._number, now, self._updates.append)
        occasion = Occasion(self._demo.session.match.setup.game)
        self._sounds = MatchSounds(partial(play_unsaid, self._play), (), occasion, tension=False)
        self._updates.append(Update(self._demo.session.match.opening()))
        self._canvas = pygame.Surface(self._demo.views.toolkit.size)
        self._ends = now + DEMO_NS

    def end(self) -> None:
        if self._demo is not None:
            self._demo.session.close()

    def advance(self, now: int) -> None:
        self._now = now
        session = self.running.session
        session.advance(now, now)
        updates = self._updates.copy()
        self._updates.clear()
        if updates:
            self.running.views.update(updates, session.match, now)
            self._hear(updates, session.match.table, now)
        if session.outcome is not None and not self._is_last_table:
            self._is_last_table = True
            self._ends = min(self._ends, now + END_NS)

    def _hear(self, updates: Sequence[Update], table: Table, now: int) -> None:
        assert self._sounds is not None, "begun before"
        for update in updates:
            self._sounds.on_entries(update.entries)
        self._sounds.on_table(table, now)

    def next_deadline(self) -> int:
        times = (self.running.session.next_deadline(), self.running.views.next_change, self._ends)
        return min((time for time in times if time is not None and time > self._now), default=self._now + 100 * MS)

    def is_stale(self, now: int) -> bool:
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


class Attract(Scene[Press]):
    """Shows one act after the other until somebody presses a button: this press is the result."""

    def __init__(
        self,
        toolkit: Toolkit,
        demo: MakeDemo,
        pages: Callable[[], Sequence[Page]],
        *,
        album: PhotoAlbum | None = None,
        setting: TableSetting | None = None,
        games: Sequence[type[Game]] = GAMES,
        play: Play = lambda _names: None,
    ) -> None:
        """`demo` makes demonstration number 0, 1, …; `pages` returns the pages of a round, of which all of tonight are
        shown, and `BOARDS` of the boards in turn. `album` has the photos, `setting` the seating of the lessons,
        of which `games` have some. `play` plays the sounds of demonstrations, and the calls.
        """
        self._toolkit = toolkit
        self._make = demo
        self._pages = pages
        self._album = album
        self._setting = setting or TableSetting()
        self._games = games
        self._play = play
        self._stills = 0
        self._round = 0
        self._programme: deque[Act] = deque()
        self._act: Act | None = None
        self._next: Act | None = None
        self._is_next_ready = False
        self._turn = 0
        self._now = 0
        self._band = Band(toolkit, word("title"), word("attract.press"))
        self._everything = True

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`: what people have played to is over."""
        self._now = now
        self._play(SILENCE)

    def leave(self, now: int) -> None:
        for act in (self._act, self._next):
            if act is not None:
                act.end()

    def resume(self, now: int) -> None:
        self._everything = True

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: the first press leaves; those after it are for the next scene."""
        if press.pressed:
            self.dismiss(press)

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: prepares a part of the next act in each call."""
        self._now = now
        if self._act is not None:
            self._act.advance(now)
        self._prepare()
        if self._is_next_ready and (self._act is None or self._act.is_over(now)):
            self._cut(now)

    def next_deadline(self) -> int | None:
        step = None if self._is_next_ready else self._now + STEP_NS
        times = [step, None if self._act is None else self._act.next_deadline()]
        return max(self._now + 1, min(time for time in times if time is not None))

    def is_stale(self, now: int) -> bool:
        return self._everything or (self._act is not None and self._act.is_stale(now))

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`: the act above the band, and with a new act the band's other look."""
        whole, self._everything = everything or self._everything, False
        room = screen.subsurface(above_band(self._toolkit))
        if self._act is None:
            changed = [room.blit(night(self._toolkit), (0, 0))]
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
        toolkit, pages, number = self._toolkit, self._pages(), self._round
        boards = [page for page in pages if isinstance(page, RecordBoard)]
        first = number * BOARDS % len(boards) if boards else 0
        shown: list[Page] = [page for page in pages if not isinstance(page, RecordBoard)]
        shown += [*boards[first:], *boards[:first]][:BOARDS]
        acts: list[Act] = [PageAct(toolkit, page) for page in shown]
        if self._album is not None:
            acts += [PhotoAct(toolkit, self._album, place) for place in range(NEWEST)]
        acts.append(LessonAct(toolkit, self._setting, self._games[number % len(self._games)].info.id))
        return [*acts, DemoAct(self._make, number, self._play)]

    def _cut(self, now: int) -> None:
        if self._act is not None:
            self._act.end()
            self._turn += 1
        if isinstance(self._act, DemoAct):
            self._play(SILENCE)
        self._act, self._next, self._is_next_ready = self._next, None, False
        assert self._act is not None, "prepared before"
        self._act.begin(now)
        self._stills += isinstance(self._act, StillAct)
        if isinstance(self._act, StillAct) and self._stills % 2 == 0:
            self._play(CALL)
        self._toolkit.breathe()
        self._act.advance(now)
        self._everything = True


def demonstration(
    config: Config, factory: MatchFactory, toolkit: Toolkit, number: int, now: int, hear: Callable[[Update], None]
) -> Demo:
    """Return match `number`, from 0, of the attract scene: each game in turn, by its first preset.

    The table stands above the band of the toolkit's screen. The layout alternates between "facing" and "beside". `now`:
    CLOCK_MONOTONIC, ns; `hear` receives the match's updates.
    """
    toolkit.breathe()
    offer = next(factory.each_on_offer(factory.games[number % len(factory.games)]))
    request = MatchRequest(offer.game, offer.name, full_table(offer.seats, WATCHED))
    layout: LayoutName = "beside" if number % 2 else "facing"
    view = table_view(
        replace(config, display=replace(config.display, layout=layout)),
        factory,
        request,
        toolkit.with_size(legible(above_band(toolkit)[2:])),
        judged=True,
    )
    toolkit.breathe()
    return Demo(factory.demo(request, now, hear), Views({0: Look(view)}))
