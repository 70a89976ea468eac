"""A head start: the better-rated of two people is offered a harder deal, and it counts only if both say yes.

The number of cards is the engine's table (`docs/handicaps.md`); this module only reads the two ratings. A match with a
head start counts for no rating and no record.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from cabinet.people.people import People
from cabinet.people.ratings import SETTLED

LEAST_SHARE: Final = 0.65
"""The expected share of wins from which on the better one is well ahead."""

Table = Callable[[str, float], int]
"""Returns the cards for a game and the expected share of wins of the better one; 0 for none."""


class HeadStart(NamedTuple):
    """An offer: the seat that is better, the seat with the head start, and the number of cards."""

    better: int
    weaker: int
    cards: int


def head_start(people: People, game: str, names: tuple[str, ...], table: Table) -> HeadStart | None:
    """Return the offer to two people, by their names by seat; None without one.

    Both need a settled rating (`SETTLED` matches of that game): guests never have one.
    """
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        return None
    ratings = [people.rating(game, name) for name in names]
    if any(rating is None or rating.matches < SETTLED for rating in ratings):
        return None
    share = people.expected_share(game, *names)
    better = 0 if share >= 0.5 else 1
    share = max(share, 1 - share)
    cards = table(game, share) if share >= LEAST_SHARE else 0
    return HeadStart(better, 1 - better, cards) if cards else None
