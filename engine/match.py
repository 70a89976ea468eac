"""The match: presses in, effects out, at any time and in any order of delivery.

See docs/architecture.md, "The engine" and "Late presses".

Sans-I/O: ``handle(event)``, ``advance(now_ns)``, ``next_deadline()``. This module is the public interface of a match:

- ``timeline`` orders events by their stamps;
- ``reducer`` processes one event, ``scheduler`` one action that needs no event;
- ``judge`` decides contests, ``phases`` manages the phases, ``rollback`` undoes uncertain ones.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import ClassVar, Final

from engine.brain import Brain
from engine.chance import Chance
from engine.game import Game, Outcome
from engine.games import set_up
from engine.judge import MatchContext
from engine.log_lines import Entry, Update
from engine.panel import BUTTON_INDEX, CONTROLS, Act, Command, Control, Event, Glitch, Meaning, Press
from engine.reducer import Reducer
from engine.scheduler import Scheduler
from engine.screen import EVERYBODY, ASeat, Screen, keys_on, of_everybody, of_seat, with_guards, with_look
from engine.setup import Setup
from engine.state import State
from engine.table import Table
from engine.timeline import TimeLine
from engine.units import NEVER


class Match:
    """One match from the draw for the dealer to the outcome.

    ``zero_ns`` is the CLOCK_MONOTONIC time of the log's zero. ``brains`` play the bots' seats; for a bot without a
    brain, the caller supplies the presses like a person's (as in a replay). ``game`` replaces the game of the setup,
    for example by a game with a tiny deck. ``bot_res_ns`` is the resolution of the brains' stamps: 0 is their true
    error, a greater value allows dead heats between bots, as between people (GEN-1). Raises UnknownGame or OptionError
    for an invalid setup.
    """

    OWN_PAUSES: Final = ("players", "ready")
    """The reasons of the match's own pauses; a ``Control`` needs another reason, so that logs distinguish them."""
    KEPT: ClassVar[int] = 24
    """Approximate number of steps in memory; more where judging may look back further."""
    EVENTS: ClassVar[int] = 256
    """Above this number of events, those that no judgement can reach any more are dropped."""

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
        """Events refused because they arrived later than the horizon (shown to the operator)."""
        context = MatchContext(self.game, setup, Chance(setup.seed))
        self._scheduler = Scheduler(context, zero_ns, brains or {}, bot_res_ns)
        self._reducer = Reducer(self._scheduler)
        self._line = TimeLine(self._reducer, self.KEPT, self.EVENTS)
        self._coarsest = bot_res_ns  # the coarsest resolution of any press so far (ns)
        self._earliest = 0  # the largest ``early_ns`` so far

    # Queries

    @property
    def table(self) -> Table:
        """The present table, provisional within the horizon."""
        return self._line.state.table

    @property
    def state(self) -> State:
        """The present state for displays: held buttons, pauses, progress."""
        return self._line.state

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None before the end; provisional within the horizon."""
        return self._line.state.sit.outcome

    @property
    def is_final(self) -> bool:
        """True once the outcome can no longer change."""
        return self._line.state.sit.outcome is not None and self._line.is_final

    @property
    def leader(self) -> int | None:
        """The seat that is ahead at present; None if no single one is."""
        return self._scheduler.leader(self._line.state.table)

    def play_clock(self, t: int) -> int:
        """Return the play clock (the time base of scalars) at a log time, in ns; a pause stops it."""
        return self._line.state.sit.clock(t)

    def keys(self, seat: int) -> tuple[Meaning, ...]:
        """Return the present meaning of each of the seat's eight buttons, in the panel's order."""
        return self._reducer.keys(self._line.state, seat)

    def screen(self, viewer: int = EVERYBODY) -> Screen:
        """Return the content of a screen: one for all the people together, or one seat's own (GEN-4)."""
        state, game = self._line.state, self.game
        table, held = state.table, state.sit.held
        people = [seat for seat, info in enumerate(self.setup.seats) if info.is_human]
        shared = viewer == EVERYBODY
        own = {seat: game.view(table, seat, held[seat]) for seat in people}
        shown = of_everybody(game, table, people, held, own) if shared else of_seat(game, table, viewer, held)
        shown = with_guards(shown, game, state.since)

        def keys(seat: int) -> tuple[Meaning, ...]:
            own_keys = self._reducer.keys(state, seat)
            if seat != viewer and (people or not shared):  # a match of bots alone hides nothing on a shared screen
                own_keys = keys_on(shown, game, table, seat, own_keys, held[seat], own.get(seat))
            return with_look(own_keys, game, shown, own[seat], seat, held[seat]) if shared and seat in own else own_keys

        rows = ASeat(game.seats, partial(game.row, shown))
        return Screen(shown, ASeat(game.seats, keys), rows, game.clock(shown, state.since))

    def legal(self, seat: int) -> list[Command]:
        """Return the seat's legal commands in the game; empty while no deal is in play."""
        state = self._line.state
        return self.game.legal(state.table, seat) if state.sit.paused < 0 else []

    def next_deadline(self) -> int | None:
        """Return when ``advance`` is next due without a new event (CLOCK_MONOTONIC, ns), or None."""
        due = self._line.due()
        return due + self.zero_ns if due < NEVER else None

    # Input

    def handle(self, event: Event) -> Update:
        """Process a press, a glitch, a command or a control, in any order of arrival.

        Raises ValueError if the seat, button or control does not exist: a mistake of the caller.
        """
        line = self._line
        if line.is_late(event):
            self.late += 1
            return Update(refused=True)
        if isinstance(event, Act):
            return line.insert(event, 0)
        if isinstance(event, Glitch):
            self._check_button(event)
            return line.insert(event, self.setup.reach_ns)
        checked, reach = self._checked(event)
        return line.insert(checked, reach)

    def expect(self, events: Iterable[Event]) -> None:
        """Take events in any order before any of them is judged: the input of a log, from the beginning of a match.

        ``skip`` and ``advance`` judge them. Nothing arrives late, so no step is ever taken back. Raises ValueError
        like ``handle``.
        """
        self._line.expect([event if isinstance(event, Act | Glitch) else self._checked(event)[0] for event in events])

    def advance(self, now_ns: int, drained_ns: int | None = None) -> Update:
        """Perform everything that is due by ``now_ns``, and make old steps final.

        ``drained_ns`` is the time up to which every source has been drained, by default ``now_ns``. Read the clock,
        drain the sources into ``handle``, then advance to the time read: then a stall of the program makes no press too
        late.
        """
        known = now_ns if drained_ns is None or drained_ns > now_ns else drained_ns
        return self._line.advance(now_ns - self.zero_ns, known - self.zero_ns)

    def skip(self, now_ns: int, drained_ns: int | None = None) -> int | None:
        """Advance to the next deadline, or to now if that is later, without an ``Update``; for bulk play and replays.

        ``drained_ns`` as for ``advance``, by default the new time. Returns the new time (CLOCK_MONOTONIC, ns), or None
        if nothing is due any more.
        """
        zero_ns = self.zero_ns
        t = self._line.skip(now_ns - zero_ns, None if drained_ns is None else drained_ns - zero_ns)
        return t + self.zero_ns if t < NEVER else None

    def close(self) -> None:
        """Make everything up to now final, regardless of the horizon: a log contains only final entries."""
        self._line.close()

    def wake_bots(self, brains: Mapping[int, Brain], first_plan: int) -> None:
        """Attach bots to a match that was replayed so far; call ``close`` before.

        Their plans are numbered from ``first_plan``, a number that no plan of this match had yet.
        """
        self._line.go_on_as(self._scheduler.wake_bots(self._line.state, brains, first_plan))

    def pending(self) -> list[Entry]:
        """Return every entry up to now that ``final`` has not returned, provisional entries included."""
        return self._line.pending()

    def final(self) -> list[Entry]:
        """Return the entries that became final since the last call, in order, for the log file."""
        return self._line.final()

    def opening(self) -> tuple[Entry, ...]:
        """Return the entries of the match's first instant, which no ``Update`` contains."""
        return self._line.opening()

    def _checked(self, event: Press | Control) -> tuple[Press | Control, int]:
        """Validate an event; return it, and how far before it a contest with it may reach (ns)."""
        if isinstance(event, Control):
            if event.kind not in CONTROLS or event.why in self.OWN_PAUSES:
                raise ValueError(f"no such control: {event}")
            if not -1 <= event.seat < self.game.seats:
                raise ValueError(f"no such seat: {event}")
            if event.kind == "void":  # final steps and the first instant are never undone
                event = event._replace(since_ns=max(event.since_ns, self.zero_ns + max(self._line.closed, 0) + 1))
            return event, self._reach()
        self._check_button(event)
        if event.res < 0 or event.early_ns < 0:  # an invalid error counts as the coarsest
            event = event._replace(res=self.setup.reach_ns, early_ns=0)
        self._coarsest = max(self._coarsest, event.res)
        self._earliest = max(self._earliest, event.early_ns)
        # A source's own clock may differ a little from ours: look back as far as any judged race can reach.
        return event, max(self._reach(), self.setup.resolution_ns if event.clock else 0)

    def _check_button(self, event: Press | Glitch) -> None:
        if not 0 <= event.seat < self.game.seats or event.button not in BUTTON_INDEX:
            raise ValueError(f"no such seat or button: {event}")

    def _reach(self) -> int:
        """Return the farthest reach (ns) of a contest between presses so far; it never reaches final steps.

        No limit is below 1 ns, however exact the presses are (``judge.limit_ns``).
        """
        return max(min(2 * max(self._coarsest, 1) + self._earliest, self.setup.reach_ns) - 1, 0)
