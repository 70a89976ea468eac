"""Counts by value, cut into bars of equal width."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

STEPS: Final = (1, 2, 5)
"""The widths of bars, times a power of ten."""
TAIL: Final = 0.98
"""The share of all counts that the bars before the last hold at least; the last has the rest, however far out."""


@dataclass(frozen=True, slots=True)
class Bins:
    """Bars from `start` on, each `width` wide; `has_tail` if the last holds everything beyond it as well."""

    start: int
    width: int
    count: int
    has_tail: bool

    @property
    def end(self) -> int:
        """The value at which the last bar ends."""
        return self.start + self.width * self.count

    def bars(self, counts: Mapping[int, int]) -> list[int]:
        """Return the height of each bar."""
        heights = [0] * self.count
        for value, count in counts.items():
            heights[min(max((value - self.start) // self.width, 0), self.count - 1)] += count
        return heights


def bins_for(many: Sequence[Mapping[int, int]], most: int, unit: int = 1) -> Bins:
    """Return at most `most` bars for several sets of counts together; their width is 1, 2 or 5 times a power of ten of
    `unit`."""
    pooled: dict[int, int] = {}
    for counts in many:
        for value, count in counts.items():
            pooled[value] = pooled.get(value, 0) + count
    if not pooled:
        return Bins(0, unit, 1, False)
    values = sorted(pooled)
    ends = list(accumulate(pooled[value] for value in values))
    last = next(value for value, end in zip(values, ends, strict=True) if end >= TAIL * ends[-1])
    width = next(width for width in _widths(unit) if _count(values[0], last, width) <= most)
    start = values[0] // width * width
    count = _count(values[0], last, width)
    return Bins(start, width, count, values[-1] >= start + width * count)


def _widths(unit: int) -> list[int]:
    return [unit * step * 10**power for power in range(12) for step in STEPS]


def _count(first: int, last: int, width: int) -> int:
    return last // width - first // width + 1
