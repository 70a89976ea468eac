"""Who meets whom in a tournament: elimination, round robin, and the rounds of Swiss.

Begin with `single_elimination`, `double_elimination` and `round_robin`, which return whole plans, and `next_round`,
which pairs one round of Swiss; a plan is a list of `Series`, each after those that feed it. At the end is the maximum
matching that Swiss rests on.
"""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil, log2
from typing import NamedTuple

from msgspec.structs import replace

from cabinet.tournaments.journal import NOBODY
from cabinet.tournaments.series import Series, Source, entrant
from cabinet.tournaments.views import Stage

# -- Elimination: fixed positions, byes for the first seeds ------------------------------------------

# Round 1 has the next power of two of places; missing names are NOBODY, so a bye is a series against nobody. Ids are
# W<round>.<row> among those not beaten, L<round>.<row> among those beaten once, F1 and F2 for the finals; a play-off
# has P. Losers of round 2 and later cross to another part of the bracket, so that among 8, 16 and 32 names nobody can
# meet somebody again before round 3, 4 and 5 of those beaten once; byes go first to names that may have had none.


def seed_order(size: int) -> list[int]:
    """Return the seeds from 0 by their place in round 1: the first two can meet only in the last round."""
    order = [0]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) - 1 - each)]
    return order


def single_elimination(entrants: Sequence[int], best_of: int, final: int, letter: str = "W") -> list[Series]:
    """Return the plan for two or more entrants, best seed first."""
    stage: Stage = "playoff" if letter == "P" else "knockout"
    plan = list(_winners(entrants, best_of, letter, stage))
    last = plan[-1]
    return [*plan[:-1], replace(last, best_of=final, stage="playoff" if letter == "P" else "final")]


def double_elimination(entrants: Sequence[int], best_of: int, final: int) -> list[Series]:
    """Return the plan for three or more entrants, best seed first, in the order of play."""
    winners = list(_winners(entrants, best_of, "W", "winners"))
    depth = winners[-1].round
    losers = list(_losers(depth, best_of))
    goes_to = {source.series: series.id for series in losers for source in series.sources if source.of == "loser"}
    winners = [replace(series, loser_to=goes_to[series.id]) for series in winners]
    winners[-1] = replace(winners[-1], winner_to="F1")
    order = sorted((*winners, *losers), key=_turn)
    return [*order, *_finals(f"W{depth}.1", losers[-1].id, final)]


def _winners(entrants: Sequence[int], best_of: int, letter: str, stage: Stage) -> Iterator[Series]:
    size = 1
    while size < len(entrants):
        size *= 2
    seats = [entrants[seed] if seed < len(entrants) else NOBODY for seed in seed_order(size)]
    sources = [entrant(seat) for seat in seats]
    number = 0
    while len(sources) > 1:
        number, rows = number + 1, len(sources) // 2
        ids = [f"{letter}{number}.{row + 1}" for row in range(rows)]
        for row, name in enumerate(ids):
            to = f"{letter}{number + 1}.{row // 2 + 1}" if rows > 1 else ""
            pair = (sources[2 * row], sources[2 * row + 1])
            yield Series(name, stage, number, row, rows, pair, best_of, winner_to=to)
        sources = [Source("winner", series=name) for name in ids]


def _losers(depth: int, best_of: int) -> Iterator[Series]:
    """Yield the series among those beaten once, for `depth` rounds among the others."""
    rows = 2 ** (depth - 2)
    above = [Source("loser", series=f"W1.{row + 1}") for row in range(2 * rows)]
    number = 1
    yield from _round_of_losers(number, list(zip(above[::2], above[1::2], strict=True)), best_of, halves=False)
    for winners_round in range(2, depth + 1):
        number += 1
        stay = [Source("winner", series=f"L{number - 1}.{row + 1}") for row in range(rows)]
        is_last = winners_round == depth
        fall = [Source("loser", series=f"W{winners_round}.{row + 1}") for row in _crossed(rows, winners_round)]
        yield from _round_of_losers(number, list(zip(stay, fall, strict=True)), best_of, halves=True, last=is_last)
        if not is_last:
            number += 1
            stay = [Source("winner", series=f"L{number - 1}.{row + 1}") for row in range(rows)]
            yield from _round_of_losers(number, list(zip(stay[::2], stay[1::2], strict=True)), best_of, halves=False)
            rows //= 2


def _round_of_losers(
    number: int, pairs: Sequence[tuple[Source, Source]], best_of: int, *, halves: bool, last: bool = False
) -> Iterator[Series]:
    for row, pair in enumerate(pairs):
        to = "F1" if last else f"L{number + 1}.{(row // 2 if halves else row) + 1}"
        yield Series(f"L{number}.{row + 1}", "losers", number, row, len(pairs), pair, best_of, winner_to=to)


