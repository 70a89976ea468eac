"""The plan of a round robin by the circle method: everybody meets everybody once, and in each round plays once."""

from collections.abc import Iterator, Sequence

from cabinet.tournaments.roster import NOBODY
from cabinet.tournaments.series import Series, entrant


def rounds(entrants: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield each round's pairs; with an odd number of entrants each has one round against NOBODY."""
    circle = [*entrants, *[NOBODY] * (len(entrants) % 2)]
    for number in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = list(zip(circle[:half], circle[:half - 1:-1], strict=True))
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
        for number, pairs in enumerate(rounds(entrants), start=1)
        for series in round_plan(number, pairs, best_of)
    ]
