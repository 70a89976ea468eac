"""Ratings: how strong each name is at a game, by the Plackett-Luce model of `openskill`.

A rating is an estimate of strength `mu` with an uncertainty `sigma`; people never see either, only places (`places`).
Bots have fixed ratings, the anchors to which the people's are compared. Margins are not used: a match won by much
counts as one won by little. The library is imported when the first rating is computed, since the first frame needs
none.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from cabinet.people.names import is_name
from cabinet.people.results import Result
from cabinet.strings.catalogue import word

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = MU / 3
"""The library's own prior: the rating of a name before its first match."""
SETTLED: Final = 3
"""The number of rated matches of a game from which on a name has a place."""


class Rating(msgspec.Struct, frozen=True):
    """Strength and its uncertainty, after a number of rated matches."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0

    @property
    def ordinal(self) -> float:
        """The strength that the name surely has: three deviations below `mu`."""
        return self.mu - 3 * self.sigma


ANCHORS: Final[Mapping[str, Rating]] = MappingProxyType(
    {
        "bot:slow": Rating(16.0, 1.0),
        "bot:middling": Rating(MU, 1.0),
        "bot:fast": Rating(31.0, 1.0),
    }
)
"""The fixed ratings of the bots that people play against; their distances are those of bots that won 92 % and 82 % of
their matches against the next slower level (decision 0086). Matches with any other bot are not rated."""


class Place(NamedTuple):
    """The place of a name among those that have one: ``2nd of 7`` is ``Place(2, 7)``."""

    place: int
    of: int


def is_rated(result: Result) -> bool:
    """Return whether a match changes ratings.

    It needs a fair end, a name at every seat of a person, each once, bots with an anchor at the others, and two seats.
    """
    names = [result.name(seat) for seat in result.people]
    bots = [player for seat, player in enumerate(result.players) if seat not in result.people]
    return (
        result.is_fair
        and len(result.players) > 1
        and bool(names)
        and all(names)
        and len(set(names)) == len(names)
        and all(bot in ANCHORS for bot in bots)
        and len(result.figures.places) == len(result.players)
    )


def rated(result: Result, ratings: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the new ratings of the names in a match, from those before it; empty if it is not rated."""
    if not is_rated(result):
        return {}
    seats = range(len(result.players))
    before = [
        ratings.get(result.name(seat), Rating()) if result.name(seat) else ANCHORS[result.players[seat]]
        for seat in seats
    ]
    after = rate([[rating] for rating in before], result.figures.places)
    return {result.name(seat): after[seat][0] for seat in seats if result.name(seat)}


def rate(teams: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """Return the ratings of teams after a match that they finished in these places; equal places are a tie."""
    model = _model()
    given = [[model.rating(rating.mu, rating.sigma) for rating in team] for team in teams]
    new = model.rate(given, ranks=[float(place) for place in places])
    return [
        [Rating(now.mu, now.sigma, rating.matches + 1) for now, rating in zip(after, team, strict=True)]
        for after, team in zip(new, teams, strict=True)
    ]


def expected_share(one: Rating, other: Rating) -> float:
    """Return the share of matches that the first is expected to win against the second, 0 to 1."""
    model = _model()
    return float(model.predict_win([[model.rating(each.mu, each.sigma)] for each in (one, other)])[0])


def places(ratings: Mapping[str, Rating]) -> dict[str, Place]:
    """Return the places of all names with `SETTLED` matches, the strongest first; equals share a place."""
    settled = [(name, each.ordinal) for name, each in ratings.items() if is_name(name) and each.matches >= SETTLED]
    settled.sort(key=lambda pair: (-pair[1], pair[0]))
    first: dict[float, int] = {}
    for place, (_, ordinal) in enumerate(settled, start=1):
        first.setdefault(ordinal, place)
    return {name: Place(first[ordinal], len(settled)) for name, ordinal in settled}


def place_text(place: Place) -> str:
    """Return a place in words; ratings themselves are shown nowhere."""
    last = place.place % 10 if place.place % 100 not in (11, 12, 13) else 0
    key = {1: "place.first", 2: "place.second", 3: "place.third"}.get(last, "place.other")
    return word(key, place=place.place, of=place.of)


@lru_cache(maxsize=1)
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce

    return PlackettLuce()
