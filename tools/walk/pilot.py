"""Plays a match at the panels, each tap chosen from the state that the program's own log gives.

Every press is made by the board's own script, with an exact stamp; the next is chosen only when the log has the last
ones, so a busy machine delays a walk and cannot lead it astray. The walk plays the same presses, with the log's stamps,
in a match of its own: that one's outcome is the expected one.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from engine.game import MS
from engine.log import Log, read
from engine.log_replay import events
from engine.match import Match
from engine.panel import ACTION, Press
from hardware.clock import Clock, monotonic_ns
from tools.walk.course import Strayed, Walk, follow
from tools.walk.plan import DECIDED_NS
from tools.walk.taps import Step
from tools.walk.terminal import Edge

LEAD_NS: Final = 60 * MS
"""From the choice of a press to the press."""
BETWEEN_NS: Final = 700 * MS
"""From one picture to the next between two deals: the slow motion, then the score."""
EVERY: Final = 8
"""The number of choices from one picture of play to the next."""
LOOKS: Final[Mapping[str, Sequence[int]]] = {
    "race": (90, 300, 900, 2_000),
    "dead": (90, 300, 600, 900),
    "last": (90, 350),
    "miss": (120, 600),
    "clock": (-1_000, 90, 600),
    "late": (-1_000, 90, 600),
}
"""The times of pictures around a press of each kind, ms."""


class Panels(Protocol):
    """The hands and eyes of a walk (`Guide`)."""

    def make(self, edges: Sequence[Edge]) -> None:
        """Make edges at both panels when their time comes, as their people would."""

    def at(self, at_ns: int, name: str) -> None:
        """Take a picture at a time on CLOCK_MONOTONIC."""

    def sleep_until(self, at_ns: int) -> None:
        """Wait until a time on CLOCK_MONOTONIC."""

    def until_log(self, log: Path, presses: int) -> None:
        """Wait until a log has so many presses. Raises Lost."""


class Pilot:
    """Plays one match, whose `walk` it fills in; `released` is an ACTION of a seat whose release the log has.

    Raises Strayed.
    """

    def __init__(self, panels: Panels, walk: Walk, log: Path, released: Edge, clock: Clock = monotonic_ns) -> None:
        self._panels = panels
        self._walk = walk
        self._log = log
        self._clock = clock
        self._match = Match(walk.setup)
        self._known = 0
        self._presses = 0
        self._choices = 0
        self._zero_ns = 0
        self._take(self._read(), [])
        line = next(value for value in self._read().values if value.get("press") == [released.seat, ACTION, False])
        self._zero_ns = released.at_ns - int(line["t"])

    def play(self) -> Walk:
        """Play to the outcome, and return the walk."""
        follow(self._walk, self._match, self)
        return self._walk

    def wait(self, until: int) -> int:
        """See `Driver`; between two deals, look."""
        if self._match.table.phase == "over":
            for at in range(self._clock() + BETWEEN_NS, self._zero_ns + until - LEAD_NS, BETWEEN_NS):
                self._panels.at(at, "between")
        self._panels.sleep_until(self._zero_ns + until - LEAD_NS)
        now = max(until, self._clock() + LEAD_NS - self._zero_ns)
        self._match.advance(now)
        return now

    def make(self, steps: Sequence[Step]) -> None:
        """See `Driver`: make the taps, take their pictures, and wait until the log has them."""
        made = sorted(edge for step in steps for edge in step.edges())
        edges = [Edge(self._zero_ns + at, seat, button, closed) for at, seat, button, closed in made]
        self._panels.make(edges)
        at_ns, shows = self._zero_ns + steps[-1].t, steps[-1].shows
        for ms in LOOKS.get(shows.partition("-")[0], () if self._choices % EVERY else (200,)):
            self._panels.at(at_ns + ms * MS, f"{shows or 'play'}{ms:+}")
        self._choices += 1
        self._presses += len(edges)
        self._panels.until_log(self._log, self._presses)
        self._take(self._read(), edges)
        self._match.advance(steps[-1].t + DECIDED_NS)

    def _read(self) -> Log:
        return read(self._log.read_bytes())

    def _take(self, log: Log, edges: Sequence[Edge]) -> None:
        """Play what is new in the log; those presses are the edges that were made, but for the first time."""
        new = list(events(log))[self._known :]
        self._known += len(new)
        presses = [event for event in new if isinstance(event, Press)]
        made = sorted((edge.seat, edge.button, edge.closed) for edge in edges)
        found = sorted((press.seat, press.button, press.pressed) for press in presses)
        if edges and made != found:
            raise Strayed(f"the log has {found} where {made} were pressed")
        self._presses = self._presses if edges else len(presses)
        for event in new:
            self._match.handle(event)
        if edges:
            own = (edges[0].seat, edges[0].button, edges[0].closed)
            first = next(press for press in presses if (press.seat, press.button, press.pressed) == own)
            self._zero_ns = edges[0].at_ns - first.time_ns
