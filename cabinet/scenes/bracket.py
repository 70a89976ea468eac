"""A tournament between its matches: the tree or the table, all results, and in the end the champion.

ACTION sits down for the match that is played now, LEFT shows the next page, RIGHT all results, CARD2 the records, CARD5
leaves. In the list LEFT and RIGHT turn pages. On the champion's page ACTION begins another evening. The operator's list
has a cursor instead: LEFT and RIGHT move it, ACTION asks whether its result is to be taken back, and says how many fall
with it. `BigMoment` is a page like the champion's for the other ends.
"""

from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import msgspec
import pygame
from msgspec.structs import replace

from cabinet.display.bracket.content import ChampionPage, ResultLine, TournamentPage
from cabinet.display.bracket.sheet import (
    ROWS,
    ChampionSheet,
    TournamentSheets,
    question_picture,
    results_pages,
    results_picture,
)
from cabinet.display.layout.boxes import Box
from cabinet.display.legend import Way, foot, foot_boxes, foot_height, ways_by
from cabinet.display.png import Work, read_photo
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames
from cabinet.lamp_patterns import Cue, Light
from cabinet.scenes.bases import GUARD_NS, IdleTimer, Leave, ShowRecords, Uncovered
from cabinet.scenes.stack import Scene
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import MS, S

RECORDS, LEAVE = CARDS[1], CARDS[-1]
FRAME_NS: Final = 33 * MS
"""From one picture of the confetti to the next."""
View = Literal["pages", "results", "question", "champion"]


class SitDown(msgspec.Struct, frozen=True):
    """Somebody sits down for the match that is played now, by this press."""

    press: Press


class PlayAgain(msgspec.Struct, frozen=True):
    """The same people want another evening."""


class TakeBack(msgspec.Struct, frozen=True):
    """The operator takes the result with this key back."""

    key: str


BracketResult: TypeAlias = SitDown | PlayAgain | TakeBack | ShowRecords | Leave | Uncovered


class TournamentState(msgspec.Struct, frozen=True):
    """A tournament as it is now: the page, the results, the latest first, and the champion once it is over."""

    page: TournamentPage
    results: Sequence[ResultLine] = ()
    champion: ChampionPage | None = None


