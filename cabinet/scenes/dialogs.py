"""The dialogs over a match (paused, continuing), a deal's result, and the offer to continue an interrupted match.

The dialogs and the result are words from values. The offer writes nothing: without an answer it leads to the title, and
the match is offered again at the next start, unless another match has begun by then.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
import pygame

from cabinet.display.margin_text import margin_text
from cabinet.display.result.content import DealPage
from cabinet.display.table.view_state import Choice, Dialog, PauseHint
from cabinet.input.inputs import DisconnectedSource, lines_about
from cabinet.match.request import names_in
from cabinet.scenes.bases import Leave
from cabinet.scenes.stack import Scene
from cabinet.screens.views import Views
from cabinet.strings.catalogue import local_number, word
from engine.game import Outcome
from engine.log_lines import Contest, Update
from engine.match import Match
from engine.panel import ACTION, LEFT, RIGHT, Press
from engine.table import Table
from engine.units import S


class AskedBy(msgspec.Struct, frozen=True):
    """The seat that asked for a pause, its name, and how many minutes ago; `is_last`: it has no other pause left."""

    seat: int
    name: str
    minutes: int
    is_last: bool = False

    @property
    def words(self) -> str:
        """The line that says so."""
        return word("pause.by" if self.minutes else "pause.by_now", seat=self.name, minutes=self.minutes)


def pause_dialog(why: str, hints: Sequence[PauseHint] = (PauseHint(),), asked: AskedBy | None = None) -> Dialog:
    """Return the dialog of a paused match: the engine's reason `why` ("" after a void), or who asked for it, and how to
    pause by the buttons of `hints`.
    """
    by_buttons = tuple(hints) in ((), (PauseHint(),)) or (asked is not None and asked.is_last)
    first = word(f"pause.{why or 'covered'}") if asked is None else asked.words
    how = "pause.last" if asked is not None and asked.is_last else "pause.how" if by_buttons else "pause.how_by_keys"
    return Dialog(
        word("pause.title"),
        (first, word(how)),
        (_choice(LEFT, "pause.leave"), _choice(ACTION, "pause.go_on"), _choice(RIGHT, "pause.teach")),
        seat=-1 if asked is None else asked.seat,
        hold=() if by_buttons else tuple(hint.keys for hint in hints),
    )


def leave_dialog(seat: int, name: str, left_s: int, of_s: int) -> Dialog:
    """Return the question of a seat that wants to leave a match of several people; times as in `join_dialog`."""
    lines = (word("leave.all"), word("leave.alone", seat=name))
    choices = (_choice(LEFT, "pause.leave"), _choice(ACTION, "join.no"))
    return Dialog(word("leave.title", seat=name), lines, choices, seat, wait=(left_s, of_s))


def join_dialog(seat: int, left_s: int, of_s: int, *, is_asked_of_all: bool = False) -> Dialog:
    """Return the question to the players: somebody at the panel of a bot, `seat`, wants to play.

    `left_s` is the time in s until the newcomer is let in without an answer, `of_s` that time at first.
    `is_asked_of_all`: several play, who all have to agree; without an answer they play on.
    """
    lines = (word("join.line"), word("join.all" if is_asked_of_all else "join.left"))
    choices = (_choice(LEFT, "join.yes"), _choice(ACTION, "join.no"))
    return Dialog(word("join.title"), lines, choices, seat, wait=(left_s, of_s))


def offer_dialog(table: Table, seats: int, left_s: int, others: str = "") -> Dialog:
    """Return the offer to continue an interrupted match; `left_s` is the time in s until the title returns.

    `others` are the names of those who have to give it up as well; "" before anybody has.
    """
    return Dialog(
        word("offer.title"),
        (word("offer.others", names=others) if others else word("offer.why"), word("offer.left", seconds=left_s)),
        (_choice(ACTION, "pause.go_on"), _choice(LEFT, "offer.give_up")),
        scores=scores_of(table, seats),
    )


def resume_dialog(beat: int, why: str) -> Dialog:
    """Return the countdown in beats to a match that continues; `why` is the key of the line below it."""
    return Dialog(str(beat), (word(why),))


def lost_dialog(away: Sequence[DisconnectedSource]) -> Dialog:
    """Return the dialog of a match that waits for lost sources of presses. A player with buttons may leave."""
    lines = (*lines_about(away), word("lost.then"))
    return Dialog(word("lost.title"), lines, (_choice(LEFT, "pause.leave"),))


def deal_page(table: Table, names: tuple[str, ...], contest: Contest | None) -> DealPage:
    """Return the result of a deal: its winner, the score, and its closest race in words."""
    winner = table.number("won")
    scores = scores_of(table, len(names))
    race = (race_line(contest, names),) if contest else ()
    if winner < 0:
        return DealPage(word("deal.void"), -1, scores, (word("deal.again"), *race))
    return DealPage(word("deal.won", seat=names[winner]), winner, scores, race)


def reason_line(outcome: Outcome, deals: int, names: tuple[str, ...]) -> str:
    """Return why the match is over after `deals` deals."""
    if outcome.reason == "left" and outcome.winner is not None and len(names) == 2:
        return word("result.walked_out", seat=names[1 - outcome.winner])
    return word("result.one_deal" if outcome.reason == "deals" and deals == 1 else f"reason.{outcome.reason}")


def race_line(closest: Contest, names: tuple[str, ...]) -> str:
    """Return the closest race in words."""
    if closest.dead_heat:
        return word("result.dead_heat")
    return word("result.closest", seat=names[closest.winner], margin=local_number(margin_text(closest.margin_ns)))


def scores_of(table: Table, seats: int) -> tuple[int, ...]:
    """Return every seat's score; empty in a game that keeps no score."""
    scores = tuple(table.number(f"score.{seat}") for seat in range(seats))
    return scores if any(scores) else ()


