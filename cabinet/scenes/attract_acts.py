"""The acts of the attract scene: a page, a photo, a game's lessons. Each draws above the band, and ends by itself.

The scene prepares an act while another is shown, a part at a time; `begin` then shows it.
"""

from abc import ABC, abstractmethod
from typing import Final, TypeAlias

import pygame

from cabinet.display.attract.band import above_band
from cabinet.display.attract.page import RecordBoard, TonightBoard
from cabinet.display.attract.records import RecordSheet
from cabinet.display.attract.tonight import TonightSheet
from cabinet.display.bracket.champion import ChampionSheet
from cabinet.display.bracket.page import ChampionPage, TournamentPage
from cabinet.display.bracket.sheet import TournamentSheets
from cabinet.display.layout.boxes import Box
from cabinet.display.result.parts import DrawnInParts
from cabinet.display.stage import Sprite, Stage
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.backdrop import night
from cabinet.display.widgets.capitals import capitals
from cabinet.games.presentation import presentation_of
from cabinet.scenes.lesson_player import LessonPlayer
from cabinet.scenes.photo_album import PhotoAlbum, Work
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word
from engine.game import S

PAGE_NS: Final = 6 * S
"""How long a page is shown."""
LESSONS_NS: Final = 40 * S
"""The longest duration of a game's lessons."""

Page: TypeAlias = RecordBoard | TonightBoard | TournamentPage | ChampionPage
"""A page that an evening has to show; of a tournament the page on which is played."""


