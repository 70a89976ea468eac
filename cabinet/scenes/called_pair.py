"""A pair that is called: both sit down and the match begins, or whoever has not come after 30 s is left out.

Where nobody else could play, nobody is left out: the same two are called again. The call that costs a place or a series
is a last call, and says so. Whoever was left out is called back by CARD1, until a match has been played. Before a name
is called a second time without a press of anybody, the scene falls asleep, and asks whether to go on, until somebody
presses.

`CalledPair` is the base of winner stays, of a tournament's match and of the party. A scene knows nothing of how a list
moves: it returns what happened, and is shown again with the state that came of it (`update`). Each name is at the side
of the screen where its person sits.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import ClassVar, Final, Generic, TypeAlias, TypeVar

import msgspec
import pygame
from msgspec.structs import replace

from cabinet.display.evening.pages import PartyPage, QueuePage, QueueSeat, Somebody, TeamColumn
from cabinet.display.evening.queue import TILES, PartyPicture, QueuePicture
from cabinet.display.legend import Way, cap_words, foot, ways_by
from cabinet.display.scan import Scan, no_scan
from cabinet.display.stage import Sprite, eased
from cabinet.display.table.view_state import ordinal_key
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import STEPS
from cabinet.lamp_patterns import Cue, Light
from cabinet.scenes.bases import (
    GUARD_NS,
    IdleTimer,
    Leave,
    ShowRecords,
    StaticScene,
    Uncovered,
    input_complete_until,
)
from cabinet.screens.view_factory import TableSetting
from cabinet.strings.catalogue import word
from cabinet.tournaments.series import MISSED
from cabinet.tournaments.views import MissedCall
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import MS, S

NO_SHOW_NS: Final = 30 * S
"""How long somebody whose turn it is has to sit down."""
IDLE_NS: Final = 60 * S
"""Time without a press after which a screen that lacks somebody is left."""
CALL_BACK, RECORDS, LEAVE = CARDS[0], CARDS[1], CARDS[-1]
SEATS: Final = (0, 1)
CALL: Final = ("say.next",)
CALL_AGAIN: Final = ("call", "say.next")
STAYS: Final = ("say.winner_stays", "say.next")
CHANGE: Final = ("say.next", "say.change_sides")
"""The sounds of a call, of one that is made again or for the last time, of a first one beside who stays, and of a first
one for somebody who sat at the other seat."""
GONG: Final = "gong"
FINAL: Final = "say.final"
"""What a first call begins with, and what a final's has behind that."""
Play: TypeAlias = Callable[[Sequence[str]], None]
"""Plays sounds together, by name."""


class BothHere(msgspec.Struct, frozen=True):
    """Both have sat down: they play."""


class NoShow(msgspec.Struct, frozen=True):
    """These names have not come in time."""

    names: tuple[str, ...]


class CallBack(msgspec.Struct, frozen=True):
    """Somebody who was left out is here: the missed call is taken back."""

    missed: MissedCall


class StepOut(msgspec.Struct, frozen=True):
    """Somebody at this seat wants to step out of the list, or to take out another name."""

    seat: int


class JoinIn(msgspec.Struct, frozen=True):
    """Somebody at this seat wants to join the list."""

    seat: int


class ShowTournament(msgspec.Struct, frozen=True):
    """Somebody wants to see the whole tournament."""


PairResult: TypeAlias = (
    BothHere | NoShow | CallBack | StepOut | JoinIn | ShowTournament | ShowRecords | Leave | Uncovered
)


class PairState(msgspec.Struct, frozen=True, kw_only=True):
    """What every list has. `missed`: how many calls the names at both seats have missed; `missed_call`: the last that
    somebody did, as long as it can be taken back. `game` is the game's name."""

    missed: tuple[int, int] = (0, 0)
    missed_call: MissedCall | None = None
    game: str = ""


class Calling(msgspec.Struct, frozen=True):
    """The pair is called. All times are ns on the scene's clock.

    `since`: when its seconds began. `up_since`: when it was called first; a press before that was meant for another
    pair. `is_again`: nobody has come to the call before.
    """

    since: int = 0
    up_since: int = 0
    is_again: bool = False


class Asleep(msgspec.Struct, frozen=True):
    """Nobody has pressed during a whole round of calls; `call` was the last of them."""

    call: Calling


State = TypeVar("State", bound=PairState)


