"""A match's time line: its recent past as a list of immutable steps, and the events that caused them.

Times are log times (ns since the match's zero), except in events, which keep their stamps. Sans-I/O, like ``match``,
which uses it; ``reducer`` and ``scheduler`` make the steps.

Theory of operation
-------------------

The result of a match is a function of its events and their stamps, never of the order of their delivery: a press that a
slow serial line delivers 200 ms late must count as if it had come at once. (docs/architecture.md, "Late presses", is
the overview; decisions 0010 and 0060 give the reasons.)

*Two lists.* ``_inputs`` holds the events in the order of their stamps; equal stamps of two seats are ordered by lot,
and those of one contact stay in the order of its edges (``Reducer.goes_before``). ``_steps`` holds the steps in the
order of judging. A step keeps the states before and after it, and states are immutable: to go back is to use an older
state again. ``_places`` holds, for each step, the index of its event; ``_next`` is the first event that is not judged
yet; everything up to ``_head`` is done.

*Forward* (``_run``). The earlier one comes first: the next event, or the match's next own action (``next_timer``: a
deadline, a countdown's beat, a bot's plan); at equal times the own action. Each yields steps, and the timer follows
from the new state. A bot's plan yields presses with future stamps, which become events like any others.

*A late press* (``insert``). Most presses are later than every step and are judged at once. For any other press:

1. Remove the steps from its stamp on, and those up to ``reach`` before it, with the presses that bots planned in them.
   ``reach`` is the greatest distance of a dead heat: a press can change the judgement of one that is stamped earlier.
2. Insert the press at its place among the events, and run again up to ``_head``. The same states and events give the
   same steps, so only the consequences of the late press differ. Bots plan again, with the same chance.
3. Compare old and new steps. The ``Update`` contains the new entries from the first difference on, and the number of
   entries that they replace; the screen corrects itself from there.

*A glitch* is a late event that takes the place of its press: the steps from there on are removed and run again. It
stays among the events, so a press that is delivered after its own glitch is dropped.

For example, BLUE's press below arrives last and has the earliest stamp (resolution 0.1 ms):

    delivered         steps afterwards
    AMBER  100 ms     100 AMBER plays 7 on the left pile
    AMBER  180 ms     100 AMBER plays 7 on the left pile, 180 AMBER plays 8 on it
    BLUE    95 ms     95 BLUE plays 7 on the left pile, 100 AMBER is beaten by 5 ms, 180 AMBER plays 8 on it

*Final.* ``advance`` learns up to which time every source has been drained. A horizon before that is ``closed``: later
deliveries with stamps up to ``closed`` are refused (``Match.late`` counts them), so a stall of the program itself makes
no press too late. A step is final ``resolution_ns`` earlier still, because a press that is just accepted can be in a
dead heat with one stamped that much before it; ``reach_ns`` earlier if a coarse press (not ``judge.is_fine``) was
stamped since. So nothing waits longer because of coarse presses where none are; the first of them is refused as late if
it reaches a final step (``is_late``). ``final`` returns the entries of final steps once, for the log.

*Dropped.* Judging looks back ``CONTEST_NS`` (300 ms) from a press. Final steps older than that are removed, except for
the entries that ``final`` has not returned; so are the events that no judgement can reach. So a long match needs no
more memory than a short one.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import attrgetter

from engine.judge import CONTEST_NS, is_fine
from engine.log_lines import Entry, Update
from engine.panel import Act, Control, Event, Glitch, Press
from engine.reducer import Reducer
from engine.state import State, Step
from engine.units import NEVER

_entries_of = attrgetter("entries")
_time_of = attrgetter("t")


class TimeLine:
    """One match's past, present and known future.

    A moment is final ``Setup.horizon_ns`` later, plus the farthest reach of a contest with it: ``Setup.resolution_ns``,
    or ``Setup.reach_ns`` beside coarse presses. The time line keeps about ``kept`` steps, more where judging may look
    back further. Above ``events`` events, it drops those that no judgement can reach any more.
    """

    __slots__ = (
        "_coarse",
        "_dropped",
        "_events",
        "_final",
        "_head",
        "_inputs",
        "_kept",
        "_next",
        "_places",
        "_reducer",
        "_returned",
        "_scheduler",
        "_settled",
        "_setup",
        "_steps",
        "_zero_ns",
        "closed",
        "next_timer",
        "state",
    )

    def __init__(self, reducer: Reducer, kept: int, events: int) -> None:
        scheduler = reducer.scheduler
        self.state: State = scheduler.initial()
        """The present state, provisional within the horizon."""
        self.next_timer = NEVER
        """When the match next acts on the present state without an event; NEVER if it does not."""
        self.closed = -1
        """Events up to this time are refused."""
        self._scheduler = scheduler
        self._reducer = reducer
        self._zero_ns = scheduler.zero_ns
        self._setup = reducer.context.setup
        self._kept = kept
        self._events = events
        self._steps: list[Step] = []
        self._places: list[int] = []  # for each step, the index of its first event in _inputs
        self._settled = 0  # number of final steps
        self._returned = 0  # number of final steps already returned
        self._final: list[Entry] = []  # entries of dropped steps, not returned yet
        self._dropped = 0
        self._inputs: list[Event] = []
        self._next = 0
        self._head = 0  # everything up to this time is done
        self._coarse = -1  # the latest stamp of a press that is not fine
        self._add(scheduler.begin(self.state), self._next)
        self._settled = len(self._steps)  # no press can come before the beginning

    # Queries

    @property
    def is_final(self) -> bool:
        """True if all steps are older than the horizon."""
        self._settle()
        return self._settled == len(self._steps)

    def due(self) -> int:
        """Return when ``advance`` is next due, for an own action or an event; NEVER if it is not."""
        if self._next < len(self._inputs):
            return min(self.next_timer, self._inputs[self._next].time_ns - self._zero_ns)
        return self.next_timer

    def pending(self) -> list[Entry]:
        """Return every entry up to now that ``final`` has not returned, provisional entries included."""
        return [*self._final, *_entries(self._steps[self._returned :])]

    def final(self) -> list[Entry]:
        """Return the entries that became final since the last call, in order."""
        self._settle()
        final = self._final
        final += _entries(self._steps[self._returned : self._settled])
        self._final, self._returned = [], self._settled
        return final

    def opening(self) -> tuple[Entry, ...]:
        """Return the entries of the first instant, unless they were dropped."""
        return self._steps[0].entries if not self._dropped else ()

    def is_late(self, event: Event) -> bool:
        """Return whether an event comes too late: what it may change is final."""
        t = event.time_ns - self._zero_ns
        if t <= self.closed or not isinstance(event, Press) or is_fine(self._setup, event):
            return t <= self.closed
        self._settle()
        steps, place = self._steps, self._settled
        while place and steps[place - 1].t > t - self._setup.reach_ns:
            place -= 1
            if steps[place].press is not None:
                return True
        return False

    # Input

    def expect(self, events: Iterable[Event]) -> None:
        """Put events at their places before any of them is judged: the input of a log, which is known as a whole."""
        for event in events:
            self._enqueue(event)

    def insert(self, event: Event, reach: int) -> Update:
        """Insert an event at its place, in any order of arrival; a contest with it may reach ``reach`` ns back.

        A glitch takes the place of its press.
        """
        t = event.time_ns - self._zero_ns
        if isinstance(event, Press) and self._is_taken_back(event):
            return Update()
        if (
            self._steps[-1].t < t - reach
            and t < self.next_timer
            and self._next == len(self._inputs)
            and isinstance(event, Press | Control)
        ):
            self._note(event)
            self._inputs.append(event)  # fast path for the most frequent case of a press
            self._head = max(self._head, t)
            mark = len(self._steps)
            self._judge(event, t)
            return self._update_since((), mark)
        old = self._rewind(t - reach)
        if isinstance(event, Glitch):
            coming = self._inputs[self._next :]
            self._inputs[self._next :] = [other for other in coming if not _undoes(event, other)]
        self._enqueue(event)
        mark = len(self._steps)
        self._run(max(self._head, t))
        return self._update_since(old, mark)

    def advance(self, until: int, known: int) -> Update:
        """Perform everything that is due, and close the time up to a horizon before ``known``, the drained time."""
        mark = len(self._steps)
        self._run(until)
        update = self._update_since((), mark)
        self._close(known)
        return update

    def skip(self, t: int, known: int | None = None) -> int:
        """Advance to ``t``, or to the next due time if that is later, without an update; return the time reached.

        The time is closed up to a horizon before ``known``, by default the time reached. Without anything due it does
        nothing and returns NEVER.
        """
        due = self.due()
        if due == NEVER:
            return NEVER
        if due > t:
            t = due
        self._run(t)
        self._close(t if known is None else known)
        return t

    def close(self) -> None:
        """Make everything up to now final, regardless of the horizon."""
        self.closed = max(self.closed, self._head)
        self._settled = len(self._steps)

    def go_on_as(self, state: State) -> None:
        """Replace the present state; no step records the change."""
        self.state = state
        self.next_timer = self._scheduler.next_timer(state)

    # Implementation

    def _close(self, known: int) -> None:
        """Finalise steps older than ``known`` less the horizon, and drop unreachable ones."""
        closed = known - self._setup.horizon_ns
        if closed > self.closed:
            self.closed = closed
        if len(self._steps) > self._kept:
            self._forget()

    def _rewind(self, t: int) -> list[Step]:
        """Go back to before all steps at ``t`` or later; return the steps taken back."""
        self._settle()
        steps = self._steps
        first = len(steps)
        while first > self._settled and steps[first - 1].t >= t:
            first -= 1
        if first == len(steps):
            return []
        undone = steps[first:]
        self._next = self._places[first]
        del steps[first:]
        del self._places[first:]
        self.go_on_as(undone[0].before)
        planned = {press for step in undone for press in step.planned}
        if planned:
            self._inputs = [event for event in self._inputs if event not in planned]
        return undone

    def _is_taken_back(self, press: Press) -> bool:
        """Return whether the press's own glitch came before it."""
        for event in reversed(self._inputs):
            if event.time_ns < press.time_ns:
                return False
            if isinstance(event, Glitch) and _undoes(event, press):
                return True
        return False

    def _note(self, event: Event) -> None:
        if isinstance(event, Press) and not is_fine(self._setup, event):
            self._coarse = max(self._coarse, event.time_ns - self._zero_ns)

    def _enqueue(self, event: Event) -> None:
        self._note(event)
        inputs = self._inputs
        place = len(inputs)
        while place > self._next and self._reducer.goes_before(event, inputs[place - 1]):
            place -= 1
        inputs.insert(place, event)

    def _run(self, until: int) -> None:
        """Process everything that is due up to a log time, in order of time; own deadlines before events."""
        inputs = self._inputs
        while True:
            own = self.next_timer
            if self._next < len(inputs):
                event = inputs[self._next]
                t = event.time_ns - self._zero_ns
                if t <= until and t < own:
                    self._judge(event, t)
                    continue
            if own > until:
                break
            self._add(self._scheduler.fire(self.state, own), self._next)
        if until > self._head:
            self._head = until

    def _judge(self, event: Event, t: int) -> None:
        place = self._next
        self._next += 1
        if isinstance(event, Press):
            steps = self._reducer.press(self.state, event, t, self._coming(event), self._steps)
        elif isinstance(event, Act):
            steps = [self._reducer.act(self.state, event, t, self._steps)]
        elif isinstance(event, Glitch):
            steps = [self._reducer.glitch(self.state, event, t)]
        else:
            steps = self._reducer.control(self.state, event, t, self._steps)
        for step in steps:
            self._add(step, place)

    def _coming(self, press: Press) -> Sequence[Event]:
        """Return the events after a press, as far as a contest with it can reach."""
        inputs, first = self._inputs, self._next
        end, reach = first, press.time_ns + self._setup.reach_ns
        while end < len(inputs) and inputs[end].time_ns < reach:
            end += 1
        return inputs[first:end]

    def _add(self, step: Step, place: int) -> None:
        """Append a step; ``place`` is the index of its event, or of the next event for an own action."""
        self._steps.append(step)
        self._places.append(place)
        if step.planned:
            for press in step.planned:
                self._enqueue(press)
        self.state = state = step.after
        self.next_timer = self._scheduler.next_timer(state)

    def _update_since(self, old: Sequence[Step], mark: int) -> Update:
        """Return an update with the steps from ``mark`` on, without those equal to ``old``, the steps taken back."""
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
        """Update the number of final steps."""
        setup, steps = self._setup, self._steps
        settled = bisect_right(steps, self.closed - setup.reach_ns, self._settled, key=_time_of)
        if settled == len(steps) or steps[settled].t > self._coarse:
            settled = bisect_right(steps, self.closed - setup.resolution_ns, settled, key=_time_of)
        self._settled = settled

    def _forget(self) -> None:
        """Keep the steps that judging may look back to, and only the entries of older ones.

        The tables of a whole match would take ten times the processor's cache: allocating each new table in the place
        of a dropped one is faster than any rule (``make bench``).
        """
        self._settle()
        old, reached = self._settled - self._kept // 2, self.closed - self._setup.reach_ns - CONTEST_NS
        while old > 0 and self._steps[old].t >= reached:
            old -= 1
        if old < self._kept // 2:  # a few at a time are not worth it
            return
        final = self._final
        for step in self._steps[self._returned : old]:
            final += step.entries
        self._returned -= min(self._returned, old)
        self._dropped += old
        self._settled -= old
        del self._steps[:old]
        del self._places[:old]
        if self._next > self._events:
            self._forget_events()

    def _forget_events(self) -> None:
        """Drop the events that no judgement can reach; the event indices of final steps are unused."""
        settled = self._settled
        first = min(self._places[settled:], default=self._next)
        del self._inputs[:first]
        self._next -= first
        self._places[:] = [0] * settled + [place - first for place in self._places[settled:]]


def _undoes(glitch: Glitch, event: Event) -> bool:
    """Return whether an event is the press that the glitch takes back."""
    return isinstance(event, Press) and event.pressed and event[:2] == glitch[:2] and event.time_ns == glitch.time_ns


def _entries(steps: Iterable[Step]) -> Iterable[Entry]:
    return chain.from_iterable(map(_entries_of, steps))
