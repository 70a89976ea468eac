"""What the screen tells beside the cards: margins, dead heats, fouls, shouts. Pure: entries in, notices out.

It reads entries of a match as `engine.record` makes them, but only by the attributes named in `EntryLike`; every
kind of entry has `t` and `effects`. A notice lasts until its time is over or a rewind takes its entry back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from cabinet.display.theme import Motion

SAME_CONTEST_NS = 300_000_000
"""A dead heat and the beaten press that belongs to it lie no further apart (GEN-1, architecture section 4)."""

Source = Literal["judged", "not judged"]


class EntryLike(Protocol):
    """The part of an entry that every kind has: its log time in ns, and its effects."""

    @property
    def t(self) -> int:
        """Ns since the match's zero."""

    @property
    def effects(self) -> Sequence[tuple[object, ...]]:
        """What happened, in the design's vocabulary."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A photo finish: who won, who lost, by how much at least (ns), and whether a lot decided it.

    `judged` is False where the stamps could be further wrong than a dead heat reaches.
    """

    t: int
    winner: int
    loser: int
    margin_ns: int
    dead_heat: bool = False
    zone: str = ""
    """Where the beaten card lies."""
    judged: bool = True


@dataclass(frozen=True, slots=True)
class Notice:
    """Something said at a seat (-1: to all) until `until`, in ns of the view's clock; `key` is in the catalogue."""

    t: int
    seat: int
    key: str
    until: int
    alarm: bool = False


class Story:
    """The notices and contests that are current, and the deal's contests for the finish line."""

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self.contest: Contest | None = None
        self.contest_until = 0
        self.tags: list[tuple[Contest, int]] = []
        self.notices: list[Notice] = []
        self.contests: list[Contest] = []

    def hear(self, entries: Iterable[EntryLike], now_ns: int) -> None:
        """Take in what happened; `now_ns` is when it is first shown."""
        for entry in entries:
            if hasattr(entry, "layout"):
                self.new_deal()
            if contest := contest_of(entry):
                self._contested(contest, now_ns)
            self._effects(entry, now_ns)

    def new_deal(self) -> None:
        """Forget the deal before."""
        self.contests = []
        self.contest = None
        self.tags = []

    def take_back(self, since_t: int) -> None:
        """A rewind: nothing that was told from that log time on is true."""
        self.contests = [contest for contest in self.contests if contest.t < since_t]
        self.tags = [(contest, until) for contest, until in self.tags if contest.t < since_t]
        self.notices = [notice for notice in self.notices if notice.t < since_t]
        if self.contest is not None and self.contest.t >= since_t:
            self.contest = None

    def expire(self, now_ns: int) -> None:
        """Drop what has been shown for long enough."""
        self.notices = [notice for notice in self.notices if notice.until > now_ns]
        self.tags = [(contest, until) for contest, until in self.tags if until > now_ns]
        if self.contest_until <= now_ns:
            self.contest = None

    def next_change(self) -> int | None:
        """When the next notice is over, or None if none is shown."""
        ends = [notice.until for notice in self.notices] + [until for _, until in self.tags]
        if self.contest is not None:
            ends.append(self.contest_until)
        return min(ends, default=None)

    def finish(self) -> Contest | None:
        """The deal's last photo finish: the one to show again as a finish line."""
        return self.contests[-1] if self.contests else None

    def closest(self) -> Contest | None:
        """The deal's closest photo finish."""
        return min(self.contests, key=lambda contest: contest.margin_ns, default=None)

    def _contested(self, contest: Contest, now_ns: int) -> None:
        last = self.contests[-1] if self.contests else None
        if last is not None and last.dead_heat and not contest.dead_heat and _same(last, contest):
            contest = replace(contest, dead_heat=True, judged=contest.judged and last.judged)
            self.contests.pop()
        self.contests.append(contest)
        self.contest = contest
        self.contest_until = now_ns + self._motion.margin_shown
        if contest.zone:
            self.tags.append((contest, now_ns + self._motion.tag_shown))

    def _effects(self, entry: EntryLike, now_ns: int) -> None:
        for effect in entry.effects:
            match effect:
                case ("foul", int(seat), str(reason)):
                    until = now_ns + self._motion.foul_shown
                    self._notice(Notice(entry.t, seat, f"foul.{reason}", until, alarm=True))
                case ("say", -1, "still_there"):
                    pass  # a question, not a notice: the view lays a sheet over the table
                case ("say", int(seat), str(key)):
                    self._notice(Notice(entry.t, seat, f"say.{key}", now_ns + self._motion.said_shown))
                case ("phase", "void" | "cap" as why):
                    self._notice(Notice(entry.t, -1, f"table.{why}", now_ns + 2 * self._motion.foul_shown))
                case _:
                    pass

    def _notice(self, notice: Notice) -> None:
        self.notices = [held for held in self.notices if held.seat != notice.seat]
        self.notices.append(notice)


def _same(heat: Contest, beaten: Contest) -> bool:
    return heat.winner == beaten.winner and abs(beaten.t - heat.t) < SAME_CONTEST_NS


def contest_of(entry: EntryLike) -> Contest | None:
    """The photo finish that an entry tells of: a beaten command, or the winner's line of a dead heat."""
    beaten_by: int = getattr(entry, "beaten_by", -1)
    seat: int = getattr(entry, "seat", -1)
    judged: bool = getattr(entry, "judged", True)
    if beaten_by >= 0:
        command = getattr(entry, "command", None)
        zone: str = getattr(command, "source", "")
        return Contest(entry.t, beaten_by, seat, getattr(entry, "margin_ns", 0), zone=zone, judged=judged)
    heat: tuple[int, ...] = getattr(entry, "dead_heat", ())
    if heat:
        loser = next((other for other in heat if other != seat), seat)
        return Contest(entry.t, seat, loser, 0, dead_heat=True, judged=judged)
    return None


def margin_text(margin_ns: int) -> str:
    """A margin in ms as the timing board shows it: three digits at least, finer the closer it was."""
    ms = margin_ns / 1e6
    if ms < 10:
        return f"{ms:.2f}"
    return f"{ms:.1f}" if ms < 1000 else f"{ms:.0f}"


def tag_texts(margin_ns: int) -> tuple[str, ...]:
    """What may stand on a card that was beaten by so much, the longer first: `+150.3`, else in whole ms."""
    # under 10 ms the places behind the point are what counts
    return (f"+{margin_text(margin_ns)}", *([f"+{margin_ns / 1e6:.0f}"] if 10e6 <= margin_ns < 1e9 else []))