def _crossed(rows: int, winners_round: int) -> list[int]:
    """Return the rows from which losers fall: in reverse, and in every other round with the halves exchanged."""
    if winners_round % 2 == 0:
        return list(range(rows))[::-1]
    return [(row + rows // 2) % rows for row in range(rows)]


def _turn(series: Series) -> tuple[int, int, int]:
    """Return the place in the order of play: W1 W2 L1 L2 W3 L3 L4 W4 …, so that losers rest for a round."""
    if series.stage == "winners":
        return series.round, 0, series.row
    return (series.round + 3) // 2, series.round, series.row


def _finals(unbeaten: str, beaten_once: str, best_of: int) -> Iterator[Series]:
    pair = (Source("winner", series=unbeaten), Source("winner", series=beaten_once))
    yield Series("F1", "final", 1, 0, 1, pair, best_of, winner_to="F2")
    again = Source("winner", series="F1")
    yield Series("F2", "reset", 2, 0, 1, (again, again), best_of, if_needed=True)


# -- Round robin: everybody meets everybody once -----------------------------------------------------


def _circle(entrants: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield each round's pairs (circle method); with an odd number of entrants each has one round against NOBODY."""
    circle = [*entrants, *[NOBODY] * (len(entrants) % 2)]
    for number in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = list(zip(circle[:half], circle[: half - 1 : -1], strict=True))
        yield [pairs[0][::-1] if number % 2 else pairs[0], *pairs[1:]]
        circle = [circle[0], circle[-1], *circle[1:-1]]


def round_plan(number: int, pairs: Sequence[tuple[int, int]], best_of: int) -> list[Series]:
    """Return the series of one round."""
    return [
        Series(f"R{number}.{row + 1}", "round", number, row, len(pairs), (entrant(a), entrant(b)), best_of)
        for row, (a, b) in enumerate(pairs)
    ]


def round_robin(entrants: Sequence[int], best_of: int) -> list[Series]:
    """Return the plan, round after round."""
    return [
        series
        for number, pairs in enumerate(_circle(entrants), start=1)
        for series in round_plan(number, pairs, best_of)
    ]


# -- Swiss: neighbours in the table, as few second meetings as possible, byes in turn ----------------

# From the top of the table each name gets the nearest opponent that leaves the others a pairing with no more second
# meetings than unavoidable (`matching_size`). The first round pairs the upper half with the lower. With an odd number,
# the last in the table among those with the fewest byes has one; of those, it goes where it avoids a second meeting.

Pair = tuple[int, int]
Met = Mapping[frozenset[int], int]
"""How often two entrants have met; a missing pair has not."""


class Round(NamedTuple):
    """A round's pairs, best in the table first, and who has a bye (NOBODY: nobody)."""

    pairs: tuple[Pair, ...]
    bye: int = NOBODY


def rounds_needed(names: int) -> int:
    """Return the rounds after which at most one of `names` names has won all."""
    return max(1, ceil(log2(names)))


def most_rounds(names: int) -> int:
    """Return the most rounds that never need a second meeting or a second bye, with any results (decision 0089).

    With a bye as one more opponent, each of an even number n of places has n - 1 - k new ones after k rounds. If that
    is n / 2 or more, all can be paired with new ones (Dirac), so no look ahead is needed up to round n / 2.
    """
    return ceil(names / 2)


def rounds_that_exist(names: int) -> int:
    """Return the rounds of a schedule in which everybody meets everybody once: the limit of an older journal."""
    return names - 1 + names % 2


def next_round(table: Sequence[int], met: Met, byes: Mapping[int, int], *, is_first: bool = False) -> Round:
    """Return the pairing of those who play on, best in the table first (two or more)."""
    order = list(table)
    bye = NOBODY
    if len(order) % 2:
        bye = _who_rests(order, met, byes)
        order.remove(bye)
    return Round(tuple(_pairs(order, met, is_first=is_first)), bye)


def second_meetings(entrants: Sequence[int], met: Met) -> int:
    """Return the fewest second meetings of a pairing of all these (an even number)."""
    new = [
        [b for b, two in enumerate(entrants) if one != two and not met.get(frozenset((one, two)))] for one in entrants
    ]
    return len(entrants) // 2 - matching_size(new)


def _who_rests(order: Sequence[int], met: Met, byes: Mapping[int, int]) -> int:
    fewest = min(byes.get(entrant, 0) for entrant in order)
    due = [entrant for entrant in reversed(order) if byes.get(entrant, 0) == fewest]
    return min(due, key=lambda entrant: second_meetings([each for each in order if each != entrant], met))


def _pairs(order: Sequence[int], met: Met, *, is_first: bool) -> list[Pair]:
    rest, pairs = list(order), list[Pair]()
    spare = second_meetings(rest, met)
    while rest:
        one = rest.pop(0)
        nearest = (len(rest) - 1) // 2 if is_first else 0
        for two in _by_preference(one, rest, nearest, met):
            again = bool(met.get(frozenset((one, two))))
            others = [each for each in rest if each != two]
            if second_meetings(others, met) + again <= spare:
                spare -= again
                rest = others
                pairs.append((one, two))
                break
    return pairs


def _by_preference(one: int, rest: Sequence[int], nearest: int, met: Met) -> list[int]:
    """Return the possible opponents: new ones first, then those met least; among them the nearest place."""

    def cost(place: int) -> tuple[int, int]:
        return met.get(frozenset((one, rest[place])), 0), abs(place - nearest)

    return [rest[place] for place in sorted(range(len(rest)), key=cost)]


# -- Maximum matching: Edmonds' blossom algorithm ----------------------------------------------------

# It answers one question for Swiss: how many of these names can be paired without a second meeting? A greedy choice
# alone paints itself into a corner. Cubic in the number of vertices, of which there are at most 32. networkx 3.6 has it
# too (`max_weight_matching`), in a wheel of 2 MB with 601 files: too large for one function on a card.

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