class Bracket(Scene[BracketResult]):
    """Shows one tournament."""

    def __init__(
        self,
        toolkit: Toolkit,
        state: TournamentState,
        *,
        takes_back: bool = False,
        idle_ns: int = 0,
        far: bool = False,
        photo: Path | None = None,
        key_names: KeyNames = MappingProxyType({}),
    ) -> None:
        """`takes_back`: the operator's, in whose list a result can be taken back.

        `idle_ns`: so long without a press until the scene is left (0: never). `far`: a player reads the screen from its
        upper edge, at a cocktail table. `photo`: the file of the photo of the match that decided it all. `key_names`:
        the keys of the buttons at a desk.
        """
        self._toolkit = toolkit
        self._key_names = key_names
        self._takes_back = takes_back
        self._idle = IdleTimer(idle_ns)
        self._far = far
        self._bottom = toolkit.size[1] - foot_height(toolkit)
        self._number = self._list_page = self._cursor = 0
        self._view: View = "pages"
        self._picture: pygame.Surface | None = None
        self._champion_sheet: ChampionSheet | None = None
        self._photo = photo
        self._work: Work | None = None
        self._since = self._now = self._drawn_at = 0
        self.update(state)

    def update(self, state: TournamentState) -> None:
        """Show the tournament as it is now."""
        self._page = state.page
        self._results = tuple(state.results)
        self._champion = state.champion
        self._sheets = TournamentSheets(self._toolkit, word, self._page, self._bottom)
        self._number = self._sheets.first
        self._cursor = min(self._cursor, max(0, len(self._results) - 1))
        self._champion_sheet = None
        if self._champion is not None:
            page = replace(self._champion, has_photo=self._photo is not None)
            self._champion_sheet = ChampionSheet(self._toolkit, page, self._bottom, far=self._far)
            self._work = photo_work(self._photo, self._champion_sheet)
        self._go_to("pages" if self._champion is None else "champion")

    # Life

    def enter(self, now: int) -> None:
        self._now = self._since = now
        self._idle.restart(now)

    def resume(self, now: int) -> None:
        """See `Scene.resume`: the operator may have taken results back."""
        self.enter(now)
        self.dismiss(Uncovered())

    def handle(self, press: Press) -> None:
        if not press.pressed:
            return
        self._idle.restart(press.time_ns)
        answers = {
            "pages": self._on_pages,
            "champion": self._on_pages,
            "results": self._on_results,
            "question": self._on_question,
        }
        answers[self._view](press)

    def _on_pages(self, press: Press) -> None:
        if press.button == ACTION and self._page.now is not None:
            self.dismiss(SitDown(press))
        elif press.button == ACTION and self._view == "champion" and not self._takes_back:
            self.dismiss(PlayAgain())
        elif press.button == LEFT and self._view == "champion":
            self._go_to("pages")
        elif press.button == LEFT and self._sheets.count > 1:
            self._number = (self._number + 1) % self._sheets.count
            self._picture = None
        elif press.button == RIGHT:
            self._list_page = 0
            self._go_to("results")
        elif press.button == RECORDS and not self._takes_back:
            self.dismiss(ShowRecords())
        elif press.button == LEAVE:
            self.dismiss(Leave())
        else:
            self.refuse()

    def _on_results(self, press: Press) -> None:
        step = {LEFT: -1, RIGHT: 1}.get(press.button, 0)
        if press.button == LEAVE:
            self._go_to("pages")
        elif step and not self._takes_back:
            self._list_page = (self._list_page + step) % results_pages(len(self._results))
            self._picture = None
        elif step and self._results:
            self._cursor = (self._cursor + step) % len(self._results)
            self._list_page = self._cursor // ROWS
            self._picture = None
        elif press.button == ACTION and self._takes_back and self._results:
            self._go_to("question")
        else:
            self.refuse()

    def _on_question(self, press: Press) -> None:
        if press.button == ACTION:
            self.dismiss(TakeBack(self._results[self._cursor].key))
        elif press.button == LEAVE:
            self._go_to("results")
        else:
            self.refuse()

    def boxes_of(self, press: Press) -> Sequence[Box]:
        """See `Scene.boxes_of`: the ways at the foot."""
        box = foot_boxes(self._toolkit, self._foot_ways()).get(press.button)
        return () if box is None else (box,)

    def _go_to(self, view: View) -> None:
        self._view = view
        self._since = self._now
        self._picture = None

    def advance(self, now: int, drained: int) -> None:
        self._now = now
        if self._idle.runs_out(now):
            self.dismiss(Leave())
        if self._work is not None and self._champion_sheet is not None and reads_on(self._work, self._champion_sheet):
            self._work = self._picture = None

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: confetti falls in frames."""
        is_busy = self._work is not None or self._is_moving
        times = [self._idle.ends_at, self._now + FRAME_NS if is_busy else None]
        return min((time for time in times if time is not None), default=None)

    @property
    def lamps(self) -> Light:
        """See `Scene.lamps`: the champion's panel, else the seats that are awaited."""
        if self._champion is not None:
            return Cue("winner", (self._champion.seat,))
        return Cue("queue", self._page.now.seats) if self._page.now is not None else Cue("attract")

    # The picture

    def is_stale(self, now: int) -> bool:
        return self._picture is None or self._is_moving

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        was_drawn = self._picture is not None
        self._drawn_at = now
        if self._view == "champion" and self._champion_sheet is not None:
            is_new = everything or self._picture is None
            changed = self._champion_sheet.draw(screen, max(0, now - self._since), everything=is_new)
            self._picture = self._champion_sheet.picture
        else:
            self._picture = self._picture or self._drawn()
            changed = [screen.blit(self._picture, (0, 0))]
        if everything or not was_drawn:
            band = foot(self._toolkit, self._foot_ways())
            changed.append(screen.blit(band.surface, (band.x, band.y)))
        return changed

    @property
    def _is_moving(self) -> bool:
        """Whether the champion's page is shown, and moves."""
        sheet = self._champion_sheet
        return self._view == "champion" and sheet is not None and sheet.is_moving(self._drawn_at - self._since)

    def _drawn(self) -> pygame.Surface:
        """Draw what is shown now."""
        toolkit = self._toolkit
        if self._view == "results":
            cursor = self._cursor if self._takes_back else -1
            return results_picture(toolkit, word, self._results, self._list_page, self._bottom, cursor)
        if self._view == "question":
            return question_picture(toolkit, word, self._results[self._cursor], self._bottom)
        return self._sheets.sheet(self._number).picture

    def _foot_ways(self) -> list[Way]:
        """Return the ways at the foot: those that lead somewhere now."""
        back, take_back = (LEAVE, word("bracket.back")), (ACTION, word("bracket.take_back.way"))
        if self._view == "question":
            return ways_by(self._key_names, take_back, back)
        if self._view == "results" and self._takes_back and self._results:
            choose = (LEFT, word("bracket.up")), (RIGHT, word("bracket.down"))
            return ways_by(self._key_names, *choose, take_back, back)
        if self._view == "results":
            turn = (LEFT, word("bracket.newer")), (RIGHT, word("bracket.older"))
            return ways_by(self._key_names, *(turn if results_pages(len(self._results)) > 1 else ()), back)
        ways = [(ACTION, word("bracket.sit"))] if self._page.now is not None else []
        if self._view == "champion":
            ways += [] if self._takes_back else [(ACTION, word("evening.play_again"))]
            ways.append((LEFT, word("bracket.overview")))
        elif self._sheets.count > 1:
            ways.append((LEFT, word("bracket.page", page=self._number + 1, count=self._sheets.count)))
        ways.append((RIGHT, word("bracket.results")))
        ways += [] if self._takes_back else [(RECORDS, word("records.way"))]
        return ways_by(self._key_names, *ways, (LEAVE, word("way.leave")))


