"""Ratings: how strong each name is at a game, by the Thurstone-Mosteller model of `openskill`.

A rating is an estimate of strength `mu` with an uncertainty `sigma`; people never see either, only places (`places`).
One Gaussian curve says what is expected and what a result changes, so they cancel where a share of wins is the expected
one, whoever the opponent is. Bots have fixed ratings, the anchors to which the people's are compared: on that curve
they win what they were measured to win. Margins are not used: a match won by much counts as one won by little. The
library is imported when the first rating is computed, since the first frame needs none.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from cabinet.people.names import is_name
from cabinet.people.results import Result
from cabinet.strings.catalogue import word

if TYPE_CHECKING:
    from openskill.models import ThurstoneMostellerFull

MU: Final = 25.0
SIGMA: Final = MU / 3
"""The library's own prior: the rating of a name before its first match."""
CURVE: Final = 1
"""The number of this model with its figures below: another makes every rating anew, from all results."""
DRIFT: Final = 0.03
"""How much less certain each match leaves a rating, since people learn: a settled one follows its last 100 matches or
so. The library's own 0.083 lets the expected share of two who always play each other stray by 5 points, this by 2."""
CERTAIN: Final = 0.95
"""A win that was expected with more than this share changes nothing: the weakest bot alone makes nobody the best."""
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
        "bot:slow": Rating(16.5, 1.0),
        "bot:middling": Rating(MU, 1.0),
        "bot:fast": Rating(30.5, 1.0),
    }
)
"""The fixed ratings of the bots with a name of their own: as far apart as those that won 92 % and 82 % of their matches
against the next slower level are on the model's curve."""
MEASURED: Final[Mapping[str, tuple[float, float, float]]] = MappingProxyType(
    {
        "spit": (18.4, MU, 29.6),
        "speed": (13.8, MU, 30.9),
        "mod_spit": (14.8, MU, 36.4),
        "speed_uno": (23.8, MU, 25.6),
        "speah": (24.3, MU, MU),
    }
)
"""The same three strengths in games whose bots were measured (decision 0086); other games have `ANCHORS`."""
PACES: Final[Mapping[str, float]] = MappingProxyType({"bot:slow": 38.0, "bot:middling": 66.0, "bot:fast": 92.0})
"""The pace of those bots, cards a minute in Speed."""


def anchor(pace: float, game: str = "") -> Rating:
    """Return the fixed rating of a bot of a pace above 0, cards a minute in Speed: between and beyond the bots with
    names by the logarithm of the pace."""
    marks = MEASURED.get(game) or tuple(rating.mu for rating in ANCHORS.values())
    at = list(zip(map(log, PACES.values()), marks, strict=True))
    (x0, mu0), (x1, mu1) = at[:2] if log(pace) < at[1][0] else at[1:]
    return Rating(mu0 + (mu1 - mu0) * (log(pace) - x0) / (x1 - x0), 1.0)


class Place(NamedTuple):
    """The place of a name among those that have one: ``2nd of 7`` is ``Place(2, 7)``."""

    place: int
    of: int


def is_rated(result: Result) -> bool:
    """Return whether a match changes ratings.

    It needs a fair end, a name at every seat of a person, each once, bots of a known pace at the others, and two seats.
    """
    names = [result.name(seat) for seat in result.people]
    bots = [seat for seat in range(len(result.players)) if seat not in result.people]
    return (
        result.is_fair
        and len(result.players) > 1
        and bool(names)
        and all(names)
        and len(set(names)) == len(names)
        and all(_pace(result, bot) > 0 for bot in bots)
        and len(result.figures.places) == len(result.players)
    )


def rated(result: Result, ratings: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the new ratings of the names in a match, from those before it; empty if it is not rated."""
    if not is_rated(result):
        return {}
    seats = range(len(result.players))
    before = [
        ratings.get(result.name(seat), Rating()) if result.name(seat) else anchor(_pace(result, seat), result.game)
        for seat in seats
    ]
    after = rate([[rating] for rating in before], result.figures.places)
    return {result.name(seat): after[seat][0] for seat in seats if result.name(seat)}


def _pace(result: Result, seat: int) -> float:
    """Return the pace of a bot in a match; 0 for none that is known. Older results have its name alone."""
    paces = result.figures.bot_paces
    return paces[seat] if seat < len(paces) else PACES.get(result.players[seat], 0)


def rate(teams: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """Return the ratings of teams after a match that they finished in these places; equal places are a tie.

    A team's ratings stay if it was expected, with more than `CERTAIN`, to come before or behind each of the others as
    it did.
    """
    model = _model()
    given = [[model.rating(rating.mu, rating.sigma) for rating in team] for team in teams]

    def is_no_news(one: int, other: int) -> bool:
        better, worse = (one, other) if places[one] < places[other] else (other, one)
        return places[one] != places[other] and model.predict_win([given[better], given[worse]])[0] > CERTAIN

    seats = range(len(teams))
    stay = [all(is_no_news(seat, other) for other in seats if other != seat) for seat in seats]
    new = given if all(stay) else model.rate(given, ranks=[float(place) for place in places])
    return [
        [Rating(now.mu, now.sigma, old.matches + 1) for now, old in zip(same if stays else after, team, strict=True)]
        for stays, same, after, team in zip(stay, given, new, teams, strict=True)
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
def _model() -> "ThurstoneMostellerFull":
    from openskill.models import ThurstoneMostellerFull  # noqa: PLC0415 - the first frame does without

    return ThurstoneMostellerFull(mu=MU, sigma=SIGMA, epsilon=0.0, tau=DRIFT)
