"""The story of a match: its races, its figures, and the cards left of each seat over time.

Counted from final entries alone, for any game, as `workshop.research.tally` does for many matches. The result on the
screen, the slow motion after a deal, the photo and ``photofinish replay`` all read it.

Times are ns of play: the play clock of each deal from its opening to its end, so that neither pauses nor the time
between two deals count.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

import msgspec

from engine.game import Game
from engine.log_lines import (
    CommandLine,
    Contest,
    DealLine,
    Entry,
    OutcomeLine,
    PauseLine,
    PressLine,
    ResumeLine,
    VoidLine,
    contest_of,
)
from engine.phases import BEAT_NS, CONTEST_NS, PLAYING, initial
from engine.table import Draft, Effect, Table, with_layout
from engine.units import S

EMPTY = Table({}, {"phase": ""})
"""The table before the first entry: no zones, no cards."""


def table_after(table: Table, entry: Entry) -> Table:
    """Return the table after an entry, given the table before it.

    Raises RuleBreach for an effect that does not fit the table: then entries are missing.
    """
    if isinstance(entry, DealLine):
        table = with_layout(table, entry.layout)
    if not entry.effects:
        return table
    return changed(table, entry.effects)


def changed(table: Table, effects: Iterable[Effect]) -> Table:
    """Return the table after these effects, in their order. Raises RuleBreach as `retraced` does."""
    draft = Draft(table)
    for effect in effects:
        _apply(draft, effect)
    return draft.table()


def _apply(draft: Draft, effect: Effect) -> None:
    match effect:
        case ("move", card, source, to):
            draft.move(card, source, to)
        case ("turn", card, face):
            draft.turn(card, draft.table().where(card), face)
        case ("gather", source, to):
            draft.gather(source, to)
        case ("shuffle", zone, order):
            draft.shuffle(zone, order)
        case ("score", seat, delta):
            draft.score(seat, delta)
        case ("phase", name):
            draft.phase(name)
        case ("set", key, value):
            draft.set(key, value)
        case _:
            pass  # a shout or a foul changes no table


MARKER: Final = "M1"
"""The marker is no card (`docs/match-log.md`, "Moments, cards, zones")."""
MIDDLE: Final = "centre."
PACE: Final = "pace."
"""The beginning of the scalar in which a bot that adapts has its pace (`engine.adaptive`)."""
"""The beginning of the names of the piles in the middle."""
RECENT: Final = 16
"""The number of latest commands that a beaten one may belong to: more than anybody gives in `CONTEST_NS`."""


class Point(NamedTuple):
    """The number of cards left of each seat from a moment on, ns of play since the match's first opening."""

    at_ns: int
    left: tuple[int, ...]


class RaceDetails(msgspec.Struct, frozen=True):
    """A photo finish with everything that a picture of it shows.

    `deal` counts from 1. `at_ns` is the winner's press in ns of play. `won_ns` and `lost_ns` are the log times of the
    two presses. `cards` are the winner's card and the loser's, empty for a command without a card; `pile` is the zone
    that both wanted. `before` is the table before the winner's command.
    """

    contest: Contest
    deal: int
    at_ns: int
    won_ns: int
    lost_ns: int
    cards: tuple[str, str]
    pile: str
    before: Table


class SeatFigures(msgspec.Struct):
    """One seat's counts: its plays, its misses, its longest run, and its quickest answer.

    A run is the number of plays without a play of another seat or an own miss between them, within one deal. An answer
    is the time from a card that came to the middle by anything but a play, and lay on top, to this seat's play on it,
    ns; None without any.
    """

    plays: int = 0
    misses: int = 0
    longest_run: int = 0
    quickest_ns: int | None = None


class _Done(msgspec.Struct, frozen=True):
    """A recent command: its line, the log time of its press, the play clock then, and the table before it."""

    line: CommandLine
    stamp: int
    at_ns: int
    before: Table


