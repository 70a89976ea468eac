"""One match being played: the engine's `Match`, its log on disk, and its closest races.

No pygame and no clock in here: the match scene, the offscreen match and the tests all drive the same `Session`,
so a press goes one way, whoever is watching.
"""

from collections.abc import Callable, Iterable

from cabinet.bookkeeping import Books
from cabinet.display.table.event_feed import Contest, contest_of
from cabinet.matchlog_file import MatchLog
from engine.game import MS, Outcome
from engine.match import Match
from engine.panel import Control, Press
from engine.record import Entry, OutcomeLine, Update, VoidLine, as_text

SETTLING_NS = 20 * MS
"""How often to look, once a match is over, whether its last moments have become final."""


class Session:
    """A match, and what is kept of it. All times are CLOCK_MONOTONIC, ns."""

    def __init__(
        self, match: Match, log: MatchLog | None, hear: Callable[[Update], None], books: Books | None = None
    ) -> None:
        """`hear` is given every update as it comes, provisional as it is; `log` gets the final lines.

        `books` keep what is worth keeping of the match.
        """
        self.match = match
        self.log = log
        self.books = books
        self._hear = hear
        self._now = match.zero_ns
        self.contests: list[Contest] = []
        """The final photo finishes so far, dead heats with a margin of 0."""
        self.outcome: Outcome | None = None
        """How the match ended, once that can no longer change; from then on the match is told nothing any more."""
        self._voids: set[tuple[int, int]] = set()

    def recall(self, entries: Iterable[Entry]) -> None:
        """Take in what was final, and is in the log, before a match was cut off."""
        entries = list(entries)
        self._note_voids(entries)
        entries = self._standing(entries)
        self.contests += contests_of(entries)
        if self.books is not None:
            self.books.take(entries)

    def handle(self, press: Press) -> None:
        """Take a press or release, whenever it arrives."""
        if self.outcome is None:
            self._tell(self.match.handle(press))

    def control(self, kind: str, now: int, why: str = "") -> None:
        """Pause, resume or leave, now."""
        self._tell(self.match.handle(Control(kind, now, why)))

    def void(self, since: int, now: int, why: str) -> None:
        """Go back to the table before `since`, and stand still: nobody knows what happened from then on."""
        if self.outcome is None:
            self._tell(self.match.handle(Control("void", now, why, since)))

    def advance(self, now: int, drained: int) -> None:
        """Let time come to `now`; presses up to `drained` have been handled. Writes what became final.

        Raises LogFileError when the disk does not take it.
        """
        self._now = now
        if self.outcome is None:
            self._tell(self.match.advance(now, drained))
            self._keep(self.match.final())

    def next_deadline(self) -> int | None:
        """When `advance` must be called at the latest."""
        if self.outcome is not None:
            return None
        if self.match.outcome is not None:
            return self._now + SETTLING_NS
        return self.match.next_deadline()

    def closest(self) -> Contest | None:
        """The final photo finish with the smallest margin."""
        return min(self.contests, key=lambda contest: contest.margin_ns, default=None)

    def is_record(self, contest: Contest | None) -> bool:
        """Whether a race of this match is the closest between people that was ever run here."""
        return contest is not None and self.books is not None and self.books.is_record(contest)

    def close(self) -> None:
        """Close the log, wherever the match has come to; an unfinished one can be resumed. Nobody hears of it any more.

        Whoever hears holds the session, as a rule: that ring would keep a scene and its pictures after it has gone.
        """
        self._hear = nobody
        if self.log is not None:
            self.log.close()
            self.log = None
            if self.books is not None:
                self.books.close(self.match.late)

    def _tell(self, update: Update) -> None:
        if update.entries or update.rewound_to is not None or update.refused:
            self._note_voids(update.entries)
            self._hear(update)

    def _note_voids(self, entries: Iterable[Entry]) -> None:
        self._voids |= {(entry.since, entry.t) for entry in entries if isinstance(entry, VoidLine)}

    def _standing(self, entries: Iterable[Entry]) -> list[Entry]:
        """The entries that no `void` has undone: the log has all of them, but only these count."""
        return [entry for entry in entries if not any(since <= entry.t <= to for since, to in self._voids)]

    def _keep(self, entries: Iterable[Entry]) -> None:
        entries = list(entries)
        standing = self._standing(entries)
        self.contests += contests_of(standing)
        outcomes = [entry.outcome for entry in standing if isinstance(entry, OutcomeLine)]
        self.outcome = outcomes[0] if outcomes else None
        if self.log is not None and entries:
            self.log.write(map(as_text, entries))
        if self.books is not None:
            self.books.take(standing)


def nobody(_update: Update) -> None:
    """Hears what a closed session has to say."""


def contests_of(entries: Iterable[Entry]) -> list[Contest]:
    """The photo finishes that entries tell of."""
    return [contest for entry in entries if (contest := contest_of(entry))]
