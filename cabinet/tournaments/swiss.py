"""The pairing of a Swiss round: neighbours in the table, as few second meetings as possible, byes in turn.

From the top of the table each name gets the nearest opponent that leaves the others a pairing with no more second
meetings than unavoidable (`matching`). The first round pairs the upper half with the lower. With an odd number, the
last in the table among those with the fewest byes has one; of those, it goes where it avoids a second meeting.
"""

from collections.abc import Mapping, Sequence
from math import ceil, log2
from typing import NamedTuple

from cabinet.tournaments.matching import matching_size
from cabinet.tournaments.roster import NOBODY

Pair = tuple[int, int]
Met = Mapping[frozenset[int], int]
"""How often two entrants have met; a missing pair has not."""


class Round(NamedTuple):
    """A round's pairs, best in the table first, and who has a bye (NOBODY: nobody)."""

    pairs: tuple[Pair, ...]
    bye: int = NOBODY


def rounds_needed(names: int) -> int:
    """Return the rounds after which at most one of so many names has won all."""
    return max(1, ceil(log2(names)))


def most_rounds(names: int) -> int:
    """Return the most rounds that never come to a second meeting or a second bye, whatever the results (decision 0118).

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
    new = [[b for b, two in enumerate(entrants) if one != two and not met.get(frozenset((one, two)))]
           for one in entrants]  # fmt: skip
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
