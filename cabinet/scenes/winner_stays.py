"""Winner stays: who stays, who comes, and the line. The challenger sits down, or is left out after 30 s.

Each seat is at its side of the screen: the winner stays where the winner sat.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from cabinet.display.evening.pages import QueuePage, QueueSeat, Somebody
from cabinet.display.evening.queue import TILES, QueuePicture
from cabinet.display.motion import eased
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Kit
from cabinet.scenes.called_pair import CalledPair, PairWays
from cabinet.scenes.legend import cap_words
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word
from engine.game import MS
from engine.panel import ACTION

SLIDE_NS: Final = 150 * MS
"""How long the line takes to move up."""
FRAME_NS: Final = 16 * MS
"""From one picture of the moving line to the next."""
FLAMES: Final = range(3, 10)
"""Streaks that the house can set."""


@dataclass(frozen=True)
class QueueState:
    """The queue as the evening has it: the names at both seats ("" for nobody), and the line behind them.

    `champion` is the seat that stays, with its `wins` in a row; None before the first match and after a full streak.
    """

    seats: tuple[str, str]
    champion: int | None
    wins: int
    streak: int
    line: tuple[str, ...] = ()


class WinnerStays(CalledPair):
    """Waits for the two whose turn it is."""

    def __init__(self, kit: Kit, setting: TableSetting, state: Callable[[], QueueState], ways: PairWays) -> None:
        """`state` returns the queue now, immediately."""
        self._picture = QueuePicture(kit)
        super().__init__(kit, setting, ways, self._picture.ground)
        self._ask = state
        self._state = state()
        self._slides_from: int | None = None

    # The state

    @property
    def pair(self) -> tuple[str, str]:
        """See `CalledPair.pair`."""
        return self._state.seats

    @property
    def here_already(self) -> Collection[int]:
        """See `CalledPair.here_already`: the champion has just played."""
        return () if self._state.champion is None else (self._state.champion,)

    def ask(self, now: int) -> None:
        """See `CalledPair.ask`: a line that has moved up slides."""
        old, self._state = self._state, self._ask()
        if old.line[1:2] and self._state.line[:1] == old.line[1:2] and not self.kit.theme.reduced_motion:
            self._slides_from = now

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        super().advance(now, drained)
        if self._slides_from is not None and now >= self._slides_from + SLIDE_NS:
            self._slides_from = None
            self.changed()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: a line that slides is drawn in frames."""
        due = super().next_deadline()
        return due if self._slides_from is None or due is None else min(due, self._now + FRAME_NS)

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`."""
        return self._slides_from is not None or super().is_stale(now)

    # The picture

    def standing(self) -> Sequence[Sprite]:
        """See `CalledPair.standing`."""
        return self._picture.sprites(self.page())

    def moving(self, now: int) -> list[Sprite]:
        """See `CalledPair.moving`: the line's tiles."""
        off = 0.0 if self._slides_from is None else 1 - eased((now - self._slides_from) / SLIDE_NS)
        return self._picture.line(self.page(), max(0.0, off))

    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        """See `CalledPair.ring`."""
        return self._picture.ring(seat, left, seconds)

    def page(self) -> QueuePage:
        """Return the page's words."""
        state = self._state
        shown = len(state.line) if len(state.line) <= TILES else TILES - 1
        more = len(state.line) - shown
        streak = state.streak
        rule = word("queue.rule", number=word(f"number.{streak}")) if streak in FLAMES else ""
        return QueuePage(
            title=word("queue.title"),
            rule=rule,
            seats=(self._seat(0), self._seat(1)),
            versus=word("versus"),
            heading=word("queue.in_line") if state.line else word("queue.empty"),
            line=tuple((name, _place(place)) for place, name in enumerate(state.line[:shown], start=1)),
            more=word("queue.more", count=more) if more else "",
        )

    def _seat(self, seat: int) -> QueueSeat:
        state = self._state
        name = state.seats[seat]
        if not name:
            return QueueSeat(Somebody(word(f"seat.{seat}"), seat), action=word("queue.join"), sign="right")
        who = Somebody(name, seat)
        if seat == state.champion:
            key = f"queue.wins.{state.wins}" if state.wins in (0, 1) else "queue.wins"
            words = word(key, wins=state.wins)
            return QueueSeat(who, is_champion=True, wins=state.wins, streak=state.streak, wins_words=words)
        if seat in self.here:
            return QueueSeat(who, action=word("queue.here"), sign="tick")
        is_waited_for = all(state.seats)
        behind = state.line[self.awaited.index(seat) :]
        follows = word("queue.or", name=behind[0]) if behind else word("queue.or_nobody")
        cap = cap_words(self.setting.key_names.get((seat, ACTION), ""))
        return QueueSeat(
            who,
            above=word("queue.your_turn") if is_waited_for else "",
            action=word("queue.sit_down"),
            follows=follows if is_waited_for else "",
            cap=cap,
        )


def _place(place: int) -> str:
    """Return a place in line in words; the first is the next."""
    if place == 1:
        return word("queue.next")
    return word(f"table.place.{place}") if place in (2, 3) else word("table.place.4", place=place)