def _choice(button: str, key: str) -> Choice:
    return Choice(button, word(key))


PATIENCE_NS: Final = 60 * S
"""How long the match is offered."""


class GoOn(msgspec.Struct, frozen=True):
    """The match goes on."""


class GiveUp(msgspec.Struct, frozen=True):
    """The match is given up."""


class Resume(Scene[GoOn | GiveUp | Leave]):
    """Shows an interrupted match, and asks whether it goes on; `Leave` without an answer."""

    allows_restart = True

    def __init__(self, match: Match, views: Views) -> None:
        """`match` is restored from its log; `views` are made for it."""
        self._match = match
        self._views = views
        self._ends = 0
        self._left_s = -1
        self._giving_up: frozenset[int] = frozenset()
        self._is_stale = True

    def enter(self, now: int) -> None:
        self._ends = now + PATIENCE_NS
        self._views.update([Update()], self._match, self._match.zero_ns + self._match.state.sit.paused)
        self._lay_sheet(now)

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: ACTION goes on, LEFT gives up; other buttons do nothing.

        Where several people played, all of them have to give up.
        """
        people = self._match.setup.people
        if press.pressed and press.button == ACTION:
            self.dismiss(GoOn())
        elif press.pressed and press.button == LEFT and (len(people) < 2 or press.seat in people):
            self._giving_up |= {press.seat}
            self._left_s = -1  # the dialog is laid anew
            if len(people) < 2 or self._giving_up >= set(people):
                self.dismiss(GiveUp())
        else:
            self.refuse()

    def advance(self, now: int, drained: int) -> None:
        self._lay_sheet(now)
        if now >= self._ends:
            self.dismiss(Leave())

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the countdown changes every second."""
        return self._ends - (self._left_s - 1) * S

    def is_stale(self, now: int) -> bool:
        return self._is_stale or self._views.busy(now)

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`; the first of the screens alone."""
        return self.draw_all([screen], now, everything=everything)[0]

    def draw_all(self, screens: Sequence[pygame.Surface], now: int, *, everything: bool) -> list[list[pygame.Rect]]:
        self._is_stale = False
        return self._views.draw(screens, now, everything=everything)

    def _lay_sheet(self, now: int) -> None:
        left = max(0, -((now - self._ends) // S))
        if left != self._left_s:
            self._left_s = left
            self._is_stale = True
            setup = self._match.setup
            names = names_in(setup)
            others = [names[seat] for seat in setup.people if self._giving_up and seat not in self._giving_up]
            self._views.show(offer_dialog(self._match.table, len(setup.seats), left, ", ".join(others)))
