"""What became of pairs of edges: of each pair, which was made first, which stamped first, which came first."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

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
