"""A source that plays a script: edges with their stamps, bounce, delivery delay, and loss.

For tests, for demonstrations, and for programs that need buttons that press themselves. It has no thread and no
timer: the given clock decides which edges have arrived, so a whole match in virtual time takes no real time.
"""

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hardware.clock import MONOTONIC, Clock
from hardware.source import EdgesLost, Line, RawEvent, StampQuality, SwitchEdge


@dataclass(frozen=True, slots=True)
class Scripted:
    """An edge of the script. It happens at `time_ns` and reaches the program at `arrives_ns`, or never (`lost`)."""

    line: Line
    pressed: bool
    time_ns: int
    arrives_ns: int
    lost: bool = False


class FakeSource:
    """An `InputSource` whose edges are scripted in advance, or during the test.

    Edges of one line must be scripted in the order of their stamps, and keep that order on the way, as in a kernel
    queue: a delayed edge holds up the later edges of its line. `drained_ns` is exact: it stays
    before the first edge that is still on its way, unless `promise_ns` is given; then it is that far behind the
    clock, whether edges are on their way or not, as with a device that delivers later than it promises.

    All times in ns on `clock`. A lost edge changes the level only; the loss is reported when the edge would have
    arrived.
    """

    def __init__(
        self,
        lines: Sequence[Line],
        clock: Clock,
        *,
        name: str = "fake",
        resolution_ns: int = 100_000,
        promise_ns: int | None = None,
    ) -> None:
        self.name = name
        self.missing_name, self.distrust_reason = name, ""
        self.stamps = StampQuality(resolution_ns=resolution_ns, stamped="timer")
        self.lines = tuple(lines)
        self.drained_ns = 0
        self.is_connected = True
        self._clock = clock
        self._promise_ns = promise_ns
        self._script: dict[Line, list[Scripted]] = {line: [] for line in self.lines}
        self._coming: list[tuple[int, int, Scripted]] = []
        self._unreported: list[tuple[int, int]] = []  # by stamp; delivered edges go when they come to the top
        self._reported: set[int] = set()
        self._count = 0
        self._open = False

    def edge(self, line: Line, pressed: bool, *, at_ns: int, delay_ns: int = 0, lost: bool = False) -> Scripted:
        """Script one edge, delivered `delay_ns` later. Raises ValueError if it is older than its line's last edge."""
        past = self._script[line]
        if past and at_ns < past[-1].time_ns:
            raise ValueError(f"line {line!r} has an edge at {past[-1].time_ns} already, {at_ns} is before it")
        arrives = max([at_ns + delay_ns, *(edge.arrives_ns for edge in past[-1:])])
        scripted = Scripted(line, pressed, at_ns, arrives, lost)
        past.append(scripted)
        self._count += 1  # of two that arrive together, the edge scripted first is delivered first
        heapq.heappush(self._coming, (arrives, self._count, scripted))
        heapq.heappush(self._unreported, (at_ns, self._count))
        return scripted

    def press(self, line: Line, *, at_ns: int, bounce_ns: Iterable[int] = (), delay_ns: int = 0) -> None:
        """Close `line` at `at_ns`; it changes again at each of `bounce_ns` after that, an even number of times."""
        self._swing(line, True, at_ns, bounce_ns, delay_ns)

    def release(self, line: Line, *, at_ns: int, bounce_ns: Iterable[int] = (), delay_ns: int = 0) -> None:
        """Open `line` at `at_ns`, with bounce as in `press`."""
        self._swing(line, False, at_ns, bounce_ns, delay_ns)

    def tap(self, line: Line, *, at_ns: int, hold_ns: int = 60_000_000, bounce_ns: Sequence[int] = ()) -> None:
        """Press and release after `hold_ns`, both with the same bounce."""
        self.press(line, at_ns=at_ns, bounce_ns=bounce_ns)
        self.release(line, at_ns=at_ns + hold_ns, bounce_ns=bounce_ns)

    def start(self) -> None:
        """Begin to deliver. Edges scripted for earlier times set the level and are not reported."""
        self._open = True
        self.drained_ns = self._clock()
        self._coming = [entry for entry in self._coming if entry[2].time_ns > self.drained_ns]
        heapq.heapify(self._coming)
        self._unreported = [entry for entry in self._unreported if entry[0] > self.drained_ns]
        heapq.heapify(self._unreported)

    def drain(self) -> list[RawEvent]:
        """Return the edges and losses that have arrived by now, sorted by stamp."""
        if not self._open:
            return []
        now = self._clock()
        reported: list[RawEvent] = []
        while self._coming and self._coming[0][0] <= now:
            _, number, scripted = heapq.heappop(self._coming)
            self._reported.add(number)
            reported.append(self._event(scripted, now))
        self.drained_ns = max(self.drained_ns, self._told_up_to(now))
        return sorted(reported, key=lambda event: event.time_ns)

    def renew_trace(self, *, keep: bool = False) -> None:
        """See `TracedSource.renew_trace`: its stamps are exact without one."""

    def levels(self) -> Mapping[Line, bool]:
        """Return the present levels; loss and delay have no effect here."""
        now = self._clock()
        return {line: self._level(line, now) for line in self.lines}

    def close(self) -> None:
        """Stop delivering."""
        self._open = False

    def _swing(self, line: Line, pressed: bool, at_ns: int, bounce_ns: Iterable[int], delay_ns: int) -> None:
        offsets = (0, *bounce_ns)
        if len(offsets) % 2 == 0:
            raise ValueError("bounce changes the level an even number of times, or it ends up wrong")
        for count, offset in enumerate(offsets):
            self.edge(line, pressed ^ bool(count % 2), at_ns=at_ns + offset, delay_ns=delay_ns)

    def _event(self, scripted: Scripted, now_ns: int) -> RawEvent:
        if scripted.lost:
            level = (scripted.line, self._level(scripted.line, scripted.arrives_ns))
            return EdgesLost(self.name, 1, scripted.arrives_ns, "script", (level,))
        at = scripted.time_ns
        return SwitchEdge(self.name, scripted.line, scripted.pressed, at, MONOTONIC, at, now_ns)

    def _told_up_to(self, now_ns: int) -> int:
        if self._promise_ns is not None:
            return now_ns - self._promise_ns
        while self._unreported and self._unreported[0][1] in self._reported:
            self._reported.remove(heapq.heappop(self._unreported)[1])
        return min([now_ns, *(at_ns - 1 for at_ns, _ in self._unreported[:1])])

    def _level(self, line: Line, now_ns: int) -> bool:
        past = [edge.pressed for edge in self._script[line] if edge.time_ns <= now_ns]
        return bool(past and past[-1])
