"""What became of edges that the rig has made: of pairs, which was stamped first and came first; of presses that bounce,
how far their first stamp is from their first edge, by the line request and by its hard interrupts.

Whatever the rig's programs print goes in. A press that the host disturbed is set aside.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tools.vm.rig.contacts import is_undisturbed

Written: TypeAlias = tuple[int, bool, int, int]
Came: TypeAlias = tuple[int, bool, int, int]


@dataclass(frozen=True)
class Edge:
    """An edge: its line, its stamp, how many came before it, and how long after its stamp it came (ns)."""

    line: int
    stamp: int
    place: int
    delay: int


def found(written: Sequence[Written], came: Sequence[Came]) -> list[Edge]:
    """Give what came of every edge that was made.

    Raises AssertionError where one is missing, there is one too many, or one has a stamp from outside its write.
    """
    by_line: dict[int, list[tuple[Edge, bool]]] = {}
    for place, (line, pressed, stamp, arrived) in enumerate(came):
        by_line.setdefault(line, []).append((Edge(line, stamp, place, arrived - stamp), pressed))
    for edges in by_line.values():
        edges.sort(key=lambda edge: edge[0].stamp)
    count: Counter[int] = Counter()
    result = []
    for line, pressed, before, after in written:
        edge, went_down = by_line[line][count[line]]
        count[line] += 1
        assert went_down == pressed, f"line {line}: an edge was lost before {edge}"
        assert before <= edge.stamp <= after, f"{edge} was made between {before} and {after}"
        result.append(edge)
    assert len(came) == len(written), f"{len(came)} edges of {len(written)}"
    return result


@dataclass(frozen=True)
class Order:
    """How the pairs came out. `apart` and `delays` in ns, sorted."""

    pairs: int
    stamped_wrong: int
    stamped_equal: int
    came_wrong: int
    apart: list[int]
    delays: list[int]

    def __str__(self) -> str:
        apart, delays = (
            "/".join(f"{nth(values, share) / 1000:.0f}" for share in (0.5, 0.99, 1))
            for values in (self.apart, self.delays)
        )
        return (
            f"{self.pairs} pairs, {apart} µs apart: {self.stamped_wrong} stamped in the wrong order, "
            f"{self.came_wrong} arrived in it; arrival after the stamp {delays} µs (p50/p99/max)"
        )


def order_of(edges: Sequence[Edge]) -> Order:
    """Compare the edges of each pair; of each the first was made first."""
    pairs = list(zip(edges[::2], edges[1::2], strict=True))
    return Order(
        pairs=len(pairs),
        stamped_wrong=sum(one.stamp > other.stamp for one, other in pairs),
        stamped_equal=sum(one.stamp == other.stamp for one, other in pairs),
        came_wrong=sum(one.place > other.place for one, other in pairs),
        apart=sorted(abs(other.stamp - one.stamp) for one, other in pairs),
        delays=sorted(edge.delay for edge in edges),
    )


def nth(values: Sequence[int], share: float) -> int:
    """The value that this share of sorted values does not exceed."""
    return values[min(len(values) - 1, int(len(values) * share))]


# Presses that bounce

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
