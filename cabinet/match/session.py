"""One match being played: the engine's `Match`, its log on disk, and its closest races.

This module uses neither pygame nor a clock: the match scene, the offscreen match and the tests all drive the same
`Session`, so each press takes the same path.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from cabinet.match.statistics import MatchStatistics
from cabinet.match.story import Story, begun
from cabinet.store.logs import MatchLog
from engine.game import Outcome
from engine.log_lines import Contest, Entry, OutcomeLine, Update, VoidLine, as_text, contest_of
from engine.log_replay import no_pause
from engine.match import Match
from engine.panel import Control, Glitch, Press
from engine.units import MS

RECALLED: Final = 100
"""The number of entries that are recalled at once: some ms on a slow processor."""
SETTLING_NS: Final = 20 * MS
"""The interval between two checks, after the end of a match, whether its last entries have become final, ns."""


class Session:
    """A match with its log, statistics and races. All times are CLOCK_MONOTONIC, ns."""

    def __init__(
        self,
        match: Match,
        log: MatchLog | None,
        hear: Callable[[Update], None],
        statistics: MatchStatistics | None = None,
    ) -> None:
        """`hear` receives every update at once, while it is provisional; `log` receives the final lines,
        `statistics` the final entries.
        """
        self.match = match
        self.log = log
        self.statistics = statistics
        self._hear = hear
        self._now = match.zero_ns
        self.contests: list[Contest] = []
        """The final photo finishes so far, dead heats with a margin of 0."""
        self.outcome: Outcome | None = None
        """The outcome once it is final; from then on the session passes no events to the match."""
        self.story: Story = begun(match.game)
        """The races, figures and cards left so far, from the final entries."""
        self._voids: set[tuple[int, int]] = set()

    def recall(self, entries: Sequence[Entry], breathe: Callable[[], object] = no_pause) -> None:
        """Restore races and statistics from the final entries that an interrupted match has in its log.

        `breathe` is called after each hundred of them (`engine.log_replay.resume`).
        """
        self._note_voids(entries)
        standing = self._standing(entries)
        for start in range(0, len(standing), RECALLED):
            self.story.add(standing[start : start + RECALLED])
            breathe()
        self.contests += contests_of(standing)
        if self.statistics is not None:
            self.statistics.record(standing, self.story)

    def handle(self, press: Press | Glitch) -> None:
        """Pass a press, a release or a glitch to the match, even if it arrives late."""
        if self.outcome is None:
            self._publish(self.match.handle(press))

    def control(self, kind: str, now: int, why: str = "", *, seat: int = -1) -> None:
        """Pass a control ("pause", "resume" or "leave") at `now` to the match; `seat` leaves it and loses."""
        self._publish(self.match.handle(Control(kind, now, why, seat=seat)))

    def void(self, since: int, now: int, why: str) -> None:
        """Rewind to the table before `since` and stop the play: presses after it are missing."""
        if self.outcome is None:
            self._publish(self.match.handle(Control("void", now, why, since)))

    def advance(self, now: int, drained: int) -> None:
        """Advance time to `now`; presses up to `drained` have been handled. Write the entries that became final.

        Raises LogFileError if they cannot be written.
        """
        self._now = now
        if self.outcome is None:
            self._publish(self.match.advance(now, drained))
            self._record(self.match.final())

    @property
    def now(self) -> int:
        """The time of the last `advance`."""
        return self._now

    def next_deadline(self) -> int | None:
        """Return when `advance` must be called at the latest; None for never."""
        if self.outcome is not None:
            return None
        if self.match.outcome is not None:
            return self._now + SETTLING_NS
        return self.match.next_deadline()

    def closest(self) -> Contest | None:
        """Return the final photo finish with the smallest margin, or None."""
        return min(self.contests, key=lambda contest: contest.margin_ns, default=None)

    def is_record(self, contest: Contest | None) -> bool:
        """Return whether a race of this match is closer than every earlier race between people in the records."""
        return contest is not None and self.statistics is not None and self.statistics.is_record(contest)

    def close(self) -> None:
        """Close the log at any point of the match; an unfinished match can be resumed. Drop the listener.

        The listener usually refers to the session: that reference cycle would keep a scene and its pictures alive.
        """
        self._hear = nobody
        if self.log is not None:
            self.log.close()
            self.log = None
            if self.statistics is not None:
                self.statistics.close(self.match.late)

    def _publish(self, update: Update) -> None:
        if update.entries or update.rewound_to is not None or update.refused:
            self._note_voids(update.entries)
            self._hear(update)

    def _note_voids(self, entries: Iterable[Entry]) -> None:
        self._voids |= {(entry.since, entry.t) for entry in entries if isinstance(entry, VoidLine)}

    def _standing(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return the entries that no `void` has undone: the log has all entries, but only these count. A `void` itself
        is one of them, unless another has undone it: it stops the play clock."""
        return [
            entry
            for entry in entries
            if not any(
                since <= entry.t <= to and not (isinstance(entry, VoidLine) and (since, to) == (entry.since, entry.t))
                for since, to in self._voids
            )
        ]

    def _record(self, entries: Iterable[Entry]) -> None:
        entries = list(entries)
        standing = self._standing(entries)
        self.story.add(standing)
        self.contests += contests_of(standing)
        outcomes = [entry.outcome for entry in standing if isinstance(entry, OutcomeLine)]
        self.outcome = outcomes[0] if outcomes else None
        if self.log is not None and entries:
            self.log.write(map(as_text, entries))
        if self.statistics is not None:
            self.statistics.record(standing, self.story)


def nobody(_update: Update) -> None:
    """Discard an update of a closed session."""


def contests_of(entries: Iterable[Entry]) -> list[Contest]:
    """Return the photo finishes among the entries."""
    return [contest for entry in entries if (contest := contest_of(entry))]
