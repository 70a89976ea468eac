"""Matches in virtual time: which seed's match shows most, before it is played at the panels."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.game import MS
from engine.match import Match
from engine.panel import Press
from engine.setup import Setup
from tools.walk.course import Walk, follow
from tools.walk.taps import MARGINS, Step

SEEDS: Final = range(1, 301)
"""The seeds among which `best_seed` chooses."""
MOST: Final = 150
"""The number of taps after which a match counts as endless."""
DECIDED_NS: Final = 400 * MS
"""The time after which a tap's race is decided."""


class _Planner:
    """Makes the taps in the match alone."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self.match = Match(walk.setup)

    def wait(self, until: int) -> int:
        """See `Driver`."""
        self.match.advance(until)
        return until

    def make(self, steps: Sequence[Step]) -> None:
        """See `Driver`."""
        if len(self._walk.steps) > MOST:
            raise ValueError(f"more than {MOST} taps in a match of {self._walk.setup.game}")
        for at, seat, button, pressed in sorted(edge for step in steps for edge in step.edges()):
            self.match.handle(Press(seat, button, pressed, at, "plan"))
        self.match.advance(steps[-1].t + DECIDED_NS)


def planned(setup: Setup, margins: Sequence[int] = MARGINS) -> Walk:
    """Return a match between two people. Raises ValueError for a match that does not end."""
    walk = Walk(setup, margins)
    planner = _Planner(walk)
    follow(walk, planner.match, planner)
    return walk


def best_seed(setup_of: Callable[[int], Setup], seeds: Sequence[int] = SEEDS) -> int:
    """Return the seed whose match shows most: races, a miss, a winner, a race for the last card; then the first."""

    def worth(seed: int) -> tuple[int, bool, bool, int]:
        try:
            walk = planned(setup_of(seed))
        except ValueError:
            return -1, False, False, 0
        has_winner = walk.outcome is not None and walk.outcome.winner is not None
        return len(set(walk.shown)), has_winner, walk.is_close, -len(walk.steps)

    return max(seeds, key=worth)