class Act(ABC):
    """One act. Times are ns on the scene's clock; the surface of `draw` is the room above the band."""

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

    @abstractmethod
    def is_over(self, now: int) -> bool:
        """Return whether the next act may begin."""

    @abstractmethod
    def next_deadline(self) -> int:
        """Return when `advance` is due, or the act is over."""

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

    def __init__(self) -> None:
        self._ends = 0

    def begin(self, now: int) -> None:
        """See `Act.begin`."""
        self._ends = now + PAGE_NS

    def is_over(self, now: int) -> bool:
        """See `Act.is_over`."""
        return now >= self._ends

    def next_deadline(self) -> int:
        """See `Act.next_deadline`."""
        return self._ends

    @property
    @abstractmethod
    def picture(self) -> pygame.Surface:
        """The picture, as large as the room."""

    def draw(self, room: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Act.draw`."""
        return [room.blit(self.picture, (0, 0))] if everything else []


class PageAct(StillAct):
    """A page of records or of tonight, drawn in parts."""

    def __init__(self, kit: Kit, page: Page) -> None:
        super().__init__()
        self._kit = kit
        self._page = page
        self._sheet: DrawnInParts | None = None

    def prepare(self) -> bool:
        """See `Act.prepare`."""
        if self._sheet is None:
            self._sheet = sheet_of(self._kit, self._page)
            return True
        return self._sheet.prepare()

    def end(self) -> None:
        """See `Act.end`."""
        if self._sheet is not None:
            self._sheet.drop()

    @property
    def picture(self) -> pygame.Surface:
        """See `StillAct.picture`."""
        assert self._sheet is not None, "prepared before"
        return self._sheet.picture


def sheet_of(kit: Kit, page: Page) -> DrawnInParts:
    """Return the drawing of a page."""
    bottom = above_band(kit).h
    if isinstance(page, TournamentPage):
        sheets = TournamentSheets(kit, word, page, bottom)
        return sheets.sheet(sheets.first)
    if isinstance(page, ChampionPage):
        return ChampionSheet(kit, page, bottom)
    return RecordSheet(kit, page) if isinstance(page, RecordBoard) else TonightSheet(kit, page)


class PhotoAct(StillAct):
    """One of the newest photos; the first of a round looks for them."""

    def __init__(self, kit: Kit, album: PhotoAlbum, place: int) -> None:
        super().__init__()
        self._work = framed(kit, album, place)
        self._picture: pygame.Surface | None = None

    def prepare(self) -> bool:
        """See `Act.prepare`."""
        try:
            return next(self._work)
        except StopIteration as end:
            self._picture = end.value or self._picture
            return False

    @property
    def is_empty(self) -> bool:
        """See `Act.is_empty`."""
        return self._picture is None

    @property
    def picture(self) -> pygame.Surface:
        """See `StillAct.picture`."""
        assert self._picture is not None, "prepared before"
        return self._picture


def framed(kit: Kit, album: PhotoAlbum, place: int) -> Work:
    """Read a photo, after a look for the newest ones where it is the first, and lay it on a page."""
    if place == 0:
        yield from album.look()
    width, height = above_band(kit)[2:]
    margin = kit.px(12, 6)
    photo = yield from album.photo(place, (width - 2 * margin, height - 2 * margin))
    if photo is None:
        return None
    picture = pygame.Surface((width, height))
    picture.blit(night(kit), (0, 0))
    picture.blit(photo, photo.get_rect(center=(width // 2, height // 2)))
    return picture


class LessonAct(Act):
    """All lessons of a game, one after the other, as on the screen of those who get ready."""

    def __init__(self, kit: Kit, setting: TableSetting, game: str) -> None:
        self._kit = kit
        self._setting = setting
        self._game = game
        self._player: LessonPlayer | None = None
        self._stage: Stage | None = None
        self._ends = 0
        self._shown = -1

    def begin(self, now: int) -> None:
        """See `Act.begin`."""
        kit, room = self._kit, above_band(self._kit)
        head, foot = self._head, self._foot
        box = Box(0, head.bottom, room.w, foot.y - head.bottom)
        lessons = presentation_of(self._game).lessons
        self._player = LessonPlayer(
            kit, self._setting, self._game, 0, lessons, box, view_size=kit.size, close=True, flows=True
        )
        self._player.show(0, now)
        self._stage = Stage(night(kit).subsurface(room), kit.breathe)
        self._ends = now + LESSONS_NS

    def advance(self, now: int) -> None:
        """See `Act.advance`."""
        last = self._running.number
        self._running.advance(now)
        if self._running.number < last:  # it begins again from the first
            self._ends = now

    def is_over(self, now: int) -> bool:
        """See `Act.is_over`."""
        return now >= self._ends

    def next_deadline(self) -> int:
        """See `Act.next_deadline`."""
        return min(self._running.next_deadline(), self._ends)

    def is_stale(self, now: int) -> bool:
        """See `Act.is_stale`."""
        return self._running.is_stale(now)

    def draw(self, room: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Act.draw`."""
        assert self._stage is not None, "begun before"
        if self._shown != self._running.number:
            self._shown = self._running.number
            self._stage.stand(self._words())
        if everything:
            self._stage.repaint()
        return self._stage.draw(room, self._running.draw(now))

    @property
    def _head(self) -> Box:
        margin = self._kit.px(20, 10)
        return Box(margin, 0, self._kit.size[0] - 2 * margin, self._kit.px(64, 42))

    @property
    def _foot(self) -> Box:
        high, bottom = self._kit.px(52, 34), above_band(self._kit).bottom
        return Box(self._head.x, bottom - high, self._head.w, high)

    def _words(self) -> list[Sprite]:
        """Return the game's name, what this is, and the lesson's words."""
        kit, colours, head, foot = self._kit, self._kit.theme.colours, self._head, self._foot
        name = capitals(kit, word(f"game.{self._game}"), 32, colours.text, head.w // 2)
        title = capitals(kit, word("ready.lesson"), 16, colours.quiet, head.w // 3)
        words = capitals(kit, word(self._running.lesson.words).upper(), 24, colours.text, foot.w)
        return [kit.put(head, name, 0.0), kit.put(head, title, 1.0), kit.put(foot, words)]

    @property
    def _running(self) -> LessonPlayer:
        assert self._player is not None, "begun before"
        return self._player
