"""The course of a match: when each tap is chosen, in virtual time and at the panels alike.

Both have the same pace, so a match at the panels goes as it was planned, until the machine is too busy to keep the pace
or a dead heat's lot, which follows from its exact stamp, falls otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from engine.game import MS, Outcome
from engine.match import Match
from engine.setup import Setup
from tools.walk.taps import MARGINS, Chooser, Step

BEGIN_NS: Final = 1_500 * MS
"""The time from the first opening to the first tap."""
SLACK_NS: Final = 40 * MS
"""The time from a move of the game itself to the next tap: the board's clock and the match's differ by a little."""
PACE_NS: Final = 700 * MS
"""The time from a tap to the next: at the panels, the log has to have the first one."""
LOOK_NS: Final = 3_000 * MS
"""The time after a race without another tap: its wings stay 2.6 s."""


@dataclass
class Walk:
    """The taps of one match with races of these `margins` (ns), and its outcome.

    `is_close`: a race was for a deal's last card.
    """

    setup: Setup
    margins: Sequence[int] = MARGINS
    steps: list[Step] = field(default_factory=list)
    is_close: bool = False
    outcome: Outcome | None = None

    @property
    def shown(self) -> list[str]:
        """The names of all races and misses."""
        return [step.shows for step in self.steps if step.shows]


class Strayed(Exception):
    """The match goes otherwise than by the taps that were made."""


class Driver(Protocol):
    """Makes the taps. All times in ns of the match."""

    def wait(self, until: int) -> int:
        """Wait, at least until then; return the time of the next tap, to which the match has been advanced."""

    def make(self, steps: Sequence[Step]) -> None:
        """Make taps, and play them in the match."""


def follow(walk: Walk, match: Match, driver: Driver) -> None:
    """Choose and make the taps of a match that was opened, or is about to be, until its outcome. Raises Strayed."""
    chooser = Chooser(walk.margins)
    now = driver.wait(0)
    has_opened = False
    while match.outcome is None:
        if match.table.phase == "play" and not has_opened:
            has_opened = True
            now = driver.wait(match.state.since + BEGIN_NS)
        steps = chooser.taps(match, now)
        if not steps:
            deadline = match.next_deadline()
            if deadline is None:
                raise Strayed("the match stands still: it is paused")
            now = driver.wait(max(deadline, now) + SLACK_NS)
            continue
        driver.make(steps)
        steps[-1] = steps[-1]._replace(shows=chooser.decided(match, steps))
        walk.steps += steps
        if match.outcome is None:
            now = driver.wait(steps[-1].t + (LOOK_NS if steps[-1].shows else PACE_NS))
    walk.is_close = chooser.is_close
    walk.outcome = match.outcome
