"""Learns from raw edges how a switch bounces on release, and which `release_ms` suits it.

    bounce = ReleaseBounce()
    bounce.add(edge)         # every raw edge of one line, in order
    bounce.settle(now_ns)    # every edge up to now_ns has been taken
    bounce.longest_ns        # the longest time for which the contact was open before it closed again by itself

A release begins with an opening after at least `HELD_NS` of closed contact and is over when the contact has been open
for `REST_NS`. A re-closing in between that lasts less than `HELD_NS` is bounce; a longer re-closing is a new press, and
the opening before it is not counted. So press the buttons one at a time and not hastily.
"""

from collections import deque
from typing import Final, NamedTuple

from hardware.clock import MS
from hardware.debounce import Settings
from hardware.events import SwitchEdge

HELD_NS: Final = 10 * MS
"""A contact closed for this long is held by a finger: bounce lasts 6.2 ms on ordinary switches (Ganssle)."""
REST_NS: Final = 50 * MS
"""A contact open for this long is at rest."""
ENOUGH: Final = 20
"""The number of releases needed before a value is offered."""
KEPT: Final = 1_000
"""The most releases that are stored for the percentile."""
MARGIN: Final = 1.5
"""A safety factor: some dozens of releases do not show the worst that the switch can do."""
MOST_MS: Final = 40
"""A switch that needs more than this should be replaced."""


class Release(NamedTuple):
    """One release, in ns: the longest stillness in its bounce, and the length of the bounce from its first opening."""

    gap_ns: int = 0
    length_ns: int = 0


class ReleaseBounce:
    """The measured release bounce of one switch."""

    def __init__(self) -> None:
        self.releases = 0
        self.longest_ns = 0
        self._longest_burst_ns = 0
        self._seen: deque[Release] = deque(maxlen=KEPT)
        self._closed = False
        self._since_ns: int | None = None
        self._began_ns: int | None = None
        self._gap_ns = 0

    def add(self, edge: SwitchEdge) -> None:
        """Process the line's next edge. An opening edge on an open contact means that it had closed in between."""
        self.settle(edge.time_ns)
        if edge.pressed and self._closed:
            return
        if self._closed:
            self._open(edge.time_ns)
        elif self._began_ns is not None and self._since_ns is not None:
            self._gap_ns = max(self._gap_ns, edge.time_ns - self._since_ns)
        self._closed, self._since_ns = edge.pressed, edge.time_ns

    def settle(self, now_ns: int) -> None:
        """Count a release that is over by `now_ns`."""
        if self._closed or self._began_ns is None or self._since_ns is None or now_ns - self._since_ns < REST_NS:
            return
        release = Release(self._gap_ns, self._since_ns - self._began_ns)
        self._began_ns = None
        self._seen.append(release)
        self.releases += 1
        self.longest_ns = max(self.longest_ns, release.gap_ns)
        if release.gap_ns * MARGIN >= Settings().tap_ns:
            self._longest_burst_ns = max(self._longest_burst_ns, release.length_ns)

    def forget(self) -> None:
        """Discard the release in progress, because edges were lost; the next release begins after an edge."""
        self._closed, self._since_ns, self._began_ns = False, None, None

    def percentile_ns(self, per_cent: int) -> int:
        """Return the open time (ns) that `per_cent` of the releases do not exceed; 0 where there were none."""
        gaps = sorted(release.gap_ns for release in self._seen)
        return gaps[min(len(gaps) * per_cent // 100, len(gaps) - 1)] if gaps else 0

    @property
    def release_ms(self) -> int | None:
        """The value that suits this switch, never below the default; None until there were `ENOUGH` releases.

        A value below the default would detect hardly more taps (docs/wiring.md). More is needed only where the contact
        stays open so long within the bounce that a re-closing could be a tap; `release_ms` then covers the whole
        bounce.
        """
        if self.releases < ENOUGH:
            return None
        needed_ns = int(self._longest_burst_ns * MARGIN)
        return -(-max(needed_ns, Settings().release_ns) // MS)

    def _open(self, at_ns: int) -> None:
        if self._since_ns is not None and at_ns - self._since_ns >= HELD_NS:
            self._began_ns, self._gap_ns = at_ns, 0
