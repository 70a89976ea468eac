"""The figures of a match for ratings and records, from its story and its outcome. Pure."""

from collections.abc import Iterable, Sequence
from typing import Final

from cabinet.match.story import Story
from cabinet.people.results import Figures, RaceFigure
from cabinet.store.changes import Race
from engine.game import MS, Outcome
from engine.games import find_game
from engine.setup import Setup

LEAST_PLAYS: Final = 20
"""The number of cards that a seat plays at least for its cards a minute to mean something."""


def figures_of(setup: Setup, outcome: Outcome, story: Story, races: Iterable[Race]) -> Figures:
    """Return the figures of a finished match; the time, and whether it was level, are the caller's.

    `races` are those between people that count.
    """
    return Figures(
        places=places_of(outcome, len(setup.seats), has_places=find_game(setup.game).info.places),
        deals_ms=quickest_deals(story),
        pace=tuple(_pace(story, seat) for seat in range(story.seats)),
        races=tuple(_closest(races)),
    )


def places_of(outcome: Outcome, seats: int, *, has_places: bool) -> tuple[int, ...]:
    """Return the place of each seat: the outcome's own where it has them, else the winner's before all others.

    Without a winner all share the first place.
    """
    if has_places and len(outcome.scores) == seats:
        return outcome.scores
    return tuple(1 if outcome.winner in (None, seat) else 2 for seat in range(seats))


def quickest_deals(story: Story) -> tuple[int, ...]:
    """Return the play time of the quickest deal that each seat won, ms; 0 for a seat that won none.

    Only deals count in which all began with equally many cards, but for one where the deck does not divide: at the end
    of a match of Spit somebody has a handful left.
    """
    quickest = [0] * story.seats
    for deal, seat in story.won.items():
        curve = story.curves[deal]
        length, first = (curve[-1].at_ns - curve[0].at_ns) // MS, curve[0].left
        if max(first) - min(first) <= 1 and length and (not quickest[seat] or length < quickest[seat]):
            quickest[seat] = length
    return tuple(quickest)


def _pace(story: Story, seat: int) -> int:
    return round(10 * story.cards_a_minute(seat)) if story.figures[seat].plays >= LEAST_PLAYS else 0


def _closest(races: Iterable[Race]) -> Sequence[RaceFigure]:
    best: dict[bool, Race] = {}
    for race in races:
        if race.judged not in best or race.margin_ns < best[race.judged].margin_ns:
            best[race.judged] = race
    return [RaceFigure(race.winner, race.loser, race.margin_ns, race.judged) for race in best.values()]
