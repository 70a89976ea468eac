"""A pair that is called: both sit down and the match begins, or whoever has not come after 30 s is left out.

The base of winner stays and of the party. A scene reports everything to its ways and then asks for the state anew; it
knows nothing of how a list moves. Each name is at the side of the screen where its person sits.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

import pygame

from cabinet.display.stage import Sprite, Stage
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.discs import STEPS
from cabinet.lamps import Cue, Light
from cabinet.scenes.bases import IdleTimer, heard_until
from cabinet.scenes.legend import Way, foot
from cabinet.scenes.stack import Scene
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word
from engine.game import MS, S
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press

NO_SHOW_NS: Final = 30 * S
"""How long somebody whose turn it is has to sit down."""
GUARD_NS: Final = 700 * MS
"""A press so soon after another pair has come up was meant for the pair before."""
IDLE_NS: Final = 60 * S
"""Time without a press after which a screen that lacks somebody is left."""
LEAVE: Final = CARDS[-1]
SEATS: Final = (0, 1)


class PairWays(NamedTuple):
    """The ways from here. `play`: both are here. `no_show` and `step_out` take a name; the state is asked for anew.

    `join` leads a seat to the names, `leave` to the title; the evening goes on.
    """

    play: Callable[[], None]
    no_show: Callable[[str], None]
    step_out: Callable[[str], None]
    join: Callable[[int], None]
    leave: Callable[[], None]


class CalledPair(Scene):
    """Waits for two names. A subclass has the state (`pair`, `here_already`, `ask`) and the picture."""

    def __init__(self, kit: Kit, setting: TableSetting, ways: PairWays, ground: pygame.Surface) -> None:
        """`ground` is the picture below everything."""
        self.kit = kit
        self.setting = setting
        self._ways = ways
        self._stage = Stage(ground, kit.breathe)
        self.here: set[int] = set()
        self._since = 0
        self._idle = IdleTimer(IDLE_NS)
        self._now = 0
        self._drawn = -1
        self._has_gone = False
        self._is_stale = True

    # The subclass

    @property
    @abstractmethod
    def pair(self) -> tuple[str, str]:
        """The names at both seats; "" for nobody."""

    @property
    def here_already(self) -> Collection[int]:
        """The seats that need not sit down."""
        return ()

    @property
    def is_over(self) -> bool:
        """Whether nobody is called any more."""
        return False

    @abstractmethod
    def ask(self, now: int) -> None:
        """Take the state anew."""

    @abstractmethod
    def standing(self) -> Sequence[Sprite]:
        """Return what stands, without the foot."""

    def moving(self, now: int) -> list[Sprite]:
        """Return what moves, besides the rings."""
        return []

    @abstractmethod
    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        """Return the ring of a seat with the share of its time that is left."""

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`: the ring begins."""
        self._now = now
        self._idle.restart(now)
        self._call(now)

    def resume(self, now: int) -> None:
        """See `Scene.resume`: names may have joined."""
        self._idle.restart(now)
        self._has_gone = False
        self._look(now)

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: ACTION sits down, LEFT steps out, RIGHT joins in, CARD5 leaves."""
        if not press.pressed or self._has_gone:
            return
        self._idle.restart(press.time_ns)
        seat = press.seat % len(SEATS)
        can_answer = bool(self.pair[seat]) and not self.is_over and press.time_ns >= self._since + GUARD_NS
        if press.button == LEAVE:
            self._go(self._ways.leave)
        elif press.button == RIGHT and not self.is_over:
            self._go(lambda: self._ways.join(press.seat))
        elif press.button == ACTION and can_answer:
            self._sit_down(seat)
        elif press.button == LEFT and can_answer:
            self._ways.step_out(self.pair[seat])
            self._look(press.time_ns)

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: whoever has not come is left out when the presses up to then have been heard."""
        self._now = now
        if self.is_waiting and heard_until(now, drained) >= self._since + NO_SHOW_NS:
            for name in [self.pair[seat] for seat in self.awaited]:
                self._ways.no_show(name)
            self._idle.extend(now + IDLE_NS // 2)
            self._look(now)
        elif not self.is_waiting and self._idle.runs_out(now):
            self._go(self._ways.leave)

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the ring in steps."""
        if self._has_gone:
            return None
        return min(self._since + NO_SHOW_NS, self._now + NO_SHOW_NS // STEPS) if self.is_waiting else self._idle.ends_at

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`."""
        return self._is_stale or self._step(now) != self._drawn

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`."""
        if self._is_stale or everything:
            self._is_stale = False
            self._stage.stand(self.sprites())
        if everything:
            self._stage.repaint()
        self._drawn = self._step(now)
        return self._stage.draw(screen, [*self.moving(now), *self.rings(now)])

    @property
    def lamps(self) -> Light:
        """See `Scene.lamps`: the panels of those who are waited for."""
        return Cue("queue", self.awaited) if self.awaited else Cue("attract")

    def changed(self) -> None:
        """Mark what stands as changed."""
        self._is_stale = True

    # The pair

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats with a name whose person has not sat down."""
        return tuple(seat for seat in SEATS if self.pair[seat] and seat not in self.here)

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is counted down: both seats have names, and not both are here."""
        return bool(self.awaited) and all(self.pair) and not self._has_gone and not self.is_over

    def _call(self, now: int) -> None:
        self._since = now
        self.here = set(self.here_already)
        self._is_stale = True

    def _look(self, now: int) -> None:
        """Take the state anew; another pair is called."""
        old = self.pair
        self.ask(now)
        if old != self.pair:
            self._call(now)
        self._is_stale = True

    def _sit_down(self, seat: int) -> None:
        self.here.add(seat)
        self._is_stale = True
        if self.here.issuperset(SEATS) and all(self.pair):
            self._go(self._ways.play)

    def _go(self, leave: Callable[[], None]) -> None:
        if not self._has_gone:
            self._has_gone = True
            leave()

    # The picture

    def _left_ns(self, now: int) -> int:
        return max(0, self._since + NO_SHOW_NS - now)

    def _step(self, now: int) -> int:
        return -(-self._left_ns(now) * STEPS // NO_SHOW_NS) if self.is_waiting else -1

    def sprites(self) -> Sequence[Sprite]:
        """Return everything but what moves."""
        return [*self.standing(), foot(self.kit, self._foot_ways())]

    def rings(self, now: int) -> list[Sprite]:
        """Return the rings of those who are waited for."""
        if not self.is_waiting:
            return []
        left = self._left_ns(now)
        return [self.ring(seat, left / NO_SHOW_NS, -(-left // S)) for seat in self.awaited]

    @property
    def joins_at_sides(self) -> bool:
        """Whether each side says itself how one joins there."""
        return False

    def _foot_ways(self) -> list[Way]:
        leave = Way(LEAVE, word("way.leave"), self.keys_of(LEAVE))
        if self.is_over:
            return [leave]
        join = [] if self.joins_at_sides else [Way(RIGHT, word("queue.join"), self.keys_of(RIGHT))]
        return [Way(LEFT, word("queue.step_out"), self.keys_of(LEFT)), *join, leave]

    def keys_of(self, button: str) -> tuple[str, ...]:
        """Return a button's keys at a desk."""
        names = self.setting.key_names
        return tuple(names[seat, button] for seat in SEATS if (seat, button) in names)
