"""The call of a tournament's match: both sit down; one that somebody does not come to is played later.

It is drawn as winner stays is, with the round for a heading. Nobody steps out or joins here: a press would cost a place
in the tournament.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from cabinet.display.evening.pages import QueuePage
from cabinet.display.toolkit import Kit
from cabinet.scenes.called_pair import PairWays
from cabinet.scenes.legend import Way
from cabinet.scenes.winner_stays import QueueState, WinnerStays
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press

LEAVE = CARDS[-1]


@dataclass(frozen=True)
class Called:
    """A match that is called: the names by seat, the round in words, and the names of the next match."""

    names: tuple[str, str]
    title: str
    stage: str
    following: tuple[str, ...] = ()


class TournamentCall(WinnerStays):
    """Waits for the two of a match."""

    def __init__(
        self, kit: Kit, setting: TableSetting, state: Callable[[], Called], ways: PairWays, show: Callable[[], None]
    ) -> None:
        """`state` returns the match that is called now, immediately; `show` leads to the whole tournament."""
        self._ask_called = state
        self._show = show
        self._entered = 0
        super().__init__(kit, setting, self._as_queue, ways)

    def _as_queue(self) -> QueueState:
        called = self._ask_called()
        return QueueState(called.names, None, 0, 0, called.following)

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        super().enter(now)
        self._entered = now

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: ACTION sits down, RIGHT shows the tournament, CARD5 leaves.

        The press that led here from the tournament's page sits down as well: it was made for this match.
        """
        led_here = press.time_ns <= self._entered and press.button == ACTION and press.pressed
        if led_here and self.pair[press.seat % len(self.pair)]:
            self._sit_down(press.seat % len(self.pair))
        elif press.button == RIGHT and press.pressed:
            self._go(self._show)
        elif press.button != LEFT:
            super().handle(press)

    def page(self) -> QueuePage:
        """See `WinnerStays.page`."""
        called, page = self._ask_called(), super().page()
        first, other = (
            seat._replace(follows=word("tournament.later")) if seat.follows else seat for seat in page.seats
        )
        following = tuple((name, word("queue.next")) for name in called.following)
        return replace(page, title=called.title, rule=called.stage, heading="", seats=(first, other), line=following)

    def _foot_ways(self) -> list[Way]:
        show = Way(RIGHT, word("bracket.show"), self.keys_of(RIGHT))
        return [show, Way(LEAVE, word("way.leave"), self.keys_of(LEAVE))]
