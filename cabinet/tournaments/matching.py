"""Maximum matching in a graph: Edmonds' blossom algorithm.

It answers one question for Swiss: how many of these names can be paired without a second meeting? A greedy choice
alone paints itself into a corner. Cubic in the number of vertices, of which there are at most 32.
"""

from collections import deque
from collections.abc import Collection, Sequence

FREE = -1


def matching_size(neighbours: Sequence[Collection[int]]) -> int:
    """Return the most pairs of adjacent vertices without a vertex in common. `neighbours`: by vertex, symmetric."""
    mate = [FREE] * len(neighbours)
    for vertex, adjacent in enumerate(neighbours):
        other = next((each for each in adjacent if mate[each] == FREE), None) if mate[vertex] == FREE else None
        if other is not None:
            mate[vertex], mate[other] = other, vertex
    for root in range(len(neighbours)):
        if mate[root] == FREE:
            _Search(neighbours, mate, root).augment()
    return sum(each != FREE for each in mate) // 2


class _Search:
    """A search for an augmenting path from one unmatched vertex; `mate` is changed if there is one."""

    def __init__(self, neighbours: Sequence[Collection[int]], mate: list[int], root: int) -> None:
        count = len(neighbours)
        self._neighbours = neighbours
        self._mate = mate
        self._parent = [FREE] * count
        self._base = list(range(count))
        self._is_outer = [False] * count
        self._is_outer[root] = True
        self._queue = deque([root])

    def augment(self) -> None:
        """Grow the tree until a path ends at an unmatched vertex, and swap the edges along it."""
        while self._queue:
            vertex = self._queue.popleft()
            for other in self._neighbours[vertex]:
                if self._base[vertex] != self._base[other] and self._mate[vertex] != other:
                    end = self._looked_at(vertex, other)
                    if end != FREE:
                        self._swap(end)
                        return

    def _looked_at(self, vertex: int, other: int) -> int:
        """Take an edge into the tree; return the end of an augmenting path, or FREE."""
        is_root = self._mate[other] == FREE and self._is_outer[other]
        if is_root or (self._mate[other] != FREE and self._parent[self._mate[other]] != FREE):
            self._contract(vertex, other)
        elif self._parent[other] == FREE:
            self._parent[other] = vertex
            if self._mate[other] == FREE:
                return other
            self._grow(self._mate[other])
        return FREE

    def _grow(self, vertex: int) -> None:
        if not self._is_outer[vertex]:
            self._is_outer[vertex] = True
            self._queue.append(vertex)

    def _contract(self, vertex: int, other: int) -> None:
        """Make a cycle of odd length (a blossom) one vertex."""
        base = self._common_base(vertex, other)
        blossom: set[int] = set()
        self._mark(vertex, base, other, blossom)
        self._mark(other, base, vertex, blossom)
        for each, of in enumerate(self._base):
            if of in blossom:
                self._base[each] = base
                self._grow(each)

    def _mark(self, vertex: int, base: int, child: int, blossom: set[int]) -> None:
        while self._base[vertex] != base:
            blossom |= {self._base[vertex], self._base[self._mate[vertex]]}
            self._parent[vertex] = child
            child = self._mate[vertex]
            vertex = self._parent[child]

    def _common_base(self, vertex: int, other: int) -> int:
        seen = set()
        while True:
            vertex = self._base[vertex]
            seen.add(vertex)
            if self._mate[vertex] == FREE:
                break
            vertex = self._parent[self._mate[vertex]]
        while self._base[other] not in seen:
            other = self._parent[self._mate[self._base[other]]]
        return self._base[other]

    def _swap(self, vertex: int) -> None:
        while vertex != FREE:
            before = self._parent[vertex]
            after = self._mate[before]
            self._mate[vertex], self._mate[before] = before, vertex
            vertex = after
