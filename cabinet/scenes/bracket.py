"""A tournament between its matches: the tree or the table, all results, and in the end the champion.

ACTION sits down for the match that is played now, LEFT shows the next page, RIGHT all results, CARD2 the records, CARD5
leaves. In the
list LEFT and RIGHT turn pages. The operator's list has a cursor instead: LEFT and RIGHT move it, ACTION asks whether
its result is to be taken back, and says how many fall with it.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
import pygame

from cabinet.display.bracket.page import ChampionPage, ResultLine, TournamentPage
from cabinet.display.bracket.sheet import (
    ROWS,
    ChampionSheet,
    TournamentSheets,
    question_picture,
    results_pages,
    results_picture,
)
from cabinet.display.layout.boxes import Box
from cabinet.display.toolkit import Toolkit
from cabinet.lamps import Cue, Light
from cabinet.scenes.bases import Leave, ShowRecords, Uncovered
from cabinet.scenes.legend import Way, foot, foot_boxes, foot_height
from cabinet.scenes.stack import Scene
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press

RECORDS, LEAVE = CARDS[1], CARDS[-1]
View = Literal["pages", "results", "question", "champion"]


class SitDown(msgspec.Struct, frozen=True):
    """Somebody sits down for the match that is played now, by this press."""

    press: Press


class TakeBack(msgspec.Struct, frozen=True):
    """The operator takes the result with this key back."""

    key: str


BracketResult: TypeAlias = SitDown | TakeBack | ShowRecords | Leave | Uncovered


class TournamentState(msgspec.Struct, frozen=True):
    """A tournament as it is now: the page, the results, the latest first, and the champion once it is over."""

    page: TournamentPage
    results: Sequence[ResultLine] = ()
    champion: ChampionPage | None = None


class Bracket(Scene[BracketResult]):
    """Shows one tournament."""

    def __init__(
        self, toolkit: Toolkit, state: TournamentState, *, takes_back: bool = False, idle_ns: int = 0, far: bool = False
    ) -> None:
        """`takes_back`: the operator's, in whose list a result can be taken back.

        `idle_ns`: so long without a press until the scene is left (0: never). `far`: a player reads the screen from its
        upper edge, at a cocktail table.
        """
        self._toolkit = toolkit
        self._takes_back = takes_back
        self._idle_ns = idle_ns
        self._far = far
        self._bottom = toolkit.size[1] - foot_height(toolkit)
        self._number = self._list_page = self._cursor = 0
        self._view: View = "pages"
        self._picture: pygame.Surface | None = None
        self._champion_sheet: ChampionSheet | None = None
        self._since = self._now = self._drawn_at = 0
        self._idle_at: int | None = None
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
            self._champion_sheet = ChampionSheet(self._toolkit, self._champion, self._bottom, far=self._far)
        self._go_to("pages" if self._champion is None else "champion")

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._now = self._since = now
        self._idle_at = now + self._idle_ns if self._idle_ns else None

    def resume(self, now: int) -> None:
        """See `Scene.resume`: the operator may have taken results back."""
        self.enter(now)
        self.dismiss(Uncovered())

    def handle(self, press: Press) -> None:
        """See `Scene.handle`."""
        if not press.pressed:
            return
        if self._idle_ns:
            self._idle_at = press.time_ns + self._idle_ns
        answers = {
            "pages": self._on_pages, "champion": self._on_pages, "results": self._on_results,
            "question": self._on_question,
        }  # fmt: skip
        answers[self._view](press)

    def _on_pages(self, press: Press) -> None:
        if press.button == ACTION and self._page.now is not None:
            self.dismiss(SitDown(press))
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
        """See `Scene.advance`."""
        self._now = now
        if self._idle_at is not None and now >= self._idle_at:
            self._idle_at = None
            self.dismiss(Leave())

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        return self._idle_at

    @property
    def lamps(self) -> Light:
        """See `Scene.lamps`: the champion's panel, else the seats that are awaited."""
        if self._champion is not None:
            return Cue("winner", (self._champion.seat,))
        return Cue("queue", self._page.now.seats) if self._page.now is not None else Cue("attract")

    # The picture

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`."""
        return self._picture is None or self._was_flooding

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`."""
        was_drawn = self._picture is not None
        self._drawn_at = now
        if self._view == "champion" and self._champion_sheet is not None:
            changed = self._champion_sheet.draw(screen, max(0, now - self._since))
            self._picture = self._champion_sheet.picture
        else:
            self._picture = self._picture or self._drawn()
            changed = [screen.blit(self._picture, (0, 0))]
        if everything or not was_drawn:
            band = foot(self._toolkit, self._foot_ways())
            changed.append(screen.blit(band.surface, (band.x, band.y)))
        return changed

    @property
    def _was_flooding(self) -> bool:
        """Whether the champion's colour had not spread over the screen in the last picture."""
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
        if self._view == "question":
            return [Way(ACTION, word("bracket.take_back.way")), Way(LEAVE, word("bracket.back"))]
        if self._view == "results":
            return [*self._list_ways(), Way(LEAVE, word("bracket.back"))]
        ways = [Way(ACTION, word("bracket.sit"))] if self._page.now is not None else []
        if self._view == "champion":
            ways.append(Way(LEFT, word("bracket.show")))
        elif self._sheets.count > 1:
            ways.append(Way(LEFT, word("bracket.page", page=self._number + 1, count=self._sheets.count)))
        records = [] if self._takes_back else [Way(RECORDS, word("records.way"))]
        return [*ways, Way(RIGHT, word("bracket.results")), *records, Way(LEAVE, word("way.leave"))]

    def _list_ways(self) -> list[Way]:
        if self._takes_back and self._results:
            choose = [Way(LEFT, word("bracket.up")), Way(RIGHT, word("bracket.down"))]
            return [*choose, Way(ACTION, word("bracket.take_back.way"))]
        count = results_pages(len(self._results))
        if count == 1:
            return []
        return [Way(LEFT, word("bracket.newer")), Way(RIGHT, word("bracket.older"))]
