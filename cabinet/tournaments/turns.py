"""What a queue and a party have in common: facts are folded one after the other, and only the last can be undone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cabinet.tournaments.lines import Fact, NoShow, Result
from cabinet.tournaments.roster import Roster
from cabinet.tournaments.views import Row

MISSED: Final = 2
"""So many no-shows in a row, and a name is out until it joins again."""


def last_id(facts: Sequence[Fact]) -> str:
    """Return the id of the last result or no-show; "" if there is none."""
    return next((fact.match for fact in reversed(facts) if isinstance(fact, Result | NoShow)), "")


def results(facts: Sequence[Fact]) -> list[Result]:
    """Return the results."""
    return [fact for fact in facts if isinstance(fact, Result)]


def again(facts: Sequence[Fact], pair: tuple[int, int]) -> int:
    """Return how many matches of a pair at the end of the facts had no winner."""
    count = 0
    for result in reversed(results(facts)):
        if result.winner is not None or set(result.seats) != set(pair):
            break
        count += 1
    return count


def rows(
    roster: Roster, facts: Sequence[Fact], inside: frozenset[int], streaks: Counter[int], sides: Sequence[int] = ()
) -> tuple[Row, ...]:
    """Return a table by matches won, then by the longest streak. Merged places of one name are added up."""
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    longest: Counter[str] = Counter()
    for result in results(facts):
        if result.winner is not None:
            won[roster.name(result.winner)] += 1
            lost[roster.name(sum(result.seats) - result.winner)] += 1
    for entrant, streak in streaks.items():
        longest[roster.name(entrant)] = max(longest[roster.name(entrant)], streak)
    found = []
    for entrant in sorted(set(range(len(roster))) - roster.gone):
        name = roster.name(entrant)
        matches, side = (won[name], lost[name]), sides[entrant] if sides else 0
        is_in, figures = entrant in inside, (longest[name],)
        found.append(Row(0, name, sum(matches), *matches, won[name], figures, matches, is_in, side))
    found.sort(key=_merit)
    order = [_merit(row) for row in found]
    return tuple(replace(row, place=1 + order.index(_merit(row))) for row in found)


def _merit(row: Row) -> tuple[int, ...]:
    return -row.won, *(-figure for figure in row.tie_breaks), row.lost
