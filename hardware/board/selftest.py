"""Tests of a connected board: its figures, its lamps, and a loop-back test with one wire.

Every function drives a started `BoardSource` and returns values; the caller chooses the words.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from hardware.board.source import BoardSource
from hardware.clock import MS, Clock
from hardware.events import EdgesLost, RawEvent, SwitchEdge
from hardware.lamps import Lamp, Motion

STEP_S: Final = 0.005
"""The time between two drains."""
PATIENCE_NS: Final = 400 * MS
"""An edge that has not come by then never comes."""
WHITE: Final = Lamp((255, 255, 255))
COLOURS: Final = (Lamp((255, 0, 0)), Lamp((0, 255, 0)), Lamp((0, 0, 255)), WHITE)


class Turn(NamedTuple):
    """One change of the lamp: the tick (µs) of the edge on each of the two lines; None for a line without an edge."""

    lit: bool
    one: int | None
    other: int | None

    @property
    def apart(self) -> int | None:
        """The number of ticks between the two, None if one is missing."""
        return None if self.one is None or self.other is None else abs(self.one - self.other)


class WireTest(NamedTuple):
    """The result of the wire test."""

    turns: tuple[Turn, ...]
    lost: int

    @property
    def missing(self) -> int:
        """The number of edges that never came."""
        return sum((turn.one is None) + (turn.other is None) for turn in self.turns)

    @property
    def furthest(self) -> int:
        """The most ticks between the two stamps of one edge."""
        return max((turn.apart for turn in self.turns if turn.apart is not None), default=0)

    @property
    def is_right(self) -> bool:
        """Whether each player's line had every edge, in the same tick."""
        return not (self.missing or self.lost or self.furthest)


def watch(source: BoardSource, clock: Clock, for_ns: int | None = None) -> Iterator[RawEvent]:
    """Yield the board's events as they come, for `for_ns` or for ever."""
    begin = clock()
    while for_ns is None or clock() - begin < for_ns:
        yield from source.drain()
        source.wait(STEP_S)


def wire_test(
    source: BoardSource, clock: Clock, turns: int, lines: tuple[int, int] = (0, 1), lamp: int = 0
) -> WireTest:
    """Switch a lamp on and off; a wire joins its pin to two lines, one of each player."""
    show(source, lamp, lit=False)
    for _ in watch(source, clock, PATIENCE_NS):
        pass  # ignore the edges of the first switching
    results, lost = [], 0
    for number in range(turns):
        lit = number % 2 == 0
        show(source, lamp, lit=lit)
        ticks: dict[int, int] = {}
        for event in watch(source, clock, PATIENCE_NS):
            if isinstance(event, SwitchEdge) and event.line in lines:
                ticks[int(event.line)] = event.tick
            elif isinstance(event, EdgesLost):
                lost += event.count or 1
            if len(ticks) == 2:
                break
        results.append(Turn(lit, ticks.get(lines[0]), ticks.get(lines[1])))
    show(source, lamp, lit=False)
    return WireTest(tuple(results), lost)


def show(source: BoardSource, lamp: int, *, lit: bool, like: Lamp = WHITE) -> None:
    """Light one lamp at full brightness, at which its pin is constant, and no other."""
    row = [Lamp()] * source.lamps.count
    if lit:
        row[lamp] = like
    source.lamps.show(row, 255)


def lamp_test(source: BoardSource, clock: Clock, tell: Callable[[int], object], each_ns: int = 150 * MS) -> None:
    """Light every lamp red, green, blue and white in turn, then run a chasing light; `tell` gets each lamp's number."""
    for lamp in range(source.lamps.count):
        tell(lamp)
        for colour in COLOURS:
            show(source, lamp, lit=True, like=colour)
            for _ in watch(source, clock, each_ns):
                pass
    count = source.lamps.count
    running = [Lamp((255, 160, 0), Motion.CHASE, 1600, 256 * (count - n) // count % 256) for n in range(count)]
    source.lamps.show(running, 128)
    for _ in watch(source, clock, 20 * each_ns):
        pass
    source.lamps.show([], 0)
