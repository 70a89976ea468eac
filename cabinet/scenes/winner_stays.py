"""Winner stays: who stays, who comes, and the line. The challenger sits down, or is left out after 30 s.

The scene asks for the state after everything that it reports, and knows nothing of how a queue moves. Each seat is at
its side of the screen: the winner stays where the winner sat.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import pygame

from cabinet.display.evening.pages import QueuePage, QueueSeat, Somebody
from cabinet.display.evening.queue import TILES, QueuePicture
from cabinet.display.motion import eased
from cabinet.display.stage import Sprite, Stage
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.discs import STEPS
from cabinet.scenes.foot import Way, foot
from cabinet.scenes.legend import cap_words
from cabinet.scenes.stack import Scene
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word
from engine.game import MS, S
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press

NO_SHOW_NS: Final = 30 * S
"""How long somebody whose turn it is has to sit down."""
SLIDE_NS: Final = 150 * MS
"""How long the line takes to move up."""
FRAME_NS: Final = 16 * MS
"""From one picture of the moving line to the next."""
GUARD_NS: Final = 700 * MS
"""A press so soon after another pair has come up was meant for the pair before."""
PATIENCE_NS: Final = 60 * S
"""Time without a press after which a queue that lacks somebody is left."""
LEAVE: Final = CARDS[-1]
SEATS: Final = (0, 1)
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


class QueueWays(NamedTuple):
    """The ways from here. `play`: both are here. `no_show` and `step_out` take a name; the state is asked for anew.

    `join` leads a seat to the names, `leave` to the title; the evening goes on.
    """

    play: Callable[[], None]
    no_show: Callable[[str], None]
    step_out: Callable[[str], None]
    join: Callable[[int], None]
    leave: Callable[[], None]


class WinnerStays(Scene):
    """Waits for the two whose turn it is."""

    def __init__(self, kit: Kit, setting: TableSetting, state: Callable[[], QueueState], ways: QueueWays) -> None:
        """`state` returns the queue now, immediately."""
        self._kit = kit
        self._setting = setting
        self._ask = state
        self._ways = ways
        self._picture = QueuePicture(kit)
        self._stage = Stage(self._picture.ground)
        self._state = state()
        self._here: set[int] = set()
        self._since = 0
        self._gives_up_at = 0
        self._slides_from: int | None = None
        self._now = 0
        self._drawn = -1
        self._has_gone = False
        self._is_stale = True

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`: the ring begins."""
        self._now = now
        self._gives_up_at = now + PATIENCE_NS
        self._call(now)

    def resume(self, now: int) -> None:
        """See `Scene.resume`: names may have joined."""
        self._gives_up_at = now + PATIENCE_NS
        self._look(now)

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: ACTION sits down, LEFT steps out, RIGHT joins in, CARD5 leaves."""
        if not press.pressed or self._has_gone:
            return
        self._gives_up_at = press.time_ns + PATIENCE_NS
        seat = press.seat % len(SEATS)
        is_early = press.time_ns < self._since + GUARD_NS
        if press.button == LEAVE:
            self._go(self._ways.leave)
        elif press.button == RIGHT:
            self._go(lambda: self._ways.join(press.seat))
        elif press.button == ACTION and self._state.seats[seat] and not is_early:
            self._sit_down(seat)
        elif press.button == LEFT and self._state.seats[seat] and not is_early:
            self._ways.step_out(self._state.seats[seat])
            self._look(press.time_ns)

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: whoever has not come is left out."""
        self._now = now
        if self._is_waiting and now >= self._since + NO_SHOW_NS:
            for name in [self._state.seats[seat] for seat in self._awaited]:
                self._ways.no_show(name)
            self._gives_up_at = max(self._gives_up_at, now + PATIENCE_NS // 2)
            self._look(now)
        elif not self._is_waiting and now >= self._gives_up_at:
            self._go(self._ways.leave)
        if self._slides_from is not None and now >= self._slides_from + SLIDE_NS:
            self._slides_from = None
            self._is_stale = True

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the ring in steps, the line in frames."""
        if self._slides_from is not None:
            return self._now + FRAME_NS
        if self._has_gone:
            return None
        return min(self._since + NO_SHOW_NS, self._now + NO_SHOW_NS // STEPS) if self._is_waiting else self._gives_up_at

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`."""
        return self._is_stale or self._slides_from is not None or self._step(now) != self._drawn

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`."""
        if self._is_stale or everything:
            self._is_stale = False
            self._stage.stand(self.sprites())
        if everything:
            self._stage.repaint()
        self._drawn = self._step(now)
        return self._stage.draw(screen, [*self.line(now), *self.rings(now)])

    # The pair

    @property
    def _awaited(self) -> tuple[int, ...]:
        """The seats with a name whose person has not sat down."""
        return tuple(seat for seat in SEATS if self._state.seats[seat] and seat not in self._here)

    @property
    def _is_waiting(self) -> bool:
        return bool(self._awaited) and all(self._state.seats) and not self._has_gone

    def _call(self, now: int) -> None:
        """Call the pair: the champion is here already."""
        self._since = now
        self._here = {self._state.champion} if self._state.champion is not None else set()
        self._is_stale = True

    def _look(self, now: int) -> None:
        """Take the state anew; another pair is called, and a line that has moved up slides."""
        old, self._state = self._state, self._ask()
        if old.line[1:2] and self._state.line[:1] == old.line[1:2] and not self._kit.theme.reduced_motion:
            self._slides_from = now
        if old.seats != self._state.seats:
            self._call(now)
        self._is_stale = True

    def _sit_down(self, seat: int) -> None:
        self._here.add(seat)
        self._is_stale = True
        if self._here.issuperset(SEATS) and all(self._state.seats):
            self._go(self._ways.play)

    def _go(self, leave: Callable[[], None]) -> None:
        if not self._has_gone:
            self._has_gone = True
            leave()

    # The picture

    def _left_ns(self, now: int) -> int:
        return max(0, self._since + NO_SHOW_NS - now)

    def _step(self, now: int) -> int:
        return -(-self._left_ns(now) * STEPS // NO_SHOW_NS) if self._is_waiting else -1

    def sprites(self) -> Sequence[Sprite]:
        """Return everything but the line and the rings."""
        return [*self._picture.sprites(self.page()), foot(self._kit, self._foot_ways())]

    def line(self, now: int) -> list[Sprite]:
        """Return the line's tiles at a moment."""
        off = 0.0 if self._slides_from is None else 1 - eased((now - self._slides_from) / SLIDE_NS)
        return self._picture.line(self.page(), max(0.0, off))

    def rings(self, now: int) -> list[Sprite]:
        """Return the rings of those who are waited for."""
        if not self._is_waiting:
            return []
        left = self._left_ns(now)
        return [self._picture.ring(seat, left / NO_SHOW_NS, -(-left // S)) for seat in self._awaited]

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
        if seat in self._here:
            return QueueSeat(who, action=word("queue.here"), sign="tick")
        is_waited_for = all(state.seats)
        behind = state.line[self._awaited.index(seat) :]
        follows = word("queue.or", name=behind[0]) if behind else word("queue.or_nobody")
        cap = cap_words(self._setting.key_names.get((seat, ACTION), ""))
        return QueueSeat(
            who,
            above=word("queue.your_turn") if is_waited_for else "",
            action=word("queue.sit_down"),
            follows=follows if is_waited_for else "",
            cap=cap,
        )

    def _foot_ways(self) -> list[Way]:
        return [
            Way(LEFT, word("queue.step_out"), self._keys_of(LEFT)),
            Way(RIGHT, word("queue.join"), self._keys_of(RIGHT)),
            Way(LEAVE, word("way.leave"), self._keys_of(LEAVE)),
        ]

    def _keys_of(self, button: str) -> tuple[str, ...]:
        names = self._setting.key_names
        return tuple(names[seat, button] for seat in SEATS if (seat, button) in names)


def _place(place: int) -> str:
    """Return a place in line in words; the first is the next."""
    if place == 1:
        return word("queue.next")
    return word(f"table.place.{place}") if place in (2, 3) else word("table.place.4", place=place)
