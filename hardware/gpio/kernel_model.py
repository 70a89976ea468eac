"""How the kernel turns edges into events: hard interrupt, interrupt thread, and the races between the two.

A model of `edge_irq_handler` and `edge_irq_thread` (`drivers/gpio/gpiolib-cdev.c`, Linux 5.10 to 6.12), for fakes and
for measuring. The hard interrupt **overwrites** the line's stamp and takes the request's next number, each time; the
thread makes one event of the stamp and number that it finds, and reads the level only then. Nothing masks an edge
interrupt meanwhile. The thread takes five steps, and an interrupt may come between any two of them:

1. it begins, `latency` after the interrupt that woke it, and reads the stamp (if there is none, it reads the clock
   itself, and takes the next number);
2. it clears the stamp: a stamp written since step 1 is lost, and the thread will stamp the next event;
3. it reads the level;
4. it reads the request's number: that of an interrupt that came since the first step, if there was one;
5. it queues the event. If an interrupt came since it began, it begins once more.
"""

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

STEP_NS: Final = 200
"""The time between two steps of the thread: some hundred instructions."""

BEGIN, CLEAR, LOOK, NUMBER, QUEUE = range(5)
"""The thread's steps."""


class KernelEvent(NamedTuple):
    """An event as the kernel queues it (`struct gpio_v2_line_event`), at `queued_ns`."""

    line: int
    high: bool
    stamp_ns: int
    number: int
    line_number: int
    queued_ns: int


@dataclass(slots=True)
class LineOfKernel:
    """The kernel's state of one line of a request (`struct line`)."""

    high: bool
    stamp_ns: int = 0
    number: int = 0
    line_number: int = 0
    is_running: bool = False
    is_woken: bool = False
    event_stamp_ns: int = 0
    event_high: bool = False
    event_number: int = 0


@dataclass(order=True, slots=True)
class Happening:
    """An action on the model's time line; of two at the same time, the one that was scheduled first runs first."""

    time_ns: int
    order: int
    line: int = field(compare=False)
    do: Callable[[int, int], None] = field(compare=False)


class KernelModel:
    """The lines of one request. Edges are scheduled in advance; `run` advances time. All times in ns.

    `levels` are the lines' initial levels. `latency` returns how long a thread takes to begin once it is woken.
    A request of one line has no numbers of its own: its events have the line's.
    `on_interrupt` is called with line and time of each hard interrupt, `on_event` with each event that is queued,
    `on_level` with each change of a masked line.
    """

    def __init__(
        self,
        levels: Mapping[int, bool],
        latency: Callable[[], int],
        on_event: Callable[[KernelEvent], None],
        on_interrupt: Callable[[int, int], None] = lambda _line, _time_ns: None,
        step_ns: int = STEP_NS,
        on_level: Callable[[int, bool], None] = lambda _line, _high: None,
    ) -> None:
        self.lines = {line: LineOfKernel(high) for line, high in levels.items()}
        self.masked: frozenset[int] = frozenset()
        """Lines whose edges are not asked for at present: they change without an interrupt."""
        self.interrupts = 0
        """The count of numbers that the request has given out."""
        self._latency = latency
        self._on_event = on_event
        self._on_interrupt = on_interrupt
        self._step_ns = step_ns
        self._on_level = on_level
        self._coming: list[Happening] = []
        self._order = 0

    def edge(self, line: int, *, high: bool, time_ns: int) -> None:
        """Schedule an interrupt that changes the line's level. It does nothing if the line has that level already."""

        def interrupt(number: int, now: int) -> None:
            if self.lines[number].high != high:
                self._interrupt(number, high, now)

        self._arrange(time_ns, line, interrupt)

    def run(self, until_ns: int) -> None:
        """Run every action that is due by then."""
        while self._coming and self._coming[0].time_ns <= until_ns:
            due = heapq.heappop(self._coming)
            due.do(due.line, due.time_ns)

    def finish(self) -> None:
        """Run every scheduled action, however late it is."""
        while self._coming:
            self.run(self._coming[0].time_ns)

    def _arrange(self, time_ns: int, line: int, do: Callable[[int, int], None]) -> None:
        self._order += 1
        heapq.heappush(self._coming, Happening(time_ns, self._order, line, do))

    def _take_number(self) -> int:
        self.interrupts += 1
        return self.interrupts

    def _interrupt(self, number: int, high: bool, now: int) -> None:
        """`edge_irq_handler`: replaces the line's stamp by this edge's, even where the last stamp is unread."""
        line = self.lines[number]
        line.high = high
        if number in self.masked:
            self._on_level(number, high)
            return
        self._on_interrupt(number, now)
        line.stamp_ns = now
        line.number = self._take_number()
        if line.is_running:
            line.is_woken = True
        else:
            line.is_running = True
            self._arrange(now + self._latency(), number, self._begin)

    def _begin(self, number: int, now: int) -> None:
        """`edge_irq_thread`, complete; each step has its own time."""
        line = self.lines[number]
        line.is_woken = False
        if line.stamp_ns:
            line.event_stamp_ns = line.stamp_ns
        else:
            line.event_stamp_ns = now
            line.number = self._take_number()
        self._arrange(now + CLEAR * self._step_ns, number, self._clear)
        self._arrange(now + LOOK * self._step_ns, number, self._look)
        self._arrange(now + NUMBER * self._step_ns, number, self._read_number)
        self._arrange(now + QUEUE * self._step_ns, number, self._queue)

    def _clear(self, number: int, _now: int) -> None:
        self.lines[number].stamp_ns = 0

    def _look(self, number: int, _now: int) -> None:
        self.lines[number].event_high = self.lines[number].high

    def _read_number(self, number: int, _now: int) -> None:
        line = self.lines[number]
        line.line_number += 1
        line.event_number = line.number if len(self.lines) > 1 else line.line_number

    def _queue(self, number: int, now: int) -> None:
        line = self.lines[number]
        self._on_event(
            KernelEvent(number, line.event_high, line.event_stamp_ns, line.event_number, line.line_number, now)
        )
        if line.is_woken:
            self._arrange(now + self._step_ns, number, self._begin)
        else:
            line.is_running = False