class CalledPair(StaticScene[PairResult], Generic[State]):
    """Waits for two names. A subclass has the state (`pair`, `here_already`) and the picture."""

    missed_key: ClassVar = "queue.missed.end"
    """The words for what a missed call has cost that did not cost the place: the turn."""
    joins_at_sides: ClassVar = False
    """Whether each side says itself how one joins there."""

    def __init__(
        self,
        toolkit: Toolkit,
        setting: TableSetting,
        state: State,
        ground: pygame.Surface,
        play: Play | None = None,
        scan: Callable[[], Scan | None] = no_scan,
    ) -> None:
        """`state` is the evening as it is now, `ground` the picture below everything; `play` plays the calls, `scan`
        returns what phones scan."""
        super().__init__(toolkit, ground)
        self._play = play
        self._scan = scan
        self.setting = setting
        self.state = state
        self.here: set[int] = set()
        self._entered = 0
        self._state: Calling | Asleep = Calling()
        self._called: set[str] = set()
        """The names that have been called in vain since the last press."""
        self._idle = IdleTimer(IDLE_NS)
        self._now = 0

    # The subclass

    @property
    @abstractmethod
    def pair(self) -> tuple[str, str]:
        """The names at both seats; "" for nobody."""

    @property
    def somebody_moves(self) -> bool:
        """Whether one of both sat at the other seat before."""
        return False

    @property
    def is_final(self) -> bool:
        """Whether the match decides all."""
        return False

    @property
    def here_already(self) -> Collection[int]:
        """The seats that need not sit down: whoever has won the match before, and stays for that."""
        return ()

    @property
    def is_over(self) -> bool:
        """Whether nobody is called any more."""
        return False

    @abstractmethod
    def standing(self) -> Sequence[Sprite]:
        """Return what stands, without the foot."""

    @abstractmethod
    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        """Return the ring of a seat with the share of its time that is left."""

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`: the ring begins."""
        self._now = self._entered = now
        self._idle.restart(now)
        self._call(now)

    def resume(self, now: int) -> None:
        """See `Scene.resume`: names may have joined."""
        self._now = now
        self._idle.restart(now)
        self._called.clear()
        self.dismiss(Uncovered())

    def update(self, state: State) -> None:
        """Show the evening as it is now; another pair is called.

        The same pair has all its seconds again where zero now costs more: somebody has joined who could play instead.
        """
        old, at_stake, self.state = self.pair, self._at_stake, state
        if old != self.pair:
            self._call(self._now)
        elif self._at_stake - at_stake:
            self._call(self._now, is_again=self._last_call.is_again, keeps_seats=True)
        self.changed()

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`: ACTION sits down, LEFT steps out, RIGHT joins in, CARD1 calls back, CARD2 shows
        the records, CARD5 leaves.

        Any button wakes. The press that led here sits down as well: it was made for this match.
        """
        self._now = max(self._now, press.time_ns)
        self._idle.restart(press.time_ns)
        self._called.clear()
        if self.is_asleep:
            self._call(press.time_ns)
            return
        seat = press.seat % len(SEATS)
        is_meant = press.time_ns <= self._entered or press.time_ns >= self._last_call.up_since + GUARD_NS
        can_answer = bool(self.pair[seat]) and not self.is_over and is_meant
        if press.button == LEAVE:
            self.dismiss(Leave())
        elif press.button == RECORDS:
            self.dismiss(ShowRecords())
        elif press.button == RIGHT and not self.is_over:
            self.dismiss(JoinIn(press.seat))
        elif press.button == CALL_BACK and self.state.missed_call is not None:
            self.dismiss(CallBack(self.state.missed_call))
        elif press.button == ACTION and can_answer:
            self._sit_down(seat)
        elif press.button == LEFT and not self.is_over and is_meant:
            self.dismiss(StepOut(seat))
        else:
            self.refuse()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: whoever has not come is left out when the presses up to then have been heard."""
        self._now = now
        if self.is_waiting and input_complete_until(now, drained) >= self._last_call.since + NO_SHOW_NS:
            self._time_out(now)
        elif not self.is_waiting and not self.is_asleep and self._idle.runs_out(now):
            self.dismiss(Leave())

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the ring in steps."""
        match self._state:
            case Calling(since) if self.is_waiting:
                return min(since + NO_SHOW_NS, self._now + NO_SHOW_NS // STEPS)
            case Calling():
                return self._idle.ends_at
            case Asleep():
                return None

    @property
    def lamps(self) -> Light:
        """See `Scene.lamps`: the panels of those who are waited for; at a louder call all buttons of theirs are lit."""
        if not self.awaited or self.is_asleep:
            return Cue("attract")
        return Cue("winner" if self._is_loud else "queue", self.awaited)

    # The pair

    @property
    def is_asleep(self) -> bool:
        """Whether calls have been in vain until somebody presses."""
        return isinstance(self._state, Asleep)

    @property
    def _last_call(self) -> Calling:
        return self._state.call if isinstance(self._state, Asleep) else self._state

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats with a name whose person has not sat down."""
        return tuple(seat for seat in SEATS if self.pair[seat] and seat not in self.here)

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is counted down: both seats have names, and not both are here."""
        return bool(self.awaited) and all(self.pair) and not self.is_over and not self.is_asleep

    @property
    @abstractmethod
    def passed_over(self) -> tuple[int, ...]:
        """The awaited seats whose names lose this turn at zero; not those in whose place nobody could play."""

    def call_words(self, seat: int) -> str:
        """Return what kind of call an awaited seat has."""
        if self.is_last_call(seat):
            return word("queue.last_call")
        return word("queue.again" if self._last_call.is_again else "queue.your_turn")

    def is_last_call(self, seat: int) -> bool:
        """Return whether a seat's name loses more than this turn at zero: its place in the list, or the series."""
        return seat in self.passed_over and self.state.missed[seat] + 1 >= MISSED

    @property
    def _at_stake(self) -> set[tuple[int, bool]]:
        """The seats that lose something at zero, each with whether that is more than its turn."""
        return {(seat, self.is_last_call(seat)) for seat in self.passed_over}

    @property
    def _is_loud(self) -> bool:
        return self._last_call.is_again or any(map(self.is_last_call, SEATS))

    def _call(self, now: int, *, is_again: bool = False, keeps_seats: bool = False) -> None:
        self._state = Calling(now, self._last_call.up_since if keeps_seats else now, is_again)
        if not keeps_seats:
            self.here = set(self.here_already)
        self.changed()
        is_news = self._is_loud or not keeps_seats
        if self._play is not None and self.is_waiting and is_news:
            first = CHANGE if self.somebody_moves else STAYS if self.here_already else CALL
            first = (GONG, *([FINAL] if self.is_final else []), *first)
            self._play(CALL_AGAIN if self._is_loud else first)

    def _time_out(self, now: int) -> None:
        """Leave out whoever has not come; where nobody else could play, call the same two again.

        Fall asleep instead after a whole round of calls that nobody has answered by any press.
        """
        missed = {self.pair[seat] for seat in self.awaited}
        if missed & self._called:
            self._state = Asleep(self._last_call)
            self.changed()
            return
        self._called |= missed
        if names := tuple(self.pair[seat] for seat in self.passed_over):
            self._idle.extend(now + IDLE_NS // 2)
            self.dismiss(NoShow(names))
        else:
            self._call(now, is_again=True, keeps_seats=True)

    def _sit_down(self, seat: int) -> None:
        call = self._last_call
        if call.up_since == self._entered == self._now:  # by the press that led here: both had seen that they are up
            self._state = replace(call, up_since=call.up_since - GUARD_NS)
        at_stake = self._at_stake
        self.here.add(seat)
        self.changed()
        if self.here.issuperset(SEATS) and all(self.pair):
            self.dismiss(BothHere())
        elif any(map(self.is_last_call, SEATS)) or self._at_stake - at_stake:  # seen as such for all its seconds
            self._call(self._now, keeps_seats=True)

    # The picture

    def _left_ns(self, now: int) -> int:
        return max(0, self._last_call.since + NO_SHOW_NS - now)

    def sprites(self) -> Sequence[Sprite]:
        """Return everything but what moves."""
        return [*self.standing(), foot(self.toolkit, self._foot_ways())]

    def step(self, now: int) -> int:
        """See `StaticScene.step`: how far the rings have run out."""
        return -(-self._left_ns(now) * STEPS // NO_SHOW_NS) if self.is_waiting else -1

    def moving(self, now: int) -> list[Sprite]:
        """See `StaticScene.moving`: the rings."""
        return self.rings(now)

    def rings(self, now: int) -> list[Sprite]:
        """Return the rings of those who are waited for."""
        if not self.is_waiting:
            return []
        left = self._left_ns(now)
        return [self.ring(seat, left / NO_SHOW_NS, -(-left // S)) for seat in self.awaited]

    def _foot_ways(self) -> list[Way]:
        if self.is_asleep:
            return ways_by(self.setting.key_names, (ACTION, word("queue.go_on")))
        return self.ways_awake()

    def ways_awake(self) -> list[Way]:
        """Return the ways at the foot of the page while it calls somebody, or waits."""
        join = [] if self.joins_at_sides else [(RIGHT, word("queue.join"))]
        return self.ways_after(*([] if self.is_over else [(LEFT, word("queue.step_out")), *join]))

    def ways_after(self, *own: tuple[str, str]) -> list[Way]:
        """Return a scene's own ways, that of whoever has missed a call, and those to the records and to the title."""
        missed = self.state.missed_call if not self.is_over else None
        back = [(CALL_BACK, word("queue.is_here", name=missed.name))] if missed is not None else []
        out = (RECORDS, word("records.way")), (LEAVE, word("way.leave"))
        return ways_by(self.setting.key_names, *own, *back, *out)

    def missed_words(self) -> str:
        """Return who has missed how many calls, and what that has cost; "" where there is nobody to call back."""
        missed = self.state.missed_call
        if missed is None:
            return ""
        if not missed.times:
            return word("queue.stepped_out", name=missed.name)
        key = "queue.missed.1" if missed.times == 1 else "queue.missed"
        words = word(key, name=missed.name, times=missed.times)
        if missed.winner:
            words = word("queue.missed.lost", missed=words, name=missed.winner)
        else:
            words = word("queue.missed.out" if missed.is_lost else self.missed_key, missed=words)
        return word("queue.missed.also", missed=words, name=missed.also) if missed.also else words


# Winner stays

SLIDE_NS: Final = 150 * MS
"""How long the line takes to move up."""
FRAME_NS: Final = 16 * MS
"""From one picture of the moving line to the next."""
FLAMES: Final = range(2, 10)
"""Streaks that the house can set."""


class QueueState(PairState, frozen=True):
    """The queue as the evening has it: the names at both seats ("" for nobody), and the line behind them.

    `champion` is the seat that stays, with its `wins` in a row; None before the first match and after a full streak.
    `moves`: whether each of the two sat at the other seat before.
    """

    seats: tuple[str, str]
    champion: int | None
    wins: int
    streak: int
    line: tuple[str, ...] = ()
    moves: tuple[bool, bool] = (False, False)


Queue = TypeVar("Queue", bound=QueueState)


class QueueScene(CalledPair[Queue]):
    """Waits for the two whose turn it is, with the line behind them."""

    def __init__(
        self,
        toolkit: Toolkit,
        setting: TableSetting,
        state: Queue,
        play: Play | None = None,
        scan: Callable[[], Scan | None] = no_scan,
    ) -> None:
        """See `CalledPair`; `state` is the queue now."""
        self._picture = QueuePicture(toolkit)
        super().__init__(toolkit, setting, state, self._picture.ground, play, scan)
        self._slides_from: int | None = None

    # The state

    @property
    def pair(self) -> tuple[str, str]:
        return self.state.seats

    @property
    def here_already(self) -> Collection[int]:
        """See `CalledPair.here_already`: the champion has just played."""
        return () if self.state.champion is None else (self.state.champion,)

    @property
    def somebody_moves(self) -> bool:
        return any(self.state.moves)

    @property
    def passed_over(self) -> tuple[int, ...]:
        """See `CalledPair.passed_over`: as many as are in line; nobody, where no other match is open."""
        return self.awaited[: len(self.state.line)]

    def update(self, state: Queue) -> None:
        """See `CalledPair.update`: a line that has moved up slides."""
        if self.state.line[1:2] and state.line[:1] == self.state.line[1:2] and not self.toolkit.theme.reduced_motion:
            self._slides_from = self._now
        super().update(state)

    def advance(self, now: int, drained: int) -> None:
        super().advance(now, drained)
        if self._slides_from is not None and now >= self._slides_from + SLIDE_NS:
            self._slides_from = None
            self.changed()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: a line that slides is drawn in frames."""
        due = super().next_deadline()
        return due if self._slides_from is None or due is None else min(due, self._now + FRAME_NS)

    def is_stale(self, now: int) -> bool:
        return self._slides_from is not None or super().is_stale(now)

    # The picture

    def standing(self) -> Sequence[Sprite]:
        return self._picture.sprites(self.content())

    def moving(self, now: int) -> list[Sprite]:
        """See `StaticScene.moving`: the line's tiles, and the rings."""
        off = 0.0 if self._slides_from is None else 1 - eased((now - self._slides_from) / SLIDE_NS)
        return [*self._picture.line(self.content(), max(0.0, off)), *super().moving(now)]

    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        return self._picture.ring(seat, left, seconds)

    def content(self) -> QueuePage:
        """Return the page's words."""
        state = self.state
        shown = len(state.line) if len(state.line) <= TILES else TILES - 1
        more = len(state.line) - shown
        streak = state.streak
        rule = word("queue.rule", number=word(f"number.{streak}")) if streak in FLAMES else ""
        return QueuePage(
            title=word("queue.asleep") if self.is_asleep else with_game(word("queue.title"), state.game),
            rule=word("queue.any_button") if self.is_asleep else rule,
            seats=(self._seat(0), self._seat(1)),
            versus=word("versus"),
            heading=word("queue.in_line") if state.line else word("queue.empty"),
            line=tuple(
                (name, place_words(place) if place > 1 else word("queue.next"))
                for place, name in enumerate(state.line[:shown], start=1)
            ),
            more=word("queue.more", count=more) if more else "",
            note=self.missed_words(),
            scan=self._scan(),
        )

    def _seat(self, seat: int) -> QueueSeat:
        state = self.state
        name = state.seats[seat]
        if not name:
            return QueueSeat(Somebody(word(f"seat.{seat}"), seat), action=word("queue.join"), sign="right")
        who = Somebody(name, seat)
        if seat == state.champion:
            key = "queue.wins" if state.wins else "queue.wins.0"
            words = word(key, wins=state.wins)
            return QueueSeat(who, is_champion=True, wins=state.wins, streak=state.streak, wins_words=words)
        if self.is_asleep:
            return QueueSeat(who)
        if seat in self.here:
            return QueueSeat(who, action=word("queue.here"), sign="tick")
        is_waited_for = all(state.seats)
        cap = cap_words(self.setting.key_names.get((seat, ACTION), ""))
        return QueueSeat(
            who,
            above=self.call_words(seat) if is_waited_for else "",
            action=word("queue.sit_down"),
            follows=self.words_at_zero(seat) if is_waited_for else "",
            cap=cap,
            moves=word("queue.change_sides") if state.moves[seat] else "",
        )

    def words_at_zero(self, seat: int) -> str:
        """Return what happens if an awaited seat's name does not come."""
        if seat not in self.passed_over:
            return word("queue.we_wait")
        if self.is_last_call(seat):
            return word("queue.zero.out", name=self.pair[seat])
        return word("queue.zero.next", name=self.state.line[self.awaited.index(seat)])


def with_game(title: str, game: str) -> str:
    """Return a page's title with the name of the game that is played."""
    return f"{title} · {game}" if game else title


def place_words(place: int) -> str:
    """Return a place in words."""
    return word(ordinal_key(place), place=place)


class WinnerStaysScene(QueueScene[QueueState]):
    """Winner stays: who stays, who comes, and the line.

    The challenger sits down, or is left out after 30 s. The winner stays at the side where the winner sat.
    """


# A tournament's match


class Called(QueueState, frozen=True):
    """A match that is called: the tournament's title, and the round in words; in line are the names of the next match.

    Nobody stays. `is_final`: the match decides the tournament.
    """

    title: str = ""
    stage: str = ""
    is_final: bool = False


class TournamentCall(QueueScene[Called]):
    """Waits for the two of a match; one that somebody does not come to is played later.

    Where no other match is open, the same two are called again until they come or the operator decides.

    It is drawn as winner stays is, with the round for a heading. Nobody steps out or joins here: a press would cost a
    place in the tournament.
    """

    missed_key = "queue.missed.later"

    @property
    def is_final(self) -> bool:
        return self.state.is_final

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: ACTION sits down, RIGHT shows the tournament, CARD2 the records, CARD5 leaves."""
        if press.button == RIGHT and press.pressed and not self.is_asleep:
            self.dismiss(ShowTournament())
        elif press.button != LEFT or self.is_asleep:
            super().handle(press)
        else:
            self.refuse()

    def is_last_call(self, seat: int) -> bool:
        """See `CalledPair.is_last_call`: of two who are missed, neither loses to the other."""
        return super().is_last_call(seat) and self.awaited == (seat,)

    def words_at_zero(self, seat: int) -> str:
        """See `QueueScene.words_at_zero`: the match is played later, or the series is lost."""
        if seat not in self.passed_over:
            return word("queue.we_wait")
        if self.is_last_call(seat):
            return word("queue.zero.lost", name=self.pair[1 - seat])
        return word("queue.zero.later")

    def content(self) -> QueuePage:
        called, page = self.state, super().content()
        following = tuple((name, word("queue.next")) for name in called.line)
        if not self.is_asleep:
            page = replace(page, title=with_game(called.title, called.game), rule=called.stage)
        return replace(page, heading="", line=following)

    def ways_awake(self) -> list[Way]:
        """See `QueueScene.ways_awake`: no list is joined here."""
        return self.ways_after((RIGHT, word("bracket.show")))


# The party


class PartyState(PairState, frozen=True):
    """The party as the evening has it: both teams' names in the order of their turns, who is up first, and the score.

    `goal` is the score that wins.
    """

    teams: tuple[tuple[str, ...], tuple[str, ...]]
    score: tuple[int, int]
    goal: int

    @property
    def winner(self) -> int | None:
        """The team that has won; None while the party goes on."""
        return next((team for team in SEATS if self.score[team] >= self.goal), None)


class PartyScene(CalledPair[PartyState]):
    """Waits for the two who are up; with a winner, shows the end.

    Two teams, who is up, and the score: pressing RIGHT at a team's side joins it. The team of seat 0 is at the left.
    Both who are up sit down, or are left out for this turn after 30 s.
    """

    joins_at_sides = True

    def __init__(
        self,
        toolkit: Toolkit,
        setting: TableSetting,
        state: PartyState,
        play: Play | None = None,
        scan: Callable[[], Scan | None] = no_scan,
    ) -> None:
        """See `CalledPair`; `state` is the party now."""
        self._picture = PartyPicture(toolkit)
        super().__init__(toolkit, setting, state, self._picture.ground, play, scan)

    @property
    def pair(self) -> tuple[str, str]:
        first, second = ((team[0] if team else "") for team in self.state.teams)
        return first, second

    @property
    def is_over(self) -> bool:
        return self.state.winner is not None

    @property
    def passed_over(self) -> tuple[int, ...]:
        """See `CalledPair.passed_over`: nobody who is alone in a team."""
        return tuple(seat for seat in self.awaited if len(self.state.teams[seat]) > 1)

    def standing(self) -> Sequence[Sprite]:
        return self._picture.sprites(self.content())

    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        return self._picture.ring(seat, left, seconds)

    def content(self) -> PartyPage:
        """Return the page's words."""
        winner = self.state.winner
        title = with_game(word("party.title"), self.state.game)
        title = title if winner is None else word("party.won", team=word(f"seat.{winner}"))
        rule = self.missed_words() or word("party.rule", score=self.state.goal)
        if self.is_asleep:
            title, rule = word("queue.asleep"), word("queue.any_button")
        return PartyPage(
            title=title,
            rule=rule,
            teams=(self._team(0), self._team(1)),
            versus=word("versus"),
            winner=-1 if winner is None else winner,
            scan=self._scan(),
        )

    def _team(self, seat: int) -> TeamColumn:
        team, colour = self.state.teams[seat], word(f"seat.{seat}")
        is_here, keys = seat in self.here, self.setting.key_names
        is_up = bool(team) and not self.is_over and not self.is_asleep
        action = "" if not is_up else word("queue.here") if is_here else word("queue.sit_down")
        return TeamColumn(
            name=colour,
            score=self.state.score[seat],
            up="" if self.is_over else team[0] if team else word("party.nobody"),
            names=team if self.is_over else team[1:],
            above="" if not is_up else self.call_words(seat) if seat in self.awaited else word("party.up"),
            action=action,
            sign="tick" if is_here else "star",
            join="" if self.is_over or self.is_asleep else word("party.join", team=colour),
            cap="" if is_here else cap_words(keys.get((seat, ACTION), "")),
            join_cap=cap_words(keys.get((seat, RIGHT), "")),
        )