class Story(msgspec.Struct):
    """The story so far. `add` the final entries of a match in their order, in any batches.

    `countdown` is the number of beats after a pause in play (GEN-11).
    """

    seats: int
    countdown: int = 3
    table: Table = EMPTY
    """The present table; at first the one before the first entry."""
    races: list[RaceDetails] = msgspec.field(default_factory=list)
    curves: list[list[Point]] = msgspec.field(default_factory=list)
    """The cards left in each deal that was opened."""
    openings: list[int] = msgspec.field(default_factory=list)
    """When each deal was opened, ns of play since the first."""
    figures: list[SeatFigures] = msgspec.field(default_factory=list)
    won: dict[int, int] = msgspec.field(default_factory=dict)
    """The seat that won each deal, by the deal's index in `curves`; a deal that nobody won is missing."""
    capped: set[int] = msgspec.field(default_factory=set)
    """The deals, by the same index, that ended as their time was up."""
    deal: int = 0
    bot_paces: dict[int, list[int]] = msgspec.field(default_factory=dict)
    """What each bot that adapts has played at, after each command, in tenths of a card a minute."""
    _recent: deque[_Done] = msgspec.field(default_factory=lambda: deque(maxlen=RECENT))
    _stamps: dict[int, int] = msgspec.field(default_factory=dict)
    _turned: dict[str, int] = msgspec.field(default_factory=dict)
    _run: tuple[int, int] = (-1, 0)
    _offset: int = 0
    _paused: int = -1
    _going_on: tuple[int, int] = (-1, -1)
    _begun: int = -1
    _played: int = 0

    def __post_init__(self) -> None:
        self.figures = [SeatFigures() for _ in range(self.seats)]

    # Queries

    @property
    def length_ns(self) -> int:
        """The play time of all deals so far, the present one up to its last point."""
        return max(self._played, self.curves[-1][-1].at_ns if self.curves else 0)

    def closest(self, deal: int = 0) -> RaceDetails | None:
        """Return the race with the smallest margin, of one deal (from 1) or of all (0); None without any."""
        races = [race for race in self.races if deal in (0, race.deal)]
        return min(races, key=lambda race: race.contest.margin_ns, default=None)

    def deciding(self) -> RaceDetails | None:
        """Return the race for the last card of the last deal, which decided it; None where that was no race."""
        last = self.races[-1] if self.races else None
        is_last = last is not None and last.deal == self.deal and self.length_ns - last.at_ns <= CONTEST_NS
        return last if is_last else None

    def cards_a_minute(self, seat: int) -> float:
        """Return a seat's plays in a minute of play; 0 before any play time."""
        return self.figures[seat].plays * 60 * S / self.length_ns if self.length_ns else 0.0

    # Counting

    def add(self, entries: Iterable[Entry]) -> None:
        """Count entries; those that a `void` has undone are left out by the caller, its own line is not.

        Raises RuleBreach if entries are missing.
        """
        for entry in entries:
            self._clock(entry)
            if isinstance(entry, PressLine):
                if entry.pressed:
                    self._stamps[entry.seat] = entry.t
            elif isinstance(entry, CommandLine):
                self._command(entry)
            elif isinstance(entry, DealLine):
                self._new_deal(entry)
            self.table = table_after(self.table, entry)
            self._effects(entry)

    def _clock(self, entry: Entry) -> None:
        """Follow the pauses, as `engine.state.Situation` does."""
        if isinstance(entry, PauseLine) and self._paused < 0:
            goes_on_at, paused = self._going_on
            if entry.t < goes_on_at:  # a pause during the countdown continues the one before
                self._offset -= goes_on_at - paused
                self._paused = paused
            else:
                self._paused = entry.t
        elif isinstance(entry, ResumeLine) and self._paused >= 0:
            beats = self.countdown if self.table.scalars["phase"] in PLAYING else 0
            self._going_on = (entry.t + beats * BEAT_NS, self._paused)
            self._offset += self._going_on[0] - self._paused
            self._paused = -1
        elif isinstance(entry, VoidLine):
            since = self._paused if self._paused >= 0 else entry.since
            self._offset += entry.t - since
            self._paused = entry.t

    def _at(self, t: int) -> int:
        """Return a log time in ns of play since the first opening."""
        if self._begun < 0:
            return self._played
        return self._played + max(0, min(t, self._paused if self._paused >= 0 else t) - self._offset - self._begun)

    def _new_deal(self, line: DealLine) -> None:
        self.deal = line.deal
        self._recent.clear()
        self._turned.clear()
        self._run = (-1, 0)

    # Commands and races

    def _command(self, line: CommandLine) -> None:
        stamp = max(self._stamps.get(line.seat, line.t), line.t)
        if contest := contest_of(line):
            self._race(contest, line, stamp)
        if not line.ok:
            return
        self._recent.append(_Done(line, stamp, self._at(line.t), self.table))
        if line.command.do == "play":
            self._played_card(line)

    def _race(self, contest: Contest, line: CommandLine, stamp: int) -> None:
        if contest.dead_heat:
            self._dead_heat(contest, line, stamp)
            return
        won = self._won_by(contest.winner, line)
        last = self.races[-1] if self.races else None
        if last is not None and last.contest.dead_heat and last.contest.includes(contest):
            cards = (last.cards[0], _card(line))
            heat = replace(contest, dead_heat=True, margin_ns=0, judged=contest.judged and last.contest.judged)
            self.races[-1] = msgspec.structs.replace(last, contest=heat, lost_ns=stamp, cards=cards)
        elif won is not None:
            cards = (_card(won.line), _card(line))
            self.races.append(
                RaceDetails(contest, self.deal, won.at_ns, won.stamp, stamp, cards, line.command.to, won.before)
            )

    def _dead_heat(self, contest: Contest, line: CommandLine, stamp: int) -> None:
        """Note a dead heat by its winner's line; where all stand, the other's line belongs to the same race."""
        last = self.races[-1] if self.races else None
        other = replace(contest, winner=contest.loser)
        if last is not None and last.contest.dead_heat and last.contest.includes(other):
            self.races[-1] = msgspec.structs.replace(last, lost_ns=stamp, cards=(last.cards[0], _card(line)))
            return
        cards = (_card(line), "")
        at = self._at(line.t)
        self.races.append(RaceDetails(contest, self.deal, at, stamp, stamp, cards, line.command.to, self.table))

    def _won_by(self, seat: int, beaten: CommandLine) -> _Done | None:
        """Return the recent command that took the place of a beaten one: on the same pile, if there is such a one."""
        since = beaten.t - CONTEST_NS
        own = [done for done in self._recent if done.line.seat == seat and done.line.t >= since]
        same = [done for done in own if done.line.command.to == beaten.command.to]
        found = same or own
        return found[-1] if found else None

    # Figures

    def _played_card(self, line: CommandLine) -> None:
        own = self.figures[line.seat]
        own.plays += 1
        seat, length = self._run
        self._run = (line.seat, length + 1 if seat == line.seat else 1)
        own.longest_run = max(own.longest_run, self._run[1])
        turned = self._turned.pop(line.command.to, None)
        if turned is not None:
            answer = self._at(line.t) - turned
            own.quickest_ns = answer if own.quickest_ns is None else min(own.quickest_ns, answer)

    def _effects(self, entry: Entry) -> None:
        played = entry.command.to if isinstance(entry, CommandLine) and entry.command.do == "play" else ""
        for effect in entry.effects:
            if effect[0] == "move" and effect[3].startswith(MIDDLE) and effect[3] != played:
                self._turned[effect[3]] = self._at(entry.t)
            elif effect[0] == "foul" and effect[2] == "miss":
                self._missed(effect[1])
            elif effect[0] == "set" and effect[1].startswith(PACE):
                self.bot_paces.setdefault(int(effect[1].removeprefix(PACE)), []).append(int(effect[2]))
            elif effect[0] == "phase":
                self._phase(effect[1], entry.t)
        if isinstance(entry, OutcomeLine):
            self._end(entry.t)
        if self._begun >= 0:
            self._note_left(entry.t)

    def _missed(self, seat: int) -> None:
        self.figures[seat].misses += 1
        if self._run[0] == seat:
            self._run = (-1, 0)

    def _phase(self, name: str, t: int) -> None:
        if name in PLAYING and self._begun < 0:
            self._begun = t - self._offset
            self.openings.append(self._played)
            self.curves.append([Point(self._played, cards_left(self.table, self.seats))])
            self._turned = dict.fromkeys(self._turned, self._played)
        elif name == "cap":
            self.capped.add(len(self.curves) - 1)
        elif name in ("over", "finished"):
            self._end(t)

    def _end(self, t: int) -> None:
        if self._begun >= 0:
            self._note_left(t, is_last=True)
            self._played = self._at(t)
            self._begun = -1
            if (winner := self.table.number("won")) >= 0:
                self.won[len(self.curves) - 1] = winner

    def _note_left(self, t: int, *, is_last: bool = False) -> None:
        curve, point = self.curves[-1], Point(self._at(t), cards_left(self.table, self.seats))
        if is_last:  # piles that are taken up when the deal is over are no more of it
            point = Point(point.at_ns, tuple(map(min, point.left, curve[-1].left)))
        if curve[-1].at_ns == point.at_ns:
            curve[-1] = point
        elif is_last or curve[-1].left != point.left:
            curve.append(point)


def begun(game: Game) -> Story:
    """Return the story of a match of this game before its first entry."""
    return Story(game.seats, game.options.countdown, initial(game))


def cards_left(table: Table, seats: int) -> tuple[int, ...]:
    """Return the number of each seat's own cards in all its zones; the marker is none."""
    left = [0] * seats
    for name, cards in table.zones.items():
        owner = name.partition(".")[0].removeprefix("seat")
        if owner.isdigit() and int(owner) < seats and cards != (MARKER,):
            left[int(owner)] += len(cards)
    return tuple(left)


def _card(line: CommandLine) -> str:
    return line.command.card or next(iter(line.command.cards), "")
