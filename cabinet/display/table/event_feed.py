"""The event feed: margins, dead heats, fouls and calls. Pure: entries in, notices out.

It reads the entries of a match (`engine.log_lines`), whatever the game. A notice lasts until its time is over or a
rewind removes its entry.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile

import msgspec

from cabinet.display.theme import Motion
from engine.log_lines import CommandLine, Contest, DealLine, Entry, contest_of


class Notice(msgspec.Struct, frozen=True):
    """A notice at a seat (-1: for all) until `until`, in ns of the view's clock; `key` is in the catalogue."""

    t: int
    seat: int
    key: str
    until: int
    alarm: bool = False


class EventFeed:
    """The current notices and contests, and the deal's contests for the finish line."""

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self.contest: Contest | None = None
        self.contest_since = 0
        self.contest_until = 0
        self._taken_back: tuple[Contest | None, int] = (None, 0)
        self._ended: tuple[int, int] | None = None
        self.tags: list[tuple[Contest, int]] = []
        self.notices: list[Notice] = []
        self.contests: list[Contest] = []
        self._locks: dict[int, tuple[int, str]] = {}
        self._plays: list[tuple[int, int]] = []
        """The log time and the seat of each card played in this deal."""
        self._run_until: int | None = None

    @property
    def run(self) -> tuple[int, int]:
        """The seat that played last, and how many cards it has played since another seat did.

        (-1, 0) before any, and while nobody has played for some time.
        """
        if not self._plays or self._run_until is None:
            return -1, 0
        last = self._plays[-1][1]
        return last, sum(1 for _ in takewhile(lambda play: play[1] == last, reversed(self._plays)))

    def lock_reason(self, seat: int) -> str:
        """Return the key of the foul for which the seat was last locked (GEN-3); empty if it is not known."""
        return self._locks.get(seat, (0, ""))[1]

    def hear(self, entries: Iterable[Entry], now_ns: int) -> None:
        """Process the match's entries; `now_ns` is when they are first shown."""
        for entry in entries:
            if isinstance(entry, DealLine):
                self.new_deal()
            if isinstance(entry, CommandLine) and entry.ok and entry.command.do == "play":
                self._plays.append((entry.t, entry.seat))
                self._run_until = now_ns + self._motion.run_shown
            if contest := contest_of(entry):
                self._contested(contest, now_ns)
            self._effects(entry, now_ns)

    def new_deal(self) -> None:
        """Discard the previous deal's contests."""
        self.contests = []
        self.end_race()
        self._ended = None
        self._plays = []

    def end_race(self) -> None:
        """Stop showing the current race and the margins of beaten cards; the deal's list keeps them."""
        self.contest = None
        self.tags = []

    def take_back(self, since_t: int) -> None:
        """Discard everything from that log time on, after a rewind."""
        self.contests = [contest for contest in self.contests if contest.t < since_t]
        self.tags = [(contest, until) for contest, until in self.tags if contest.t < since_t]
        self._plays = [play for play in self._plays if play[0] < since_t]
        self.notices = [notice for notice in self.notices if notice.t < since_t]
        self._locks = {seat: (t, key) for seat, (t, key) in self._locks.items() if t < since_t}
        if self._ended is not None and self._ended[0] >= since_t:
            self._ended = None
        if self.contest is not None and self.contest.t >= since_t:
            self._taken_back = (self.contest, self.contest_since)
            self.contest = None

    def expire(self, now_ns: int) -> None:
        """Drop notices and contests whose time is over."""
        self.notices = [notice for notice in self.notices if notice.until > now_ns]
        self.tags = [(contest, until) for contest, until in self.tags if until > now_ns]
        if self.contest_until <= now_ns:
            self.contest = None
        if self._run_until is not None and self._run_until <= now_ns:
            self._run_until = None

    def next_change(self) -> int | None:
        """Return when the next notice is over, or None if none is shown."""
        ends = [notice.until for notice in self.notices] + [until for _, until in self.tags]
        if self.contest is not None:
            ends.append(self.contest_until)
        if self._run_until is not None:
            ends.append(self._run_until)
        return min(ends, default=None)

    @property
    def is_of_last_card(self) -> bool:
        """Whether the current race was first shown when its deal had ended: it was for the deal's last card."""
        return self._ended is None or self.contest_since >= self._ended[1]

    def _contested(self, contest: Contest, now_ns: int) -> None:
        last = self.contests[-1] if self.contests else None
        merged = False
        if last is not None and last.dead_heat and not contest.dead_heat and last.includes(contest):
            contest = replace(contest, dead_heat=True, judged=contest.judged and last.judged)
            self.contests.pop()
            merged = self.contest is not None
        self.contests.append(contest)
        self.contest_since = self._begin_of(contest, now_ns, is_same=merged)
        self.contest = contest
        self.contest_until = self.contest_since + self._motion.margin_shown
        if contest.zone:
            self.tags.append((contest, now_ns + self._motion.tag_shown))

    def _begin_of(self, contest: Contest, now_ns: int, *, is_same: bool) -> int:
        """Return since when a race is shown: a dead heat's second line, or a race played again, begins nothing new."""
        taken, since = self._taken_back
        is_again = taken is not None and taken.loser == contest.loser and taken.includes(contest)
        self._taken_back = (None, 0)
        return self.contest_since if is_same else since if is_again else now_ns

    def _effects(self, entry: Entry, now_ns: int) -> None:
        for effect in entry.effects:
            match effect:
                case ("foul", seat, reason):
                    key, until = _foul(entry, reason), now_ns + self._motion.foul_shown
                    self._notice(Notice(entry.t, seat, key, until, alarm=True))
                    if _locks(entry, seat):
                        self._locks[seat] = entry.t, key
                case ("say", -1, "still_there"):
                    pass  # a question, not a notice: the view shows a dialog over the table
                case ("say", seat, key):
                    self._notice(Notice(entry.t, seat, f"say.{key}", now_ns + self._motion.said_shown))
                case ("phase", "over" | "finished"):
                    self._ended = self._ended or (entry.t, now_ns)
                case ("phase", "void" | "cap" as why):
                    self._notice(Notice(entry.t, -1, f"table.{why}", now_ns + 2 * self._motion.foul_shown))
                case _:
                    pass

    def _notice(self, notice: Notice) -> None:
        self.notices = [held for held in self.notices if held.seat != notice.seat]
        self.notices.append(notice)


def _foul(entry: Entry, reason: str) -> str:
    """Return the key of a foul's text; a miss that was a shout, a call or a slap has its own (GEN-3)."""
    is_play = not isinstance(entry, CommandLine) or entry.command.do == "play"
    return f"foul.{reason}" if is_play or reason != "miss" else "table.false_alarm"


def _locks(entry: Entry, seat: int) -> bool:
    """Return whether the entry locks the seat."""
    return any(effect[:2] == ("set", f"lock.{seat}") for effect in entry.effects)
