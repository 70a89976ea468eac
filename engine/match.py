"""The match: presses in, effects out, at any time and in any order of delivery (architecture, sections 3 and 4).

Sans-I/O: ``handle(event)``, ``advance(now_ns)``, ``next_deadline()``. The match keeps its recent past as a list of
immutable states. An event that arrives late is put in its place and everything behind it is done again, so the result
is a function of the events and their stamps alone. What is older than the horizon is final: it goes to the log.

This module is the time line; ``judge`` decides, ``flow`` leads from phase to phase, ``steps`` does one thing at a time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import ClassVar, Final

from engine import judge
from engine.chance import Chance
from engine.game import Game, Outcome
from engine.games import set_up
from engine.panel import BUTTON_INDEX, CONTROLS, Act, Command, Control, Meaning, Press
from engine.record import Entry
from engine.screen import EVERYBODY, ASeat, Screen, keys_on, of_everybody, of_seat, with_look
from engine.seats import Brain
from engine.setup import Setup
from engine.shown import Clock, Row
from engine.state import NEVER, State, Step
from engine.steps import Stepper
from engine.table import Table

Event = Press | Act | Control


@dataclass(slots=True)
class Update:
    """What came of ``handle`` or ``advance``.

    ``entries`` are new, in order. If ``rewound_to`` is not None (log time, ns), every entry told before from that time
    on is taken back, and ``entries`` tell it anew; ``undone`` is how many of the entries told last those were.
    ``refused``: the event came too late and was not taken.
    """

    entries: Final[tuple[Entry, ...]] = ()
    rewound_to: Final[int | None] = None
    refused: Final[bool] = False
    undone: Final[int] = 0


_told_by = attrgetter("entries")


class Match:
    """One match from the draw for the dealer to the outcome.

    ``zero_ns`` is the CLOCK_MONOTONIC time of the log's zero. ``brains`` play the seats that are bots; without one, a
    bot's presses must come in like anybody's (as they do when a log is played again). ``game`` takes the place of the
    setup's own: one with a tiny deck, say. Raises UnknownGame or OptionError for a setup that cannot be played.
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
    ) -> None:
        self.setup = setup
        self.zero_ns = zero_ns
        self.game = game or set_up(setup.game, setup.options, setup.base, len(setup.seats))
        self.late = 0
        """Events refused because they came later than the horizon (shown to the operator)."""
        self._stepper = Stepper(judge.Court(self.game, setup, Chance(setup.seed)), zero_ns, brains or {})
        self._state: State = self._stepper.initial()
        self._steps: list[Step] = []
        self._places: list[int] = []  # for each step, the index of its first event in _inputs
        self._settled = 0  # so many steps are final
        self._told = 0  # and so many of those were handed over
        self._final: list[Entry] = []  # what forgotten steps told, and was not handed over yet
        self._dropped = 0
        self._inputs: list[Event] = []
        self._next = 0
        self._coarsest = 0
        self._head = 0  # everything is done up to here (log time)
        self._closed = -1
        self._closes_after = zero_ns + setup.horizon_ns
        self._kept = self.KEPT  # an object's own attributes are found sooner
        self._own = NEVER  # when the present state next does something by itself (log time)
        self._take(self._stepper.begin(self._state), self._next)
        self._settled = len(self._steps)  # no press can come before the beginning

    # What is asked of it

    @property
    def table(self) -> Table:
        """The table as it is now, provisional within the horizon."""
        return self._state.table

    @property
    def state(self) -> State:
        """Everything about the present moment, for those who show it: held buttons, pauses, progress."""
        return self._state

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, once it has; provisional within the horizon."""
        return self._state.sit.outcome

    @property
    def is_final(self) -> bool:
        """True once the outcome can no longer change."""
        if self._state.sit.outcome is None:
            return False
        self._settle()
        return self._settled == len(self._steps)

    def play_clock(self, t: int) -> int:
        """The play clock (as scalars that are moments count) at a log time; it stands still in a pause."""
        sit = self._state.sit
        return min(t, sit.paused) - sit.offset if sit.paused >= 0 else t - sit.offset

    def keys(self, seat: int) -> tuple[Meaning, ...]:
        """What each of the seat's eight buttons does now, in the panel's order."""
        return self._stepper.keys(self._state, seat)

    def screen(self, viewer: int = EVERYBODY) -> Screen:
        """What a screen shows now: to all the people together, or to one seat on a screen of its own (GEN-4)."""
        state, game = self._state, self.game
        table, held = state.table, state.sit.held
        people = [seat for seat, info in enumerate(self.setup.seats) if info.is_human]
        shared = viewer == EVERYBODY
        own = {seat: game.view(table, seat, held[seat]) for seat in people}
        shown = of_everybody(game, table, people, held, own) if shared else of_seat(game, table, viewer, held)

        def keys(seat: int) -> tuple[Meaning, ...]:
            told = self._stepper.keys(state, seat)
            if seat != viewer and (people or not shared):  # bots alone hide nothing from a shared screen
                told = keys_on(shown, game, table, seat, told, held[seat], own.get(seat))
            return with_look(told, shown, own[seat], seat, held[seat]) if shared and seat in own else told

        rows = ASeat(game.seats, partial(game.row, shown))
        return Screen(shown, ASeat(game.seats, keys), rows, game.clock(shown, state.since))

    def on_screen(self) -> Table:
        """The table as one screen may show it to all the people before it; see ``screen``."""
        return self.screen().table

    def keys_on_screen(self, seat: int) -> tuple[Meaning, ...]:
        """The seat's keys as that screen may show them; see ``screen``."""
        return self.screen().keys[seat]

    def rows_on_screen(self) -> tuple[Row | None, ...]:
        """Every seat's hand under its card buttons, as that screen may show it; see ``screen``."""
        return tuple(self.screen().rows)

    def clock_on_screen(self) -> Clock | None:
        """What runs out just now, as that screen may show it; see ``screen``."""
        return self.screen().clock

    def legal(self, seat: int) -> list[Command]:
        """The seat's legal commands in the game; empty while no deal is being played."""
        state = self._state
        return self.game.legal(state.table, seat) if state.sit.paused < 0 else []

    def next_deadline(self) -> int | None:
        """When ``advance`` next has something to do by itself (CLOCK_MONOTONIC, ns), or None."""
        at = self._own + self.zero_ns
        if self._next < len(self._inputs):
            at = min(at, self._inputs[self._next].time_ns)
        return at if at < NEVER + self.zero_ns else None

    # What is done to it

    def handle(self, event: Event) -> Update:
        """Take a press, a command or a control, whenever it arrives.

        Raises ValueError for a seat, a button or a control that does not exist, which is the caller's mistake.
        """
        t = event.time_ns - self.zero_ns
        if t <= self._closed:
            self.late += 1
            return Update(refused=True)
        reach = 0
        if not isinstance(event, Act):
            event, reach = self._checked(event)
            if self._steps[-1].t < t - reach and t < self._own and self._next == len(self._inputs):
                self._inputs.append(event)  # by far the commonest case of a press
                self._head = max(self._head, t)
                mark = len(self._steps)
                self._judge(event, t)
                return self._told_anew((), mark)
        old = self._rewind(t - reach)
        self._insert(event)
        mark = len(self._steps)
        self._run(max(self._head, t))
        return self._told_anew(old, mark)

    def give(self, act: Act) -> None:
        """Take a command as ``handle`` does, for one who asks only at the end what came of it: random play."""
        t = act.time_ns - self.zero_ns
        place = self._next
        if place == len(self._inputs) and self._head < t < self._own:  # nothing behind it, and nothing due before it
            self._inputs.append(act)
            self._next = place + 1
            self._head = t
            self._add(self._stepper.act(self._state, act, t, self._steps), place)
        else:
            self.handle(act)

    def advance(self, now_ns: int, drained_ns: int | None = None) -> Update:
        """Let everything happen that is due by ``now_ns``, and make final what can no longer change.

        ``drained_ns`` is the instant up to which every source has been drained, ``now_ns`` if not given: read the
        clock, drain the sources into ``handle``, then advance to what the clock said, and a stall of the program can
        make no press too late.
        """
        mark = len(self._steps)
        self._run(now_ns - self.zero_ns)
        known = now_ns if drained_ns is None or drained_ns > now_ns else drained_ns
        closed = known - self._closes_after
        if closed > self._closed:
            self._closed = closed
        told = self._told_anew((), mark)
        if len(self._steps) > self._kept:
            self._forget()
        return told

    def close(self) -> None:
        """Make everything up to now final, whatever the horizon: the log that it was read from says so."""
        self._closed = max(self._closed, self._head)
        self._settled = len(self._steps)

    def wake_bots(self, brains: Mapping[int, Brain], first_plan: int) -> None:
        """Let bots play from now on, in a match that was fed their presses so far; call ``close`` before.

        Their plans are numbered from ``first_plan``, a number that no plan of this match had yet.
        """
        self._state = self._stepper.wake_bots(self._state, brains, first_plan)
        self._own = self._stepper.own_at(self._state)

    def told(self) -> list[Entry]:
        """Every entry up to now that ``final`` has not handed over, those that can still change included."""
        return [*self._final, *_entries(self._steps[self._told :])]

    def final(self) -> list[Entry]:
        """The entries that became final since the last call, in order: what the log is written from."""
        self._settle()
        final = self._final
        final += _entries(self._steps[self._told : self._settled])
        self._final, self._told = [], self._settled
        return final

    def opening(self) -> tuple[Entry, ...]:
        """The entries of the match's first instant, which no ``Update`` tells."""
        return self._steps[0].entries if not self._dropped else ()

    # The time line

    def _checked(self, event: Press | Control) -> tuple[Press | Control, int]:
        """The event as it may be taken, and how far before it a contest with it may reach (ns)."""
        if isinstance(event, Control):
            if event.kind not in CONTROLS or event.why in self.OWN_PAUSES:
                raise ValueError(f"no such control: {event}")
            if event.kind == "void":  # what is final stays, and so does the first instant
                event = event._replace(since_ns=max(event.since_ns, self.zero_ns + max(self._closed, 0) + 1))
            return event, max(self._coarsest - 1, 0)
        if not 0 <= event.seat < self.game.seats or event.button not in BUTTON_INDEX:
            raise ValueError(f"no such seat or button: {event}")
        limit = self.setup.resolution_ns
        if not 0 <= event.res <= limit:
            event = event._replace(res=limit)
        self._coarsest = max(self._coarsest, event.res)
        # a clock of its own may run a little off ours: look back as far as any dead heat can reach
        return event, limit if event.clock else max(self._coarsest - 1, 0)

    def _rewind(self, t: int) -> list[Step]:
        """Go back to before everything that happened at ``t`` or later; returns the steps taken back."""
        self._settle()
        steps = self._steps
        first = len(steps)
        while first > self._settled and steps[first - 1].t >= t:
            first -= 1
        if first == len(steps):
            return []
        undone = steps[first:]
        self._state = undone[0].before
        self._next = self._places[first]
        del steps[first:]
        del self._places[first:]
        self._own = self._stepper.own_at(self._state)
        planned = {press for step in undone for press in step.planned}
        if planned:
            self._inputs = [event for event in self._inputs if event not in planned]
        return undone

    def _insert(self, event: Event) -> None:
        inputs = self._inputs
        place = len(inputs)
        while place > self._next and self._stepper.goes_before(event, inputs[place - 1]):
            place -= 1
        inputs.insert(place, event)

    def _run(self, until: int) -> None:
        """Do everything that is due up to a log time, in the order of its time; own deadlines before events."""
        inputs = self._inputs
        while True:
            own = self._own
            if self._next < len(inputs):
                event = inputs[self._next]
                t = event.time_ns - self.zero_ns
                if t <= until and t < own:
                    self._judge(event, t)
                    continue
            if own > until:
                break
            self._add(self._stepper.fire(self._state, own), self._next)
        if until > self._head:
            self._head = until

    def _judge(self, event: Event, t: int) -> None:
        place = self._next
        self._next += 1
        if isinstance(event, Press):
            coming = self._inputs[self._next :] if len(self._inputs) > self._next else ()
            steps = self._stepper.press(self._state, event, t, coming, self._steps)
        elif isinstance(event, Act):
            steps = [self._stepper.act(self._state, event, t, self._steps)]
        else:
            steps = self._stepper.control(self._state, event, t, self._steps)
        self._take(steps, place)

    def _take(self, steps: Sequence[Step], place: int) -> None:
        for step in steps:
            self._add(step, place)

    def _add(self, step: Step, place: int) -> None:
        """The match goes on by a step, which came of the event at that place, or came before it."""
        self._steps.append(step)
        self._places.append(place)
        if step.planned:
            for press in step.planned:
                self._insert(press)
        self._state = state = step.after
        self._own = self._stepper.own_at(state)

    def _told_anew(self, old: Sequence[Step], mark: int) -> Update:
        """What the steps from ``mark`` on tell, and from when on the old ones, taken back, are told otherwise."""
        if not old:
            if len(self._steps) == mark + 1:
                return Update(self._steps[mark].entries)
            return Update(tuple(_entries(self._steps[mark:])))
        old = [step for step in old if step.entries]
        new = [step for step in self._steps[mark:] if step.entries]
        same = 0
        while same < len(old) and same < len(new) and old[same].entries == new[same].entries:
            same += 1
        if same == len(old):
            return Update(tuple(_entries(new[same:])))
        rewound_to = old[same].t
        while same and old[same - 1].t == rewound_to:
            same -= 1
        return Update(tuple(_entries(new[same:])), rewound_to, undone=len(list(_entries(old[same:]))))

    def _settle(self) -> None:
        """Note what became final."""
        last = self._closed - self.setup.resolution_ns
        steps = self._steps
        settled = len(steps)
        while settled > self._settled and steps[settled - 1].t > last:  # only the last few can be as young as that
            settled -= 1
        self._settled = settled

    def _forget(self) -> None:
        """Keep the past for as long as judging may look back, and of what lies before it only what it told.

        A whole match of tables would be ten times as much as the processor has at hand: to make each anew in the place
        of one that is forgotten is quicker than any rule (``make bench``).
        """
        self._settle()
        old = self._settled - self.KEPT // 2
        if old <= 0 or self._steps[old].t >= self._closed - self.setup.resolution_ns - judge.CONTEST_NS:
            return
        final = self._final
        for step in self._steps[self._told : old]:
            final += step.entries
        self._told -= min(self._told, old)
        self._dropped += old
        self._settled -= old
        del self._steps[:old]
        del self._places[:old]
        if self._next > self.EVENTS:
            self._forget_events()

    def _forget_events(self) -> None:
        """Keep the events that something may be judged anew from; the places of final steps are not asked for."""
        settled = self._settled
        first = min(self._places[settled:], default=self._next)
        del self._inputs[:first]
        self._next -= first
        self._places[:] = [0] * settled + [place - first for place in self._places[settled:]]


def _entries(steps: Iterable[Step]) -> Iterable[Entry]:
    return chain.from_iterable(map(_told_by, steps))
