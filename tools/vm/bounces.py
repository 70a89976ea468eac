"""What became of presses that bounce: how far their first stamp is from their first edge, by request and by interrupts.

Whatever the rig's `bounce` prints goes in. A press that the host disturbed is set aside.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tools.vm.edges import nth
from tools.vm.rig.bounce import is_undisturbed

LATE_NS: Final = 100_000


@dataclass(frozen=True)
class Stamps:
    """First stamps of presses, by one way: how far behind the first edge (sorted, ns), and how many presses had none.

    A stamp inside its edge's two readings of the clock is 0 ns behind; one before it, negative.
    """

    behind: list[int]
    none: int

    @property
    def late(self) -> int:
        """How many are off by more than LATE_NS, to either side."""
        return sum(abs(nanoseconds) > LATE_NS for nanoseconds in self.behind)

    def __str__(self) -> str:
        figures = [nth(self.behind, share) / 1000 for share in (0.5, 0.9, 1)] if self.behind else []
        told = "/".join(f"{figure:.0f}" for figure in figures)
        return (
            f"{self.late} off by more than {LATE_NS // 1000} µs ({told} µs, p50/p90/max), {self.none} without a stamp"
        )


@dataclass(frozen=True)
class Bounced:
    """What came of a run. `overwritten`: edges whose interrupt was overwritten before it was an event."""

    presses: int
    set_aside: int
    bouncing: int
    request: Stamps
    outside: int
    """Presses whose first edge lies before the interval of their first stamp by more than LATE_NS, or behind it."""
    wrong_way: int
    overwritten: int
    lost: int
    interrupts: Stamps
    miscounted: int
    """Presses with more or fewer hard interrupts than edges."""
    interrupts_lost: int

    def __str__(self) -> str:
        return (
            f"{self.presses} presses, {self.bouncing} of them bouncing ({self.set_aside} more set aside). "
            f"First stamp read: {self.request}, {self.outside} outside its interval; "
            f"first event in the wrong direction {self.wrong_way}; "
            f"edges overwritten {self.overwritten}, lost {self.lost}. First hard interrupt: {self.interrupts}; "
            f"presses with more or fewer interrupts than edges {self.miscounted}, losses {self.interrupts_lost}"
        )


def judged(told: Mapping[str, Any]) -> Bounced:
    """Compare each press with what was seen of it until the next train of its line."""
    events = by_line([(line, stamp, pressed) for line, pressed, stamp, _ in told["came"]])
    early = {(came[0], came[2]): early for came, early in zip(told["came"], told.get("early", []), strict=False)}
    interrupts = by_line([(line, stamp, True) for line, stamp in told.get("interrupts", [])])
    request, traced, bouncing, wrong_way, miscounted, aside, outside = [], [], 0, 0, 0, 0, 0
    for line, times, end in windows(told["trains"]):
        if not is_undisturbed(times):
            aside += 1
            continue
        bouncing += len(times) > 1
        seen = between(events.get(line, []), times[0][0] - LATE_NS, end)
        hard = between(interrupts.get(line, []), times[0][0] - LATE_NS, end)
        request.append(behind(seen, times[0]))
        traced.append(behind(hard, times[0]))
        late = request[-1]
        outside += late is not None and not -LATE_NS <= late <= early.get((line, seen[0][0]), 0) + LATE_NS
        wrong_way += bool(seen) and not seen[0][1]
        miscounted += len(hard) != len(times)
    overwritten, lost = gaps(told)
    return Bounced(
        presses=len(request),
        set_aside=aside,
        bouncing=bouncing,
        request=stamps(request),
        outside=outside,
        wrong_way=wrong_way,
        overwritten=overwritten,
        lost=lost,
        interrupts=stamps(traced),
        miscounted=miscounted,
        interrupts_lost=len(told.get("interrupts_lost", [])),
    )


def by_line(seen: Sequence[tuple[int, int, bool]]) -> dict[int, list[tuple[int, bool]]]:
    """Give of each line what was seen of it, (stamp, pressed), in the order of the stamps."""
    lines: dict[int, list[tuple[int, bool]]] = {}
    for line, stamp, pressed in sorted(seen, key=lambda event: event[1]):
        lines.setdefault(line, []).append((stamp, pressed))
    return lines


def windows(trains: Sequence[Any]) -> list[tuple[int, list[list[int]], int]]:
    """Give the presses: line, times of their edges, and when the next train of that line begins."""
    found = []
    ends: dict[int, int] = {}
    for line, pressed, times in reversed(trains):
        if pressed:
            found.append((line, times, ends.get(line, 1 << 63)))
        ends[line] = times[0][0] - LATE_NS
    return found[::-1]


def between(seen: Sequence[tuple[int, bool]], start: int, end: int) -> Sequence[tuple[int, bool]]:
    """Give those from `start` up to before `end`."""
    return seen[bisect_left(seen, (start, False)) : bisect_left(seen, (end, False))]


def behind(seen: Sequence[tuple[int, bool]], edge: Sequence[int]) -> int | None:
    """Give how far the first stamp lies outside the two readings of the clock around the edge; None for no stamp."""
    if not seen:
        return None
    (before, after), stamp = edge, seen[0][0]
    return min(0, stamp - before) + max(0, stamp - after)


def stamps(distances: Sequence[int | None]) -> Stamps:
    """Sum up."""
    known = sorted(distance for distance in distances if distance is not None)
    return Stamps(known, len(distances) - len(known))


def gaps(told: Mapping[str, Any]) -> tuple[int, int]:
    """Give how many edges of the pressed lines have no event: overwritten ones, and those lost from the queue.

    The kernel numbers a line's events when it queues them, so that a number that is missing there was queued and lost.
    """
    pressed = {line for line, _, _ in told["trains"]}
    edges = sum(len(times) for _, _, times in told["trains"])
    lines = [line for line, *_ in told["came"]]
    last: Counter[int] = Counter()
    for line, (_, number) in zip(lines, told.get("numbers", []), strict=False):
        last[line] = max(last[line], number)
    events = sum(line in pressed for line in lines)
    lost = sum(max(0, last[line] - lines.count(line)) for line in pressed)
    return edges - events - lost, lost
