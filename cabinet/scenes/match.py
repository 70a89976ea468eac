"""The match on screen: passes presses to the session, its updates to view and sound, and shows dialogs between.

The session judges; this scene only shows. It derives the picture from the match's entries and its table, never from a
press.
"""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Final, TypeAlias

import msgspec
import pygame

from cabinet.audio.match_sounds import MatchSounds, cards_left
from cabinet.display.layout.boxes import Box
from cabinet.display.table.view_state import Dialog
from cabinet.input.inputs import DisconnectedSource, turned_press
from cabinet.lamp_patterns import NOTHING, Cue, Light, laid_under, playing
from cabinet.match.request import names_in
from cabinet.match.session import Session
from cabinet.scenes.bases import Leave, ShowRecords
from cabinet.scenes.dialogs import AskedBy, join_dialog, leave_dialog, lost_dialog, pause_dialog, resume_dialog
from cabinet.scenes.result import JOIN, LEAVE, Aftermath, Ending
from cabinet.scenes.stack import Scene
from cabinet.screens.views import Views
from cabinet.strings.catalogue import word
from engine import phases
from engine.log_lines import Update
from engine.panel import ACTION, LEFT, RIGHT, Glitch, Press
from engine.scheduler import MOST_PAUSES
from engine.screen import EVERYBODY
from engine.units import MS, NEVER, S

Hear = Callable[[Update], None]


CABINET: Final = "cabinet"
"""The source of ACTION for those who were ready before the match began, in its log."""

APART_NS: Final = MS // 1000
"""From one of those presses or releases to the next."""
FEW: Final = 2
"""Cards left at which a seat's lamps show tension."""
HEARD: Final = 6
"""Keys that any keyboard for games hears at once; somebody who rests on so many may silence the other."""
RESTING_NS: Final = S
"""How long keys are down until somebody rests on them."""
STALLED: Final = "stalled"
"""The reason of the pause after a long standstill of the program, in the match's log."""
AWAY_NS: Final = 10 * S
"""A standstill this long ends with a pause: people may have gone. After a shorter one the match goes on by itself."""
UNSEEN_NS: Final = S
"""A pause takes no answer for so long: LEFT and RIGHT play to piles, and a press of the race would leave the match."""


class Again(msgspec.Struct, frozen=True):
    """The same match once more: this seat wants it, or `are_both` all people do."""

    seat: int
    are_both: bool = False


class ToMenu(msgspec.Struct, frozen=True):
    """Somebody wants another game, other rules or another opponent."""


class Join(msgspec.Struct, frozen=True):
    """A newcomer at the panel of a bot, `seat`, plays the next match; `are_there`: with those who played this one."""

    seat: int
    are_there: bool


class ThirdJoins(msgspec.Struct, frozen=True):
    """A third player, at the panel of `seat`, joins the two of this match, whose `winner` stays (-1: nobody won)."""

    seat: int
    winner: int


class Teach(msgspec.Struct, frozen=True):
    """A seat wants to see the lessons while the match is paused; the match is shown again after them."""

    seat: int


MatchResult: TypeAlias = Again | ToMenu | Join | ThirdJoins | Teach | ShowRecords | Leave


class AllThere(msgspec.Struct, frozen=True):
    """Every button is in reach."""


class OutOfReach(msgspec.Struct, frozen=True):
    """Buttons are missing; `was_paused`: the match waited for somebody before, and does so once they are back."""

    sources: tuple[DisconnectedSource, ...]
    was_paused: bool


class Lit(msgspec.Struct, frozen=True):
    """What the lamps show, and until when, ns on the scene's clock."""

    light: Light = NOTHING
    until_ns: int = NEVER


