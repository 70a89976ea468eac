"""The match: presses in, effects out, at any time and in any order of delivery.

See docs/architecture.md, "The engine" and "Late presses".

Sans-I/O: ``handle(event)``, ``advance(now_ns)``, ``next_deadline()``. This module is what a match is asked and told;
``timeline`` puts every event where its stamp belongs, ``judge`` decides, ``flow`` leads from phase to phase, ``steps``
does one thing at a time.
"""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Final

from engine.chance import Chance
from engine.game import Game, Outcome
from engine.games import set_up
from engine.judge import Court
from engine.panel import BUTTON_INDEX, CONTROLS, Act, Command, Control, Event, Meaning, Press
from engine.record import Entry, Update
from engine.screen import EVERYBODY, ASeat, Screen, keys_on, of_everybody, of_seat, with_guards, with_look
from engine.seats import Brain
from engine.setup import Setup
from engine.state import NEVER, State
from engine.steps import Stepper
from engine.table import Table
from engine.timeline import TimeLine


class Match:
    """One match from the draw for the dealer to the outcome.

    ``zero_ns`` is the CLOCK_MONOTONIC time of the log's zero. ``brains`` play the seats that are bots; without one, a
    bot's presses must come in like anybody's (as they do when a log is played again). ``game`` takes the place of the
    setup's own: one with a tiny deck, say. ``bot_res_ns`` is the resolution of the stamps that the brains' presses get:
    0 is true of them, more lets bots meet in dead heats as people do (GEN-1). Raises UnknownGame or OptionError for a
    setup that cannot be played.
    """

    OWN_PAUSES: Final = ("players", "ready")
    """Why a match stands still of its own accord; a ``Control`` needs another word, so that logs tell them apart."""
    KEPT: ClassVar[int] = 24
    """About so many steps are kept, and more where judging may look back further."""
    EVENTS: ClassVar[int] = 256
    """Of more events than that, those are forgotten from which nothing can be judged anew."""

    def __init__(
        self,
        setup: Setup,
        zero_ns: int = 0,
        brains: Mapping[int, Brain] | None = None,
        game: Game | None = None,
        bot_res_ns: int = 0,
    ) -> None:
        self.setup = setup
        self.zero_ns = zero_ns
        self.game = game or set_up(setup.game, setup.options, setup.base, len(setup.seats), setup.rules)
        self.late = 0
        """Events refused because they came later than the horizon (shown to the operator)."""
        self._stepper = Stepper(Court(self.game, setup, Chance(setup.seed)), zero_ns, brains or {}, bot_res_ns)
        self._line = TimeLine(self._stepper, setup.horizon_ns, setup.resolution_ns, self.KEPT, self.EVENTS)
        self._coarsest = bot_res_ns  # the resolution of any press so far (ns)
        self._earliest = 0  # and how much before its stamp one may have been

    # What is asked of it

    @property
    def table(self) -> Table:
        """The table as it is now, provisional within the horizon."""
        return self._line.state.table

    @property
    def state(self) -> State:
        """Everything about the present moment, for those who show it: held buttons, pauses, progress."""
        return self._line.state

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, once it has; provisional within the horizon."""
        return self._line.state.sit.outcome

    @property
    def is_final(self) -> bool:
        """True once the outcome can no longer change."""
        return self._line.state.sit.outcome is not None and self._line.is_final

    def play_clock(self, t: int) -> int:
        """The play clock (as scalars that are moments count) at a log time; it stands still in a pause."""
        sit = self._line.state.sit
        return min(t, sit.paused) - sit.offset if sit.paused >= 0 else t - sit.offset

    def keys(self, seat: int) -> tuple[Meaning, ...]:
        """What each of the seat's eight buttons does now, in the panel's order."""
        return self._stepper.keys(self._line.state, seat)

    def screen(self, viewer: int = EVERYBODY) -> Screen:
        """What a screen shows now: to all the people together, or to one seat on a screen of its own (GEN-4)."""
        state, game = self._line.state, self.game
        table, held = state.table, state.sit.held
        people = [seat for seat, info in enumerate(self.setup.seats) if info.is_human]
        shared = viewer == EVERYBODY
        own = {seat: game.view(table, seat, held[seat]) for seat in people}
        shown = of_everybody(game, table, people, held, own) if shared else of_seat(game, table, viewer, held)
        shown = with_guards(shown, game, state.since)

        def keys(seat: int) -> tuple[Meaning, ...]:
            told = self._stepper.keys(state, seat)
            if seat != viewer and (people or not shared):  # bots alone hide nothing from a shared screen
                told = keys_on(shown, game, table, seat, told, held[seat], own.get(seat))
            return with_look(told, shown, own[seat], seat, held[seat]) if shared and seat in own else told

        rows = ASeat(game.seats, partial(game.row, shown))
        return Screen(shown, ASeat(game.seats, keys), rows, game.clock(shown, state.since))

    def legal(self, seat: int) -> list[Command]:
        """The seat's legal commands in the game; empty while no deal is being played."""
        state = self._line.state
        return self.game.legal(state.table, seat) if state.sit.paused < 0 else []

    def next_deadline(self) -> int | None:
        """When ``advance`` next has something to do by itself (CLOCK_MONOTONIC, ns), or None."""
        due = self._line.due()
        return due + self.zero_ns if due < NEVER else None

    # What is done to it

    def handle(self, event: Event) -> Update:
        """Take a press, a command or a control, whenever it arrives.

        Raises ValueError for a seat, a button or a control that does not exist, which is the caller's mistake.
        """
        line = self._line
        if event.time_ns - self.zero_ns <= line.closed:
            self.late += 1
            return Update(refused=True)
        if isinstance(event, Act):
            return line.take(event, 0)
        checked, reach = self._checked(event)
        return line.take(checked, reach)

    def give(self, act: Act) -> None:
        """Take a command as ``handle`` does, for one who asks only at the end what came of it: random play."""
        if not self._line.append(act):
            self.handle(act)

    def advance(self, now_ns: int, drained_ns: int | None = None) -> Update:
        """Let everything happen that is due by ``now_ns``, and make final what can no longer change.

        ``drained_ns`` is the instant up to which every source has been drained, ``now_ns`` if not given: read the
        clock, drain the sources into ``handle``, then advance to what the clock said, and a stall of the program can
        make no press too late.
        """
        known = now_ns if drained_ns is None or drained_ns > now_ns else drained_ns
        return self._line.advance(now_ns - self.zero_ns, known - self.zero_ns)

    def skip(self, now_ns: int) -> int | None:
        """Advance to the next deadline, or to now if that is later, for one who asks only at the end what came of it.

        Returns the time then (CLOCK_MONOTONIC, ns), or None if nothing is due any more.
        """
        t = self._line.skip(now_ns - self.zero_ns)
        return t + self.zero_ns if t < NEVER else None

    def close(self) -> None:
        """Make everything up to now final, whatever the horizon: the log that it was read from says so."""
        self._line.close()

    def wake_bots(self, brains: Mapping[int, Brain], first_plan: int) -> None:
        """Let bots play from now on, in a match that was fed their presses so far; call ``close`` before.

        Their plans are numbered from ``first_plan``, a number that no plan of this match had yet.
        """
        self._line.go_on_as(self._stepper.wake_bots(self._line.state, brains, first_plan))

    def told(self) -> list[Entry]:
        """Every entry up to now that ``final`` has not handed over, those that can still change included."""
        return self._line.told()

    def final(self) -> list[Entry]:
        """The entries that became final since the last call, in order: what the log is written from."""
        return self._line.final()

    def opening(self) -> tuple[Entry, ...]:
        """The entries of the match's first instant, which no ``Update`` tells."""
        return self._line.opening()

    def _checked(self, event: Press | Control) -> tuple[Press | Control, int]:
        """The event as it may be taken, and how far before it a contest with it may reach (ns)."""
        if isinstance(event, Control):
            if event.kind not in CONTROLS or event.why in self.OWN_PAUSES:
                raise ValueError(f"no such control: {event}")
            if event.kind == "void":  # what is final stays, and so does the first instant
                event = event._replace(since_ns=max(event.since_ns, self.zero_ns + max(self._line.closed, 0) + 1))
            return event, self._reach()
        if not 0 <= event.seat < self.game.seats or event.button not in BUTTON_INDEX:
            raise ValueError(f"no such seat or button: {event}")
        limit = self.setup.resolution_ns
        if event.res < 0 or event.early_ns < 0:  # nonsense is no good stamp
            event = event._replace(res=limit, early_ns=0)
        self._coarsest = max(self._coarsest, event.res)
        self._earliest = max(self._earliest, event.early_ns)
        # a clock of its own may run a little off ours: look back as far as any dead heat can reach
        return event, limit if event.clock else self._reach()

    def _reach(self) -> int:
        """How far a contest of presses like those so far can reach (ns); none reaches beyond what stays open."""
        return max(min(2 * self._coarsest + self._earliest, self.setup.resolution_ns) - 1, 0)
