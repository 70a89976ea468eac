"""Tests of a connected board: its figures, its lamps, and a loop-back test with one wire.

Every function drives a started `BoardSource` and returns values; the caller chooses the words.
"""

from collections.abc import Callable, Iterator
from itertools import count
from time import sleep
from typing import Final, NamedTuple, TypeAlias

from hardware.board.source import BoardSource
from hardware.clock import MS, Clock
from hardware.errors import BoardGone
from hardware.lamps import Lamp, Motion
from hardware.source import EdgesLost, RawEvent, SwitchEdge

Rest: TypeAlias = Callable[[float], object]
"""Sleeps for a number of seconds."""

STEP_S: Final = 0.005
"""The time between two drains."""
PATIENCE_NS: Final = 400 * MS
"""How long to wait for an edge before it counts as missing."""
GONE_NS: Final = 1_000 * MS
"""How long a board may be away before it counts as gone: the supervisor resolves resyncs sooner (`supervisor.py`)."""
COLOUR_NS: Final = 150 * MS
ROUND: Final = 20
"""The duration of the chasing light, in colours of one lamp."""
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
        """The number of missing edges."""
        return sum((turn.one is None) + (turn.other is None) for turn in self.turns)

    @property
    def furthest(self) -> int:
        """The most ticks between the two stamps of one edge."""
        return max((turn.apart for turn in self.turns if turn.apart is not None), default=0)

    @property
    def is_right(self) -> bool:
        """Whether each player's line had every edge, in the same tick."""
        return not (self.missing or self.lost or self.furthest)


def watch(source: BoardSource, clock: Clock, for_ns: int | None = None, rest: Rest = sleep) -> Iterator[RawEvent]:
    """Yield the board's events as they arrive, for `for_ns` or for ever; `rest` sleeps while there is no line."""
    begin = clock()
    while for_ns is None or clock() - begin < for_ns:
        yield from source.drain()
        if source.has_line:
            source.wait(STEP_S)
        else:
            rest(STEP_S)


def await_return(source: BoardSource, clock: Clock, rest: Rest = sleep) -> None:
    """Wait up to `GONE_NS` for a board that is away, as after a resync. Raises BoardGone if it stays away."""
    begin = clock()
    while not source.is_connected:
        if clock() - begin >= GONE_NS:
            raise BoardGone(source.name)
        for _ in watch(source, clock, round(STEP_S * 1e9), rest):
            pass


def wire_test(
    source: BoardSource,
    clock: Clock,
    turns: int | None,
    lines: tuple[int, int] = (0, 1),
    lamp: int = 0,
    *,
    for_ns: int | None = None,
    rest: Rest = sleep,
) -> WireTest:
    """Switch a lamp on and off, `turns` times or for `for_ns` (at least once); return the edges on `lines`.

    A wire joins the lamp's pin to these two lines, one of each player. Raises BoardGone.
    """
    show(source, lamp, lit=False)
    for _ in watch(source, clock, PATIENCE_NS, rest):
        pass  # ignore the edges of the first switching
    results, lost, begin = [], 0, clock()
    for number in count():
        if number and (number == turns or (for_ns is not None and clock() - begin >= for_ns)):
            break
        lit = number % 2 == 0
        show(source, lamp, lit=lit)
        ticks: dict[int, int] = {}
        for event in watch(source, clock, PATIENCE_NS, rest):
            if isinstance(event, SwitchEdge) and event.line in lines:
                ticks[int(event.line)] = event.tick
            elif isinstance(event, EdgesLost):
                lost += event.count or 1
            if len(ticks) == 2:
                break
        await_return(source, clock, rest)
        pause = watch(source, clock, round(STEP_S * 1e9), rest)
        lost += sum(event.count or 1 for event in pause if isinstance(event, EdgesLost))
        results.append(Turn(lit, ticks.get(lines[0]), ticks.get(lines[1])))
    show(source, lamp, lit=False)
    return WireTest(tuple(results), lost)


def show(source: BoardSource, lamp: int, *, lit: bool, like: Lamp = WHITE) -> None:
    """Light one lamp at full brightness, at which its pin is constant, and no other."""
    row = [Lamp()] * source.lamps.count
    if lit:
        row[lamp] = like
    source.lamps.show(row, 255)


def lamp_test(
    source: BoardSource,
    clock: Clock,
    report: Callable[[int], object],
    *,
    for_ns: int | None = None,
    rest: Rest = sleep,
) -> None:
    """Light every lamp red, green, blue and white in turn, then run a chasing light; `report` gets each lamp's number.

    Each colour lasts for `COLOUR_NS`, or a share of `for_ns` for all of it. Raises BoardGone.
    """
    each_ns = COLOUR_NS if for_ns is None else for_ns // (source.lamps.count * len(COLOURS) + ROUND)
    for lamp in range(source.lamps.count):
        report(lamp)
        for colour in COLOURS:
            show(source, lamp, lit=True, like=colour)
            for _ in watch(source, clock, each_ns, rest):
                pass
        await_return(source, clock, rest)
    lamps = source.lamps.count
    running = [Lamp((255, 160, 0), Motion.CHASE, 1600, 256 * (lamps - n) // lamps % 256) for n in range(lamps)]
    source.lamps.show(running, 128)
    for _ in watch(source, clock, ROUND * each_ns, rest):
        pass
    await_return(source, clock, rest)
    source.lamps.show([], 0)