def photo_work(photo: Path | None, sheet: ChampionSheet) -> Work | None:
    """Return the reading of a photo for a sheet, a piece at a time; None without a photo."""
    room = sheet.photo_room
    return read_photo(photo, (room.w, room.h)) if photo is not None else None


def reads_on(work: Work, sheet: ChampionSheet) -> bool:
    """Read the next piece of a photo; return True at its end. A file that is none leaves its room empty."""
    try:
        next(work)
    except StopIteration as end:
        if end.value is not None:
            sheet.add_photo(end.value)
        return True
    except (OSError, ValueError):  # attract mode's album reports it
        return True
    return False


# The end of a queue or a party, and the change of both in a queue

MOMENT_NS: Final = 6 * S
"""How long a moment in the middle of an evening is shown."""


Moment: TypeAlias = ChampionPage
"""What a big moment shows."""


class BigMoment(Scene[PlayAgain | Leave | Uncovered]):
    """One name over the whole screen: the last page of a night, or ALL CHANGE, which ends by itself."""

    def __init__(
        self,
        toolkit: Toolkit,
        page: ChampionPage,
        *,
        ends_ns: int,
        is_last: bool,
        far: bool = False,
        photo: Path | None = None,
        key_names: KeyNames = MappingProxyType({}),
    ) -> None:
        """`ends_ns`: how long without a press. `is_last`: ACTION begins another evening; else any button goes on.

        `far`, `photo` and `key_names` as for `Bracket`.
        """
        self._toolkit = toolkit
        self._key_names = key_names
        self._page = replace(page, has_photo=photo is not None)
        self._sheet = ChampionSheet(toolkit, self._page, toolkit.size[1] - foot_height(toolkit), far=far)
        self._work = photo_work(photo, self._sheet)
        self._is_last = is_last
        self._idle = IdleTimer(ends_ns)
        self._since = self._now = 0
        self._is_drawn = False

    def enter(self, now: int) -> None:
        self._since = self._now = now
        self._idle.restart(now)
        self._is_drawn = False

    def resume(self, now: int) -> None:
        """See `Scene.resume`: the operator may have taken the result back."""
        self.enter(now)
        self.dismiss(Uncovered())

    def handle(self, press: Press) -> None:
        if not press.pressed:
            return
        self._idle.restart(press.time_ns)
        if press.time_ns < self._since + GUARD_NS:
            self.refuse()
        elif not self._is_last or press.button == LEAVE:
            self.dismiss(Leave())
        elif press.button == ACTION:
            self.dismiss(PlayAgain())
        else:
            self.refuse()

    def advance(self, now: int, drained: int) -> None:
        self._now = now
        if self._idle.runs_out(now):
            self.dismiss(Leave())
        if self._work is not None and reads_on(self._work, self._sheet):
            self._work, self._is_drawn = None, False

    def next_deadline(self) -> int | None:
        is_busy = self._work is not None or self._sheet.is_moving(self._now - self._since)
        return self._now + FRAME_NS if is_busy else self._idle.ends_at

    @property
    def lamps(self) -> Light:
        return Cue("winner", (self._page.seat,))

    def is_stale(self, now: int) -> bool:
        return not self._is_drawn or self._sheet.is_moving(now - self._since)

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        is_new = everything or not self._is_drawn
        changed = self._sheet.draw(screen, max(0, now - self._since), everything=is_new)
        self._is_drawn = True
        if is_new:
            band = foot(self._toolkit, self._foot_ways())
            changed.append(screen.blit(band.surface, (band.x, band.y)))
        return changed

    def _foot_ways(self) -> list[Way]:
        if not self._is_last:
            return [Way("", word("queue.any_button"))]
        return ways_by(self._key_names, (ACTION, word("evening.play_again")), (LEAVE, word("way.leave")))