class MatchStart(msgspec.Struct, frozen=True):
    """How a match begins, and on what it is played.

    `is_resumed`: it was interrupted, and a player has confirmed that it is to continue. `ready` are the seats that were
    ready before: the first deal waits for the other people alone. `lights_playable`: the lamps show the playable
    buttons. `is_turned`: LEFT and RIGHT of the far seats are exchanged, for a match whose view differs from the panels'
    wiring. `shares_keys`: both seats play on one keyboard.
    """

    is_resumed: bool = False
    ready: frozenset[int] = frozenset()
    lights_playable: bool = False
    is_turned: bool = False
    shares_keys: bool = False


class MatchScene(Scene[MatchResult]):
    """One match from the draw to its result."""

    def __init__(
        self,
        begin: Callable[[int, Hear], Session],
        views: Views,
        sounds: MatchSounds,
        report: Callable[[str], None],
        start: MatchStart | None = None,
        aftermath: Aftermath | None = None,
    ) -> None:
        """`begin(zero, hear)` makes the session; `views` are the match's own; `sounds` plays them.

        `report` informs the operator.
        """
        self._begin = begin
        self._views = views
        self._sounds = sounds
        self._report_trouble = report
        self._start = start or MatchStart()
        self._ready = self._start.ready
        """The seats for which ACTION is still pressed."""
        self._newcomer = Newcomer()
        self._leaving = Leaving()
        self._session: Session | None = None
        self._updates: list[Update] = []
        self._now = 0
        self._is_stale = True
        self._shown_pause = (0, -1)
        self._ending = Ending(views, aftermath or Aftermath())
        self._dialog: Dialog | None = None
        self._buttons: AllThere | OutOfReach = AllThere()
        self._lit = Lit()
        self._stall_ends = -UNSEEN_NS
        self._going_on = "pause.going_on"
        self._resting = Resting()

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`: the match's zero is `now`. Raises LogFileError where its log cannot be written."""
        self._now = now
        self._session = self._begin(now, self._hear)
        self._hear(Update(self._session.match.opening()))
        if self._start.is_resumed:
            self._session.control("resume", now)

    def leave(self, now: int) -> None:
        """See `Scene.leave`: an unfinished match can be resumed from its log."""
        if self._session is None:
            return
        self._session.close()
        if late := self._session.match.late:
            self._report_trouble(word("input.late", count=late))

    def pause(self, now: int) -> None:
        """See `Scene.pause`: the log records the pause."""
        self._running.control("pause", now, "covered")

    def resume(self, now: int) -> None:
        """See `Scene.resume`: the match stays paused until a player continues it."""
        self._is_stale = True
        self._resting = Resting()  # what was released meanwhile was told to the other scene

    @property
    def needs_quick_reads(self) -> bool:
        state = self._running.match.state
        return state.sit.paused < 0 and state.table.phase in ("countdown", *phases.PLAYING)

    @property
    def session(self) -> Session | None:
        """The match itself, to be read by others; None before the scene is entered."""
        return self._session

    @property
    def _running(self) -> Session:
        assert self._session is not None, "a scene is entered before anything else"
        return self._session

    @property
    def _people(self) -> tuple[int, ...]:
        return self._running.match.setup.people

    # Presses and time

    @property
    def clicks(self) -> bool:
        """See `Scene.clicks`: a pause and a result sound like a menu."""
        return not self.judges

    def boxes_of(self, press: Press) -> Sequence[Box]:
        """See `Scene.boxes_of`: the soft-key at the table."""
        if self._shows_result or self._dialog is not None:
            return ()
        return self._views.key_boxes(turned_press(press) if self._start.is_turned else press)

    @property
    def judges(self) -> bool:
        """See `Scene.judges`: while the match goes on; a pause and the result are answered like a menu.

        Asked while `enter` breathes as well: a match that was cut off is not there yet, and begins paused.
        """
        return self._session is not None and not self._has_result and self._session.match.state.sit.paused < 0

    def take_back(self, glitch: Glitch) -> None:
        seats = self._running.match.setup.seats
        if glitch.time_ns >= self._running.match.zero_ns and glitch.seat < len(seats) and seats[glitch.seat].is_human:
            self._running.handle(turned_press(glitch) if self._start.is_turned else glitch)

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: every edge goes to the match; presses for a dialog are answered here."""
        if press.time_ns < self._running.match.zero_ns:
            self.refuse()  # a button of the menu that arrived after the match had begun
            return
        seats = self._running.match.setup.seats
        if press.seat >= len(seats):
            self._handle_unseated(press)
            return
        self._resting.record(press)
        press = turned_press(press) if self._start.is_turned else press
        situation = self._running.match.state.sit
        if press.pressed and self._ending.skip(self._running, press.time_ns, self._now):
            return
        if self._has_result:
            self._answer_result(press)
            return
        if press.pressed and situation.paused < 0 and not self._views.is_lit(press):
            self.refuse()
        if seats[press.seat].is_human:
            self._running.handle(press)
        elif self._people:  # nobody plays at a bot's panel
            if press.pressed and situation.paused < 0 and self._newcomer.asks(press.seat, press.time_ns):
                self._running.control("pause", press.time_ns, JOINS)
            return
        if press.pressed and self._waits and situation.resume < 0:
            self._answer_pause(press)

    def _handle_unseated(self, press: Press) -> None:
        """Handle a press of a panel that has no seat in this game: at the result ACTION joins, where a third may."""
        if press.button == ACTION and self._has_result and self._ending.takes_third:
            self._answer_result(press._replace(button=JOIN))
        else:
            self.refuse()

    def advance(self, now: int, drained: int) -> None:
        self._now = now
        self._running.advance(now, drained)
        if self._ready:
            self._skip_to_countdown(now)
        self._end_questions(now)
        self._update_views(now)
        if self._start.shares_keys and self.judges:
            for seat in self._resting.seats(now):
                self._views.tell(seat, "table.let_go", now)
        if now >= self._lit.until_ns:
            self._lit = self._light(now)
        self._ending.advance(self._running, now, is_covered=bool(self._missing) or self._waits)
        self._sounds.on_end(self._ending.shown)
        if self._ending.shows_record:
            self._sounds.record()
            self._lit = self._light(now)
        if self._ending.shows_quickest:
            self._sounds.quickest()
        self._lay_dialog(now)
        if self._has_result and (asked := self._ending.asks_again(now)):
            self.dismiss(Again(asked[0]))
        outcome = self._running.outcome
        if outcome is not None and (outcome.is_void or self._ending.is_over(now)):
            joins = self._newcomer.seat
            self.dismiss(Leave() if joins is None else Join(joins, self._newcomer.was_let_in))

    def _skip_to_countdown(self, now: int) -> None:
        """Press ACTION for those who were ready before: the draw is skipped, and the deal waits for the others."""
        match = self._running.match
        if match.state.sit.paused >= 0:
            return
        people = [seat for seat, info in enumerate(match.setup.seats) if info.is_human and seat in self._ready]
        stamps = count(now, APART_NS)  # presses of one instant would have no order
        for phase, seats in (("draw", people[:1]), ("ready", people)):
            for seat in seats:  # a press of their own may have come before: one more in the countdown would be a foul
                if match.table.phase == phase and not match.table.flag(f"ready.{seat}"):
                    self._running.handle(Press(seat, ACTION, True, next(stamps), CABINET))
                    self._running.handle(Press(seat, ACTION, False, next(stamps), CABINET))
        self._ready = self._ready if match.table.phase in ("draw", "ready") else frozenset()

    def next_deadline(self) -> int | None:
        times = [self._running.next_deadline(), self._views.next_change, self._lit.until_ns]
        times += [question.next_deadline(self._now) for question in (self._newcomer, self._leaving)]
        times.append(self._next_minute())
        if self._start.shares_keys:
            times.append(self._resting.next_deadline())
        times += self._ending.times()
        if self._running.match.state.sit.resume >= 0:
            times.append(self._now + phases.BEAT_NS // 8)
        return min((time for time in times if time is not None and time > self._now), default=None)

    def draw_ahead(self) -> None:
        self._views.draw_ahead()

    def is_stale(self, now: int) -> bool:
        if self._shows_result:
            return self._is_stale or self._ending.busy(now)
        return self._is_stale or self._views.busy(now) or now >= self._views.next_change

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`; the first of the screens alone."""
        return self.draw_all([screen], now, everything=everything)[0]

    def draw_all(self, screens: Sequence[pygame.Surface], now: int, *, everything: bool) -> list[list[pygame.Rect]]:
        """See `Scene.draw_all`: a seat with a screen of its own sees its own table."""
        self._is_stale = False
        if self._shows_result:
            return self._ending.draw(screens, now, everything=everything)
        return self._views.draw(screens, now, everything=everything)

    # Time that nobody saw, and buttons that are out of reach

    def stood_still(self, since: int, now: int, lasted: int) -> bool:
        """See `Scene.stood_still`: a match in play pauses at its last picture. What was pressed after it counts.

        It goes on after a countdown, or waits for a press where people may have gone.
        """
        if not self.judges or since <= self._running.match.zero_ns:
            return False
        self._stall_ends = now + 1  # keys that carry no stamp have that of `now`
        self._going_on = "pause.stalled_on"
        self._running.control("pause", since, phases.STALL)
        if lasted < AWAY_NS or not self._people:
            self._running.control("resume", self._stall_ends)
        else:
            self._running.control("pause", self._stall_ends, STALLED)
        return True

    def missing(self, away: Sequence[DisconnectedSource], now: int) -> None:
        """See `Scene.missing`: pauses the match, which continues by itself if it was running before."""
        match self._buttons:
            case OutOfReach(_, was_paused) if away:
                self._buttons = OutOfReach(tuple(away), was_paused)
            case OutOfReach(_, was_paused):
                self._buttons = AllThere()
                self._running.control(*(("pause", now, "covered") if was_paused else ("resume", now)))
            case AllThere() if away:
                sit = self._running.match.state.sit
                self._buttons = OutOfReach(tuple(away), was_paused=sit.paused >= 0 and sit.resume < 0)
                self._running.control("pause", max(now, self._stall_ends + 1), phases.BROKEN)

    @property
    def _missing(self) -> tuple[DisconnectedSource, ...]:
        """The sources that are out of reach."""
        return self._buttons.sources if isinstance(self._buttons, OutOfReach) else ()

    def void(self, since: int, now: int, why: str) -> None:
        """See `Scene.void`: returns to the earlier table, and continues with a countdown once the buttons are back."""
        at = max(now, self._stall_ends + 1)
        self._running.void(since, at, why)
        self._going_on = "void.back"
        if not self._missing:
            self._running.control("resume", at)

    # Lamps

    @property
    def lamps(self) -> Light:
        return self._lit.light

    def _light(self, now: int) -> Lit:
        """Return what the lamps should show now, and until when; a seat that is shut out has none."""
        match, until_ns = self._running.match, NEVER
        if match.outcome is not None:
            return Lit(self._light_of_end(match.outcome.winner))
        screen, play = match.screen(EVERYBODY), match.play_clock(now - match.zero_ns)
        ends = {
            seat: max(screen.table.number(f"lock.{seat}"), screen.table.number(f"guard.{seat}"))
            for seat in range(len(match.setup.seats))
        }
        shut = {seat: at - play for seat, at in ends.items() if at > play}
        lamps = playing(screen.keys, playable=self._start.lights_playable, shut=shut)
        if shut and match.state.sit.paused < 0:
            until_ns = now + min(shut.values())
        flashing, until = self._views.flashing(now)
        if flashing:
            lamps = laid_under(Cue("race", flashing), lamps)
            until_ns = min(until_ns, until)
        few = cards_left(screen.table) if screen.table.phase == "play" else {}
        tense = tuple(seat for seat, cards in few.items() if 0 < cards <= FEW and seat not in shut)
        return Lit(laid_under(Cue("tension", tense), lamps), until_ns)

    def _light_of_end(self, winner: int | None) -> Cue:
        """Return the pattern of a match's end: a record as soon as it is shown, else who has won."""
        closest = self._running.story.closest() if self._ending.shows_record else None
        if closest is not None:
            return Cue("record", (closest.contest.winner,))
        return Cue("nobody") if winner is None else Cue("winner", (winner,))

    # The match's updates

    def _hear(self, update: Update) -> None:
        self._updates.append(update)

    def _update_views(self, now: int) -> None:
        """Pass on the updates since the last call, with the current table and any stop of its clock."""
        updates, self._updates = self._updates, []
        match = self._running.match
        pause = (match.state.sit.offset, match.state.sit.paused)
        if pause != self._shown_pause:
            self._shown_pause = pause
            updates.append(Update())
        if not updates:
            return
        self._views.update(updates, match, now)
        for update in updates:
            self._sounds.on_entries(update.entries)
        self._sounds.on_table(match.table, now)
        self._ending.mark(self._running, now)
        self._lit = self._light(now)
        self._is_stale = True

    # Dialogs

    @property
    def _shows_result(self) -> bool:
        """Whether the result covers the screen; buttons that are out of reach are shown over the table instead."""
        return self._ending.covers and not self._missing

    @property
    def _waits(self) -> bool:
        """Whether the match is paused; one that was left in a pause is over."""
        return self._running.match.outcome is None and self._running.match.state.sit.paused >= 0

    @property
    def _has_result(self) -> bool:
        return self._running.outcome is not None and self._ending.is_shown

    def _lay_dialog(self, now: int) -> None:
        dialog = self._wanted_dialog(now)
        if dialog != self._dialog:
            self._dialog = dialog
            self._views.show(dialog)
            self._is_stale = True

    def _wanted_dialog(self, now: int) -> Dialog | None:
        match = self._running.match
        situation = match.state.sit
        if self._leaving.seat is not None:
            name = names_in(match.setup)[self._leaving.seat]
            return leave_dialog(self._leaving.seat, name, self._leaving.left_s(now), ANSWER_NS // S)
        if self._missing:
            return lost_dialog(self._missing)
        if self._waits and situation.resume >= 0:
            left = situation.resume - (now - match.zero_ns)
            return resume_dialog(-(-left // phases.BEAT_NS), self._going_on)
        self._going_on = "pause.going_on" if situation.paused < 0 else self._going_on
        if self._waits:
            if self._newcomer.seat is not None:
                is_asked_of_all = len(self._people) > 1
                left_s = self._newcomer.left_s(now)
                return join_dialog(self._newcomer.seat, left_s, ANSWER_NS // S, is_asked_of_all=is_asked_of_all)
            return pause_dialog(situation.why, self._views.pause, self._asked_by(now))
        return None

    def _asked_by(self, now: int) -> AskedBy | None:
        """Return who asked for the present pause, and since when; None if the cabinet did."""
        match = self._running.match
        sit = match.state.sit
        if sit.by < 0:
            return None
        asked = sit.pauses[sit.by] if sit.pauses else 0
        return AskedBy(
            sit.by,
            names_in(match.setup)[sit.by],
            (now - match.zero_ns - sit.paused) // MINUTE_NS,
            is_last=asked >= MOST_PAUSES,
        )

    def _next_minute(self) -> int | None:
        """Return when the pause has lasted one minute more; None where that is not shown."""
        asked, match = self._asked_by(self._now), self._running.match
        return None if asked is None else match.zero_ns + match.state.sit.paused + (asked.minutes + 1) * MINUTE_NS

    def _end_questions(self, now: int) -> None:
        """End a question without an answer: the match goes on, unless its only player seems to have gone."""
        sit = self._running.match.state.sit
        if self._newcomer.is_due(now):
            if len(self._people) > 1:
                self._newcomer.withdraw()
                self._running.control("resume", now)
            else:
                self._newcomer.was_let_in = False
                self._running.control("leave", now)
        if sit.paused < 0 or sit.resume >= 0:
            self._leaving.withdraw()
        elif self._leaving.is_due(now):
            self._play_on(now)

    def _play_on(self, time_ns: int) -> None:
        """End the question who leaves; the match goes on, as far as its buttons are there."""
        self._leaving.withdraw()
        if not self._missing:
            self._running.control("resume", time_ns)

    def _answer_pause(self, press: Press) -> None:
        match = self._running.match
        if press.time_ns < max(match.zero_ns + match.state.sit.paused, self._stall_ends) + UNSEEN_NS:
            self.refuse()
            return
        if self._leaving.seat is not None:
            self._answer_leaving(press)
        elif press.button == ACTION and not self._missing:
            self._newcomer.withdraw()
            self._running.control("resume", press.time_ns)
        elif press.button == LEFT and self._newcomer.seat is not None:
            if self._newcomer.agree(press.seat) >= set(self._people):
                self._running.control("leave", press.time_ns)
        elif press.button == LEFT and len(self._people) > 1:
            self._leaving.ask(press.seat, press.time_ns)
        elif press.button == LEFT:
            self._running.control("leave", press.time_ns)
        elif press.button == RIGHT and not self._missing and self._newcomer.seat is None:
            self.dismiss(Teach(press.seat))
        else:
            self.refuse()

    def _answer_leaving(self, press: Press) -> None:
        """Answer whether a seat leaves: all together end the match for nothing; who insists alone loses it."""
        asks, time_ns = self._leaving.seat, press.time_ns
        if not self._leaving.was_seen(time_ns) or press.button not in (LEFT, ACTION):
            self.refuse()
        elif press.button == ACTION:
            self._play_on(time_ns)
        elif press.seat == asks:
            self._leaving.withdraw()
            self._running.control("leave", time_ns, seat=-1 if self._may_go(press.seat) else press.seat)
        else:
            if self._leaving.agree(press.seat) >= set(self._people) - {asks}:
                self._leaving.withdraw()
                self._running.control("leave", time_ns)

    def _may_go(self, seat: int) -> bool:
        """Return whether a seat may leave for nothing: where buttons are missing, unless another one is ahead.

        The others may have no button to answer with, and nobody can play on.
        """
        match = self._running.match
        leader = match.leader
        return bool(self._missing) and (leader == seat or (leader is None and match.game.seats == 2))

    def _answer_result(self, press: Press) -> None:
        if not press.pressed or not self._ending.answers(press.time_ns):
            self.refuse()
            return
        if press.button == ACTION:
            if self._people and press.seat not in self._people:
                self.dismiss(Join(press.seat, are_there=True))
            elif self._ending.again(press.seat, press.time_ns):
                self.dismiss(Again(press.seat, are_both=self._ending.are_both))
        elif press.button == LEFT and not self._ending.leads_on:
            self.dismiss(ToMenu())
        elif press.button == RIGHT:
            self.dismiss(ShowRecords())
        elif press.button == LEAVE:
            self.dismiss(Leave())
        elif press.button == JOIN and self._ending.takes_third:
            winner = self._running.match.outcome.winner if self._running.match.outcome is not None else None
            self.dismiss(ThirdJoins(press.seat, -1 if winner is None else winner))
        else:
            self.refuse()


class Resting:
    """The keys of both seats that are down, where many keyboards hear no more than `HEARD`."""

    def __init__(self) -> None:
        self._down: dict[tuple[int, str], int] = {}
        """Seat and button -> the press's stamp, in the order of the presses."""

    def record(self, press: Press) -> None:
        """Note a press or release."""
        if press.pressed:
            self._down[press.seat, press.button] = press.time_ns
        else:
            self._down.pop((press.seat, press.button), None)

    def seats(self, now: int) -> list[int]:
        """Return who should let go by `now`: whoever has half of the keys on which somebody rests, or more."""
        long = [seat for (seat, _), since in self._down.items() if now >= since + RESTING_NS]
        if len(long) < HEARD:
            return []
        return [seat for seat in sorted(set(long)) if 2 * long.count(seat) >= HEARD]

    def next_deadline(self) -> int | None:
        """Return when somebody will have rested on so many; None while fewer are down."""
        since = sorted(self._down.values())
        return since[HEARD - 1] + RESTING_NS if len(since) >= HEARD else None


# Questions to those who play

JOINS: Final = "joins"
"""The reason of the pause for the question, in the match's log."""
ANSWER_NS: Final = 15 * S
"""How long a question waits for an answer."""
MINUTE_NS: Final = 60 * S


class Asked(msgspec.Struct, frozen=True):
    """A question waits for an answer: about which seat, until when, and which seats have said yes so far."""

    seat: int
    ends: int
    agreed: frozenset[int] = frozenset()


class Unanswered(msgspec.Struct, frozen=True):
    """Nobody has answered the question about this seat in time."""

    seat: int


class Question:
    """A question over a paused match, which waits `ANSWER_NS` for an answer. All times are ns on the scene's clock."""

    def __init__(self) -> None:
        self._state: Asked | Unanswered | None = None

    @property
    def seat(self) -> int | None:
        """The seat that it is about; None while nobody asks."""
        return self._state.seat if self._state is not None else None

    def ask(self, seat: int, now: int) -> None:
        """Put the question."""
        self._state = Asked(seat, now + ANSWER_NS)

    def agree(self, seat: int) -> frozenset[int]:
        """Note that a seat says yes; return all that have."""
        match self._state:
            case Asked(about, ends, agreed):
                self._state = Asked(about, ends, agreed | {seat})
                return agreed | {seat}
        return frozenset()

    def withdraw(self) -> None:
        """Withdraw the question."""
        self._state = None

    def was_seen(self, now: int) -> bool:
        """Return whether the question has been there long enough for a press to be meant for it."""
        return isinstance(self._state, Asked) and now >= self._state.ends - ANSWER_NS + UNSEEN_NS

    def is_due(self, now: int) -> bool:
        """Return once whether nobody has answered in time."""
        match self._state:
            case Asked(seat, ends) if now >= ends:
                self._state = Unanswered(seat)
                return True
        return False

    def left_s(self, now: int) -> int:
        """Return the time left for an answer, in s, rounded up."""
        return max(0, -((now - self._state.ends) // S)) if isinstance(self._state, Asked) else 0

    def next_deadline(self, now: int) -> int | None:
        """Return when the question's seconds change, or it ends; None while nobody asks."""
        return self._state.ends - (self.left_s(now) - 1) * S if isinstance(self._state, Asked) else None


class Newcomer(Question):
    """The question to the players of one match whether a newcomer at the panel of a bot comes in.

    The match pauses for it, once a match. All who play have to say yes. Without an answer several play on; one alone is
    taken to have gone, and the newcomer comes in.
    """

    def __init__(self) -> None:
        super().__init__()
        self.was_let_in = True
        """Whether the players are there: False once the question has ended without an answer."""
        self._has_asked = False

    def asks(self, seat: int, now: int) -> bool:
        """Ask for a seat; return False if the match has had its question."""
        if self._has_asked:
            return False
        self._has_asked = True
        self.ask(seat, now)
        return True


class Leaving(Question):
    """The question to the others whether the match ends for nothing, as `seat` wants to leave it."""
